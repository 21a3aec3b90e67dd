/** Blanks, dashes, brackets, quotation marks and other signs between groups; what is invisible separates nothing. */
const SEPARATOR = /[\s.,:;/\\|_+*#~=·•‧∙⋅・'’‘“”„«»"`!@()<>[\]{}\u2010-\u2015\u2212-]/
/** Soft hyphens, joiners, signs of direction, fillers and the like. */
const INVISIBLE =
  /[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|\p{Variation_Selector}/u
const GRAPHEME_JOINER = 0x34f
/** Between the capitals and at the end of ASCII nothing else is looked up. */
const SIGNS: ReadonlySet<number> = new Set([...'@[\\]_`{|}~'].map((sign) => sign.charCodeAt(0)))

/** Those beyond the first plane: tags and more variation selectors. */
const TAGS_FIRST = 0xe0000
const TAGS_LAST = 0xe0fff

/** Whether a reader sees nothing of a character. */
export const isInvisible = (code: number): boolean =>
  code > 127 &&
  (code === GRAPHEME_JOINER ||
    (code >= TAGS_FIRST && code <= TAGS_LAST) ||
    (code <= 0xffff && INVISIBLE.test(String.fromCharCode(code))))

/** A character that may stand inside a number, dashes and blanks as the usual one; empty for one that is invisible. */
export function markOf(code: number): string | undefined {
  if (code === 32) return ' '
  if (code >= 63 && code < 128 && !SIGNS.has(code)) return undefined
  if (isInvisible(code)) return ''
  const character = String.fromCharCode(code & 0xffff)
  if (code > 0xffff || !SEPARATOR.test(character)) return undefined
  return (code >= 0x2010 && code <= 0x2015) || code === 0x2212 ? '-' : /\s/.test(character) ? ' ' : character
}

/** Words for the security code of a card. */
const WORDS =
  '(?:c[vs]c2?|cvv2?|cvn2?)[ _-]?(?:code|number|value)|c[vs]c-?2?|cvv-?2?|cvn-?2?|(?:cid|card[ _-]?id(?:entification)?)[ _-]?(?:code|number|value)|(?:csc|cav|cvd)2?(?=\\\\?["\']?\\s{0,3}[:=])|(?:card[ _-]?)?security[ _-]{0,2}(?:code|number)|(?:card[ _-]?)?verification[ _-]{0,2}(?:code|value|number)|(?:card[ _-]?)?verification(?=\\\\?")|card[ _-]?code|(?:karten)?pr(?:ü|ue)f(?:nummer|ziffer)|code[ _-]de[ _-]s[eé]curit[eé]|(?:karten)?sicherheits(?:code|nummer|zahl)|cryptogramme(?:[ _-]visuel)?|c[oó]digo[ _-]de[ _-]segur(?:idad|an[cç]a)|codice[ _-]di[ _-]sicurezza|(?:kaart)?(?:beveiligings|veiligheids)code'
const DIGITS = '\\p{Nd}(?:[ .-]?\\p{Nd}){2,3}(?!\\p{Nd})'
/** What may stand between the word and the code: a few signs, percent encoded or not, and words such as "is" or "number". */
const BETWEEN =
  '(?:%[\\da-f]{2}|[^\\p{L}\\p{Nd}]){0,5}(?:(?:code|number|no|nr|num|is|was|ist|lautet|est|es)(?!\\p{L})[^\\p{L}\\p{Nd}]{0,4}){0,3}'

const EXPIRY = '(?:0?[1-9]|1[0-2])[ ./|-]{0,3}(?:20)?\\d\\d(?!\\p{Nd})'
const SPLIT_EXPIRY = '(?:(?:0?[1-9]|1[0-2])[ ./|-]{1,3}(?:20)?|(?:0[1-9]|1[0-2]))\\d\\d(?!\\p{Nd})'
/** Names of other numbers, too: telephones of a Dutch company, ids of callers. Longer numbers than a code are theirs. */
const OTHERS_TOO = `(?:cid2?|kpn)(?!\\p{L})(?=${BETWEEN}${DIGITS}(?![ ./-]{0,2}(?!${SPLIT_EXPIRY})\\p{Nd}))`

// Behind a date it may stand without a blank.
const BEHIND = `(?:(?<!\\p{L})|(?<=%[\\da-f]{2}))(?:${WORDS}|${OTHERS_TOO})(?!\\p{L})${BETWEEN}(${DIGITS})`
const BEFORE = `(?<![\\p{L}\\p{Nd}.,-])(\\p{Nd}{3,4})[ ([=:/]{1,3}(?:c[vs]c-?2?|cvv-?2?|cvn-?2?)(?![\\p{L}\\p{Nd}])(?!${BETWEEN}(?:\\p{Nd}{3}|\\*{3}))`
/** One of these stands in whatever the patterns find, and not in the name of a CSV file. They take 20 ms to begin with, and hardly a text has one. */
const MARKS =
  /c[vs]c|cv[vn]|cid|cav|cvd|card|security|verification|pr(?:ü|ue)f|code[ _-]de|sicherheit|kpn|cryptogramme|digo[ _-]de|codice|(?:beveilig|veilighe)/iu
const PATTERNS = [BEHIND, BEFORE].map((pattern) => new RegExp(pattern, 'giu'))

interface FoundCode {
  start: number
  end: number
  /** With the word for it. */
  from: number
  to: number
}

/** Security codes that prose names, such as `cvc 987` or `security code is 9 8 7`: where their digits stand. Every part of the patterns is bounded. */
export function findSecurityCodes(text: string): FoundCode[] {
  if (!MARKS.test(text) || !/\p{Nd}/u.test(text)) return []
  return PATTERNS.flatMap((pattern, at) =>
    [...text.matchAll(pattern)].map(({ 0: whole, 1: code = '', index }) => {
      const start = at === 0 ? index + whole.length - code.length : index
      return { start, end: start + code.length, from: index, to: index + whole.length }
    }),
  )
}

/** The text with the digits of such codes as stars, but for those of ids. */
export const starSecurityCodes = (text: string, isOfId?: (found: FoundCode) => boolean): string =>
  starRanges(
    text,
    findSecurityCodes(text)
      .filter((found) => isOfId?.(found) !== true)
      .toSorted((a, b) => a.start - b.start),
  )

function starRanges(text: string, found: readonly { start: number; end: number }[]): string {
  if (found.length === 0) return text
  let shown = ''
  let from = 0
  for (const { start, end } of found) {
    if (start < from) continue
    shown +=
      text.slice(from, start) + text.slice(start, end).replaceAll(/\p{Nd}/gu, (digit) => '*'.repeat(digit.length))
    from = end
  }
  return shown + text.slice(from)
}

/** What stands between a card number and its security code: a few signs, and the expiry with words for it. */
const SIGN = '[^\\p{L}\\p{Nd}<>]'
const EXPIRY_WORDS = '(?:(?:exp\\p{L}{0,8}|valid|thru|until|till|to|g(?:ü|ue)ltig|bis)[^\\p{L}\\p{Nd}]{1,4}){0,3}'
const BARE = `(?!-\\p{Nd})${SIGN}{1,4}(?:${EXPIRY_WORDS}${EXPIRY}${SIGN}{1,4})?(\\p{Nd}{3,4})(?!\\p{Nd}|[.,:/-]\\p{Nd}|\\p{L})`
const BARE_AT = new RegExp(BARE, 'iuy')
const EXPIRY_ONLY = new RegExp(`^${EXPIRY}$`, 'u')

/** Numbers of three or four digits that stand right behind a card number, or behind its expiry. */
export function findBareCodes(
  text: string,
  cards: readonly { start: number; end: number }[],
): { start: number; end: number }[] {
  return cards.flatMap(({ end }, at) => {
    BARE_AT.lastIndex = end
    const [whole, code = ''] = BARE_AT.exec(text) ?? []
    if (
      whole === undefined ||
      end + whole.length > (cards[at + 1]?.start ?? Infinity) ||
      (code.length === 4 && EXPIRY_ONLY.test(code))
    )
      return []
    return [{ start: end + whole.length - code.length, end: end + whole.length }]
  })
}

/** The text with the digits of such codes as stars. */
export const starBareCodes = (text: string, cards: readonly { start: number; end: number }[]): string =>
  starRanges(text, findBareCodes(text, cards))

/** A reference as XML has it: `&name;`, `&#10;`, `&#xA;`. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[A-Za-z_:][\w:.-]{0,63});/y

/** Where references are not looked for, and what ends each. */
const ASIDE = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/** The first `&` that begins no reference, outside of comments, CDATA and instructions; undefined where there is none before `end`. */
export function findBareAmpersand(text: string, end = text.length): number | undefined {
  const next = ASIDE.map(([open]) => text.indexOf(open))
  let at = text.indexOf('&')
  while (at >= 0 && at < end) {
    const aside = next.findIndex((start) => start >= 0 && start < at)
    if (aside >= 0) {
      const [open, close] = ASIDE[aside] as (typeof ASIDE)[number]
      const closed = text.indexOf(close, (next[aside] as number) + open.length)
      if (closed < 0) return undefined
      const from = closed + close.length
      ASIDE.forEach(([other], i) => {
        if ((next[i] as number) >= 0 && (next[i] as number) < from) next[i] = text.indexOf(other, from)
      })
      if (at < from) at = text.indexOf('&', from)
      continue
    }
    REFERENCE.lastIndex = at
    if (!REFERENCE.test(text)) return at
    at = text.indexOf('&', at + 1)
  }
  return undefined
}

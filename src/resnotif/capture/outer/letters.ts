const ENCODING = /\sencoding\s{0,9}=\s{0,9}["']([A-Za-z][\w.-]{0,40})["']/
const DECLARATION_MAX = 400

/** The last declaration of a document in a text, but for those of texts and comments in it; undefined where there is none. */
export function declarationIn(text: string): { encoding?: string | undefined } | undefined {
  for (let at = text.lastIndexOf('<?xml'); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('<?xml', at - 1)) {
    const end = text.slice(at, at + DECLARATION_MAX).indexOf('?>')
    if (end < 0 || !/[ \t\r\n]/.test(text[at + 5] ?? '') || !isOutside(text, at)) continue
    return { encoding: ENCODING.exec(text.slice(at, at + end))?.[1] }
  }
  return undefined
}

/** Whether a document may begin at a place: behind another one, and in none of its texts. */
function isOutside(text: string, at: number): boolean {
  const before = text.slice(0, at)
  const isIn = (opens: string, closes: string): boolean => before.lastIndexOf(opens) > before.lastIndexOf(closes)
  return /(?:^|>)\s{0,200}$/.test(before.slice(-210)) && !isIn('<![CDATA[', ']]>') && !isIn('<!--', '-->')
}

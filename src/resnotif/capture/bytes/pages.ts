import { lineEnd } from './lines.js'
import { Rewriting, type Traced } from './traced.js'

/** What `pr` writes above each page, with the blank lines that it puts around it: five at the foot of a page, two above the head and two below. */
const PAGE =
  /(?:^[ \t\f]{0,80}\r?\n){0,7}^\f?[ \t]{0,80}(?:\d{4}-\d\d-\d\d \d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d \d{4}) [^\n]{0,300} Page (\d{1,6})[ \t]{0,9}\r?\n(?:[ \t]{0,80}\r?\n){0,2}/gm

/** Whether a text has heads of pages between its lines. */
export const hasPages = (view: string): boolean => view.includes(' Page ') && view.search(PAGE) >= 0

/** The lines of a file that `pr` printed in pages around a place, without the heads of these. */
export function pagesAround(
  of: Traced,
  view: string,
  floor: number,
  at: number,
): { text: Traced; start: number; end: number } | undefined {
  const heads: { start: number; end: number }[] = []
  let close = view.length
  for (const { index, 0: head, 1: number } of view.slice(floor).matchAll(PAGE)) {
    const one = { start: floor + index, end: floor + index + head.length }
    if (number === '1' && one.start > at) {
      close = one.start
      break
    }
    if (number === '1') heads.length = 0
    heads.push(one)
  }
  const [first] = heads
  if (first === undefined || first.start > at) return undefined
  const last = heads.at(-1) as typeof first
  const end = close < view.length ? close : Math.max(last.end, view.trimEnd().length)
  const rewriting = new Rewriting(of)
  for (const [i, head] of heads.entries())
    rewriting.keep(head.end, heads[i + 1]?.start ?? Math.min(end, lineEnd(view, end)))
  return { text: rewriting.end(), start: first.start, end }
}

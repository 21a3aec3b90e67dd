import { lineEnd } from './lines.js'
import { Rewriting, type Traced } from './traced.js'

/** How a line begins of what an old browser shows of a document: a sign before each element that can be closed. */
const SIGNED = /^((?:[ \t]|\u00c2?\u00a0){0,400})([-+])(?:[ \t]|\u00c2?\u00a0){1,4}(?=<)/
const ENDS_SIGNED = /^(?:[ \t]|\u00c2?\u00a0){0,400}[-+](?:[ \t]|\u00c2?\u00a0){1,4}<\//
/** Whether a line begins with a tag, signed or not. */
const TAGGED = /^(?:[ \t]|\u00c2?\u00a0){0,400}(?:[-+](?:[ \t]|\u00c2?\u00a0){1,4})?</
const NAME = /<([\w.:-]{1,100})/
const HEAD = 1_000

const CLOSED =
  'a message of which a browser shows elements closed (lines that begin with "+"): open them all before you copy it, or copy the source of the page'

/** A document as it was copied out of Internet Explorer and its like (`- <POS>`), without their signs, or why it is not whole; undefined where a text has none. */
export function treeAround(
  of: Traced,
  view: string,
  floor: number,
  at: number,
): { text: Traced | string; start: number; end: number } | undefined {
  const own = view.lastIndexOf('\n', at) + 1
  const headAt = (from: number): string => view.slice(from, Math.min(lineEnd(view, from), from + HEAD))
  if (own < floor || SIGNED.exec(headAt(own)) === null) return undefined
  let start = own
  while (start > floor) {
    const above = start === 1 ? 0 : view.lastIndexOf('\n', start - 2) + 1
    if (above < floor || !TAGGED.test(headAt(above))) break
    start = above
  }
  const first = headAt(start).includes('<?') ? lineEnd(view, start) + 1 : start
  const name = NAME.exec(headAt(first))?.[1]
  const closes = view.indexOf(`</${name}>`, at)
  const end = name === undefined || closes < 0 ? lineEnd(view, at) : lineEnd(view, closes)
  const rewriting = new Rewriting(of)
  let [signs, isClosed] = [0, false]
  for (let line = start; line < end; line = lineEnd(view, line) + 1) {
    const head = headAt(line)
    // No end tag has a sign there; that of a list or of a diff has.
    if (ENDS_SIGNED.test(head)) return undefined
    const [signed, before = '', sign] = SIGNED.exec(head) ?? []
    isClosed ||= sign === '+'
    if (signed !== undefined) signs++
    rewriting.keep(line, line + before.length)
    rewriting.keep(line + (signed?.length ?? before.length), Math.min(lineEnd(view, line) + 1, end))
  }
  if (signs < 2) return undefined
  return { text: isClosed ? CLOSED : rewriting.end(), start, end }
}

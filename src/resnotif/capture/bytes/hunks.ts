import { lineEnd } from './lines.js'
import { Rewriting, type Traced } from './traced.js'

const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/
const COMBINED = /^@{3,9} -\d/
const COMBINED_UNREAD =
  'a message in a diff of several parents ("@@@"), which is not read here: take the file itself ("git show REVISION:FILE")'

/** Whether a text may be a diff. */
export const hasHunks = (view: string): boolean => /^@@/m.test(view)

/** A hunk of a unified diff around a place, as its lines are in the new file; why not, where that cannot be told. Undefined where the place is in none. */
export function hunkAround(
  of: Traced,
  view: string,
  floor: number,
  at: number,
): { text: Traced | string; start: number; end: number } | undefined {
  const from = Math.max(0, floor - 1)
  const before = view.slice(from, at)
  const behind = before.lastIndexOf('\n@@')
  if (behind < 0 && !(floor === 0 && before.startsWith('@@'))) return undefined
  const start = from + behind + 1
  const header = view.slice(start, Math.min(lineEnd(view, start), start + 200))
  if (COMBINED.test(header)) {
    const next = view.slice(at).search(/\n(?:@@|diff )/)
    return { text: COMBINED_UNREAD, start, end: next < 0 ? view.length : at + next + 1 }
  }
  const counts = HUNK.exec(header)
  if (counts === null) return undefined
  let [old, fresh] = [Number(counts[1] ?? 1), Number(counts[2] ?? 1)]
  const rewriting = new Rewriting(of)
  let line = lineEnd(view, start) + 1
  while (line < view.length && (old > 0 || fresh > 0 || view[line] === '\\')) {
    const next = Math.min(view.length, lineEnd(view, line) + 1)
    const sign = view[line] as string
    const isBlank = sign === '\n' || sign === '\r'
    if (!isBlank && !/[ +\-\\]/.test(sign)) break
    if (sign !== '+' && sign !== '\\') old--
    if (sign !== '-' && sign !== '\\') {
      fresh--
      rewriting.keep(isBlank ? line : line + 1, next)
    }
    line = next
  }
  return line <= at ? undefined : { text: rewriting.end(), start, end: line }
}

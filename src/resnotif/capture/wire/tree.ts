import { lineEnd } from '../bytes/index.js'

/** How a packet begins that tshark shows by field (`-V`), and with `-x` as digits below. */
const FRAME = /^Frame \d{1,9}: \d{1,9} bytes? on wire\b/
/** A line of a layer, of a field further in, or of none. */
const OF_TREE = /^(?: {4}|\r?$|[A-Za-z[][^<>{}\n]{0,400}\r?$)/
const LINE_MAX = 600
/** A text that a field shows is further in, too: a tree has no more lines than that. */
const LINES_MAX = 100_000

/** Where the packet begins as fields whose digits begin at a place; that place where no such fields stand right above. */
export function treeAbove(view: string, at: number, floor: number): number {
  let end = at
  for (let lines = 0; end > floor && lines < LINES_MAX; lines++) {
    const start = Math.max(floor, view.lastIndexOf('\n', end - 2) + 1)
    const line = view.slice(start, Math.min(lineEnd(view, start), start + LINE_MAX))
    if (FRAME.test(line)) return start
    if (!OF_TREE.test(line)) return at
    end = start
  }
  return at
}

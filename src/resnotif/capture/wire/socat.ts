import { ownTable } from '../../../foreign-text.js'
import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { isEnd } from './spans.js'
import type { Flow } from './flow.js'
import { beginsLine, type Span, take } from './spans.js'

const BLOCK =
  /([<>]) \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?  length=(\d{1,9}) from=(\d{1,12}) to=(\d{1,12})\r?(?:\n|$)/y
const NEXT = /^[<>] \d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})? {2}length=\d/gm
const HEX = / ([\da-f]{2})(?![\da-f])/y

interface Block {
  arrow: string
  length: number
  from: number
  to: number
  /** Where what it shows begins. */
  start: number
}

/**
 * What `socat -v` and `-x` show of both directions, and the lines that show it. A block begins right behind the last byte of the one before, in the middle of a line where
 * that had no line end, so its length tells where it ends.
 */
export function socatFlows(of: Traced, view: string): { flows: Flow[]; spans: Span[] } | undefined {
  if (!beginsLine(view, '> 20') && !beginsLine(view, '< 20')) return undefined
  const spans: Span[] = []
  const flows: { rewriting: Rewriting; arrow: string; next: number; flow: Omit<Flow, 'stream'> }[] = []
  let connections = 0
  for (let at = nextBlock(view, 0); at < view.length;) {
    const block = blockAt(view, at)
    if (block === undefined) {
      at = nextBlock(view, at + 1)
      continue
    }
    const own = flows.findLast(({ arrow }) => arrow === block.arrow)
    const isOwn = own?.next === block.from
    const isFirst = block.from === 0
    const way = own !== undefined && !isFirst ? own.flow.way : `${block.arrow} ${connections++}`
    const opened = (): (typeof flows)[number] => ({
      rewriting: new Rewriting(of),
      arrow: block.arrow,
      next: block.from,
      flow: { way, ...(isFirst ? {} : { gap: 'before' }) },
    })
    const flow = isOwn ? own : opened()
    if (!isOwn) flows.push(flow)
    flow.next = block.to + 1
    const hex = keepHex(flow.rewriting, view, block)
    if (hex === undefined) flow.flow.isDotted = true
    // What follows does not go on with a block that was cut.
    else if (hex.isCut) [flow.flow.gap, flow.next] = ['behind', -1]
    const end = hex?.end ?? keepText(flow.rewriting, view, block)
    take(spans, at, end)
    at = end
  }
  if (spans.length === 0) return undefined
  return { flows: flows.map(({ rewriting, flow }) => ({ stream: rewriting.end(), ...flow })), spans }
}

function blockAt(view: string, at: number): Block | undefined {
  BLOCK.lastIndex = at
  const [whole, arrow, length, from, to] = BLOCK.exec(view) ?? []
  return whole === undefined
    ? undefined
    : {
        arrow: arrow as string,
        length: Number(length),
        from: Number(from),
        to: Number(to),
        start: at + whole.length,
      }
}

/** Where the next block begins at the beginning of a line. */
function nextBlock(view: string, from: number): number {
  NEXT.lastIndex = from
  return NEXT.exec(view)?.index ?? view.length
}

/** Behind the digits of a row stands the same as text, or nothing; one may have been cut in the middle of a byte. */
const BEHIND = /(?: {2,}[^\n]*| ?[\da-f]?\r?)(?:\n|$)/y

/** As many bytes as `-x -v` shows in a row: no text looks like them. */
const ROW = 16

/** Rows of hexadecimal digits, with the same as text behind each or without. @returns where they end; undefined where the block is shown as text */
function keepHex(
  rewriting: Rewriting,
  view: string,
  { length, start }: Block,
): { end: number; isCut: boolean } | undefined {
  const bytes: [number, number][] = []
  let at = start
  while (bytes.length < length) {
    const before = bytes.length
    let behind = at
    HEX.lastIndex = at
    for (let pair = HEX.exec(view); pair !== null && bytes.length < length; pair = HEX.exec(view)) {
      bytes.push([Number.parseInt(pair[1] as string, 16), pair.index + 1])
      behind = HEX.lastIndex
    }
    BEHIND.lastIndex = behind
    if (bytes.length === before || (bytes.length < length && !BEHIND.test(view))) {
      // Digits in one row, in which something was left out: what stands in front of it is what was sent.
      if (before === 0 && bytes.length >= ROW) {
        at = lineEnd(view, behind) + 1
        break
      }
      if (before === 0) return undefined
      bytes.length = before
      break
    }
    at = lineEnd(view, behind) + 1
  }
  if (length === 0) return undefined
  for (const [byte, place] of bytes) rewriting.put(Buffer.of(byte), place)
  const end = Math.min(view.length, view.startsWith('--\n', at) ? at + 3 : at)
  return { end, isCut: bytes.length < length }
}

const LETTERS = ownTable<string>({ r: '\r', a: '\u0007', b: '\b', v: '\v', f: '\f', '\\': '\\' })

/** Text with ends of lines as `\r` and a backslash as two. @returns where it ends */
function keepText(rewriting: Rewriting, view: string, { length, start }: Block): number {
  const end = endOfText(view, start, length)
  let from = start
  for (let at = view.indexOf('\\', start); at >= 0 && at < end; at = view.indexOf('\\', at + 2)) {
    const letter = LETTERS[view[at + 1] ?? '']
    if (letter === undefined) continue
    rewriting.keep(from, at)
    rewriting.put(letter, at)
    from = at + 2
  }
  rewriting.keep(from, end)
  return end
}

function endOfText(view: string, start: number, length: number): number {
  let at = start
  for (let left = length; left > 0 && at < view.length; left--)
    at += view[at] === '\\' && LETTERS[view[at + 1] ?? ''] !== undefined ? 2 : 1
  if (at >= view.length || blockAt(view, at) !== undefined || isEnd(view, at)) return at
  // What was edited since is as long as it is.
  return nextBlock(view, start)
}

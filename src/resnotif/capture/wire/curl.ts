import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import { STAMP } from './curl-verbose.js'
import type { Flow } from './flow.js'
import { type Span, take } from './spans.js'

const BLOCK = String.raw`(=>|<=) (?:Send|Recv) (header|data|SSL data), (\d{1,9}) bytes \(0x[\da-f]{1,8}\)\r?$`
const CURL_BLOCK = new RegExp(`^${STAMP}${BLOCK}`)
const CURL_INFO = new RegExp(`^${STAMP}== Info: `)
const START = new RegExp(`^${STAMP}(?:== Info: |${BLOCK})`, 'gm')
/** Four digits, and more only where they are needed. */
const ROW = /^([\da-f]{4}|[1-9a-f][\da-f]{4,7}): /
const PAIR = /[\da-f]{2}(?: |$)/y
const ROW_BYTES = 16
const INTERIM = /HTTP\/\d(?:\.\d)? 1\d\d /
/** Lines of others between the rows of a block. */
const BETWEEN_MAX = 5
const LINE_MAX = 400

/** Bytes that went one way at once, and what of them was shown so far. */
interface Block {
  arrow: string
  kind: string
  size: number
  /** Rows show digits; as text where they do not. Known from the first row on. */
  isHex?: boolean
  isInterim?: boolean
  flow?: Sent | undefined
  /** Offset of the last row, and the least that the next one has. */
  last: number
  next: number
}

interface Sent {
  rewriting: Rewriting
  arrow: string
  kind: string
  isHex: boolean
  /** The head of an answer before the answer proper, such as `100 Continue`. */
  isInterim: boolean
}

/**
 * What stands in a view of the output of `curl --trace` or `--trace-ascii`: requests and answers in their order, and the lines that show them. `--trace-ascii` shows ends
 * of lines and letters beyond ASCII as dots.
 */
export function curlFlows(of: Traced, view: string): { flows: Flow[]; spans: Span[] } | undefined {
  if (!view.includes('(0x') && !view.includes('== Info: ')) return undefined
  const spans: Span[] = []
  const sent: Sent[] = []
  let block: Block | undefined
  let expected = 0
  /** The end of the line that a block ends with is not shown: its size tells. */
  const close = (at: number): void => {
    if (block?.isHex === false && block.size === expected + 2) block.flow?.rewriting.put('\r\n', at)
    expected = 0
  }
  let start = nextStart(view, 0)
  for (let at = start; at < view.length;) {
    const end = lineEnd(view, at)
    const line = view.slice(at, Math.min(end, at + LINE_MAX)).replace(/\r$/, '')
    const [head, arrow = '', kind = '', size] = CURL_BLOCK.exec(line) ?? []
    const offset = head === undefined ? offsetOf(line, block) : undefined
    if (head !== undefined) {
      close(at)
      block = { arrow, kind, size: Number(size), last: -1, next: 0 }
    } else if (block !== undefined && offset !== undefined) {
      const from = line.indexOf(': ') + 2
      if (block.isHex === undefined) {
        block.isHex = pairsIn(line, from) === Math.min(ROW_BYTES, block.size)
        block.isInterim = block.kind === 'header' && INTERIM.test(line)
        expected = 0
      }
      block.last = offset
      block.next = offset + (block.isHex ? ROW_BYTES : Math.max(1, line.length - from))
      const flow = (block.flow ??= flowOf(sent, block, of))
      if (flow?.isHex === true) keepHex(flow.rewriting, line, at, from)
      else if (flow !== undefined) {
        // Where the count of bytes runs ahead of what is shown, a line ended there.
        if (offset === expected + 2) flow.rewriting.put('\r\n', at)
        flow.rewriting.keep(at + from, at + line.length)
        expected = offset + line.length - from
      }
    } else if (!CURL_INFO.test(line)) {
      if (start < at) start = nextStart(view, at)
      at = nextRow(view, at, start, block) ?? start
      continue
    }
    take(spans, at, Math.min(view.length, end + 1))
    at = end + 1
  }
  close(view.length)
  if (spans.length === 0) return undefined
  const flows = sent.map(({ rewriting, arrow, isHex }) => ({
    stream: isHex ? rewriting.end() : withLineEnds(rewriting.end()),
    way: arrow,
    isDotted: !isHex,
  }))
  return { flows, spans }
}

function nextStart(view: string, from: number): number {
  START.lastIndex = from
  return START.exec(view)?.index ?? view.length
}

/** Where the same block goes on behind a line that is not of it. @param stop where the next one begins */
function nextRow(view: string, from: number, stop: number, block: Block | undefined): number | undefined {
  let at = from
  for (let lines = 0; lines < BETWEEN_MAX && at < stop; lines++) {
    at = lineEnd(view, at) + 1
    if (at < stop && offsetOf(view.slice(at, at + LINE_MAX), block) !== undefined) return at
  }
  return undefined
}

/** The offset of a row that may be the next one of a block. */
function offsetOf(line: string, block: Block | undefined): number | undefined {
  const digits = block === undefined ? undefined : ROW.exec(line)?.[1]
  if (block === undefined || digits === undefined) return undefined
  const offset = Number.parseInt(digits, 16)
  const isNext = block.last < 0 ? offset === 0 : offset >= block.next && offset < block.size
  return isNext ? offset : undefined
}

/** What a block belongs to; undefined where nobody sees what it holds. */
function flowOf(sent: Sent[], { arrow, kind, isHex = false, isInterim = false }: Block, of: Traced): Sent | undefined {
  if (kind === 'SSL data') return undefined
  const last = kind === 'data' ? headOf(sent, arrow) : sent.at(-1)
  // Behind a body, a head is that of the next message.
  if (last?.arrow === arrow && last.isHex === isHex && (kind === 'data' || last.kind === kind)) {
    last.kind = kind
    last.isInterim &&= isInterim
    return last
  }
  const opened = { rewriting: new Rewriting(of), arrow, kind, isHex, isInterim }
  sent.push(opened)
  return opened
}

/** What a body goes on with: its head may have been answered already, with `100 Continue` or for good. */
function headOf(sent: readonly Sent[], arrow: string): Sent | undefined {
  const at = sent.findLastIndex((one) => one.arrow === arrow)
  const own = sent[at]
  const isOpen = own?.kind === 'header' || sent.slice(at + 1).every(({ isInterim }) => isInterim)
  return isOpen ? own : undefined
}

function pairsIn(line: string, from: number): number {
  PAIR.lastIndex = from
  let count = 0
  while (count < ROW_BYTES && PAIR.test(line)) count++
  return count
}

function keepHex(rewriting: Rewriting, line: string, at: number, from: number): void {
  for (let byte = from; byte < from + ROW_BYTES * 3 && /^[\da-f]{2}/.test(line.slice(byte, byte + 2)); byte += 3)
    rewriting.put(Buffer.from(line.slice(byte, byte + 2), 'hex'), at + byte)
}

/** Dots between two tags were ends of lines, and so was one before an indentation; others behind a tag may be dots of a text. */
const ENDS = /(?<=>)(?:\.[ \t.]{0,4000}(?=<|$)|\.(?=[ \t]{2}))/g

function withLineEnds(of: Traced): Traced {
  const view = of.bytes.toString('latin1')
  const rewriting = new Rewriting(of)
  let from = 0
  for (const { index, 0: dots } of view.matchAll(ENDS)) {
    if (isText(view, index, index + dots.length)) continue
    for (let at = view.indexOf('.', index); at >= 0 && at < index + dots.length; at = view.indexOf('.', at + 1)) {
      rewriting.keep(from, at)
      rewriting.put('\n', at)
      from = at + 1
    }
  }
  rewriting.keep(from, view.length)
  return rewriting.end()
}

/** Whether a stretch is all that an element holds. */
function isText(view: string, start: number, end: number): boolean {
  if (!view.startsWith('</', end)) return false
  const tag = view.slice(Math.max(0, view.lastIndexOf('<', start - 1)), start)
  return !tag.startsWith('</') && !tag.endsWith('/>')
}

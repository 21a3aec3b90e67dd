import { lineEnd, Rewriting, type Traced } from '../bytes/index.js'
import type { Flow } from './flow.js'

const CURL_BLOCK =
  /^(?:\d\d:\d\d:\d\d\.\d{6} )?(=>|<=) (?:Send|Recv) (header|data|SSL data), \d{1,9} bytes \(0x[\da-f]{1,8}\)\r?$/
const CURL_INFO = /^(?:\d\d:\d\d:\d\d\.\d{6} )?== Info: /
const CURL_LINE = /^[\da-f]{4,8}: /
/** Sixteen bytes, blanks for those that are not there, and then the same as text. */
const HEX_LINE = /^[\da-f]{4,8}: (?:[\da-f]{2} ){1,16}(?: {3}){0,15}[^ ]/m
const HEX_WIDTH = 48

/** Whether a view begins as the output of `curl --trace` or `--trace-ascii` does. */
export const isCurlTrace = (view: string): boolean => {
  const first = view.slice(0, Math.min(lineEnd(view, 0), 400))
  return CURL_INFO.test(first) || CURL_BLOCK.test(first)
}

/** Requests and answers of a curl trace in their order. `--trace-ascii` shows ends of lines and letters beyond ASCII as dots. */
export function curlFlows(of: Traced, view: string): Flow[] {
  const flows: { rewriting: Rewriting; arrow: string }[] = []
  const isHex = HEX_LINE.test(view.slice(0, 10_000)) && !isPlainLine(view)
  let isKept = false
  let expected = 0
  for (let at = 0; at < view.length;) {
    const end = lineEnd(view, at)
    const line = view.slice(at, Math.min(end, at + 400)).replace(/\r$/, '')
    const [head, arrow, kind] = CURL_BLOCK.exec(line) ?? []
    const mark = CURL_LINE.exec(line)?.[0]
    const flow = flows.at(-1)
    if (head !== undefined) {
      isKept = kind !== 'SSL data'
      expected = 0
      if (isKept && flow?.arrow !== arrow) flows.push({ rewriting: new Rewriting(of), arrow: arrow as string })
    } else if (CURL_INFO.test(line)) isKept = false
    else if (isKept && mark !== undefined && flow !== undefined) {
      if (isHex) keepHex(flow.rewriting, line, at, mark.length)
      else {
        // Where the count of bytes runs ahead of what is shown, a line ended there.
        const offset = Number.parseInt(mark, 16)
        if (offset === expected + 2) flow.rewriting.put('\r\n', at)
        flow.rewriting.keep(at + mark.length, at + line.length)
        expected = offset + line.length - mark.length
        if (line.length === mark.length) flow.rewriting.put('\r\n', at)
      }
    }
    at = end + 1
  }
  return flows.map(({ rewriting, arrow }) => ({
    stream: isHex ? rewriting.end() : withLineEnds(rewriting.end()),
    way: arrow,
    isDotted: !isHex,
  }))
}

/** The first line of a trace in text is that of a request: no bytes. */
const isPlainLine = (view: string): boolean => /^0000: (?:[A-Z]{3,10} |HTTP\/)/m.test(view.slice(0, 10_000))

function keepHex(rewriting: Rewriting, line: string, at: number, from: number): void {
  for (let byte = from; byte < from + HEX_WIDTH && /^[\da-f]{2}/.test(line.slice(byte, byte + 2)); byte += 3)
    rewriting.put(Buffer.from(line.slice(byte, byte + 2), 'hex'), at + byte)
}

/** A dot between the end of one tag and the next tag was the end of a line. */
function withLineEnds(of: Traced): Traced {
  const view = of.bytes.toString('latin1')
  const rewriting = new Rewriting(of)
  let from = 0
  for (const match of view.matchAll(/(?<=>)\.(?=[ .<\t]|$)/g)) {
    rewriting.keep(from, match.index)
    rewriting.put('\n', match.index)
    from = match.index + 1
  }
  rewriting.keep(from, view.length)
  return rewriting.end()
}

import { lineEnd, type Traced } from '../bytes/index.js'
import type { Flow } from './flow.js'
import type { Span } from './spans.js'

/** A line of digits and nothing else, as `xxd -p` and `tshark -T fields -e tcp.payload` write it; what goes the other way is further in with `-z follow,tcp,raw`. */
const LINE = /^(\t?)(?:[\da-f]{2}:?)*[\da-f]{2}\r?$/i
const LINE_MIN = 20
const BYTES_MIN = 100
/** How the bytes of a message begin, or of what carries one. */
const BEGINS = /^(?:\xef\xbb\xbf)?\s{0,20}(?:<[?!A-Za-z_]|[A-Z]{3,10} [^\s]{1,2000} HTTP\/|HTTP\/\d)/

interface Line extends Span {
  indent: string
}

/** Bytes that are written as digits without offsets, each run of lines by itself: connections where they go both ways, each as it is otherwise. */
export function bareFlows(of: Traced, view: string): { packets: Flow[]; others: Flow[]; spans: Span[] } | undefined {
  const runs = runsIn(view).flatMap((lines) => {
    const ways = ['', '\t'].map((indent) => lines.filter((line) => line.indent === indent))
    const flows = ways.filter((own) => own.length > 0).map((own) => streamOf(of, view, own))
    const isOfUse = flows.some(
      ({ bytes }) => bytes.length >= BYTES_MIN && BEGINS.test(bytes.toString('latin1', 0, 2_100)),
    )
    return isOfUse ? [{ lines, flows }] : []
  })
  if (runs.length === 0) return undefined
  const flowsOf = (isFollowed: boolean): Flow[] =>
    runs
      .filter(({ flows }) => flows.length > 1 === isFollowed)
      .flatMap(({ flows }) => flows)
      .map((stream, at) => ({ stream, way: `${at}` }))
  return {
    packets: flowsOf(true),
    others: flowsOf(false),
    spans: runs.map(({ lines }) => ({ start: lines[0]?.start ?? 0, end: lines.at(-1)?.end ?? 0 })),
  }
}

/** Lines that follow each other; those of packets without bytes are empty. */
function runsIn(view: string): Line[][] {
  const runs: Line[][] = []
  let run: Line[] = []
  for (let at = 0; at < view.length;) {
    const end = lineEnd(view, at)
    const indent = isDigit(view, at) ? LINE.exec(view.slice(at, end))?.[1] : undefined
    if (indent !== undefined && (end - at >= LINE_MIN || run.length > 0)) {
      if (run.length === 0) runs.push(run)
      run.push({ start: at, end: Math.min(view.length, end + 1), indent })
    } else if (view.slice(at, Math.min(end, at + 2)).trim() !== '' || end > at + 1) run = []
    at = end + 1
  }
  return runs
}

const isDigit = (view: string, at: number): boolean => /^\t?[\da-f]{2}/i.test(view.slice(at, at + 3))

function streamOf(of: Traced, view: string, lines: readonly Line[]): Traced {
  const bytes: number[] = []
  const places: number[] = []
  for (const { start, end } of lines)
    for (let at = start; at + 1 < end; at++) {
      const byte = /^[\da-f]{2}/i.test(view.slice(at, at + 2)) ? Number.parseInt(view.slice(at, at + 2), 16) : undefined
      if (byte === undefined) continue
      bytes.push(byte)
      places.push(at)
      at++
    }
  return {
    bytes: Buffer.from(bytes),
    isExact: of.isExact,
    origin: (at) => of.origin(places[at] ?? (places.at(-1) ?? 0) + 2),
  }
}

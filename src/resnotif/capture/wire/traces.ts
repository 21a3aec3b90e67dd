import type { Traced } from '../bytes/index.js'
import { bareFlows } from './bare.js'
import { curlFlows } from './curl.js'
import type { Flow } from './flow.js'
import { followedFlows } from './followed.js'
import { ngrepFlows } from './ngrep.js'
import { socatFlows } from './socat.js'
import { leftOf, type Span } from './spans.js'
import { hexFlows, tcpdumpFlows } from './tcpdump.js'
import { tsharkFlows } from './tshark.js'

/** What went over the line, and how it was written down. */
export interface Trace {
  name: 'curl trace' | 'socat trace' | 'packets' | 'hex dump'
  flows: Flow[]
}

/** What one tool wrote down, and where. */
export interface Recording {
  traces: Trace[]
  /** The text that its lines stand in, and which they are. */
  of: Traced
  spans: Span[]
}

type Reader = (of: Traced, view: string, isBeside: boolean) => Recording | undefined

const named =
  (
    name: Trace['name'],
    read: (of: Traced, view: string, isBeside: boolean) => { of?: Traced; flows: Flow[]; spans: Span[] } | undefined,
  ): Reader =>
  (given, view, isBeside) => {
    const found = read(given, view, isBeside)
    return found === undefined
      ? undefined
      : { of: found.of ?? given, spans: found.spans, traces: [{ name, flows: found.flows }] }
  }

type Digits = (of: Traced, view: string) => { packets: Flow[]; others: Flow[]; spans: Span[] } | undefined

const digits =
  (read: Digits): Reader =>
  (of, view) => {
    const found = read(of, view)
    if (found === undefined) return undefined
    const traces: Trace[] = [
      { name: 'packets', flows: found.packets },
      { name: 'hex dump', flows: found.others },
    ]
    return { of, spans: found.spans, traces: traces.filter(({ flows }) => flows.length > 0) }
  }

/** Digits come before text: a packet may be shown as both. */
const READERS: readonly Reader[] = [
  named('packets', tsharkFlows),
  named('packets', followedFlows),
  named('curl trace', curlFlows),
  named('socat trace', socatFlows),
  digits(hexFlows),
  digits(bareFlows),
  named('packets', ngrepFlows),
  named('packets', tcpdumpFlows),
]

/**
 * What tools wrote down of a line, wherever it stands in a text, and what stands around it. A form is that of its own lines alone: nothing before, between or behind them
 * changes how they are read.
 */
export function recordingsIn(of: Traced, view: string): { recordings: Recording[]; rest: Traced[] } {
  const recordings: Recording[] = []
  let rest = [{ of, view }]
  for (const read of READERS)
    rest = rest.flatMap((piece) => {
      const found = read(piece.of, piece.view, recordings.length > 0)
      if (found === undefined) return [piece]
      recordings.push(found)
      return leftOf(found.of, found.spans).map((left) => ({ of: left, view: left.bytes.toString('latin1') }))
    })
  return { recordings, rest: rest.map((piece) => piece.of) }
}

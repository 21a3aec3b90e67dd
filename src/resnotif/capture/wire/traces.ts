import type { Traced } from '../bytes/index.js'
import { curlFlows, isCurlTrace } from './curl.js'
import type { Flow } from './flow.js'
import { isHexDump } from './hex.js'
import { isNgrep, ngrepFlows } from './ngrep.js'
import { isSocatTrace, socatFlows } from './socat.js'
import { hexFlows, isTcpdump, tcpdumpFlows } from './tcpdump.js'

/** What went over the line, and how it was written down. */
export interface Trace {
  name: 'curl trace' | 'socat trace' | 'packets' | 'hex dump'
  flows: Flow[]
  /** All of it stands in rows of hexadecimal digits. */
  isDigits?: true
}

/** What a tool wrote down of a line; undefined for any other text. */
export function traceIn(of: Traced, view: string): Trace | undefined {
  if (isCurlTrace(view)) return { name: 'curl trace', flows: curlFlows(of, view) }
  if (isSocatTrace(view)) return { name: 'socat trace', flows: socatFlows(of, view) }
  if (isNgrep(view)) return { name: 'packets', flows: ngrepFlows(of, view) }
  if (isHexDump(view)) return { ...hexFlows(of, view), isDigits: true }
  if (isTcpdump(view)) return { name: 'packets', flows: tcpdumpFlows(of, view) }
  return undefined
}

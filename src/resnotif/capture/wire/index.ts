/** What went over a line, put together again of what a tool wrote down of it. */

export { curlFlows, isCurlTrace } from './curl.js'
export { isCurlVerbose, isMetered, withoutCurlNotes } from './curl-verbose.js'
export type { Flow } from './flow.js'
export { isHexDump } from './hex.js'
export { isSocatTrace, socatFlows } from './socat.js'
export { hexFlows, isTcpdump, tcpdumpFlows } from './tcpdump.js'

/** What went over a line, put together again of what a tool wrote down of it. */

export { isCurlVerbose, isMetered, withoutCurlNotes } from './curl-verbose.js'
export { type Flow, isOfAnswer } from './flow.js'
export { type Trace, traceIn } from './traces.js'

/** What went over a line, put together again of what a tool wrote down of it. */

export { hasCurlNotes, isMetered, withoutCurlNotes } from './curl-verbose.js'
export { isEnd } from './spans.js'
export { type Flow, isOfAnswer } from './flow.js'
export { type Recording, recordingsIn, type Trace } from './traces.js'

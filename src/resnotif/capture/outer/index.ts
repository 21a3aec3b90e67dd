/** What the document that a message stands in gives it: its letters, the encoding they are in, and the prefixes that it declares. */

export { MIXED, namesInOthers, otherEncodingOf, plainBytes, tellOtherEncoding, wideTextOf } from './encoding.js'
export { envelopeAbove, envelopeOfPart } from './carrier.js'
export { Surroundings } from './surroundings.js'
export { inUtf8, inWindows, isSingle } from './single.js'
export { exampleAt, isUnsent, unsentIn } from './examples.js'
export { wideRuns } from './wide-runs.js'

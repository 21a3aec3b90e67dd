/** Takes notifications out of captures of every kind, each with its place in the file as the user has it. */

export type { AttachedPack } from './heads/index.js'
export { boundaryOf } from './heads/index.js'
export { readCapture } from './capture.js'
export { isUnsent } from './outer/index.js'
export { type Capture, type CapturedPart, type OtherPart, placeFindings } from './parts.js'
export { gunzipWithin, isSqlite, zipsIn } from './packs/index.js'
export { CAPTURE_LIMITS } from './limits.js'
export type { LineColumn } from './places.js'
export { textPartsOf } from './heads/index.js'

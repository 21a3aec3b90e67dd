/** Request bodies from flags, files and --set. */

export { assignFields } from './assign.js'
export { type Body, readBodyFile } from './body-file.js'
export { coreOf, shapeOf } from './field-schema.js'
export { guestName } from './guest-name.js'
export { queryOf, rawBodySchema } from './raw-request.js'
export { readTyped } from './typed-text.js'

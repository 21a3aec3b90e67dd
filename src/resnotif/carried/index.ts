/** The notification of a body: behind its encoding, among attachments, or a string in its envelope, as a service with a parameter of text takes it. */

export { type CarriedMessage, carriedIn } from './carried.js'
export { attachedIn, isMultipart, type MessageIn, messageIn } from './message-in.js'
export { encodingsOf, type Packed, unpackBody } from './unpack.js'

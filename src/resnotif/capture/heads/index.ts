/** What stands behind headers: messages of HTTP with their chunks, and mails and forms with their parts. */

export { type AttachedPack, fileNameOf, isAttachedPack } from './attached.js'
export { beginsWithChunk, chunkRunIn, joinChunks } from './chunks.js'
export { quotedPartIn } from './quoted-parts.js'
export { beginsWithHttp, bodyOf, type EndOfBody, hasHttp, type HttpMessage, httpMessages, shownPath } from './http.js'
export { isNoText } from './headless.js'
export { behindParts, boundaryOf, headOfMail, mailsOfMailbox, type MimePart, openingBoundary, partsOf } from './mime.js'
export type { ShortLength } from './length.js'
export { misfitOfLength, PARAMETER, type ToldAbove, toldAbove } from './above.js'
export { isChunked, lengthIn, packingsOf } from './told.js'
export { textPartsOf } from './text-parts.js'

/** Bytes that stand in a text in digits. */

export { beginsMessage, byteListsIn } from './byte-lists.js'
export { decodeLiteral, literalsIn } from './hex-literals.js'
export { BETWEEN, DECIMAL_BYTE, HEX_BETWEEN, spelledBytesIn } from './spelled-bytes.js'

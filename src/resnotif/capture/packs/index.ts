/** What stands in a text packed or spelled in signs of its own. */

export { packedIn } from './base64-left.js'
export { type Block, blocksIn, decodeBlock } from './base64.js'
export { gunzipWithin } from './gzip-within.js'
export { decodeLiteral, literalsIn } from './hex-literals.js'
export { shownPacks } from './shown.js'
export { spelledNameIn } from './spelled-name.js'
export { isSqlite, sqlitePages } from './sqlite.js'
export { type Cell, cellsOf } from './sqlite-tables.js'
export { beginsMessage, byteListsIn } from './byte-lists.js'
export { spelledBytesIn } from './spelled-bytes.js'
export { inflateText } from './inflate-text.js'

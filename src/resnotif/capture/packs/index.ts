/** What stands in a text packed or spelled in signs of its own. */

export { type Block, blocksIn, decodeBlock, escapedIn, loggedBlock, packedIn } from './base64/index.js'
export { foreignPacksIn } from './foreign-packs.js'
export { gunzipWithin } from './gzip-within.js'
export { shownPacks } from './shown.js'
export { spelledPacksIn } from './spelled-packs.js'
export { spelledNameIn } from './spelled-name.js'
export { isSqlite, sqlitePages } from './sqlite.js'
export { type Cell, cellsOf } from './sqlite-tables.js'
export { beginsMessage, byteListsIn, decodeLiteral, literalsIn, spelledBytesIn } from './digits/index.js'
export { gunzipText, type Inflated, inflateText, isGzip, unpack, ZLIB, zlibText } from './inflate.js'
export { type ZipSpan, zipsIn } from './zip-spans.js'

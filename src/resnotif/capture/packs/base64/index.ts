/** Texts and packs in base64 that stand in another text, and pieces of them. */

export { type Block, blocksIn, decodeBlock, loggedBlock } from './blocks.js'
export { type Escaped, escapedIn } from './escaped.js'
export { packedIn } from './left.js'

/** Bytes that know where they stand in a file, through every way of writing them differently. */

export { treeAround } from './browser-tree.js'
export { hasDots, hasDotsInNames } from './dots.js'
export {
  decodeBackslashes,
  decodeBreaks,
  decodeBars,
  decodeBase64,
  decodeDoubled,
  decodeEntities,
  decodePercent,
  decodeQuoted,
  decodeQuotes,
  decodeSigils,
  decodeQuotedPrintable,
  decodeShell,
  decodeWireBytes,
  withoutColours,
} from './escapes.js'
export { hasHunks, hunkAround } from './hunks.js'
export { lineEnd } from './lines.js'
export { hasPages, pagesAround } from './pages.js'
export { hasProperties, propertyAround } from './properties.js'
export { narrowed, widened } from './wide.js'
export { concat, cutOut, Rewriting, type Traced, unpacked, type Wide, wholeOf } from './traced.js'

/** Files as bytes and text: sources, encodings, lines, formats. */

export { checkLastLine, checkLastValue, tellEndMark } from './cut-off.js'
export {
  decodeText,
  EIGHT_BIT_ENCODINGS,
  eightBitDecoder,
  type EightBitEncoding,
  type EightBitFact,
  isEightBit,
} from './encoding.js'
export { tellFormat, tellWorkbook } from './format.js'
export { checkOutput, headOf, refuseOwnFile } from './output-file.js'
export { placeBeside } from './place-beside.js'
export { type ByteCount, readBytes } from './source.js'
export { encodingNamed } from './text-encodings.js'
export { type LineBlock, type PlainText, readLines } from './text-lines.js'

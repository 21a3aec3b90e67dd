/** Finds messages in the text of a log, whatever the logger did to it. */

export { containerOutputs } from './containers.js'
export { carriedAt, carrierInLines, escapedBehind, stringAround, textAround } from './carried.js'
export { isLeftOff, type Piece, tellCut, tellPiece } from './cut.js'
export { bytesAround, messageAround, spellingAt, withoutComments, withoutProlog } from './find.js'
export { foreignIn, isSigned, piecedIn, spelledIn, UNKNOWN } from './foreign.js'
export { fragmentsIn, MIXED_LINES, mixedIn, type Told } from './fragments.js'
export { byteLists, copiesIn, endOfText, type JsonNode, memberOf, readJson } from './json.js'
export {
  AMBIGUOUS,
  decodeDoubledRecord,
  decodeRecord,
  envelopeIn,
  isXmlType,
  literalAround,
  messageBeside,
  plainOf,
} from './literal.js'
export { jsonLines, wholeTexts } from './pieces.js'
export { recordAround } from './record.js'
export { withoutPrefixes } from './unprefixed.js'
export { beginsWithTime, isHoled, isMention, MARKER, WIDE_MARKER, wrappedIn } from '../words/index.js'

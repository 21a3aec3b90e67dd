/** Finds messages in the text of a log, whatever the logger did to it. */

export { containerOutputs, isContainerLog } from './containers.js'
export { isLeftOff, isLeftOut, tellCut, tellPiece } from './cut.js'
export { MARKER, messageAround, spellingAt, withoutComments, withoutProlog, isMention } from './find.js'
export { foreignIn } from './foreign.js'
export { byteLists, endOfText, type JsonNode, memberOf, readJson } from './json.js'
export { type Literal, literalAround } from './literal.js'
export { spelledIn } from './spelled.js'
export { jsonLines, wholeTexts } from './pieces.js'
export { beginsWithTime } from './prefix.js'
export { recordAround } from './record.js'
export { withoutPrefixes } from './unprefixed.js'

/** Finds messages in the text of a log, whatever the logger did to it. */

export { containerOutputs, isContainerLog } from './containers.js'
export { MARKER, messageAround, spellingAt, withoutComments, withoutPrefixes, withoutProlog } from './find.js'
export { foreignIn } from './foreign.js'
export { byteLists, endOfText, type JsonNode, memberOf, readJson } from './json.js'
export { literalAround } from './literal.js'
export { jsonLines, wholeTexts } from './pieces.js'
export { beginsWithTime } from './prefix.js'
export { recordAround } from './record.js'

/** Opens what a person captured: files, folders, archives, standard input. */

export { isPacked } from './archives.js'
export { type CaptureFile, isEmpty, openCaptures, tellDoubts, tellEmpty, tellOthers } from './captures.js'
export { headFindings, placeInHead } from './head-findings.js'
export { type NamedMessage, noneIn, openMessages, requireText } from './messages.js'
export { ENOUGH, watchFolder } from './watch.js'
export { codeOf, unreadable } from './unreadable.js'

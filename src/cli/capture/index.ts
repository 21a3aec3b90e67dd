/** Opens what a person captured: files, folders, archives, standard input. */

export { type CaptureFile, codeOf, openCaptures, tellOthers, unreadable } from './captures.js'
export { type NamedMessage, openMessages, requireText } from './messages.js'
export { watchFolder } from './watch.js'

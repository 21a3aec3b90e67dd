/** Signals from the first line of the program on. */

export { commandBegins, commandPrints, onSignal } from './from-the-start.js'
export { isLeavingWithWords, lastWords, leaveWithWords } from './last-words.js'
export { leave } from './leave.js'

/** The terminal: what it can show, prompts, progress. */

export { printable, printableCell, printableJson, printableLines } from '../../printable.js'
export type { Answer, Column } from './answer.js'
export { idsGiven, withoutCards } from './fault-cards.js'
export { folded } from './fold.js'
export { interruptedFault, TIME_UP, timeUpFault } from './interrupted.js'
export {
  foldedForError,
  onTerminal,
  print,
  untaken,
  printAsItIs,
  shownAnswer,
  shownText,
  shownValue,
  silence,
  takeLost,
  tell,
  watchOutput,
} from './output.js'
export { startProgress } from './progress.js'
export { askChecked, askChoice, askSecret, askText, type Choice, confirm, isAsking, spentAsking } from './prompt.js'
export { readTerminal, type Terminal } from './terminal.js'
export { widthOf, wrap } from './width.js'
export { hangOfPage, wrapWords } from './word-wrap.js'

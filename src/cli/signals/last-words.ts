import { leave } from './leave.js'

/** How long the end that a second signal asked for is held up, milliseconds: whoever waits for the process has lost patience already. */
const WORDS_MS = 1_500

/** Says it, told the code that the process ends with. */
type Say = (code: number) => Promise<unknown>

const words = new Set<Say>()
let isLeaving = false

/** Registers what is still to be told to somebody outside when a second signal or the last resort of a deadline ends the process. Answers how to take it back. */
export function lastWords(say: Say): () => void {
  words.add(say)
  return () => words.delete(say)
}

/** Whether the process is saying its last words: they end it, and not whatever is done meanwhile. */
export function isLeavingWithWords(): boolean {
  return isLeaving
}

/**
 * Ends the process once its last words are said, or soon. Asked again meanwhile, it ends at once.
 * @param wordsMs how long they may take, milliseconds
 */
export function leaveWithWords(code: number, wordsMs = WORDS_MS): void {
  if (isLeaving || words.size === 0) leave(code)
  isLeaving = true
  const end = (): void => leave(code)
  setTimeout(end, wordsMs)
  void Promise.allSettled([...words].map((say) => say(code))).then(end)
}

import { leave } from './leave.js'

/** How long the end that a second signal asked for is held up, milliseconds: whoever waits for the process has lost patience already. */
const WORDS_MS = 1_500

const words = new Set<() => Promise<unknown>>()
let isLeaving = false

/** Registers what is still to be told to somebody outside when a second signal ends the process. Answers how to take it back. */
export function lastWords(say: () => Promise<unknown>): () => void {
  words.add(say)
  return () => words.delete(say)
}

/** Ends the process once its last words are said, or soon. Asked again meanwhile, it ends at once. */
export function leaveWithWords(code: number): void {
  if (isLeaving || words.size === 0) leave(code)
  isLeaving = true
  const end = (): void => leave(code)
  setTimeout(end, WORDS_MS)
  void Promise.allSettled([...words].map((say) => say())).then(end)
}

import { plainWord } from '../values/index.js'

const TRUE_BESIDE = new Set(['t', 'v', 'true', 'vrai', 'vero', 'verdadero', 'verdadeiro', 'adevarat'])
const WORD_CHARACTERS = 20

/** A letter that is short for false only beside its counterpart: by itself it may be short for closed, as in French. */
export class LoneLetters {
  /** The line in hand. */
  line = 0
  readonly #seen = new Map<number, { line: number; text: string } | 'sure'>()

  /** Takes a cell of a column of flags. */
  take(text: string, at: number): void {
    const word = plainWord(text.trim().slice(0, WORD_CHARACTERS))
    if (TRUE_BESIDE.has(word)) this.#seen.set(at, 'sure')
    else if (word === 'f' && !this.#seen.has(at)) this.#seen.set(at, { line: this.line, text: text.trim() })
  }

  /** What is wrong with the file as a whole; undefined where nothing is. */
  finding(
    names: readonly string[],
  ): { line: number; field: string; value: string; reason: string; remedy: string } | undefined {
    for (const [at, seen] of this.#seen) {
      if (seen === 'sure') continue
      return {
        line: seen.line,
        field: names[at] ?? '',
        value: seen.text,
        reason: `"${seen.text}" may be short for false or, as fermé, for closed, and no T, V or true stands in the column`,
        remedy: 'Write true for what is meant to be closed, and false for the rest.',
      }
    }
    return undefined
  }
}

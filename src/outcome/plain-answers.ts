import { doubtsInHeaders, saidInHeaders } from './beside/index.js'
import type { Judgement, Judging } from './rules/index.js'
import { done, echoOf } from './words.js'

const KEPT = 4
const LONGEST = 1_000

/**
 * Texts of answers that were found to prove a batch and to say nothing of what it held: the same text proves the next one. A service mostly has one of them,
 * and gives it to each of the thousands of requests of a push. Kept for one service, with its names and labels, and one endpoint.
 */
export class PlainAnswers {
  readonly #texts = new Set<string>()

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  add(text: string): void {
    if (text.length > LONGEST) return
    const [oldest] = this.#texts
    if (oldest !== undefined && this.#texts.size >= KEPT) this.#texts.delete(oldest)
    this.#texts.add(text)
  }
}

/** The judgement of an answer to a batch whose text has proved one before; headers are those of each answer alone. */
export function provedBefore(judging: Judging): Judgement | undefined {
  const { rule, heard, context } = judging
  if (rule.isBatch !== true || heard.status !== 200 || context.plain?.has(heard.text) !== true) return undefined
  const isQuiet = doubtsInHeaders(heard.headers, false).length === 0 && saidInHeaders(heard.headers).length === 0
  return isQuiet ? done(judging, echoOf(judging)) : undefined
}

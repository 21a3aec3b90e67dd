import { wordOf } from '../doubts/index.js'
import type { OwnLabels } from '../rules/index.js'
import { tellsAgainstSuccess } from './against-success.js'

/** What may stand where the answer to a batch has its result: a count, the id of something, a list of what was sent. */

const INTEGER = /^[+-]?\d{1,20}$/

/** Whether it is a whole number, a text or a list. */
export function isPlainResult(result: unknown): boolean {
  return (
    Array.isArray(result) || typeof result === 'string' || typeof result === 'bigint' || Number.isSafeInteger(result)
  )
}

/** Whether it speaks against the success beside it: nothing that was counted, a word of failure or of later. */
export function isResultAgainst(result: unknown, labels: OwnLabels): boolean {
  if (Array.isArray(result)) return false
  const text = String(result).trim()
  if (INTEGER.test(text)) return Number(text) <= 0
  const word = wordOf(text, labels)
  return word === 'no' || word === 'later' || tellsAgainstSuccess(text, { mayHold: false })
}

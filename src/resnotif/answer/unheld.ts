import type { Fate } from '../../outcome/index.js'
import { ALREADY_CANCELLED, ALREADY_EXISTS } from './error-codes.js'

interface Judged {
  fate: Fate
  summary: string
  isPartial?: boolean
  isAlreadyDelivered?: boolean
  leavesOpen?: 'exists' | 'half-way'
  problems?: readonly { code?: string }[]
}

/**
 * What an answer proves of a message that nobody here has read: no Success, and no "has it already", can be held against it. A refusal stays one.
 * @param why the message is not known, as the end of a sentence; undefined where it is
 */
export function unheld<T extends Judged>(verdict: T, why: string | undefined): T {
  if (why === undefined) return verdict
  const { fate, isPartial = false, isAlreadyDelivered = false, leavesOpen, problems = [], summary } = verdict
  const open = (words: string): T => ({
    ...verdict,
    fate: 'unknown',
    isPartial: false,
    isAlreadyDelivered: false,
    summary: words,
  })
  const notRead = `the message was not read here (${why})`
  if (isPartial) return open(`${summary} But ${notRead}, so whether that is about this one is not known.`)
  if (fate === 'done' && !isAlreadyDelivered)
    return open(`The PMS answered Success, but ${notRead}, so whether it is about this one is not known.`)
  const saysHasIt =
    leavesOpen === 'exists' ||
    (problems.length > 0 && problems.every(({ code }) => code === ALREADY_EXISTS || code === ALREADY_CANCELLED))
  return isAlreadyDelivered || (fate === 'refused' && saysHasIt)
    ? open(`${summary} But ${notRead}, so whether the PMS has it from before is not known.`)
    : verdict
}

import { isAlive } from '../../is-alive.js'

/** Who waits for the answer to a message, as long as none is written down. */
export interface UnderWay {
  /** The process of the listener. */
  pid: number
  /** When it has stopped waiting at the latest: a process of the same number may live by then. */
  until: string
}

/** Why a message has no answer: the listener still waits; it ended before; it lives, and has written none down. */
export type Unanswered = 'under way' | 'listener ended' | 'not written'

export const ANSWER_NOT_KNOWN: Readonly<Record<Unanswered, string>> = {
  'under way': 'It is under way: the PMS has not answered yet.',
  'listener ended': 'The answer is not known: the listener ended before it came.',
  'not written': 'The answer is not known: it was not written down.',
}

/** Between the longest wait for an answer and its being written down, milliseconds. */
const SLACK_MS = 60_000

/** @param timeoutMs longest wait for the answer */
export const underWayHere = (timeoutMs: number): UnderWay => ({
  pid: process.pid,
  until: new Date(Date.now() + timeoutMs + SLACK_MS).toISOString(),
})

/** What became of a message whose answer is not written down. */
export function unansweredWhy({ pid, until }: UnderWay): Unanswered {
  if (!isAlive(pid)) return 'listener ended'
  return Date.now() < Date.parse(until) ? 'under way' : 'not written'
}

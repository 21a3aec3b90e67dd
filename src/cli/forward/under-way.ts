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

/** What stands in a record of what is large until it is read, as the end of a sentence. */
export const NOT_READ_YET = 'it is large, and was not read yet when this was written'
/** The same of an answer. */
export const ANSWER_NOT_READ_YET = 'its answer was large, and not read yet'

export const READ_STILL = 'it is large, and is still being read'
const ANSWER_READ_STILL = 'its answer is large, and is still being read'
const UNREAD: Readonly<Record<Exclude<Unanswered, 'under way'>, string>> = {
  'listener ended': 'the listener ended before they were read and kept',
  'not written': 'what the listener read of them was not written down',
}

/** The same, once it is known whether its listener lives. @param bytes of the message, all of which had come */
export const notReadWords = (why: Unanswered, bytes: number): { message: string; answer: string } =>
  why === 'under way'
    ? { message: READ_STILL, answer: ANSWER_READ_STILL }
    : {
        message: `all ${bytes} bytes of it had come, but ${UNREAD[why]}`,
        answer: `its answer was large, and ${why === 'listener ended' ? 'the listener ended before it was read' : 'what it says was not written down'}`,
      }

/** Between the longest wait for an answer and its being written down, milliseconds. */
const SLACK_MS = 60_000

/** @param timeoutMs longest wait for the answer, or for its being read */
export const underWayHere = (timeoutMs: number): UnderWay => ({
  pid: process.pid,
  until: new Date(Date.now() + timeoutMs + SLACK_MS).toISOString(),
})

/** What became of a message whose answer is not written down. */
export function unansweredWhy({ pid, until }: UnderWay): Unanswered {
  if (!isAlive(pid)) return 'listener ended'
  return Date.now() < Date.parse(until) ? 'under way' : 'not written'
}

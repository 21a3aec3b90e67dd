import { type ErrorCode, Fault } from '../errors.js'
import type { Journal } from '../journal/index.js'
import type { Booking } from './booking.js'

/** What a journal fails with that a full disk, missing rights, another process or damage keeps from being written. */
const OF_JOURNAL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['DATA_DIRECTORY', 'LOCKED', 'DAMAGED'])

/** Whether an error is one of the journal, or of another file of this machine. A sign-in that fails here behind an HTTP 401 is not: that request was refused. */
export const isOfJournal = (error: unknown): error is Fault =>
  error instanceof Fault && OF_JOURNAL.has(error.code) && error.facts['wasSent'] !== true

/** What writes down how an attempt goes on. */
const NOTES = ['settle', 'remember', 'heldAt', 'differ', 'confirming', 'settleBooking'] as const

/** What the journal could not take after a request had left. */
export class Unwritten {
  /** The first of it. */
  why: Fault | undefined

  /** The same journal; what cannot be written of an attempt is kept here, and ends nothing: the request has left, and its answer is what has to be told. */
  sparing(journal: Journal): Journal {
    const attempts = Object.create(journal.attempts) as Journal['attempts']
    for (const name of NOTES) {
      const write = journal.attempts[name].bind(journal.attempts) as (...given: unknown[]) => void
      const spared = (...given: unknown[]): void => {
        try {
          write(...given)
        } catch (error) {
          if (!isOfJournal(error)) throw error
          this.why ??= error
        }
      }
      Object.defineProperty(attempts, name, { value: spared })
    }
    return { ...journal, attempts }
  }

  /**
   * How work ends that broke off after its request had left: never with the journal alone.
   * @param open says that it is not known what became of the request, and what to type
   */
  ending(error: unknown, open: { words: string; next: string; facts: Record<string, unknown> }): unknown {
    if (isOfJournal(error))
      return new Fault('OUTCOME_UNKNOWN', `${open.words} ${unwrittenWords(error)}`, {
        next: `${remedyOf(error)} ${open.next}`,
        facts: { ...error.facts, ...open.facts, fate: 'unknown', unwritten: error.message },
        cause: error,
      })
    if (this.why === undefined || !(error instanceof Fault)) return error
    const { code, message, next, findings, facts, attachment } = error
    return new Fault(code, `${message} ${unwrittenWords(this.why)}`, {
      next: `${remedyOf(this.why)} ${next}`,
      findings,
      facts: { ...facts, ...open.facts, unwritten: this.why.message },
      cause: error,
      ...(attachment === undefined ? {} : { attachment }),
    })
  }
}

/** The attempt is on record as it stood before the request; a look-up puts it right. */
export function unwrittenNotice(standing: string, why: Fault, next: string): string {
  return `${standing}, but ${unwrittenWords(why).replace(/^What/, 'what')} ${remedyOf(why)} ${next}`
}

/**
 * A journal that cannot be written before anything has left: that is told, and nothing of a push.
 * @param unsent says that the request was not sent
 */
export function unsentFault(error: unknown, unsent: string): unknown {
  if (!isOfJournal(error)) return error
  const { code, message, facts } = error
  return new Fault(code, `${message} ${unsent}`, {
    next: `${remedyOf(error)} Then run the same command again.`,
    facts,
    cause: error,
  })
}

const unwrittenWords = ({ message }: Fault): string => `What became of it could not be written down here: ${message}`

function remedyOf({ code, facts, next }: Fault): string {
  if (facts['isFull'] === true) return 'Free room on that disk.'
  if (facts['isLimited'] === true) return 'Raise the limit of file size (ulimit -f).'
  return code === 'LOCKED' ? 'Wait until the other process has ended.' : next
}

/** Runs what is written down before a request leaves. */
export function beforeLeaving<T>(unsent: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw unsentFault(error, unsent)
  }
}

/** The same booking with a journal that ends nothing. */
export const sparing = (booking: Booking, unwritten: Unwritten): Booking => ({
  ...booking,
  journal: unwritten.sparing(booking.journal),
})

import type { ReservationRecord } from '../../contract/index.js'
import type { Attempt } from '../../journal/index.js'
import { type Mismatch, mismatchesOf, RULES, stateWord } from '../../outcome/index.js'
import { shellWord } from '../../shell-word.js'
import { idOf, namesOf } from './names.js'
import { byBooking, contradictionIn, namelessWords, namesBooking } from './rows.js'
import { unknownState } from './state-words.js'

/** Why a reservation that was found is not, or not surely, the one that was asked for. */
interface Problem {
  fate: 'refused' | 'unknown'
  words: string
  next: string
  facts: Record<string, unknown>
  /** It needs to be said what the answer was. */
  isAboutAnswer?: true
}

/** What the reservations under the id of an attempt amount to. */
export interface Weighed {
  /** The one that counts: what was asked for and stands, if there is one. */
  reservation: ReservationRecord
  /** Others that may hold rooms. */
  surplus: ReservationRecord[]
  /** Others that hold nothing any more. */
  fallen: ReservationRecord[]
  problem?: Problem
  /** What the hotel has changed since, in words. */
  change?: string
}

/** Whether a reservation in this state holds nothing any more. */
export const isGone = (status: string): boolean => stateWord('reservation.create', status) === 'refused'

/** Whether the hotel has changed it since, so that it may say something else than was booked. */
export const isModified = (status: string): boolean => /^(modified|no_show)$/i.test(status.trim())

/**
 * Judges what look-ups find of an attempt as the answer to its request would be judged: it is ours only where it says what was asked, and good only in a
 * state that was asked for. Of several, one that is both counts before any other.
 * @param records at least one
 */
export function weigh(attempt: Attempt, records: readonly ReservationRecord[]): Weighed {
  const [best, ...rest] = byBooking(records)
    .map((rows) => verdictOfRows(attempt, rows))
    .sort((a, b) => a.rank - b.rank)
  if (best === undefined) throw new Error('nothing to weigh')
  const others = rest.map(({ record }) => record)
  const { record: reservation, problem, change } = best
  const also = others.length === 0 ? '' : ` It holds ${namesOf(others)} under it as well.`
  return {
    reservation,
    surplus: others.filter(({ status }) => !isGone(status)),
    fallen: others.filter(({ status }) => isGone(status)),
    ...(problem === undefined ? {} : { problem: { ...problem, words: `${problem.words}${also}` } }),
    ...(change === undefined ? {} : { change }),
  }
}

/** Rows about one booking: the worst of them counts, and what contradicts itself is not settled. */
function verdictOfRows(attempt: Attempt, rows: readonly ReservationRecord[]): Verdict & { record: ReservationRecord } {
  const [worst] = rows.map((record) => ({ record, ...verdictOf(attempt, record) })).sort((a, b) => b.rank - a.rank)
  if (worst === undefined) throw new Error('nothing to weigh')
  const id = idOf(worst.record)
  const words = id === '' || worst.rank === 1 ? undefined : contradictionIn(id, rows)
  if (words === undefined) return worst
  const record = rows.find(({ status }) => !isGone(status)) ?? worst.record
  return { record, rank: 1, problem: unknownProblem(attempt, record, words, {}, true) }
}

function unknownProblem(
  { channelId }: Attempt,
  record: ReservationRecord,
  words: string,
  facts: Record<string, unknown> = {},
  isAboutAnswer?: true,
): Problem {
  const id = idOf(record)
  return {
    fate: 'unknown',
    words,
    facts: { bookingId: id, state: record.status, channelBookingId: channelId, ...facts },
    ...(isAboutAnswer === undefined ? {} : { isAboutAnswer }),
    next: `Run "hubswitch reservation lookup --booking-id ${shellWord(id)}" and see what it holds before you repeat this.`,
  }
}

interface Verdict {
  /** The lower the better. */
  rank: number
  problem?: Problem
  change?: string
}

function verdictOf(attempt: Attempt, record: ReservationRecord): Verdict {
  const { channelId, bookings, bookingId: acknowledged } = attempt
  const { status } = record
  const id = idOf(record)
  const unknown = (words: string, facts?: Record<string, unknown>, isAboutAnswer?: true): Problem =>
    unknownProblem(attempt, record, words, facts, isAboutAnswer)
  if (id === '') {
    const next = `Run "hubswitch reservation lookup --channel-id ${shellWord(channelId)}" and see what it holds before you repeat this.`
    return {
      rank: 1,
      problem: {
        fate: 'unknown',
        words: 'A look-up finds a reservation without a booking id.',
        next,
        facts: {},
        isAboutAnswer: true,
      },
    }
  }
  const mismatch = mismatchWith(attempt, record)
  const difference =
    mismatch === undefined ? undefined : `${mismatch.field} ${mismatch.answered}, not ${mismatch.asked}`
  const word = stateWord('reservation.create', status)
  const refused: Problem = {
    ...unknown(`Reservation ${id} is ${status}: it does not hold the rooms.`),
    fate: 'refused',
  }
  if (difference === undefined && !namesBooking(record) && !(word === 'refused' && Object.hasOwn(bookings, id)))
    return { rank: 1, problem: unknown(namelessWords(id, status), {}, true) }
  // What was seen before and is gone now holds nothing, whatever it was.
  if (word === 'refused' && (difference === undefined || Object.hasOwn(bookings, id)))
    return { rank: 2, problem: refused }
  if (acknowledged !== undefined && isModified(status))
    return { rank: 0, ...(difference === undefined ? {} : { change: `It is ${status}: ${difference}.` }) }
  if (difference !== undefined)
    return {
      rank: word === 'refused' ? 3 : 1,
      problem: unknown(`The service holds reservation ${id} under ${channelId}, but with ${difference}.`, { mismatch }),
    }
  // What the answer said otherwise, the look-up has to say rightly: leaving it out settles nothing.
  const root = acknowledged === undefined ? attempt.disputed?.split('.')[0] : undefined
  if (root !== undefined && (record[root] === undefined || record[root] === null))
    return {
      rank: 1,
      problem: unknown(`A look-up finds reservation ${id} and does not say its ${attempt.disputed}.`, {}, true),
    }
  return word === 'unknown' ? { rank: 1, problem: unknown(unknownState(id, status)) } : { rank: 0 }
}

/** The first thing in which a record is not what an attempt asked for; undefined where nothing that it says is otherwise. */
export function mismatchWith(attempt: Attempt, record: ReservationRecord): Mismatch | undefined {
  return mismatchesOf(RULES['reservation.create'], { body: askedOf(attempt) }, record)[0]
}

/** What was asked. An older release kept only the property and the arrival. */
function askedOf({ asked, channelId, propertyId, checkInDate }: Attempt): Readonly<Record<string, unknown>> {
  return (
    asked ?? {
      channelBookingId: channelId,
      ...(propertyId === undefined ? {} : { propertyId }),
      ...(checkInDate === undefined ? {} : { checkInDate }),
    }
  )
}

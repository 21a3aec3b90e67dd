import type { ReservationRecord } from '../contract/index.js'
import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { isSame } from '../outcome/index.js'
import { pause } from '../clock.js'
import { type Call, faultOrThrow, unlessMissing } from '../property-file/index.js'
import { firstCharacters } from '../redaction/index.js'
import { type Booking, LOOK_AGAIN_MS, SAME_WITHIN_MS } from './booking.js'
import { idOf, isGone, weigh, type Weighed } from './found/index.js'
import { differenceFrom } from './total.js'

/** What one look shows: the reservations of the attempt, ids that it is known to have become and that are not found, and what the channel id had before. */
interface Look {
  records: ReservationRecord[]
  missing: string[]
  before: string[]
}

/** What look-ups say of an attempt. `unknown` without a cause: it is not found, which proves nothing. */
export type Looked =
  | ({ kind: 'found' } & Look)
  | ({ kind: 'absent' } & Look)
  | ({ kind: 'unknown'; cause?: Fault } & Partial<Look>)

interface LookOptions {
  /** Pause before each look, milliseconds. By default several where absence can be told by them. */
  waitMs?: readonly number[]
  /** The service had the attempt, or may have answered it: not finding it proves nothing. By default what the journal says. */
  isAnswered?: boolean
}

/** Every reservation that carries a channel booking id. */
export async function lookUpChannel(call: Call, channelId: string): Promise<ReservationRecord[]> {
  const found = await unlessMissing(call('reservation.lookup', { query: { channelId } }))
  return found === undefined ? [] : [found].flat()
}

/** Whether a reservation is that of another attempt of this machine, and is not shown under the channel booking id of this one. */
function isOfOther(
  { journal, target }: Pick<Booking, 'journal' | 'target'>,
  { channelId, bookingId, bookings }: Attempt,
  record: Pick<ReservationRecord, 'bookingId' | 'channelBookingId'>,
): boolean {
  const id = idOf(record)
  if (bookingId === id || Object.hasOwn(bookings, id)) return false
  return !carries(record, channelId) && journal.attempts.isOfOther(target, id, channelId)
}

/** Whether a record says that it has this channel booking id. */
export const carries = (
  { channelBookingId }: Pick<ReservationRecord, 'channelBookingId'>,
  channelId: string,
): boolean => channelBookingId !== undefined && channelBookingId !== null && isSame(channelBookingId, channelId)

/** Looks by the channel id, then by each id that the attempt is known to have become and that was not among them. */
async function look({ call, journal, target }: Booking, attempt: Attempt): Promise<Look> {
  const earlier = new Set([...attempt.known, ...journal.attempts.bookingsOf(target, attempt.channelId, attempt.id)])
  for (const id of [attempt.bookingId, ...Object.keys(attempt.bookings)]) earlier.delete(String(id))
  const listed = await lookUpChannel(call, attempt.channelId)
  const records = listed.filter((one) => !earlier.has(idOf(one)) && !isOfOther({ journal, target }, attempt, one))
  const missing: string[] = []
  for (const [id, state] of Object.entries(attempt.bookings)) {
    if (isGone(state) || records.some((one) => idOf(one) === id)) continue
    const found = await unlessMissing(call('reservation.lookup', { query: { bookingId: id } }))
    const rows = found === undefined ? [] : [found].flat()
    if (rows.length === 0) missing.push(id)
    records.push(...rows)
  }
  return { records, missing, before: [...new Set(listed.map(idOf))].filter((id) => earlier.has(id)) }
}

/** Looks up what became of an attempt, and writes nothing. Absent only where every look says so, and the service never showed that it had it. */
export async function settleAttempt(
  booking: Booking,
  attempt: Attempt,
  { isAnswered = mayBeAnswered(booking, attempt), waitMs = waitsFor(booking, attempt, isAnswered) }: LookOptions = {},
): Promise<Looked> {
  let last: Look | undefined
  for (const ms of waitMs) {
    await pause(ms, booking.signal)
    const seen = await look(booking, attempt).catch(faultOrThrow)
    if (seen instanceof Fault) return { kind: 'unknown', cause: seen }
    if (seen.records.length > 0) return { kind: 'found', ...seen }
    last = seen
  }
  const seen = { records: [], missing: last?.missing ?? [], before: last?.before ?? [] }
  return isAnswered ? { kind: 'unknown', ...seen } : { kind: 'absent', ...seen }
}

/** A command that was cut short may have had its answer; a day later, nothing is on its way any more. */
function mayBeAnswered({ now = Date.now }: Booking, { state, bookings, createdAt }: Attempt): boolean {
  return (
    state === 'answered' ||
    Object.keys(bookings).length > 0 ||
    (state === 'sending' && now() - createdAt < SAME_WITHIN_MS)
  )
}

function waitsFor({ waitMs = LOOK_AGAIN_MS }: Booking, { state }: Attempt, isAnswered: boolean): readonly number[] {
  return isAnswered || state === 'absent' ? [0] : waitMs
}

/** Writes what was found and weighed into the journal. Only what is surely what was asked for becomes the booking of the attempt. */
export function keepWeighed(
  { journal, target, now = Date.now }: Booking,
  attempt: Attempt,
  { reservation, surplus, fallen, problem }: Weighed,
): void {
  const { attempts } = journal
  const { id, bookingId } = attempt
  attempts.remember(
    id,
    [reservation, ...surplus, ...fallen]
      .filter((one) => idOf(one) !== '')
      .map((one) => [idOf(one), one.status] as const),
  )
  if (problem?.fate === 'unknown') {
    if (bookingId === undefined) attempts.settle(id, 'answered', undefined, now())
    else attempts.differ(id, firstCharacters(problem.words, 500))
    return
  }
  attempts.differ(id, problem === undefined ? differenceFrom(attempt, reservation) : undefined)
  attempts.settle(id, reservation.status, idOf(reservation), now())
  attempts.settleBooking(target, idOf(reservation), reservation.status, now())
}

/** What became of an attempt that was looked up and written down. */
export type Settled = { kind: 'weighed'; weighed: Weighed; missing: string[] } | Exclude<Looked, { kind: 'found' }>

/**
 * Looks up an attempt whose fate is open, weighs what is found as its answer would be, and keeps that in the journal.
 * @throws Fault INTERRUPTED where a signal ended the look, which has told nothing then
 */
export async function settleInJournal(booking: Booking, attempt: Attempt): Promise<Settled> {
  const { journal, now = Date.now } = booking
  const looked = await settleAttempt(booking, attempt)
  if (looked.kind === 'unknown' && looked.cause?.code === 'INTERRUPTED') throw looked.cause
  if (looked.kind === 'found') {
    const weighed = weigh(attempt, looked.records)
    keepWeighed(booking, attempt, weighed)
    return { kind: 'weighed', weighed, missing: looked.missing }
  }
  if (looked.kind === 'absent') journal.attempts.settle(attempt.id, 'absent', undefined, now())
  else if (attempt.state === 'absent') journal.attempts.settle(attempt.id, 'unknown', undefined, now())
  return looked
}

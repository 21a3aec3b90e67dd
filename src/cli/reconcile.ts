import { EXIT, Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { type Booking, SAME_WITHIN_MS } from './booking.js'
import { attemptColumns } from './columns.js'
import { isStillSending } from './confirm-duplicate.js'
import type { ReservationRecord } from '../contract/reservation-fields.js'
import { otherTotal } from './reservation/total.js'
import { faultOrThrow, settleAttempt } from './settle-attempt.js'
import { type Answer, list } from './view.js'

/** What reconciling says of one attempt. */
export interface Settled extends Pick<Attempt, 'channelId' | 'summary' | 'createdAt' | 'state' | 'bookingId'> {
  /** What to know or do, in a sentence; empty where all is well. */
  remark: string
  isOpen: boolean
  isSurplus: boolean
}

/**
 * Looks up every attempt of this machine whose fate is open, and every hold that was last seen pending; writes what it finds into the
 * journal. Attempts that were taken for absent within the last day are looked up once more, for a request that landed late.
 */
export async function reconcile(booking: Booking): Promise<Settled[]> {
  const { journal, target, now = Date.now } = booking
  const settled: Settled[] = []
  for (const attempt of journal.attempts.doubtful(target, { since: now() - SAME_WITHIN_MS })) {
    if (isStillSending(attempt)) settled.push(say(attempt, `Process ${attempt.holder} is still sending it.`, { isOpen: true }))
    else settled.push(...(await settleOne(booking, attempt)))
  }
  const done = new Set(settled.map(({ bookingId }) => bookingId))
  for (const attempt of journal.attempts.inState(target, 'pending')) {
    if (attempt.bookingId !== undefined && !done.has(attempt.bookingId)) settled.push(await refresh(booking, attempt, attempt.bookingId))
  }
  return settled
}

function say({ channelId, summary, createdAt, state, bookingId }: Attempt, remark: string, { isOpen = false, isSurplus = false } = {}): Settled {
  return { createdAt, state, bookingId, channelId, summary, remark, isOpen, isSurplus }
}

/** What to know of a hold. One that is not at the total that was expected is looked at, and not just confirmed. */
function neverConfirmed(reservation: ReservationRecord, { expectedTotal }: Attempt): string {
  const { bookingId } = reservation
  const other = otherTotal(reservation, expectedTotal)
  if (other === undefined) return `Held, never confirmed. Confirm it with "hubswitch reservation confirm ${bookingId}".`
  return `Never confirmed, and ${other}. Look at it with "hubswitch reservation lookup --booking-id ${bookingId}"; confirm it only if you take that total.`
}

const ANSWERED = 'The service answered it, though not that it is booked, and a look-up does not find it. Ask the service before you book it again.'

async function settleOne(booking: Booking, attempt: Attempt): Promise<Settled[]> {
  const fate = await settleAttempt(booking, attempt)
  if (fate.kind === 'unknown' && fate.cause === undefined) return [say(attempt, ANSWERED, { isOpen: true })]
  if (fate.kind === 'unknown') return [say({ ...attempt, state: attempt.state === 'answered' ? 'answered' : 'unknown' }, `The look-up failed: ${fate.cause?.message ?? ''}`, { isOpen: true })]
  if (fate.kind === 'absent') return attempt.state === 'absent' ? [] : [say({ ...attempt, state: 'absent' }, 'The service holds no such reservation.')]
  const all = [fate.reservation, ...fate.surplus]
  return all.map((reservation, at) => {
    const { status } = reservation
    const id = String(reservation.bookingId)
    const hold = status.toLowerCase() === 'pending' ? neverConfirmed(reservation, attempt) : ''
    const remark = at > 0 ? `One of ${all.length} bookings of this attempt: cancel what is too much.` : attempt.state === 'absent' ? `It was booked after all. ${hold}`.trim() : hold
    return say({ ...attempt, state: status, bookingId: id }, remark, { isSurplus: at > 0 })
  })
}

async function refresh({ call, journal, target, now = Date.now }: Booking, attempt: Attempt, bookingId: string): Promise<Settled> {
  const looked = await call('reservation.lookup', { query: { bookingId } }).catch(faultOrThrow)
  if (looked instanceof Fault) {
    const isGone = looked.code === 'NOT_FOUND'
    if (isGone) journal.attempts.settle(attempt.id, 'absent', undefined, now())
    return say({ ...attempt, state: isGone ? 'absent' : attempt.state }, isGone ? 'The service does not know it any more.' : `The look-up failed: ${looked.message}`, { isOpen: !isGone })
  }
  const [reservation] = [looked].flat()
  const status = reservation?.status ?? attempt.state
  journal.attempts.settleBooking(target, bookingId, status, now())
  return say({ ...attempt, state: status }, reservation !== undefined && status.toLowerCase() === 'pending' ? neverConfirmed(reservation, attempt) : '')
}

/** The answer of `reservation reconcile`: exit 12 while something stays unknown, 8 where more was booked than wanted. */
export function reconcileAnswer(settled: readonly Settled[]): Answer {
  const exitCode = settled.some(({ isOpen }) => isOpen) ? EXIT.outcomeUnknown : settled.some(({ isSurplus }) => isSurplus) ? EXIT.findings : EXIT.ok
  const shown = [...attemptColumns, { name: 'remark', value: ({ remark }: Record<string, unknown>) => remark }]
  return { ...list(settled, settled, shown, 'Nothing is open: every attempt of this machine is settled.'), exitCode }
}

import { type ReservationRecord, STATE_UNKNOWN } from '../contract/index.js'
import { Fault } from '../errors.js'
import { asksToWait, fateOf, isTrouble, provesAbsence, stateWord } from '../outcome/index.js'
import { pause } from '../clock.js'
import { faultOrThrow } from '../property-file/index.js'
import { shellWord } from '../shell-word.js'
import type { Booked } from './book.js'
import { type Booking, LOOK_AGAIN_MS } from './booking.js'
import { contradictionIn, isModified, mismatchWith, namelessWords, namesBooking, unknownState } from './found/index.js'
import { noteStates } from './note-state.js'
import { putOffMs, waitPutOff } from './put-off.js'
import { isOfJournal, sparing, unsentFault, Unwritten } from './unwritten.js'

/** States from which a confirmation may still come. */
const isPending = (status: string): boolean => status.trim().toLowerCase() === 'pending'

/**
 * Confirms a reservation. Success is the state confirmed and nothing else, from the answer or, where that leaves a doubt or refuses, from a look-up. It is
 * sent again only where no answer came and the look-up says pending, which cannot double anything: only a pending reservation can be confirmed.
 * @throws Fault REFUSED where it is in another state; OUTCOME_UNKNOWN where that cannot be told. Interface: "States and transitions"
 */
export async function confirmBooking(booking: Booking, bookingId: string): Promise<Booked> {
  const unwritten = new Unwritten()
  const way = { hasLeft: false }
  const spared = sparing(booking, unwritten)
  try {
    const booked = await sendConfirmation(spared, bookingId, {
      // On record before it leaves, and no earlier: a process that dies while it signs in has sent none. One that is repeated is on record already.
      onLeave: () => {
        const { journal, target, now = Date.now } = way.hasLeft ? spared : booking
        journal.attempts.confirming(target, bookingId, now())
        way.hasLeft = true
      },
    })
    return { ...booked, unwritten: unwritten.why }
  } catch (error) {
    if (!way.hasLeft) throw unsentFault(error, `Reservation ${bookingId} was not asked to be confirmed.`)
    throw unwritten.ending(error, {
      words: `It is not known whether reservation ${bookingId} is confirmed.`,
      next: `Run "hubswitch reservation lookup --booking-id ${shellWord(bookingId)}" before you repeat this.`,
      facts: { bookingId },
    })
  }
}

async function sendConfirmation(
  booking: Booking,
  bookingId: string,
  { onLeave: note }: { onLeave: () => void },
): Promise<Booked> {
  const { call, journal, target, now = Date.now, waitMs = LOOK_AGAIN_MS } = booking
  const settle = (state: string): void =>
    state === STATE_UNKNOWN ? undefined : journal.attempts.settleBooking(target, bookingId, state, now())
  if (booking.agree !== undefined) await booking.agree()
  let doubt: Fault | undefined
  let mayConfirm = true
  let canRepeat = true
  let seen: ReservationRecord | Fault | undefined
  let putOff: number | undefined
  const [ours] = journal.attempts.ofBooking(target, bookingId)
  for (const [at, ms] of waitMs.entries()) {
    if (mayConfirm) {
      let unnoted: { error: unknown } | undefined
      const onLeave = (): void => {
        try {
          note()
        } catch (error) {
          unnoted = { error }
          throw error
        }
      }
      const answer = await call('reservation.confirm', { body: { bookingId } }, { onLeave }).catch(faultOrThrow)
      if (unnoted !== undefined) throw (unnoted as { error: unknown }).error
      // What breaks here after an earlier one has left is no word of the service.
      if (doubt !== undefined && isOfJournal(answer)) throw answer
      if (!(answer instanceof Fault)) {
        otherStay(booking, bookingId, answer)
        settle(answer.status)
        return { reservation: answer, repeated: doubt, surplus: [] }
      }
      if (typeof answer.facts['state'] === 'string' && fateOf(answer) === 'refused') settle(answer.facts['state'])
      if (doubt === undefined && fateOf(answer) !== 'unknown')
        return await afterRefusal(booking, bookingId, answer).catch((error: unknown) => {
          // A confirmation that was refused, or did not leave, is not open; an earlier one may be.
          if (error === answer) journal.attempts.confirming(target, bookingId, ours?.confirmSentAt)
          throw error
        })
      doubt ??= answer
      // Nobody waits for look-ups any more.
      if (answer.facts['reason'] === 'ABORTED') throw answer
      putOff = putOffMs(answer, at + 1)
      // A wait that is too long is not made; what was put off is not sent again then.
      canRepeat = isTrouble(answer) && (putOff !== undefined || !asksToWait(answer))
    }
    const pauseMs = Math.max(ms, putOff ?? 0)
    if (putOff !== undefined && doubt !== undefined) await waitPutOff(pauseMs, doubt, booking)
    else await pause(pauseMs, booking.signal)
    putOff = undefined
    const rows = await lookUp(booking, bookingId)
    if (rows instanceof Fault) {
      seen = rows
      mayConfirm = false
      if (rows.code === 'INTERRUPTED') break
      continue
    }
    seen = settled(booking, bookingId, rows, doubt)
    settle(seen.status)
    mayConfirm = canRepeat && isPending(seen.status)
    if (isPending(seen.status)) continue
    return judged(seen, bookingId, doubt)
  }
  const told = seen instanceof Fault ? `The look-up failed: ${seen.message}` : 'A look-up still says pending.'
  throw new Fault(
    'OUTCOME_UNKNOWN',
    `${doubt?.message ?? `It is not known whether reservation ${bookingId} is confirmed.`} ${told}`,
    {
      next: `Run "hubswitch reservation lookup --booking-id ${shellWord(bookingId)}": if it still says pending, confirm it again.`,
      facts: { ...doubt?.facts, bookingId, ...(seen instanceof Fault ? {} : { state: 'pending' }) },
    },
  )
}

/**
 * A refusal to confirm what is confirmed already is no failure; it stands where a look-up shows another state, or nothing.
 * @throws Fault OUTCOME_UNKNOWN where the look-up fails or shows a state that nobody knows: a service may confirm and then refuse
 */
async function afterRefusal(booking: Booking, bookingId: string, refusal: Fault): Promise<Booked> {
  // What came before any request, and a guard of this program's own, sent nothing: there is nothing to look up.
  if (
    fateOf(refusal) === undefined ||
    refusal.code === 'GUARD_RAIL' ||
    refusal.code === 'SIGN_IN_REFUSED' ||
    typeof refusal.facts['state'] === 'string'
  )
    throw refusal
  const rows = await lookUp(booking, bookingId)
  if (rows instanceof Fault) {
    // What surely did not arrive needs no look-up to be absent.
    if (provesAbsence(rows) || fateOf(refusal) === 'absent') throw refusal
    throw doubtful(bookingId, refusal, `The look-up failed: ${rows.message}`)
  }
  noteStates(booking, rows)
  const words = rows.map(({ status }) => stateWord('reservation.confirm', status))
  if (words.includes('done')) {
    const found = settled(booking, bookingId, rows, refusal)
    booking.journal.attempts.settleBooking(booking.target, bookingId, found.status, (booking.now ?? Date.now)())
    return { reservation: found, doubt: refusal, surplus: [] }
  }
  const odd = rows[words.indexOf('unknown')]
  throw odd === undefined ? refusal : doubtful(bookingId, refusal, unknownState(bookingId, odd.status))
}

function doubtful(bookingId: string, refusal: Fault, seen: string): Fault {
  return new Fault(
    'OUTCOME_UNKNOWN',
    `It is not known whether reservation ${bookingId} is confirmed all the same: ${refusal.message} ${seen}`,
    {
      next: `Run "hubswitch reservation lookup --booking-id ${shellWord(bookingId)}" before you repeat this.`,
      facts: { ...refusal.facts, bookingId, fate: 'unknown' },
      findings: refusal.findings,
    },
  )
}

/**
 * Compares what the service answers of a booking with all that this machine keeps of what it asked for.
 * @throws Fault OUTCOME_UNKNOWN where it is another booking, stay, room, guest or currency
 */
function otherStay({ journal, target }: Booking, bookingId: string, reservation: ReservationRecord): void {
  const [attempt] = journal.attempts.ofBooking(target, bookingId)
  const mismatch = attempt === undefined ? undefined : mismatchWith(attempt, reservation)
  // What the hotel has modified is another stay for that reason, and is told as modified.
  if (
    mismatch === undefined ||
    (isModified(reservation.status) && !['channelBookingId', 'propertyId'].includes(mismatch.field))
  )
    return
  if (attempt !== undefined)
    journal.attempts.differ(attempt.id, `${mismatch.field} ${mismatch.answered}, not ${mismatch.asked}`)
  throw new Fault(
    'OUTCOME_UNKNOWN',
    `It is not known whether the service has confirmed reservation ${bookingId} as it was booked: it answered with ${mismatch.field} ${mismatch.answered}, and this machine booked ${mismatch.asked}. It says that it is ${reservation.status}.`,
    {
      next: `Run "hubswitch reservation lookup --booking-id ${shellWord(bookingId)}" and see which stay it is.`,
      facts: { bookingId, state: reservation.status, fate: 'unknown', mismatch },
    },
  )
}

function judged(reservation: ReservationRecord, bookingId: string, doubt: Fault | undefined): Booked {
  const { status } = reservation
  const word = stateWord('reservation.confirm', status)
  if (word === 'done') return { reservation, doubt, surplus: [] }
  const next = `Run "hubswitch reservation lookup --booking-id ${shellWord(bookingId)}" to see it.`
  const facts = { ...doubt?.facts, bookingId, state: status }
  if (word === 'refused')
    throw new Fault('REFUSED', `Reservation ${bookingId} is ${status}, not confirmed.`, {
      next,
      facts: { ...facts, fate: 'refused' },
    })
  throw new Fault('OUTCOME_UNKNOWN', unknownState(bookingId, status), { next, facts })
}

/** The reservation as the service holds it. */
async function lookUp({ call }: Booking, bookingId: string): Promise<Rows | Fault> {
  const looked = await call('reservation.lookup', { query: { bookingId } }).catch(faultOrThrow)
  if (looked instanceof Fault) return looked
  const [first, ...rest] = [looked].flat()
  return first === undefined
    ? new Fault('NOT_FOUND', `The service knows no reservation ${bookingId}.`, { facts: { provesAbsence: true } })
    : [first, ...rest]
}

type Rows = readonly [ReservationRecord, ...ReservationRecord[]]

/**
 * The reservation that a look-up found, where nothing in the rows tells against taking it as it stands.
 * @throws Fault OUTCOME_UNKNOWN where they contradict one another or themselves, name nothing of the booking, or name another one
 */
function settled(booking: Booking, bookingId: string, rows: Rows, doubt: Fault | undefined): ReservationRecord {
  for (const row of rows) otherStay(booking, bookingId, row)
  const [first] = rows
  const words =
    contradictionIn(bookingId, rows) ?? (namesBooking(first) ? undefined : namelessWords(bookingId, first.status))
  if (words === undefined) return first
  throw new Fault('OUTCOME_UNKNOWN', [doubt?.message, words].filter(Boolean).join(' '), {
    next: `Run "hubswitch reservation lookup --booking-id ${shellWord(bookingId)}" and ask the service what it holds.`,
    facts: { ...doubt?.facts, bookingId, state: first.status, fate: 'unknown' },
  })
}

import type { ReservationRecord } from '../contract/index.js'
import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { asksToWait, fateOf, wasAnswered, wasSignedInAgain } from '../outcome/index.js'
import { faultOrThrow } from '../property-file/index.js'
import {
  type Booking,
  comparedOf,
  fingerprintOf,
  LOOK_AGAIN_MS,
  type ReservationBody,
  SAME_WITHIN_MS,
  summaryOf,
} from './booking.js'
import { byBooking, idOf, isGone, weigh } from './found/index.js'
import { mayBeBehind, putOffMs, waitPutOff } from './put-off.js'
import { carries, keepWeighed, type Looked, lookUpChannel, settleAttempt } from './settle-attempt.js'
import { totalText } from './total.js'
import { beforeLeaving, isOfJournal, sparing, unsentFault, Unwritten } from './unwritten.js'

export interface Booked {
  reservation: ReservationRecord
  /** Why the look-up had to tell; undefined where the answer itself did. */
  doubt?: Fault | undefined
  /** Why it was sent more than once, where the last time was answered. */
  repeated?: Fault | undefined
  /** More reservations than one came of it: the service holds these as well. */
  surplus: ReservationRecord[]
  /** Others under its channel booking id that hold nothing any more. */
  fallen?: ReservationRecord[]
  /** Why this machine could not write down what became of it. */
  unwritten?: Fault | undefined
}

/** What the caller knows before it books. */
export interface KnownBefore {
  /** Attempts of this machine that it has seen; undefined where the same may be booked once more. */
  attempts?: readonly Attempt[] | undefined
  /** Bookings that carry the channel booking id already, or are known to be the same: not what comes of this. */
  bookings: readonly string[]
  /** The total that it is to be booked at, such as `240.00 EUR`; kept with the attempt. */
  expectedTotal?: string | undefined
}

/**
 * Creates a reservation, never blindly twice. It is written to the journal first; where the answer leaves a doubt or refuses, it is looked up by
 * its channel booking id. It is sent again only where the service asked to come back later and every look-up says that it does not hold it.
 * @throws Fault GUARD_RAIL where another process books the same; REFUSED; UNREACHABLE where it surely does not exist; OUTCOME_UNKNOWN, with the
 *   command that settles it, where that cannot be told. Interface: "Reservations"
 */
export async function book(booking: Booking, body: ReservationBody, before: KnownBefore): Promise<Booked> {
  const attempt = await begin(booking, body, before)
  const unwritten = new Unwritten()
  const way = { hasLeft: false }
  try {
    const booked = await sendBooking(sparing(booking, unwritten), { attempt, body, way })
    return { ...booked, unwritten: unwritten.why }
  } catch (error) {
    const { channelBookingId } = body
    if (!way.hasLeft) throw unsentFault(error, 'Nothing was booked.')
    throw unwritten.ending(error, {
      words: `It is not known whether the service has booked ${channelBookingId}.`,
      next: reconcileNext(channelBookingId),
      facts: { channelBookingId },
    })
  }
}

/** Writes the attempt down before it is sent. */
async function begin(booking: Booking, body: ReservationBody, before: KnownBefore): Promise<Attempt> {
  const { journal, target, now = Date.now } = booking
  const { channelBookingId } = body
  if (booking.agree !== undefined) await booking.agree()
  const at = now()
  const seen =
    before.attempts === undefined ? undefined : { since: at - SAME_WITHIN_MS, ids: before.attempts.map(({ id }) => id) }
  const attempt = beforeLeaving('Nothing was booked.', () =>
    journal.attempts.begin(
      target,
      {
        channelId: channelBookingId,
        fingerprint: fingerprintOf(body),
        summary: summaryOf(body),
        createdAt: at,
        known: before.bookings,
        propertyId: String(body.propertyId),
        checkInDate: body.checkInDate,
        expectedTotal: before.expectedTotal,
        asked: comparedOf(body),
      },
      seen,
    ),
  )
  if (attempt === undefined)
    throw new Fault('GUARD_RAIL', 'Another process of this machine is booking the same right now.', {
      next: 'See "hubswitch reservation list". Nothing was sent.',
    })
  return attempt
}

async function sendBooking(
  booking: Booking,
  { attempt, body, way }: { attempt: Attempt; body: ReservationBody; way: { hasLeft: boolean } },
): Promise<Booked> {
  const { call, journal, target, now = Date.now, waitMs = LOOK_AGAIN_MS } = booking
  const onLeave = (): void => {
    way.hasLeft = true
  }
  let repeated: Fault | undefined
  let hadIt = false
  for (let sent = 1; ; sent += 1) {
    try {
      const reservation = await call('reservation.create', { body }, { onLeave })
      if (attempt.known.includes(idOf(reservation)))
        return { ...(await ofOldRecord(booking, attempt, reservation)), repeated }
      if (journal.attempts.isOfOther(target, idOf(reservation), attempt.channelId))
        return { ...(await ofOtherBooking(booking, attempt, reservation)), repeated }
      journal.attempts.settle(attempt.id, reservation.status, String(reservation.bookingId), now())
      journal.attempts.heldAt(attempt.id, totalText(reservation))
      return {
        reservation,
        repeated,
        surplus: repeated === undefined ? [] : await surplusOf(booking, attempt, reservation),
      }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      // What breaks here after the request has left is no word of the service.
      if (way.hasLeft && isOfJournal(error)) throw error
      const fate = fateOf(error)
      if (fate === 'refused')
        return afterRefusal(booking, { attempt, body, waitMs: sent > 1 ? waitMs : [0], repeated }, error)
      if (fate !== 'unknown') {
        journal.attempts.settle(attempt.id, fate === undefined && sent === 1 ? 'refused' : 'absent', undefined, now())
        throw error
      }
      const putOff = putOffMs(error, sent)
      if (putOff !== undefined) await waitPutOff(putOff, error, booking)
      hadIt ||= mayBeBehind(error) || (!asksToWait(error) && (wasAnswered(error) || repeated !== undefined))
      // What the service asks to be sent again is taken for absent once no look-up finds it, and never where it is not sent again.
      const booked = await settleDoubt(
        booking,
        { attempt, body, waitMs, repeated, hadIt: hadIt && putOff === undefined },
        error,
      )
      if ('reservation' in booked) return booked
      if (putOff === undefined) {
        journal.attempts.settle(attempt.id, 'absent', undefined, now())
        throw absentFault(body, error, booked)
      }
      repeated = error
    }
  }
}

interface Doubtful {
  attempt: Attempt
  body: ReservationBody
  waitMs: readonly number[]
  /** Why it was sent again: what went before may have arrived. */
  repeated: Fault | undefined
}

/** A doubt that is settled now, and whether the service may have had it: then not finding it proves nothing. */
interface Unsettled extends Doubtful {
  hadIt: boolean
}

type Absent = Extract<Looked, { kind: 'absent' }>

/** What was sent before a repeat may have been booked late. A look-up that fails tells nothing; reconciling looks again. */
async function surplusOf(
  { call, journal, target }: Booking,
  attempt: Attempt,
  reservation: ReservationRecord,
): Promise<ReservationRecord[]> {
  const found = await lookUpChannel(call, attempt.channelId).catch(faultOrThrow)
  const known = new Set([
    String(reservation.bookingId),
    ...attempt.known,
    ...journal.attempts.bookingsOf(target, attempt.channelId, attempt.id),
  ])
  const other = found instanceof Fault ? [] : found.filter(({ bookingId }) => !known.has(String(bookingId)))
  journal.attempts.remember(
    attempt.id,
    other.map(({ bookingId, status }) => [String(bookingId), status] as const),
  )
  return byBooking(other.filter(({ status }) => !isGone(status))).flatMap((rows) => rows.slice(0, 1))
}

const reconcileNext = (channelId: string): string =>
  `Run "hubswitch reservation reconcile" before you repeat this; it looks up ${channelId}.`

/**
 * A service may book and then refuse, and what was sent twice is refused the second time: a refusal stands where the look-up finds nothing. That of a repeat
 * proves nothing about what was sent before it, and a look-up that fails has found nothing out.
 */
async function afterRefusal(
  booking: Booking,
  { attempt, body, waitMs, repeated }: Doubtful,
  refusal: Fault,
): Promise<Booked> {
  const { journal, now = Date.now } = booking
  // What was there before is not the booking of an attempt that was refused.
  const bookingId = ownBooking(booking, attempt, refusal.facts['bookingId'])
  if (repeated !== undefined || (bookingId === undefined && refusal.code !== 'SIGN_IN_REFUSED')) {
    const looked = await settleAttempt(booking, attempt, { waitMs, isAnswered: true })
    if (looked.kind === 'found') return { ...checked(booking, attempt, looked, refusal), repeated }
    if (repeated === undefined && looked.kind === 'unknown' && looked.cause !== undefined) {
      journal.attempts.settle(attempt.id, 'answered', undefined, now())
      throw new Fault(
        'OUTCOME_UNKNOWN',
        `It is not known whether the service has booked ${body.channelBookingId} all the same: ${refusal.message} The look-up failed: ${looked.cause.message}`,
        {
          next: reconcileNext(body.channelBookingId),
          facts: { ...refusal.facts, fate: 'unknown', channelBookingId: body.channelBookingId },
          findings: refusal.findings,
        },
      )
    }
    if (repeated !== undefined) {
      journal.attempts.settle(attempt.id, 'answered', undefined, now())
      const seen =
        looked.kind === 'unknown' && looked.cause !== undefined
          ? `The look-up failed: ${looked.cause.message}`
          : 'A look-up does not find it, which proves nothing about what was sent before.'
      throw new Fault(
        'OUTCOME_UNKNOWN',
        `It is not known whether the service has booked ${body.channelBookingId}: sent again, it was refused (${refusal.message}). ${seen}`,
        {
          next: reconcileNext(body.channelBookingId),
          facts: { ...refusal.facts, fate: 'unknown', channelBookingId: body.channelBookingId },
        },
      )
    }
  }
  journal.attempts.settle(attempt.id, 'refused', bookingId, now())
  throw refusal
}

/**
 * The service answered with a booking that it had before this was sent, as one does that takes a channel booking id for the same request.
 * @throws Fault REFUSED where a look-up shows nothing new; OUTCOME_UNKNOWN where it fails
 */
async function ofOldRecord(
  booking: Booking,
  attempt: Attempt,
  { bookingId, status }: ReservationRecord,
): Promise<Booked> {
  const { journal, now = Date.now } = booking
  const answered = `The service answered with reservation ${bookingId} (${status}), which it held before this was sent.`
  const facts = { bookingId: String(bookingId), state: status, channelBookingId: attempt.channelId, answered: true }
  const looked = await settleAttempt(booking, attempt, { waitMs: [0], isAnswered: true })
  if (looked.kind === 'found')
    return checked(
      booking,
      attempt,
      looked,
      new Fault('OUTCOME_UNKNOWN', answered, { facts: { ...facts, fate: 'unknown' } }),
    )
  const cause = looked.kind === 'unknown' ? looked.cause : undefined
  journal.attempts.settle(attempt.id, cause === undefined ? 'refused' : 'answered', undefined, now())
  if (cause !== undefined)
    throw new Fault(
      'OUTCOME_UNKNOWN',
      `${answered} It is not known whether it has booked once more. The look-up failed: ${cause.message}`,
      { next: reconcileNext(attempt.channelId), facts: { ...facts, fate: 'unknown' } },
    )
  throw new Fault(
    'REFUSED',
    `${answered} A look-up shows nothing new under ${attempt.channelId}: it was not booked once more.`,
    { next: 'To book once more, give another channel booking id.', facts: { ...facts, fate: 'refused' } },
  )
}

/**
 * The service answered with the id of another booking of this machine: that of a service that counts from the start again, or one of which it says that it is
 * new. Only a look-up that shows it under the channel booking id of this attempt makes it the booking of it.
 * @throws Fault OUTCOME_UNKNOWN where it does not
 */
async function ofOtherBooking(booking: Booking, attempt: Attempt, reservation: ReservationRecord): Promise<Booked> {
  const { call, journal, now = Date.now } = booking
  const { channelId } = attempt
  const bookingId = idOf(reservation)
  const answered = `It is not known whether the service has booked ${channelId}: it answered with reservation ${bookingId} (${reservation.status}), which is another booking of this machine.`
  const facts = { bookingId, state: reservation.status, channelBookingId: channelId, answered: true, fate: 'unknown' }
  const looked = await call('reservation.lookup', { query: { bookingId } }).catch(faultOrThrow)
  const rows = looked instanceof Fault ? [] : [looked].flat()
  if (rows.length > 0 && rows.every((one) => carries(one, channelId)))
    return checked(
      booking,
      attempt,
      { kind: 'found', records: rows, missing: [], before: [] },
      new Fault('OUTCOME_UNKNOWN', answered, { facts }),
    )
  journal.attempts.settle(attempt.id, 'answered', undefined, now())
  const seen =
    looked instanceof Fault ? `The look-up failed: ${looked.message}` : `A look-up does not show it under ${channelId}.`
  throw new Fault('OUTCOME_UNKNOWN', `${answered} ${seen}`, { next: reconcileNext(channelId), facts })
}

/** The booking that an answer names, unless it was there before or is another one of this machine. */
function ownBooking({ journal, target }: Booking, { known, channelId }: Attempt, named: unknown): string | undefined {
  const id = typeof named === 'string' ? named.trim() : ''
  return id === '' || known.includes(id) || journal.attempts.isOfOther(target, id, channelId) ? undefined : id
}

function absentFault({ channelBookingId }: ReservationBody, doubt: Fault, { before }: Absent): Fault {
  const why = asksToWait(doubt)
    ? 'The service asks to come back later (HTTP 429), and it'
    : wasSignedInAgain(doubt)
      ? 'The service answered HTTP 401; sent again after a new sign-in, it got no answer, and the service'
      : 'No answer came, and the service'
  const but = before.length === 0 ? '' : ` but ${before.join(', ')}, which it held before`
  return new Fault(
    'UNREACHABLE',
    `${why} holds no reservation with the channel booking id ${channelBookingId}${but}.`,
    {
      next: 'Run the same command again: it looks once more before it books.',
      facts: { ...doubt.facts, channelBookingId, fate: 'absent' },
    },
  )
}

/** Looks up what became of an attempt whose answer proves nothing. */
async function settleDoubt(
  booking: Booking,
  { attempt, body, waitMs, repeated, hadIt }: Unsettled,
  doubt: Fault,
): Promise<Booked | Absent> {
  const { journal, now = Date.now } = booking
  const { channelBookingId } = body
  const { mismatch, bookingId, state } = doubt.facts as {
    mismatch?: { field?: string }
    bookingId?: unknown
    state?: unknown
  }
  const own = ownBooking(booking, attempt, bookingId)
  const named = own === undefined ? {} : { [own]: typeof state === 'string' ? state : 'unknown' }
  if (mismatch !== undefined || Object.keys(named).length > 0)
    journal.attempts.remember(attempt.id, Object.entries(named), mismatch?.field)
  const doubted = {
    ...attempt,
    bookings: { ...attempt.bookings, ...named },
    disputed: mismatch?.field ?? attempt.disputed,
  }
  const looked = await settleAttempt(booking, doubted, { waitMs, isAnswered: hadIt })
  if (looked.kind === 'found') return { ...checked(booking, doubted, looked, doubt), repeated }
  if (looked.kind === 'absent') return looked
  journal.attempts.settle(attempt.id, hadIt ? 'answered' : 'unknown', undefined, now())
  const seen =
    looked.cause === undefined
      ? `A look-up does not find it, which proves nothing${repeated === undefined ? ': the service did answer' : ' about what was sent before'}.`
      : `The look-up failed as well: ${looked.cause.message}`
  throw new Fault('OUTCOME_UNKNOWN', `${doubt.message} ${seen}`, {
    next: reconcileNext(channelBookingId),
    facts: { ...doubt.facts, channelBookingId },
    findings: doubt.findings,
  })
}

/** What was found is weighed before anything is written: only what is surely what was asked for is the booking. */
function checked(
  booking: Booking,
  attempt: Attempt,
  { records }: Extract<Looked, { kind: 'found' }>,
  doubt: Fault,
): Booked {
  const weighed = weigh(attempt, records)
  keepWeighed(booking, attempt, weighed)
  const { reservation, surplus, fallen, problem } = weighed
  if (problem === undefined) {
    booking.journal.attempts.heldAt(attempt.id, totalText(reservation))
    return { reservation, doubt, surplus, fallen }
  }
  const words = problem.isAboutAnswer === true ? `${doubt.message} ${problem.words}` : problem.words
  throw new Fault(problem.fate === 'refused' ? 'REFUSED' : 'OUTCOME_UNKNOWN', words, {
    next: problem.next,
    facts: { ...doubt.facts, ...problem.facts, fate: problem.fate },
  })
}

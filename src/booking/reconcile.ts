import type { ReservationRecord } from '../contract/index.js'
import type { Attempt } from '../journal/index.js'
import { unstatedOf } from '../outcome/index.js'
import { shellWord } from '../shell-word.js'
import { type Booking, SAME_WITHIN_MS } from './booking.js'
import { isStillSending } from './confirm-duplicate.js'
import { doublesOf } from './doubles.js'
import { idOf, isGone, isModified, namesOf, unprovenNotice, type Weighed } from './found/index.js'
import { type Settled as Settling, settleInJournal } from './settle-attempt.js'
import { movedTotal, otherTotal } from './total.js'

/** What reconciling says of one attempt. */
export interface Settled extends Pick<Attempt, 'channelId' | 'summary' | 'createdAt' | 'state' | 'bookingId'> {
  /** What to know or do, in a sentence; empty where all is well. */
  remark: string
  isOpen: boolean
  isSurplus: boolean
  /** Fields that were asked for and that the record found does not say. */
  notCompared?: readonly string[]
}

/**
 * Looks up every attempt of this machine whose fate is open, every hold that was last seen pending, and every stay that may be booked twice; weighs what it
 * finds as the answer to the request would be, and writes it into the journal. Attempts that were taken for absent within the last day are looked up once
 * more, for a request that landed late.
 */
export async function reconcile(booking: Booking): Promise<Settled[]> {
  const { journal, target, now = Date.now } = booking
  const settled: Settled[] = []
  const looked = new Set<number>()
  for (const attempt of journal.attempts.doubtful(target, { since: now() - SAME_WITHIN_MS })) {
    looked.add(attempt.id)
    if (isStillSending(attempt))
      settled.push(say(attempt, `Process ${attempt.holder} is still sending it.`, { isOpen: true }))
    else settled.push(...told(attempt, await settleInJournal(booking, attempt)))
  }
  const watched = (): Attempt[] => journal.attempts.watched(target)
  const mayBeTwice = new Set(doublesOf(watched()).keys())
  for (const attempt of watched()) {
    const standing = Object.values(attempt.bookings).filter((state) => !isGone(state)).length
    if (
      looked.has(attempt.id) ||
      (attempt.differs === undefined &&
        attempt.state.trim().toLowerCase() !== 'pending' &&
        standing < 2 &&
        !mayBeTwice.has(attempt.id))
    )
      continue
    settled.push(...told(attempt, await settleInJournal(booking, attempt)))
  }
  for (const [id, twins] of doublesOf(watched())) {
    const attempt = watched().find((one) => one.id === id)
    if (attempt !== undefined)
      settled.push(
        say(attempt, `The same is booked as ${twins.join(', ')} as well: have cancelled what is too much.`, {
          isSurplus: true,
        }),
      )
  }
  return settled
}

/** A row about an attempt. */
export function say(
  { channelId, summary, createdAt, state, bookingId }: Attempt,
  remark: string,
  { isOpen = false, isSurplus = false } = {},
): Settled {
  return { createdAt, state, bookingId, channelId, summary, remark, isOpen, isSurplus }
}

/** What to know of a hold. One that is not at the total that was expected is looked at, and not just confirmed. */
function neverConfirmed(
  { bookingId }: ReservationRecord,
  { confirmSentAt }: Attempt,
  other: string | undefined,
): string {
  if (confirmSentAt !== undefined && other === undefined)
    return `A confirmation was sent at ${new Date(confirmSentAt).toISOString()}, and the service says that it is pending. Confirm it again with "hubswitch reservation confirm ${shellWord(bookingId)}".`
  if (other === undefined)
    return `Held, never confirmed. Confirm it with "hubswitch reservation confirm ${shellWord(bookingId)}".`
  return `${confirmSentAt === undefined ? 'Never confirmed' : 'Not confirmed'}, and ${other}. Look at it with "hubswitch reservation lookup --booking-id ${shellWord(bookingId)}"; confirm it only if you take that total.`
}

const ANSWERED =
  'The service answered it, though not that it is booked, and a look-up does not find it. Ask the service before you book it again.'
const CUT_SHORT =
  'The command that sent it was cut short, and a look-up does not find it, which proves nothing. Ask the service before you book it again.'

/** What a look-up tells of an attempt. What it leaves open has an end: a person who knows better may close it. */
export function told(attempt: Attempt, settling: Settling): Settled[] {
  const rows = toldOf(attempt, settling)
  if ('cause' in settling && settling.cause !== undefined) return rows
  return rows.map((row) =>
    row.isOpen
      ? {
          ...row,
          remark: `${row.remark} ${row.bookingId === undefined ? 'Once you know what became of it' : 'Once it is settled, or to take it as it is'}, close it with "hubswitch reservation reconcile --give-up ${shellWord(attempt.channelId)}".`,
        }
      : row,
  )
}

function toldOf(attempt: Attempt, settling: Settling): Settled[] {
  if (settling.kind === 'weighed') return toldOfFound(attempt, settling.weighed, settling.missing)
  if (settling.kind === 'absent')
    return attempt.state === 'absent'
      ? []
      : [say({ ...attempt, state: 'absent' }, `The service holds no such reservation${noneBut(settling.before)}.`)]
  if (settling.cause !== undefined)
    return [
      say(
        { ...attempt, state: attempt.state === 'absent' ? 'unknown' : attempt.state },
        `The look-up failed: ${settling.cause.message}`,
        { isOpen: true },
      ),
    ]
  if (settling.missing !== undefined && settling.missing.length > 0)
    return [say(attempt, lostWords(settling.missing), { isOpen: true })]
  return [say(attempt, attempt.state === 'sending' ? CUT_SHORT : ANSWERED, { isOpen: true })]
}

const noneBut = (before: readonly string[]): string =>
  before.length === 0 ? '' : ` but ${before.join(', ')}, which it held before`

/** A look-up that does not know what the service has told before is no cancellation. */
function lostWords(ids: readonly string[]): string {
  return `The service has told of ${ids.join(', ')}, and a look-up does not know it now, which proves nothing. Ask the service before you book it again.`
}

function toldOfFound(
  attempt: Attempt,
  { reservation, surplus, fallen, problem, change }: Weighed,
  missing: readonly string[],
): Settled[] {
  const { status } = reservation
  const also = [
    ...(change === undefined ? [] : [change]),
    ...(fallen.length === 0 || problem !== undefined
      ? []
      : [`The service holds ${namesOf(fallen)} under ${attempt.channelId} as well.`]),
    ...(missing.length === 0 ? [] : [lostWords(missing)]),
  ]
  const isUnsettled = problem?.fate === 'unknown'
  const isStanding = problem === undefined && !isModified(status)
  const other = isStanding ? otherTotal(reservation, attempt.expectedTotal) : undefined
  const moved = isStanding && other === undefined ? movedTotal(reservation, attempt.heldTotal) : undefined
  if (moved !== undefined) also.push(`${moved.charAt(0).toUpperCase()}${moved.slice(1)}.`)
  const hold =
    status.trim().toLowerCase() === 'pending'
      ? neverConfirmed(reservation, attempt, other)
      : other === undefined
        ? ''
        : `It is ${status}, and ${other}.`
  const words =
    problem !== undefined ? problem.words : attempt.state === 'absent' ? `It was booked after all. ${hold}` : hold
  const state = isUnsettled ? (attempt.bookingId === undefined ? 'answered' : attempt.state) : status
  const unproven = problem === undefined ? unstatedOf(attempt.asked, reservation) : []
  const notice = unprovenNotice(reservation, unproven)
  const first = say(
    { ...attempt, state, bookingId: isUnsettled ? attempt.bookingId : idOf(reservation) },
    [words, ...(notice === undefined ? [] : [notice]), ...also].join(' ').trim(),
    { isOpen: isUnsettled || other !== undefined || missing.length > 0 },
  )
  const more = surplus.map((one) =>
    say(
      { ...attempt, state: one.status, bookingId: idOf(one) },
      `One of ${surplus.length + 1} bookings of this attempt: have cancelled what is too much.`,
      { isSurplus: true },
    ),
  )
  return [unproven.length === 0 ? first : { ...first, notCompared: unproven }, ...more]
}

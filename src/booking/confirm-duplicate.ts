import { Fault } from '../errors.js'
import { isAlive } from '../is-alive.js'
import type { Attempt } from '../journal/index.js'
import { stateWord } from '../outcome/index.js'
import { faultOrThrow, isMute } from '../property-file/index.js'
import { shellWord } from '../shell-word.js'
import type { KnownBefore } from './book.js'
import { type Booking, fingerprintOf, type ReservationBody, SAME_WITHIN_MS } from './booking.js'
import { contradictionIn } from './found/index.js'
import { noteState, noteStates } from './note-state.js'
import { lookUpChannel, settleInJournal } from './settle-attempt.js'

interface DuplicateCheck {
  /** The channel booking id is the user's own: other machines may have used it. */
  isOwnId: boolean
  /** Book although the same has been booked. */
  isAllowed: boolean
  /** Asks a person whether it is meant; undefined where nobody can be asked. Throws on no. */
  ask?: ((question: string) => Promise<void>) | undefined
}

/**
 * Looks for the same booking before it is made: attempts of this machine within a day, settled first where their fate is open, and what
 * the service holds under an id that the user chose. Asks where it can; else it refuses.
 * @throws Fault GUARD_RAIL where nobody can be asked; what `ask` throws
 */
export async function confirmDuplicate(
  booking: Booking,
  body: ReservationBody,
  { isOwnId, isAllowed, ask }: DuplicateCheck,
): Promise<KnownBefore> {
  const { call, journal, target, now = Date.now } = booking
  const channelId = body.channelBookingId
  const identity = { channelId, fingerprint: fingerprintOf(body), since: now() - SAME_WITHIN_MS }
  for (const attempt of journal.attempts.doubtful(target, identity)) {
    if (!isStillSending(attempt)) await settleInJournal(booking, attempt)
  }
  const held = isOwnId
    ? await lookUpChannel(call, channelId).catch((error: unknown) =>
        isMute(error) ? [] : beforeBooking(channelId, faultOrThrow(error)),
      )
    : []
  noteStates(booking, held)
  const bookings = [...new Set(held.map(({ bookingId }) => String(bookingId)))]
  const attempts = journal.attempts.similar(target, identity)
  // Who books once more knows of these: they are not doubles by mistake.
  const known = [...new Set([...bookings, ...attempts.flatMap((one) => Object.keys(one.bookings))])]
  if (isAllowed) return { bookings: known }
  const latest = await newestStanding(booking, attempts)
  const first = held.find((reservation) => !isOver(reservation.status))
  const told =
    latest?.told ??
    (first === undefined
      ? undefined
      : `The service holds ${bookings.join(', ')} (${first.status}) under the channel booking id ${channelId}.`)
  if (told !== undefined && ask === undefined) {
    throw new Fault('GUARD_RAIL', told, {
      next: `Look at it with "hubswitch reservation lookup --channel-id ${shellWord(latest?.attempt.channelId ?? channelId)}". To book once more, add --allow-duplicate. Nothing was booked.`,
      facts: {
        channelBookingId: latest?.attempt.channelId ?? channelId,
        bookingId: latest === undefined ? (first?.bookingId ?? null) : (latest.attempt.bookingId ?? null),
        state: latest?.attempt.state ?? first?.status,
      },
    })
  }
  if (told !== undefined) await ask?.(`${told} Book it once more?`)
  return { attempts, bookings: known }
}

/** What cannot be looked up may be booked already. */
function beforeBooking(channelId: string, { code, message, next, facts, findings }: Fault): never {
  throw new Fault(code, `Before it is booked, ${channelId} is looked up, and that failed: ${message}`, {
    next: `${next} Nothing was booked.`,
    facts: { ...facts, fate: 'absent' },
    findings,
  })
}

/** The newest of the attempts that still stands, by a look at the service where there is a booking to look at. */
async function newestStanding(
  booking: Booking,
  attempts: readonly Attempt[],
): Promise<{ attempt: Attempt; told: string } | undefined> {
  for (const attempt of attempts) {
    const { bookingId, channelId, createdAt, summary } = attempt
    if (bookingId === undefined && isOpenState(attempt.state))
      return {
        attempt,
        told: `This machine sent the same at ${at(createdAt)}: ${summary} (${channelId}), and it is not known whether it is booked.`,
      }
    const { state, age } = await look(booking, attempt)
    if (!isOver(state))
      return {
        attempt: { ...attempt, state },
        told: `This machine booked the same at ${at(createdAt)}: ${summary} (${bookingId ?? channelId}, ${[state, age].filter(Boolean).join(' ')}).`,
      }
  }
  return undefined
}

/** The state of an attempt as the service holds it now, or as it was last seen, with its age and why it is no younger. */
async function look(
  booking: Booking,
  { bookingId, state, seenAt, createdAt }: Attempt,
): Promise<{ state: string; age?: string }> {
  if (bookingId === undefined) return { state }
  const looked = await booking.call('reservation.lookup', { query: { bookingId } }).catch(faultOrThrow)
  const age = `when last seen at ${at(seenAt ?? createdAt)}`
  if (looked instanceof Fault)
    return { state, age: `${age}; the look-up failed: ${looked.message.replace(/\.$/u, '')}` }
  const rows = [looked].flat()
  const [reservation] = rows
  const against = contradictionIn(bookingId, rows)
  if (against !== undefined) return { state, age: `${age}; ${against.replace(/^A/u, 'a').replace(/\.$/u, '')}` }
  return reservation !== undefined && noteState(booking, reservation)
    ? { state: reservation.status }
    : { state, age: `${age}; a look-up tells no newer state` }
}

const at = (ms: number): string => new Date(ms).toISOString()

/** Whether a state holds no rooms. */
const isOver = (status: string): boolean => stateWord('reservation.create', status) === 'refused'

const isOpenState = (state: string): boolean => ['sending', 'unknown', 'answered'].includes(state)

/** Whether the process that sends an attempt still runs. */
export function isStillSending({ state, holder }: { state: string; holder?: number | undefined }): boolean {
  return state === 'sending' && holder !== undefined && holder !== process.pid && isAlive(holder)
}

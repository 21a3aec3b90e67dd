import { Fault } from '../errors.js'
import type { Attempt } from '../journal/index.js'
import { type Booking, fingerprintOf, type ReservationBody, SAME_WITHIN_MS } from './booking.js'
import type { KnownBefore } from './book.js'
import { isAlive } from './is-alive.js'
import { confirm } from './prompt.js'
import { lookUpChannel, settleInJournal } from './settle-attempt.js'
import type { Terminal } from './terminal.js'

export interface DuplicateCheck {
  /** The channel booking id is the user's own: other machines may have used it. */
  isOwnId: boolean
  /** Book although the same has been booked. */
  isAllowed: boolean
}

/**
 * Looks for the same booking before it is made: attempts of this machine within a day, settled first where their fate is open, and what
 * the service holds under an id that the user chose. Asks on a terminal; in a pipe it refuses.
 * @throws Fault GUARD_RAIL in a pipe; INTERRUPTED on no
 */
export async function confirmDuplicate(terminal: Terminal, booking: Booking, body: ReservationBody, { isOwnId, isAllowed }: DuplicateCheck): Promise<KnownBefore> {
  const { call, journal, target, now = Date.now } = booking
  const channelId = body.channelBookingId
  const identity = { channelId, fingerprint: fingerprintOf(body), since: now() - SAME_WITHIN_MS }
  for (const attempt of journal.attempts.doubtful(target, identity)) {
    if (!isStillSending(attempt)) await settleInJournal(booking, attempt)
  }
  const held = isOwnId ? await lookUpChannel(call, channelId) : []
  const bookings = held.map(({ bookingId }) => String(bookingId))
  const attempts = journal.attempts.similar(target, identity)
  // Who books once more knows of these: they are not doubles by mistake.
  const known = [...new Set([...bookings, ...attempts.flatMap((one) => Object.keys(one.bookings))])]
  if (isAllowed) return { bookings: known }
  const [latest] = attempts
  const [first] = held
  const told =
    latest !== undefined
      ? toldOf(latest)
      : first === undefined
        ? undefined
        : `The service holds ${bookings.join(', ')} (${first.status}) under the channel booking id ${channelId}.`
  if (told !== undefined && !terminal.mayAsk) {
    throw new Fault('GUARD_RAIL', told, {
      next: `Look at it with "hubswitch reservation lookup --channel-id ${latest?.channelId ?? channelId}". To book once more, add --allow-duplicate. Nothing was sent.`,
      facts: { channelBookingId: latest?.channelId ?? channelId, bookingId: latest?.bookingId ?? bookings[0] ?? null, state: latest?.state ?? first?.status },
    })
  }
  if (told !== undefined) await confirm(terminal, `${told} Book it once more?`, false)
  return { attempts, bookings: known }
}

function toldOf({ createdAt, summary, bookingId, channelId, state }: Attempt): string {
  const at = new Date(createdAt).toISOString()
  if (bookingId === undefined && isOpenState(state)) return `This machine sent the same at ${at}: ${summary} (${channelId}), and it is not known whether it is booked.`
  return `This machine booked the same at ${at}: ${summary} (${bookingId ?? channelId}, ${state}).`
}

const isOpenState = (state: string): boolean => ['sending', 'unknown', 'answered'].includes(state)

/** Whether the process that sends an attempt still runs. */
export function isStillSending({ state, holder }: { state: string; holder?: number | undefined }): boolean {
  return state === 'sending' && holder !== undefined && holder !== process.pid && isAlive(holder)
}

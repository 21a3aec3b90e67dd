import { book } from '../../src/booking/book.js'
import { type Booking, newChannelId, type ReservationBody } from '../../src/booking/booking.js'
import { confirmBooking } from '../../src/booking/confirm-booking.js'
import { confirmDuplicate } from '../../src/booking/confirm-duplicate.js'
import { createClient } from '../../src/client/index.js'
import { Fault } from '../../src/errors.js'
import { openJournal } from '../../src/journal/index.js'

/** Books what it is given, as a script around the commands would: again where that is safe, never where it is not. Killed at any moment. */

export interface WorkerTask {
  url: string
  journalDir: string
  target: Booking['target']
  intents: number[]
}

const day = (at: number): string => new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10)

/** A wish to book: its own guest and dates. Even ones carry an id of their own, odd ones get one made up at each try. */
export function bodyOf(intent: number): ReservationBody {
  const checkInDate = day(intent % 60)
  return {
    propertyId: 1000001,
    channelBookingId: intent % 2 === 0 ? `INTENT-${intent}` : newChannelId(checkInDate),
    checkInDate,
    checkOutDate: day((intent % 60) + 1 + (intent % 2)),
    totalGuestCounts: { adults: 1 },
    booker: { firstName: 'Guest', lastName: `Number${intent}` },
    rooms: [{ roomId: '101', ratePlanId: '501', units: 1 }],
  }
}

async function work({ url, journalDir, target, intents }: WorkerTask): Promise<void> {
  const client = createClient({
    baseUrl: url,
    userAgent: 'hubswitch/proof',
    timeouts: { headersMs: 1500, bodyMs: 1500 },
    identity: { partner: () => Promise.resolve({ partnerId: 'demo-supplier', partnerSecret: 'sandbox-supplier' }) },
  })
  const journal = openJournal(journalDir)
  const booking: Booking = { call: client.call, journal, target, waitMs: [0, 30, 100] }
  for (const intent of intents) {
    await carryOut(booking, intent)
    process.stdout.write(`${intent}\n`)
  }
  journal.close()
  await client.close()
}

async function carryOut(booking: Booking, intent: number): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      const body = bodyOf(intent)
      const before = await confirmDuplicate(booking, body, { isOwnId: intent % 2 === 0, isAllowed: false })
      const { reservation } = await book(booking, body, before)
      await confirmBooking(booking, String(reservation.bookingId))
      return
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const { bookingId, state } = error.facts
      if (error.code === 'GUARD_RAIL' && typeof bookingId === 'string' && state === 'pending') {
        await confirmBooking(booking, bookingId).catch(() => undefined)
        return
      }
      // Booked already. What is unknown is looked up by the next try before it books; everything else is known not to have happened.
      if (error.code === 'GUARD_RAIL') return
    }
  }
  throw new Error(`intent ${intent} never got through`)
}

if (process.env['BOOKING_TASK'] !== undefined) await work(JSON.parse(process.env['BOOKING_TASK']) as WorkerTask)

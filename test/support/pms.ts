import { createPoster } from '../../src/client/index.js'
import type { DeliveryTimes, PmsOptions, SandboxOptions } from '../../src/sandbox/index.js'
import { startScripted, text, type Reply as Answer, type Scripted } from '../client/scripted-server.js'
import { startTestSandbox, type Caller, type Loose, type TestSandbox } from './sandbox.js'

/** One property with two kinds of room, bookings in it, and a PMS that answers as a test says. */

export const NOW = Date.parse('2027-05-01T12:00:00Z')
export const PROPERTY = 1000001
const RESERVATIONS = '/api/v1/hubswitch/reservations'

export const ESTATE = {
  properties: [
    {
      name: 'Inn',
      code: 'INN',
      hubSwitchId: 'INN',
      currency: 'EUR',
      units: [
        {
          name: 'Double',
          count: 7,
          basePrice: 80,
          occupancy: { standard: 2, min: 1, max: 2 },
          ratePlans: ['Flexible', 'Saver'],
        },
        { name: 'Suite', count: 2, basePrice: 200, ratePlans: ['Flexible'] },
      ],
    },
  ],
}

const rs = (inside: string): string =>
  `<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000">${inside}</OTA_HotelResNotifRS>`
export const accepted: Answer = text(200, rs('<Success/>'))
export const refusedWith = (code: number): Answer => text(200, rs(`<Errors><Error Type="3" Code="${code}"/></Errors>`))
/** It took the message, and left a part of it undone for this reason. */
export const partOfIt = (code: number): Answer =>
  text(200, rs(`<Success/><Warnings><Warning Type="3" Code="${code}" Status="NotProcessed"/></Warnings>`))
export const notProcessed: Answer = partOfIt(392)

/** A PMS that gives its first requests these answers in order, and the last one from then on. */
export function startPms(...answers: [Answer, ...Answer[]]): Promise<Scripted> {
  return startScripted((_, at) => answers[Math.min(at, answers.length - 1)] as Answer)
}

export interface BookingSandbox extends TestSandbox {
  supplier: Caller
  /** Creates a pending reservation and answers its id. */
  hold(over?: object): Promise<string>
  /** Creates and confirms one; answers its id. */
  book(over?: object): Promise<string>
  /** What a look-up answers. */
  lookup(bookingId: string): Promise<Loose>
  confirm(bookingId: string): Promise<Loose>
}

/** A sandbox that can post to a PMS, with short waits. Its clock stands at NOW unless `now` is given. */
export async function startBooking({
  pms = {},
  times = {},
  ...options
}: Omit<SandboxOptions, 'pms'> & {
  pms?: Partial<PmsOptions>
  times?: Partial<DeliveryTimes>
} = {}): Promise<BookingSandbox> {
  const poster = createPoster({ userAgent: 'hubswitch/test' })
  const test = await startTestSandbox({
    now: () => NOW,
    confirmWaitMs: 0,
    ...options,
    pms: {
      post: poster.post,
      times: { baseMs: 60, retryForMs: 1500, timeoutMs: 15_000, pollMs: 100, ...times },
      ...pms,
    },
  })
  if (test.sandbox.counts().properties === 0) test.sandbox.seed(ESTATE)
  const supplier = await test.as('demo-supplier')
  let booked = 0
  const hold: BookingSandbox['hold'] = async (over = {}) => {
    const reply = await supplier.post(`${RESERVATIONS}/create`, {
      propertyId: PROPERTY,
      channelBookingId: `CH-${++booked}`,
      checkInDate: '2027-06-01',
      checkOutDate: '2027-06-03',
      totalGuestCounts: { adults: 2 },
      booker: { firstName: 'Ada', lastName: 'Lovelace' },
      rooms: [
        {
          roomId: 101,
          ratePlanId: 501,
          units: 2,
          guests: [
            { firstName: 'Ada', lastName: 'Lovelace', unit: 1 },
            { firstName: 'Mary', lastName: 'Shelley', unit: 2 },
          ],
        },
      ],
      ...over,
    })
    if (reply.status !== 201) throw new Error(reply.text)
    return String(reply.body['result']?.['bookingId'])
  }
  const confirm: BookingSandbox['confirm'] = async (bookingId) => {
    const reply = await supplier.post(`${RESERVATIONS}/confirm`, { bookingId })
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.body['result'] as Loose
  }
  return {
    ...test,
    supplier,
    hold,
    confirm,
    async book(over) {
      const bookingId = await hold(over)
      await confirm(bookingId)
      return bookingId
    },
    lookup: async (bookingId) =>
      (await supplier.get(`${RESERVATIONS}/v2?bookingId=${bookingId}`)).body['result'] as Loose,
    async close() {
      await test.close()
      await poster.close()
    },
  }
}

/** Waits until `holds` says true. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 8000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('it did not come to pass in time')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

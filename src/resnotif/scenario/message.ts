import { buildNotification, type ReservationSource } from '../build/index.js'
import { dayAfter, type House } from '../invent/index.js'
import type { Person, Stay, Step } from './shape/index.js'

/** Whose ids and codes the messages of a run have. */
export interface ScenarioRun {
  house: House
  /** Begins the ids of all its bookings, so that no run meets what an earlier one has left at the PMS. */
  prefix: string
  /** Epoch milliseconds. */
  startedAt: number
  requestorId?: string
  target: 'Production' | 'Test'
}

export const bookingIdOf = (run: ScenarioRun, number: number): string => `${run.prefix}-${number}`

/**
 * The message of one step. A repetition has the EchoToken and the time stamp of what it repeats.
 * @param number of the scenario in the run, from 1
 * @param at of the step in its scenario, from 0
 * @param sentAt epoch milliseconds for the time stamp: a PMS may refuse a message from the future. Without it, all are of the beginning of the run.
 */
export function scenarioMessage(
  run: ScenarioRun,
  number: number,
  step: Step,
  at: number,
  sentAt = run.startedAt + (step.isRepetition === true ? at - 1 : at),
): string {
  return `${buildNotification(sourceOf(run, bookingIdOf(run, number), step.stay), {
    resStatus: step.sends,
    timeStamp: new Date(sentAt).toISOString(),
    isRetransmission: step.isRepetition === true,
    target: run.target,
    ...(run.requestorId === undefined ? {} : { requestorId: run.requestorId }),
  })}\n`
}

function sourceOf({ house }: ScenarioRun, bookingId: string, stay: Stay): ReservationSource {
  const checkInDate = dayAfter(house.from, stay.later ?? 0)
  const [first] = stay.units[0]?.guests ?? []
  const cents = stay.nights.reduce((sum, price) => sum + Number(price.replace('.', '')), 0)
  const rooms = ([0, 1] as const).flatMap((product) => {
    const units = stay.units.filter((unit) => unit.product === product)
    if (units.length === 0) return []
    const guests = units.flatMap(({ guests: inside }, unit) => inside.map((guest) => ({ ...guest, unit: unit + 1 })))
    return [
      {
        ...(house.products[product] ?? house.products[0]),
        units: units.length,
        guests,
        guestCounts: countsOf(guests),
        dailyPrices: stay.nights.map((price, night) => ({ date: dayAfter(checkInDate, night), price })),
        totalPrice: amount(cents * units.length),
      },
    ]
  })
  const record = {
    bookingId,
    channelBookingId: `${bookingId}-C`,
    propertyId: house.propertyId,
    checkInDate,
    checkOutDate: dayAfter(checkInDate, stay.nights.length),
    currencyCode: house.currencyCode,
    totalPrice: amount(cents * stay.units.length),
    totalGuestCounts: countsOf(stay.units.flatMap(({ guests }) => guests)),
    booker: {
      firstName: first?.firstName,
      lastName: first?.lastName,
      ...(stay.booker ?? { email: 'guest@guests.example', phone: '+44 20 7946 0123' }),
    },
    rooms,
    payment: { method: 'hotel collect' },
    ...(stay.comment === undefined ? {} : { comment: stay.comment }),
  }
  return record as ReservationSource
}

const amount = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

function countsOf(guests: readonly Person[]): { adults: number; children?: { age: number; count: number }[] } {
  const ages = guests.flatMap(({ age }) => age ?? [])
  return {
    adults: guests.length - ages.length,
    ...(ages.length === 0 ? {} : { children: ages.map((age) => ({ age, count: 1 })) }),
  }
}

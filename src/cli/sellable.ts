import type { Settings } from '../config/index.js'
import type { ResultOf } from '../contract/index.js'
import { Fault } from '../errors.js'
import type { ReservationBody } from './booking.js'
import { distributorOf } from './distributor.js'
import type { GuestCounts } from './guests.js'
import type { Call } from './property-records.js'
import { unitGuests } from './reservation/unit-guests.js'

/** An amount in ten thousandths. */
export type Decimal = bigint

type Offer = ResultOf<'product.search'>

/** At what a stay is offered. */
export interface OfferedTotal {
  total: Decimal
  /** Undefined where the service names none, or more than one. */
  currency: string | undefined
}

/**
 * Asks the service for its products before anything is booked, with the guests of the reservation: each line must be on offer with enough units.
 * @param expectTotal amount that the sum must be, such as 240.00
 * @returns the sum with its currency; undefined where it depends on who sleeps in which unit, and nobody says so
 * @throws Fault REFUSED where a line is not on offer; GUARD_RAIL where the price or its currency is another one
 */
export async function checkSellable(call: Call, settings: Settings, body: ReservationBody, expectTotal: string | undefined): Promise<OfferedTotal | undefined> {
  const expected = expectTotal === undefined ? undefined : decimalOf(expectTotal)
  if (expectTotal !== undefined && expected === undefined) throw new Fault('USAGE', `--expect-total takes an amount such as 240.00, not "${expectTotal}".`)
  const { propertyId, checkInDate, checkOutDate } = body
  const distributor = await distributorOf(settings)
  const offers = new Map<string, Promise<Offer>>()
  const ask = (totalGuestCounts: GuestCounts | undefined): Promise<Offer> => {
    const key = JSON.stringify(totalGuestCounts ?? null)
    const asked = offers.get(key) ?? call('product.search', { body: { propertyId, checkInDate, checkOutDate, ...distributor, ...(totalGuestCounts === undefined ? {} : { totalGuestCounts }) } })
    offers.set(key, asked)
    return asked
  }
  let total: Decimal | undefined = 0n
  const currencies = new Set<string | undefined>()
  for (const [at, line] of body.rooms.entries()) {
    const groups = unitGuests(body, line) ?? [{ guests: undefined, units: line.units ?? 1 }]
    for (const { guests, units } of groups) {
      const offer = await ask(guests)
      const price = priceOf(offer, line, { at, body, guests })
      currencies.add(currencyOf(offer, line))
      total = total === undefined || price === undefined || guests === undefined ? undefined : total + price * BigInt(units)
    }
  }
  if (expected !== undefined && total !== undefined && expected !== total) {
    throw new Fault('GUARD_RAIL', `The total is ${writeTotal(total)}, not ${expectTotal}. Nothing was booked.`, { next: 'Check the price, or give the new one with --expect-total.' })
  }
  const [currency] = currencies.size === 1 ? currencies : []
  const { currencyCode } = body
  if (currency !== undefined && typeof currencyCode === 'string' && currencyCode.trim().toUpperCase() !== currency.trim().toUpperCase()) {
    throw new Fault('GUARD_RAIL', `The stay is offered in ${currency}, and the reservation says currencyCode ${currencyCode}. Nothing was booked.`, { next: `Write ${currency}, or leave currencyCode out.` })
  }
  return total === undefined ? undefined : { total, currency }
}

function currencyOf({ roomTypes, currencyCode }: Offer, { roomId, ratePlanId }: ReservationBody['rooms'][number]): string | undefined {
  const plans = roomTypes.find((one) => String(one.roomId) === String(roomId))?.ratePlans
  return plans?.find((one) => String(one.ratePlanId) === String(ratePlanId))?.currencyCode ?? currencyCode ?? undefined
}

/** Price of one unit of a line, where it is on offer. */
function priceOf(offer: Offer, { roomId, ratePlanId, units = 1 }: ReservationBody['rooms'][number], { at, body, guests }: { at: number; body: ReservationBody; guests: GuestCounts | undefined }): Decimal | undefined {
  const room = offer.roomTypes.find((one) => String(one.roomId) === String(roomId))
  const plan = room?.ratePlans.find((one) => String(one.ratePlanId) === String(ratePlanId))
  const free = room?.availableUnits ?? units
  const why = room === undefined ? 'is not on offer for this stay' : plan === undefined ? `is not on offer under plan ${ratePlanId}` : free < units ? `has ${free} units free, ${units} are wanted` : undefined
  if (why === undefined && plan !== undefined) return decimalOf(String(plan.totalPrice))
  const { propertyId, checkInDate, checkOutDate } = body
  const children = (guests?.children ?? []).flatMap(({ age, count }) => Array.from({ length: count }, () => age)).join(',')
  throw new Fault('REFUSED', `Room ${roomId} ${why ?? 'is not on offer'}. Nothing was booked.`, {
    findings: [{ field: `rooms[${at}]`, value: `${roomId}/${ratePlanId}`, reason: why ?? 'is not on offer' }],
    next: `Run "hubswitch product search ${propertyId} --check-in ${checkInDate} --check-out ${checkOutDate}${guests === undefined ? '' : ` --adults ${guests.adults}`}${children === '' ? '' : ` --children ${children}`}" to see what is.`,
  })
}

/** An amount as it is written, such as 240.00; undefined where it is none. */
export function decimalOf(amount: string): Decimal | undefined {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,10}))?$/.exec(amount.slice(0, 40).trim()) ?? []
  if (whole === undefined || /[1-9]/.test(part.slice(4))) return undefined
  return BigInt(whole) * 10_000n + BigInt(part.slice(0, 4).padEnd(4, '0'))
}

export const writeTotal = (total: Decimal): string => `${total / 10_000n}.${String(total % 10_000n).padStart(4, '0').replace(/00$/, '')}`

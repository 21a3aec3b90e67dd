import type { ResultOf } from '../contract/index.js'
import { type Decimal, decimalOf, writeTotal } from '../decimal.js'
import { Fault } from '../errors.js'
import type { Call } from '../property-file/index.js'
import { firstCharacters } from '../redaction/index.js'
import { shellWord } from '../shell-word.js'
import type { ReservationBody } from './booking.js'
import { type GuestCounts, unitGuests } from './unit-guests.js'

type Offer = ResultOf<'product.search'>

/** At what a stay is offered. */
export interface OfferedTotal {
  total: Decimal
  /** Undefined where the service names none, or more than one. */
  currency: string | undefined
}

/** Who asks for products. */
interface Distributor {
  distributorId: string
  distributorCode: string
}

/**
 * Asks the service for its products before anything is booked, with the guests of the reservation: each line must be on offer with enough units.
 * @param expectTotal amount that the sum must be, such as 240.00
 * @returns the sum with its currency; undefined where it depends on who sleeps in which unit, and nobody says so, or where there are several currencies
 * @throws Fault REFUSED where a line is not on offer; GUARD_RAIL where the price or its currency is another one, or there is none to compare
 */
export async function checkSellable(
  call: Call,
  distributor: Distributor,
  body: ReservationBody,
  expectTotal: string | undefined,
): Promise<OfferedTotal | undefined> {
  const expected = expectTotal === undefined ? undefined : decimalOf(expectTotal)
  if (expectTotal !== undefined && expected === undefined)
    throw new Fault('USAGE', `--expect-total takes an amount such as 240.00, not "${expectTotal}".`)
  const { propertyId, checkInDate, checkOutDate } = body
  const offers = new Map<string, Promise<Offer>>()
  const ask = (totalGuestCounts: GuestCounts | undefined): Promise<Offer> => {
    const key = JSON.stringify(totalGuestCounts ?? null)
    const asked =
      offers.get(key) ??
      call('product.search', {
        body: {
          propertyId,
          checkInDate,
          checkOutDate,
          ...distributor,
          ...(totalGuestCounts === undefined ? {} : { totalGuestCounts }),
        },
      })
    offers.set(key, asked)
    return asked
  }
  let total: Decimal | undefined = 0n
  const currencies = new Set<string | undefined>()
  let isPartyOpen = false
  for (const [at, line] of body.rooms.entries()) {
    const groups = unitGuests(body, line) ?? [{ guests: undefined, units: line.units ?? 1 }]
    for (const { guests, units } of groups) {
      const offer = await ask(guests)
      const { price, currency } = offeredAt(offer, line, { at, body, guests })
      currencies.add(currency?.trim().toUpperCase())
      isPartyOpen ||= guests === undefined
      total =
        total === undefined || price === undefined || guests === undefined ? undefined : total + price * BigInt(units)
    }
  }
  // Amounts in several currencies add up to nothing.
  if (currencies.size > 1) total = undefined
  if (expected !== undefined && total === undefined) throw untold(expectTotal ?? '', [...currencies], isPartyOpen)
  if (expected !== undefined && total !== undefined && expected !== total) {
    throw new Fault('GUARD_RAIL', `The total is ${writeTotal(total)}, not ${expectTotal}. Nothing was booked.`, {
      next: 'Check the price, or give the new one with --expect-total.',
    })
  }
  const [currency] = currencies.size === 1 ? currencies : []
  const { currencyCode } = body
  const other = [...currencies].find(
    (one) => one !== undefined && typeof currencyCode === 'string' && currencyCode.trim().toUpperCase() !== one,
  )
  if (other !== undefined) {
    throw new Fault(
      'GUARD_RAIL',
      `The stay is offered in ${other}, and the reservation says currencyCode ${currencyCode}. Nothing was booked.`,
      { next: `Write ${other}, or leave currencyCode out.` },
    )
  }
  return total === undefined ? undefined : { total, currency }
}

/** Why there is nothing to compare an expected total with. A booking that is made all the same would be compared too late. */
function untold(expectTotal: string, currencies: readonly (string | undefined)[], isPartyOpen: boolean): Fault {
  const later = 'leave out --expect-total and look at the total before you confirm'
  if (currencies.length > 1) {
    const words = currencies.map((one) => one ?? 'a currency that is not named').join(' and ')
    return new Fault(
      'GUARD_RAIL',
      `The rooms are offered in ${firstCharacters(words, 200)}, which have no common total to compare with ${expectTotal}. Nothing was booked.`,
      { next: `Book them one by one, or ${later}.` },
    )
  }
  return new Fault(
    'GUARD_RAIL',
    `The offer does not tell the total for this party, so it cannot be compared with ${expectTotal}. Nothing was booked.`,
    {
      next: isPartyOpen
        ? `Say who sleeps in each unit (--adults and --children; in a file guestCounts, or the unit of each guest), or ${later}.`
        : `The service names no price for this stay. ${later.replace(/^l/, 'L')}.`,
    },
  )
}

/** One place of an offer that a line may mean. */
type Entry = { free: number | undefined; price: Decimal | undefined; money: string | undefined; words: string }

/** Every place where an offer names the room and the plan of a line: a service may list one twice. */
function entriesOf({ roomTypes, currencyCode }: Offer, { roomId, ratePlanId, productId }: Line): Entry[] {
  const rooms = roomTypes.filter((one) => String(one.roomId) === String(roomId))
  const plans = rooms.flatMap((room) =>
    room.ratePlans.filter((one) => String(one.ratePlanId) === String(ratePlanId)).map((plan) => ({ room, plan })),
  )
  const own = plans.filter(({ plan }) => productId !== undefined && String(plan.productId) === String(productId))
  return (own.length > 0 ? own : plans).map(({ room, plan }) => {
    const money = plan.currencyCode ?? currencyCode ?? undefined
    return {
      free: room.availableUnits ?? undefined,
      price: decimalOf(String(plan.totalPrice)),
      money,
      words: [plan.totalPrice ?? 'no price', money].filter(Boolean).join(' ').slice(0, 60),
    }
  })
}

type Line = ReservationBody['rooms'][number]

/**
 * Price of one unit of a line and its currency, where it is on offer.
 * @throws Fault REFUSED where it is not; GUARD_RAIL where it is on offer at two prices, so that nobody knows which of them it would be booked at
 */
function offeredAt(
  offer: Offer,
  line: Line,
  { at, body, guests }: { at: number; body: ReservationBody; guests: GuestCounts | undefined },
): { price: Decimal | undefined; currency: string | undefined } {
  const { roomId, ratePlanId } = line
  // Lines of one room take from the same units.
  const units = body.rooms.reduce(
    (sum, one) => (String(one.roomId) === String(roomId) ? sum + (one.units ?? 1) : sum),
    0,
  )
  const entries = entriesOf(offer, line)
  const isListed = offer.roomTypes.some((one) => String(one.roomId) === String(roomId))
  const free = Math.min(...entries.map((entry) => entry.free ?? units))
  const why = !isListed
    ? 'is not on offer for this stay'
    : entries.length === 0
      ? `is not on offer under plan ${ratePlanId}`
      : free < units
        ? `has ${free} units free, ${units} are wanted`
        : undefined
  const { propertyId, checkInDate, checkOutDate } = body
  const children = (guests?.children ?? [])
    .flatMap(({ age, count }) => Array.from({ length: count }, () => age))
    .join(',')
  const next = `Run "hubswitch product search ${shellWord(propertyId)} --check-in ${checkInDate} --check-out ${checkOutDate}${guests === undefined ? '' : ` --adults ${guests.adults}`}${children === '' ? '' : ` --children ${children}`}" to see what is.`
  const [entry] = entries
  if (why !== undefined || entry === undefined) {
    throw new Fault('REFUSED', `Room ${roomId} ${why ?? 'is not on offer'}. Nothing was booked.`, {
      findings: [{ field: `rooms[${at}]`, value: `${roomId}/${ratePlanId}`, reason: why ?? 'is not on offer' }],
      next,
    })
  }
  const others = entries.filter(
    (one) => one.price !== entry.price || one.money?.trim().toUpperCase() !== entry.money?.trim().toUpperCase(),
  )
  // Without guests the price is not used: a service may then list one for each number of guests.
  if (others.length > 0 && guests !== undefined) {
    const prices = [...new Set([entry, ...others].map(({ words }) => words))].slice(0, 5).join(' and ')
    throw new Fault(
      'GUARD_RAIL',
      `Room ${roomId} under plan ${ratePlanId} is offered more than once, at ${prices}: it cannot be told at which it would be booked. Nothing was booked.`,
      {
        findings: [{ field: `rooms[${at}]`, value: `${roomId}/${ratePlanId}`, reason: `is offered at ${prices}` }],
        next: `${next.replace(/ to see what is\.$/, '')} and ask the service which price holds; where its products have ids, name one with productId.`,
      },
    )
  }
  return { price: entry.price, currency: entry.money }
}

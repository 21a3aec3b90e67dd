import { describe, expect, it } from 'vitest'
import type { ReservationBody } from '../../src/booking/booking.js'
import type { Call } from '../../src/property-file/property-records.js'
import { checkSellable } from '../../src/booking/sellable.js'
import { writeTotal } from '../../src/decimal.js'
import { Fault } from '../../src/errors.js'

const distributor = { distributorId: 'd', distributorCode: 'D' }
const line = { roomId: '101', ratePlanId: '501', units: 1 }
const body: ReservationBody = {
  propertyId: 1000001,
  channelBookingId: 'C',
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-03',
  totalGuestCounts: { adults: 1 },
  booker: { firstName: 'Ada', lastName: 'L' },
  rooms: [line],
}
const plan = (totalPrice: string, over: object = {}) => ({ ratePlanId: 501, totalPrice, ...over })
const room = (...ratePlans: object[]) => ({ roomId: 101, availableUnits: 3, ratePlans })

async function checked(roomTypes: object[], over: Partial<ReservationBody> = {}, expected?: string): Promise<string> {
  const call = (async () => ({ currencyCode: 'EUR', roomTypes })) as unknown as Call
  const told = await checkSellable(call, distributor, { ...body, ...over }, expected).catch((error: unknown) => error)
  if (told instanceof Fault) return `${told.exitCode} ${told.message}`
  const { total, currency } = told as { total: bigint; currency: string }
  return `${writeTotal(total)} ${currency}`
}

/** The total of a reservation is compared before it is sent; a price that is only one of two is not the price. */
describe('a room that is offered more than once', () => {
  it.each([
    [
      'two plans of one room',
      [room(plan('200.00'), plan('260.00'))],
      /^7 Room 101 under plan 501 is offered more than once, at 200\.00 EUR and 260\.00 EUR: .*Nothing was booked\./,
    ],
    ['the room listed twice', [room(plan('200.00')), room(plan('260.00'))], /^7 .*200\.00 EUR and 260\.00 EUR/],
    [
      'in two currencies',
      [room(plan('200.00'), plan('200.00', { currencyCode: 'USD' }))],
      /^7 .*200\.00 EUR and 200\.00 USD/,
    ],
    ['once without a price', [room(plan('200.00'), { ratePlanId: 501 })], /^7 .*200\.00 EUR and no price EUR/],
    [
      'at one price',
      [room(plan('200.00'), plan('200', { currencyCode: 'eur' })), room(plan('200.0'))],
      /^200\.00 EUR$/,
    ],
    [
      'with fewer units free in one place',
      [room(plan('200.00')), { ...room(plan('200.00')), availableUnits: 0 }],
      /^5 Room 101 has 0 units free/,
    ],
    [
      'listed once without the plan',
      [room(plan('180.00', { ratePlanId: 502 })), room(plan('200.00'))],
      /^200\.00 EUR$/,
    ],
  ])('%s', async (_, roomTypes, words) => {
    expect(await checked(roomTypes)).toMatch(words)
    // The right total among them does not tell that it is booked at it.
    expect(await checked(roomTypes, {}, '200.00')).toMatch(words)
  })

  it('the id of the product tells which one is meant', async () => {
    const roomTypes = [room(plan('200.00', { productId: 'A' }), plan('260.00', { productId: 'B' }))]
    expect(await checked(roomTypes, { rooms: [{ ...line, productId: 'B' }] })).toBe('260.00 EUR')
    expect(await checked(roomTypes)).toMatch(/^7 /)
  })
})

/** A total that was expected is compared before anything is booked, or nothing is. */
describe('an expected total', () => {
  const two = { rooms: [line, { ...line, roomId: '102' }], totalGuestCounts: { adults: 2 } }
  const eachOne = { ...two, rooms: two.rooms.map((one) => ({ ...one, guestCounts: { adults: 1 } })) }
  const second = (currencyCode: string | undefined) => ({
    roomId: 102,
    availableUnits: 3,
    ratePlans: [plan('100.00', { currencyCode })],
  })
  it.each<[string, object[], Partial<ReservationBody>, RegExp]>([
    [
      'one guest for two units',
      [room(plan('100.00'))],
      { rooms: [{ ...line, units: 2 }] },
      /^7 The offer does not tell the total for this party, so it cannot be compared with 200\.00\. Nothing was booked\./,
    ],
    [
      'two rooms, and nobody says who sleeps where',
      [room(plan('100.00')), second('EUR')],
      two,
      /^7 The offer does not tell the total for this party/,
    ],
    ['a plan without a price', [room({ ratePlanId: 501 })], {}, /^7 The offer does not tell the total/],
    [
      'two currencies',
      [room(plan('100.00')), second('USD')],
      eachOne,
      /^7 The rooms are offered in EUR and USD, which have no common total to compare with 200\.00\./,
    ],
    ['one currency in two spellings', [room(plan('100.00')), second('eur')], eachOne, /^200\.00 EUR$/],
  ])('%s', async (_, roomTypes, over, words) => {
    expect(await checked(roomTypes, over, '200.00')).toMatch(words)
  })

  it('every line is in the currency of the reservation', async () => {
    expect(await checked([room(plan('100.00')), second('USD')], { ...eachOne, currencyCode: 'EUR' })).toMatch(
      /^7 The stay is offered in USD, and the reservation says currencyCode EUR/,
    )
  })
})

it('lines of one room take from the same units', async () => {
  const lines = (...units: number[]) => ({
    totalGuestCounts: { adults: units.length },
    rooms: units.map((count) => ({ ...line, units: count, guestCounts: { adults: count } })),
  })
  const five = [{ ...room(plan('100.00')), availableUnits: 5 }]
  expect(await checked(five, lines(3, 3))).toMatch(/^5 Room 101 has 5 units free, 6 are wanted/)
  expect(await checked(five, lines(3, 2))).toBe('500.00 EUR')
})

import { describe, expect, it } from 'vitest'
import type { ReservationBody } from '../../src/booking/booking.js'
import { isDivisionOpen, unitGuests } from '../../src/booking/unit-guests.js'

const guest = (unit?: number, age?: number): { firstName: string; lastName: string } => ({
  firstName: 'A',
  lastName: 'B',
  ...(unit === undefined ? {} : { unit }),
  ...(age === undefined ? {} : { age }),
})

function bodyOf(
  totalGuestCounts: ReservationBody['totalGuestCounts'],
  ...rooms: Partial<ReservationBody['rooms'][number]>[]
): ReservationBody {
  return {
    propertyId: 1000001,
    channelBookingId: 'X',
    checkInDate: '2027-07-01',
    checkOutDate: '2027-07-03',
    totalGuestCounts,
    booker: { firstName: 'A', lastName: 'B' },
    rooms: rooms.map((room) => ({ roomId: '101', ratePlanId: '501', ...room })),
  }
}

const first = (body: ReservationBody) => unitGuests(body, body.rooms[0] as ReservationBody['rooms'][number])

describe('who sleeps in each unit', () => {
  it('all guests of the reservation where it is one unit', () => {
    expect(first(bodyOf({ adults: 2, children: [{ age: 5, count: 1 }] }, {}))).toEqual([
      { guests: { adults: 2, children: [{ age: 5, count: 1 }] }, units: 1 },
    ])
    expect(first(bodyOf({ adults: 3 }, { guests: [guest()] }))).toEqual([{ guests: { adults: 3 }, units: 1 }])
  })

  it('shared out where that comes out even', () => {
    expect(first(bodyOf({ adults: 4 }, { units: 2 }))).toEqual([{ guests: { adults: 2 }, units: 2 }])
    expect(first(bodyOf({ adults: 3 }, { units: 2 }))).toBeUndefined()
  })

  it('by name where the guests say which unit is theirs', () => {
    const guests = [guest(1), guest(1), guest(2), guest(2, 7)]
    expect(first(bodyOf({ adults: 3, children: [{ age: 7, count: 1 }] }, { units: 2, guests }))).toEqual([
      { guests: { adults: 2 }, units: 1 },
      { guests: { adults: 1, children: [{ age: 7, count: 1 }] }, units: 1 },
    ])
  })

  it('by line where there are several; nobody knows where a line says nothing', () => {
    const body = bodyOf({ adults: 3 }, { guestCounts: { adults: 1 } }, {})
    expect(body.rooms.map((line) => unitGuests(body, line))).toEqual([[{ guests: { adults: 1 }, units: 1 }], undefined])
  })
})

describe('isDivisionOpen', () => {
  it.each([
    [1, [undefined, undefined], false],
    [2, [undefined], false],
    [2, [undefined, undefined], false],
    [2, [undefined, undefined, undefined], true],
    [2, [undefined, undefined, undefined, undefined], true],
    [2, [1, 1, undefined], false],
    [2, [1, 2, undefined], true],
    [2, [1, 1, 2], false],
    [3, [1, undefined, undefined], false],
  ])('%i units, guests of units %j: %s', (units, given, expected) => {
    expect(isDivisionOpen({ units, guests: given.map((unit) => (unit === undefined ? {} : { unit })) })).toBe(expected)
  })
})

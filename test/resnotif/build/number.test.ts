import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReservationRequest } from '../../../src/contract/endpoints/reservation-fields.js'
import { Fault } from '../../../src/errors.js'
import { numberNodes } from '../../../src/resnotif/build/number.js'
import { line, people, reservation } from '../reservations.js'

const codes = (request: ReservationRequest): string[] =>
  numberNodes(request).map((node) => `${node.resGuestRph}:${node.groupEventCode}`)

describe('numbering', () => {
  it('two units of P1 and one of P2: 1, 2 and 1', () => {
    expect(codes(reservation([line(101, 77, 2), line(102, 77, 1)]))).toEqual(['1-101-77:1', '1-101-77:2', '1-102-77:1'])
  })

  it('the same room with two plans: each restarts', () => {
    expect(codes(reservation([line(101, 77, 2), line(101, 78, 2)]))).toEqual([
      '1-101-77:1',
      '1-101-77:2',
      '1-101-78:1',
      '1-101-78:2',
    ])
  })

  it('two units with two guests each, one unit with three: 1,1,2,2 and 1,1,1', () => {
    expect(codes(reservation([line(101, 77, 2, people(4)), line(102, 78, 1, people(3, 5))]))).toEqual([
      '1-101-77:1',
      '1-101-77:1',
      '1-101-77:2',
      '1-101-77:2',
      '1-102-78:1',
      '1-102-78:1',
      '1-102-78:1',
    ])
  })

  it('interleaved lines count per product, and two lines of one product go on counting', () => {
    expect(codes(reservation([line(101, 77, 1), line(102, 77, 2), line(101, 77, 2), line(102, 77, 1)]))).toEqual([
      '1-101-77:1',
      '1-102-77:1',
      '1-102-77:2',
      '1-101-77:2',
      '1-101-77:3',
      '1-102-77:3',
    ])
  })

  it('one unit is 1', () => {
    expect(codes(reservation([line(101, 77, 1, people(1))]))).toEqual(['1-101-77:1'])
  })

  it('twelve units run in numeric order', () => {
    expect(numberNodes(reservation([line(101, 77, 12)])).map((node) => node.groupEventCode)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
    ])
  })

  it('a code with a dash does not confuse products', () => {
    expect(codes(reservation([line('A-B', 'C', 1), line('A', 'B-C', 1), line('A-B', 'C', 1)]))).toEqual([
      '1-A-B-C:1',
      '1-A-B-C:1',
      '1-A-B-C:2',
    ])
  })

  it('IndexNumber and GroupEventCode do not depend on each other', () => {
    const request = reservation([line(101, 77, 2), line(102, 77, 1)])
    expect(numberNodes(request).map((node) => [node.indexNumber, node.groupEventCode])).toEqual([
      [1, 1],
      [1, 2],
      [1, 1],
    ])
    expect(numberNodes(request, { roomStays: 'room' }).map((node) => [node.indexNumber, node.groupEventCode])).toEqual([
      [1, 1],
      [1, 2],
      [1, 1],
    ])
    expect(
      numberNodes(request, { roomStays: 'room', indexNumber: 'room-stay' }).map((node) => [
        node.resGuestRph,
        node.groupEventCode,
      ]),
    ).toEqual([
      ['1-101-77', 1],
      ['2-101-77', 2],
      ['3-102-77', 1],
    ])
  })

  it('guests go where they say; the others fill the units that nobody names, in even blocks', () => {
    const inUnits = (guests: ReturnType<typeof people>, units: number): string[] =>
      numberNodes(reservation([line(1, 2, units, guests)])).map((node) => `${node.lastName}@${node.groupEventCode}`)
    expect(inUnits(people(4), 3)).toEqual(['Last1@1', 'Last2@1', 'Last3@2', 'Last4@3'])
    expect(inUnits(people(2), 3)).toEqual(['Last1@1', 'Last2@2', 'Lovelace@3'])
    const [a, b, c] = people(3) as [
      ReturnType<typeof people>[number],
      ReturnType<typeof people>[number],
      ReturnType<typeof people>[number],
    ]
    expect(inUnits([{ ...a, unit: 2 }, b, { ...c, unit: 2 }], 3)).toEqual([
      'Last2@1',
      'Last1@2',
      'Last3@2',
      'Lovelace@3',
    ])
    expect(inUnits([{ ...a, unit: 1 }, b, { ...c, unit: 2 }], 2)).toEqual(['Last1@1', 'Last2@1', 'Last3@2'])
  })

  it('a unit without guests is the booker, and says so', () => {
    expect(
      numberNodes(reservation([line(101, 77, 2, people(1))])).map((node) => [node.firstName, node.isBooker]),
    ).toEqual([
      ['First1', false],
      ['Ada', true],
    ])
  })

  it('reads an answered reservation too, wide ids included', () => {
    const nodes = numberNodes({
      bookingId: '900001',
      status: 'confirmed',
      booker: { firstName: 'Ada', lastName: 'L' },
      rooms: [{ roomId: 9007199254740993n, ratePlanId: '7', units: null }],
    })
    expect(nodes.map((node) => node.resGuestRph)).toEqual(['1-9007199254740993-7'])
  })

  it.each([
    [
      reservation([line(101, 77, 1), line(101, 77, 2, [{ firstName: 'A', lastName: 'B', unit: 3 }])]),
      'rooms[1].guests[0].unit',
    ],
    [{ ...reservation([line(101, 77, 1)]), booker: undefined } as unknown as ReservationRequest, 'rooms[0].guests'],
    [reservation([{ ...line(101, 77, 1), units: 0 }]), 'rooms[0].units'],
    [reservation([{ ...line(101, 77, 1), ratePlanId: undefined } as never]), 'rooms[0].ratePlanId'],
  ])('refuses what cannot be numbered %#', (request, field) => {
    let caught: unknown
    try {
      numberNodes(request)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(Fault)
    expect((caught as Fault).code).toBe('INVALID_INPUT')
    expect((caught as Fault).findings[0]?.field).toBe(field)
  })

  it('random products, units, guests and orders agree with a count made another way', () => {
    const lines = fc.array(
      fc.record({
        room: fc.constantFrom(1, 2, 3),
        plan: fc.constantFrom(7, 8),
        units: fc.integer({ min: 1, max: 13 }),
        guests: fc.integer({ min: 0, max: 30 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    fc.assert(
      fc.property(lines, (given) => {
        const nodes = numberNodes(
          reservation(given.map(({ room, plan, units, guests }) => line(room, plan, units, people(guests)))),
        )
        // The oracle works from the end: how many units of the product stand on earlier lines, plus the place within the line.
        const expected: string[] = []
        given.forEach(({ room, plan, units, guests }, at) => {
          const earlier = given
            .slice(0, at)
            .filter((one) => one.room === room && one.plan === plan)
            .reduce((sum, one) => sum + one.units, 0)
          for (let unit = 0; unit < units; unit++) {
            let sleepers = 0
            for (let guest = 0; guest < guests; guest++) if (unitOf(guest, guests, units) === unit) sleepers++
            for (let i = 0; i < Math.max(1, sleepers); i++) expected.push(`1-${room}-${plan}:${earlier + unit + 1}`)
          }
        })
        expect(nodes.map((node) => `${node.resGuestRph}:${node.groupEventCode}`)).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })
})

/** Which unit the nth of `guests` sleeps in when blocks are consecutive and the first blocks take the rest. */
function unitOf(guest: number, guests: number, units: number): number {
  const big = Math.ceil(guests / units)
  const bigUnits = guests % units === 0 ? units : guests % units
  return guest < big * bigUnits ? Math.floor(guest / big) : bigUnits + Math.floor((guest - big * bigUnits) / (big - 1))
}

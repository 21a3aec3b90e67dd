import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReservationRecord, ReservationRequest } from '../../../src/contract/endpoints/reservation-fields.js'
import { Fault } from '../../../src/errors.js'
import { type BuildOptions, buildNotification } from '../../../src/resnotif/build/build.js'
import { readMessage } from '../../../src/resnotif/read/read.js'
import { childrenOf, descend, valueOf, walkNodes, type XmlNode } from '../../../src/resnotif/xml/node.js'
import { line, people, reservation } from '../reservations.js'

const built = (request: ReservationRequest | ReservationRecord, options: BuildOptions = {}): XmlNode => {
  const message = readMessage(buildNotification(request, options))
  expect(message.broken).toBeUndefined()
  return message.notification as XmlNode
}
const all = (root: XmlNode, name: string): XmlNode[] => [...walkNodes(root)].filter((node) => node.name === name)
const one = (root: XmlNode, name: string): XmlNode => all(root, name)[0] as XmlNode

const record: ReservationRecord = {
  bookingId: 900001,
  channelBookingId: 'CH-9',
  status: 'confirmed',
  propertyId: 1000001,
  checkInDate: '2027-02-28',
  checkOutDate: '2027-03-02',
  totalPrice: '700.50',
  currencyCode: 'EUR',
  totalGuestCounts: { adults: 3, children: [{ age: 5, count: 1 }] },
  booker: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+49 40 1' },
  rooms: [
    {
      roomId: 101,
      ratePlanId: 77,
      units: 2,
      totalPrice: '400.50',
      dailyPrices: [
        { date: '2027-02-28', price: '100.25' },
        { date: '2027-03-01', price: '100.00' },
      ],
      guests: [
        { firstName: 'A', lastName: 'B' },
        { firstName: 'C', lastName: 'D', age: 5 },
      ],
    },
    { roomId: 102, ratePlanId: 77, units: 1, totalPrice: 300 },
  ],
  comment: 'Late',
} as ReservationRecord

describe('building', () => {
  it('has the parts of a RoomStay in the order of the schema', () => {
    const root = built({ ...record, payment: { method: 'card' } })
    expect(one(root, 'RoomStay').children.map((node) => node.name)).toEqual([
      'RoomTypes',
      'RatePlans',
      'RoomRates',
      'GuestCounts',
      'TimeSpan',
      'Guarantee',
      'Total',
      'BasicPropertyInfo',
      'ResGuestRPHs',
      'Comments',
    ])
    expect(one(root, 'HotelReservation').children.map((node) => node.name)).toEqual([
      'UniqueID',
      'RoomStays',
      'ResGuests',
      'ResGlobalInfo',
    ])
    expect(valueOf(one(root, 'RoomStay'), 'IndexNumber')).toBe('1')
    expect(
      all(root, 'RoomType').map((node) => [valueOf(node, 'RoomTypeCode'), valueOf(node, 'NumberOfUnits')]),
    ).toEqual([
      ['101', '2'],
      ['102', '1'],
    ])
    expect(
      all(root, 'Rate').map((node) => [
        valueOf(node, 'EffectiveDate'),
        valueOf(node, 'ExpireDate'),
        valueOf(node.children[0], 'AmountAfterTax'),
      ]),
    ).toEqual([
      ['2027-02-28', '2027-03-01', '100.25'],
      ['2027-03-01', '2027-03-02', '100.00'],
    ])
    expect(all(root, 'Total').map((node) => valueOf(node, 'AmountAfterTax'))).toEqual([
      '400.50',
      '300',
      '700.50',
      '700.50',
    ])
    expect(all(root, 'ResGuestRPH').map((node) => valueOf(node, 'RPH'))).toEqual(['1-101-77', '1-102-77'])
    expect(
      all(root, 'ResGuest').map((node) => [
        valueOf(node, 'ResGuestRPH'),
        valueOf(node, 'GroupEventCode'),
        valueOf(node, 'AgeQualifyingCode'),
      ]),
    ).toEqual([
      ['1-101-77', '1', '10'],
      ['1-101-77', '2', '8'],
      ['1-102-77', '1', '10'],
    ])
    expect(all(root, 'HotelReservationID').map((node) => valueOf(node, 'ResID_Value'))).toEqual(['900001', 'CH-9'])
  })

  it('prices of a night that make the total of several units are marked as of all units', () => {
    const rooms = [
      {
        roomId: 1,
        ratePlanId: 2,
        units: 2,
        totalPrice: '200.00',
        dailyPrices: [
          { date: '2027-02-28', price: '120' },
          { date: '2027-03-01', price: '80' },
        ],
      },
    ]
    expect(all(built({ ...record, rooms }), 'Rate').map((node) => valueOf(node, 'NumberOfUnits'))).toEqual(['2', '2'])
    expect(
      all(built({ ...record, rooms }, { roomStays: 'room' }), 'RoomStay').map((node) =>
        valueOf(descend(node, 'Total'), 'AmountAfterTax'),
      ),
    ).toEqual(['100.00', '100.00'])
  })

  it('one RoomStay per room on request, with one IndexNumber', () => {
    const stays = all(built(record, { roomStays: 'room' }), 'RoomStay')
    expect(stays.map((node) => valueOf(node, 'IndexNumber'))).toEqual(['1', '1', '1'])
    expect(stays.map((node) => valueOf(descend(node, 'RoomRates', 'RoomRate'), 'NumberOfUnits'))).toEqual([
      '1',
      '1',
      '1',
    ])
    expect(
      all(built(record, { roomStays: 'room', indexNumber: 'room-stay' }), 'ResGuest').map((node) =>
        valueOf(node, 'ResGuestRPH'),
      ),
    ).toEqual(['1-101-77', '2-101-77', '3-102-77'])
  })

  it('booker node and RatePlanID on request', () => {
    const root = built(record, { bookerNode: true, ratePlanIdCopy: true })
    const guests = all(root, 'ResGuest')
    expect(guests).toHaveLength(4)
    expect(guests[0]?.attributes.map((attribute) => attribute.name)).toEqual(['PrimaryIndicator'])
    expect(valueOf(one(root, 'RatePlan'), 'RatePlanID')).toBe('77')
    expect(valueOf(one(built(record), 'RatePlan'), 'RatePlanID')).toBeUndefined()
  })

  it.each(['soap11', 'soap12'] as const)('%s envelope with a digest that the PMS can check', (envelope) => {
    const nonce = Buffer.from('0123456789abcdef')
    const text = buildNotification(record, {
      envelope,
      security: { username: 'pms', password: 'pä&ss', passwordType: 'digest', nonce, created: '2027-01-01T00:00:00Z' },
    })
    const message = readMessage(text)
    expect(message.envelope).toBe(envelope)
    expect(message.reservations).toHaveLength(1)
    const digest = createHash('sha1')
      .update(Buffer.concat([nonce, Buffer.from('2027-01-01T00:00:00Zpä&ss')]))
      .digest('base64')
    expect(one(message.root as XmlNode, 'Password').text).toBe(digest)
    expect(text).not.toContain('pä&amp;ss')
    expect(
      one(
        readMessage(buildNotification(record, { envelope, security: { username: 'pms', password: 'pä&ss' } }))
          .root as XmlNode,
        'Password',
      ).text,
    ).toBe('pä&ss')
  })

  it('no part of a card stands in the message', () => {
    const text = buildNotification(
      reservation([line(1, 2, 1)], {
        payment: {
          method: 'credit card',
          card: {
            holderName: 'Ada Lovelace Holder',
            number: '4111111111111111',
            expiryMonth: 12,
            expiryYear: 2031,
            cvc: '987',
          },
        },
      }),
      { timeStamp: 'T' },
    )
    expect(text).toContain('GuaranteeType="CC/DC/Voucher"')
    for (const secret of ['4111111111111111', '987', 'Holder', '2031']) expect(text).not.toContain(secret)
  })

  it('the same input makes the same bytes', () => {
    expect(buildNotification(record, { timeStamp: 'T' })).toBe(buildNotification(record, { timeStamp: 'T' }))
  })

  it('any name survives the trip', () => {
    const name = fc.string({
      minLength: 1,
      maxLength: 30,
      unit: fc.oneof(
        fc.constantFrom('&', '<', '>', '"', "'", ']', 'é', '東', 'ש', '🛏️', '👩🏽‍🚀', '\n', '\t'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(name, name, (firstName, lastName) => {
        fc.pre(
          /\S/.test(firstName) &&
            /\S/.test(lastName) &&
            [...firstName, ...lastName].every((one) => one >= ' ' || one === '\n' || one === '\t') &&
            !/[\ufffe\uffff]/.test(firstName + lastName),
        )
        const root = built(reservation([line(1, 2, 1, [{ firstName, lastName }])]))
        const guest = one(root, 'ResGuest')
        expect([one(guest, 'GivenName').text, one(guest, 'Surname').text]).toEqual([firstName, lastName])
      }),
      { numRuns: 80 },
    )
  })

  it.each([
    ['a\u0000b', 2, 'U+0000'],
    ['😀\u001f', 2, 'U+001F'],
    ['x\ud800y', 2, 'U+D800'],
    ['abc\uffff', 4, 'U+FFFF'],
  ])('refuses %j with field and position', (lastName, position, code) => {
    const fault = thrown(() => buildNotification(reservation([line(1, 2, 1, [{ firstName: 'A', lastName }])])))
    expect(fault.code).toBe('INVALID_INPUT')
    expect(fault.findings[0]).toMatchObject({ field: 'rooms[0].guests.lastName', value: code })
    expect(fault.findings[0]?.reason).toContain(`position ${position},`)
  })

  it('refuses a line end in an attribute, and a reservation without id, dates or lines', () => {
    expect(
      thrown(() => buildNotification(reservation([line(1, 2, 1)], { channelBookingId: 'a\nb' }))).findings[0],
    ).toMatchObject({ field: 'channelBookingId' })
    expect(thrown(() => buildNotification({ ...record, bookingId: '', channelBookingId: '' })).findings[0]?.field).toBe(
      'channelBookingId',
    )
    expect(thrown(() => buildNotification({ ...record, checkInDate: null })).findings[0]?.field).toBe('checkInDate')
    expect(thrown(() => buildNotification({ ...record, checkOutDate: null })).findings[0]?.field).toBe('checkOutDate')
    expect(thrown(() => buildNotification({ ...record, rooms: [] })).findings[0]?.field).toBe('rooms')
  })

  it('the order of guests is the order of nodes', () => {
    const root = built(reservation([line(1, 2, 2, people(4))]))
    expect(childrenOf(one(root, 'ResGuests'), 'ResGuest').map((guest) => one(guest, 'Surname').text)).toEqual([
      'Last1',
      'Last2',
      'Last3',
      'Last4',
    ])
  })
})

function thrown(act: () => unknown): Fault {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(Fault)
    return error as Fault
  }
  throw new Error('nothing was refused')
}

describe('guest counts', () => {
  it.each<[unknown, string[]]>([
    [{ adults: 2, children: [6, 9] }, ['10  2', '8 6 1', '8 9 1']],
    [{ adults: 2, children: ['6'] }, ['10  2', '8 6 1']],
    [{ adults: 1, children: 2 }, ['10  1', '8  2']],
    [3, ['10  3']],
    [
      [40, 6],
      ['10  1', '8 6 1'],
    ],
  ])('reads guest counts as services write them: %j', (totalGuestCounts, wanted) => {
    const text = buildNotification({ ...reservation([line(101, 77, 1)]), totalGuestCounts } as never)
    expect(
      [...text.matchAll(/<GuestCount AgeQualifyingCode="(\d+)"(?: Age="(\d+)")? Count="(\d+)"/g)].map(
        ([, code, age = '', count]) => `${code} ${age} ${count}`,
      ),
    ).toEqual(wanted)
  })
})

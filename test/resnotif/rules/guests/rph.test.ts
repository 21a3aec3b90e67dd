import { describe, expect, it } from 'vitest'
import { fixMessage, lintMessage } from '../../../../src/resnotif/index.js'

type Guest = readonly [rph: string | undefined, code: string]

const message = (
  products: readonly (readonly [room: string, plan: string, units: number])[],
  guests: readonly Guest[],
  references: readonly string[] = [],
): string => `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="A"/><RoomStays><RoomStay IndexNumber="1"><RoomRates>${products.map(([room, plan, units]) => `<RoomRate RoomTypeCode="${room}" RatePlanCode="${plan}" NumberOfUnits="${units}"/>`).join('')}</RoomRates><TimeSpan Start="2027-01-01" End="2027-01-02"/><BasicPropertyInfo HotelCode="7"/>${references.length === 0 ? '' : `<ResGuestRPHs>${references.map((rph) => `<ResGuestRPH RPH="${rph}"/>`).join('')}</ResGuestRPHs>`}</RoomStay></RoomStays>
<ResGuests>${guests.map(([rph, code]) => `<ResGuest${rph === undefined ? '' : ` ResGuestRPH="${rph}"`} GroupEventCode="${code}"><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>X</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`).join('')}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

const ROOM = [['101', '501', 1]] as const

describe('references that all lack the same part', () => {
  it.each(['1-101', '1-501', '101-501'])(
    '%s of two guests of one room is completed, and their shared code is right',
    (rph) => {
      const text = message(
        ROOM,
        [
          [rph, '1'],
          [rph, '1'],
        ],
        [rph],
      )
      const { findings } = lintMessage(text)
      expect(findings.map(({ rule, found, expected }) => [rule, found, expected])).toEqual([
        ['rph-not-from-parts', rph, '1-101-501'],
        ['rph-not-from-parts', rph, '1-101-501'],
      ])
      expect(fixMessage(text).text).toBe(text.replaceAll(`"${rph}"`, '"1-101-501"'))
    },
  )

  it('several products fit: each is named, and no guest is called missing', () => {
    const text = message(
      [
        ['101', '501', 1],
        ['101', '502', 1],
      ],
      [
        ['1-101', '1'],
        ['1-101', '1'],
      ],
    )
    const { findings } = lintMessage(text)
    expect(findings.filter(({ rule }) => rule === 'rph-not-from-parts')).toMatchObject([
      { expected: '1-101-501 or 1-101-502' },
      { expected: '1-101-501 or 1-101-502' },
    ])
    expect(findings.find(({ rule }) => rule === 'unit-without-guest')?.why).toBe(
      'No reference names this unit. Either the references of the guests at line 2 are wrong, or no guest is sent for it.',
    )
    expect(fixMessage(text).text).toBe(text)
  })

  it.each(['101', '501', '1'])('%s alone may be a label: both readings are stated, and nothing is changed', (rph) => {
    const text = message(ROOM, [
      [rph, '1'],
      [rph, '1'],
    ])
    const { findings } = lintMessage(text)
    expect(findings.find(({ rule }) => rule === 'rph-duplicate')).toMatchObject({
      remedy:
        'In the first case write 1-101-501, the same for all guests of that product; in the second give each guest its own.',
    })
    expect(findings.find(({ rule }) => rule === 'group-code')?.why).toContain('may as well be unit counters')
    expect(fixMessage(text).text).toBe(text)
  })

  it('none at all: named where the RoomStay refers to what is booked, left open where nothing does', () => {
    const guests: Guest[] = [
      [undefined, '1'],
      [undefined, '1'],
    ]
    expect(
      lintMessage(message(ROOM, guests, ['1-101-501'])).findings.map(({ rule, expected }) => [rule, expected]),
    ).toEqual([
      ['rph-missing', '1-101-501'],
      ['rph-missing', '1-101-501'],
    ])
    expect(
      lintMessage(message(ROOM, guests)).findings.map(({ rule, why }) => [
        rule,
        why.includes('may as well be unit counters'),
      ]),
    ).toEqual([['group-code', true]])
  })

  it('of another product, while a booked one has no guest: the reference may be what is wrong', () => {
    const { findings } = lintMessage(message([['DBL-SEA', 'BAR', 1]], [['1-DBL-BAR', '1']]))
    expect(findings.find(({ rule }) => rule === 'guest-of-unbooked-unit')?.remedy).toBe(
      'If the guest sleeps in a room that is booked, write its reference: 1-DBL-SEA-BAR. Otherwise book the unit, or take the guest out.',
    )
  })
})

describe('one guest twice in the list of a RoomStay', () => {
  const of = (units: number, references: readonly string[]): string[] => {
    const text = message(
      [['101', '501', units]],
      [
        ['A', ''],
        ['B', ''],
      ],
      references,
    ).replaceAll(' GroupEventCode=""', '')
    return lintMessage(text).findings.flatMap(({ rule, found }) =>
      rule === 'rph-repeated' ? [`${rule} ${found}`] : [],
    )
  }

  it('is told of one room', () => {
    expect(of(1, ['A', 'B'])).toEqual([])
    expect(of(1, ['A', 'B', 'A'])).toEqual(['rph-repeated A'])
  })

  it('may stand for each of several rooms', () => {
    expect(of(2, ['A', 'B', 'A'])).toEqual([])
  })
})

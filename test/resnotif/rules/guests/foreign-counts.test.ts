import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { foreign, guest, NIGHTS, rate, base, roomRate, stay } from '../totals/foreign.js'

const warnings = (text: string): string[] => {
  const { findings, hasErrors } = lintMessage(text)
  expect(hasErrors).toBe(false)
  return findings.map(({ rule, found, expected }) => [rule, found, expected].filter(Boolean).join(' | '))
}
const count = (code: number, many: number, age?: number): string =>
  `<GuestCount AgeQualifyingCode="${code}"${age === undefined ? '' : ` Age="${age}"`} Count="${many}"/>`
const child = (rph: number, age: number, code = 8): string => guest(rph, `AgeQualifyingCode="${code}" Age="${age}"`)
const counted = (counts: string, guests: string, rphs: number[]): string[] =>
  warnings(foreign(stay(roomRate(NIGHTS), '330.00', { counts, rphs }), { guests }))

describe('guests of another sender', () => {
  it.each<[string, string, string, number[], string[]]>([
    ['as they are counted', count(10, 2), guest(1) + guest(2), [1, 2], []],
    ['fewer than are counted', count(10, 2), guest(1), [1], []],
    [
      'more than are counted',
      count(10, 1),
      guest(1) + guest(2),
      [1, 2],
      ['guest-count-mismatch | 1 counted | 2, as guests are sent'],
    ],
    ['an infant that is not counted', count(10, 1), guest(1) + child(2, 0, 7), [1, 2], []],
    [
      'a child of 12 who is counted as an infant',
      count(10, 1) + count(7, 1),
      guest(1) + child(2, 12),
      [1, 2],
      ['guest-age-mismatch | 1 infant counted | 12, as guests are sent'],
    ],
    [
      'a child of another age beside an infant',
      count(10, 1) + count(8, 1, 9) + count(7, 1),
      guest(1) + child(2, 8) + guest(3, 'AgeQualifyingCode="7"'),
      [1, 2, 3],
      ['guest-age-mismatch | children of 9 and 1 infant counted | 8 and 1 infant, as guests are sent'],
    ],
    [
      'a child of another age that an infant may have',
      count(10, 1) + count(8, 1, 5) + count(7, 1),
      guest(1) + child(2, 4) + guest(3, 'AgeQualifyingCode="7"'),
      [1, 2, 3],
      ['guest-age-mismatch | children of 5 and 1 infant counted | 4 and 1 infant, as guests are sent'],
    ],
    [
      'an infant and a child that are counted as two infants, one of them of 3 years',
      count(10, 1) + count(7, 1, 3) + count(7, 1),
      guest(1) + guest(2, 'AgeQualifyingCode="7"') + child(3, 3),
      [1, 2, 3],
      [],
    ],
    [
      'an infant that is counted as a child of 3',
      count(10, 1) + count(8, 1, 3) + count(8, 1, 7),
      guest(1) + guest(2, 'AgeQualifyingCode="7"') + child(3, 7),
      [1, 2, 3],
      [],
    ],
    ['an infant by age alone that is not counted', count(10, 1), guest(1) + guest(2, 'Age="1"'), [1, 2], []],
    [
      'a child by age alone that is not counted',
      count(10, 1),
      guest(1) + guest(2, 'Age="6"'),
      [1, 2],
      ['guest-count-mismatch | 1 counted | 2, as guests are sent'],
    ],
    [
      'adults, and children counted',
      count(8, 2, 5),
      guest(1) + guest(2),
      [1, 2],
      ['guest-age-mismatch | 2 children counted | no children, as guests are sent'],
    ],
    [
      'a child of another age',
      count(10, 1) + count(8, 1, 7),
      guest(1) + child(2, 9),
      [1, 2],
      ['guest-age-mismatch | children of 7 counted | 9, as guests are sent'],
    ],
    [
      'a child of another age beside one whose age is not counted',
      count(10, 1) + count(8, 1, 7) + count(7, 1),
      guest(1) + child(2, 9) + child(3, 0, 7),
      [1, 2, 3],
      ['guest-age-mismatch | children of 7 and 1 infant counted | 0, 9, as guests are sent'],
    ],
    [
      'children some of whose ages are told',
      count(10, 1) + count(8, 1, 7) + count(8, 1),
      guest(1) + child(2, 7) + child(3, 4),
      [1, 2, 3],
      [],
    ],
    ['one child of those who are counted', count(10, 2) + count(8, 1, 7), guest(1) + child(2, 7), [1, 2], []],
    [
      'a child where more adults are counted',
      count(10, 3),
      guest(1) + child(2, 5),
      [1, 2],
      ['guest-age-mismatch | no children counted | at least 1 child, as guests are sent'],
    ],
    [
      'adults where more children are counted',
      count(10, 1) + count(8, 2, 5),
      guest(1) + guest(2),
      [1, 2],
      ['guest-age-mismatch | 1 adult counted | at least 2 adults, as guests are sent'],
    ],
    [
      'a child of another age than those who are counted',
      count(10, 2) + count(8, 1, 7),
      guest(1) + child(2, 9),
      [1, 2],
      ['guest-age-mismatch | children of 7 counted | among them 9, as guests are sent'],
    ],
    [
      'a child of another age, beside somebody who does not say who it is',
      count(10, 1) + count(8, 1, 4),
      guest(1, '') + child(2, 9),
      [1, 2],
      ['guest-age-mismatch | children of 4 counted | among them 9, as guests are sent'],
    ],
    [
      'more adults than are counted, beside somebody who does not say who it is',
      count(10, 1) + count(8, 2),
      guest(1, '') + guest(2) + guest(3),
      [1, 2, 3],
      ['guest-age-mismatch | 1 adult counted | at least 2 adults, as guests are sent'],
    ],
    [
      'a child and somebody who may be an adult or a child',
      count(10, 1) + count(8, 1, 15),
      guest(1, 'Age="15"') + guest(2),
      [1, 2],
      [],
    ],
    ['an infant beside more adults', count(10, 2), guest(1) + child(2, 0, 7), [1, 2], []],
    ['one whom no RoomStay names', count(10, 2), guest(1) + guest(2), [1], ['rph-unreferenced | 2']],
    ['none of whom a RoomStay names', count(10, 1), guest(1) + guest(2), [], []],
  ])('%s', (_, counts, guests, rphs, findings) => {
    expect(counted(counts, guests, rphs)).toEqual(findings)
  })

  it('in each of two rooms', () => {
    const rooms = (first: number, second: number): string =>
      stay(roomRate(NIGHTS), '330.00', { counts: count(10, first), rphs: [1, 2] }) +
      stay(roomRate(NIGHTS), '330.00', { counts: count(10, second), rphs: [3] })
    const guests = guest(1) + guest(2) + guest(3)
    expect(warnings(foreign(rooms(2, 1), { guests }))).toEqual([])
    expect(warnings(foreign(rooms(1, 2), { guests }))).toEqual([
      'guest-count-mismatch | 1 counted | 2, as guests are sent',
    ])
  })

  it('may be counted for each room', () => {
    const text = foreign(stay(roomRate(NIGHTS), '660.00', { counts: count(10, 1), rphs: [1, 2] }))
    const two = text.replace('NumberOfUnits="1"', 'NumberOfUnits="2"')
    expect(warnings(two.replace('IsPerRoom="false"', 'IsPerRoom="true"'))).toEqual([])
    expect(warnings(two.replace(' IsPerRoom="false"', ''))).toEqual([])
    expect(warnings(two)).toEqual(['guest-count-mismatch | 1 counted | 2, as guests are sent'])
  })
})

describe('what another sender leaves out', () => {
  const text = foreign(stay(roomRate(NIGHTS), '330.00'))
  it('a currency everywhere', () => {
    const bare = text.replaceAll(' CurrencyCode="EUR"', '')
    expect(warnings(bare)).toEqual(['currency-missing | 4 prices without a currency'])
    expect(warnings(text.replace(' CurrencyCode="EUR"', ''))).toEqual([])
    const pos = '<POS><Source ISOCurrency="EUR"/></POS><HotelReservations>'
    expect(warnings(bare.replace('<HotelReservations>', pos))).toEqual([])
  })

  it('a night that no rate is for', () => {
    const rates = rate(1, 2, base('100.00')) + rate(3, 4, base('120.00'))
    expect(warnings(foreign(stay(roomRate(rates), '220.00')))).toEqual(['night-missing | 2027-03-02'])
    expect(warnings(foreign(stay(roomRate(rates) + roomRate(NIGHTS, '', 'OTHER'), '550.00')))).toEqual([])
  })

  it('the unit of time of a price that may be of the whole stay', () => {
    expect(warnings(foreign(stay(roomRate(rate(1, 1, base('330.00'), '')), '330.00')))).toEqual([])
  })

  it('TimeSpan, where its prices tell their days', () => {
    expect(warnings(text.replace(/<TimeSpan [^>]*>/, ''))).toEqual([])
    const wrong = text.replace(/<TimeSpan [^>]*>/, '').replace('"330.00"', '"440.00"')
    expect(warnings(wrong)).toEqual(['total-mismatch | 440.00 | 330.00'])
  })
})

describe('guests of another sender without references', () => {
  const bare = (guests: string): string => guests.replaceAll(/ ResGuestRPH="\d+"/g, '')
  const all = (stays: string[], guests: string): string[] =>
    warnings(
      foreign(stays.map((counts) => stay(roomRate(NIGHTS), '330.00', { counts, rphs: [] })).join(''), {
        guests: bare(guests),
      }),
    )

  it.each<[string, string[], string, string[]]>([
    ['as they are counted', [count(10, 2)], guest(1) + guest(2), []],
    ['fewer than are counted', [count(10, 3)], guest(1) + guest(2), []],
    ['more', [count(10, 1)], guest(1) + guest(2), ['guest-count-mismatch | 1 counted | 2, as guests are sent']],
    [
      'a child of another age',
      [count(10, 1) + count(8, 1, 4)],
      guest(1) + child(2, 14),
      ['guest-age-mismatch | children of 4 counted | 14, as guests are sent'],
    ],
    ['as two stays count together', [count(10, 1), count(10, 2)], guest(1) + guest(2) + guest(3), []],
    [
      'more than two stays count together',
      [count(10, 1), count(10, 1)],
      guest(1) + guest(2) + guest(3),
      ['guest-count-mismatch | 2 counted | 3, as guests are sent'],
    ],
    [
      'other children than two stays count together',
      [count(10, 1), count(10, 1) + count(8, 1, 4)],
      guest(1) + guest(2) + child(3, 9),
      ['guest-age-mismatch | children of 4 counted | 9, as guests are sent'],
    ],
    ['more than one of two stays, of which the other counts nobody', [count(10, 1), ''], guest(1) + guest(2), []],
  ])('%s', (_name, stays, guests, expected) => {
    expect(all(stays, guests)).toEqual(expected)
  })
})

describe('guests of RoomStays that do not say how many rooms they are for', () => {
  const twoNights = [1, 2]
    .map((day) => roomRate(rate(day, day + 1, base('100.00'))).replace(' NumberOfUnits="1"', ''))
    .join('')
  const told = (counts: string, guests: string, rphs: number[], holder = ''): string[] => {
    const text = foreign(
      stay(twoNights, '200.00', { counts, rphs, span: '<TimeSpan Start="2027-03-01" End="2027-03-03"/>' }),
      { guests },
    ).replace(' IsPerRoom="false"', holder)
    const { findings, notes } = lintMessage(text)
    return [...findings, ...notes].map(({ rule, found, expected }) => [rule, found, expected].join(' | '))
  }
  const family = guest(1) + guest(2) + child(3, 5)
  const bare = (guests: string): string => guests.replaceAll(/ ResGuestRPH="\d"/g, '')
  const ONE = 'guest-unchecked | 1 counted | 2, as guests are sent'

  it.each<[string, string, string, number[], string[]]>([
    ['as they are counted', count(10, 2), guest(1) + guest(2), [1, 2], []],
    ['a family as it is counted', count(10, 2) + count(8, 1, 5), family, [1, 2, 3], []],
    ['fewer than are counted', count(10, 2), guest(1), [1], []],
    ['fewer, and more than one', count(10, 3), guest(1) + guest(2), [1, 2], ['guests-unnamed | 3 adults | 2']],
    ['more, who may be of several rooms', count(10, 1), guest(1) + guest(2), [1, 2], [ONE]],
    ['more, named by no reference', count(10, 1), bare(guest(1) + guest(2)), [], [ONE]],
    [
      'adults and children, who may be of several rooms',
      count(10, 1) + count(8, 2, 5),
      family,
      [1, 2, 3],
      ['guest-unchecked | 2 children counted | 1 child, as guests are sent'],
    ],
    [
      'a child of another age in any number of rooms',
      count(10, 2) + count(8, 1, 13),
      family,
      [1, 2, 3],
      ['guest-age-mismatch | children of 13 counted | 5, as guests are sent'],
    ],
    [
      'a child where no room counts one',
      count(10, 2),
      family,
      [1, 2, 3],
      ['guest-count-mismatch | 2 counted | 3, as guests are sent'],
    ],
  ])('%s', (_, counts, guests, rphs, rules) => {
    expect(told(counts, guests, rphs)).toEqual(rules)
    expect(told(counts, guests, rphs, ' IsPerRoom="true"')).toEqual(rules)
  })

  it.each([
    [2, []],
    [4, ['guest-unchecked | 4 in ResGlobalInfo | 2, as the RoomStays count']],
    [3, ['guest-count-mismatch | 3 in ResGlobalInfo | 2, as the RoomStays count']],
    [1, ['guest-count-mismatch | 1 in ResGlobalInfo | 2, as the RoomStays count']],
  ])('are held against the %s of ResGlobalInfo', (all, rules) => {
    const text = foreign(
      stay(twoNights, '200.00', { counts: count(10, 2), span: '<TimeSpan Start="2027-03-01" End="2027-03-03"/>' }),
      { global: `<GuestCounts>${count(10, all)}</GuestCounts>` },
    ).replace(' IsPerRoom="false"', '')
    const { findings, notes } = lintMessage(text)
    expect([...findings, ...notes].map(({ rule, found, expected }) => [rule, found, expected].join(' | '))).toEqual(
      rules,
    )
  })
})

describe('guests of each room, where the plan changes during the stay', () => {
  /** One room, its second night under another plan. */
  const nights = (units: number): string =>
    [
      roomRate(rate(1, 2, base('100.00')), ' EffectiveDate="2027-03-01" ExpireDate="2027-03-02"'),
      roomRate(rate(2, 3, base('110.00')), ' EffectiveDate="2027-03-02" ExpireDate="2027-03-03"', 'PROMO'),
    ]
      .join('')
      .replaceAll('NumberOfUnits="1"', `NumberOfUnits="${units}"`)
  const told = (units: number, all: number, rates = nights(units)): string[] =>
    warnings(
      foreign(stay(rates, '', { counts: count(10, 2), span: '<TimeSpan Start="2027-03-01" End="2027-03-03"/>' }), {
        global: `<GuestCounts>${count(10, all)}</GuestCounts>`,
      }).replace('IsPerRoom="false"', 'IsPerRoom="true"'),
    )

  it('are those of as many rooms as there are in one night', () => {
    expect(told(1, 2)).toEqual([])
    expect(told(2, 4)).toEqual([])
    expect(told(2, 2)).toEqual(['guest-count-mismatch | 2 in ResGlobalInfo | 4, as the RoomStays count with IsPerRoom'])
    expect(told(1, 3)).toEqual(['guest-count-mismatch | 3 in ResGlobalInfo | 2 or 4, as the RoomStays count'])
  })

  it('are those of both where both are booked for one night', () => {
    const both = nights(1).replaceAll(/ (?:EffectiveDate|ExpireDate)="[^"]*"/g, '')
    expect(told(1, 4, both)).toEqual([])
    expect(told(1, 2, both)).toEqual([
      'guest-count-mismatch | 2 in ResGlobalInfo | 4, as the RoomStays count with IsPerRoom',
    ])
  })
})

describe('adults of another sender who are counted and not named', () => {
  const notes = (counts: string, guests: string, rphs: number[], units = 1): string[] =>
    lintMessage(
      foreign(stay(roomRate(NIGHTS).replace('NumberOfUnits="1"', `NumberOfUnits="${units}"`), '', { counts, rphs }), {
        guests,
      }),
    ).notes.map(({ rule, found, expected }) => [rule, found, expected].join(' | '))

  it('are noted where several others are', () => {
    expect(notes(count(10, 3), guest(1) + guest(2), [1, 2])).toEqual(['guests-unnamed | 3 adults | 2'])
    expect(notes(count(10, 3) + count(8, 1, 5), guest(1) + guest(2) + child(3, 5), [1, 2, 3])).toEqual([
      'guests-unnamed | 3 adults | 2',
    ])
  })

  it.each<[string, string, string, number[], number?]>([
    ['one name stands for all', count(10, 3), guest(1), [1]],
    ['one name stands for each room', count(10, 4), guest(1) + guest(2), [1, 2], 2],
    ['all are named', count(10, 2), guest(1) + guest(2), [1, 2]],
    ['one name stands for a family', count(10, 2) + count(8, 1, 5), guest(1), [1]],
  ])('are not where %s', (_, counts, guests, rphs, units) => {
    expect(notes(counts, guests, rphs, units)).toEqual([])
  })

  it.each<[string, string, string, string[]]>([
    ['a child', count(10, 2) + count(8, 1, 5), guest(1) + guest(2), ['guests-unnamed | 1 child | none']],
    ['an infant', count(10, 2) + count(7, 1), guest(1) + guest(2), ['guests-unnamed | 1 infant | none']],
    ['one of two children', count(10, 1) + count(8, 2), guest(1) + child(2, 5), ['guests-unnamed | 2 children | 1']],
    [
      'an adult and a child',
      count(10, 3) + count(8, 1),
      guest(1) + guest(2),
      ['guests-unnamed | 3 adults and 1 child | 2 adults and no children'],
    ],
    ['somebody who does not say who it is', count(10, 3), guest(1) + guest(2, ''), ['guests-unnamed | 3 guests | 2']],
    ['nobody, as Age alone tells the child', count(10, 1) + count(8, 1), guest(1) + guest(2, 'Age="5"'), []],
    [
      'a child beside the one by Age',
      count(10, 1) + count(8, 2),
      guest(1) + guest(2, 'Age="5"'),
      ['guests-unnamed | 2 children | 1'],
    ],
  ])('are noted, %s, with references and without', (_, counts, guests, expected) => {
    expect(notes(counts, guests, [1, 2])).toEqual(expected)
    expect(notes(counts, guests.replaceAll(/ ResGuestRPH="\d"/g, ''), [])).toEqual(expected)
  })

  it('are not in a cancellation, which need not name them again', () => {
    const text = foreign(stay(roomRate(NIGHTS), '', { counts: count(10, 3), rphs: [1, 2] }), { status: 'Cancel' })
    expect(lintMessage(text).notes).toEqual([])
    expect(lintMessage(text.replace('"Cancel"', '"Commit"')).notes).toHaveLength(1)
  })

  it('are not where the name of one guest is kept elsewhere', () => {
    const guests = guest(1) + guest(2) + guest(3).replace(/<Profiles>.*<\/Profiles>/, '')
    expect(notes(count(10, 4), guests.replaceAll(/ ResGuestRPH="\d"/g, ''), [])).toEqual([])
  })

  it('are told from infants who are sent and not counted', () => {
    const sent = guest(1) + guest(2) + child(3, 0, 7)
    expect(notes(count(10, 2), sent, [1, 2, 3])).toEqual(['infant-not-counted | 1 infant | none'])
    expect(notes(count(10, 2), guest(1) + guest(2) + guest(3, 'Age="2"'), [1, 2, 3])).toEqual([
      'infant-not-counted | 1 infant | none',
    ])
    expect(notes(count(10, 2) + count(8, 1), sent, [1, 2, 3])).toEqual([])
    expect(
      notes(count(10, 2) + count(8, 1, 12), guest(1) + guest(2) + guest(3, 'AgeQualifyingCode="7"'), [1, 2, 3]),
    ).toEqual(['infant-not-counted | 1 infant | none', 'guests-unnamed | 1 child | none'])
    expect(
      notes(count(10, 2) + count(8, 2, 7), guest(1) + guest(2) + child(3, 1, 7) + child(4, 7), [1, 2, 3, 4]),
    ).toEqual(['infant-not-counted | 1 infant | none', 'guests-unnamed | 2 children | 1'])
  })
})

describe('counts of two rooms that do not say whether they are those of each', () => {
  const room = (many: number): string => roomRate(NIGHTS).replace('NumberOfUnits="1"', `NumberOfUnits="${many}"`)
  const told = (stays: string, guests: string): string[] => {
    const { findings, notes } = lintMessage(foreign(stays, { guests }).replaceAll(' IsPerRoom="false"', ''))
    return [...findings, ...notes].map(({ rule, found, expected }) => [rule, found, expected].join(' | '))
  }
  const four = [1, 2, 3, 4].map((rph) => guest(rph)).join('')

  it.each<[string, string[]]>([
    [count(10, 4), []],
    [count(10, 2), []],
    [count(10, 3), ['guests-unnamed | 3 adults (6 if in each room) | 4']],
    [count(10, 5), ['guests-unnamed | 5 adults | 4']],
    [count(10, 1), ['guest-count-mismatch | 2 counted | 4, as guests are sent']],
  ])('%s of four who are sent', (counts, expected) => {
    expect(told(stay(room(2), '', { counts, rphs: [1, 2, 3, 4] }), four)).toEqual(expected)
  })

  it('go by children, in each reading', () => {
    const family = guest(1) + guest(2) + child(3, 5) + child(4, 6)
    const of = (counts: string): string[] => told(stay(room(2), '', { counts, rphs: [1, 2, 3, 4] }), family)
    expect(of(count(10, 1) + count(8, 1))).toEqual([])
    expect(of(count(10, 2) + count(8, 2))).toEqual([])
    expect(of(count(10, 2))).toEqual(['guest-age-mismatch | no children counted | 2 children, as guests are sent'])
  })

  it('may be those of all in each of two RoomStays', () => {
    const of = (first: number, second = first): string[] =>
      told(
        stay(room(1), '', { counts: count(10, first), rphs: [] }) +
          stay(room(1), '', { counts: count(10, second), rphs: [] }),
        four.replaceAll(/ ResGuestRPH="\d"/g, ''),
      )
    expect(of(2)).toEqual([])
    expect(of(4)).toEqual([])
    expect(of(3)).toEqual(['guests-unnamed | 6 adults | 4'])
    expect(of(1)).toEqual(['guest-count-mismatch | 2 counted | 4, as guests are sent'])
  })
})

describe('everybody in ResGlobalInfo against the RoomStays', () => {
  const told = (own: string, whole: string, perRoom = 'false', units = 1): string[] => {
    const rooms = roomRate(NIGHTS).replace('NumberOfUnits="1"', `NumberOfUnits="${units}"`)
    const text = foreign(stay(rooms, '', { counts: own, rphs: [] }), {
      global: `<GuestCounts>${whole}</GuestCounts>`,
      guests: guest(1).replace(/ ResGuestRPH="\d"/, ''),
    })
    const { findings } = lintMessage(text.replace('IsPerRoom="false"', `IsPerRoom="${perRoom}"`))
    return findings.flatMap(({ rule, found, expected }) =>
      rule === 'guest-count-mismatch' ? [`${found} | ${expected}`] : [],
    )
  }
  const [one, two] = [count(10, 2) + count(7, 1, 0), count(10, 2) + count(7, 2, 0)]

  it('is compared where infants are counted in both, and else by adults', () => {
    expect(told(one, one)).toEqual([])
    expect(told(one, two)).toEqual(['4 people in ResGlobalInfo | 3 people, as the RoomStays count'])
    expect(told(one, count(10, 2))).toEqual([])
    expect(told(one, count(10, 3))).toEqual(['3 adults in ResGlobalInfo | 2 adults, as the RoomStays count'])
  })

  it('is as many as IsPerRoom makes them', () => {
    expect(told(count(10, 2), count(10, 4), 'true', 2)).toEqual([])
    expect(told(count(10, 2), count(10, 2), 'true', 2)).toEqual([
      '2 in ResGlobalInfo | 4, as the RoomStays count with IsPerRoom',
    ])
  })
})

describe('IndexNumber of another sender', () => {
  const indexed = (index: string): string[] =>
    lintMessage(foreign(stay(roomRate(NIGHTS), '330.00', { told: ` IndexNumber="${index}"` }))).findings.flatMap(
      ({ rule, found }) => (rule === 'index-out-of-range' ? [found ?? ''] : []),
    )

  it('is a number from 1 to 999, however it is spelled', () => {
    for (const right of ['1', '001', ' 7 ', '+7', '999']) expect(indexed(right), right).toEqual([])
    for (const wrong of ['0', '1000', '-1', 'A', '']) expect(indexed(wrong), wrong).toEqual([wrong])
  })
})

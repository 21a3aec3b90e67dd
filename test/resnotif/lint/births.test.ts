import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'

interface Guest {
  birth?: string
  code?: string
  age?: string
}

const guestOf = ({ birth, code, age }: Guest, at: number): string =>
  `<ResGuest${code === undefined ? '' : ` AgeQualifyingCode="${code}"`}${age === undefined ? '' : ` Age="${age}"`}><Profiles><ProfileInfo><Profile ProfileType="1"><Customer${birth === undefined ? '' : ` BirthDate="${birth}"`}><PersonName><GivenName>G${at}</GivenName><Surname>Lee</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`

const message = (guests: Guest[], counts: string, head = 'TimeStamp="2027-01-05T10:00:00Z"'): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ${head} Version="1.0" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R1"/><RoomStays><RoomStay><RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="1"/></RoomTypes><RatePlans><RatePlan RatePlanCode="BAR"/></RatePlans><GuestCounts>${counts}</GuestCounts><TimeSpan Start="2027-07-01" End="2027-07-04"/><BasicPropertyInfo HotelCode="H1"/></RoomStay></RoomStays><ResGuests>${guests.map(guestOf).join('')}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

const counted = (...ages: number[]): string =>
  `<GuestCount AgeQualifyingCode="10" Count="1"/>${ages.map((age) => `<GuestCount AgeQualifyingCode="8" Age="${age}" Count="1"/>`).join('')}`

const found = (text: string): string[] =>
  lintMessage(text).findings.map(
    ({ severity, rule, found: is, expected }) => `${severity} ${rule}: ${is} / ${expected}`,
  )

const lone = (guest: Guest, head?: string): string[] => found(message([guest], '<GuestCount Count="2"/>', head))

describe('a date of birth', () => {
  it.each(['1980-02-29', ' 1980-02-29 ', '1980-02-29Z', '1980-02-29+02:00'])('%j is one', (birth) => {
    expect(lone({ birth })).toEqual([])
  })

  it.each(['1981-02-29', '29.02.1980', '31/12/1980', '12/31/1980', '1980', 'unknown'])('%j is none', (birth) => {
    expect(lone({ birth })).toEqual([`warning birth-date-invalid: ${birth} / YYYY-MM-DD`])
  })

  it('has no time behind it, and is read all the same', () => {
    const birth = '1980-02-29T00:00:00'
    const invalid = `warning birth-date-invalid: ${birth} / 1980-02-29, without a time of the day`
    expect(lone({ birth })).toEqual([invalid])
    expect(lone({ birth, code: '8' })).toEqual([
      invalid,
      'warning birth-date-mismatch: 1980-02-29, 47 years old / a child, as AgeQualifyingCode 8 says',
    ])
  })

  it('is empty where nobody gave one', () => {
    expect(lone({ birth: '' })).toEqual(['warning birth-date-invalid: nothing / YYYY-MM-DD'])
    expect(lone({ birth: '0001-01-01' })).toEqual([
      'warning birth-date-invalid: 0001-01-01, an empty date / no BirthDate',
    ])
  })

  it('lies before the message and before the arrival, and not before everybody', () => {
    const rule = 'warning birth-date-mismatch:'
    expect(lone({ birth: '2027-07-02' })).toEqual([`${rule} 2027-07-02 / a day before the arrival, 2027-07-01`])
    expect(lone({ birth: '2027-06-01' })).toEqual([
      `${rule} 2027-06-01 / a day before the message was written, 2027-01-05`,
    ])
    expect(lone({ birth: '2027-06-01' }, '')).toEqual([])
    expect(lone({ birth: '1880-06-01' })).toEqual([`${rule} 1880-06-01, 147 years ago / at most 125 years`])
  })

  it('goes with Age and AgeQualifyingCode', () => {
    const rule = 'warning birth-date-mismatch:'
    expect(lone({ birth: '2015-01-15', age: '7' })).toEqual([
      `${rule} 2015-01-15, 11 to 12 years old / 7 years old, as Age says`,
    ])
    expect(lone({ birth: '1987-01-15', code: '8' })).toEqual([
      `${rule} 1987-01-15, 40 years old / a child, as AgeQualifyingCode 8 says`,
    ])
    expect(lone({ birth: '2020-01-15', code: '7' })).toEqual([
      `${rule} 2020-01-15, 7 years old / an infant, as AgeQualifyingCode 7 says`,
    ])
    expect(lone({ birth: '2026-01-15', code: '10' })).toEqual([
      `${rule} 2026-01-15, 1 year old / an adult, as AgeQualifyingCode 10 says`,
    ])
    expect(lone({ birth: '2020-01-15', code: '10' })).toEqual([
      `${rule} 2020-01-15, 7 years old / an adult, as AgeQualifyingCode 10 says`,
    ])
    expect([lone({ birth: '2015-07-02', code: '10' }), lone({ birth: '2015-07-01', code: '10' })]).toEqual([
      [`${rule} 2015-07-02, 11 years old / an adult, as AgeQualifyingCode 10 says`],
      [],
    ])
    // From which year on somebody is an adult is the hotel's to say.
    expect(lone({ birth: '2014-01-15', code: '10' })).toEqual([])
    expect(lone({ birth: '2009-01-15', code: '8' })).toEqual([])
  })

  it('goes with an Age on the day of the booking, of arrival or of departure', () => {
    const wrong = (words: string, age: number): string[] => [
      `warning birth-date-mismatch: ${words} years old / ${age} years old, as Age says`,
    ]
    const at = (birth: string, age: number, head?: string): string[] => lone({ birth, age: `${age}` }, head)
    // Booked at 11, arrived at 12.
    expect([11, 12].flatMap((age) => at('2015-01-15', age))).toEqual([])
    expect(at('2015-01-15', 10)).toEqual(wrong('2015-01-15, 11 to 12', 10))
    expect(at('2015-01-15', 13)).toEqual(wrong('2015-01-15, 11 to 12', 13))
    // The birthday is in the stay.
    expect([12, 13].flatMap((age) => at('2014-07-03', age))).toEqual([])
    expect(at('2014-07-03', 14)).toEqual(wrong('2014-07-03, 12 to 13', 14))
    // One age throughout.
    expect(at('2014-12-01', 12)).toEqual([])
    expect([11, 13].flatMap((age) => at('2014-12-01', age))).toEqual([
      ...wrong('2014-12-01, 12', 11),
      ...wrong('2014-12-01, 12', 13),
    ])
    // The day of the booking is not told.
    expect(at('2014-12-01', 11, '')).toEqual([])
    const modify = message([{ birth: '2014-12-01', age: '11' }], '<GuestCount Count="2"/>').replace('Commit', 'Modify')
    expect(found(modify)).toEqual([])
    const created = '<HotelReservation CreateDateTime="2027-01-01T10:00:00Z">'
    expect(found(modify.replace('<HotelReservation>', created))).toEqual(wrong('2014-12-01, 12', 11))
    expect(found(modify.replace('<HotelReservation>', created.replace('2027-01-01', '2026-06-01')))).toEqual([])
  })

  it.each([
    ['10', '7', '7 years old / an adult'],
    ['10', '1', '1 year old / an adult'],
    ['11', '17', '17 years old / a senior'],
    ['8', '35', '35 years old / a child'],
    ['7', '9', '9 years old / an infant'],
  ])('AgeQualifyingCode %s and Age %s are told', (code, age, words) => {
    expect(lone({ code, age })).toEqual([`warning guest-age-mismatch: ${words}, as AgeQualifyingCode ${code} says`])
    const counts = `<GuestCount AgeQualifyingCode="${code}" Age="${age}" Count="1"/>`
    expect(found(message([], counts))).toEqual(lone({ code, age }))
  })

  it('of an age that stands there is told once', () => {
    expect(lone({ birth: '2020-01-15', age: '7', code: '10' })).toEqual([
      'warning guest-age-mismatch: 7 years old / an adult, as AgeQualifyingCode 10 says',
    ])
    expect(lone({ age: '12', code: '10' })).toEqual([])
  })

  it('is held against the children who are counted', () => {
    const parent = { code: '10', birth: '1980-02-29' }
    const child = (birth: string): Guest => ({ code: '8', birth })
    expect(found(message([parent, child('2015-01-15')], counted(7)))).toEqual([
      'warning guest-age-mismatch: children of 7 counted / 11 to 12, as guests are sent',
    ])
    // By the day of the booking, of arrival or of departure.
    for (const birth of ['2020-03-01', '2019-08-01', '2020-07-03'])
      expect(found(message([parent, child(birth)], counted(birth === '2020-07-03' ? 6 : 7)))).toEqual([])
    expect(found(message([parent, child('2020-07-03')], counted(7)))).toEqual([])
    expect(found(message([parent, child('2020-03-01'), child('2020-01-01')], counted(6, 7)))).toEqual([])
    expect(found(message([parent, child('2020-03-01'), child('2020-01-01')], counted(6, 6)))).toHaveLength(1)
    expect(found(message([parent, child('2020-03-01')], counted(3, 7)))).toEqual([])
    expect(found(message([parent, { code: '8', age: '9', birth: '2018-01-01' }], counted(9)))).toEqual([])
  })
})

describe('ages that are counted in two places', () => {
  const two = (inStay: string, whole: string, guests: Guest[] = []): string[] =>
    found(
      message(guests, inStay).replace(
        '</HotelReservation>',
        `<ResGlobalInfo><GuestCounts>${whole}</GuestCounts></ResGlobalInfo></HotelReservation>`,
      ),
    )
  it('are held against each other', () => {
    expect(two(counted(4), counted(9))).toEqual([
      'warning guest-age-mismatch: children of 9 counted in ResGlobalInfo / 4, as the RoomStays count',
    ])
    expect(two(counted(4, 9), counted(9, 4))).toEqual([])
    expect(two('<GuestCount AgeQualifyingCode="10" Count="2"/>', counted(4))).toEqual([
      'warning guest-age-mismatch: 1 child counted in ResGlobalInfo / no children, as the RoomStays count',
    ])
    expect(two(counted(4), '<GuestCount Count="2"/>')).toEqual([])
  })
  it('of all stays are held against guests whom each stay names', () => {
    const whole = (sent: number): string[] => {
      const text = message([{ code: '10' }, { code: '8', age: String(sent) }], '')
        .replace('<GuestCounts></GuestCounts>', '')
        .replace('</RoomStay>', '<ResGuestRPHs><ResGuestRPH RPH="1"/><ResGuestRPH RPH="2"/></ResGuestRPHs></RoomStay>')
        .replace(
          '</HotelReservation>',
          `<ResGlobalInfo><GuestCounts>${counted(4)}</GuestCounts></ResGlobalInfo></HotelReservation>`,
        )
      let at = 0
      return found(text.replaceAll('<ResGuest ', () => `<ResGuest ResGuestRPH="${(at += 1)}" `))
    }
    expect(whole(9)).toEqual(['warning guest-age-mismatch: children of 4 counted / 9, as guests are sent'])
    expect(whole(4)).toEqual([])
  })
})

describe('moments', () => {
  const at = (name: string, value: string): string[] =>
    found(
      name === 'TimeStamp'
        ? message([{}], '<GuestCount Count="1"/>', `TimeStamp="${value}"`)
        : message([{}], '<GuestCount Count="1"/>').replace(
            '<HotelReservation>',
            `<HotelReservation ${name}="${value}">`,
          ),
    )
  it.each([
    '2027-01-05T10:00:00',
    '2027-01-05T10:00:00Z',
    ' 2027-01-05T10:00:00.123+02:00 ',
    '2027-01-05T24:00:00-05:00',
  ])('%j is one', (value) => {
    for (const name of ['TimeStamp', 'CreateDateTime', 'LastModifyDateTime']) expect(at(name, value)).toEqual([])
  })
  it.each(['0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '0001-01-01'])('%j is an empty one', (value) => {
    for (const name of ['TimeStamp', 'CreateDateTime', 'LastModifyDateTime'])
      expect(at(name, value)).toEqual([`warning date-time-invalid: ${value}, an empty date / no ${name}`])
  })
  it('an empty moment tells no age', () => {
    const head = 'TimeStamp="0001-01-01T00:00:00"'
    const guests = [{ code: '8', birth: '2015-01-15' }]
    expect(found(message(guests, '<GuestCount AgeQualifyingCode="8" Age="7" Count="1"/>', head))).toEqual([
      'warning date-time-invalid: 0001-01-01T00:00:00, an empty date / no TimeStamp',
      'warning guest-age-mismatch: children of 7 counted / 11 to 12, as guests are sent',
    ])
  })
  it.each([
    'yesterday',
    '2027-01-05',
    '2027-02-30T10:00:00Z',
    '2027-01-05T10:00',
    '05.01.2027 10:00:00',
    '2027-01-05 10:00:00',
  ])('%j is none', (value) => {
    for (const name of ['TimeStamp', 'CreateDateTime', 'LastModifyDateTime'])
      expect(at(name, value)).toEqual([
        `warning date-time-invalid: ${value} / a day and a time, such as 2027-01-05T10:00:00Z`,
      ])
  })
})

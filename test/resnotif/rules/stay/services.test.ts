import { expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'

const message = (services: string, rph: string, global = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="5" EchoToken="e" TimeStamp="2027-06-01T09:00:00Z" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="A"/><RoomStays><RoomStay><TimeSpan Start="2027-07-01" End="2027-07-03"/><BasicPropertyInfo HotelCode="1"/><ServiceRPHs><ServiceRPH RPH="${rph}"/></ServiceRPHs></RoomStay></RoomStays>${services}<ResGlobalInfo>${global}</ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const found = (text: string, rule: string): unknown[] =>
  lintMessage(text)
    .findings.filter((one) => one.rule === rule)
    .map(({ severity, found: what, expected }) => [severity, what, expected])
const SERVICE = '<Services><Service ServiceRPH="1" ServiceInventoryCode="BRK"/></Services>'

it('a reference to a service that the reservation does not have is told', () => {
  expect(found(message(SERVICE, '2'), 'service-dangling')).toEqual([['warning', '2', '1']])
  expect(found(message(SERVICE, '1'), 'service-dangling')).toEqual([])
  expect(found(message('<Services><Service/></Services>', '2'), 'service-dangling')).toEqual([])
})

it('ResGlobalInfo that goes beyond all stays is told once', () => {
  const days = (start: string, end: string): unknown[] =>
    found(message(SERVICE, '1', `<TimeSpan Start="${start}" End="${end}"/>`), 'time-span-mismatch')
  expect(days('2027-07-01', '2027-07-03')).toEqual([])
  expect(days('2027-07-01', '2027-07-04')).toEqual([
    ['warning', '2027-07-01 to 2027-07-04', '2027-07-01 to 2027-07-03, as the RoomStays tell it'],
  ])
  expect(days('2027-06-30', '2027-07-03')).toHaveLength(1)
})

const ROOM =
  '<RoomTypes><RoomType RoomTypeCode="D" NumberOfUnits="1"/></RoomTypes><RatePlans><RatePlan RatePlanCode="B"/></RatePlans><GuestCounts><GuestCount AgeQualifyingCode="10" Count="2"/></GuestCounts>'
const staying = (services: string, units = 1): string =>
  message(`<Services>${services}</Services>`, '1').replace(
    '<RoomStay>',
    `<RoomStay>${ROOM.replace('NumberOfUnits="1"', `NumberOfUnits="${units}"`)}`,
  )
const service = (details: string, rph = 1): string =>
  `<Service ServiceRPH="${rph}" ServiceInventoryCode="BRK"><ServiceDetails>${details}</ServiceDetails></Service>`
const told = (text: string): string[] => {
  const { findings, notes } = lintMessage(text)
  return [...findings, ...notes].flatMap(({ rule, severity, found: what, expected }) =>
    rule.startsWith('service') ? [[severity, rule, what, expected].filter(Boolean).join(' | ')] : [],
  )
}

it('a service that the list of one room names twice is told', () => {
  const twice = (units: number): string =>
    staying(service(''), units).replace('<ServiceRPH RPH="1"/>', '<ServiceRPH RPH="1"/><ServiceRPH RPH="1"/>')
  expect(told(twice(1))).toEqual(['warning | service-repeated | 1'])
  expect(told(twice(2))).toEqual([])
  expect(told(staying(service('')).replace('<ServiceRPH RPH="1"/>', '1 1'))).toEqual(['warning | service-repeated | 1'])
  expect(told(staying(service('') + service('', 2)).replace('<ServiceRPH RPH="1"/>', '1 2'))).toEqual([])
})

const STAY = '2027-07-01 to 2027-07-03'
it.each<[string, string, string[]]>([
  ['Start="2027-07-01" End="2027-07-03"', '', []],
  ['Start="2027-07-03" End="2027-07-03"', '', []],
  ['Start="2027-07-03" End="2027-07-04"', '', []],
  ['Start="2027-07-02T19:00:00" Duration="PT2H"', '', []],
  ['Start="2027-07-03T19:00:00"', '', []],
  ['Start="2027-07-02" End="2027-07-06"', '', [`info | service-unchecked | 2027-07-02 to 2027-07-06 | ${STAY}`]],
  ['Start="2027-06-28" End="2027-07-10"', '', [`info | service-unchecked | 2027-06-28 to 2027-07-10 | ${STAY}`]],
  ['Start="2027-06-01" End="2027-06-03"', '', [`warning | service-outside | 2027-06-01 to 2027-06-03 | ${STAY}`]],
  ['Start="2028-07-01" Duration="P2D"', '', [`warning | service-outside | 2028-07-01 to 2028-07-03 | ${STAY}`]],
  ['End="2027-06-30"', '', [`warning | service-outside | until 2027-06-30 | ${STAY}`]],
  ['End="2027-07-02"', '', []],
  ['End="2027-07-09"', '', []],
  ['', 'EndDate="2027-06-30"', [`warning | service-outside | until 2027-06-30 | ${STAY}`]],
  ['Start="2027-07-05"', '', [`warning | service-outside | 2027-07-05 | ${STAY}`]],
  [
    '',
    'StartDate="2027-07-04" EndDate="2027-07-05"',
    [`warning | service-outside | 2027-07-04 to 2027-07-05 | ${STAY}`],
  ],
  ['', 'StartDate="2027-07-01" EndDate="2027-07-03"', []],
])('the days %s%s of a service go with those of the stay', (span, dates, expected) => {
  const details = span === '' ? service('') : service(`<TimeSpan ${span}/>`)
  expect(told(staying(details.replace('<ServiceDetails>', `<ServiceDetails ${dates}>`)))).toEqual(expected)
})

it('a service of a stay goes with the days of that stay', () => {
  const two = (rph: number): string => {
    const text = staying(service('<TimeSpan Start="2027-07-10" End="2027-07-11"/>'))
    const later = `<RoomStay>${ROOM}<TimeSpan Start="2027-07-10" End="2027-07-12"/><BasicPropertyInfo HotelCode="1"/></RoomStay>`
    return text
      .replace('<ServiceRPHs><ServiceRPH RPH="1"/></ServiceRPHs>', rph === 1 ? '$&' : '')
      .replace('</RoomStays>', `${later}$&`)
  }
  expect(told(two(1))).toEqual([`warning | service-outside | 2027-07-10 to 2027-07-11 | ${STAY}`])
  expect(told(two(2))).toEqual([])
})

it('more guests of a service than there are in the stay are noted', () => {
  const people = (count: number): string => `<GuestCounts><GuestCount Count="${count}"/></GuestCounts>`
  expect(told(staying(service(people(2))))).toEqual([])
  expect(told(staying(service(people(3))))).toEqual(['info | service-unchecked | 3 guests | 2 guests'])
  // Each of the two rooms may be for two.
  expect(told(staying(service(people(4)), 2))).toEqual([])
  expect(told(message(`<Services>${service(people(9))}</Services>`, '1'))).toEqual([])
})

it('a reference to a service is told where the reservation has none, unless it is cancelled', () => {
  expect(told(message('', '3'))).toEqual(['warning | service-dangling | 3 | a Service of this number'])
  expect(told(message('', '3').replace('"Commit"', '"Cancel"'))).toEqual([])
  // What stands behind a break may have it.
  expect(told(message('', '3').replace(/<ResGlobalInfo>.*/, '<Services'))).toEqual([])
  const inStay = message('', '3').replace('</RoomStay>', '<Services><Service ServiceRPH="3"/></Services>$&')
  expect(told(inStay)).toEqual([])
})

it('two services of one number are told where a RoomStay names it', () => {
  expect(told(staying(service('') + service('')))).toEqual(['warning | service-rph-twice | 1'])
  expect(told(staying(service('') + service('', 2) + service('', 2)))).toEqual([])
})

it('the TimeSpan of a service may have times of the day alone, and that of a stay may not', () => {
  const of = (text: string): string[] =>
    lintMessage(text).findings.flatMap(({ rule, found: what = '' }) =>
      rule.startsWith('date-') ? [`${rule} ${what}`] : [],
    )
  const at = (start: string): string[] => of(staying(service(`<TimeSpan Start="${start}" End="12:00:00Z"/>`)))
  expect(at('10:00:00')).toEqual([])
  expect(at('25:00:00')).toEqual(['date-invalid 25:00:00'])
  const stay = staying(service('')).replace('Start="2027-07-01"', 'Start="10:00:00"')
  expect(of(stay)).toEqual(['date-invalid 10:00:00'])
})

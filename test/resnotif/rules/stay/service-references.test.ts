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

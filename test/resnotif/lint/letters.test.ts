import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'

const WITH = (element: string, text: string): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"><HotelReservations><HotelReservation><${element}>${text}</${element}></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const lost = (element: string, text: string): (string | undefined)[] =>
  lintMessage(WITH(element, text))
    .findings.filter(({ rule }) => rule === 'letters-lost')
    .map(({ severity, found }) => `${severity}: ${found}`)

describe('letters that a program lost', () => {
  it.each([
    ['Surname', 'M?ller'],
    ['Surname', 'Garc?a M?rquez'],
    ['GivenName', '?????'],
    ['GivenName', '?? ???'],
    ['AddressLine', 'Hauptstra?e 5'],
    ['AddressLine', 'Chausse??nstr. 12'],
    ['CityName', 'K?ln'],
    ['CompanyName', 'Caf? Fl?r'],
    ['GivenName', 'Zo?'],
    ['Surname', 'Ren? Dupont'],
    ['MiddleName', '?ystein'],
    ['AddressLine', '?????? 5'],
    ['AddressLine', '?'],
  ])('are told in %s: %s', (element, text) => {
    expect(lost(element, text)).toEqual([`warning: ${text}`])
  })

  it.each([
    ['Text', 'Late arrival?'],
    ['Text', 'Late?No, early'],
    ['Text', '???'],
    ['Surname', 'Lovelace (?)'],
    ['GivenName', 'Anna ?'],
    ['AddressLine', '5th Ave, Apt ?'],
    ['AddressLine', 'Ring ?'],
    ['AddressLine', 'Caf? Lane'],
    ['CityName', '?ystad'],
    ['AddressLine', 'Number 5 (or 6?)'],
    ['AddressLine', 'https://maps.example/find?q=5'],
    ['CompanyName', 'Why? Travel'],
    ['Email', 'a?b@guests.example'],
    ['Surname', 'Müller'],
    ['Surname', ''],
  ])('are not seen in %s: %s', (element, text) => {
    expect(lost(element, text)).toEqual([])
  })
})

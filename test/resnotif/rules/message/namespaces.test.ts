import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const found = (text: string): string[] =>
  lintMessage(text).findings.map(({ rule, line, node, found: what }) => `${rule} ${line} ${node} ${what}`)
const lineOf = (text: string, tag: string): number => text.slice(0, text.indexOf(tag)).split('\n').length

describe('elements in another namespace than those around them', () => {
  it.each([
    ['ResGuests', '<ResGuests', '<ResGuests xmlns=""', 'no namespace'],
    ['HotelReservations', '<HotelReservations', '<HotelReservations xmlns=""', 'no namespace'],
    ['ResGuests', '<ResGuests', '<ResGuests xmlns="urn:vendor"', 'urn:vendor'],
  ])('are told where they begin, and once: %s', (name, from, to, what) => {
    const text = MESSAGE.replace(from, to)
    expect(found(text)).toEqual([
      `namespace-inside ${lineOf(text, to)} ${name === 'ResGuests' ? 'HotelReservation' : 'OTA_HotelResNotifRQ'}/${name} ${what}`,
    ])
  })

  it('are told where the root alone has a prefix', () => {
    const text = MESSAGE.replace('<OTA_HotelResNotifRQ xmlns=', '<o:OTA_HotelResNotifRQ xmlns:o=').replace(
      '</OTA_',
      '</o:OTA_',
    )
    expect(found(text).map((one) => one.split(' ').toSpliced(1, 1).join(' '))).toEqual([
      'namespace-inside OTA_HotelResNotifRQ/POS no namespace',
      'namespace-inside OTA_HotelResNotifRQ/HotelReservations no namespace',
    ])
  })

  it.each([
    ['a prefix throughout', MESSAGE.replaceAll(/<(\/?)(?=\w)/g, '<$1o:').replace(' xmlns=', ' xmlns:o=')],
    [
      'two prefixes of one namespace',
      MESSAGE.replace('<ResGuests', '<o:ResGuests xmlns:o="http://www.opentravel.org/OTA/2003/05"').replace(
        '</ResGuests',
        '</o:ResGuests',
      ),
    ],
    [
      'an addition of a vendor',
      MESSAGE.replace(
        '</ResGlobalInfo>',
        '<TPA_Extensions><v:Total xmlns:v="urn:v"><Rate xmlns=""/></v:Total></TPA_Extensions></ResGlobalInfo>',
      ),
    ],
  ])('are none: %s', (_, text) => {
    expect(text).not.toBe(MESSAGE)
    expect(found(text).filter((one) => one.startsWith('namespace'))).toEqual([])
  })
})

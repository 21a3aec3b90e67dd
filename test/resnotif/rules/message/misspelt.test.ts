import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { ROOT } from '../../../support/cli.js'

const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8').trim()
const misspeltIn = (text: string) =>
  lintMessage(text)
    .findings.filter(({ rule }) => rule === 'name-misspelt')
    .map(({ found, expected }) => [found, expected])

describe('a name that is nearly one that is missing', () => {
  it.each([
    ['HotelCode=', 'HotelCodde=', 'HotelCode'],
    ['NumberOfUnits=', 'NumberOfUnit=', 'NumberOfUnits'],
    [' End=', ' end=', 'End'],
    [' EchoToken=', ' Echotoken=', 'EchoToken'],
  ])('of an attribute is told: %s as %s', (right, wrong, meant) => {
    expect(MESSAGE).toContain(right)
    expect(misspeltIn(MESSAGE.replace(right, wrong))).toEqual([[wrong.trim().slice(0, -1), meant]])
  })

  it.each([
    ['GuestCounts', 'GuestCount_s'],
    ['TimeSpan', 'Timespan'],
    ['RoomTypes', 'RoomTipes'],
    ['UniqueID', 'UniqueId'],
    ['Surname', 'SurName'],
  ])('of an element is told: %s as %s', (right, wrong) => {
    const text = MESSAGE.replaceAll(new RegExp(`(</?)${right}\\b`, 'g'), `$1${wrong}`)
    expect(text).not.toBe(MESSAGE)
    const found = misspeltIn(text)
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(([name, meant]) => name === wrong && meant === right)).toBe(true)
  })

  it('is not told of other names of the standard, of unknown ones, of what a sender adds, or beside the right one', () => {
    expect(misspeltIn(MESSAGE)).toEqual([])
    for (const added of [
      '<Emails><Email>a@guests.example</Email></Emails>',
      '<Remark Colour="red"/>',
      '<TPA_Extensions><Totals Ammount="1"/></TPA_Extensions>',
      '<x:Totals xmlns:x="urn:x" Ammount="1"/>',
    ])
      expect(misspeltIn(MESSAGE.replace('</HotelReservation>', `${added}</HotelReservation>`)), added).toEqual([])
    expect(misspeltIn(MESSAGE.replace(' EchoToken=', ' Echotoken="a" EchoToken='))).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'
import { base, foreign, rate, roomRate, stay } from '../rules/totals/foreign.js'

const storyOf = (text: string): string => {
  const { lines, facts } = explainMessage(text)
  return [...lines, ...tellMore(facts, false)].join('\n')
}
const person = (rph: number, told: string, customer = ''): string =>
  `<ResGuest ResGuestRPH="${rph}" ${told}><Profiles><ProfileInfo><Profile><Customer${customer}><PersonName><Surname>A${rph}</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`
const message = (kind: string, customer = ''): string =>
  foreign(
    stay(roomRate(rate(1, 4, base('100.00'))), '300.00', {
      counts: `<GuestCount AgeQualifyingCode="10" Count="1"/><GuestCount ${kind} Count="1"/>`,
    }),
    { guests: person(1, 'AgeQualifyingCode="10"') + person(2, kind, customer) },
  )
const found = (text: string): string[] =>
  lintMessage(text).findings.map(({ rule, severity, node, found: told }) =>
    [severity, rule, node.slice(node.lastIndexOf('/') + 1), told].join(' '),
  )

describe('ages and kinds of guests', () => {
  it.each(['five', '-1', '5.5', '5 years', '1e1'])('an age of %s is told as it stands', (age) => {
    const text = message(`AgeQualifyingCode="8" Age="${age}"`)
    expect(found(text)).toEqual([`warning guest-age-invalid @Age ${age}`, `warning guest-age-invalid @Age ${age}`])
    expect(storyOf(text)).toContain(`A2: age "${age}" cannot be read.`)
    expect(storyOf(text)).toContain(`1 adult and 1 child (age "${age}" cannot be read)`)
    expect(storyOf(text)).toContain(`Age "${age}" cannot be read.`)
    expect(storyOf(text)).not.toContain('no age')
  })

  it('nobody is 200 years old', () => {
    expect(found(message('AgeQualifyingCode="8" Age="200"'))).toEqual(
      Array(2).fill('warning guest-age-invalid @Age 200'),
    )
  })

  it.each([
    'AgeQualifyingCode="8" Age="0"',
    'AgeQualifyingCode="8" Age="17"',
    'AgeQualifyingCode="10" Age="104"',
    'AgeQualifyingCode="8" Age=" 7 "',
    'AgeQualifyingCode="9"',
    'AgeQualifyingCode="19"',
    'AgeQualifyingCode="8.ABC"',
  ])('%s is right', (kind) => {
    expect(found(message(kind))).toEqual([])
    expect(storyOf(message(kind))).not.toContain('cannot be read')
  })

  it('blanks belong to a code and not to a number', () => {
    const blank = message('AgeQualifyingCode="8" Age=" 7 "').replaceAll('Count="1"', 'Count=" 1 "')
    expect(found(blank.replaceAll('NumberOfUnits="1"', 'NumberOfUnits=" 1"'))).toEqual([])
    expect(storyOf(blank)).toContain('1 adult and 1 child aged 7')
    expect(found(message('AgeQualifyingCode="8" Age=""'))).toEqual(
      Array(2).fill('warning guest-age-invalid @Age nothing'),
    )
    const code = message('AgeQualifyingCode=" 10"')
    expect(found(code)).toEqual(Array(2).fill('warning guest-kind-invalid @AgeQualifyingCode " 10"'))
    expect(storyOf(code)).toContain('AgeQualifyingCode " 10" is no code of OpenTravel.')
  })

  it.each(['Adult', '99', '0', 'ADT'])('AgeQualifyingCode %s is none', (code) => {
    const text = message(`AgeQualifyingCode="${code}"`)
    expect(found(text)).toEqual(Array(2).fill(`warning guest-kind-invalid @AgeQualifyingCode ${code}`))
    expect(storyOf(text)).toContain(`1 adult and 1 guest (AgeQualifyingCode "${code}")`)
    expect(storyOf(text)).toContain(`AgeQualifyingCode "${code}" is no code of OpenTravel.`)
  })

  it.each([
    ['0001-01-01T00:00:00', 'Date of birth "0001-01-01T00:00:00" is an empty date. A child has no age.'],
    ['29/02/1980', 'Date of birth "29/02/1980" cannot be read.'],
    ['2021-02-29', 'Date of birth "2021-02-29" cannot be read.'],
    ['2030-01-01', 'A2 is born after arrival (2030-01-01).'],
  ])('a date of birth %s is unusual', (date, words) => {
    const story = storyOf(message('AgeQualifyingCode="8"', ` BirthDate="${date}"`))
    for (const sentence of words.split(/(?<=\.) /)) expect(story).toContain(sentence)
    expect(story).not.toContain('years old')
  })

  it('a time behind a date of birth is unusual, and no part of the day', () => {
    const story = storyOf(message('AgeQualifyingCode="8"', ' BirthDate="2021-03-01T00:00:00"'))
    expect(story).toContain('A2: born 2021-03-01, 6 years old at arrival (reckoned from it).')
    expect(story).toContain('Date of birth "2021-03-01T00:00:00" has a time of the day.')
  })

  it.each([
    ['10', '2020-03-01', 'A2 is sent as an adult, and 7 years old at arrival by the date of birth.'],
    ['10', '2011-03-01', 'A2 is sent as an adult, and 16 years old at arrival by the date of birth.'],
    ['8', '2007-03-01', 'A2 is sent as a child, and 20 years old at arrival by the date of birth.'],
    ['7', '2020-03-01', 'A2 is sent as an infant, and 7 years old at arrival by the date of birth.'],
  ])('code %s of somebody born %s is unusual', (code, born, words) => {
    expect(storyOf(message(`AgeQualifyingCode="${code}"`, ` BirthDate="${born}"`))).toContain(words)
  })

  it('an adult of 7 years is unusual, wherever the age stands', () => {
    const story = storyOf(message('AgeQualifyingCode="10" Age="7"'))
    expect(story).toContain('A2 is sent as an adult aged 7.')
    expect(story).toContain('GuestCounts have an adult aged 7.')
    expect(storyOf(message('AgeQualifyingCode="10" Age="18"'))).not.toContain('Unusual')
    expect(storyOf(message('AgeQualifyingCode="10"', ' BirthDate="2009-01-01"'))).not.toContain('sent as')
  })

  it('empty moments are unusual', () => {
    const text = message('AgeQualifyingCode="10"').replace(
      '<HotelReservation>',
      '<HotelReservation CreateDateTime="0001-01-01T00:00:00">',
    )
    expect(storyOf(text)).toContain('CreateDateTime 0001-01-01T00:00:00 is an empty date.')
  })

  it('an age that is not that of the date of birth is unusual', () => {
    const unusual = (age: number): boolean =>
      storyOf(message(`AgeQualifyingCode="8" Age="${age}"`, ' BirthDate="2021-03-01"')).includes('by Age')
    expect([3, 5, 6, 7, 12].map(unusual)).toEqual([true, false, false, false, true])
    expect(storyOf(message('AgeQualifyingCode="8" Age="12"', ' BirthDate="2021-03-01"'))).toContain(
      'A2 is 12 by Age, and 6 at arrival by the date of birth.',
    )
  })

  it('a child with a date of birth has an age at arrival', () => {
    const text = message('AgeQualifyingCode="8"', ' BirthDate="2021-03-01"')
    expect(storyOf(text)).toContain('A2: born 2021-03-01, 6 years old at arrival (reckoned from it).')
    expect(storyOf(text)).not.toContain('no age')
    expect(storyOf(text.replace('2021-03-01', '2021-03-02'))).toContain('5 years old at arrival')
    expect(storyOf(text.replace('2021-03-01', 'spring'))).toContain('A2: born spring.')
    expect(storyOf(message('AgeQualifyingCode="8" Age="6"', ' BirthDate="2021-03-01"'))).toContain(
      'A2: born 2021-03-01.',
    )
  })
})

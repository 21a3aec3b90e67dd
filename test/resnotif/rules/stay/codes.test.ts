import { describe, expect, it } from 'vitest'
import { CURRENCIES, isIsoCurrency } from '../../../../src/decimal.js'
import { type KnownCodes } from '../../../../src/resnotif/index.js'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { RICH } from '../../difference/messages.js'

const found = (text: string, rule: RegExp, codes?: KnownCodes): string[] =>
  lintMessage(text, codes === undefined ? {} : { codes })
    .findings.filter((one) => rule.test(one.rule))
    .map(({ rule: name, severity, found: is, expected }) => `${severity} ${name} ${is} ${expected}`)

describe('codes that the receiver knows', () => {
  const known: KnownCodes = { from: 'map.yaml', rooms: new Map(['101', '102', 'DBL'].map((code) => [code, ''])) }
  const told = (code: string): string[] => found(RICH.replaceAll('"101"', `"${code}"`), /^code-(?:un|sp)/, known)

  it('are exact: other blanks and capitals are told with the code that is meant', () => {
    expect(told('101')).toEqual([])
    expect(told('101 ')).toEqual(['error code-spelling "101 " "101"'])
    expect(told(' 1 01')).toEqual(['error code-spelling " 1 01" "101"'])
    expect(told('dbl')).toEqual(['error code-spelling "dbl" "DBL"'])
    expect(told('103')).toEqual([expect.stringMatching(/^error code-unknown 103 10[12] is the nearest$/)])
  })

  it('say what differs, and what to write', () => {
    const [finding] = lintMessage(RICH.replaceAll('"101"', '"dbl "'), { codes: known }).findings.filter(
      ({ rule }) => rule === 'code-spelling',
    )
    expect(finding?.why).toContain('The room is "DBL"; this code has other capitals and blanks,')
    expect(finding?.remedy).toBe('Write "DBL" where the message is made.')
  })

  it('of one hotel say of a message for another that they are not for it', () => {
    const codes = { from: 'map.yaml', hotels: new Map([['7', '']]), onlyHotel: '7' }
    const [finding] = lintMessage(RICH, { codes }).findings.filter(({ rule }) => rule === 'code-unknown')
    expect([finding?.expected, finding?.why]).toEqual([
      '7',
      expect.stringMatching(/^map\.yaml is for hotel 7, and the/),
    ])
  })

  it('that differ from each other in capitals alone are each known', () => {
    const both = { ...known, rooms: new Map(['101', '102', 'DBL', 'dbl'].map((code) => [code, ''])) }
    expect(found(RICH.replaceAll('"101"', '"dbl"'), /^code-(?:un|sp)/, both)).toEqual([])
  })
})

describe('codes that only ResGuestRPH has', () => {
  const known: KnownCodes = {
    from: 'map.yaml',
    rooms: new Map([['101', 'DBL']]),
    plans: new Map([['501', 'FLEX']]),
  }
  const told = (text: string, codes: KnownCodes = known): string[] => found(text, /^code-(?:un|sp)/, codes)
  const message = (stay: string, rphs: readonly string[], index = ' IndexNumber="1"'): string =>
    `<OTA_HotelResNotifRQ Version="5" ResStatus="Commit"><HotelReservations><HotelReservation><RoomStays><RoomStay${index}>${stay}<ResGuestRPHs>${rphs
      .map((rph) => `<ResGuestRPH RPH="${rph}"/>`)
      .join('')}</ResGuestRPHs></RoomStay></RoomStays><ResGuests>${rphs
      .map((rph) => `<ResGuest ResGuestRPH="${rph}" GroupEventCode="1"/>`)
      .join('')}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

  it('are checked where the RoomStay lists no rooms or plans, each once', () => {
    expect(told(message('', ['1-101-501', '1-102-501']))).toEqual([
      expect.stringMatching(/^error code-unknown 102 101 is the nearest$/),
    ])
    expect(told(message('', ['1-101-502']))).toEqual([
      expect.stringMatching(/^error code-unknown 502 501 is the nearest$/),
    ])
    expect(told(message('', ['1-101-501']))).toEqual([])
    expect(told(message('', ['1-101-501 ']))).toEqual(['error code-spelling "501 " "501"'])
    expect(told(message('', ['1-102-501'], ''))).toHaveLength(1)
  })

  it('are not told twice, nor where the RoomStay lists what is booked', () => {
    const rooms = '<RoomTypes><RoomType RoomTypeCode="102"/></RoomTypes>'
    expect(told(message(rooms, ['1-102-501']))).toEqual([expect.stringMatching(/^error code-unknown 102 /)])
    expect(told(message(rooms.replace('102', '101'), ['1-103-501']))).toEqual([])
    expect(told(message(rooms.replace('102', '101'), ['1-101-502']))).toEqual([
      expect.stringMatching(/^error code-unknown 502 /),
    ])
  })

  it('are read past dashes of their own as far as that is sure', () => {
    const dashed = { ...known, rooms: new Map([['DBL-SEA', '']]) }
    expect(told(message('', ['1-DBL-SEA-501']), dashed)).toEqual([])
    expect(told(message('', ['1-DBL-SEA-FLEX']), dashed)).toEqual([expect.stringMatching(/^error code-unknown FLEX /)])
    expect(told(message('', ['1-DBL-BAY-501']), dashed)).toEqual([
      expect.stringMatching(/^error code-unknown DBL-BAY /),
    ])
  })

  it('are not read into labels, dates and numbers of a line that is not there', () => {
    for (const rph of ['1', 'A-1', '2027-07-01', '2-102-501', '12345678-aaaa-bbbb', '1--', '1-102'])
      expect(told(message('', [rph]))).toEqual([])
  })

  it('are only checked against what is told', () => {
    expect(told(message('', ['1-101-999']), { from: 'map.yaml', rooms: known.rooms as Map<string, string> })).toEqual(
      [],
    )
  })
})

describe('a currency', () => {
  const told = (code: string): string[] => [
    ...new Set(found(RICH.replaceAll('CurrencyCode="EUR"', `CurrencyCode="${code}"`), /^currency-invalid$/)),
  ]

  it('is a code that ISO 4217 has', () => {
    expect(told('CHF')).toEqual([])
    expect(told('XDR')).toEqual([])
    expect(told('EUX')).toEqual(['error currency-invalid EUX a code of ISO 4217, such as EUR'])
    expect(told('eur')).toEqual(['error currency-invalid eur three capitals, such as EUR'])
  })

  it('that was withdrawn is a warning with what took its place', () => {
    expect(told('DEM')).toEqual(['warning currency-invalid DEM EUR'])
    expect(told('HRK')).toEqual(['warning currency-invalid HRK EUR'])
  })

  it('is known where the Unicode data of Node know it as money of today', () => {
    const withdrawn = new Set(['CUC', 'HRK', 'SLL', 'ZWL'])
    const missing = Intl.supportedValuesOf('currency').filter((code) => !isIsoCurrency(code) && !withdrawn.has(code))
    // Newer data may name money that is younger than this list.
    expect(missing.length).toBeLessThan(5)
    expect(CURRENCIES.has('EUR')).toBe(true)
  })
})

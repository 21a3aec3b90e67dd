import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/index.js'
import { foreign, NIGHTS, roomRate, stay } from '../totals/foreign.js'

const ROOM = stay(roomRate(NIGHTS), '330.00')
const ADDED = [
  '<Total AmountAfterTax="12,00" CurrencyCode="USD"/>',
  '<Rate RateTimeUnit="Nacht" EffectiveDate="2027-02-30"><Base AmountAfterTax="1.00" CurrencyCode="usd"/></Rate>',
  '<TimeSpan Start="later" End="2027-01-01"/>',
  '<GuestCount AgeQualifyingCode="10" Count="some" Age="old"/>',
  '<RoomType RoomTypeCode="a code that is far too long" NumberOfUnits="0"/>',
  '<Customer BirthDate="yesterday" CreateDateTime="now"><PersonName><Surname>M?ller</Surname></PersonName></Customer>',
  '<RoomStay/><Service Quantity="six"/><ResGuestRPHs>17</ResGuestRPHs><ServiceRPH RPH="9"/>',
  '<OTA_HotelResNotifRQ/><RoomRate><Rates/><Rates/></RoomRate>',
]
const rulesIn = (part: string, at = '<GuestCounts'): string[] =>
  lintMessage(foreign(ROOM).replace(at, `${part}${at}`)).findings.map(({ rule }) => rule)
const NONE = rulesIn('')

describe('what a sender adds', () => {
  it('may say anything in TPA_Extensions', () => {
    for (const part of ADDED) expect(rulesIn(`<TPA_Extensions>${part}</TPA_Extensions>`), part).toEqual(NONE)
    for (const part of ADDED) expect(rulesIn(part), part).not.toEqual(NONE)
  })

  it('may say anything in a namespace of its own', () => {
    for (const part of ADDED.slice(0, 6)) {
      expect(rulesIn(`<v:Own xmlns:v="urn:vendor">${part}</v:Own>`), part).toEqual(NONE)
    }
  })

  it('is looked into for what no part of a message may have', () => {
    expect(
      rulesIn('<TPA_Extensions><Own Of="{{name}}" To="M\u00c3\u00bcller">a\u0085b</Own></TPA_Extensions>').filter(
        (rule) => !NONE.includes(rule),
      ),
    ).toEqual(['odd-character', 'placeholder', 'letters-misread'])
  })

  it('ends where the namespace of the message does', () => {
    const rules = rulesIn('<Total xmlns="http://www.opentravel.org/OTA/2003/05" AmountAfterTax="12,00"/>')
    expect(rules).toContain('amount-invalid')
  })
})

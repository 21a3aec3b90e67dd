import { describe, expect, it } from 'vitest'
import { explainMessage, lintMessage } from '../../../../src/resnotif/index.js'
import { tellMore } from '../../../../src/cli/explained/tell.js'

const message = (base: string, total: string, beside = ''): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R1"/><RoomStays><RoomStay><RoomRates><RoomRate RoomTypeCode="D" RatePlanCode="B" NumberOfUnits="1"><Rates><Rate EffectiveDate="2027-07-01" ExpireDate="2027-07-04" RateTimeUnit="Day">${base}</Rate></Rates></RoomRate></RoomRates><TimeSpan Start="2027-07-01" End="2027-07-04"/>${beside === '' ? total : ''}<BasicPropertyInfo HotelCode="H"/></RoomStay></RoomStays>${beside}${beside === '' ? '' : `<ResGlobalInfo>${total}</ResGlobalInfo>`}</HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
const BASE = '<Base AmountAfterTax="100.00" CurrencyCode="EUR"/>'
const total = (amount: string): string => `<Total AmountAfterTax="${amount}" CurrencyCode="EUR"/>`
const notes = (text: string): (string | undefined)[] =>
  lintMessage(text).notes.flatMap(({ found, expected }) => [found, expected])

describe('a total that is not proved', () => {
  it('says what it was held against', () => {
    const service =
      '<Services><Service ServiceInventoryCode="BRK" Quantity="2"><Price><Base AmountAfterTax="10.00" CurrencyCode="EUR"/></Price></Service></Services>'
    const [found, expected] = notes(message(BASE, total('333.00'), service))
    expect([found, expected?.startsWith('300.00 to ')]).toEqual(['333.00', true])
    const taxed =
      '<Base AmountBeforeTax="100.00" CurrencyCode="EUR"><Taxes><Tax Type="Exclusive" Code="3" Amount="5.00"/></Taxes></Base>'
    expect(notes(message(taxed, total('300.00')))).toEqual(['300.00', '300.00 or more'])
  })

  it('says nothing where no part has an amount', () => {
    expect(
      notes(message('<Base/>', total('300.00'), '<Services><Service ServiceInventoryCode="COT"/></Services>')),
    ).toEqual([])
  })
})

it('a tax says whether it is in the price', () => {
  const taxed =
    '<Base AmountAfterTax="100.00" CurrencyCode="EUR"><Taxes><Tax Type="Exclusive" Code="3" Amount="5.00"/></Taxes></Base>'
  expect(tellMore(explainMessage(message(taxed, total('315.00'))).facts, false).join()).toContain(
    'taxes code 3 5.00 (exclusive)',
  )
})

describe('a total in another currency than what it is of', () => {
  const mixed = [
    ['the whole', message(BASE, '<Total AmountAfterTax="330.00" CurrencyCode="USD"/>')],
    ['the stay, in ResGlobalInfo', message(BASE, '<Total AmountAfterTax="330.00" CurrencyCode="USD"/>', '<Services/>')],
  ] as const
  it.each(mixed)('is not held against it: %s', (_what, text) => {
    const { findings, notes: open } = lintMessage(text)
    expect(findings.map(({ rule }) => rule)).toContain('currency-mixed')
    expect(findings.map(({ rule }) => rule)).not.toContain('total-mismatch')
    expect(open.map(({ rule }) => rule)).toContain('total-unchecked')
  })

  it('is wrong in the same currency', () => {
    const { findings } = lintMessage(message(BASE, total('330.00')))
    expect(findings.map(({ rule }) => rule)).toContain('total-mismatch')
  })
})

it('an infant is one whatever its age', () => {
  const counts =
    '<GuestCounts><GuestCount AgeQualifyingCode="10" Count="2"/><GuestCount AgeQualifyingCode="8" Age="5" Count="1"/><GuestCount AgeQualifyingCode="7" Age="1" Count="1"/></GuestCounts>'
  const text = message(BASE, total('300.00')).replace('<TimeSpan', `${counts}<TimeSpan`)
  const { reservations } = explainMessage(text)
  expect(JSON.stringify(explainMessage(text))).toContain('2 adults, 1 child aged 5 and 1 infant aged 1')
  expect(reservations[0]?.booked?.stays[0]?.guests).toMatchObject({ children: 1, infants: 1, ages: [5] })
})

it('a currency that the sender names once is told', () => {
  const text = message('<Base AmountAfterTax="100.00"/>', '<Total AmountAfterTax="300.00"/>').replace(
    '<HotelReservations>',
    '<POS><Source ISOCurrency="CHF"><RequestorID Type="13" ID="X"/></Source></POS><HotelReservations>',
  )
  const { facts } = explainMessage(text)
  expect(facts.currency).toBe('CHF')
  expect(tellMore(facts, false)[0]).toBe('Sender: X (type 13); amounts without a currency are CHF.')
})

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

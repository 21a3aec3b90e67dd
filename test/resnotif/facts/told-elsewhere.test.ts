import { describe, expect, it } from 'vitest'
import { explainMessage } from '../../../src/resnotif/explain/index.js'

const guest = (rph: string, age?: string): string =>
  `<ResGuest ResGuestRPH="${rph}" AgeQualifyingCode="8"${age === undefined ? '' : ` Age="${age}"`}><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>Berg${rph}</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`

const rate = `<RoomRates><RoomRate RoomTypeCode="DBL" NumberOfUnits="1"><Rates><Rate EffectiveDate="2027-03-01" ExpireDate="2027-03-02"><Base AmountAfterTax="100.00" CurrencyCode="EUR"/></Rate></Rates></RoomRate></RoomRates>`

const stay = ({ counts = '', rphs = '', more = rate, status = '' }): string =>
  `<RoomStay${status}><RoomTypes><RoomType RoomTypeCode="DBL" NumberOfUnits="1"/></RoomTypes>${more}<GuestCounts>${counts}</GuestCounts><TimeSpan Start="2027-03-01" End="2027-03-02"/><ResGuestRPHs>${[...rphs].map((rph) => `<ResGuestRPH RPH="${rph}"/>`).join('')}</ResGuestRPHs></RoomStay>`

const unusual = (stays: string, guests: string, head = 'Commit'): string =>
  explainMessage(
    `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="${head}"><HotelReservations><HotelReservation><UniqueID ID="9"/><RoomStays>${stays}</RoomStays><ResGuests>${guests}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`,
  ).facts.unusual.join('\n')

const count = (age: string, many = '1', kind = '8'): string =>
  `<GuestCount AgeQualifyingCode="${kind}"${age === '' ? '' : ` Age="${age}"`} Count="${many}"/>`

describe('the age of a child', () => {
  it('may stand in GuestCounts', () => {
    for (const rphs of ['1', ''])
      expect(unusual(stay({ counts: count('7'), rphs }), guest('1'))).not.toContain('no age')
    const both = guest('1') + guest('2')
    expect(unusual(stay({ counts: count('7', '2'), rphs: '12' }), both)).not.toContain('no age')
    expect(unusual(stay({ counts: count('7') + count('5'), rphs: '12' }), both)).not.toContain('no age')
  })

  it.each([
    ['that have too few ages', count('7') + count(''), guest('1') + guest('2'), '12', '2 children have no age'],
    [
      'whose age is that of another child',
      count('5') + count(''),
      guest('1') + guest('2', '5'),
      '12',
      'A child has no age',
    ],
    ['that tell the age of an infant', count('1', '1', '7'), guest('1'), '1', 'A child has no age'],
    ['without an age', count(''), guest('1'), '1', 'A child has no age'],
    ['of an infant', count('', '1', '7'), guest('1').replace('"8"', '"7"'), '1', 'An infant has no age'],
    [
      'of an infant and a child',
      count(''),
      guest('1').replace('"8"', '"7"') + guest('2'),
      '12',
      '2 children have no age',
    ],
  ])('is missing beside counts %s', (_, counts, guests, rphs, text) => {
    expect(unusual(stay({ counts, rphs }), guests)).toContain(text)
  })

  it('is missing where another stay counts it', () => {
    const stays = stay({ counts: count('7') }) + stay({ rphs: '1' })
    expect(unusual(stays, guest('1'))).toContain('A child has no age')
  })
})

describe('a stay without a price', () => {
  const bare = stay({ more: '' })
  const text = /^No price is told for RoomStay 2 \(room DBL, line 1\), beside others that have one\.$/m
  it('is unusual beside others that have one', () => {
    expect(unusual(stay({}) + bare, guest('1', '7'))).toMatch(text)
  })

  it('is not where none has one, where it has a total, or where it is cancelled', () => {
    const total = stay({ more: '<Total AmountAfterTax="9.00"/>' })
    for (const stays of [
      bare + bare,
      stay({}) + total,
      stay({}) + stay({ more: '', status: ' RoomStayStatus="Cancelled"' }),
    ])
      expect(unusual(stays, guest('1', '7'))).not.toContain('No price')
    expect(unusual(stay({}) + bare, '', 'Cancel')).not.toContain('No price')
  })
})

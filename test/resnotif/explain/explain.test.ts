import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainMessage } from '../../../src/resnotif/explain/index.js'
import { type House, type Invented, inventedMessage, inventRow } from '../../../src/resnotif/invent/index.js'
import { ROOT } from '../../support/cli.js'

const FIRST = readFileSync(path.join(ROOT, 'samples', 'notification.xml'), 'utf8')
const HOUSE: House = {
  propertyId: 1000001,
  currencyCode: 'EUR',
  products: [
    { roomId: 101, ratePlanId: 501 },
    { roomId: 102, ratePlanId: 501 },
  ],
  from: '2027-01-01',
}
const withStatus = (status: string): string => FIRST.replace('ResStatus="Commit"', status && `ResStatus="${status}"`)

describe('the story', () => {
  it.each([
    ['Commit', 'Status: Commit, a new booking.'],
    ['Modify', 'Status: Modify, a change of a booking.'],
    ['Cancel', 'Status: Cancel, a cancellation: what is told here is no longer booked.'],
    ['Reserved', 'Status: Reserved.'],
    ['', 'Status: not told.'],
  ])('says what a message with status %j is, whoever has the status', (status, line) => {
    const { lines } = explainMessage(withStatus(status))
    expect(lines).toContain(line)
    expect(lines.some((one) => one.includes('booked, codes'))).toBe(status !== 'Cancel')
    if (status === '') return
    const ofReservation = withStatus('').replace('<HotelReservation>', `<HotelReservation ResStatus="${status}">`)
    expect(explainMessage(ofReservation).lines).toContain(line)
  })

  it.each<[string[], string | undefined]>([
    [['1', '1', '1'], 'block 1'],
    [['2', '1', '2'], 'blocks 1, 2'],
    [['1', '2', 'SUMMER'], 'blocks 1, 2, SUMMER'],
    [[], undefined],
  ])('names the blocks that the codes %j would be for a PMS that reads them so', (codes, words) => {
    let at = 0
    const message = FIRST.replaceAll(/ GroupEventCode="[^"]*"/g, () => {
      const code = codes[Math.min(at++, codes.length - 1)]
      return code === undefined ? '' : ` GroupEventCode="${code}"`
    })
    const note = explainMessage(message).lines.find((one) => one.includes('group or event block'))
    expect(note?.includes(`puts these guests into ${words} instead of rooms.`)).toBe(
      words === undefined ? undefined : true,
    )
  })

  it('names both statuses where they differ', () => {
    const both = FIRST.replace('<HotelReservation>', '<HotelReservation ResStatus="Cancel">')
    expect(explainMessage(both).lines).toContain('Status: Cancel of the reservation, Commit of the message.')
  })

  it('of a cancellation without stays and guests accuses nothing of missing', () => {
    const bare = withStatus('Cancel')
      .replace(/<RoomStays>[^]*<\/ResGuests>/, '')
      .replace(/<UniqueID[^>]*>/, '')
    const { lines, facts } = explainMessage(bare)
    expect(lines.slice(0, 2)).toEqual([
      'Reservation HS-20270701-1.',
      'Status: Cancel, a cancellation: what is told here is no longer booked.',
    ])
    expect(lines.join()).not.toMatch(/Guests?:|No guest/)
    expect(facts.unusual).toEqual([])
    expect(explainMessage(bare.replace('Cancel', 'Modify')).facts.unusual).toEqual([
      'No stay is told.',
      'No guest is named.',
    ])
  })

  it('names hotel, prices and amounts wherever and however they stand', () => {
    const rate = (attributes: string, money = 'AmountAfterTax="300" CurrencyCode="EUR" DecimalPlaces="2"'): string =>
      FIRST.replace(
        /(<RoomRate RoomTypeCode="102"[^>]*?)\/>/,
        `$1><Rates><Rate EffectiveDate="2027-07-01" ExpireDate="2027-07-04" ${attributes}><Base ${money}/></Rate></Rates></RoomRate>`,
      )
    const price = (attributes: string) => explainMessage(rate(attributes)).facts.reservations[0]?.stays[0]?.prices[0]
    expect(price('ChargeType="1"')).toMatchObject({
      per: 'night',
      amount: '3.00',
      written: '300, DecimalPlaces 2',
    })
    expect(price('RateTimeUnit="Day" UnitMultiplier="3"')).toMatchObject({ per: 'other', perText: 'for 3 days' })
    expect(price('RateTimeUnit="Week"')).toMatchObject({ per: 'other', perText: 'for a week' })
    expect(price('ChargeType="12"')).toMatchObject({ per: 'other', perText: 'for the whole stay' })
    expect(price('ChargeType="3"')).toMatchObject({ per: 'not told' })
    expect(price('RateTimeUnit="Day" UnitMultiplier="0"')).toMatchObject({ per: 'not told' })
    expect(explainMessage(rate('')).lines.join()).toContain('3.00 EUR (written 300, DecimalPlaces 2)')
    const global = FIRST.replace(/<BasicPropertyInfo[^>]*>/, '').replace(
      '<ResGlobalInfo>',
      '<ResGlobalInfo><BasicPropertyInfo HotelCode="77" HotelName="Inn"/>',
    )
    expect(explainMessage(global).lines.join()).toContain('hotel Inn, 77')
    expect(explainMessage(global).facts.reservations[0]?.stays[0]).toMatchObject({ hotelCode: '77', hotelName: 'Inn' })
  })

  it('never says that nobody is named where guests without references are', () => {
    const bare = FIRST.replaceAll(/ (?:ResGuestRPH|GroupEventCode|RPH)="[^"]*"/g, '')
    const last = (text: string): string =>
      explainMessage(text).lines.find((one) => one.includes('of this service')) ?? ''
    expect(last(bare)).toBe(
      'Its guests have no ResGuestRPH made of IndexNumber, room and plan, so it is not of this service, and its guests are not numbered by unit.',
    )
    expect(last(bare.replace(/<ResGuests>[^]*<\/ResGuests>/, ''))).toMatch(/^It names no guests/)
  })

  it('says how many rates it does not list', () => {
    const rates = (count: number): string =>
      FIRST.replace(
        /(<RoomRate RoomTypeCode="102"[^>]*?)\/>/,
        `$1><Rates>${Array.from({ length: count }, (_, at) => `<Rate><Base AmountAfterTax="${at + 1}.00"/></Rate>`).join('')}</Rates></RoomRate>`,
      )
    expect(explainMessage(rates(5)).lines.join()).toMatch(/rate 1.00, 2.00, 3.00, 4.00, 5.00\./)
    expect(explainMessage(rates(7)).lines.join()).toMatch(/rate 1.00, 2.00, 3.00, 4.00, 5.00, … and 2 more\./)
  })
})

describe('the number of a unit', () => {
  it('is its GroupEventCode, in whatever order the guests stand', () => {
    const placesIn = (text: string): string[] => {
      const { facts, reservations } = explainMessage(text)
      const told = reservations.flatMap(({ products }) =>
        products.flatMap(({ roomTypeCode, ratePlanCode, units, numbers }) =>
          units.flatMap((unit, at) =>
            unit.map(({ name }) => `${name}: ${roomTypeCode}-${ratePlanCode} unit ${numbers[at]}`),
          ),
        ),
      )
      const guests = facts.reservations.flatMap((one) => one.guests)
      expect(guests.map(({ name, room, plan, unit }) => `${name}: ${room}-${plan} unit ${unit}`).toSorted()).toEqual(
        told.toSorted(),
      )
      return told.toSorted()
    }
    fc.assert(
      fc.property(fc.nat({ max: 5_000 }), fc.infiniteStream(fc.nat({ max: 1_000 })), (seed, keys) => {
        const [invented] = inventRow({ seed, house: HOUSE, modifyPercent: 0, cancelPercent: 0 })
        const text = inventedMessage(invented as Invented, 1, 'none')
        const guests = text.match(/<ResGuest [^]*?<\/ResGuest>/g) ?? []
        const turned = guests
          .map((guest) => ({ guest, key: keys.next().value as number }))
          .toSorted((a, b) => a.key - b.key)
        let at = 0
        const other = text.replaceAll(/<ResGuest [^]*?<\/ResGuest>/g, () => turned[at++]?.guest ?? '')
        expect(placesIn(other)).toEqual(placesIn(text))
        // What the codes of a right message say.
        const codes = guests.map((guest) =>
          guest.replace(
            /^[^]*?ResGuestRPH="\d+-([^"]+)"[^]*?GroupEventCode="(\d+)"[^]*?<GivenName>(.*?)<[^]*?<Surname>(.*?)<[^]*$/,
            '$3 $4: $1 unit $2',
          ),
        )
        expect(placesIn(other)).toEqual(codes.toSorted())
      }),
      { numRuns: 60 },
    )
  })
})

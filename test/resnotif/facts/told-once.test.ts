import { describe, expect, it } from 'vitest'
import { compareMessages, explainMessage } from '../../../src/resnotif/index.js'

const DAYS = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04']
const amount = (euros: number): string => `<Base AmountAfterTax="${euros}.00" CurrencyCode="EUR"/>`
const guest = (rph: number, profiles: string, more = ''): string =>
  `<ResGuest ResGuestRPH="${rph}"${more}><Profiles>${profiles}</Profiles></ResGuest>`
const person = (given: string, surname: string, prefix = ''): string =>
  `<ProfileInfo><Profile><Customer><PersonName><GivenName>${given}</GivenName>${prefix === '' ? '' : `<SurnamePrefix>${prefix}</SurnamePrefix>`}<Surname>${surname}</Surname></PersonName></Customer></Profile></ProfileInfo>`
const stay = (roomRates: string, more = '', attributes = ''): string =>
  `<RoomStay${attributes}><RoomRates>${roomRates}</RoomRates>${more}<TimeSpan Start="2027-03-01" End="2027-03-04"/><BasicPropertyInfo HotelCode="H100"/></RoomStay>`
const rate = (rates: string, attributes = 'RoomTypeCode="DBL" RatePlanCode="BAR" NumberOfUnits="1"'): string =>
  `<RoomRate ${attributes}><Rates>${rates}</Rates></RoomRate>`
const reservation = (stays: string, status = '', guests = guest(1, person('Anna', 'Berg'))): string =>
  `<HotelReservation${status}><UniqueID Type="14" ID="R-1"/><RoomStays>${stays}</RoomStays><ResGuests>${guests}</ResGuests></HotelReservation>`
const message = (reservations: string, attributes = ' ResStatus="Commit"'): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05"${attributes}><HotelReservations>${reservations}</HotelReservations></OTA_HotelResNotifRQ>`

const pricesOf = (text: string) => explainMessage(text).facts.reservations[0]?.stays[0]?.prices ?? []
const storyOf = (text: string): string => explainMessage(text).lines.join('\n')

describe('prices are told of the nights that the message names', () => {
  const nightly = (days: readonly string[], more: (day: number) => string): string =>
    rate(days.map((day, at) => `<Rate EffectiveDate="${day}"${more(at)}>${amount(100 + at)}</Rate>`).join(''))

  it.each([
    ['which end on the day after', (at: number) => ` ExpireDate="${DAYS[at + 1]}"`],
    ['which end on the day itself', (at: number) => ` ExpireDate="${DAYS[at]}"`],
    ['which do not say when they end, one for each night', () => ' RateTimeUnit="Day" UnitMultiplier="1"'],
  ])('Rates %s', (_, more) => {
    expect(
      pricesOf(message(reservation(stay(nightly(DAYS.slice(0, 3), more))))).map(({ from, to, per, amount: euros }) => [
        from,
        to,
        per,
        euros,
      ]),
    ).toEqual([0, 1, 2].map((at) => [DAYS[at], DAYS[at + 1], 'night', `${100 + at}.00`]))
  })

  it('Rates without an end, and not one for each night, are of nights that are not told', () => {
    const text = message(reservation(stay(nightly(DAYS.slice(0, 2), () => ' RateTimeUnit="Day" UnitMultiplier="1"'))))
    expect(pricesOf(text).map(({ from, to }) => [from, to])).toEqual([
      [DAYS[0], undefined],
      [DAYS[1], undefined],
    ])
  })

  it('nor do several Rates without dates, or one with an end alone, say of which nights they are', () => {
    const several = [100, 110].map((euros) => `<Rate RateTimeUnit="Day">${amount(euros)}</Rate>`).join('')
    const ended = `<Rate RateTimeUnit="Day" ExpireDate="${DAYS[2]}">${amount(100)}</Rate>`
    for (const [rates, until] of [
      [several, undefined],
      [ended, DAYS[2]],
    ] as const)
      for (const { from, to } of pricesOf(message(reservation(stay(rate(rates))))))
        expect([from, to]).toEqual([undefined, until])
    const [only] = pricesOf(message(reservation(stay(rate(`<Rate RateTimeUnit="Day">${amount(100)}</Rate>`)))))
    expect([only?.from, only?.to]).toEqual([DAYS[0], DAYS[3]])
  })

  it('the Total of a night of several rooms is not multiplied either, its Base is', () => {
    const two = 'RoomTypeCode="DBL" RatePlanCode="BAR" NumberOfUnits="2"'
    const told = (what: string) =>
      pricesOf(message(reservation(stay(rate(`<Rate>${amount(200).replace('Base', what)}</Rate>`, two))))).map(
        ({ units, isOfAllOpen }) => [units, isOfAllOpen],
      )
    expect([told('Total'), told('Base')]).toEqual([[[undefined, true]], [[2, undefined]]])
  })

  it('FullDuration is the whole stay', () => {
    const text = message(reservation(stay(rate(`<Rate RateTimeUnit="FullDuration">${amount(330)}</Rate>`))))
    expect(pricesOf(text)).toMatchObject([{ per: 'other', perText: 'for the whole stay', amount: '330.00' }])
  })

  it('a Total of several rooms is not multiplied', () => {
    const total = '<Total AmountAfterTax="660.00" CurrencyCode="EUR"/>'
    const text = message(
      reservation(stay(`<RoomRate RoomTypeCode="DBL" RatePlanCode="BAR" NumberOfUnits="2">${total}</RoomRate>`)),
    )
    const [told] = explainMessage(text).facts.reservations[0]?.stays[0]?.roomTotals ?? []
    expect([told?.amount, told?.units, told?.perText, told?.isOfAllOpen]).toEqual(['660.00', undefined, 'in all', true])
  })
})

describe('rooms are told as often as they are booked', () => {
  const period = (plan: string, from: number, to: number, room = 'DBL'): string =>
    rate(
      `<Rate>${amount(100)}</Rate>`,
      `RoomTypeCode="${room}" RatePlanCode="${plan}" NumberOfUnits="1" EffectiveDate="${DAYS[from]}" ExpireDate="${DAYS[to]}"`,
    )
  const roomsOf = (rates: string) => {
    const { facts, reservations } = explainMessage(message(reservation(stay(rates))))
    const rooms = facts.reservations[0]?.stays[0]?.rooms ?? []
    return [rooms, reservations[0]?.booked.stays[0]?.rooms ?? []].map((list) =>
      list.map(({ room, plan, units, from }) => [units, room, plan, from]),
    )
  }

  it.each<[string, string, unknown[][]]>([
    [
      'a RoomRate a night',
      period('BAR', 0, 1) + period('BAR', 1, 2) + period('BAR', 2, 3),
      [[1, 'DBL', 'BAR', undefined]],
    ],
    [
      'another plan from the second night on',
      period('PROMO', 1, 3) + period('BAR', 0, 1),
      [
        [1, 'DBL', 'BAR', undefined],
        [1, 'DBL', 'PROMO', DAYS[1]],
      ],
    ],
    [
      'another room from the third night on',
      period('BAR', 0, 2) + period('BAR', 2, 3, 'SGL'),
      [
        [1, 'DBL', 'BAR', undefined],
        [1, 'SGL', 'BAR', DAYS[2]],
      ],
    ],
    [
      'two rooms side by side',
      period('BAR', 0, 3) + period('BAR', 0, 3, 'SGL'),
      [
        [1, 'DBL', 'BAR', undefined],
        [1, 'SGL', 'BAR', undefined],
      ],
    ],
  ])('%s', (_, rates, expected) => {
    expect(roomsOf(rates)).toEqual([expected, expected])
  })

  it('counts for each room are told as such', () => {
    const counts = '<GuestCounts IsPerRoom="true"><GuestCount AgeQualifyingCode="10" Count="2"/></GuestCounts>'
    expect(storyOf(message(reservation(stay(period('BAR', 0, 3), counts))))).toContain('2 adults in each room')
  })

  it('a stay that was cancelled says so', () => {
    const text = message(reservation(stay(period('BAR', 0, 3), '', ' RoomStayStatus="Cancelled"')))
    expect(storyOf(text)).toContain('Stay (RoomStayStatus Cancelled): ')
    expect(explainMessage(text).facts.reservations[0]?.stays[0]?.status).toBe('Cancelled')
  })
})

describe('guests and statuses', () => {
  it('the name is that of the person, also behind the profile of an agency, with all of its parts', () => {
    const agency =
      '<ProfileInfo><Profile ProfileType="4"><CompanyInfo><CompanyName>Go</CompanyName></CompanyInfo></Profile></ProfileInfo>'
    const text = message(reservation(stay(''), '', guest(1, agency + person('Per', 'Dam', 'van der'))))
    const { facts } = explainMessage(text)
    expect([facts.reservations[0]?.guests[0]?.name, facts.unusual]).toEqual(['Per van der Dam', []])
  })

  it('no reservation is told the status of another', () => {
    const text = message(
      reservation(stay(''), ' ResStatus="Commit"') + reservation(stay(''), ' ResStatus="Cancel"'),
      '',
    )
    const { facts, reservations } = explainMessage(text)
    expect([facts.status, ...reservations.map(({ booked }) => [booked.status, booked.messageStatus])]).toEqual([
      undefined,
      ['Commit', undefined],
      ['Cancel', undefined],
    ])
  })

  it('who shares a room is told only where the message tells it', () => {
    const one = (code: number): string =>
      guest(0, person(`G${code}`, 'Ö'), ` GroupEventCode="${code}"`).replace('"0"', '"1-DBL-BAR"')
    const text = message(
      reservation(
        stay(
          rate(`<Rate>${amount(100)}</Rate>`, 'RoomTypeCode="DBL" RatePlanCode="BAR" NumberOfUnits="2"'),
          '',
          ' IndexNumber="1"',
        ),
        '',
        [1, 2, 3, 4].map(one).join(''),
      ),
    )
    const { facts } = explainMessage(text)
    expect(facts.reservations[0]?.guests.map(({ unit, isUnitOpen }) => [unit, isUnitOpen])).toEqual(
      Array.from({ length: 4 }, () => [undefined, true]),
    )
    expect(storyOf(text)).toMatch(/Which guests share a unit is not told\.\n {2}unit \? {2}G1 Ö/)
    expect(storyOf(text)).not.toContain('should be')
    expect(explainMessage(text).reservations[0]?.products[0]).toMatchObject({ isOpen: true, numbers: [] })
    expect(explainMessage(text).reservations[0]?.products[0]?.units.map((unit) => unit.length)).toEqual([4])
  })
})

it('of a part of a message nothing is told as new or gone', () => {
  const whole = message(reservation(stay(rate(`<Rate>${amount(100)}</Rate>`))))
  for (const length of [400, 600, whole.length - 30]) {
    const part = whole.slice(0, length)
    const compared = (text: string) => ({ text, facts: explainMessage(text).facts })
    for (const [before, after] of [
      [whole, part],
      [part, whole],
    ] as const) {
      const { changes } = compareMessages(compared(before), compared(after))
      expect(changes.map(({ about }) => about)).toEqual(['unread'])
    }
    expect(explainMessage(part)).toMatchObject({
      broken: expect.stringContaining('The message is cut'),
      facts: { unusual: [] },
    })
  }
})

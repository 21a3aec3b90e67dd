import { describe, expect, it } from 'vitest'
import { explainPage, tellMore } from '../../../src/cli/explained/index.js'
import { type ComparedMessage, compareMessages, explainMessage, lintMessage } from '../../../src/resnotif/index.js'

const money = (euros: string): string => `AmountAfterTax="${euros}" CurrencyCode="EUR"`
const count = (code: number, many: number, age?: number): string =>
  `<GuestCount AgeQualifyingCode="${code}"${age === undefined ? '' : ` Age="${age}"`} Count="${many}"/>`

interface Given {
  rates?: string
  counts?: string
  whole?: string
  from?: string
  to?: string
}

/** Of a sender that is not of this service. */
const message = ({ rates = '', counts = '', whole = '', from = '2027-03-01', to = '2027-03-04' }: Given): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" TimeStamp="2027-01-10T08:00:00Z" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R-1"/><RoomStays><RoomStay><RoomRates><RoomRate RoomTypeCode="DBL" RatePlanCode="BAR" NumberOfUnits="1"><Rates>${rates}</Rates></RoomRate></RoomRates>${counts === '' ? '' : `<GuestCounts>${counts}</GuestCounts>`}<TimeSpan Start="${from}" End="${to}"/><BasicPropertyInfo HotelCode="H1"/></RoomStay></RoomStays><ResGlobalInfo>${whole === '' ? '' : `<GuestCounts>${whole}</GuestCounts>`}</ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

const rate = (from: string, to: string, inside: string, unit = ' RateTimeUnit="Day" UnitMultiplier="1"'): string =>
  `<Rate EffectiveDate="${from}" ExpireDate="${to}"${unit}>${inside}</Rate>`
const storyOf = (text: string): string => {
  const { lines, facts } = explainMessage(text)
  return [...lines, ...tellMore(facts, false)].join('\n')
}
const findingsOf = (text: string): string[] =>
  lintMessage(text).findings.map(({ rule, found, expected }) => `${rule} ${found} ${expected}`)

describe('nights whose ExpireDate is the last one', () => {
  it('are all told, where that is the one reading that fits the stay', () => {
    const text = message({ rates: rate('2027-03-01', '2027-03-03', `<Base ${money('110.00')}/>`) })
    for (const night of ['2027-03-01', '2027-03-02', '2027-03-03'])
      expect(storyOf(text)).toContain(`${night}  110.00 EUR`)
    const two = message({
      rates:
        rate('2027-03-01', '2027-03-02', `<Base ${money('100.00')}/>`) +
        rate('2027-03-03', '2027-03-03', `<Base ${money('130.00')}/>`),
    })
    expect(storyOf(two)).toMatch(/03-01  100\.00 EUR[^]*03-02  100\.00 EUR[^]*03-03  130\.00 EUR/)
  })
})

describe('what is charged each night', () => {
  const discount = `<Discount ${money('5.00')}/>`
  it('is counted by nights, and not by elements', () => {
    const rates =
      rate('2027-03-01', '2027-03-03', `<Base ${money('100.00')}/>${discount}`) +
      rate('2027-03-03', '2027-03-04', `<Base ${money('90.00')}/>${discount}`)
    expect(storyOf(message({ rates }))).toContain(
      'Discounts: Discount 5.00 EUR a night, 3 nights, 2027-03-01 to 2027-03-04',
    )
  })

  it('is once what belongs to the whole stay', () => {
    const rates = rate(
      '2027-03-01',
      '2027-03-04',
      `<Base ${money('300.00')}/>${discount}`,
      ' RateTimeUnit="FullDuration"',
    )
    expect(storyOf(message({ rates }))).toContain('Discounts: Discount 5.00 EUR for the whole stay, ')
  })
})

describe('the total of a Rate', () => {
  const of = (inside: string, total: string): string[] =>
    findingsOf(message({ rates: rate('2027-03-01', '2027-03-04', `${inside}<Total ${money(total)}/>`) })).filter(
      (one) => one.startsWith('total-mismatch'),
    )
  const base = `<Base ${money('110.00')}/>`
  it.each<[string, string, string[], string[]]>([
    ['a discount', `${base}<Discount ${money('10.00')}/>`, ['100.00', '110.00'], ['90.00', '120.00']],
    ['a discount in percent', `${base}<Discount Percent="10"/>`, ['99.00', '110.00'], ['90.00']],
    [
      'a fee',
      `<Base ${money('100.00')}/><Fees><Fee Amount="10.00" CurrencyCode="EUR"/></Fees>`,
      ['110.00', '100.00'],
      ['130.00'],
    ],
    [
      'taxes of the base',
      '<Base AmountBeforeTax="100.00" CurrencyCode="EUR"><Taxes Amount="10.00" CurrencyCode="EUR"/></Base>',
      ['110.00'],
      ['130.00'],
    ],
    ['nothing beside it', base, ['110.00', '90.00'], []],
  ])('with %s', (_, inside, right, wrong) => {
    for (const total of right) expect([total, of(inside, total)]).toEqual([total, []])
    for (const total of wrong) expect([total, of(inside, total).length]).toEqual([total, 1])
  })
})

describe('people', () => {
  it.each([
    [count(10, 2) + count(8, 1, 9) + count(7, 1), '2 adults, 1 child aged 9 and 1 infant'],
    [count(10, 2) + count(8, 1, 7) + count(8, 2), '2 adults and 3 children (1 aged 7; 2 without a stated age)'],
    [count(8, 2, 4), '2 children aged 4, 4'],
    [count(10, 1), '1 adult'],
  ])('are told as they are counted', (counts, words) => {
    expect(storyOf(message({ counts }))).toContain(`; ${words}`)
    expect(storyOf(message({ whole: counts }))).toContain(`Guests of the reservation: ${words}.`)
    expect(explainMessage(message({ whole: counts })).facts.reservations[0]?.counts).toHaveLength(
      counts.split('<GuestCount').length - 1,
    )
  })

  it('of the reservation are held against those of its stays', () => {
    const mismatch = (counts: string, whole: string): number =>
      findingsOf(message({ counts, whole })).filter((one) => one.startsWith('guest-count-mismatch')).length
    expect(mismatch(count(10, 2), count(10, 3))).toBe(1)
    expect(mismatch(count(10, 2), count(10, 2))).toBe(0)
    // Who sleeps in a cot is often not counted.
    expect(mismatch(count(10, 2), count(10, 2) + count(7, 1))).toBe(0)
  })

  it('of the reservation that changed are told as a change', () => {
    const captured = (whole: string): ComparedMessage => {
      const text = message({ whole })
      return { text, facts: explainMessage(text).facts }
    }
    const changes = compareMessages(captured(count(10, 2)), captured(count(10, 3)))
    expect(JSON.stringify(changes)).toContain('Guests of the reservation: 2 × adult → 3 × adult.')
  })
})

describe('a day that is written in another form', () => {
  it('is not said to lie before the message', () => {
    for (const from of ['01.03.2027', '03/01/2027'])
      expect(storyOf(message({ from, to: '2027-03-04' }))).not.toContain('before the message was sent')
    expect(storyOf(message({ from: '2027-01-05' }))).toContain('before the message was sent')
  })
})

describe('rooms that are booked alike', () => {
  const room = (rphs: readonly number[], status = ''): string =>
    `<RoomStay${status}><RoomTypes><RoomType RoomTypeCode="DBL"/></RoomTypes><TimeSpan Start="2027-03-01" End="2027-03-04"/><ResGuestRPHs>${rphs.map((rph) => `<ResGuestRPH RPH="${rph}"/>`).join('')}</ResGuestRPHs></RoomStay>`
  const guest = (name: string, rph: number): string =>
    `<ResGuest ResGuestRPH="${rph}"><Profiles><ProfileInfo><Profile><Customer><PersonName><GivenName>${name}</GivenName><Surname>Berg</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`
  const of = (...rooms: string[]): ComparedMessage => {
    const text = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Modify"><HotelReservations><HotelReservation><RoomStays>${rooms.join('')}</RoomStays><ResGuests>${['Anna', 'Nils', 'Otto'].map((name, at) => guest(name, at + 1)).join('')}</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
    return { text, facts: explainMessage(text).facts }
  }
  const told = (before: ComparedMessage, after: ComparedMessage): string =>
    compareMessages(before, after)
      .changes.map(({ text }) => text)
      .join('\n')

  it('say who moves between them, and nobody where they only stand in another order', () => {
    const moved = told(of(room([1, 2]), room([3])), of(room([1]), room([2, 3])))
    expect(moved).toContain(
      'Nils Berg moves to another stay 2027-03-01 to 2027-03-04, room DBL: with Anna Berg → with Otto Berg.',
    )
    expect(moved).not.toMatch(/(?:Anna|Otto) Berg moves/)
    expect(told(of(room([1, 2]), room([3])), of(room([3]), room([1, 2])))).not.toContain('moves')
  })

  it('say which of them is no longer booked', () => {
    expect(told(of(room([1, 2]), room([3])), of(room([1, 2]), room([3], ' RoomStayStatus="Cancelled"')))).toContain(
      'RoomStayStatus of stay 2027-03-01 to 2027-03-04, room DBL is new: Cancelled.',
    )
  })
})

describe('the page of another sender', () => {
  it('calls no counter missing that it need not have', () => {
    const text = message({ rates: rate('2027-03-01', '2027-03-04', `<Base ${money('110.00')}/>`) }).replace(
      '<ResGlobalInfo>',
      '<ResGuests><ResGuest ResGuestRPH="1"><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>Berg</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests><ResGlobalInfo>',
    )
    const page = explainPage('x', [{ title: 'x', explanation: explainMessage(text), findings: [] }])
    expect(page).toContain('Berg')
    expect(page).not.toContain('missing')
  })
})

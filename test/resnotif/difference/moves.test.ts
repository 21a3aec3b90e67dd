import { describe, expect, it } from 'vitest'
import { compareMessages } from '../../../src/resnotif/difference/index.js'
import { explainMessage } from '../../../src/resnotif/explain/index.js'

interface Guest {
  rph: string
  name: string
  child?: string
  email?: string
}

interface Stay {
  room?: string
  plan?: string
  price?: string
  guests?: readonly string[]
  counts?: string
}

const guestXml = ({ rph, name, child, email }: Guest): string =>
  `<ResGuest ResGuestRPH="${rph}" AgeQualifyingCode="${child === undefined ? '10"' : `8" Age="${child}"`}><Profiles><ProfileInfo><Profile><Customer><PersonName><GivenName>${name}</GivenName></PersonName>${email === undefined ? '' : `<Email>${email}</Email>`}</Customer></Profile></ProfileInfo></Profiles></ResGuest>`

const stayXml = ({ room = 'DBL', plan = 'BAR', price = '100.00', guests = [], counts = '' }: Stay): string =>
  `<RoomStay><RoomTypes><RoomType RoomTypeCode="${room}" NumberOfUnits="1"/></RoomTypes><RatePlans><RatePlan RatePlanCode="${plan}"/></RatePlans><RoomRates><RoomRate RoomTypeCode="${room}" RatePlanCode="${plan}" NumberOfUnits="1"><Rates><Rate EffectiveDate="2027-03-01" ExpireDate="2027-03-02" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountAfterTax="${price}" CurrencyCode="EUR"/></Rate></Rates></RoomRate></RoomRates><GuestCounts>${counts}</GuestCounts><TimeSpan Start="2027-03-01" End="2027-03-02"/><ResGuestRPHs>${guests.map((rph) => `<ResGuestRPH RPH="${rph}"/>`).join('')}</ResGuestRPHs></RoomStay>`

const message = (guests: readonly Guest[], stays: readonly Stay[]): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Modify">
<HotelReservations><HotelReservation><UniqueID ID="9"/><RoomStays>${stays.map(stayXml).join('')}</RoomStays><ResGuests>
${guests.map(guestXml).join('\n')}
</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

function told(before: string, after: string): string[] {
  const [one, other] = [before, after].map((text) => ({ text, facts: explainMessage(text).facts }))
  return compareMessages(one as never, other as never).changes.map(({ text }) => text)
}

const STAY = 'stay 2027-03-01 to 2027-03-02, room DBL'
const [ANNA, NILS, EVA] = ['Anna', 'Nils', 'Eva'].map((name, at) => ({ rph: `${at + 1}`, name })) as [
  Guest,
  Guest,
  Guest,
]
const kim = (rph: string, more: Partial<Guest> = {}): Guest => ({ rph, name: 'Kim', ...more })
const two = (one: readonly string[], other: readonly string[], price = '150.00'): Stay[] => [
  { guests: one },
  { guests: other, price },
]

describe('who moves between stays of the same rooms', () => {
  it('is told by the prices where those are what differs', () => {
    expect(told(message([ANNA, NILS], two(['1'], ['2'])), message([ANNA, NILS], two(['2'], ['1'])))).toEqual([
      `Anna moves to another ${STAY}: at 100.00 EUR → at 150.00 EUR.`,
      `Nils moves to another ${STAY}: at 150.00 EUR → at 100.00 EUR.`,
    ])
  })

  it('is told by the plan, and by who sleeps there', () => {
    const stays = (one: string[], other: string[]): Stay[] => [{ guests: one }, { guests: other, plan: 'HB' }]
    expect(
      told(message([ANNA, NILS, EVA], stays(['1', '2'], ['3'])), message([ANNA, NILS, EVA], stays(['1'], ['2', '3']))),
    ).toEqual([`Nils moves to another ${STAY}: plan BAR, with Anna → plan HB, with Eva.`])
  })

  it('is nobody where the stays only stand the other way round', () => {
    const [one, other] = two(['1'], ['2']) as [Stay, Stay]
    expect(told(message([ANNA, NILS], [one, other]), message([ANNA, NILS], [other, one]))).toEqual([])
  })

  it('is nobody where both stays cost more, though one costs what the other did', () => {
    const before: Stay[] = [
      { guests: ['1'], price: '100.00' },
      { guests: ['2'], price: '120.00' },
    ]
    const after: Stay[] = [
      { guests: ['1'], price: '120.00' },
      { guests: ['2'], price: '150.00' },
    ]
    expect(told(message([ANNA, NILS], before), message([ANNA, NILS], after)).join('\n')).not.toContain('moves')
  })

  it('is told though a guest is counted with a number that a reference has', () => {
    const after = message([ANNA, NILS], two(['1', '2'], []))
    expect(told(message([ANNA, NILS], two(['1'], ['2'])), after)).toContain(
      `Nils moves to another ${STAY}: at 150.00 EUR, with nobody else → at 100.00 EUR, with Anna.`,
    )
  })

  it('does not hide a reference to nobody', () => {
    expect(
      told(message([ANNA, NILS], two(['1'], ['2'])), message([ANNA, NILS], two(['1'], ['7']))).join('\n'),
    ).toContain('RPH: 2 → 7')
  })
})

describe('namesakes', () => {
  it.each([['100.00'], ['150.00']])(
    'of whom one moves, the second stay at %s: neither is named as the one',
    (price) => {
      const all = [ANNA, kim('2'), kim('3')]
      const lines = told(message(all, two(['1', '2'], ['3'], price)), message(all, two(['1'], ['2', '3'], price)))
      const [from, to] = price === '100.00' ? ['', ''] : ['at 100.00 EUR, ', 'at 150.00 EUR, ']
      expect(lines).toEqual([`One of two guests named Kim moves to another ${STAY}: ${from}with Anna → ${to}with Kim.`])
    },
  )

  it('of whom one leaves', () => {
    const lines = told(message([kim('1'), kim('2')], two(['1'], ['2'])), message([kim('1')], [{ guests: ['1'] }]))
    expect(lines).toContain(`One of two guests named Kim leaves (${STAY}).`)
  })

  it('of whom one more joins are counted whoever has the mark of the primary guest', () => {
    const of = (...all: Guest[]): string =>
      message(
        all,
        all.map(({ rph }) => ({ guests: [rph] })),
      ).replace('ResGuestRPH="1"', '$& PrimaryIndicator="true"')
    expect(told(of(kim('1'), kim('2')), of(kim('1'), kim('2'), kim('3')))).toContain(
      `One of three guests named Kim joins (${STAY}).`,
    )
  })

  it('that nothing tells apart may have any number and stand in any order', () => {
    const before = message([kim('1'), kim('2')], two(['1'], ['2']))
    expect(told(before, message([kim('5'), kim('7')], two(['7'], ['5'])))).toEqual([])
    expect(told(before, message([kim('1'), kim('2')], two(['2'], ['1'])))).toEqual([])
  })

  it('who have mail addresses of their own move by name, line and price', () => {
    const all = [kim('1', { email: 'a@x.example' }), kim('2', { email: 'b@x.example' })]
    expect(told(message(all, two(['1'], ['2'])), message(all, two(['2'], ['1'])))).toEqual([
      `Kim (line 3) moves to another ${STAY}: at 100.00 EUR → at 150.00 EUR.`,
      `Kim (line 4) moves to another ${STAY}: at 150.00 EUR → at 100.00 EUR.`,
    ])
  })

  it('of whom one is a child, renumbered, are told by what differs', () => {
    const lines = told(
      message([kim('1'), kim('2', { child: '5' })], two(['1'], ['2'])),
      message([kim('2'), kim('1', { child: '5' })], two(['1'], ['2'])),
    )
    expect(lines).toHaveLength(2)
    expect(lines.join('\n')).not.toMatch(/not shown|nobody else → with nobody else/)
    expect(lines[0]).toContain('at 100.00 EUR → at 150.00 EUR')
  })
})

describe('guests who are only counted', () => {
  const count = (adults: number, age?: string): string =>
    `<GuestCount AgeQualifyingCode="10" Count="${adults}"/>${age === undefined ? '' : `<GuestCount AgeQualifyingCode="8" Age="${age}" Count="1"/>`}`
  it.each([
    ['SUI', '100.00', STAY, 'stay 2027-03-01 to 2027-03-02, room SUI'],
    ['DBL', '150.00', `${STAY}, at 100.00 EUR`, `${STAY}, at 150.00 EUR`],
    ['DBL', '100.00', `${STAY} (RoomStay 1)`, `${STAY} (RoomStay 2)`],
  ])('and move to room %s at %s, are told by room, kind, age and count', (room, price, one, other) => {
    const of = (first: string, second: string): string =>
      message([], [{ counts: first }, { room, price, counts: second }])
    expect(told(of(count(2, '7'), count(1)), of(count(2), count(1, '7')))).toEqual([
      `Guests counted in ${one}: 2 × adult, 1 × child aged 7 → 2 × adult.`,
      `Guests counted in ${other}: 1 × adult → 1 × adult, 1 × child aged 7.`,
    ])
  })
})

describe('the number of a guest that nothing refers to', () => {
  it('may be any other', () => {
    expect(told(message([ANNA], [{}]), message([{ ...ANNA, rph: '10' }], [{}]))).toEqual([])
  })

  it('is told where the stay named the old one', () => {
    const lines = told(message([ANNA], [{ guests: ['1'] }]), message([{ ...ANNA, rph: '10' }], [{ guests: ['1'] }]))
    expect(lines).not.toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { explainPage } from '../../../src/cli/explained/page.js'
import { tellMore } from '../../../src/cli/explained/tell.js'
import { compareMessages, explainMessage } from '../../../src/resnotif/index.js'
import { RICH } from '../difference/messages.js'

const told = (text: string): { facts: ReturnType<typeof explainMessage>['facts']; lines: string; page: string } => {
  const explanation = explainMessage(text)
  return {
    facts: explanation.facts,
    lines: tellMore(explanation.facts, true).join('\n'),
    page: explainPage('x', [{ title: 'x', explanation, findings: [] }]),
  }
}
/** As data, in words and on the page. */
function expectTold(text: string, data: object, words: string): void {
  const { facts, lines, page } = told(text)
  expect(facts.reservations[0]).toMatchObject(data)
  for (const one of [lines, page]) expect(one).toContain(words)
}
const changed = (from: string | RegExp, to: string): string => {
  const text = RICH.replace(from, to)
  expect(text).not.toBe(RICH)
  return text
}

describe('what else a reservation says', () => {
  it('all parts of a name', () => {
    expectTold(
      changed(
        '<GivenName>Ada</GivenName><Surname>Lovelace</Surname></PersonName><Telephone PhoneTechType="1" PhoneNumber="+44 20 1"/>',
        '<GivenName>Ada</GivenName><MiddleName>Augusta</MiddleName><Surname>Lovelace</Surname><NameSuffix>PhD</NameSuffix></PersonName>',
      ),
      {
        guests: [
          { nameParts: { prefix: 'Dr', given: 'Ada', middle: 'Augusta', surname: 'Lovelace', suffix: 'PhD' } },
          {},
          {},
          {},
          {},
        ],
      },
      'Ada Lovelace: in full Dr Ada Augusta Lovelace PhD, ada@guests.example',
    )
    // One who has no more than the two is not named twice.
    expect(told(RICH).lines).not.toContain('Babbage: in full')
    expectTold(
      changed(/(<ResGlobalInfo>[^]*<PersonName>)/, '$1<NamePrefix>Lady</NamePrefix>'),
      { booker: { nameParts: { prefix: 'Lady' } } },
      'Booker: Ada Lovelace, in full Lady Ada Lovelace,',
    )
  })

  it('memberships, with whose they are', () => {
    expectTold(
      changed('<CustLoyalty MembershipID="L77"/>', '<CustLoyalty ProgramID="GOLD" MembershipID="L77" LoyalLevel="2"/>'),
      { loyalty: [{ program: 'GOLD', id: 'L77', level: '2', guest: 'Ada Lovelace' }] },
      'Memberships: GOLD L77 level 2 of Ada Lovelace.',
    )
    expectTold(
      changed(
        '<Comments><Comment GuestViewable',
        '<Memberships><Membership ProgramCode="P" AccountID="9"/></Memberships>$&',
      ),
      { loyalty: [{ program: 'P', id: '9' }, { id: 'L77' }] },
      'Memberships: P 9, L77 of Ada Lovelace.',
    )
  })

  const terms = (more: string, inside: string): string =>
    changed(/<CancelPenalty>.*<\/CancelPenalty>/, `<CancelPenalty${more}>${inside}</CancelPenalty>`)
  it.each<[string, string, object, string]>([
    [
      '',
      '<Deadline OffsetTimeUnit="Day" OffsetUnitMultiplier="3" OffsetDropTime="BeforeArrival"/><AmountPercent Percent="100" BasisType="FullStay"/>',
      { percent: '100', basis: 'FullStay', deadline: '3 days before arrival' },
      'Cancellation: 100 % of the full stay, deadline 3 days before arrival.',
    ],
    [
      '',
      '<Deadline AbsoluteDeadline="2027-06-28T18:00:00"/><AmountPercent NmbrOfNights="1"/>',
      { nights: '1', deadline: '2027-06-28T18:00:00' },
      'Cancellation: the price of 1 night, deadline 2027-06-28T18:00:00.',
    ],
    [
      ' NonRefundable="true"',
      '<AmountPercent Amount="5000" DecimalPlaces="2" CurrencyCode="EUR"/><PenaltyDescription><Text>No money back</Text></PenaltyDescription>',
      { amount: '50.00', currency: 'EUR', isNonRefundable: true, text: 'No money back' },
      'Cancellation: not refundable, 50.00 EUR, No money back.',
    ],
  ])('what a cancellation costs%s: %s', (more, inside, data, words) => {
    expectTold(terms(more, inside), { penalties: [data] }, words)
  })

  it('numbers of rooms, and their change as a move', () => {
    const numbered = (number: string): string =>
      changed('RoomTypeCode="102" NumberOfUnits="1"/>', `RoomTypeCode="102" NumberOfUnits="1" RoomID="${number}"/>`)
    expectTold(numbered('12'), { roomNumbers: [{ number: '12', room: '102' }] }, 'Room numbers: 12 (room 102).')
    const [one, other] = ['12', '14'].map((number) => ({ text: numbered(number), facts: told(numbered(number)).facts }))
    expect(compareMessages(one as never, other as never).changes.map(({ text }) => text)).toEqual([
      'Number of room 102: 12 → 14: who sleeps there moves.',
    ])
  })

  it.each<[string, string]>([
    ['ChargeFrequency="1"', 'a day'],
    ['ChargeFrequency="12"', 'per stay'],
    ['ChargeUnit="21"', 'per person per night'],
    ['ChargeUnit="20" ChargeFrequency="20"', 'per person per stay'],
    ['ChargeUnit="14" ChargeFrequency="12"', 'per stay, charge unit 14'],
    ['ChargeFrequency="99"', 'charge type 99'],
  ])('what a fee and a tax are charged by: %s', (attributes, per) => {
    const fee = `<Fees><Fee Code="12" Amount="3.00" ${attributes}/></Fees>`
    expectTold(
      changed('<TPA_Extensions>', `${fee}$&`).replace('<Fees><Fee Code="12" Amount="3.00"/></Fees>', ''),
      { fees: [{ per }] },
      `Fees: Fee 12 3.00 ${per}.`,
    )
    expectTold(
      changed('<Tax Code="VAT" Amount="10.05"/>', `<Tax Code="VAT" Amount="10.05" ${attributes}/>`),
      { stays: [{ prices: [{ taxList: [{ per }] }, {}, {}] }] },
      `taxes code VAT 10.05 ${per}`,
    )
  })

  it('whether a fee is in the price, and each given name', () => {
    const fee = '<Fees><Fee Code="12" Amount="3.00"/></Fees>'
    expectTold(
      changed(fee, fee.replace('Amount', 'Type="Inclusive" Amount')),
      { fees: [{ type: 'Inclusive' }] },
      'Fee 12 3.00 (inclusive)',
    )
    expectTold(
      changed('<GivenName>Charles</GivenName>', '$&<GivenName>Percy</GivenName>'),
      {},
      'Charles Babbage: in full Charles Percy Babbage.',
    )
  })

  it('a long comment is data whole, and a cut is marked', () => {
    const long = `${'very '.repeat(400)}late`
    const { facts, lines, page } = told(changed('Late arrival', long))
    expect(facts.reservations[0]?.stays[0]?.comments).toEqual([long])
    for (const one of [lines, page]) expect(one).toContain('(500 of 2004 characters; --json has all)')
    const longer = 'x'.repeat(12_345)
    const [comment] = told(changed('Late arrival', longer)).facts.reservations[0]?.stays[0]?.comments ?? []
    expect(comment?.slice(9_990)).toBe('xxxxxxxxxx… (cut: 10000 of 12345 characters)')
  })
})

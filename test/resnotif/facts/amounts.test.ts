import { describe, expect, it } from 'vitest'
import { explainPage, tellMore } from '../../../src/cli/explained/index.js'
import { compareMessages, explainMessage, lintMessage } from '../../../src/resnotif/index.js'

interface Given {
  /** Inside of the Base, and in its place. */
  base?: string
  rates?: string
  plan?: string
  services?: string
  info?: string
  total?: string
  units?: number
}

const EUR = 'CurrencyCode="EUR"'
const message = ({ base = '', rates, plan = '', services = '', info = '', total, units = 1 }: Given): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" TimeStamp="2027-01-10T08:00:00Z" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="R-1"/><RoomStays><RoomStay><RatePlans><RatePlan RatePlanCode="BAR">${plan}</RatePlan></RatePlans><RoomRates><RoomRate RoomTypeCode="DBL" RatePlanCode="BAR" NumberOfUnits="${units}">${rates ?? `<Rates><Rate EffectiveDate="2027-03-01" ExpireDate="2027-03-03" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountBeforeTax="95.00" AmountAfterTax="105.00" ${EUR}>${base}</Base></Rate></Rates>`}</RoomRate></RoomRates><TimeSpan Start="2027-03-01" End="2027-03-03"/>${total ?? `<Total AmountBeforeTax="190.00" AmountAfterTax="210.00" ${EUR}/>`}<BasicPropertyInfo HotelCode="H1"/></RoomStay></RoomStays>${services}<ResGlobalInfo>${info}</ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

const factsOf = (given: Given) => explainMessage(message(given)).facts.reservations[0]
const storyOf = (given: Given): string => tellMore(explainMessage(message(given)).facts, false).join('\n')
const findingsOf = (given: Given): string[] =>
  lintMessage(message(given)).findings.map(({ rule, severity, found }) => `${severity} ${rule} ${found}`)

describe('an amount in another currency than the prices', () => {
  const usd = (name: string, more = ''): string => `<${name} Amount="20.00" CurrencyCode="USD"${more}/>`
  it.each<[string, Given, string]>([
    ['Taxes of a night', { base: usd('Taxes') }, 'Taxes'],
    ['a Tax', { base: `<Taxes>${usd('Tax', ' Code="3"')}</Taxes>` }, 'Tax'],
    ['a Fee', { info: `<Fees>${usd('Fee')}</Fees>` }, 'Fee'],
    ['a Discount', { info: '<Discount AmountAfterTax="20.00" CurrencyCode="USD"/>' }, 'Discount'],
    [
      'a deposit',
      {
        info: `<DepositPayments><GuaranteePayment>${usd('AmountPercent')}</GuaranteePayment></DepositPayments>`,
      },
      'AmountPercent',
    ],
  ])('is a warning, and told in its own: %s', (_, given, name) => {
    expect(findingsOf(given)).toEqual([`warning currency-mixed USD of ${name}`])
    expect(storyOf(given)).toContain('20.00 USD')
    expect(explainPage('x', [{ title: 'x', explanation: explainMessage(message(given)), findings: [] }])).toContain(
      '20.00 USD',
    )
    expect(findingsOf(JSON.parse(JSON.stringify(given).replaceAll('USD', 'EUR')) as Given).join()).not.toContain(
      'currency-mixed',
    )
  })

  it('is right for a commission, which is settled apart, and told in its own', () => {
    for (const name of ['FlatCommission', 'CommissionPayableAmount']) {
      const given = { plan: `<Commission>${usd(name)}</Commission>` }
      expect(findingsOf(given)).toEqual([])
      expect(storyOf(given)).toContain('20.00 USD')
    }
  })

  it('stands so in the facts', () => {
    const [price] = factsOf({ base: `<Taxes Amount="10.00" ${EUR}>${usd('Tax')}</Taxes>` })?.stays[0]?.prices ?? []
    expect(price).toMatchObject({ taxesCurrency: 'EUR', taxList: [{ amount: '20.00', currency: 'USD' }] })
  })

  it('is not added', () => {
    const total = `<Total AmountBeforeTax="190.00" AmountAfterTax="210.00" ${EUR}><Taxes Amount="23.00" CurrencyCode="USD"/></Total>`
    expect(findingsOf({ total })).toEqual(['warning currency-mixed USD of Taxes'])
    expect(findingsOf({ total: total.replace('USD', 'EUR') }).join()).toContain('total-mismatch')
  })
})

describe('what is told of amounts beside the rooms', () => {
  const service = (second: string): string =>
    `<Services><Service ServiceInventoryCode="BRK"><Price EffectiveDate="2027-03-01" ExpireDate="2027-03-02"><Base AmountAfterTax="5.00" ${EUR}/></Price>${second}</Service></Services>`
  const second = `<Price EffectiveDate="2027-03-02" ExpireDate="2027-03-03"><Base AmountAfterTax="7.00" ${EUR}/></Price>`

  it('all Prices of a service with their days, and in totals', () => {
    const services = service(second)
    expect(storyOf({ services })).toContain(
      'Services: BRK 5.00 EUR, 2027-03-01 to 2027-03-02 and 7.00 EUR, 2027-03-02 to 2027-03-03.',
    )
    expect(factsOf({ services })?.services[0]?.prices).toMatchObject([
      { price: { amount: '5.00' }, from: '2027-03-01', to: '2027-03-02' },
      { price: { amount: '7.00' }, from: '2027-03-02', to: '2027-03-03' },
    ])
    const sum = (euros: string): string[] =>
      findingsOf({ services, info: `<Total AmountAfterTax="${euros}" ${EUR}/>` }).filter((one) =>
        one.includes('total-mismatch'),
      )
    expect([sum('222.00'), sum('260.00').length]).toEqual([[], 1])
  })

  it.each([
    [`<FlatCommission Amount="25.00" ${EUR}/>`, '25.00 EUR flat'],
    [`<PrepaidAmount Amount="30.00" ${EUR}/>`, '30.00 EUR prepaid'],
    [`<CommissionPayableAmount Amount="12.00" ${EUR}/>`, '12.00 EUR to be paid'],
    [`<CommissionableAmount Amount="220.00" ${EUR}/>`, 'of an amount that is not told, reckoned from 220.00 EUR'],
    [
      `<FlatCommission Amount="25.00" ${EUR}/><PrepaidAmount Amount="30.00" ${EUR}/>`,
      '25.00 EUR flat, 30.00 EUR prepaid',
    ],
    ['<Comment/>', 'of an amount that is not told'],
  ])('a commission: %s', (inside, words) => {
    expect(storyOf({ plan: `<Commission>${inside}</Commission>` })).toContain(`Commission: ${words} (plan BAR).`)
  })

  it('totals of several Prices of one service', () => {
    const [one, other] = ['20.00', '24.00'].map((euros) => `<Price><Total AmountAfterTax="${euros}" ${EUR}/></Price>`)
    const services = `<Services><Service ServiceInventoryCode="BRK" Quantity="2">${one}${other}</Service></Services>`
    expect(storyOf({ services })).toContain('Services: 2 × BRK, total 20.00 EUR and total 24.00 EUR.')
  })

  it.each<[string, string, string, object]>([
    [
      'what it is reckoned from is not the commission',
      `Percent="15"><CommissionableAmount Amount="220.00" ${EUR}/>`,
      '15 % of 220.00 EUR',
      { percent: '15', base: { amount: '220.00', currency: 'EUR' }, amounts: [] },
    ],
    [
      'with what is to be paid of it',
      `Percent="15"><CommissionableAmount Amount="220.00" ${EUR}/><CommissionPayableAmount Amount="33.00" ${EUR}/>`,
      '15 % of 220.00 EUR, 33.00 EUR to be paid',
      { base: { amount: '220.00' }, amount: '33.00', amounts: [{ kind: 'payable', amount: '33.00' }] },
    ],
    ['none', 'StatusType="Non-paying">', 'none is paid', { status: 'Non-paying', amounts: [] }],
    ['another status', 'StatusType="Partial" Percent="5">', '5 %, status Partial', { status: 'Partial' }],
  ])('a commission: %s', (_, inside, words, facts) => {
    const given = { plan: `<Commission ${inside}</Commission>` }
    expect(storyOf(given)).toContain(`Commission: ${words} (plan BAR).`)
    expect(factsOf(given)?.commissions[0]).toMatchObject(facts)
    expect(factsOf(given)?.commissions[0]?.amount).not.toBe('220.00')
  })

  it('amounts of deposits and cancellations outside of AmountPercent', () => {
    const info = `<DepositPayments><GuaranteePayment><AcceptedPayments><AcceptedPayment Amount="40.00" ${EUR}/></AcceptedPayments></GuaranteePayment></DepositPayments><CancelPenalties><CancelPenalty Percent="50"/></CancelPenalties>`
    expect(storyOf({ info })).toContain('Deposit: 40.00 EUR.')
    expect(storyOf({ info })).toContain('Cancellation: 50 %.')
  })

  it('each form of a guarantee, and until when a room is held', () => {
    const info =
      '<Guarantee HoldTime="18:00:00"><GuaranteesAccepted><GuaranteeAccepted><PaymentCard CardCode="VI"/></GuaranteeAccepted><GuaranteeAccepted><Voucher SeriesCode="V9"/></GuaranteeAccepted></GuaranteesAccepted></Guarantee>'
    expect(factsOf({ info })?.guarantee).toBe('card and voucher, held until 18:00:00')
  })

  it('whether taxes are in a fee', () => {
    const fee = (is: string): string =>
      storyOf({ info: `<Fees><Fee Code="12" Amount="9.00" ${EUR} TaxInclusive="${is}"/></Fees>` })
    expect([fee('true'), fee('false')].map((one) => /Fees: (.*)\./.exec(one)?.[1])).toEqual([
      'Fee 12 9.00 EUR (taxes in it)',
      'Fee 12 9.00 EUR (before taxes)',
    ])
  })
})

describe('the Total of a RoomRate of two units without Rates', () => {
  const rates = `<Total AmountAfterTax="210.00" ${EUR}/>`
  it.each([
    ['210.00', 0],
    ['420.00', 0],
    ['630.00', 1],
    ['300.00', 1],
  ])('and a stay of %s', (euros, wrong) => {
    const total = `<Total AmountAfterTax="${euros}" ${EUR}/>`
    expect(findingsOf({ rates, units: 2, total }).filter((one) => one.includes('total-mismatch'))).toHaveLength(wrong)
    const bare = `<Total AmountAfterTax="${euros}" ${EUR}/>`
    expect(
      findingsOf({ rates, units: 2, total: '', info: bare }).filter((one) => one.includes('total-mismatch')),
    ).toHaveLength(wrong)
  })
})

describe('a night that is priced twice', () => {
  const night = `<Rate EffectiveDate="2027-03-01" ExpireDate="2027-03-02" RateTimeUnit="Day" UnitMultiplier="1"><Base AmountAfterTax="100.00" ${EUR}/></Rate>`
  const other = night.replaceAll('2027-03-02', '2027-03-03').replaceAll('2027-03-01', '2027-03-02')
  const compared = (rates: string, units: number) => {
    const text = message({ rates, units })
    return { text, facts: explainMessage(text).facts }
  }
  const changes = (units: number): string | undefined =>
    compareMessages(
      compared(`<Rates>${night}${night}${other}</Rates>`, units),
      compared(`<Rates>${night}${other}</Rates>`, units),
    )
      .changes.map(({ text }) => text)
      .find((text) => text.includes('Night'))
  it('is not told as two units', () => {
    expect(changes(1)).toContain(': 100.00 EUR (priced twice) → 100.00 EUR.')
    expect(changes(2)).toContain(': 2 × 100.00 EUR (priced twice) → 2 × 100.00 EUR.')
  })
})

describe('the note on a total that nothing proves', () => {
  it('tells no bound that says nothing', () => {
    const { notes } = lintMessage(
      message({
        info: `<Fees><Fee Amount="30.00" ${EUR}/></Fees><Total AmountAfterTax="215.00" ${EUR}><Taxes Amount="20.50" ${EUR}/></Total>`,
      }),
    )
    for (const { expected } of notes) expect(expected ?? '').not.toContain('no more than')
  })
})

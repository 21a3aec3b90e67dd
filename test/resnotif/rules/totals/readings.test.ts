import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'

/** Smallest units of a currency in one of it, as decimal places. */
const PLACES = { EUR: 2, JPY: 0, KWD: 3 } as const
type Currency = keyof typeof PLACES

const ratio = fc.constantFrom(0, 7, 10, 21)
const made = fc.record({
  currency: fc.constantFrom<Currency>('EUR', 'JPY', 'KWD'),
  form: fc.constantFrom('after', 'both', 'all', 'net'),
  rate: ratio,
  nights: fc.array(fc.integer({ min: 4_000, max: 40_000 }), { minLength: 1, maxLength: 4 }),
  units: fc.integer({ min: 1, max: 3 }),
  hasRateTotal: fc.boolean(),
  isOfOneUnit: fc.boolean(),
  hasStayTotal: fc.boolean(),
  isTaxOfSum: fc.boolean(),
  extra: fc.constantFrom(
    '',
    'fee',
    'fee-percent',
    'discount',
    'discount-percent',
    'service',
    'service-percent',
    'town',
  ),
  amount: fc.integer({ min: 100, max: 3_000 }),
  percent: fc.integer({ min: 1, max: 40 }),
  quantity: fc.option(fc.integer({ min: 1, max: 5 }), { nil: undefined }),
  pricing: fc.constantFrom(undefined, 'Per stay', 'Per night', 'Per person', 'Per person per night', 'Per use'),
  /** Which of the ways to count it the sender takes. */
  counts: fc.record({ nights: fc.boolean(), units: fc.boolean(), persons: fc.boolean(), quantity: fc.boolean() }),
  side: fc.constantFrom('gross', 'net', 'untaxed'),
  isIn: fc.boolean(),
  type: fc.constantFrom('', ' Type="Exclusive"'),
  planted: fc.constantFrom('rate', 'stay', 'global'),
})
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never

interface Price {
  net: number
  tax: number
}
const PERSONS = 2

/** A message of one room rate, with its own arithmetic in smallest units. */
function write(one: Made, wrong: (at: Made['planted'], amount: number) => number): string {
  const places = PLACES[one.currency]
  const text = (amount: number): string => (amount / 10 ** places).toFixed(places)
  const share = (amount: number): number => Math.round((amount * one.rate) / 100)
  const money = (name: string, { net, tax }: Price, more = '', change = (amount: number): number => amount): string => {
    const after = ` AmountAfterTax="${text(change(net + tax))}"`
    const before = ` AmountBeforeTax="${text(change(net))}"`
    const taxes = one.form === 'all' || one.form === 'net' ? `<Taxes Amount="${text(tax)}">${more}</Taxes>` : more
    const amounts = one.form === 'after' ? after : one.form === 'net' ? before : before + after
    return `<${name}${amounts} CurrencyCode="${one.currency}">${taxes === more && more !== '' ? `<Taxes>${more}</Taxes>` : taxes}</${name}>`
  }
  const count = one.nights.length
  const { units, quantity = 1 } = one
  // A price per stay is one of neither nights nor guests.
  const isPerStay = one.extra.startsWith('service') && one.pricing === 'Per stay'
  const counts = isPerStay ? { ...one.counts, nights: false, persons: false } : one.counts
  const times =
    (counts.nights ? count : 1) *
    (counts.persons ? PERSONS * units : counts.units ? units : 1) *
    (counts.quantity && one.extra.startsWith('service') ? quantity : 1)
  const sum = one.nights.reduce((all, net) => ({ net: all.net + net, tax: all.tax + share(net) }), { net: 0, tax: 0 })
  // A sender who tells no tax has none to round.
  const isTaxOfSum = one.isTaxOfSum && one.form !== 'after'
  const ofOne: Price = isTaxOfSum ? { net: sum.net, tax: share(sum.net) } : sum
  const rooms: Price = isTaxOfSum
    ? { net: sum.net * units, tax: share(sum.net * units) }
    : { net: sum.net * units, tax: sum.tax * units }
  const gross = rooms.net + rooms.tax
  const unit = one.amount * (one.extra.startsWith('service') ? 1 : times)
  // A net amount is taxed as the nights are, or not at all; a gross amount has its tax inside.
  const priceOf = (amount: number): Price =>
    one.side === 'net' ? { net: amount, tax: share(amount) } : { net: amount, tax: 0 }
  const of = one.side === 'gross' ? gross : rooms.net
  const part = Math.round((of * one.percent) / 100)
  const shareIn: Price =
    one.side === 'net'
      ? { net: Math.round((rooms.net * one.percent) / 100), tax: Math.round((rooms.tax * one.percent) / 100) }
      : { net: part, tax: 0 }
  const own = priceOf(one.amount)
  const cut = (amount: number): number => amount - Math.round((amount * one.percent) / 100)
  const added: Price = !one.isIn
    ? { net: 0, tax: 0 }
    : one.extra === 'fee'
      ? priceOf(unit)
      : one.extra === 'fee-percent'
        ? shareIn
        : one.extra === 'discount'
          ? { net: -priceOf(unit).net, tax: -priceOf(unit).tax }
          : one.extra === 'discount-percent'
            ? { net: -shareIn.net, tax: -shareIn.tax }
            : one.extra === 'service'
              ? { net: own.net * times, tax: own.tax * times }
              : one.extra === 'service-percent'
                ? { net: cut(own.net) * times, tax: cut(own.tax) * times }
                : { net: 0, tax: 0 }
  const isService = one.extra.startsWith('service')
  const stay: Price = isService ? rooms : { net: rooms.net + added.net, tax: rooms.tax + added.tax }
  const all: Price = { net: rooms.net + added.net, tax: rooms.tax + added.tax }
  const plain = (name: string, attribute: string): string =>
    `<${name} ${attribute}="${text(one.amount)}" CurrencyCode="${one.currency}"/>`
  const beside: Partial<Record<Made['extra'], string>> = {
    fee: `<Fees>${plain('Fee Code="F"', 'Amount')}</Fees>`,
    'fee-percent': `<Fees><Fee Code="F" Percent="${one.percent}"/></Fees>`,
    discount: plain('Discount', one.side === 'gross' ? 'AmountAfterTax' : 'AmountBeforeTax'),
    'discount-percent': `<Discount Percent="${one.percent}"/>`,
  }
  const off = one.extra === 'service-percent' ? `<Discount Percent="${one.percent}"/>` : ''
  const pricing = one.pricing === undefined ? '' : ` ServicePricingType="${one.pricing}"`
  const many = one.quantity === undefined ? '' : ` Quantity="${one.quantity}"`
  const service = isService
    ? `<Services><Service ServiceInventoryCode="S"${many}${pricing}><Price>${plain('Base', one.side === 'gross' ? 'AmountAfterTax' : 'AmountBeforeTax')}${off}</Price></Service></Services>`
    : ''
  const town = one.extra === 'town' && one.form === 'after'
  const townTax = town ? `<Tax Code="3"${one.type} Amount="${text(one.amount)}"/>` : ''
  const global = town && one.isIn ? { net: all.net, tax: all.tax + one.amount } : all
  const day = (at: number): string => new Date(Date.UTC(2027, 6, 1 + at)).toISOString().slice(0, 10)
  const rates = one.nights.map(
    (net, at) =>
      `<Rate RateTimeUnit="Day" UnitMultiplier="1" EffectiveDate="${day(at)}" ExpireDate="${day(at + 1)}">${money('Base', { net, tax: share(net) })}</Rate>`,
  )
  const guests = Array.from(
    { length: PERSONS * units },
    (_, at) =>
      `<ResGuest ResGuestRPH="1-1-2" GroupEventCode="${(at % units) + 1}"><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>A</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`,
  )
  const rateTotal = one.hasRateTotal
    ? money('Total', one.isOfOneUnit ? ofOne : rooms, '', (amount) => wrong('rate', amount))
    : ''
  const stayTotal = one.hasStayTotal ? money('Total', stay, '', (amount) => wrong('stay', amount)) : ''
  return `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays><RoomStay IndexNumber="1"><RoomRates><RoomRate RoomTypeCode="1" RatePlanCode="2" NumberOfUnits="${units}"><Rates>${rates.join('')}</Rates>${rateTotal}</RoomRate></RoomRates><TimeSpan Start="${day(0)}" End="${day(count)}"/>${beside[one.extra] ?? ''}${stayTotal}<BasicPropertyInfo HotelCode="1"/></RoomStay></RoomStays>${service}<ResGuests>${guests.join('')}</ResGuests><ResGlobalInfo>${money('Total', global, townTax, (amount) => wrong('global', amount))}</ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
}

const look = (text: string): { errors: string[]; notes: string[] } => {
  const { findings, notes } = lintMessage(text)
  return {
    errors: findings
      .filter(({ rule, severity }) => rule === 'total-mismatch' && severity === 'error')
      .map(({ node, found, expected }) => `${node} ${found} ${expected}`),
    notes: notes.map(({ node }) => node),
  }
}

/** The long form: READINGS_RUNS=3000. */
const RUNS = Number(process.env['READINGS_RUNS'] ?? 1_000)

describe('totals that a sender may mean', () => {
  it('are never called wrong', () => {
    fc.assert(
      fc.property(made, (one) => {
        const text = write(one, (_, amount) => amount)
        fc.pre(!/="-/.test(text))
        expect(look(text).errors, text).toEqual([])
      }),
      { numRuns: RUNS, seed: 20270709 },
    )
  })

  it('are called wrong or noted, there and nowhere else, beyond all that they may mean', () => {
    const ELEMENT = { rate: 'RoomRate/Total', stay: 'RoomStay/Total', global: 'ResGlobalInfo/Total' } as const
    fc.assert(
      fc.property(made, (one) => {
        fc.pre(one.planted !== 'rate' || (one.hasRateTotal && !one.isOfOneUnit))
        fc.pre(one.planted !== 'stay' || one.hasStayTotal)
        const text = write(one, (at, amount) => (at === one.planted ? amount * 50 + 7 : amount))
        fc.pre(!/="-/.test(text))
        const { errors, notes } = look(text)
        const isThere = (node: string): boolean => node.includes(ELEMENT[one.planted])
        expect([...errors, ...notes].some(isThere), text).toBe(true)
        expect(
          errors.filter((error) => !isThere(error)),
          text,
        ).toEqual([])
      }),
      { numRuns: RUNS, seed: 20270710 },
    )
  })

  it('of one sum, off by the smallest unit, are called wrong in every currency', () => {
    for (const [currency, night, total] of [
      ['EUR', '100.00', '100.01'],
      ['JPY', '10000', '10001'],
      ['KWD', '100.000', '100.002'],
    ] as const) {
      const text = `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Commit"><HotelReservations><HotelReservation><UniqueID Type="14" ID="1"/><RoomStays><RoomStay IndexNumber="1"><RoomRates><RoomRate RoomTypeCode="1" RatePlanCode="2" NumberOfUnits="1"><Rates><Rate RateTimeUnit="Day" UnitMultiplier="1" EffectiveDate="2027-07-01" ExpireDate="2027-07-02"><Base AmountAfterTax="${night}" CurrencyCode="${currency}"/></Rate></Rates></RoomRate></RoomRates><TimeSpan Start="2027-07-01" End="2027-07-02"/><Total AmountAfterTax="${total}" CurrencyCode="${currency}"/></RoomStay></RoomStays><ResGuests><ResGuest ResGuestRPH="1-1-2" GroupEventCode="1"><Profiles><ProfileInfo><Profile><Customer><PersonName><Surname>A</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
      expect(look(text).errors).toHaveLength(1)
    }
  })
})

import { type Decimal, isSameDecimal, parseDecimal, sumDecimals, timesDecimal, writeDecimal } from '../build/index.js'
import { behindAmount, groupBy } from '../read/index.js'
import { changed, type FactChange, productName } from './change.js'
import type { Money, PriceFacts, ReservationFacts, StayFacts } from '../facts/index.js'

/** What a stay and the whole reservation cost, with the difference. */
export const compareAllTotals = (
  before: ReservationFacts,
  after: ReservationFacts,
  isDivided: boolean,
): FactChange[] => [
  ...compareTotals('Total of the stay', stayTotals(before), stayTotals(after), isDivided),
  ...compareTotals('Total of the reservation', before.total && [before.total], after.total && [after.total]),
]

export const moneyText = (money: Money | undefined): string | undefined =>
  money === undefined
    ? undefined
    : `${money.amount}${money.currency === undefined ? '' : ` ${money.currency}`}${money.isBeforeTax === true ? ' before tax' : ''}${money.written === undefined ? '' : ` (written ${money.written})`}${money.orAmount === undefined ? '' : ` (or ${money.orAmount}, by its DecimalPlaces)`}`

/** What a price is before tax, and its taxes: `100.00 before tax, taxes 7.00: code 7 7.00`; empty where neither is told. */
export function taxText({ beforeTax, taxes, taxList = [], currency: own, taxesCurrency }: Money): string {
  // Where they are in another currency than the price.
  const coded = (amount: string | undefined, currency: string | undefined): string | undefined =>
    amount === undefined || currency === undefined || currency === own ? amount : `${amount} ${currency}`
  const each = taxList
    .map(({ name, amount, currency, percent, per, type }) =>
      [
        name,
        coded(amount, currency ?? taxesCurrency),
        percent === undefined ? undefined : `${percent} %`,
        per,
        type && `(${type.toLowerCase()})`,
      ]
        .filter((part) => part !== undefined)
        .join(' '),
    )
    .filter((text) => text !== '')
    .join(' and ')
  const all = [coded(taxes, taxesCurrency), each].filter((part) => part !== undefined && part !== '').join(': ')
  const parts = [beforeTax === undefined ? '' : `${beforeTax} before tax`, all === '' ? '' : `taxes ${all}`]
  return parts.filter((part) => part !== '').join(', ')
}

/** An amount with what it is before tax and its taxes. */
export function moneyInFull(money: Money | undefined): string | undefined {
  const taxes = money === undefined ? '' : taxText(money)
  return taxes === '' ? moneyText(money) : `${moneyText(money) ?? ''} (${taxes})`
}

/** What stands behind the amount of a price of a unit of time: `a week`, `for 2 weeks`; undefined of a night, of a stay and where it is not told. */
export const unitText = ({ per, perText = '' }: Pick<PriceFacts, 'per' | 'perText'>): string | undefined =>
  per === 'other' ? behindAmount(perText) : undefined

/** `200.660` and `200.66` are one amount. */
export function moneyKey({ amount, orAmount, currency, isBeforeTax }: Money): string {
  const plain = parseDecimal(amount)
  const value = plain === undefined ? amount : writeDecimal(sumDecimals([plain, { units: 0n, scale: 9 }]))
  return JSON.stringify([value, currency, isBeforeTax === true, orAmount])
}

const stayTotals = ({ stays }: ReservationFacts): Money[] | undefined => {
  const totals = stays.flatMap(({ total }) => total ?? [])
  return totals.length === 0 ? undefined : totals
}

function compareTotals(
  name: string,
  before: Money[] | undefined,
  after: Money[] | undefined,
  isDivided = false,
): FactChange[] {
  // Of rooms that are told in more RoomStays, the totals are smaller and their sum is the same.
  const isOneLayout = before?.length === after?.length && !isDivided
  const keys = (totals: Money[] | undefined): string | undefined =>
    (isOneLayout ? totals : totals && summed(totals))?.map(moneyKey).toSorted().join()
  if (keys(before) === keys(after)) return []
  const text = (totals: Money[] | undefined): string | undefined =>
    totals?.map((total) => moneyText(total) ?? '').join(' + ')
  return changed('total', name, text(before), text(after)).map((one) => withDifference(one, before ?? [], after ?? []))
}

/** One amount of each kind; as they stand where one is no number. */
function summed(totals: Money[]): Money[] {
  if (totals.some(({ amount }) => parseDecimal(amount) === undefined)) return totals
  const kinds = groupBy(totals, ({ currency, isBeforeTax }) => JSON.stringify([currency, isBeforeTax === true]))
  return [...kinds.values()].map((alike) => ({
    ...(alike[0] as Money),
    amount: writeDecimal(sumDecimals(alike.flatMap(({ amount }) => parseDecimal(amount) ?? []))),
  }))
}

/** What it costs more or less, where all amounts are of one kind. */
function withDifference(change: FactChange, before: readonly Money[], after: readonly Money[]): FactChange {
  const all = [...before, ...after]
  const [first] = all
  const [from, to] = [before, after].map((totals) => totals.flatMap(({ amount }) => parseDecimal(amount) ?? []))
  const isOneKind = all.every(
    ({ currency, isBeforeTax }) => currency === first?.currency && isBeforeTax === first?.isBeforeTax,
  )
  if (before.length === 0 || after.length === 0 || from?.length !== before.length || to?.length !== after.length)
    return change
  if (!isOneKind) return change
  const more = writeDecimal(sumDecimals([...to, ...from.map((amount) => timesDecimal(amount, -1))]))
  const signed = more.startsWith('-') ? more : `+${more}`
  return {
    ...change,
    text: `${change.text.slice(0, -1)} (${signed}${first?.currency === undefined ? '' : ` ${first.currency}`}).`,
  }
}

const DAY_MS = 86_400_000
const NIGHTS_MAX = 400

/** Prices night by night, where the message tells the nights. */
export function nightsOf(price: PriceFacts): string[] {
  const [from, to] = [Date.parse(price.from ?? ''), Date.parse(price.to ?? '')]
  if (price.per !== 'night' || Number.isNaN(from) || Number.isNaN(to)) return []
  const count = Math.min(NIGHTS_MAX, Math.round((to - from) / DAY_MS))
  return Array.from({ length: Math.max(0, count) }, (_, at) => new Date(from + at * DAY_MS).toISOString().slice(0, 10))
}

/** One amount of a night. */
interface PricedUnits {
  amount: Decimal | undefined
  /** Units that it is the price of, each. */
  units: number
  /** Units of prices of which it is not told whether they are of one or of all. */
  openUnits: number
  text: string
  product: string
}

/** Prices of one night and product, by their amounts. */
type Priced = Map<string, PricedUnits>

/** What each night of each product costs. */
export function compareNights(before: ReservationFacts, after: ReservationFacts): FactChange[] {
  const [old, now] = [pricesOf(before), pricesOf(after)]
  const [units, unitsNow] = [unitsBooked(before), unitsBooked(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .flatMap((night) =>
      isSamePrice(old.get(night), now.get(night))
        ? []
        : changed('nights', night, priceText(old.get(night), units), priceText(now.get(night), unitsNow)),
    )
}

const unitsOf = (priced: Priced): number =>
  [...priced.values()].reduce((sum, { units, openUnits }) => sum + units + openUnits, 0)

/** Whether a night costs the same. A price that may be of one unit or of all is no other price than the same of each, or than what all of them make. */
function isSamePrice(before: Priced | undefined, after: Priced | undefined): boolean {
  if (before === undefined || after === undefined) return before === after
  const key = (priced: Priced, hasUnits: boolean): string =>
    JSON.stringify(
      [...priced]
        .map(([amount, { units, openUnits }]) => [amount, ...(hasUnits ? [units, openUnits] : [])])
        .toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
  if (key(before, true) === key(after, true)) return true
  const sides = [before, after].map((priced) => [...priced.values()])
  const isOpen = (all: readonly PricedUnits[]): boolean => all.some(({ openUnits }) => openUnits > 0)
  if (!sides.some(isOpen) || unitsOf(before) !== unitsOf(after)) return false
  if (key(before, false) === key(after, false)) return true
  const [open, told] = isOpen(sides[0] ?? []) ? sides : sides.toReversed()
  const [[one, ...others], [each, ...more]] = [open ?? [], told ?? []]
  if (others.length + more.length > 0 || one?.amount === undefined || each?.amount === undefined) return false
  return each.openUnits === 0 && one.units === 0 && isSameDecimal(one.amount, timesDecimal(each.amount, each.units))
}

/** A price without an end, in a stay of one night, is that of the night. */
const ofOnlyNight = (price: PriceFacts, { arrival, departure, nights }: StayFacts): PriceFacts =>
  price.per === 'not told' && price.to === undefined && nights === 1 && price.from === arrival
    ? { ...price, per: 'night', ...(departure === undefined ? {} : { to: departure }) }
    : price

/** Rooms that are told in one RoomRate or in several cost the same. */
function pricesOf({ stays }: ReservationFacts): Map<string, Priced> {
  const found = new Map<string, Priced>()
  for (const price of stays.flatMap((stay) => stay.prices.map((one) => ofOnlyNight(one, stay)))) {
    const nights = nightsOf(price)
    const unit = unitText(price)
    const isTold = price.per === 'other' && unit === undefined
    const span = `${price.from ?? '?'} to ${price.to ?? '?'}${isTold ? `, ${price.perText ?? ''}` : ''}`
    const keys = nights.length > 0 ? nights.map((night) => `Night ${night}`) : [span]
    const product = productName(price)
    for (const key of keys.map((when) => `${when}, ${product}`)) {
      const priced: Priced = found.get(key) ?? new Map()
      found.set(key, priced)
      const each = `${unit === undefined ? '' : ` ${unit}`}${price.isPerPerson === true ? ' per person' : ''}${price.people === undefined ? '' : ` for ${price.people}`}`
      const amount = `${moneyKey(price)}${each}`
      const known = priced.get(amount)
      priced.set(amount, {
        amount: each === '' ? parseDecimal(price.amount) : undefined,
        units: (known?.units ?? 0) + (price.isOfAllOpen === true ? 0 : (price.units ?? 1)),
        openUnits: (known?.openUnits ?? 0) + (price.isOfAllOpen === true ? (price.ofUnits ?? 1) : 0),
        text: known?.text ?? `${moneyText(price) ?? ''}${each}`,
        product,
      })
    }
  }
  return found
}

/** How many units of each product are booked at once; undefined where one is not told. */
function unitsBooked({ stays }: ReservationFacts): Map<string, number | undefined> {
  const found = new Map<string, number | undefined>()
  for (const room of stays.flatMap(({ rooms }) => rooms)) {
    const name = productName(room)
    const sofar = found.has(name) ? found.get(name) : 0
    found.set(name, sofar === undefined || room.units === undefined ? undefined : sofar + room.units)
  }
  return found
}

/** Prices of more units than are booked are those of one night that is priced more than once. */
function priceText(priced: Priced | undefined, booked: ReadonlyMap<string, number | undefined>): string | undefined {
  if (priced === undefined) return undefined
  const all = [...priced.values()]
  const many = booked.get(all[0]?.product ?? '')
  const told = unitsOf(priced)
  const texts = all.map(({ units, openUnits, text }) => {
    const sum = units + openUnits
    const times = many === undefined || told <= many || sum <= many ? 1 : sum / many
    const isOften = times !== 1 && many !== undefined && Number.isInteger(times)
    const often = isOften ? ` (priced ${times === 2 ? 'twice' : `${times} times`})` : ''
    if (units === 0) return `${text} (of one room or of all)${often}`
    const each = isOften ? many : sum
    return `${each === 1 ? '' : `${each} × `}${text}${often}`
  })
  return texts.toSorted().join(' + ')
}

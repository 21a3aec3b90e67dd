import { type Decimal, scaleDecimal, sumDecimals, timesDecimal } from '../../build/index.js'
import { type MessageReservation, ownRatesOf, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'
import { type lookOf, moneyOf, type TaxRatio } from '../totals/index.js'

/** What a share may be of. */
export interface Basis {
  amount: Decimal
  /** How many prices make it, each rounded for itself. */
  terms: number
}

export type Scope = Pick<ReturnType<typeof lookOf>, 'nightsOf' | 'unitsOf' | 'persons' | 'ratio' | 'rounding'>

const KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const
const PRICES = ['Base', 'Total'] as const
/** What has a price of its own, of which its taxes are. */
const CHARGES = /^(?:Fee|Discount|AdditionalGuestAmount|AdditionalCharge|Service|Price)s?$/

export const less = (a: Decimal, b: Decimal): Decimal => sumDecimals([a, { ...b, units: -b.units }])

/** A price, and the same with each of its taxes and without. @param terms how many prices make it */
export function withTaxes(price: XmlNode, ratio: TaxRatio | undefined, terms = 1): Basis[] {
  const [after, before] = KINDS.map((kind) => moneyOf(price, kind))
  const plain = moneyOf(price, 'Amount')
  const holder = childOf(price, 'Taxes')
  const taxes = [moneyOf(price, 'Taxes'), ...childrenOf(holder, 'Tax').map((tax) => moneyOf(tax, 'Amount'))].flatMap(
    (one) => one ?? [],
  )
  const isTold = after !== undefined && before !== undefined
  const all = [after, before, plain].flatMap((one) => one ?? [])
  const scaled = (one: Decimal | undefined, by: keyof TaxRatio, of: keyof TaxRatio): Decimal[] =>
    one === undefined || ratio === undefined || isTold ? [] : [scaleDecimal(one, ratio[by], ratio[of])]
  return [
    ...all,
    ...all.flatMap((one) => taxes.flatMap((tax) => [sumDecimals([one, tax]), less(one, tax)])),
    ...scaled(after ?? plain, 'before', 'after'),
    ...scaled(before ?? plain, 'after', 'before'),
  ].map((amount) => ({ amount, terms }))
}

/** What contains an element and has prices, from the inside out; of a fee or a service nothing around it counts. */
export function placesOf(node: XmlNode): { around: XmlNode[]; isOfCharge: boolean } {
  const around: XmlNode[] = []
  for (let at = node.parent; at !== undefined; at = at.parent) {
    around.push(at)
    if (CHARGES.test(at.name) && [at, ...PRICES.map((name) => childOf(at, name))].some(isPriced))
      return { around, isOfCharge: true }
    if (at.name === 'HotelReservation') break
  }
  return { around, isOfCharge: false }
}

const isPriced = (node: XmlNode | undefined): boolean =>
  [...KINDS, 'Amount'].some((kind) => moneyOf(node, kind) !== undefined)

/** Whether a price of nights, rooms or the stay is told before tax, or with the taxes that are in it. */
export const tellsNetPrice = (reservation: XmlNode): boolean =>
  walkStandard(reservation).some(
    (node) =>
      (PRICES as readonly string[]).includes(node.name) &&
      !placesOf(node).isOfCharge &&
      !CHARGES.test(node.parent?.name ?? '') &&
      (moneyOf(node, 'AmountBeforeTax') !== undefined || moneyOf(node, 'Taxes') !== undefined),
  )

/** The prices that stand around a share, from the inside out, by what they stand in. */
export function pricesAround(node: XmlNode): XmlNode[][] {
  return placesOf(node)
    .around.map((at) => [
      ...(isPriced(at) && at.name !== 'Taxes' ? [at] : []),
      ...PRICES.flatMap((name) => childOf(at, name) ?? []).filter(isPriced),
      ...(at.name === 'HotelReservation' ? [totalIn(childOf(at, 'ResGlobalInfo'))].flatMap((one) => one ?? []) : []),
    ])
    .filter((prices) => prices.length > 0)
}

/** How many prices of nights and rooms a price is made of. */
export function termsOf(price: XmlNode, { stays }: MessageReservation, scope: Scope): number {
  const { around } = placesOf(price)
  const rate = around.find(({ name }) => name === 'Rate')
  const own = around.find(({ name }) => name === 'RoomStay')
  const each = stays
    .filter(({ node }) => own === undefined || node === own)
    .map((stay) => {
      const { span, spanOf } = scope.nightsOf(stay)
      const days = (rate && spanOf(rate)) ?? span
      const units = rate === undefined ? roomsIn(stay.node).reduce((sum, room) => sum + unitsOf(room, scope), 0) : 1
      return Math.max(1, days === undefined ? 1 : days.to - days.from) * Math.max(1, units)
    })
  return Math.max(
    1,
    Math.min(
      TERMS_MAX,
      each.reduce((sum, many) => sum + many, 0),
    ),
  )
}
const TERMS_MAX = 1_000

/** Whether a share is one of the nights, which have charges of their own. */
export const isInRate = (node: XmlNode): boolean => placesOf(node).around.some(({ name }) => name === 'Rate')

const totalIn = (node: XmlNode | undefined): XmlNode | undefined => childOf(node, 'Total')

/** What the nights of rooms, the rooms of stays and the stays of the reservation make. */
export function sumsAround(share: XmlNode, { stays }: MessageReservation, scope: Scope): Basis[] {
  const { around, isOfCharge } = placesOf(share)
  if (isOfCharge) return []
  const [stay, room] = ['RoomStay', 'RoomRate'].map((name) => around.find((at) => at.name === name))
  const inside = stays.filter(({ node }) => stay === undefined || node === stay)
  const groups = [
    ...(room === undefined ? [] : [[room]]),
    ...inside.flatMap(({ node }) => roomsIn(node).map((one) => [one])),
    ...inside.map(({ node }) => roomsIn(node)),
    stays.flatMap(({ node }) => roomsIn(node)),
  ]
  const ofRooms = groups.flatMap((rooms) => [
    ...sumUp(rooms.map((one) => totalIn(one))),
    ...PRICES.flatMap((name) => nightsOf(rooms, name, stays, scope)),
  ])
  const plain = [...ofRooms, ...sumUp(stays.map(({ node }) => totalIn(node)))]
  return [...plain, ...plain.flatMap((one) => taxedAlso(one, scope.ratio))]
}

const roomsIn = (stay: XmlNode): XmlNode[] => childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')

/** An amount of a kind, or the other one with the taxes or without. */
function amountOf(price: XmlNode | undefined, kind: (typeof KINDS)[number]): Decimal | undefined {
  const [own, other] = kind === 'AmountAfterTax' ? KINDS : KINDS.toReversed()
  const [told, others, taxes] = [own, other, 'Taxes'].map((name) => moneyOf(price, name as string))
  if (told !== undefined || others === undefined || taxes === undefined) return told
  return kind === 'AmountAfterTax' ? sumDecimals([others, taxes]) : less(others, taxes)
}

function sumUp(prices: readonly (XmlNode | undefined)[]): Basis[] {
  return KINDS.flatMap((kind) => {
    const amounts = prices.flatMap((price) => amountOf(price, kind) ?? [])
    return amounts.length === 0 || amounts.length < prices.length
      ? []
      : [{ amount: sumDecimals(amounts), terms: amounts.length }]
  })
}

/** Each Rate once, for its nights, and for its nights and rooms. */
function nightsOf(
  rooms: readonly XmlNode[],
  name: (typeof PRICES)[number],
  stays: MessageReservation['stays'],
  scope: Scope,
): Basis[] {
  const rates = rooms.flatMap((room) => {
    const stay = stays.find(({ node }) => node === room.parent?.parent)
    const read = stay === undefined ? undefined : scope.nightsOf(stay)
    return ownRatesOf(room).map((rate) => {
      const span = read?.spanOf(rate) ?? read?.spanOf(room) ?? read?.span
      return {
        price: childOf(rate, name),
        nights: span === undefined ? 1 : span.to - span.from,
        units: unitsOf(room, scope),
      }
    })
  })
  return KINDS.flatMap((kind) => {
    const amounts = rates.map(({ price }) => amountOf(price, kind))
    if (rates.length === 0 || amounts.some((one) => one === undefined)) return []
    const ways = [rates.map(() => 1), rates.map(({ units }) => units), rates.map(({ nights }) => nights)]
    return [...ways, rates.map(({ nights, units }) => nights * units)].map((times) => ({
      amount: sumDecimals(amounts.map((one, at) => timesDecimal(one as Decimal, times[at] ?? 1))),
      terms: times.reduce((sum, many) => sum + many, 0),
    }))
  })
}

function unitsOf(room: XmlNode, scope: Scope): number {
  const units = scope.unitsOf(room) ?? 1
  return Number.isSafeInteger(units) && units > 0 ? units : 1
}

const taxedAlso = ({ amount, terms }: Basis, ratio: TaxRatio | undefined): Basis[] =>
  ratio === undefined
    ? []
    : [
        { amount: scaleDecimal(amount, ratio.before, ratio.after), terms },
        { amount: scaleDecimal(amount, ratio.after, ratio.before), terms },
      ]

/** How often an amount may count: for nights, rooms and people. */
export function timesIn(node: XmlNode, { stays }: MessageReservation, scope: Scope): number[] {
  const nights = stays.flatMap((stay) => {
    const { span, spanOf } = scope.nightsOf(stay)
    const rate = placesOf(node).around.find(({ name }) => name === 'Rate')
    return [span, rate && spanOf(rate)].flatMap((one) => (one === undefined ? [] : [one.to - one.from]))
  })
  const rooms = stays.flatMap(({ node: stay }) => roomsIn(stay).map((room) => unitsOf(room, scope)))
  const units = [...rooms, rooms.reduce((sum, many) => sum + many, 0)]
  const { around, isOfCharge } = placesOf(node)
  const service = isOfCharge ? [...around, around.at(-1)?.parent].find((at) => at?.name === 'Service') : undefined
  const quantity = wholeNumber(valueOf(service, 'Quantity')) ?? 1
  const persons = mayBePerPerson(node) || service !== undefined ? scope.persons : []
  const all = [1, ...nights].flatMap((night) =>
    [1, quantity, ...units].flatMap((unit) => [1, ...persons].map((who) => night * unit * who)),
  )
  return [...new Set(all)].filter((times) => Number.isSafeInteger(times) && times >= 1).slice(0, TIMES_MAX)
}
const TIMES_MAX = 60

/** Whether a share, or the price that it is of, says by what it is charged. */
const mayBePerPerson = (node: XmlNode): boolean =>
  [node, ...placesOf(node).around].some((at) =>
    ['ChargeType', 'ChargeUnit', 'ChargeFrequency', 'Frequency'].some((name) => valueOf(at, name) !== undefined),
  )

/** Amounts of what stands beside the prices, which may be in what a share is of or not. */
export function chargesBeside(reservation: XmlNode): Decimal[] {
  const nodes = walkStandard(reservation).filter(
    ({ name, parent }) =>
      /^(?:Fee|Discount|AdditionalGuestAmounts?|AdditionalCharges?)$/.test(name) ||
      ((name === 'Base' || name === 'Total' || name === 'Amount') &&
        /^(?:Price|Service|AdditionalGuestAmount|AdditionalCharge)$/.test(parent?.name ?? '')),
  )
  return nodes.flatMap((node) => [...KINDS, 'Amount'].flatMap((kind) => moneyOf(node, kind) ?? []))
}

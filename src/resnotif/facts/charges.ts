import { type Decimal, isSameDecimal, parseMoney, sumDecimals, timesDecimal } from '../build/index.js'
import { daysTold, type StayNights } from '../nights/index.js'
import { dayText, type Span, spanOf, wholeNumber } from '../read/index.js'
import { childOf, childrenOf, inOneLine, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import type { AdditionFacts, ChargeFacts, ChargeOf, DiscountFacts, FeeFacts, GuestAmountFacts } from './facts.js'
import { moneyIn } from './money.js'
import { perOf } from './prices.js'
import { kindOf, serviceName } from './stay.js'
import { chargedPer, optional, told, value } from './value.js'

const LISTED_MAX = 2_000
/** What only holds charges, and is none of the things that they are charged for. */
const HOLDERS: ReadonlySet<string> = new Set(['Fees', 'Price', 'AdditionalGuestAmounts', 'AdditionalCharges'])
const PRODUCTS: ReadonlySet<string> = new Set(['RoomRate', 'RatePlan', 'RoomType'])
const DATED: ReadonlySet<string> = new Set(['Fee', 'Rate', 'RoomRate'])

export interface Charges {
  fees: FeeFacts[]
  discounts: DiscountFacts[]
  guestAmounts: GuestAmountFacts[]
  additions: AdditionFacts[]
}

/** What is charged beside the rooms or taken off, wherever in a reservation it stands. @param reads how the days of each RoomStay are meant */
export function chargesIn(reservation: XmlNode, reads: ReadonlyMap<XmlNode, StayNights>): Charges {
  const stays = new Map(childrenOf(childOf(reservation, 'RoomStays'), 'RoomStay').map((one, at) => [one, at + 1]))
  const found: Charges = { fees: [], discounts: [], guestAmounts: [], additions: [] }
  const add = <T>(list: T[], one: T): void => {
    if (list.length < LISTED_MAX) list.push(one)
  }
  for (const node of walkNodes(reservation)) {
    const of = (): Placed => placeOf(node, stays, reads)
    if (node.name === 'Fee') add(found.fees, feeIn(node, of()))
    else if (node.name === 'Discount') add(found.discounts, discountIn(node, of()))
    else if (isOneOf(node, 'AdditionalGuestAmount')) add(found.guestAmounts, guestAmountIn(node, of()))
    else if (isOneOf(node, 'AdditionalCharge')) add(found.additions, additionIn(node, of()))
  }
  return found
}

/** One of a list, or the list itself where it has an amount for all. */
const isOneOf = (node: XmlNode, name: string): boolean =>
  node.name === name || (node.name === `${name}s` && moneyIn(node) !== undefined)

/** What a charge belongs to, and its days as they are meant. */
interface Placed {
  of: ChargeOf
  span: Span | undefined
  read: Pick<StayNights, 'isDay' | 'span' | 'spanOf'>
}

/** The Rate that a charge stands in. */
function rateAround(charge: XmlNode): XmlNode | undefined {
  let rate = charge.parent
  while (rate !== undefined && rate.name !== 'Rate') rate = rate.parent
  return rate
}

/** Whether a charge belongs to the price of a night, and so is one of each night. */
function isNightly(charge: XmlNode, { span, read }: Placed): boolean {
  const rate = rateAround(charge)
  return rate !== undefined && perOf(rate, span, read).per === 'night'
}

/** What a charge belongs to, from the inside out. */
function placeOf(
  charge: XmlNode,
  stays: ReadonlyMap<XmlNode, number>,
  reads: ReadonlyMap<XmlNode, StayNights>,
): Placed {
  const around: XmlNode[] = []
  for (let at = charge.parent; at !== undefined && at.name !== 'HotelReservation'; at = at.parent) around.push(at)
  const product = around.find(({ name }) => PRODUCTS.has(name))
  const service = around.find(({ name }) => name === 'Service')
  const stay = around.map((one) => stays.get(one)).find((one) => one !== undefined)
  const read: Placed['read'] = around.map((one) => reads.get(one)).find((one) => one !== undefined) ?? { spanOf }
  const span = [charge, ...around].flatMap((one) => (DATED.has(one.name) ? (read.spanOf(one) ?? []) : []))[0]
  const told = span && daysTold(span, read)
  const of: ChargeOf = {
    element: around.find(({ name }) => !HOLDERS.has(name))?.name ?? 'HotelReservation',
    ...optional('stay', stay),
    ...optional('room', value(product, 'RoomTypeCode')),
    ...optional('plan', value(product, 'RatePlanCode')),
    ...(told === undefined ? {} : { from: dayText(told.from), to: dayText(told.to) }),
    ...optional('service', service && serviceName(service)),
  }
  return { of, span, read }
}

const textIn = (node: XmlNode | undefined): string | undefined =>
  node && [...walkNodes(node)].map((one) => told(inOneLine(one.text))).find((one) => one !== undefined)

/** What every charge tells. @param price the element that has the amount */
const chargeIn = (node: XmlNode, name: string, of: Placed, price: XmlNode | undefined = node): ChargeFacts => ({
  line: node.place.line,
  name,
  ...optional('price', moneyIn(price, true)),
  ...optional('percent', value(node, 'Percent')),
  ...optional('per', isNightly(node, of) ? 'a night' : undefined),
  of: of.of,
})

function feeIn(fee: XmlNode, of: Placed): FeeFacts {
  const text = textIn(childOf(fee, 'Description'))
  const code = value(fee, 'Code')
  return {
    ...chargeIn(fee, text ?? (code === undefined ? 'Fee' : `Fee ${code}`), of),
    ...optional('per', chargedPer(fee)),
    ...optional('type', value(fee, 'Type')),
    ...(isYes(valueOf(fee, 'MandatoryIndicator')) ? { isMandatory: true } : {}),
    ...(value(fee, 'TaxInclusive') === undefined ? {} : { isTaxInclusive: isYes(value(fee, 'TaxInclusive')) }),
  }
}

function discountIn(discount: XmlNode, of: Placed): DiscountFacts {
  const code = value(discount, 'DiscountCode')
  const { per, ...charge } = chargeIn(discount, code === undefined ? 'Discount' : `Discount ${code}`, of)
  return {
    ...charge,
    ...optional('per', charge.price === undefined ? per : discountedPer(discount, of)),
    ...optional('reason', textIn(childOf(discount, 'DiscountReason'))),
  }
}

function guestAmountIn(node: XmlNode, of: Placed): GuestAmountFacts {
  const kind = kindOf(node)
  const ages = [value(node, 'MinAge'), value(node, 'MaxAge')]
  const name = textIn(childOf(node, 'AddlGuestAmtDescription'))
  const isAll = node.name === 'AdditionalGuestAmounts'
  const { per, ...charge } = chargeIn(
    node,
    name ?? (isAll ? 'Additional guests' : `Additional ${kind ?? 'guest'}`),
    of,
    priceIn(node),
  )
  return {
    ...charge,
    ...optional('per', addedPer(node, of) ?? per),
    ...optional('kind', kind),
    ...(ages.every((one) => one === undefined) ? {} : { ages: ages.map((one) => one ?? '?').join(' to ') }),
    ...optional('upTo', wholeNumber(valueOf(node, 'MaxAdditionalGuests'))),
  }
}

function additionIn(node: XmlNode, of: Placed): AdditionFacts {
  const code = value(node, 'RoomAmenityCode')
  const name = code === undefined ? 'Additional charge' : `Amenity ${code}`
  return {
    ...chargeIn(node, node.name === 'AdditionalCharges' ? 'Additional charges' : name, of, priceIn(node)),
    ...optional('quantity', wholeNumber(valueOf(node, 'Quantity'))),
  }
}

/** One of a list has its amount in an element of its own. */
const priceIn = (node: XmlNode): XmlNode | undefined => childOf(node, 'Amount') ?? node

export const isYes = (text: string | undefined): boolean => text === 'true' || text === '1'

const KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const
const NIGHTLY = 'a night'

/** Base and Total of a Rate, what is charged beside the Base and what is taken off, as far as all of it is told in one kind. */
interface Sums {
  base: Decimal
  total: Decimal
  added: Decimal
  off: Decimal
}

function sumsOf(rate: XmlNode, kind: (typeof KINDS)[number]): Sums | undefined {
  const amountOf = (node: XmlNode | undefined): Decimal | undefined =>
    node && parseMoney(valueOf(node, kind) ?? valueOf(node, 'Amount'), valueOf(node, 'DecimalPlaces'))
  const [base, total] = ['Base', 'Total'].map((name) => amountOf(childOf(rate, name)))
  const guests = childOf(rate, 'AdditionalGuestAmounts')
  const added = [
    amountOf(guests),
    ...childrenOf(guests, 'AdditionalGuestAmount').map((one) => amountOf(childOf(one, 'Amount') ?? one)),
  ]
  const off = childrenOf(rate, 'Discount').map(amountOf)
  return base === undefined || total === undefined
    ? undefined
    : {
        base,
        total,
        added: sumDecimals(added.flatMap((one) => one ?? [])),
        off: sumDecimals(off.flatMap((one) => one ?? [])),
      }
}

/**
 * What an amount is charged for that stands in a Rate of several nights, where Base and Total show it: `own` where it counts as often as the Base, `all` where once for all
 * nights, `each` where for each night of a Total of all. Undefined where they do not show it, or more than one fits.
 */
function shownBy(rate: XmlNode, nights: number, part: 'added' | 'off'): 'own' | 'all' | 'each' | undefined {
  const ways = KINDS.flatMap((kind) => {
    const sums = sumsOf(rate, kind)
    if (sums === undefined) return []
    const { base, total } = sums
    const fits = (baseTimes: number, times: number): boolean => {
      const [added, off] = [part === 'added' ? times : baseTimes, part === 'off' ? times : baseTimes]
      // A Total may leave out what more guests cost.
      return [added, 0].some(
        (many) =>
          isSameDecimal(
            sumDecimals([timesDecimal(base, baseTimes), timesDecimal(sums.added, many), timesDecimal(sums.off, -off)]),
            total,
          ) &&
          (part === 'off' || many > 0),
      )
    }
    return [
      ...(fits(1, 1) ? ['own' as const] : []),
      ...(fits(nights, 1) ? ['all' as const] : []),
      ...(fits(nights, nights) ? ['each' as const] : []),
    ]
  })
  const [way, ...others] = new Set(ways)
  return others.length > 0 ? undefined : way
}

const together = (nights: number): string => `for these ${nights} nights together`

/** How often a discount of an amount is taken off, as Base and Total show it, or else as its Rate is the price of one night or of all; anything else is not told. */
function discountedPer(discount: XmlNode, place: Placed): string | undefined {
  const rate = rateAround(discount)
  const { span, read } = place
  if (rate === undefined || span === undefined)
    return rate !== undefined && isNightly(discount, place) ? NIGHTLY : undefined
  const nights = span.to - span.from
  if (nights <= 1) return isNightly(discount, place) ? NIGHTLY : undefined
  const way = shownBy(rate, nights, 'off')
  const { per, perText } = perOf(rate, span, read)
  if (way === 'each') return NIGHTLY
  if (way === 'all') return together(nights)
  if (way === 'own' && per === 'night') return NIGHTLY
  if (way === 'own' && per === 'other') return perText
  if (perText?.startsWith('for th') === true) return perText
  const isShown = KINDS.some((kind) => sumsOf(rate, kind) !== undefined)
  return isShown || per === 'not told' ? 'per night or in all is not told' : per === 'night' ? NIGHTLY : perText
}

/** How often what more guests cost is charged, where Base and Total show that it is not as its Rate is. */
function addedPer(node: XmlNode, { span }: Placed): string | undefined {
  const [rate, nights] = [rateAround(node), span === undefined ? 0 : span.to - span.from]
  if (rate === undefined || nights <= 1) return undefined
  const way = shownBy(rate, nights, 'added')
  return way === 'each' ? NIGHTLY : way === 'all' ? together(nights) : undefined
}

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

/** Whether a charge belongs to the price of a night, and so is one of each night. */
function isNightly(charge: XmlNode, { span, read }: Placed): boolean {
  let rate = charge.parent
  while (rate !== undefined && rate.name !== 'Rate') rate = rate.parent
  return rate !== undefined && perOf(rate, span, read).per === 'night'
}

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
  return {
    ...chargeIn(discount, code === undefined ? 'Discount' : `Discount ${code}`, of),
    ...optional('reason', textIn(childOf(discount, 'DiscountReason'))),
  }
}

function guestAmountIn(node: XmlNode, of: Placed): GuestAmountFacts {
  const kind = kindOf(node)
  const ages = [value(node, 'MinAge'), value(node, 'MaxAge')]
  const name = textIn(childOf(node, 'AddlGuestAmtDescription'))
  const isAll = node.name === 'AdditionalGuestAmounts'
  return {
    ...chargeIn(node, name ?? (isAll ? 'Additional guests' : `Additional ${kind ?? 'guest'}`), of, priceIn(node)),
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

import { parseDecimal, parseMoney, writeDecimal } from '../build/index.js'
import { dayText, spanOf, type StayNode, wholeNumber } from '../read/index.js'
import { childOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import type { CountFacts, Money, PriceFacts, RoomFacts, StayFacts } from './facts.js'

const LISTED_MAX = 2_000
const TEXT_MAX = 500

const told = (text: string | undefined): string | undefined => {
  const plain = text?.trim().slice(0, TEXT_MAX)
  return plain === undefined || plain === '' ? undefined : plain
}

export const optional = <K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } =>
  (value === undefined ? {} : { [name]: value }) as { [key in K]?: V }

export const value = (node: XmlNode | undefined, name: string): string | undefined => told(valueOf(node, name))

/** OpenTravel list AQC. */
const KINDS: Readonly<Record<string, 'infant' | 'child' | 'adult' | 'senior'>> = {
  '7': 'infant',
  '8': 'child',
  '10': 'adult',
  '11': 'senior',
}

export function kindOf(node: XmlNode): 'adult' | 'child' | 'infant' | 'senior' | undefined {
  const known = KINDS[valueOf(node, 'AgeQualifyingCode') ?? '']
  const age = wholeNumber(valueOf(node, 'Age'))
  return known ?? (age === undefined ? undefined : age < 18 ? 'child' : 'adult')
}

/** An amount as it stands, or as its DecimalPlaces read it. */
export function moneyIn(node: XmlNode | undefined): Money | undefined {
  const after = value(node, 'AmountAfterTax')
  const amount = after ?? value(node, 'AmountBeforeTax')
  if (amount === undefined) return undefined
  const [plain, placed] = [parseDecimal(amount), parseMoney(amount, valueOf(node, 'DecimalPlaces'))]
  return {
    amount: placed !== undefined && placed.scale !== plain?.scale ? writeDecimal(placed) : amount.slice(0, 40),
    ...optional('currency', value(node, 'CurrencyCode')),
    ...(after === undefined ? { isBeforeTax: true } : {}),
  }
}

/** Texts of the comments of an element. */
export function commentsOf(node: XmlNode | undefined): string[] {
  return childrenOf(childOf(node, 'Comments'), 'Comment')
    .flatMap((comment) => [...walkNodes(comment)])
    .flatMap((one) =>
      one.name === 'Text' || one.name === 'ListItem' ? (told(one.text.replaceAll(/\s+/g, ' ')) ?? []) : [],
    )
    .slice(0, LISTED_MAX)
}

/** What one RoomStay books. */
export function readStay(stay: StayNode, globalSpan: XmlNode | undefined): StayFacts {
  const { node, timeSpan } = stay
  const rates = childrenOf(childOf(node, 'RoomRates'), 'RoomRate')
  const span = timeSpan ?? globalSpan
  const days = spanOf(span)
  const info = childOf(node, 'BasicPropertyInfo')
  const arrival = days === undefined ? value(span, 'Start') : dayText(days.from)
  const departure = days === undefined ? value(span, 'End') : dayText(days.to)
  return {
    line: node.place.line,
    ...optional('index', value(node, 'IndexNumber')),
    ...optional('hotelCode', value(info, 'HotelCode')),
    ...optional('hotelName', value(info, 'HotelName')),
    ...optional('arrival', arrival),
    ...optional('departure', departure),
    ...optional('nights', days === undefined || days.to < days.from ? undefined : days.to - days.from),
    rooms: roomsOf(stay, rates),
    counts: childrenOf(childOf(node, 'GuestCounts'), 'GuestCount').slice(0, LISTED_MAX).map(countOf),
    countsPerRoom: stay.isPerRoom,
    prices: rates.flatMap((rate) => pricesOf(rate, arrival, departure)).slice(0, LISTED_MAX),
    ...optional('total', moneyIn(childOf(node, 'Total'))),
    comments: commentsOf(node),
  }
}

function countOf(node: XmlNode): CountFacts {
  return {
    count: wholeNumber(valueOf(node, 'Count')) ?? 0,
    kind: kindOf(node) ?? 'guest',
    ...optional('age', wholeNumber(valueOf(node, 'Age'))),
  }
}

function nameIn(node: XmlNode | undefined, kind: 'RoomType' | 'RatePlan'): string | undefined {
  const described = childOf(node, `${kind}Description`) ?? childOf(node, 'RoomDescription')
  return (
    value(node, `${kind}Code`) ??
    value(node, `${kind}Name`) ??
    value(node, kind) ??
    told(childOf(described, 'Text')?.text)
  )
}

/** Products where RoomRates or single codes name them; else RoomTypes and RatePlans as they stand side by side. */
function roomsOf({ node, products }: StayNode, rates: readonly XmlNode[]): RoomFacts[] {
  if (products.length > 0)
    return products.slice(0, LISTED_MAX).map((one) => ({
      line: one.node.place.line,
      room: one.roomTypeCode,
      plan: one.ratePlanCode,
      ...optional('units', one.units),
    }))
  const types = childrenOf(childOf(node, 'RoomTypes'), 'RoomType')
  const plans = childrenOf(childOf(node, 'RatePlans'), 'RatePlan')
  const coded = rates.filter((rate) => value(rate, 'RoomTypeCode') !== undefined)
  const plan = plans.length === 1 ? nameIn(plans[0], 'RatePlan') : undefined
  const found = (coded.length > 0 ? coded : types).slice(0, LISTED_MAX).map((one) => ({
    line: one.place.line,
    ...optional('room', nameIn(one, 'RoomType')),
    ...optional('plan', value(one, 'RatePlanCode') ?? plan),
    ...optional('units', wholeNumber(valueOf(one, 'NumberOfUnits'))),
  }))
  return found.length > 0
    ? found
    : plans.slice(0, LISTED_MAX).map((one) => ({ line: one.place.line, ...optional('plan', nameIn(one, 'RatePlan')) }))
}

/** A Total is what is charged, and stands for the Base beside it. */
function pricesOf(roomRate: XmlNode, arrival: string | undefined, departure: string | undefined): PriceFacts[] {
  const product = {
    ...optional('room', value(roomRate, 'RoomTypeCode')),
    ...optional('plan', value(roomRate, 'RatePlanCode')),
    ...optional('units', wholeNumber(valueOf(roomRate, 'NumberOfUnits'))),
  }
  return childrenOf(childOf(roomRate, 'Rates'), 'Rate').flatMap((rate): PriceFacts[] => {
    const money = moneyIn(childOf(rate, 'Total')) ?? moneyIn(childOf(rate, 'Base'))
    if (money === undefined) return []
    const isNightly = valueOf(rate, 'RateTimeUnit') === 'Day' && (valueOf(rate, 'UnitMultiplier') ?? '1') === '1'
    const span = spanOf(rate) ?? spanOf(roomRate)
    const [from, to] = span === undefined ? [arrival, departure] : [dayText(span.from), dayText(span.to)]
    return [
      {
        line: rate.place.line,
        ...money,
        ...optional('from', from),
        ...optional('to', to),
        per: isNightly ? 'night' : 'not told',
        ...product,
      },
    ]
  })
}

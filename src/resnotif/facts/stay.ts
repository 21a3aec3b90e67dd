import { dayText, spanOf, type StayNode, wholeNumber } from '../read/index.js'
import { childOf, childrenOf, inOneLine, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import type { CountFacts, PriceFacts, RoomFacts, ServiceFacts, StayFacts } from './facts.js'
import { moneyIn } from './money.js'
import { optional, told, value } from './value.js'

const LISTED_MAX = 2_000
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

/** Texts of the comments of an element. */
export const commentsOf = (node: XmlNode | undefined): string[] =>
  textsOf(childrenOf(childOf(node, 'Comments'), 'Comment'))

/** What the guests ask for. */
export const requestsOf = (node: XmlNode | undefined): string[] =>
  textsOf(childrenOf(childOf(node, 'SpecialRequests'), 'SpecialRequest'))

function textsOf(nodes: readonly XmlNode[]): string[] {
  return nodes
    .flatMap((comment) => [...walkNodes(comment)])
    .flatMap((one) => (one.name === 'Text' || one.name === 'ListItem' ? (told(inOneLine(one.text)) ?? []) : []))
    .slice(0, LISTED_MAX)
}

/** What one RoomStay books. Days and hotel that it does not name are those of the whole reservation. */
export function readStay(stay: StayNode, global: XmlNode | undefined): StayFacts {
  const { node, timeSpan } = stay
  const rates = childrenOf(childOf(node, 'RoomRates'), 'RoomRate')
  const span = timeSpan ?? childOf(global, 'TimeSpan')
  const days = spanOf(span)
  const info = childOf(node, 'BasicPropertyInfo') ?? childOf(global, 'BasicPropertyInfo')
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
    requests: requestsOf(node),
    meals: childrenOf(childOf(node, 'RatePlans'), 'RatePlan').flatMap(mealsOf),
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
    const span = spanOf(rate) ?? spanOf(roomRate)
    const [from, to] = span === undefined ? [arrival, departure] : [dayText(span.from), dayText(span.to)]
    return [
      {
        line: rate.place.line,
        ...money,
        ...optional('from', from),
        ...optional('to', to),
        // One night is charged at the price of a night, whatever else it might be the price of.
        ...(span !== undefined && span.to - span.from === 1 && valueOf(rate, 'RateTimeUnit') === undefined
          ? { per: 'night' as const }
          : perOf(rate)),
        ...product,
      },
    ]
  })
}

const UNITS: Readonly<Record<string, string>> = { Day: 'day', Week: 'week', Month: 'month', Year: 'year', Hour: 'hour' }

/** What an amount is the price of: RateTimeUnit with UnitMultiplier; where it is missing, ChargeType 1, which is "Daily" in OpenTravel list CHG. */
function perOf(rate: XmlNode): Pick<PriceFacts, 'per' | 'perText'> {
  const [unit, times] = [value(rate, 'RateTimeUnit'), value(rate, 'UnitMultiplier') ?? '1']
  if (unit === undefined) return { per: value(rate, 'ChargeType') === '1' ? 'night' : 'not told' }
  if (unit === 'Day' && times === '1') return { per: 'night' }
  const count = wholeNumber(times)
  const name = UNITS[unit]
  if (name === undefined || count === undefined || count === 0) return { per: 'not told' }
  return { per: 'other', perText: count === 1 ? `for a ${name}`.replace('a h', 'an h') : `for ${count} ${name}s` }
}

/** How often something is charged: code 1 of OpenTravel list CHG is "Daily"; any other is told as it stands. */
export const perWords = (code: string | undefined): string | undefined =>
  code === undefined ? undefined : code === '1' ? 'a day' : `charge type ${code.slice(0, 10)}`

/** Meals of a rate plan, by the attributes that say yes to one, or by codes of OpenTravel list MPT. */
function mealsOf(plan: XmlNode): string[] {
  const meals = childOf(plan, 'MealsIncluded')
  if (meals === undefined) return []
  const named = ['Breakfast', 'Lunch', 'Dinner'].filter((name) => ['true', '1'].includes(valueOf(meals, name) ?? ''))
  const codes = value(meals, 'MealPlanCodes')
  return [...named.map((name) => name.toLowerCase()), ...(codes === undefined ? [] : [`meal plan code ${codes}`])]
}

/** How a service is called, where it has no code by its RPH. */
export const serviceName = (service: XmlNode): string | undefined =>
  value(service, 'ServiceInventoryCode') ?? value(service, 'ServiceRPH')

/** Services of a reservation with what one costs. */
export function servicesOf(reservation: XmlNode): ServiceFacts[] {
  return childrenOf(childOf(reservation, 'Services'), 'Service')
    .slice(0, LISTED_MAX)
    .map((service) => {
      const price = childOf(service, 'Price')
      return {
        line: service.place.line,
        name: serviceName(service) ?? textsOf([service])[0] ?? 'without a code',
        ...optional('quantity', wholeNumber(valueOf(service, 'Quantity'))),
        ...optional('price', moneyIn(childOf(price, 'Total')) ?? moneyIn(childOf(price, 'Base'))),
        ...optional('per', perWords(valueOf(price, 'ChargeFrequency') ?? valueOf(price, 'ChargeType'))),
        ...(['true', '1'].includes(valueOf(service, 'RequiredInd') ?? '') ? { isMandatory: true } : {}),
      }
    })
}

import { ownTable } from '../../foreign-text.js'
import { nightsBetween, nightsTwice, type StayNights } from '../nights/index.js'
import {
  dayNumber,
  dayText,
  dayUseWords,
  listRooms,
  nightsIn,
  openCountOf,
  openUnitsOf,
  ratedProductsOf,
  spanOf,
  type StayNode,
  type ToldDays,
  toldDaysOf,
  unitsIn,
  wholeNumber,
  withSingleUnits,
} from '../read/index.js'
import { childOf, childrenOf, inOneLine, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import type { CountFacts, RoomFacts, ServiceFacts, ServicePrice, StayFacts } from './facts.js'
import { moneyIn } from './money.js'
import { pricesOf, roomTotalOf } from './prices.js'
import { optional, perWords, told, value } from './value.js'

const LISTED_MAX = 2_000
/** OpenTravel list AQC. */
const KINDS = ownTable<'infant' | 'child' | 'adult' | 'senior'>({
  '7': 'infant',
  '8': 'child',
  '10': 'adult',
  '11': 'senior',
})

export function kindOf(node: XmlNode): 'adult' | 'child' | 'infant' | 'senior' | undefined {
  const known = KINDS[valueOf(node, 'AgeQualifyingCode') ?? '']
  const age = wholeNumber(valueOf(node, 'Age'))
  return known ?? (age === undefined ? undefined : age < 18 ? 'child' : 'adult')
}

const WHOLE = /^\d{1,3}$/

/** What says who somebody is, and cannot be read: the texts as they stand. */
export function unreadOf(node: XmlNode): { ageText?: string; kindText?: string } {
  // Blanks belong to a code, and not to a number.
  const [age, code] = [value(node, 'Age'), valueOf(node, 'AgeQualifyingCode')]
  return {
    ...optional('ageText', age === undefined || WHOLE.test(age) ? undefined : age.slice(0, 60)),
    ...optional(
      'kindText',
      told(code) === undefined || code === undefined || Object.hasOwn(KINDS, code) ? undefined : code.slice(0, 60),
    ),
  }
}

/** Texts of the comments of an element. */
export const commentsOf = (node: XmlNode | undefined): string[] =>
  textsOf(childrenOf(childOf(node, 'Comments'), 'Comment'))

/** What the guests ask for. */
export const requestsOf = (node: XmlNode | undefined): string[] =>
  textsOf(childrenOf(childOf(node, 'SpecialRequests'), 'SpecialRequest'))

/** A text that is longer than what is read of it says so. */
function textOf(node: XmlNode): string | undefined {
  const text = told(inOneLine(node.text))
  return text === undefined || node.leftOut === undefined
    ? text
    : `${text}… (cut: ${node.text.length} of ${node.text.length + node.leftOut} characters)`
}

function textsOf(nodes: readonly XmlNode[]): string[] {
  return nodes
    .flatMap((comment) => [...walkNodes(comment)])
    .flatMap((one) => (one.name === 'Text' || one.name === 'ListItem' ? (textOf(one) ?? []) : []))
    .slice(0, LISTED_MAX)
}

/** What one RoomStay books. Days and hotel that it does not name are those of the whole reservation. */
export function readStay(stay: StayNode, global: XmlNode | undefined, read: StayNights): StayFacts {
  const { node, timeSpan } = stay
  const rates = childrenOf(childOf(node, 'RoomRates'), 'RoomRate')
  const span = timeSpan ?? childOf(global, 'TimeSpan')
  const days = stayDays(span, rates, read)
  const info = childOf(node, 'BasicPropertyInfo') ?? childOf(global, 'BasicPropertyInfo')
  const openUnits = openUnitsOf(node)
  const priced = { arrival: days.arrival, departure: days.departure, read, unitsOf: unitsIn(node) }
  return {
    line: node.place.line,
    ...optional('index', value(node, 'IndexNumber')),
    ...optional('status', value(node, 'RoomStayStatus')),
    ...hotelIn(info),
    ...days,
    rooms: roomsOf(stay, rates),
    ...(openUnits.length === 0 ? {} : { openUnits }),
    counts: countsOf(node),
    countsPerRoom: stay.isPerRoom,
    prices: rates.flatMap((rate) => pricesOf(rate, priced)).slice(0, LISTED_MAX),
    roomTotals: rates.flatMap((rate) => roomTotalOf(rate, priced)).slice(0, LISTED_MAX),
    ...optional('unpriced', nightsTold(nightsBetween(read))),
    ...optional('pricedTwice', nightsTold(nightsTwice(read))),
    ...optional('total', moneyIn(childOf(node, 'Total'))),
    comments: commentsOf(node),
    requests: requestsOf(node),
    meals: childrenOf(childOf(node, 'RatePlans'), 'RatePlan').flatMap(mealsOf),
    inclusions: childrenOf(childOf(node, 'RatePlans'), 'RatePlan').flatMap((plan) =>
      textsOf(childrenOf(plan, 'RatePlanInclusions')),
    ),
  }
}

/** As the TimeSpan says, or else what is priced, with the times of the day. */
function stayDays(
  span: XmlNode | undefined,
  rates: readonly XmlNode[],
  { span: priced }: StayNights,
): ReturnType<typeof daysIn> & Pick<StayFacts, 'daysFrom' | 'dayUse' | 'arrivalTime' | 'departureTime'> {
  const own = daysIn(span)
  const { arrival, departure, daysFrom }: ToldDays = own.nights === undefined ? toldDaysOf(span, rates, priced) : own
  const [from, to] = [dayNumber(arrival), dayNumber(departure)]
  const timeOf = (text: string | undefined): string | undefined => told(text?.split('T')[1]?.slice(0, 40))
  return {
    ...own,
    ...optional('arrival', from === undefined ? arrival : dayText(from)),
    ...optional('departure', to === undefined ? departure : dayText(to)),
    // Prices tell the nights where the TimeSpan does not contradict them.
    ...(own.durationText !== undefined || from === undefined || to === undefined || to < from
      ? {}
      : { nights: to - from }),
    ...optional('daysFrom', daysFrom),
    ...optional('dayUse', dayUseWords(span)),
    ...optional('arrivalTime', timeOf(value(span, 'Start'))),
    ...optional('departureTime', timeOf(value(span, 'End'))),
  }
}

const nightsTold = (nights: readonly number[]): string[] | undefined =>
  nights.length === 0 ? undefined : nights.slice(0, LISTED_MAX).map(dayText)

/** Days as a TimeSpan tells them; what cannot be read as it stands. */
export function daysIn(
  span: XmlNode | undefined,
  days = spanOf(span),
): Pick<StayFacts, 'arrival' | 'departure' | 'nights' | 'durationText'> {
  const duration = value(span, 'Duration')
  return {
    ...optional('arrival', days === undefined ? value(span, 'Start') : dayText(days.from)),
    ...optional('departure', days === undefined ? value(span, 'End') : dayText(days.to)),
    ...optional('nights', days === undefined || days.to < days.from ? undefined : days.to - days.from),
    ...optional(
      'durationText',
      nightsIn(duration, valueOf(span, 'Start')) === undefined ? duration?.slice(0, 60) : undefined,
    ),
  }
}

/** A hotel by its code and its name. */
export const hotelIn = (info: XmlNode | undefined): Pick<StayFacts, 'hotelCode' | 'hotelName'> => ({
  ...optional('hotelCode', value(info, 'HotelCode')),
  ...optional('hotelName', value(info, 'HotelName')),
})

/** How many guests an element counts. */
export const countsOf = (node: XmlNode | undefined): CountFacts[] =>
  childrenOf(childOf(node, 'GuestCounts'), 'GuestCount').slice(0, LISTED_MAX).map(countOf)

function countOf(node: XmlNode): CountFacts {
  return {
    count: wholeNumber(valueOf(node, 'Count')) ?? 0,
    ...optional('countOpen', openCountOf(node)),
    kind: kindOf(node) ?? 'guest',
    ...optional('age', wholeNumber(valueOf(node, 'Age'))),
    ...unreadOf(node),
    ...optional('ageBucket', value(node, 'AgeBucket')?.slice(0, 60)),
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
function roomsOf({ node }: StayNode, rates: readonly XmlNode[]): RoomFacts[] {
  const products = ratedProductsOf(node)
  if (products.length > 0)
    return withSingleUnits(
      node,
      inTurn(
        products.slice(0, LISTED_MAX).map((one) => ({
          node: one.node,
          room: one.roomTypeCode,
          plan: one.ratePlanCode,
          ...optional('units', one.units),
        })),
      ),
    )
  const types = childrenOf(childOf(node, 'RoomTypes'), 'RoomType')
  const plans = childrenOf(childOf(node, 'RatePlans'), 'RatePlan')
  const coded = rates.filter((rate) => value(rate, 'RoomTypeCode') !== undefined)
  const plan = plans.length === 1 ? nameIn(plans[0], 'RatePlan') : undefined
  const unitsOf = unitsIn(node)
  const found = inTurn(
    (coded.length > 0 ? coded : types).slice(0, LISTED_MAX).map((one) => ({
      node: one,
      ...optional('room', nameIn(one, 'RoomType')),
      ...optional('plan', value(one, 'RatePlanCode') ?? plan),
      ...optional('units', unitsOf(one)),
    })),
  )
  return found.length > 0
    ? found
    : plans.slice(0, LISTED_MAX).map((one) => ({ line: one.place.line, ...optional('plan', nameIn(one, 'RatePlan')) }))
}

/** Rooms as they are listed; those that one another follow in the stay say from which night on. */
const inTurn = (rooms: readonly (Omit<RoomFacts, 'line'> & { node: XmlNode })[]): RoomFacts[] =>
  listRooms(
    rooms,
    ({ node }) => node,
    ({ room, plan }) => ({ room: JSON.stringify([room]), product: JSON.stringify([room, plan]) }),
    ({ units }) => units,
  ).map(({ item: { node, ...room }, from }) => ({
    line: node.place.line,
    ...room,
    ...(from === undefined ? {} : { from: dayText(from) }),
  }))

/** Meals of a rate plan, by the attributes that say yes to one, or by codes of OpenTravel list MPT. */
function mealsOf(plan: XmlNode): string[] {
  const meals = childOf(plan, 'MealsIncluded')
  if (meals === undefined) return []
  const named = ['Breakfast', 'Lunch', 'Dinner'].filter((name) => ['true', '1'].includes(valueOf(meals, name) ?? ''))
  const codes = value(meals, 'MealPlanCodes')
  const indicator = value(meals, 'MealPlanIndicator')
  // No to a meal plan takes the code back, and not the meals that are named.
  const isDenied = ['false', '0'].includes(indicator ?? '')
  const all = [
    ...named.map((name) => name.toLowerCase()),
    ...(isDenied || codes === undefined ? [] : [`meal plan code ${codes}`]),
  ]
  const isIncluded = ['true', '1'].includes(indicator ?? '')
  if (isDenied && codes !== undefined) all.push(`not included: meal plan code ${codes}`)
  return all.length === 0 && isIncluded ? ['included, which ones is not told'] : all
}

/** How a service is called, where it has no code by its RPH. */
export const serviceName = (service: XmlNode): string | undefined =>
  value(service, 'ServiceInventoryCode') ?? value(service, 'ServiceRPH')

const pricePer = (price: XmlNode): string | undefined =>
  perWords(valueOf(price, 'ChargeFrequency') ?? valueOf(price, 'ChargeType'))

/** What one Price of a service says, as Total or Base, or by itself. */
function servicePriceIn(price: XmlNode): ServicePrice[] {
  const total = moneyIn(childOf(price, 'Total'))
  const money = total ?? moneyIn(childOf(price, 'Base')) ?? moneyIn(price, true)
  if (money === undefined) return []
  return [
    {
      price: money,
      ...(total === undefined ? {} : { isTotal: true as const }),
      ...optional('per', pricePer(price)),
      ...optional('from', value(price, 'EffectiveDate')),
      ...optional('to', value(price, 'ExpireDate')),
    },
  ]
}

/** Services of a reservation with what one costs. */
export function servicesOf(reservation: XmlNode): ServiceFacts[] {
  return childrenOf(childOf(reservation, 'Services'), 'Service')
    .slice(0, LISTED_MAX)
    .map((service) => {
      const all = childrenOf(service, 'Price').slice(0, LISTED_MAX)
      const prices = all.flatMap(servicePriceIn)
      const [price] = prices
      const days = childOf(childOf(service, 'ServiceDetails'), 'TimeSpan')
      return {
        line: service.place.line,
        name: serviceName(service) ?? textsOf([service])[0] ?? 'without a code',
        ...optional('quantity', wholeNumber(valueOf(service, 'Quantity'))),
        ...optional('price', price?.price),
        ...(price?.isTotal === true ? { isTotal: true as const } : {}),
        ...optional('per', price === undefined ? all.flatMap((one) => pricePer(one) ?? [])[0] : price.per),
        ...(prices.length > 1 || price?.from !== undefined || price?.to !== undefined ? { prices } : {}),
        ...optional('pricing', value(service, 'ServicePricingType')),
        ...(['true', '1'].includes(value(service, 'Inclusive') ?? '') ||
        /^inclusive$/i.test(value(service, 'Type') ?? '')
          ? { isInclusive: true as const }
          : {}),
        ...optional('from', value(days, 'Start')),
        ...optional('to', value(days, 'End')),
        ...optional('duration', value(days, 'End') === undefined ? value(days, 'Duration')?.slice(0, 60) : undefined),
        ...(['true', '1'].includes(valueOf(service, 'RequiredInd') ?? '') ? { isMandatory: true } : {}),
      }
    })
}

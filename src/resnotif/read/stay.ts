import { childOf, childrenOf, valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'
import {
  chargeTypeOf,
  dayNumber,
  dayText,
  dayUseOf,
  durationWords,
  nightsBegunIn,
  rateTimeOf,
  type Span,
  spanOf,
} from './rates/index.js'

/** No price of one stay is for more. */
const NIGHTS_MAX = 366

/** A product that a RoomStay books: its codes, and how many units where the message says so. */
export interface StayProduct {
  node: XmlNode
  roomTypeCode: string
  ratePlanCode: string
  units?: number
}

/** Hotels that are named around the RoomStays of a reservation, where nobody looks for them: in the reservation itself, or in what holds it. */
export function strayHotels(reservation: XmlNode): XmlNode[] {
  const found: XmlNode[] = []
  for (let at: XmlNode | undefined = reservation; at !== undefined; at = at.parent) {
    const holders = at === reservation ? [at, ...childrenOf(at, 'RoomStays')] : [at]
    found.push(...holders.flatMap((one) => childrenOf(one, 'BasicPropertyInfo')))
  }
  return found.filter((one) => (valueOf(one, 'HotelCode') ?? '').trim() !== '')
}

const told = (node: XmlNode | undefined, name: string): string | undefined =>
  withoutBlanks(valueOf(node, name) ?? '') || undefined

/** Arrival and departure of a stay, as they stand. */
export interface ToldDays {
  arrival?: string
  departure?: string
  /** Where they are from, in words, where no TimeSpan tells both: `from the rates, as there is no TimeSpan`. */
  daysFrom?: string
}

/**
 * When a stay begins and ends: as its TimeSpan says, or else as the days of what is priced do.
 * @param priced the nights that the prices are for
 */
export function toldDaysOf(
  timeSpan: XmlNode | undefined,
  roomRates: readonly XmlNode[],
  priced: Span | undefined,
): ToldDays {
  const nightly = roomRates.flatMap((rate) => childrenOf(childOf(rate, 'Rates'), 'Rate'))
  const all = (name: string): string[] =>
    [...roomRates, ...nightly].flatMap((rate) => told(rate, name) ?? []).toSorted()
  const arrival = told(timeSpan, 'Start') ?? (priced === undefined ? all('EffectiveDate')[0] : dayText(priced.from))
  const closed =
    departureOf(timeSpan) ??
    (priced === undefined ? undefined : dayText(priced.to)) ??
    all('ExpireDate').at(-1) ??
    departureAfter(roomRates) ??
    (roomRates.length === 1 ? departureAfter(nightly) : undefined)
  const open = closed === undefined ? openDeparture(roomRates) : undefined
  const departure = closed ?? open
  const isArrivalPriced = arrival !== undefined && told(timeSpan, 'Start') === undefined
  const isDeparturePriced = departure !== undefined && departureOf(timeSpan) === undefined
  const words = sourceWords(timeSpan !== undefined, isArrivalPriced, isDeparturePriced)
  const daysFrom = words === undefined || open === undefined ? words : `${words}; ${OPEN}`
  return {
    ...(arrival === undefined ? {} : { arrival }),
    ...(departure === undefined ? {} : { departure }),
    ...(daysFrom === undefined ? {} : { daysFrom }),
  }
}

const OPEN = 'the price does not say when it ends, so the stay may be longer'

function sourceWords(hasTimeSpan: boolean, isArrival: boolean, isDeparture: boolean): string | undefined {
  if (!isArrival && !isDeparture) return undefined
  if (!hasTimeSpan) return 'from the rates, as there is no TimeSpan'
  const which = isArrival && isDeparture ? '' : isArrival ? 'arrival ' : 'departure '
  return `${which}from the rates, as TimeSpan does not tell ${which === '' ? 'them' : 'it'}`
}

/** The day after what is priced, where all prices begin on one day and none says when it ends. */
function openDeparture(roomRates: readonly XmlNode[]): string | undefined {
  const ends = roomRates.map((roomRate) => {
    const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate')
    const isOwn = rates.every((rate) => told(rate, 'EffectiveDate') === undefined)
    const dated = isOwn ? [roomRate] : rates
    const days = new Set(
      dated.map((one) => (told(one, 'ExpireDate') === undefined ? dayNumber(told(one, 'EffectiveDate')) : undefined)),
    )
    const nights = new Set((rates.length === 0 ? [roomRate] : rates).map(nightsOfPrice))
    const [[day], [many]] = [[...days], [...nights]]
    return days.size > 1 || nights.size > 1 || day === undefined || many === undefined ? undefined : day + many
  })
  const [end] = ends
  return end === undefined || new Set(ends).size > 1 ? undefined : dayText(end)
}

/** How many nights one price is of; undefined where it is of the stay, or of another unit than days. */
function nightsOfPrice(rate: XmlNode): number | undefined {
  const { unit, times } = rateTimeOf(rate)
  const { per } = chargeTypeOf(rate)
  if (unit === undefined) return per === 'stay' || per === 'other' ? undefined : 1
  const many = Number(times)
  return unit === 'Day' && Number.isSafeInteger(many) && many >= 1 && many <= NIGHTS_MAX ? many : undefined
}

/** As End says, or else Start and Duration. */
export function departureOf(timeSpan: XmlNode | undefined): string | undefined {
  const end = told(timeSpan, 'End')
  const span = end === undefined && timeSpan !== undefined ? spanOf(timeSpan) : undefined
  return span === undefined ? end : dayText(span.to)
}

/** The day after the last night, where prices begin on each night and do not say when they end. */
function departureAfter(rates: readonly XmlNode[]): string | undefined {
  const last = [...nightsBegunIn(rates, undefined).values()].map(({ to }) => to)
  return last.length === 0 ? undefined : dayText(Math.max(...last))
}

/** What a stay without a night is: `day use of 6 hours, no night`; undefined of one that has nights. */
export function dayUseWords(timeSpan: XmlNode | undefined): string | undefined {
  const use = dayUseOf(timeSpan)
  if (use === undefined) return undefined
  if (use === 'day') return 'no night: day use, or a slip in the dates'
  const hours = told(timeSpan, 'End') === undefined ? durationWords(told(timeSpan, 'Duration')) : undefined
  return `day use${hours === undefined ? '' : ` of ${hours}`}, no night`
}

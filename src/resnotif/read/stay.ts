import { childOf, childrenOf, valueOf, withoutBlanks, type XmlNode } from '../xml/index.js'
import { dayText, dayUseOf, durationWords, type Span, spanOf } from './days.js'
import { nightsBegunIn } from './periods.js'

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
  const departure =
    departureOf(timeSpan) ??
    (priced === undefined ? undefined : dayText(priced.to)) ??
    all('ExpireDate').at(-1) ??
    departureAfter(roomRates) ??
    (roomRates.length === 1 ? departureAfter(nightly) : undefined)
  return {
    ...(arrival === undefined ? {} : { arrival }),
    ...(departure === undefined ? {} : { departure }),
  }
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

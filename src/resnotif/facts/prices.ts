import type { StayNights } from '../nights/index.js'
import { dayNumber, dayText, type Span, wholeNumber } from '../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../xml/index.js'
import type { PriceFacts } from './facts.js'
import { moneyIn } from './money.js'
import { optional, value } from './value.js'

const productOf = (roomRate: XmlNode): Pick<PriceFacts, 'room' | 'plan' | 'units'> => ({
  ...optional('room', value(roomRate, 'RoomTypeCode')),
  ...optional('plan', value(roomRate, 'RatePlanCode')),
  ...optional('units', wholeNumber(valueOf(roomRate, 'NumberOfUnits'))),
})

/** The days of a stay as they stand, and those of its RoomRates and Rates as they are meant. */
export interface PricedStay extends Pick<StayNights, 'spanOf'> {
  arrival: string | undefined
  departure: string | undefined
}

/** What a room costs over all its nights. */
export function roomTotalOf(roomRate: XmlNode, { arrival, departure, spanOf }: PricedStay): PriceFacts[] {
  const total = childOf(roomRate, 'Total')
  const money = moneyIn(total)
  if (total === undefined || money === undefined) return []
  const span = spanOf(roomRate)
  const [from, to] = span === undefined ? [arrival, departure] : [dayText(span.from), dayText(span.to)]
  const { units = 1, ...product } = productOf(roomRate)
  return [
    {
      line: total.place.line,
      ...money,
      ...optional('from', from),
      ...optional('to', to),
      per: 'other',
      perText: 'in all',
      ...(units > 1 ? { isOfAllOpen: true as const } : {}),
      ...product,
    },
  ]
}

/** A Total is what is charged, and stands for the Base beside it. */
export function pricesOf(roomRate: XmlNode, { arrival, departure, spanOf }: PricedStay): PriceFacts[] {
  const product = productOf(roomRate)
  const rates = childrenOf(childOf(roomRate, 'Rates'), 'Rate')
  const isNightByNight = beginOnEachNight(rates, spanOf(roomRate) ?? between(arrival, departure))
  return rates.flatMap((rate): PriceFacts[] => {
    const money = moneyIn(childOf(rate, 'Total')) ?? moneyIn(childOf(rate, 'Base'))
    if (money === undefined) return []
    const begin = dayNumber(valueOf(rate, 'EffectiveDate'))
    // Of several Rates, or with one end alone, nothing says that each is for all of the nights.
    const isForAll = rates.length === 1 && begin === undefined && valueOf(rate, 'ExpireDate') === undefined
    const span =
      begin !== undefined && isNightByNight
        ? { from: begin, to: begin + 1 }
        : (spanOf(rate) ?? (isForAll ? spanOf(roomRate) : undefined))
    const [from, to] =
      span !== undefined
        ? [dayText(span.from), dayText(span.to)]
        : isForAll
          ? [arrival, departure]
          : // As they stand, readable or not.
            [begin === undefined ? value(rate, 'EffectiveDate') : dayText(begin), value(rate, 'ExpireDate')]
    const { units = 1, ...bare } = product
    // OpenTravel does not say whether a Total is that of one room or of all that are booked.
    const isOpen = units > 1 && moneyIn(childOf(rate, 'Total')) !== undefined
    return [
      {
        line: rate.place.line,
        ...money,
        ...optional('from', from),
        ...optional('to', to),
        ...perOf(rate, span),
        ...(isOpen ? { ...bare, isOfAllOpen: true as const } : product),
      },
    ]
  })
}

function between(arrival: string | undefined, departure: string | undefined): Span | undefined {
  const [from, to] = [dayNumber(arrival), dayNumber(departure)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** Rates that say when they begin and not when they end: where there is one for each night, there is but one way to read them. */
function beginOnEachNight(rates: readonly XmlNode[], stay: Span | undefined): boolean {
  if (stay === undefined || rates.length !== stay.to - stay.from) return false
  const begins = new Set(rates.map((rate) => dayNumber(valueOf(rate, 'EffectiveDate'))))
  return (
    begins.size === rates.length &&
    rates.every((rate) => valueOf(rate, 'ExpireDate') === undefined) &&
    [...begins].every((day) => day !== undefined && day >= stay.from && day < stay.to)
  )
}

const UNITS: Readonly<Record<string, string>> = { Day: 'day', Week: 'week', Month: 'month', Year: 'year', Hour: 'hour' }

/** What an amount is the price of: RateTimeUnit with UnitMultiplier; where it is missing, ChargeType 1, which is "Daily" in OpenTravel list CHG. */
export function perOf(rate: XmlNode, span: Span | undefined): Pick<PriceFacts, 'per' | 'perText'> {
  // One night is charged at the price of a night, whatever else it might be the price of.
  if (span !== undefined && span.to - span.from === 1 && valueOf(rate, 'RateTimeUnit') === undefined)
    return { per: 'night' }
  const [unit, times] = [value(rate, 'RateTimeUnit'), value(rate, 'UnitMultiplier') ?? '1']
  if (unit === undefined) return { per: value(rate, 'ChargeType') === '1' ? 'night' : 'not told' }
  if (unit === 'Day' && times === '1') return { per: 'night' }
  if (unit === 'FullDuration') return { per: 'other', perText: 'for the whole stay' }
  const count = wholeNumber(times)
  const name = UNITS[unit]
  if (name === undefined || count === undefined || count === 0) return { per: 'not told' }
  return { per: 'other', perText: count === 1 ? `for a ${name}`.replace('a h', 'an h') : `for ${count} ${name}s` }
}

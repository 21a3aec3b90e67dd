import { isSameDecimal, parseMoney, timesDecimal } from '../build/index.js'
import { daysTold, isOfNight, type StayNights } from '../nights/index.js'
import {
  ageGroupWords,
  chargeTypeOf,
  dayNumber,
  dayText,
  forUnit,
  ownRatesOf,
  rateTimeOf,
  type Span,
} from '../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../xml/index.js'
import type { PriceFacts } from './facts.js'
import { moneyIn } from './money.js'
import { optional, value } from './value.js'

const productOf = (roomRate: XmlNode, { unitsOf }: PricedStay): Pick<PriceFacts, 'room' | 'plan' | 'units'> => ({
  ...optional('room', value(roomRate, 'RoomTypeCode') ?? onlyCode(roomRate, 'RoomType')),
  ...optional('plan', value(roomRate, 'RatePlanCode') ?? onlyCode(roomRate, 'RatePlan')),
  ...optional('units', unitsOf(roomRate)),
})

/** The code of the only room type, or the only rate plan, of the RoomStay that a RoomRate is in. */
function onlyCode(roomRate: XmlNode, name: 'RoomType' | 'RatePlan'): string | undefined {
  const [only, ...others] = childrenOf(childOf(roomRate.parent?.parent, `${name}s`), name)
  return others.length === 0 ? value(only, `${name}Code`) : undefined
}

/** The days of a stay as they stand, and those of its RoomRates and Rates as they are meant. */
export interface PricedStay {
  read: StayNights
  arrival: string | undefined
  departure: string | undefined
  /** How many units a RoomRate is for. */
  unitsOf: (roomRate: XmlNode) => number | undefined
}

/** What a room costs over all its nights. */
export function roomTotalOf(roomRate: XmlNode, stay: PricedStay): PriceFacts[] {
  const { arrival, departure, read } = stay
  const total = childOf(roomRate, 'Total')
  const money = moneyIn(total)
  if (total === undefined || money === undefined) return []
  const span = read.spanOf(roomRate)
  const [from, to] = span === undefined ? [arrival, departure] : daysOf(span, read)
  const { units = 1, ...product } = productOf(roomRate, stay)
  return [
    {
      line: total.place.line,
      ...money,
      ...optional('from', from),
      ...optional('to', to),
      per: 'other',
      perText: 'in all',
      ...(units > 1 ? { isOfAllOpen: true as const, ofUnits: units } : {}),
      ...product,
    },
  ]
}

/** A Total is what is charged, and stands for the Base beside it. */
export function pricesOf(roomRate: XmlNode, stay: PricedStay): PriceFacts[] {
  const { arrival, departure, read } = stay
  const { spanOf } = read
  const product = productOf(roomRate, stay)
  const [rates, own] = [childrenOf(childOf(roomRate, 'Rates'), 'Rate'), ownRatesOf(roomRate)]
  return rates.flatMap((rate): PriceFacts[] => {
    const money = moneyIn(childOf(rate, 'Total')) ?? moneyIn(childOf(rate, 'Base'))
    if (money === undefined) return []
    // Of several Rates, or with one end alone, nothing says that each is for all of the nights.
    const isForAll =
      rates.length === 1 && ['EffectiveDate', 'ExpireDate'].every((name) => valueOf(rate, name) === undefined)
    const span = spanOf(rate) ?? (isForAll ? spanOf(roomRate) : undefined)
    // As they stand, readable or not.
    const dated = isForAll ? roomRate : rate
    const days = [asDay(value(dated, 'EffectiveDate')), value(dated, 'ExpireDate')]
    const [from, to] =
      span !== undefined
        ? daysOf(span, read)
        : isForAll && days.every((day) => day === undefined)
          ? [arrival, departure]
          : days
    const { units = 1, ...bare } = product
    // OpenTravel does not say whether a Total, or a Base with NumberOfUnits, is that of one room or of all that are booked.
    const isOfSome = moneyIn(childOf(rate, 'Total')) !== undefined || Number(valueOf(rate, 'NumberOfUnits')) > 1
    const isOpen = units > 1 && isOfSome
    return [
      {
        line: rate.place.line,
        ...money,
        ...optional('from', from),
        ...optional('to', to),
        ...perOf(rate, span, read),
        ...optional('isPerPerson', chargeTypeOf(rate).isPerPerson),
        ...optional('people', ageGroupWords(rate)),
        ...(own.includes(rate) ? {} : { isAlternate: true as const }),
        ...(isOpen ? { ...bare, isOfAllOpen: true as const, ofUnits: units } : product),
      },
    ]
  })
}

/** First night, and the day behind the last. */
function daysOf(span: Span, read: StayNights): [from: string, to: string] {
  const { from, to } = daysTold(span, read)
  return [dayText(from), dayText(to)]
}

function asDay(text: string | undefined): string | undefined {
  const day = dayNumber(text)
  return day === undefined ? text : dayText(day)
}

/** What an amount is the price of: RateTimeUnit with UnitMultiplier; where it is missing, ChargeType. */
export function perOf(
  rate: XmlNode,
  span: Span | undefined,
  stay: Pick<StayNights, 'isDay' | 'span'>,
): Pick<PriceFacts, 'per' | 'perText'> {
  const nights = span === undefined ? 0 : span.to - span.from
  if (isOfNight(rate, span) && nights > 1 && mayBeSumOf(rate, nights))
    return {
      per: 'not told',
      perText: `a night, or for these ${nights} nights together (${nights} × Base), is not told`,
    }
  // There is no night that it could be the price of.
  if (isOfNight(rate, span)) return stay.isDay === true ? { per: 'other', perText: 'for the day' } : { per: 'night' }
  const { unit } = rateTimeOf(rate)
  const { per, text, code } = chargeTypeOf(rate)
  if (unit === 'FullDuration' || (unit === undefined && per === 'stay'))
    return { per: 'other', perText: durationText(span, stay) }
  if (unit === undefined && per === 'other' && text !== undefined) return { per, perText: text }
  if (unit === undefined)
    return {
      per: 'not told',
      ...(code === undefined || per !== undefined
        ? {}
        : { perText: `charge type ${code}, per night or in all is not told` }),
    }
  const words = forUnit(rate)
  return words === undefined ? { per: 'not told' } : { per: 'other', perText: words }
}

/** Whether the Total of a Rate for a night may be that of all its nights: it is as many times the Base. */
function mayBeSumOf(rate: XmlNode, nights: number): boolean {
  const [base, total] = [childOf(rate, 'Base'), childOf(rate, 'Total')]
  const pairs = ['AmountAfterTax', 'AmountBeforeTax'].flatMap((name) => {
    const [one, all] = [base, total].map((node) => parseMoney(valueOf(node, name), valueOf(node, 'DecimalPlaces')))
    return one === undefined || all === undefined ? [] : [[timesDecimal(one, nights), all, one] as const]
  })
  return pairs.length > 0 && pairs.every(([sum, all, one]) => isSameDecimal(sum, all) && !isSameDecimal(one, all))
}

/** What a price of the full duration is for: the stay, or the part of it that its days are. */
function durationText(span: Span | undefined, stay: Pick<StayNights, 'span'>): string {
  const isPart = span !== undefined && stay.span !== undefined && (span.from > stay.span.from || span.to < stay.span.to)
  if (!isPart) return 'for the whole stay'
  const many = span.to - span.from
  return many === 1 ? 'for this night' : `for these ${many} nights together`
}

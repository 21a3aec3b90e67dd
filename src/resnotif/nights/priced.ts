import { ageGroupOf, chargeTypeOf, isUndated, ownRatesOf as ratesOf, rateTimeOf, type Span } from '../read/index.js'
import type { XmlNode } from '../xml/index.js'
import { isOfNight, nightsIn, type StayNights } from './nights.js'

/** Nights without a price between others that have one; none where one price is of the whole stay, or does not tell its nights. */
export function nightsBetween({ lines }: StayNights): number[] {
  const isOpen = lines.some(
    ({ node, nights }) =>
      nights === undefined || ratesOf(node).some((rate) => rateTimeOf(rate).unit === 'FullDuration'),
  )
  const priced = new Set(isOpen ? [] : lines.flatMap(({ nights }) => nights ?? []))
  const all = priced.size === 0 ? undefined : nightsIn({ from: Math.min(...priced), to: Math.max(...priced) })
  return all?.filter((night) => !priced.has(night)) ?? []
}

/** Nights for which one RoomRate has several prices for the same people: of the night, of some nights together, or of the whole stay. */
export function nightsTwice({ lines, spanOf: daysOf, span: stay }: StayNights): number[] {
  const twice = new Set<number>()
  for (const { node } of lines) {
    const seen = new Set<string>()
    for (const rate of ratesOf(node)) {
      const own = daysOf(rate)
      // A price of the whole stay needs no days.
      const span = own ?? (isOfStay(rate) && isUndated(rate) ? (daysOf(node) ?? stay) : undefined)
      if (!isOfStay(rate) && !isOfNights(rate, own)) continue
      for (const night of nightsIn(span) ?? []) {
        const key = `${night} ${ageGroupOf(rate) ?? ''}`
        if (seen.has(key)) twice.add(night)
        else seen.add(key)
      }
    }
  }
  return [...twice].toSorted((a, b) => a - b)
}

const isOfStay = (rate: XmlNode): boolean => {
  const { unit } = rateTimeOf(rate)
  return unit === 'FullDuration' || (unit === undefined && chargeTypeOf(rate).per === 'stay')
}

/** The price of a night, or of whole days together. */
const isOfNights = (rate: XmlNode, span: Span | undefined): boolean =>
  ['Day', 'Week', 'Month'].includes(rateTimeOf(rate).unit ?? '') || isOfNight(rate, span)

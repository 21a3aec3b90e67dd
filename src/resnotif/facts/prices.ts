import { dayText, spanOf, wholeNumber } from '../read/index.js'
import { childOf, childrenOf, valueOf, type XmlNode } from '../xml/index.js'
import type { PriceFacts } from './facts.js'
import { moneyIn } from './money.js'
import { optional, value } from './value.js'

const productOf = (roomRate: XmlNode): Pick<PriceFacts, 'room' | 'plan' | 'units'> => ({
  ...optional('room', value(roomRate, 'RoomTypeCode')),
  ...optional('plan', value(roomRate, 'RatePlanCode')),
  ...optional('units', wholeNumber(valueOf(roomRate, 'NumberOfUnits'))),
})

/** What a room costs over all its nights. */
export function roomTotalOf(
  roomRate: XmlNode,
  arrival: string | undefined,
  departure: string | undefined,
): PriceFacts[] {
  const total = childOf(roomRate, 'Total')
  const money = moneyIn(total)
  if (total === undefined || money === undefined) return []
  const span = spanOf(roomRate)
  const [from, to] = span === undefined ? [arrival, departure] : [dayText(span.from), dayText(span.to)]
  return [
    {
      line: total.place.line,
      ...money,
      ...optional('from', from),
      ...optional('to', to),
      per: 'other',
      perText: 'in all',
      ...productOf(roomRate),
    },
  ]
}

/** A Total is what is charged, and stands for the Base beside it. */
export function pricesOf(roomRate: XmlNode, arrival: string | undefined, departure: string | undefined): PriceFacts[] {
  const product = productOf(roomRate)
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

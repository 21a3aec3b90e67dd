import { type Decimal, parseMoney, sumDecimals, writeDecimal } from '../build/index.js'
import { childOf, valueOf, walkNodes, type XmlNode } from '../xml/index.js'

/** An amount as it stands, and its value where it is one. */
interface Amount {
  text: string
  value: Decimal | undefined
}

/** A RoomRate as far as it can be compared. */
interface RoomRate {
  room: string | undefined
  plan: string | undefined
  units: string | undefined
  from: string | undefined
  until: string | undefined
  total: Amount | undefined
  nights: { from: string; until: string | undefined; price: Amount }[]
}

/**
 * What the RoomRates of an answer say otherwise than those that were sent, in words. An answer may leave rates out, tell them night by night, and tell the price of one unit.
 */
export function wrongRates(sent: readonly XmlNode[], told: readonly XmlNode[]): string[] {
  const [own, all] = [ratesIn(sent), ratesIn(told)]
  if (own.length === 0 || all.length === 0) return []
  const codes = (label: string, key: 'room' | 'plan'): string[] => {
    const known = valuesOf(own, key)
    const foreign = valuesOf(all, key).filter((code) => !known.includes(code))
    return known.length === 0 || foreign.length === 0
      ? []
      : [`${label} as ${foreign.join(', ')}, sent was ${known.join(', ')}`]
  }
  const wrong = [...codes('the room of a rate', 'room'), ...codes('the rate plan of a rate', 'plan')]
  if (wrong.length > 0) return wrong
  return [...datesWrong(own, all), ...new Set(all.flatMap((rate) => amountsWrong(own, all, rate)))]
}

const valuesOf = (rates: readonly RoomRate[], key: 'room' | 'plan' | 'from' | 'until'): string[] =>
  [...new Set(rates.flatMap((rate) => rate[key] ?? []))].sort()

function ratesIn(nodes: readonly XmlNode[]): RoomRate[] {
  return nodes
    .filter(({ name }) => name === 'RoomRate')
    .map((node) => ({
      room: told(node, 'RoomTypeCode'),
      plan: told(node, 'RatePlanCode'),
      units: told(node, 'NumberOfUnits'),
      from: dayOf(node, 'EffectiveDate'),
      until: dayOf(node, 'ExpireDate'),
      total: amountOf(childOf(node, 'Total')),
      nights: [...walkNodes(node)].flatMap((rate) => {
        const [from, price] = [dayOf(rate, 'EffectiveDate'), amountOf(childOf(rate, 'Base'))]
        return rate.name !== 'Rate' || from === undefined || price === undefined
          ? []
          : [{ from, until: dayOf(rate, 'ExpireDate'), price }]
      }),
    }))
}

const told = (node: XmlNode | undefined, name: string): string | undefined => {
  const value = valueOf(node, name)?.trim().slice(0, SHOWN_MAX)
  return value === '' ? undefined : value
}
function amountOf(node: XmlNode | undefined): Amount | undefined {
  const text = told(node, 'AmountAfterTax')
  return text === undefined ? undefined : { text, value: parseMoney(text, valueOf(node, 'DecimalPlaces')) }
}
const dayOf = (node: XmlNode, name: string): string | undefined => told(node, name)?.slice(0, 10)

/** From the first to the last day of all rates; an ExpireDate may be the last night as well as the day after it. */
function datesWrong(own: readonly RoomRate[], all: readonly RoomRate[]): string[] {
  if (all.some(({ from, until }) => from === undefined || until === undefined)) return []
  const span = (rates: readonly RoomRate[]): [string, string] => [
    valuesOf(rates, 'from')[0] ?? '',
    valuesOf(rates, 'until').at(-1) ?? '',
  ]
  const [[from, until], [first, last]] = [span(own), span(all)]
  if (from === '' || until === '') return []
  // Of several rates one may be left out, so within what was sent nothing is wrong.
  const isWhole = own.length === 1
  const isRight = isWhole
    ? first === from && (last === until || last === dayBefore(until))
    : first >= from && last <= until
  return isRight ? [] : [`the dates of the rates as ${first} to ${last}, sent were ${from} to ${until}`]
}

function dayBefore(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : new Date(at - 86_400_000).toISOString().slice(0, 10)
}

/** Compared only with the one rate that was sent for the same room, plan and first day. */
function amountsWrong(own: readonly RoomRate[], all: readonly RoomRate[], rate: RoomRate): string[] {
  const alike = (one: RoomRate): boolean =>
    [one.room, rate.room].includes(undefined) || one.room === rate.room
      ? [one.plan, rate.plan].includes(undefined) || one.plan === rate.plan
      : false
  const [same, ...more] = own.filter(alike)
  if (same === undefined || more.length > 0) return []
  const name = `${rate.room ?? same.room ?? ''}/${rate.plan ?? same.plan ?? ''}`
  const units = Number(same.units ?? '1')
  const isAlone = all.filter(alike).length === 1
  const wrong: string[] = []
  if (isAlone && rate.units !== undefined && same.units !== undefined && Number(rate.units) !== units)
    wrong.push(`the units of ${name} as ${rate.units}, sent were ${same.units}`)
  const isWhole = rate.from === undefined || rate.from === same.from
  if (isAlone && isWhole && differs(rate.total, same.total, units))
    wrong.push(`the total of ${name} as ${rate.total?.text ?? ''}, sent was ${same.total?.text ?? ''}`)
  for (const { from, until, price } of rate.nights) {
    const night = same.nights.find((one) => one.from === from)
    // A rate for several nights may be their sum, or their mean.
    const isOne =
      until === undefined ? rate.nights.length === same.nights.length : until === night?.until || until === from
    const isNight = night !== undefined && isOne
    if (isNight && differs(price, night.price, units))
      wrong.push(`the price of ${name} on ${from} as ${price.text}, sent was ${night.price.text}`)
  }
  return wrong
}

/** Whether two amounts are neither the same nor those of one unit and of all. */
function differs(one: Amount | undefined, other: Amount | undefined, units: number): boolean {
  const [a, b] = [one?.value, other?.value]
  if (one === undefined || b === undefined) return false
  if (a === undefined) return true
  return !same(a, b) && (units < 2 || units > UNITS_MAX || (!same(times(a, units), b) && !same(a, times(b, units))))
}

const times = (amount: Decimal, units: number): Decimal => sumDecimals(Array.from({ length: units }, () => amount))
const same = (a: Decimal, b: Decimal): boolean => Number(writeDecimal(a)) === Number(writeDecimal(b))

const SHOWN_MAX = 128
const UNITS_MAX = 99

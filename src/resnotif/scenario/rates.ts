import { parseMoney } from '../build/index.js'
import { childOf, valueOf, walkNodes, type XmlNode } from '../xml/index.js'
import { type Amount, isTotalOf, type RoomRate, totalOrEach, wrongPrices } from './prices.js'
import { dayOf, told } from './told.js'

/**
 * What the RoomRates of an answer say otherwise than those that were sent, in words. An answer may leave rates out, tell them night by night, and tell the price of one unit.
 * @param hasAmounts whether totals and prices are compared
 */
export function wrongRates(
  sent: readonly XmlNode[],
  all: readonly XmlNode[],
  { hasAmounts = true }: { hasAmounts?: boolean } = {},
): string[] {
  const own = ratesIn(sent)
  const rates = hasAmounts ? ratesIn(all) : ratesIn(all).map(withoutAmounts)
  if (own.length === 0 || rates.length === 0) return []
  const codes = (label: string, key: 'room' | 'plan'): string[] => {
    const known = valuesOf(own, key)
    const foreign = valuesOf(rates, key).filter((code) => !known.includes(code))
    return known.length === 0 || foreign.length === 0
      ? []
      : [`${label} as ${foreign.join(', ')}, sent was ${known.join(', ')}`]
  }
  const wrong = [...codes('the room of a rate', 'room'), ...codes('the rate plan of a rate', 'plan')]
  if (wrong.length > 0) return wrong
  return [...datesWrong(own, rates), ...new Set(rates.flatMap((rate) => amountsWrong(own, rates, rate)))]
}

/** What to look at in the nights that an answer prices: one that it prices for more units than were sent, or that it leaves out while it prices others. */
export function nightsRepeated(sent: readonly XmlNode[], all: readonly XmlNode[]): string[] {
  const [own, told] = [unitNights(ratesIn(sent)), unitNights(ratesIn(all))]
  const twice = [...told].find(([night, units]) => units > (own.get(night) ?? units))
  const left = [...own.keys()].filter((night) => !told.has(night))
  const isEach = ratesIn(all).every(({ nights }) => nights.every(({ from, until }) => isOneNight(from, until)))
  return [
    ...(twice === undefined
      ? []
      : [
          `The answer has prices of ${twice[0]} for ${twice[1]} units, sent ${own.get(twice[0]) === 1 ? 'was' : 'were'} ${own.get(twice[0])}: look at the PMS whether it counts the room twice.`,
        ]),
    ...(left.length === 0 || told.size === 0 || !isEach
      ? []
      : [
          `The answer has prices of ${own.size - left.length} of the ${own.size} nights; the others were not compared.`,
        ]),
  ]
}

/** How many units are priced, by product and night: `101/501 on 2027-07-01`. */
function unitNights(rates: readonly RoomRate[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { room, plan, units, nights } of rates) {
    const count = Number(units ?? '1')
    if (room === undefined || plan === undefined || !Number.isSafeInteger(count)) continue
    for (const day of new Set(nights.flatMap(({ from, price }) => (price === undefined ? [] : (from ?? [])))))
      found.set(`${room}/${plan} on ${day}`, (found.get(`${room}/${plan} on ${day}`) ?? 0) + count)
  }
  return found
}

const isOneNight = (from: string | undefined, until: string | undefined): boolean =>
  from !== undefined && (until === undefined || until === from || dayBefore(until) === from)

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
      nights: [...walkNodes(node)]
        .filter(({ name }) => name === 'Rate')
        .map((rate) => ({
          from: dayOf(rate, 'EffectiveDate'),
          until: dayOf(rate, 'ExpireDate'),
          price: amountOf(childOf(rate, 'Base')),
          total: MORE.some((name) => childOf(rate, name) !== undefined) ? undefined : amountOf(childOf(rate, 'Total')),
        })),
    }))
}

const withoutAmounts = (rate: RoomRate): RoomRate => ({
  ...rate,
  total: undefined,
  nights: rate.nights.map((night) => ({ ...night, price: undefined, total: undefined })),
})

/** What the Total of a Rate holds beside its price. */
const MORE = ['AdditionalGuestAmounts', 'Fees', 'RateAddOns', 'AdditionalCharges', 'Discount']

function amountOf(node: XmlNode | undefined): Amount | undefined {
  const text = told(node, 'AmountAfterTax')
  return text === undefined ? undefined : { text, value: parseMoney(text, valueOf(node, 'DecimalPlaces')) }
}

/** From the first to the last day of all rates; an ExpireDate may be the last night as well as the day after it. No rate and no price is for a night outside of them. */
function datesWrong(own: readonly RoomRate[], all: readonly RoomRate[]): string[] {
  const span = (rates: readonly RoomRate[]): [string, string] => [
    valuesOf(rates, 'from')[0] ?? '',
    valuesOf(rates, 'until').at(-1) ?? '',
  ]
  const [[from, until], [first, last]] = [span(own), span(all)]
  if (from === '' || until === '') return []
  const isTold = all.every((rate) => rate.from !== undefined && rate.until !== undefined)
  // Of several rates one may be left out, so within what was sent nothing is wrong.
  const isWhole = own.length === 1 && isTold
  const isRight = first === from && (last === until || last === dayBefore(until))
  if (isWhole && !isRight) return [`the dates of the rates as ${first} to ${last}, sent were ${from} to ${until}`]
  const strays = all
    .flatMap((rate) => [rate, ...rate.nights])
    .filter((one) => isOutside(one, from, until))
    .map((one) => daysText(one))
  const listed = [...new Set(strays)]
  return listed.length === 0
    ? []
    : [`the dates of rates as ${listed.slice(0, LISTED_MAX).join(', ')}, sent were ${from} to ${until}`]
}

interface Days {
  from: string | undefined
  until: string | undefined
}

/** A text that is no date comes before all or behind all, and is not what was sent. */
const isOutside = ({ from, until }: Days, first: string, end: string): boolean =>
  (from !== undefined && (from < first || from >= end || !DATE.test(from))) ||
  (until !== undefined && (until < (from ?? first) || until > end || !DATE.test(until)))

const DATE = /^\d{4}-\d{2}-\d{2}$/

const daysText = ({ from, until }: Days): string =>
  from === undefined ? `until ${until ?? ''}` : until === undefined ? `from ${from}` : `${from} to ${until}`

function dayBefore(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) ? day : new Date(at - 86_400_000).toISOString().slice(0, 10)
}

/** Compared with what was sent for the same room and plan; where a rate may be one of several, with each: it has to be one of them. */
function amountsWrong(own: readonly RoomRate[], all: readonly RoomRate[], rate: RoomRate): string[] {
  const found = own.filter((one) => isAlike(one, rate)).map((same) => wrongAgainst(same, all, rate))
  return found.some((wrong) => wrong.length === 0) ? [] : (found[0] ?? [])
}

const isAlike = (one: RoomRate, rate: RoomRate): boolean =>
  [one.room, rate.room].includes(undefined) || one.room === rate.room
    ? [one.plan, rate.plan].includes(undefined) || one.plan === rate.plan
    : false

function wrongAgainst(same: RoomRate, all: readonly RoomRate[], rate: RoomRate): string[] {
  const name = `${rate.room ?? same.room ?? ''}/${rate.plan ?? same.plan ?? ''}`
  const units = Number(same.units ?? '1')
  const isAlone = all.filter((one) => isAlike(same, one)).length === 1
  const wrong: string[] = []
  if (rate.units !== undefined && same.units !== undefined) {
    const count = Number(rate.units)
    if (isAlone ? count !== units : !(count <= units))
      wrong.push(`the units of ${name} as ${rate.units}, sent were ${same.units}`)
  }
  const isWhole = rate.from === undefined || rate.from === same.from
  const isRight =
    isAlone && isWhole ? totalOrEach(rate.total, same.total, units) : isTotalOf(rate.total, same, rate, units)
  if (!isRight) wrong.push(`the total of ${name} as ${rate.total?.text ?? ''}, sent was ${same.total?.text ?? ''}`)
  const days = rate.nights.filter(({ price }) => price !== undefined).flatMap(({ from }) => from ?? [])
  for (const day of new Set(days)) {
    const times = days.filter((one) => one === day).length
    if (times > Math.max(1, units)) wrong.push(`the price of ${name} on ${day} ${times} times, sent was one`)
  }
  return [...wrong, ...wrongPrices(name, same, rate, units)]
}

const LISTED_MAX = 3

import { type Decimal, sumDecimals, timesDecimal, writeDecimal } from '../build/index.js'

/** An amount as it stands, and its value where it is one. */
export interface Amount {
  text: string
  value: Decimal | undefined
}

/** A RoomRate as far as it can be compared. */
export interface RoomRate {
  room: string | undefined
  plan: string | undefined
  units: string | undefined
  from: string | undefined
  until: string | undefined
  total: Amount | undefined
  nights: Price[]
}

/** A Rate: a price, of a night or of several. */
interface Price {
  from: string | undefined
  until: string | undefined
  price: Amount | undefined
  /** Its Total, where that holds nothing else than the price. */
  total: Amount | undefined
}

interface Days {
  from: string | undefined
  until: string | undefined
}

interface Night {
  day: string
  end: string | undefined
  text: string
  value: Decimal
}

/** Whether two amounts are the same or those of one unit and of all, or nothing can be compared. */
export function totalOrEach(one: Amount | undefined, other: Amount | undefined, units: number): boolean {
  const [a, b] = [one?.value, other?.value]
  if (one === undefined || b === undefined) return true
  if (a === undefined) return false
  return [1, units].some((times) => isTimes(a, b, times) || isTimes(b, a, times))
}

/** Whether a total is that of some of the nights that were sent, for one of the units or more; true where nothing can be compared. */
export function isTotalOf(total: Amount | undefined, sent: RoomRate, days: Days, units: number): boolean {
  const ranges = rangesOf(nightsOf(sent), days)
  return total === undefined || ranges.length === 0 || ranges.some((range) => isSumOf(total, range, units))
}

/** The prices of the nights of a RoomRate that are not those that were sent, in words. A price of several nights is their sum, or their mean. */
export function wrongPrices(name: string, sent: RoomRate, rate: RoomRate, units: number): string[] {
  const nights = nightsOf(sent)
  const isEach = rate.nights.length === nights.length
  return rate.nights.flatMap((one) => {
    const end = nights.find(({ day }) => day === one.from)?.end
    const ranges = rangesOf(nights, { from: one.from, until: one.until ?? (isEach ? end : undefined) }).filter(
      (range) => !isEach || one.from !== undefined || range.length === 1,
    )
    if (ranges.length === 0) return []
    const wrong = [one.price, one.total].find(
      (amount) =>
        amount !== undefined &&
        !ranges.some((range) => isSumOf(amount, range, units) || isMeanOf(amount, range, units)),
    )
    return wrong === undefined ? [] : [wordsOf(name, one, wrong, ranges)]
  })
}

function wordsOf(name: string, { from, until }: Price, wrong: Amount, ranges: readonly Night[][]): string {
  const [shortest = []] = [...ranges].sort((a, b) => a.length - b.length)
  const was = ranges.length === 1 || from !== undefined ? shortest : ranges.flat()
  const prices = [...new Set(was.map(({ text }) => text))]
  const on = from === undefined ? '' : ` on ${from}${shortest.length > 1 && until !== undefined ? ` to ${until}` : ''}`
  return `${on === '' ? 'a price' : 'the price'} of ${name}${on} as ${wrong.text}, sent ${prices.length === 1 ? 'was' : 'were'} ${prices.join(', ')}`
}

const nightsOf = ({ nights }: RoomRate): Night[] =>
  nights
    .flatMap(({ from, until, price }) =>
      from === undefined || price?.value === undefined
        ? []
        : [{ day: from, end: until, text: price.text, value: price.value }],
    )
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .slice(0, NIGHTS_MAX)

/** Every stretch of nights that these days may be; the last day may be the last night as well as the day after it. */
function rangesOf(nights: readonly Night[], { from, until }: Days): Night[][] {
  const ranges: Night[][] = []
  for (const [start, { day }] of nights.entries())
    for (const [last, { day: night, end }] of nights.entries())
      if (last >= start && (from ?? day) === day && [undefined, night, end].includes(until))
        ranges.push(nights.slice(start, last + 1))
  return ranges
}

function isSumOf({ value }: Amount, range: readonly Night[], units: number): boolean {
  const sum = sumDecimals(range.map((night) => night.value))
  return value !== undefined && timesOf(units).some((times) => isTimes(sum, value, times))
}

/** To a cent, as a mean may be rounded. */
function isMeanOf({ value }: Amount, range: readonly Night[], units: number): boolean {
  if (value === undefined) return false
  const mean = numberOf(sumDecimals(range.map((night) => night.value))) / range.length
  const off = range.length === 1 ? 0 : ROUNDING
  return timesOf(units).some((times) => Math.abs(numberOf(value) - mean * times) <= off * times)
}

/** One unit, or several of them together. */
const timesOf = (units: number): number[] =>
  Number.isInteger(units) && units > 1 ? Array.from({ length: Math.min(units, UNITS_MAX) }, (_, at) => at + 1) : [1]

const isTimes = (one: Decimal, other: Decimal, times: number): boolean =>
  Number.isInteger(times) && times > 0 && numberOf(timesDecimal(one, times)) === numberOf(other)
const numberOf = (amount: Decimal): number => Number(writeDecimal(amount))

const ROUNDING = 0.01
const UNITS_MAX = 99
const NIGHTS_MAX = 62

import { ownTable } from '../../../foreign-text.js'
import { type Decimal, isSameDecimal, parseMoney, sumDecimals, timesDecimal } from '../../build/index.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import { readNights, type StayNights } from '../../nights/index.js'
import { type MessageReservation, ownRatesOf, unitOfTime, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, type XmlNode } from '../../xml/index.js'

/** The fewest days of a unit of time that is longer than a night. */
const DAYS = ownTable<number>({ Week: 7, Month: 28, Year: 365 })
const KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const

/** Prices of a week, a month or a year for fewer nights: of one night each, or of a stay that is shorter; and those for as many that a total adds for each night. */
export function checkUnitNights({ node, stays }: MessageReservation, isOurs: boolean): LintFinding[] {
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  return stays.flatMap((stay) => {
    const roomRates = childrenOf(childOf(stay.node, 'RoomRates'), 'RoomRate')
    if (!roomRates.some((one) => ratesOf(one).some((rate) => daysOfUnit(rate) !== undefined))) return []
    const read = readNights(stay, global, isOurs)
    const nights = read.span === undefined ? 0 : read.span.to - read.span.from
    if (read.isDay === true || nights < 1) return []
    return roomRates.flatMap((roomRate) => checkRoomRate(roomRate, roomRates, nights, read))
  })
}

function checkRoomRate(roomRate: XmlNode, all: readonly XmlNode[], stay: number, read: StayNights): LintFinding[] {
  const each = pricedIn(roomRate, stay, read).filter(({ days }) => days !== undefined)
  const [first] = each
  if (first === undefined || each.some(({ nights }) => nights === undefined)) return []
  // Beside a price of a whole week, one of fewer nights is that of what is left of the stay.
  const isShort =
    each.every(({ nights = 0, days = 0 }) => nights < days) &&
    each.every(({ nights, days = 0 }) => nights === 1 || stay < days)
  const isProved = [[roomRate], all].some((some, at) =>
    addsNights(some, at === 0 ? roomRate : roomRate.parent?.parent, stay, read),
  )
  // The totals are held to whole weeks.
  const isCounted = each.every(({ unit, nights = 0, days = 1 }) => unit === 'Week' && nights % days === 0)
  if (!isShort && (!isProved || isCounted)) return []
  const { unit = '', nights = 0, node } = first
  return [
    findingAt(isProved ? 'rate-unit-mismatch' : 'rate-unit-unchecked', node, 'RateTimeUnit', {
      found: `${unit} for ${nights === 1 ? '1 night' : `${nights} nights`}`,
      ...(isProved ? { expected: 'Day' } : {}),
    }),
  ]
}

const ratesOf = (roomRate: XmlNode): XmlNode[] => ownRatesOf(roomRate)

/** Days of the unit of time of a price; undefined of a night, of the stay and where it is not told. */
function daysOfUnit(rate: XmlNode): number | undefined {
  const { unit = '', times = 1 } = unitOfTime(rate) ?? {}
  const days = DAYS[unit]
  return days === undefined ? undefined : days * times
}

interface Priced {
  node: XmlNode
  unit: string | undefined
  days: number | undefined
  nights: number | undefined
}

function pricedIn(roomRate: XmlNode, stay: number, read: StayNights): Priced[] {
  const rates = ratesOf(roomRate)
  return rates.map((node) => {
    const span = read.spanOf(node) ?? (rates.length === 1 ? read.spanOf(roomRate) : undefined)
    const isUndated = ['EffectiveDate', 'ExpireDate'].every((name) => valueOf(node, name) === undefined)
    const nights = span !== undefined ? span.to - span.from : rates.length === 1 && isUndated ? stay : undefined
    return { node, unit: unitOfTime(node)?.unit, days: daysOfUnit(node), nights }
  })
}

/** Whether a total is each of these prices as often as it has nights, which are several. */
function addsNights(
  roomRates: readonly XmlNode[],
  holder: XmlNode | undefined,
  stay: number,
  read: StayNights,
): boolean {
  const each = roomRates.flatMap((roomRate) => {
    const units = wholeNumber(valueOf(roomRate, 'NumberOfUnits') ?? '1')
    return pricedIn(roomRate, stay, read).map(({ node, nights }) => ({
      price: childOf(node, 'Total') ?? childOf(node, 'Base'),
      times: nights === undefined || units === undefined ? undefined : nights * units,
      nights,
    }))
  })
  if (each.reduce((sum, { nights = 0 }) => sum + nights, 0) < 2) return false
  return KINDS.some((kind) => {
    const total = moneyIn(childOf(holder, 'Total'), kind)
    const parts = each.flatMap(({ price, times }): Decimal[] => {
      const amount = moneyIn(price, kind)
      return amount === undefined || times === undefined ? [] : [timesDecimal(amount, times)]
    })
    const isTold = total !== undefined && total.units !== 0n && parts.length === each.length
    return isTold && isSameDecimal(total, sumDecimals(parts))
  })
}

const moneyIn = (node: XmlNode | undefined, kind: string): Decimal | undefined =>
  parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces'))

import { type Decimal, isSameDecimal, parseDecimal, sumDecimals, timesDecimal, writeDecimal } from '../amount.js'
import type { MessageReservation } from '../read.js'
import { childOf, childrenOf, descend, valueOf, type XmlNode } from '../xml-node.js'
import { findingAt } from './finding.js'
import type { LintFinding } from './rules.js'

const KINDS = ['AmountAfterTax', 'AmountBeforeTax'] as const
type Kind = (typeof KINDS)[number]

/** Whatever else may change a sum; where one stands, sums are not compared. */
const ADDERS = ['Services', 'Fees', 'Discount', 'Taxes', 'AdditionalGuestAmounts', 'AdditionalCharges', 'DepositPayments']

/** Nights make the total of a room rate, room rates that of a stay, stays that of the reservation; like is compared with like. */
export function checkTotals({ node, stays }: MessageReservation): LintFinding[] {
  if (hasAdder(node)) return []
  return KINDS.flatMap((kind) => {
    const findings = stays.flatMap((stay) => {
      const rates = childrenOf(childOf(stay.node, 'RoomRates'), 'RoomRate')
      return [...rates.flatMap((rate) => compare(rate, kind, nightsOf(rate, kind))), ...compare(stay.node, kind, hasAdder(stay.node) ? undefined : rates.map((rate) => totalOf(rate, kind)))]
    })
    const info = childOf(node, 'ResGlobalInfo')
    return info === undefined || hasAdder(info) ? findings : [...findings, ...compare(info, kind, stays.map((stay) => totalOf(stay.node, kind) ?? sumOfRates(stay.node, kind)))]
  })
}

const hasAdder = (node: XmlNode): boolean => ADDERS.some((name) => childOf(node, name) !== undefined)

const totalOf = (node: XmlNode, kind: Kind): Decimal | undefined => amountOf(childOf(node, 'Total'), kind)

function amountOf(node: XmlNode | undefined, kind: Kind): Decimal | undefined {
  return node === undefined || hasAdder(node) ? undefined : parseDecimal(valueOf(node, kind))
}

/** What the RoomRates of a stay make that names no total itself. */
function sumOfRates(stay: XmlNode, kind: Kind): Decimal | undefined {
  if (hasAdder(stay) || childOf(stay, 'Total') !== undefined) return undefined
  const totals = childrenOf(childOf(stay, 'RoomRates'), 'RoomRate').map((rate) => totalOf(rate, kind))
  return totals.length > 0 && totals.every((total) => total !== undefined) ? sumDecimals(totals) : undefined
}

function compare(node: XmlNode, kind: Kind, parts: (Decimal | undefined)[] | undefined): LintFinding[] {
  const total = totalOf(node, kind)
  if (total === undefined || parts === undefined || parts.length === 0) return []
  const known = parts.filter((part) => part !== undefined)
  if (known.length < parts.length || isSameDecimal(sumDecimals(known), total)) return []
  return [findingAt('total-mismatch', descend(node, 'Total') as XmlNode, kind, { found: writeDecimal(total), expected: writeDecimal(sumDecimals(known)) })]
}

/** Each rate times its nights times the units of the room rate; undefined where a rate does not tell its nights or its unit. */
function nightsOf(roomRate: XmlNode, kind: Kind): (Decimal | undefined)[] | undefined {
  if (hasAdder(roomRate)) return undefined
  const units = Number(valueOf(roomRate, 'NumberOfUnits') ?? Number.NaN)
  return childrenOf(childOf(roomRate, 'Rates'), 'Rate').map((rate) => {
    const [from, to] = [Date.parse(valueOf(rate, 'EffectiveDate') ?? ''), Date.parse(valueOf(rate, 'ExpireDate') ?? '')]
    const nights = Math.round((to - from) / 86_400_000)
    const factor = (nights * units) / Number(valueOf(rate, 'NumberOfUnits') ?? 1)
    const base = amountOf(childOf(rate, 'Base'), kind)
    const isDaily = valueOf(rate, 'RateTimeUnit') === 'Day' && (valueOf(rate, 'UnitMultiplier') ?? '1') === '1'
    return base === undefined || hasAdder(rate) || !isDaily || !Number.isSafeInteger(factor) || factor < 1 ? undefined : timesDecimal(base, factor)
  })
}

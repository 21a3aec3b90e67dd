import {
  type Decimal,
  hasPartsOfCent,
  isMoreDecimal,
  isSameDecimal,
  isWithinHalfCents,
  parseMoney,
  writeDecimal,
} from '../../build/index.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import { type MessageReservation, spanOf, type StayNode } from '../../read/index.js'
import { childOf, childrenOf, descend, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'
import {
  addSums,
  AMOUNT_KINDS,
  type AmountKind,
  amountOf,
  hasAdder,
  type Sum,
  sumOfRates,
  termOf,
} from './rate-sums.js'

/** Sums that a total may be, and whether it has to be one of them. */
interface Expected {
  sums: Sum[]
  isTold: boolean
}

/** Nights make the total of a room rate, room rates that of a stay, stays that of the reservation; like is compared with like. */
export function checkTotals(reservation: MessageReservation): LintFinding[] {
  const { node, stays } = reservation
  const taxed = [...walkNodes(node)].flatMap(checkTax)
  if (hasAdder(node)) return taxed
  const global = descend(node, 'ResGlobalInfo', 'TimeSpan')
  return [
    ...taxed,
    ...AMOUNT_KINDS.flatMap((kind) => {
      const findings = stays.flatMap((stay) => {
        const nights = nightsOf(stay, global)
        return [
          ...ratesOf(stay).flatMap((rate) => compare(rate, kind, priceByNights(rate, kind, nights))),
          ...compare(
            stay.node,
            kind,
            hasAdder(stay.node) ? undefined : sumUp(ratesOf(stay).map((rate) => priceOf(rate, kind, nights))),
          ),
        ]
      })
      const info = childOf(node, 'ResGlobalInfo')
      return info === undefined || hasAdder(info)
        ? findings
        : [
            ...findings,
            ...compare(info, kind, sumUp(stays.map((stay) => priceOfStay(stay, kind, nightsOf(stay, global))))),
          ]
    }),
  ]
}

const ratesOf = ({ node }: StayNode): XmlNode[] => childrenOf(childOf(node, 'RoomRates'), 'RoomRate')

function nightsOf({ timeSpan }: StayNode, global: XmlNode | undefined): number | undefined {
  const span = spanOf(timeSpan ?? global)
  return span === undefined ? undefined : span.to - span.from
}

const totalOf = (node: XmlNode, kind: AmountKind): Decimal | undefined => amountOf(childOf(node, 'Total'), kind)
const only = (sum: Decimal | undefined): Expected | undefined =>
  sum === undefined ? undefined : { sums: [termOf(sum)], isTold: true }

/** What the Rates of a RoomRate make. Where they do not say that each Base is the price of a night, only if they price the whole stay. */
function priceByNights(rate: XmlNode, kind: AmountKind, nights: number | undefined): Expected | undefined {
  const found = sumOfRates(rate, kind)
  return found === undefined || (!found.isTold && found.nights !== nights)
    ? undefined
    : { sums: found.candidates, isTold: found.isTold }
}

/** What a RoomRate costs, or what its nights make where it has no Total and they are those of the stay. */
function priceOf(rate: XmlNode, kind: AmountKind, nights: number | undefined): Expected | undefined {
  if (childOf(rate, 'Total') !== undefined) return only(totalOf(rate, kind))
  return sumOfRates(rate, kind)?.nights === nights ? priceByNights(rate, kind, nights) : undefined
}

/** What a stay costs, or what its RoomRates make where it has no Total. */
function priceOfStay(stay: StayNode, kind: AmountKind, nights: number | undefined): Expected | undefined {
  if (childOf(stay.node, 'Total') !== undefined) return only(totalOf(stay.node, kind))
  return hasAdder(stay.node) ? undefined : sumUp(ratesOf(stay).map((rate) => priceOf(rate, kind, nights)))
}

/** Of several ways to read each part, all parts are read the same way. */
function sumUp(parts: readonly (Expected | undefined)[]): Expected | undefined {
  const known = parts.filter((part) => part !== undefined)
  if (known.length === 0 || known.length < parts.length) return undefined
  const ways = Math.max(...known.map(({ sums }) => sums.length))
  return {
    sums: Array.from({ length: ways }, (_, way) => addSums(known.map(({ sums }) => (sums[way] ?? sums[0]) as Sum))),
    isTold: known.every(({ isTold }) => isTold),
  }
}

/** Parts of a cent are rounded in each amount or in their sum, as the sender does it. */
const isSum = ({ amount, terms, isFine }: Sum, total: Decimal): boolean =>
  isSameDecimal(amount, total) || ((isFine || hasPartsOfCent(total)) && isWithinHalfCents(amount, total, terms))

function compare(node: XmlNode, kind: AmountKind, expected: Expected | undefined): LintFinding[] {
  const total = totalOf(node, kind)
  if (total === undefined || expected === undefined || expected.sums.some((sum) => isSum(sum, total))) return []
  const sums = [...new Set(expected.sums.map(({ amount }) => writeDecimal(amount)))]
  return [
    findingAt('total-mismatch', descend(node, 'Total') as XmlNode, kind, {
      found: writeDecimal(total),
      expected: sums.join(' or '),
      ...(expected.isTold ? {} : { severity: 'warning' as const }),
    }),
  ]
}

const PRICES: ReadonlySet<string> = new Set(['Total', 'Base'])

/** A tax makes a price more. */
function checkTax(node: XmlNode): LintFinding[] {
  if (!PRICES.has(node.name)) return []
  const [after, before] = AMOUNT_KINDS.map((kind) => parseMoney(valueOf(node, kind), valueOf(node, 'DecimalPlaces')))
  if (after === undefined || before === undefined || !isMoreDecimal(before, after)) return []
  return [
    findingAt('total-mismatch', node, 'AmountBeforeTax', {
      found: `${writeDecimal(before)} before tax, ${writeDecimal(after)} after`,
      expected: 'no more before tax than after',
      severity: 'warning',
    }),
  ]
}

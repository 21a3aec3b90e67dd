import { writeDecimal } from '../../build/index.js'
import { findingAt, type LintFinding } from '../../finding/index.js'
import { type MessageReservation, pathOf, spanOf, type StayNode, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'
import { type Charge, chargesOf, type Scope, toldIn, unknown } from './charges.js'
import { AMOUNT_KINDS, type AmountKind, amountIn, moneyOf } from './money.js'
import { readRates } from './rates.js'
import { chargesOfService, type Services, servicesOf, servicesOfRate, servicesOfStay } from './services.js'
import { type Expected, judgeTotal, lowOf, NOTHING, openOf, type Sum, sumUp } from './sums.js'
import { checkTax } from './tax.js'
import { type Budget, withCharges } from './with-charges.js'

/** What the totals of a reservation are found to be. */
export interface TotalsReport {
  findings: LintFinding[]
  /** Totals that nothing of the message proves right or wrong, and what stands in the way. */
  notes: LintFinding[]
}

/** What a part of the reservation costs, and all that may be in the total above it. */
interface Part {
  node: XmlNode
  /** Undefined where the part has no price. */
  price?: Expected
  charges: Charge[]
  /** Its own total is what its nights make, so a total above it that differs is the wrong one. */
  isProved: boolean
}

/** What one look at all totals goes by. */
interface Look {
  kind: AmountKind
  services: Services
  persons: number[]
  currency: string | undefined
  budget: Budget
  /** What each service adds, by nights and units. */
  known: Map<XmlNode, Map<string, Charge[]>>
  /** What became of each total that was compared. */
  verdicts: Map<XmlNode, { kind: AmountKind; expected: Expected; isRight: boolean | undefined }[]>
}

const TRIES_MAX = 400_000
const SHOWN_MAX = 4
const NOTED_MAX = 10

/**
 * Nights make the total of a room rate, room rates that of a stay, stays that of the reservation; like is compared with like. What may be in a total or not (fees,
 * discounts, services) is counted in every way that makes sense, and a total is wrong where none of them gives it. A deposit is a part of no total.
 */
export function checkTotals(reservation: MessageReservation): TotalsReport {
  const { node, stays } = reservation
  const priced = [...walkNodes(node)].filter(({ name }) => name === 'Total' || name === 'Base')
  const shared = {
    services: servicesOf(node),
    persons: personsOf(reservation),
    currency: priced.map((one) => valueOf(one, 'CurrencyCode')).find((code) => code !== undefined),
    budget: { left: TRIES_MAX },
    verdicts: new Map(),
  }
  for (const kind of AMOUNT_KINDS) lookAt(node, stays, { ...shared, kind, known: new Map() })
  const verdicts = [...(shared.verdicts as Look['verdicts']).entries()]
  return {
    findings: [
      ...[...walkNodes(node)].flatMap(checkTax),
      ...verdicts.flatMap(([total, found]) =>
        found.flatMap(({ kind, expected, isRight }) => (isRight === false ? mismatch(total, kind, expected) : [])),
      ),
    ],
    notes: verdicts
      .flatMap(([total, found]) => (found.every(({ isRight }) => isRight === undefined) ? note(total, found) : []))
      .slice(0, NOTED_MAX),
  }
}

function personsOf({ stays, guests }: MessageReservation): number[] {
  const counts = stays.map(({ guestCount }) => guestCount)
  const counted = counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : 0
  return [...new Set([counted, guests.length])].filter((count) => count > 0)
}

function lookAt(node: XmlNode, stays: readonly StayNode[], look: Look): void {
  const global = childOf(node, 'ResGlobalInfo')
  const parts = stays.map((stay) => partOfStay(stay, childOf(global, 'TimeSpan'), look))
  if (global === undefined) return
  const nights = Math.max(0, ...stays.map((stay) => nightsOf(stay, childOf(global, 'TimeSpan')) ?? 0))
  const scope = scopeOf(
    look,
    nights === 0 ? undefined : nights,
    unitsIn(stays.flatMap(({ node: one }) => ratesOf(one))),
  )
  const charges = [
    ...parts.flatMap((part) => part.charges),
    ...chargesIn(node, scope, look),
    ...chargesIn(global, scope, look),
    ...chargesOfServices(look.services.all, scope, look),
  ]
  compare(global, withoutPrice(parts), charges, look)
}

function partOfStay(stay: StayNode, span: XmlNode | undefined, look: Look): Part {
  const { node } = stay
  const nights = nightsOf(stay, span)
  const rates = ratesOf(node)
  const parts = rates.map((rate) => partOfRate(rate, nights, look))
  const scope = scopeOf(look, nights, unitsIn(rates))
  const own = [...parts.flatMap(({ charges }) => charges), ...chargesIn(node, scope, look)]
  const services = chargesOfServices(servicesOfStay(look.services, node), scope, look)
  const reckoned = withoutPrice(parts)
  const isRight = compare(node, reckoned, [...own, ...services], look)
  const isProved = parts.length > 0 && parts.every((part) => part.isProved)
  return { node, charges: chargesAbove(node, own), ...priceOf(node, reckoned, isRight, isProved, look) }
}

function partOfRate(node: XmlNode, nights: number | undefined, look: Look): Part {
  const scope = scopeOf(look, nights, wholeNumber(valueOf(node, 'NumberOfUnits')))
  const read = readRates(node, look.kind, scope, look.currency)
  const charges = [...(read?.charges ?? []), ...chargesIn(node, scope, look)]
  const services = chargesOfServices(servicesOfRate(look.services, node), scope, look)
  // Some of the nights cost no more than all of them.
  const isSome = read !== undefined && nights !== undefined && read.nights < nights
  const open =
    read === undefined || read.nights === nights
      ? undefined
      : asPart(read.expected, node, isSome ? lowOf(read.expected) : NOTHING)
  const expected = open !== undefined && !read?.expected.isTold ? open : read?.expected
  const isRight = compare(node, expected, [...charges, ...services], look)
  return { node, charges: chargesAbove(node, charges), ...priceOf(node, open ?? read?.expected, isRight, false, look) }
}

/** A fee may be left for the total above. What is taken off is taken off at once. */
const chargesAbove = (node: XmlNode, charges: readonly Charge[]): Charge[] =>
  childOf(node, 'Total') === undefined ? [...charges] : charges.filter((charge) => charge.node.name !== 'Discount')

const asPart = (expected: Expected, node: XmlNode, low: Sum | undefined): Expected => ({
  ...expected,
  sums: [],
  open: openOf(
    [...(expected.open?.obstacles ?? []), { node, what: 'has prices of other nights than those of the stay' }],
    low,
  ),
})

/** The price that the total above counts: the total as it stands, what its parts make, or either where they differ and nothing tells which one is wrong. */
function priceOf(
  node: XmlNode,
  reckoned: Expected | undefined,
  isRight: boolean | undefined,
  isReckonedProved: boolean,
  { kind }: Look,
): Pick<Part, 'price' | 'isProved'> {
  const total = childOf(node, 'Total')
  if (total === undefined) return { ...(reckoned === undefined ? {} : { price: reckoned }), isProved: false }
  const told = amountIn(total, kind)
  if (told === undefined) {
    const price: Expected = { sums: [], isTold: true, open: openOf([{ node: total, what: `has no ${kind}` }], NOTHING) }
    return { price, isProved: false }
  }
  if (told.sums.length === 0) {
    const obstacles = [{ node: total, what: `has no ${kind}` }]
    return {
      price: { sums: [], isTold: told.isCounted, open: openOf(obstacles, told.low, told.high) },
      isProved: false,
    }
  }
  const stated: Expected = { sums: told.sums, isTold: true }
  if (isRight !== false || reckoned === undefined) return { price: stated, isProved: isRight === true }
  if (isReckonedProved) return { price: reckoned, isProved: true }
  return { price: { ...reckoned, sums: [...told.sums, ...reckoned.sums] }, isProved: false }
}

/** What parts make together; undefined where none of them has a price. */
function withoutPrice(parts: readonly Part[]): Expected | undefined {
  if (parts.every(({ price }) => price === undefined)) return undefined
  return sumUp(
    parts.map(
      ({ node, price }) => price ?? { sums: [], isTold: true, open: openOf([{ node, what: 'has no price' }], NOTHING) },
    ),
  )
}

/** Holds the Total of an element against what its parts make. */
function compare(
  node: XmlNode,
  parts: Expected | undefined,
  charges: readonly Charge[],
  look: Look,
): boolean | undefined {
  const total = childOf(node, 'Total')
  const amount = moneyOf(total, look.kind)
  if (total === undefined || amount === undefined || parts === undefined) return undefined
  const isPlain = judgeTotal(amount, parts) === true
  const expected = isPlain ? parts : withCharges(parts, charges, look.budget)
  const isRight = isPlain || judgeTotal(amount, expected)
  look.verdicts.set(total, [...(look.verdicts.get(total) ?? []), { kind: look.kind, expected, isRight }])
  return isRight
}

const ratesOf = (stay: XmlNode): XmlNode[] => childrenOf(childOf(stay, 'RoomRates'), 'RoomRate')

function nightsOf({ timeSpan }: StayNode, global: XmlNode | undefined): number | undefined {
  const span = spanOf(timeSpan ?? global)
  return span === undefined ? undefined : span.to - span.from
}

const scopeOf = ({ persons }: Look, nights: number | undefined, units: number | undefined): Scope => ({
  nights,
  units,
  persons,
})

const unitsIn = (rates: readonly XmlNode[]): number =>
  rates.reduce((sum, rate) => sum + (wholeNumber(valueOf(rate, 'NumberOfUnits')) ?? 1), 0)

const chargesIn = (node: XmlNode, scope: Scope, { kind, currency }: Look): Charge[] =>
  chargesOf(toldIn(node, kind, currency).map((told) => ({ told, scope })))

const SERVICES_MAX = 100

/** Nobody books so many; their prices are left open. */
function chargesOfServices(services: readonly XmlNode[], scope: Scope, look: Look): Charge[] {
  return services.length > SERVICES_MAX
    ? [unknown(services[0] as XmlNode, false, 'is one of too many services to count')]
    : services.flatMap((service) => knownCharges(service, scope, look))
}

function knownCharges(service: XmlNode, scope: Scope, { kind, currency, known }: Look): Charge[] {
  const byScope = known.get(service) ?? new Map<string, Charge[]>()
  known.set(service, byScope)
  const key = `${scope.nights ?? ''}/${scope.units ?? ''}`
  const charges = byScope.get(key) ?? chargesOfService(service, kind, scope, currency)
  byScope.set(key, charges)
  return charges
}

function mismatch(total: XmlNode, kind: AmountKind, { sums, open, isTold }: Expected): LintFinding[] {
  const amounts = [...new Set(sums.map(({ amount }) => writeDecimal(amount)))]
  return [
    findingAt('total-mismatch', total, kind, {
      found: valueText(total, kind),
      expected: open === undefined ? sumsText(amounts) : boundsText(open),
      ...(isTold ? {} : { severity: 'warning' as const }),
    }),
  ]
}

function valueText(total: XmlNode, kind: AmountKind): string {
  const amount = moneyOf(total, kind)
  return amount === undefined ? '' : writeDecimal(amount)
}

const sumsText = (amounts: readonly string[]): string =>
  amounts.length <= SHOWN_MAX
    ? amounts.join(' or ')
    : `${amounts.slice(0, SHOWN_MAX).join(' or ')} or one of ${amounts.length - SHOWN_MAX} more, by what is in it`

function boundsText({ low, high }: { low?: Sum; high?: Sum }): string {
  const [least, most] = [low, high].map((sum) => (sum === undefined ? undefined : writeDecimal(sum.amount)))
  if (most === undefined) return `${least ?? '0'} or more`
  return least === undefined || low?.amount.units === 0n ? `no more than ${most}` : `${least} to ${most}`
}

function note(total: XmlNode, found: readonly { kind: AmountKind; expected: Expected }[]): LintFinding[] {
  const [first] = found
  if (first === undefined) return []
  const obstacles = [...new Map((first.expected.open?.obstacles ?? []).map((one) => [one.node, one])).values()]
  return [
    findingAt('total-unchecked', total, first.kind, {
      found: valueText(total, first.kind),
      nodes: obstacles.slice(0, NOTED_MAX).map(({ node, what }) => ({
        line: node.place.line,
        column: node.place.column,
        node: pathOf(node),
        found: what,
      })),
    }),
  ]
}

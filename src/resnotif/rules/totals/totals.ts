import type { LintFinding } from '../../finding/index.js'
import { type MessageReservation, spanOf, type StayNode, wholeNumber } from '../../read/index.js'
import { childOf, childrenOf, valueOf, walkNodes, type XmlNode } from '../../xml/index.js'
import { type Charge, chargesOf, type Scope, toldIn } from './charges.js'
import { chargesOfServices, compare, type Judged, type Look, lookOf, type Otherwise } from './look.js'
import { AMOUNT_KINDS, amountIn } from './money.js'
import { readRates } from './rates.js'
import { servicesOfRate, servicesOfStay } from './services.js'
import { type Expected, leastOf, lowOf, mostOf, NOTHING, openOf, type Sum, sumUp } from './sums.js'
import { checkTax } from './tax.js'
import { chargesOfTaxes } from './taxes-beside.js'
import { mismatch, noteOf, settleRounding } from './told.js'

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
  /** Taxes of its nights that are not said to be in their price. */
  taxes: Charge[]
  /** The prices of its nights. */
  prices: XmlNode[]
  /** Its own total is what its nights make, so a total above it that differs is the wrong one. */
  isProved: boolean
  /** Totals that would be those of one unit of several. */
  ofOneUnit: Judged[]
}

const NOTES_MAX = 500
const OF_ONE_UNIT = 'has a total that may be that of one unit'
const ON_TOP = 'does not say whether its taxes are in its prices'

/**
 * Nights make the total of a room rate, room rates that of a stay, stays that of the reservation; like is compared with like. What may be in a total or not (fees,
 * discounts, services) is counted in every way that makes sense. A total is wrong where it lies beyond all of them, and is noted where none of them gives it. A deposit
 * is a part of no total.
 */
export function checkTotals(reservation: MessageReservation): TotalsReport {
  const { node, stays } = reservation
  const { currency, ratio, ...shared } = lookOf(reservation)
  for (const kind of AMOUNT_KINDS)
    lookAt(node, stays, { ...shared, reading: { kind, currency, ratio }, known: new Map() })
  const { judged, rounding } = shared
  settleRounding(judged)
  const taxes = [...walkNodes(node)].map((one) => checkTax(one, rounding))
  const isWrong = (total: XmlNode): boolean => judged.some((one) => one.total === total && one.verdict === 'wrong')
  return {
    findings: [
      ...taxes.flatMap(({ findings }) => findings),
      ...taxes.flatMap(({ above }) => (above === undefined || isWrong(above.node) ? [] : [above.finding])),
      ...judged.flatMap((one) => (one.verdict === 'wrong' ? [mismatch(one)] : [])),
    ],
    notes: [
      ...taxes.flatMap(({ notes }) => notes),
      ...judged.flatMap((one) => (one.verdict === 'open' ? [noteOf(one)] : [])),
    ].slice(0, NOTES_MAX),
  }
}

function lookAt(node: XmlNode, stays: readonly StayNode[], look: Look): void {
  const global = childOf(node, 'ResGlobalInfo')
  const parts = stays.map((stay) => partOfStay(stay, childOf(global, 'TimeSpan'), look))
  if (global === undefined) return
  const nights = Math.max(0, ...stays.map((stay) => nightsOf(stay, childOf(global, 'TimeSpan')) ?? 0))
  const units = unitsIn(stays.flatMap(({ node: one }) => ratesOf(one)))
  const scope = scopeOf(look, nights === 0 ? undefined : nights, units)
  const charges = [
    ...parts.flatMap((part) => part.charges),
    ...chargesIn(node, scope, look),
    ...chargesAbove(global, parts, scope, look),
    ...chargesOfServices(look.services.all, scope, look),
  ]
  const reckoned = withoutPrice(parts)
  const taxes = parts.flatMap((part) => part.taxes)
  proveUnits(compare(global, reckoned, charges, look, onTop(global, reckoned, charges, taxes)), parts)
}

function partOfStay(stay: StayNode, span: XmlNode | undefined, look: Look): Part {
  const { node } = stay
  const nights = nightsOf(stay, span)
  const rates = ratesOf(node)
  const parts = rates.map((rate) => partOfRate(rate, nights, look))
  const scope = scopeOf(look, nights, unitsIn(rates))
  const own = [...parts.flatMap(({ charges }) => charges), ...chargesAbove(node, parts, scope, look)]
  const services = chargesOfServices(servicesOfStay(look.services, node), scope, look)
  const reckoned = withoutPrice(parts)
  const taxes = parts.flatMap((part) => part.taxes)
  const all = [...own, ...services]
  const judged = compare(node, reckoned, all, look, onTop(node, reckoned, all, taxes))
  proveUnits(judged, parts)
  const isProved = parts.length > 0 && parts.every((part) => part.isProved)
  return {
    node,
    charges: chargesLeft(node, own, judged),
    taxes,
    prices: parts.flatMap(({ prices }) => prices),
    ofOneUnit: childOf(node, 'Total') === undefined ? parts.flatMap(({ ofOneUnit }) => ofOneUnit) : [],
    ...priceOf(node, reckoned, judged, isProved, look),
  }
}

/** A total above that is right with all units proves that one below it is that of one unit. */
function proveUnits(judged: Judged | undefined, parts: readonly Part[]): void {
  if (judged?.verdict === 'right') for (const one of parts.flatMap(({ ofOneUnit }) => ofOneUnit)) one.verdict = 'right'
}

function partOfRate(node: XmlNode, nights: number | undefined, look: Look): Part {
  const units = wholeNumber(valueOf(node, 'NumberOfUnits'))
  const scope = scopeOf(look, nights, units)
  const read = readRates(node, look.reading, scope)
  const prices = read?.prices ?? []
  const taxes = chargesOfTaxes(childOf(node, 'Total'), taxesOf(node, look), prices, scope, look.reading)
  const charges = [...(read?.charges ?? []), ...chargesIn(node, scope, look), ...taxes]
  const services = chargesOfServices(servicesOfRate(look.services, node), scope, look)
  // Some of the nights cost no more than all of them.
  const isSome = read !== undefined && nights !== undefined && read.nights < nights
  const open =
    read === undefined || read.nights === nights
      ? undefined
      : asPart(read.expected, node, isSome ? lowOf(read.expected) : NOTHING)
  const expected = open !== undefined && !read?.expected.isTold ? open : read?.expected
  const single = units === undefined || units < 2 ? undefined : readRates(node, look.reading, { ...scope, units: 1 })
  const judged = compare(node, expected, [...charges, ...services], look, [
    {
      expected: single?.expected,
      charges: [...(single?.charges ?? []), ...taxes],
      obstacle: { node, what: OF_ONE_UNIT },
    },
    ...onTop(node, expected, [...charges, ...services], read?.taxes ?? []),
  ])
  const isOfOne = judged?.verdict === 'open' && judged.expected.open?.obstacles[0]?.what === OF_ONE_UNIT
  return {
    node,
    charges: chargesLeft(node, charges, judged),
    taxes: read?.taxes ?? [],
    prices,
    ofOneUnit: isOfOne && judged !== undefined ? [judged] : [],
    ...priceOf(node, open ?? read?.expected, judged, false, look),
  }
}

/** Taxes of nights may come on top of their prices. */
const onTop = (
  node: XmlNode,
  expected: Expected | undefined,
  charges: readonly Charge[],
  taxes: readonly Charge[],
): Otherwise[] =>
  taxes.length === 0
    ? []
    : [
        {
          expected,
          charges: [...charges, ...taxes.map(({ obstacle: _, ...tax }) => tax)],
          obstacle: { node, what: ON_TOP },
        },
      ]

const taxesOf = (node: XmlNode, { taxes }: Look): Expected | undefined => {
  const total = childOf(node, 'Total')
  return total === undefined ? undefined : taxes.get(total)
}

/** A fee may be left for the total above. What is taken off is taken off at once. */
const chargesLeft = (node: XmlNode, charges: readonly Charge[], judged: Judged | undefined): Charge[] =>
  childOf(node, 'Total') === undefined || judged?.verdict !== 'right'
    ? [...charges]
    : charges.filter((charge) => charge.node.name !== 'Discount')

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
  judged: Judged | undefined,
  isReckonedProved: boolean,
  { reading: { kind } }: Look,
): Pick<Part, 'price' | 'isProved'> {
  const total = childOf(node, 'Total')
  if (total === undefined) return { ...(reckoned === undefined ? {} : { price: reckoned }), isProved: false }
  const told = amountIn(total, kind)
  const isAbsent = told === undefined || told.sums.length === 0
  if (isAbsent && reckoned !== undefined && reckoned.sums.length > 0) return { price: reckoned, isProved: false }
  if (isAbsent) {
    const obstacles = [{ node: total, what: `has no ${kind}` }]
    const price: Expected = {
      sums: [],
      isTold: told?.isCounted ?? true,
      open: openOf(obstacles, told?.low ?? NOTHING, told?.high),
    }
    return { price, isProved: false }
  }
  const stated: Expected = { sums: told.sums, isTold: true }
  if (reckoned === undefined || judged === undefined || judged.verdict === 'right')
    return { price: stated, isProved: judged?.verdict === 'right' }
  if (isReckonedProved && judged.verdict === 'wrong') return { price: reckoned, isProved: true }
  const { open } = reckoned
  const [low, high] = [open?.low, open?.high]
  const both = openOf(
    open?.obstacles ?? [],
    low === undefined ? undefined : leastOf([low, ...told.sums]),
    high === undefined ? undefined : mostOf([high, ...told.sums]),
  )
  const either = { node: total, what: 'is not what its parts make' }
  const price: Expected = { ...reckoned, sums: [...told.sums, ...reckoned.sums], either }
  return { price: open === undefined ? price : { ...price, open: both }, isProved: false }
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

const chargesIn = (node: XmlNode, scope: Scope, { reading }: Look): Charge[] =>
  chargesOf(toldIn(node, reading).map((told) => ({ told, scope })))

/** What stands beside the total of a stay or of the reservation, and in its taxes. */
const chargesAbove = (node: XmlNode, parts: readonly Part[], scope: Scope, look: Look): Charge[] => [
  ...chargesIn(node, scope, look),
  ...chargesOfTaxes(
    childOf(node, 'Total'),
    taxesOf(node, look),
    parts.flatMap(({ prices }) => prices),
    scope,
    look.reading,
  ),
]

import { arePlacesOpen, openAmounts, writeDecimal } from '../../build/index.js'
import { findingOf, type LintFinding } from '../../finding/index.js'
import { type MessageReservation, pathOf, type StayNode } from '../../read/index.js'
import { childOf, childrenOf, walkStandard, type XmlNode } from '../../xml/index.js'
import type { StayNights } from '../../nights/index.js'
import { type Charge, chargesOf, type Scope, toldIn } from './charges.js'
import {
  checkServices,
  chargesOfServices,
  chargesOfServicesIn,
  compare,
  type Judged,
  type Look,
  lookOf,
  type Otherwise,
} from './look.js'
import { AMOUNT_KINDS, amountIn, readAsWritten } from './money.js'
import { checkRatesOf } from './rate-parts.js'
import { readOfUnits, readRates } from './rates.js'
import { servicesOfRate, servicesOfStay } from './services.js'
import {
  type Expected,
  leastOf,
  lowOf,
  mostOf,
  NOTHING,
  type Obstacle,
  openOf,
  type Sum,
  sumUp,
  timesSum,
} from './sums.js'
import { checkTax } from './tax.js'
import { chargesOfTaxes } from './taxes-beside.js'
import { addedOnTop, mismatch, noteOf, settleRounding, settleTaxed } from './told.js'

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
  /** Its total has what stands beside the total of the reservation. */
  hasAbove?: boolean
}

const NOTES_MAX = 500
const OF_ONE_UNIT = 'has a total that may be that of one unit'
const ON_TOP = 'does not say whether its taxes are in its prices'

/**
 * Nights make the total of a room rate, room rates that of a stay, stays that of the reservation; like is compared with like. What may be in a total or not (fees,
 * discounts, services) is counted in every way that makes sense. A total is wrong where it lies beyond all of them, and is noted where none of them gives it. A deposit
 * is a part of no total.
 * @param isOurs the message is of this service
 */
export function checkTotals(reservation: MessageReservation, isOurs: boolean): TotalsReport {
  const report = checkAll(reservation, isOurs)
  const { node } = reservation
  const [doubted] =
    report.findings.length === 0 || !arePlacesOpen(node)
      ? []
      : walkStandard(node).filter((one) => openAmounts(one).length > 0)
  if (doubted === undefined) return report
  // Where DecimalPlaces is in doubt, amounts that add up in either way are right.
  const written = readAsWritten(() => checkAll(reservation, isOurs))
  if (written.findings.length === 0) return written
  const notes = report.findings.map(({ node: path, line, column, found }): LintFinding => ({
    ...findingOf('total-unchecked', { line, column }, path),
    ...(found === undefined ? {} : { found }),
    nodes: [doubtedAmount(doubted)],
  }))
  return { findings: [], notes: [...notes, ...report.notes] }
}

function doubtedAmount(node: XmlNode): NonNullable<LintFinding['nodes']>[number] {
  const [one] = openAmounts(node)
  const found = `may be ${one?.text ?? ''} or ${one === undefined ? '' : writeDecimal(one.placed)}: its DecimalPlaces is in doubt`
  return { line: node.place.line, column: node.place.column, node: pathOf(node), found }
}

function checkAll(reservation: MessageReservation, isOurs: boolean): TotalsReport {
  const { node, stays } = reservation
  const { currency, ratio, ...shared } = lookOf(reservation, isOurs)
  for (const kind of AMOUNT_KINDS)
    lookAt(node, stays, { ...shared, reading: { kind, currency, ratio }, known: new Map() })
  const { judged, rounding } = shared
  settleRounding(judged)
  settleTaxed(judged)
  const taxes = walkStandard(node).map((one) => checkTax(one, rounding))
  const isWrong = (total: XmlNode): boolean => judged.some((one) => one.total === total && one.verdict === 'wrong')
  const findings = [
    ...taxes.flatMap(({ findings }) => findings),
    ...taxes.flatMap(({ above }) => (above === undefined || isWrong(above.node) ? [] : [above.finding])),
    ...judged.flatMap((one) => (one.verdict === 'wrong' ? [mismatch(one, rounding)] : [])),
    ...addedOnTop(judged, rounding),
  ]
  // What is found to be wrong is not called unchecked as well.
  const isFound = ({ node: at, line, column }: LintFinding): boolean =>
    findings.some((one) => one.node === at && one.line === line && one.column === column)
  return {
    findings,
    notes: [
      ...taxes.flatMap(({ notes }) => notes),
      ...judged.flatMap((one) => (one.verdict === 'open' ? [noteOf(one, rounding)] : [])),
    ]
      .filter((note) => !isFound(note))
      .slice(0, NOTES_MAX),
  }
}

function lookAt(node: XmlNode, stays: readonly StayNode[], look: Look): void {
  const global = childOf(node, 'ResGlobalInfo')
  const beside = (scope: Scope): Charge[] =>
    [node, ...(global === undefined ? [] : [global])].flatMap((one) => chargesIn(one, scope, look))
  const parts = stays.map((stay) => partOfStay(stay, beside, look))
  const nights = Math.max(0, ...stays.map((stay) => nightsOf(look.nightsOf(stay)) ?? 0))
  const units = sumUnits(
    stays.flatMap(({ node: one }) => ratesOf(one)),
    look,
  )
  const scope = scopeOf(look, nights === 0 ? undefined : nights, units)
  checkServices(scope, look)
  if (global === undefined) return
  const own = beside(scope)
  // What a RoomStay has in its total is not added once more.
  const isTaken = own.length > 0 && parts.some(({ hasAbove }) => hasAbove)
  const charges = [
    ...parts.flatMap((part) => part.charges),
    ...(isTaken ? [] : own),
    ...taxesAbove(global, parts, scope, look),
    ...chargesOfServices(look.services.all, scope, look),
  ]
  const reckoned = withoutPrice(parts)
  const taxes = parts.flatMap((part) => part.taxes)
  const kept = parts.filter((part) => !look.isCancelled(part.node))
  const others: Otherwise[] = [
    ...(kept.length === 0 || kept.length === parts.length
      ? []
      : [{ read: () => ({ expected: withoutPrice(kept), charges }) }]),
    ...(isTaken
      ? [
          {
            read: () => ({ expected: reckoned, charges: [...charges, ...own] }),
            obstacle: { node: own[0]?.node ?? global, what: 'is in the total of a RoomStay already' },
          },
        ]
      : []),
  ]
  proveUnits(compare(global, reckoned, charges, look, [...others, ...onTop(global, reckoned, charges, taxes)]), parts)
}

/** @param above what stands beside the total of the reservation, and may be in that of its stays */
function partOfStay(stay: StayNode, above: (scope: Scope) => Charge[], look: Look): Part {
  const { node } = stay
  const read = look.nightsOf(stay)
  const rates = ratesOf(node)
  const parts = rates.map((rate) => partOfRate(rate, read, look))
  const scope = scopeOf(look, nightsOf(read), sumUnits(rates, look))
  const own = [
    ...parts.flatMap(({ charges }) => charges),
    ...chargesIn(node, scope, look),
    ...taxesAbove(node, parts, scope, look),
  ]
  const services = chargesOfServicesIn(node, servicesOfStay(look.services, node), scope, look)
  const reckoned = withoutPrice(parts)
  const taxes = parts.flatMap((part) => part.taxes)
  const all = [...own, ...services]
  const judged = compare(node, reckoned, all, look, [
    { read: () => ({ expected: reckoned, charges: [...all, ...above(scope)] }), hasAbove: true },
    ...onTop(node, reckoned, all, taxes),
  ])
  proveUnits(judged, parts)
  const isProved = parts.length > 0 && parts.every((part) => part.isProved)
  return {
    node,
    charges: chargesLeft(node, own, judged),
    taxes,
    prices: parts.flatMap(({ prices }) => prices),
    ofOneUnit: childOf(node, 'Total') === undefined ? parts.flatMap(({ ofOneUnit }) => ofOneUnit) : [],
    hasAbove: judged?.hasAbove === true,
    ...priceOf(node, reckoned, judged, isProved, look),
  }
}

/** A total above that is right with all units proves that one below it is that of one unit. */
function proveUnits(judged: Judged | undefined, parts: readonly Part[]): void {
  if (judged?.verdict === 'right') for (const one of parts.flatMap(({ ofOneUnit }) => ofOneUnit)) one.verdict = 'right'
}

function partOfRate(node: XmlNode, stay: StayNights, look: Look): Part {
  const units = look.unitsOf(node)
  const nights = nightsOf(stay)
  const scope = scopeOf(look, nights, units)
  const read = readOfUnits(node, look.reading, scope, stay, look.unitsByType(node))
  const prices = read?.prices ?? []
  const taxes = chargesOfTaxes(childOf(node, 'Total'), taxesOf(node, look), prices, scope, look.reading)
  const charges = [...(read?.charges ?? []), ...chargesIn(node, scope, look), ...taxes]
  const services = chargesOfServicesIn(node, servicesOfRate(look.services, node), scope, look)
  checkRatesOf(node, scope, [...chargesIn(node, scope, look), ...services], stay, look)
  // Some of the nights cost no more than all of them.
  const isSome = read !== undefined && nights !== undefined && read.nights < nights
  const isAll = read === undefined || read.nights === nights || (stay.isShared && !Number.isNaN(read.nights))
  const open =
    read === undefined || isAll
      ? undefined
      : asPart(read.expected, otherNights(node, read.nights, nights), isSome ? lowOf(read.expected) : NOTHING)
  const expected = open !== undefined && !read?.expected.isTold ? open : read?.expected
  const readSingle: Otherwise['read'] = () => {
    const single = readRates(node, look.reading, { ...scope, units: 1 }, stay)
    return { expected: single?.expected, charges: [...(single?.charges ?? []), ...taxes] }
  }
  const judged = compare(node, expected, [...charges, ...services], look, [
    ...(units === undefined || units < 2 ? [] : [{ read: readSingle, obstacle: { node, what: OF_ONE_UNIT } }]),
    ...onTop(node, expected, [...charges, ...services], read?.taxes ?? []),
  ])
  const isOfOne = judged?.isOtherwise === true && judged.expected.open?.obstacles[0]?.what === OF_ONE_UNIT
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
          read: () => ({ expected, charges: [...charges, ...taxes.map(({ obstacle: _, ...tax }) => tax)] }),
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

const asPart = (expected: Expected, obstacles: readonly Obstacle[], low: Sum | undefined): Expected => ({
  ...expected,
  sums: [],
  open: openOf([...(expected.open?.obstacles ?? []), ...obstacles], low),
})

/** A Rate that does not tell its nights says so itself. */
function otherNights(node: XmlNode, priced: number, nights: number | undefined): Obstacle[] {
  if (Number.isNaN(priced)) return []
  const many = `${priced} ${priced === 1 ? 'night' : 'nights'}`
  const what =
    nights === undefined
      ? `has prices of ${many}, and the stay does not tell its own`
      : `has prices of ${many}, of a stay of ${nights}`
  return [{ node, what }]
}

/** The price that the total above counts: the total as it stands, what its parts make, or either where they differ and nothing tells which one is wrong. */
function priceOf(
  node: XmlNode,
  reckoned: Expected | undefined,
  judged: Judged | undefined,
  isReckonedProved: boolean,
  { reading: { kind }, unitsOf }: Look,
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
  // Of several units, nothing tells whether it is the total of one or of all.
  const units = reckoned === undefined && node.name === 'RoomRate' ? unitsOf(node) : 1
  const ofAll = units === undefined || units < 2 ? [] : told.sums.map((sum) => timesSum(sum, units))
  const stated: Expected = { sums: [...told.sums, ...ofAll], isTold: true }
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

const nightsOf = ({ span }: StayNights): number | undefined => (span === undefined ? undefined : span.to - span.from)

const scopeOf = ({ persons }: Look, nights: number | undefined, units: number | undefined): Scope => ({
  nights,
  units,
  persons,
})

const sumUnits = (rates: readonly XmlNode[], { unitsOf }: Look): number =>
  rates.reduce((sum, rate) => sum + (unitsOf(rate) ?? 1), 0)

const chargesIn = (node: XmlNode, scope: Scope, { reading }: Look): Charge[] =>
  chargesOf(toldIn(node, reading).map((told) => ({ told, scope })))

/** Taxes beside the total of a stay or of the reservation. */
const taxesAbove = (node: XmlNode, parts: readonly Part[], scope: Scope, look: Look): Charge[] =>
  chargesOfTaxes(
    childOf(node, 'Total'),
    taxesOf(node, look),
    parts.flatMap(({ prices }) => prices),
    scope,
    look.reading,
  )

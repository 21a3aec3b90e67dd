import { decimalsOf, isPaidWhole } from '../../../decimal.js'
import { type Decimal, placesOf } from '../../build/index.js'
import {
  isCancelledAt,
  type MessageReservation,
  openUnitsOf,
  type OpenUnits,
  type StayNode,
  unitsIn,
  wholeNumber,
} from '../../read/index.js'
import { childOf, descend, valueOf, walkStandard, type XmlNode } from '../../xml/index.js'
import { readNights, type StayNights } from '../../nights/index.js'
import { type Charge, type Reading, type Scope, unknown } from './charges.js'
import { type AmountKind, moneyOf, taxRatioOf } from './money.js'
import { chargesOfService, isOfOne, type Services, servicesOf, splitCharge, unmadeTotals } from './services.js'
import {
  type Expected,
  judgeTotal,
  type Obstacle,
  openOf,
  roundedSum,
  type Rounding,
  type Sum,
  type Verdict,
} from './sums.js'
import { type Budget, withCharges } from './with-charges.js'

/** What became of a kind of amount of a total. */
export interface Judged {
  total: XmlNode
  kind: AmountKind
  expected: Expected
  verdict: Verdict
  /** It is what one of its other readings makes. */
  isOtherwise?: boolean
  /** What its parts make, where it differs by no more than a rounding of each. */
  rounded?: Sum
  /** It has what stands beside the total above it. */
  hasAbove?: boolean
  /** It is right with this charge alone, which is called a part of the price that it was added to. */
  inclusive?: { node: XmlNode; without: readonly Sum[] }
}

/** What one look at all totals goes by. */
export interface Look {
  reading: Reading
  services: Services
  persons: number[]
  rounding: Rounding
  budget: Budget
  /** That of the Rates, of which there may be many. */
  rateBudget: Budget
  /** What each service adds, by nights and units. */
  known: Map<XmlNode, Map<string, Charge[]>>
  /** What the parts of a total make of its Taxes. */
  taxes: Map<XmlNode, Expected>
  judged: Judged[]
  isCancelled: (node: XmlNode) => boolean
  nightsOf: (stay: StayNode) => StayNights
  /** How many units a RoomRate is for. */
  unitsOf: (roomRate: XmlNode) => number | undefined
  /** How many by its RoomType, where that tells another number. */
  unitsByType: (roomRate: XmlNode) => number | undefined
}

const TRIES_MAX = 250_000
const OF_CANCELLATION = 'is that of a cancellation: what the stay would have cost, what is still to be paid, or nothing'

export function lookOf(
  reservation: MessageReservation,
  isOurs: boolean,
): Omit<Look, 'reading' | 'known'> & Pick<Reading, 'currency' | 'ratio'> {
  const { node } = reservation
  const all = walkStandard(node)
  const priced = all.filter(({ name }) => name === 'Total' || name === 'Base')
  const rates = all
    .filter(({ name }) => name === 'Rate')
    .flatMap((rate) => childOf(rate, 'Total') ?? childOf(rate, 'Base') ?? [])
  const currency = priced.map((one) => valueOf(one, 'CurrencyCode')).find((code) => code !== undefined)
  const span = descend(node, 'ResGlobalInfo', 'TimeSpan')
  const nights = new Map(reservation.stays.map((stay) => [stay, readNights(stay, span, isOurs)]))
  const units = new Map(reservation.stays.map((stay) => [stay.node, unitsIn(stay.node)]))
  const open = new Map(reservation.stays.map((stay) => [stay.node, openUnitsOf(stay.node)]))
  return {
    unitsOf: (rate) => units.get(rate.parent?.parent as XmlNode)?.(rate),
    unitsByType: (rate) => byTypeOf(rate, open.get(rate.parent?.parent as XmlNode) ?? []),
    isCancelled: isCancelledAt,
    nightsOf: (stay) => nights.get(stay) ?? readNights(stay, span, isOurs),
    services: servicesOf(node),
    persons: personsOf(reservation),
    currency,
    ratio: taxRatioOf(rates),
    rounding: roundingOf(currency, priced, all),
    budget: { left: TRIES_MAX },
    rateBudget: { left: TRIES_MAX },
    taxes: new Map(),
    judged: [],
  }
}

function byTypeOf(roomRate: XmlNode, open: readonly OpenUnits[]): number | undefined {
  const of = open.find(({ room }) => room === valueOf(roomRate, 'RoomTypeCode'))
  const own = wholeNumber(valueOf(roomRate, 'NumberOfUnits'))
  const units = of === undefined || own === undefined ? 0 : (own * of.byType) / of.byRates
  return Number.isSafeInteger(units) && units > 0 ? units : undefined
}

const AMOUNTS = ['Amount', 'AmountAfterTax', 'AmountBeforeTax']
const HAS_PARTS = /^\s*-?\d{1,20}[.,]\d{0,20}[1-9]/

/** A sender who writes whole amounts rounds to them, whatever the currency allows. */
function roundingOf(currency: string | undefined, priced: readonly XmlNode[], all: readonly XmlNode[]): Rounding {
  const code = currency?.trim().toUpperCase() ?? ''
  const decimals = decimalsOf(code)
  const amounts = priced.flatMap((one) =>
    ['AmountAfterTax', 'AmountBeforeTax'].flatMap((kind): Decimal[] =>
      [moneyOf(one, kind)].filter((amount) => amount !== undefined),
    ),
  )
  const most = (places: (amount: Decimal) => number): number =>
    amounts.reduce((so, amount) => Math.max(so, Math.min(decimals, places(amount))), 0)
  const written = most(({ scale }) => scale)
  // One amount with parts of a unit, be it of a tax or a fee, tells that whole ones are whole by chance.
  const isWhole =
    most(placesOf) === 0 && !all.some((one) => AMOUNTS.some((name) => HAS_PARTS.test(valueOf(one, name) ?? '')))
  const used = isWhole ? 0 : written
  return { decimals, used, taxes: isPaidWhole(code) ? used : written }
}

/** How many people, by what the message counts and names; adults alone may be those who pay. */
function personsOf({ stays, guests, node }: MessageReservation): number[] {
  const counts = stays.map(({ guestCount }) => guestCount)
  const counted = counts.every((count) => count !== undefined) ? counts.reduce((sum, count) => sum + count, 0) : 0
  const adults = walkStandard(node)
    .filter(({ name }) => name === 'GuestCount')
    .filter((one) => valueOf(one, 'AgeQualifyingCode') === '10')
    .reduce((sum, one) => sum + (wholeNumber(valueOf(one, 'Count')) ?? 0), 0)
  return [...new Set([counted, guests.length, adults])].filter((count) => count > 0)
}

/** Another way to read the parts of a total: it is no proof, and no fault. */
export interface Otherwise {
  read: () => { expected: Expected | undefined; charges: readonly Charge[] }
  /** Why it is no proof. Without one it is as good as the first reading. */
  obstacle?: Obstacle
  hasAbove?: boolean
}

/** Holds the Total of an element against what its parts make. */
export function compare(
  node: XmlNode,
  parts: Expected | undefined,
  charges: readonly Charge[],
  look: Look,
  otherwise: readonly Otherwise[] = [],
): Judged | undefined {
  const {
    reading: { kind, ratio },
    budget,
    rounding,
  } = look
  const total = childOf(node, 'Total')
  if (total !== undefined && kind === 'Taxes' && parts !== undefined) look.taxes.set(total, parts)
  const amount = moneyOf(total, kind)
  if (total === undefined || amount === undefined || parts === undefined) return undefined
  const isPlain = judgeTotal(amount, parts, rounding) === 'right'
  const expected = isPlain ? parts : withCharges(parts, charges, budget, ratio)
  const judged: Judged = { total, kind, expected, verdict: isPlain ? 'right' : judgeTotal(amount, expected, rounding) }
  const inclusive = charges.find((one) => one.isInclusive)
  if (judged.verdict === 'right' && !isPlain && inclusive !== undefined && !look.isCancelled(node)) {
    const plain = charges.filter((one) => one.isInclusive !== true)
    const without = withCharges(parts, plain, budget, ratio)
    if (judgeTotal(amount, without, rounding) === 'wrong')
      judged.inclusive = { node: inclusive.node, without: without.sums }
  }
  if (judged.verdict === 'wrong') tryOthers(judged, amount, withDoubts(parts, charges, otherwise), look)
  // Whoever divides a price by its nights, and rounds, cannot make them add up.
  const near = judged.verdict === 'wrong' ? roundedSum(amount, judged.expected, rounding) : undefined
  if (near !== undefined) {
    judged.verdict = 'open'
    judged.rounded = near
    judged.expected = { ...judged.expected, open: { obstacles: [] } }
  }
  const foreign = judged.verdict === 'wrong' ? foreignIn(node, total) : undefined
  if (foreign !== undefined) {
    judged.verdict = 'open'
    const what = 'is in another currency than the total'
    judged.expected = { ...judged.expected, open: { obstacles: [{ node: foreign, what }] } }
  }
  // What is cancelled may cost anything.
  if (look.isCancelled(node) && judged.verdict !== 'right') {
    if (amount.units === 0n) return undefined
    if (judged.verdict === 'wrong') {
      judged.verdict = 'open'
      judged.expected = { ...judged.expected, open: { obstacles: [{ node: total, what: OF_CANCELLATION }] } }
    }
  }
  // Taxes of nothing are often no more than a form that was filled in.
  if (kind === 'Taxes' && amount.units === 0n && judged.verdict !== 'right') {
    if (parts.sums.length === 0) return undefined
    judged.verdict = 'open'
    judged.expected = { ...expected, open: { obstacles: [{ node: total, what: 'tells Taxes of nothing' }] } }
  }
  look.judged.push(judged)
  return judged
}

/** A price of what a total is of that is in another currency: the two cannot be added or compared. */
function foreignIn(node: XmlNode, total: XmlNode): XmlNode | undefined {
  const codeOf = (one: XmlNode): string | undefined => valueOf(one, 'CurrencyCode')?.trim().toUpperCase()
  const own = codeOf(total)
  const scope = node.name === 'ResGlobalInfo' ? (node.parent ?? node) : node
  return own === undefined
    ? undefined
    : walkStandard(scope).find(
        (one) => ['Total', 'Base'].includes(one.name) && one.parent?.name !== 'Service' && (codeOf(one) ?? own) !== own,
      )
}

function tryOthers(judged: Judged, amount: Decimal, otherwise: readonly Otherwise[], look: Look): void {
  const { budget, rounding, reading } = look
  for (const { read, obstacle, hasAbove } of otherwise) {
    const { expected: other, charges } = read()
    const expected = other === undefined ? undefined : withCharges(other, charges, budget, reading.ratio)
    const verdict = expected === undefined ? 'wrong' : judgeTotal(amount, expected, rounding)
    if (verdict === 'wrong' || expected === undefined) continue
    if (hasAbove === true) judged.hasAbove = true
    if (obstacle === undefined) {
      judged.expected = expected
      judged.verdict = verdict
    } else {
      judged.expected = { ...judged.expected, open: { obstacles: [obstacle] } }
      judged.verdict = 'open'
      judged.isOtherwise = verdict === 'right'
    }
    return
  }
}

const doubtsOf = ({ doubt, isTold }: Expected, charges: readonly Charge[]): Otherwise[] =>
  doubt === undefined
    ? []
    : [{ read: () => ({ expected: { sums: doubt.sums, isTold }, charges }), obstacle: doubt.obstacle }]

/** The other ways to read a total, and then all of them with charges for some of what they count by. */
function withDoubts(parts: Expected, charges: readonly Charge[], otherwise: readonly Otherwise[]): Otherwise[] {
  const all = [...doubtsOf(parts, charges), ...otherwise]
  const plain: Otherwise = { read: () => ({ expected: parts, charges }) }
  const obstacle = charges.find(({ doubt }) => doubt !== undefined)?.doubt?.obstacle
  if (obstacle === undefined) return all
  const doubted = [plain, ...all].map((one): Otherwise => ({
    ...one,
    obstacle: one.obstacle ?? obstacle,
    read: () => {
      const read = one.read()
      return {
        ...read,
        charges: read.charges.map((charge) => ({ ...charge, sums: charge.doubt?.sums ?? charge.sums })),
      }
    },
  }))
  return [...all, ...doubted]
}

const SERVICES_MAX = 100

/** Nobody books so many; their prices are left open. */
export function chargesOfServices(services: readonly XmlNode[], scope: Scope, look: Look): Charge[] {
  return services.length > SERVICES_MAX
    ? [unknown(services[0] as XmlNode, false, 'is one of too many services to count')]
    : services.flatMap((service) => knownCharges(service, scope, look))
}

/** Those of a RoomStay or a RoomRate. */
export const chargesOfServicesIn = (part: XmlNode, services: readonly XmlNode[], scope: Scope, look: Look): Charge[] =>
  chargesOfServices(services, scope, look).map((charge) =>
    isOfOne(look.services, charge.node, part) ? charge : splitCharge(charge),
  )

/** Notes the Total of a service that its Base does not make. */
export function checkServices(scope: Scope, { services, reading, rounding, judged, isCancelled }: Look): void {
  const { kind } = reading
  if (kind === 'Taxes' || services.all.length > SERVICES_MAX) return
  for (const service of services.all)
    for (const { total, sums } of isCancelled(service) ? [] : unmadeTotals(service, scope, reading, rounding)) {
      const obstacles = [{ node: service, what: 'does not say how its Base makes its Total' }]
      judged.push({ total, kind, verdict: 'open', expected: { sums, isTold: true, open: openOf(obstacles) } })
    }
}

function knownCharges(service: XmlNode, scope: Scope, { reading, known, budget }: Look): Charge[] {
  const byScope = known.get(service) ?? new Map<string, Charge[]>()
  known.set(service, byScope)
  const key = `${scope.nights ?? ''}/${scope.units ?? ''}`
  const charges = byScope.get(key) ?? chargesOfService(service, scope, reading, budget)
  byScope.set(key, charges)
  return charges
}

import { isDeepStrictEqual } from 'node:util'
import { formatNight, type Night, type NightFields } from '../../calendar/index.js'
import type { ResultOf } from '../../contract/index.js'
import { type Decimal, decimalOf, writeTotal } from '../../decimal.js'
import type { KnownSeries } from '../../journal/index.js'
import { checkKnownStay, type StayCheck } from './check-stay.js'

type Offer = ResultOf<'product.search'>

/** Why a night could not be judged. */
export type NotJudged =
  | 'noAnswer'
  | 'noPrice'
  | 'contradicts'
  | 'namedTwice'
  | 'plansDiffer'
  | 'noUnits'
  | 'notPushed'
  | 'tooLittle'
  | 'byGuests'
  | 'sentSince'

/**
 * How a cell of the journal and the service's own answer compare. `same` names the pushed fields that the answer says nothing of, and whether it is the
 * same only in that nothing is on offer, which something unknown may cause as well;
 * `sold`: fewer units are free than were pushed, as bookings do.
 */
export type Comparison =
  | { verdict: 'same'; untested: readonly string[]; isAbsent?: true }
  | { verdict: 'sold' }
  | { verdict: 'unknown'; why: NotJudged; detail?: string; lacks?: readonly Lack[] }
  | { verdict: 'drift'; field: string; known: string; service: string }

/** What would have to be known of a night that is not offered. */
export type Lack = StayCheck['unknown'][number]['what']

const unknown = (why: NotJudged): Comparison => ({ verdict: 'unknown', why })

const notKnown = (checks: readonly StayCheck[]): Comparison => ({
  verdict: 'unknown',
  why: 'tooLittle',
  lacks: [...new Set(checks.flatMap((check) => check.unknown.map(({ what }) => what)))],
})

/** What this machine knows of one room of a hotel. */
export interface KnownRoom {
  room: string
  rates: readonly KnownSeries[]
  inventory: readonly KnownSeries[]
}

/** Nights of the stay to ask about, so that the length of stay does not hide the room. */
export function stayLength({ room, rates, inventory }: KnownRoom, plan: string | undefined, night: Night): number {
  const lengths = checkKnownStay(rates, inventory, { room, plan, from: night, nights: 1, earliest: night }).map(
    ({ obstacles }) => (obstacles.some(({ rule }) => rule === 'minStay') ? minStay(rates, plan, night) : 1),
  )
  return Math.min(LONGEST, ...lengths)
}

const LONGEST = 28

function minStay(rates: readonly KnownSeries[], plan: string | undefined, night: Night): number {
  const found = rates
    .filter((series) => plan === undefined || series.plan === plan || series.plan === '')
    .flatMap(({ segments }) =>
      segments
        .filter(({ from, until }) => from <= night && night < until)
        .map(({ value }) => Number(value['min_stay'] ?? 1)),
    )
  return Math.max(1, Math.min(...found))
}

/**
 * Compares price and saleability of one night of a product. A price without a plan is compared with every plan on offer that has no value of its own here:
 * where they differ, no one of them is the room's price.
 */
export function compareRate(offer: Offer, known: KnownRoom, plan: string, night: Night, nights: number): Comparison {
  const inRoom = offer.roomTypes
    .filter(({ roomId }) => String(roomId) === known.room)
    .flatMap(({ ratePlans }) => ratePlans)
  const listed = plan === '' ? inRoom : inRoom.filter(({ ratePlanId }) => String(ratePlanId) === plan)
  if (listed.length === 0) {
    const check = stayOf(known, plan, night, nights)
    return check === undefined ? unknown('tooLittle') : unlisted(check, fieldsOf(known.rates, plan, night))
  }
  const named = [...new Set(listed.map(({ ratePlanId }) => String(ratePlanId)))].sort()
  const carrying = plan === '' ? named.filter((name) => !hasOwnValue(known.rates, name, night)) : named
  const found = carrying.map((name) => ({
    name,
    result: agreed(
      listed
        .filter(({ ratePlanId }) => String(ratePlanId) === name)
        .map((one) =>
          compareListed({ ...one, currencyCode: one.currencyCode ?? offer.currencyCode }, known, name, night, nights),
        ),
    ),
  }))
  return agreedPlans(found)
}

/** What this machine knows of a stay that begins on that night. */
function stayOf(
  { room, rates, inventory }: KnownRoom,
  plan: string,
  night: Night,
  nights: number,
): StayCheck | undefined {
  return checkKnownStay(rates, inventory, { room, plan, from: night, nights, earliest: night })[0]
}

function compareListed(listed: Listed, known: KnownRoom, plan: string, night: Night, nights: number): Comparison {
  const check = stayOf(known, plan, night, nights)
  if (check === undefined) return unknown('tooLittle')
  const rule = check.obstacles.find((obstacle) => obstacle.rule !== 'noInventory')
  if (rule !== undefined) return { verdict: 'drift', field: rule.rule, known: rule.words, service: 'offered for sale' }
  return comparePrice(listed, fieldsOf(known.rates, plan, night), night, nights)
}

/** Whether a plan has a value of its own for anything that the night has without a plan. */
function hasOwnValue(rates: readonly KnownSeries[], plan: string, night: Night): boolean {
  const own = valuesOf(rates, plan, night)
  return Object.keys(valuesOf(rates, '', night)).some((name) => own[name] !== undefined)
}

/** What the entries of one product say: an answer that lists it twice must say the same of it twice. */
function agreed(results: readonly Comparison[]): Comparison {
  const [first] = results
  return first === undefined
    ? unknown('tooLittle')
    : results.every((one) => isDeepStrictEqual(one, first))
      ? first
      : unknown('namedTwice')
}

function agreedPlans(found: readonly { name: string; result: Comparison }[]): Comparison {
  const unclear = found.find(({ result }) => result.verdict === 'unknown')
  const [first] = found
  if (unclear !== undefined || first === undefined) return unclear?.result ?? unknown('tooLittle')
  if (found.every(({ result }) => isDeepStrictEqual(result, first.result))) return first.result
  const said = found.map(
    ({ name, result }) =>
      `plan ${name} ${result.verdict === 'drift' ? `${result.field} ${result.service}` : 'as pushed'}`,
  )
  return { verdict: 'unknown', why: 'plansDiffer', detail: said.join(', ') }
}

type Listed = Offer['roomTypes'][number]['ratePlans'][number]

/** A product on offer shows its price and currency, and that arrival is possible; of the limits on its length only that this one is inside. */
function comparePrice(
  { dailyPrices, totalPrice, currencyCode }: Listed,
  set: NightFields,
  night: Night,
  nights: number,
): Comparison {
  const open = untestedOf(set, [
    'price',
    ...(currencyCode === undefined || currencyCode === null ? [] : ['currency']),
    'closed',
    'closed_to_arrival',
    ...(Number(set['min_stay'] ?? 1) > 1 ? [] : ['min_stay']),
  ])
  if (set['price'] === undefined)
    return set['closed'] === undefined && set['closed_to_arrival'] === undefined
      ? unknown('notPushed')
      : { verdict: 'same', untested: open }
  const known = String(set['price'])
  const currency = set['currency'] === undefined ? undefined : String(set['currency'])
  const listed = Array.from({ length: nights }, (_, at) => [
    ...new Set(dailyPrices?.filter(({ date }) => date === formatNight(night + at)).map(({ price }) => amountOf(price))),
  ])
  if (listed.some((amounts) => amounts.length > 1)) return unknown('namedTwice')
  const prices = listed.map(([amount]) => amount)
  const [asked] = prices
  if (asked === undefined) return unknown('noPrice')
  if (
    currency !== undefined &&
    currencyCode !== undefined &&
    currencyCode !== null &&
    currency.toUpperCase() !== currencyCode.toUpperCase()
  ) {
    return {
      verdict: 'drift',
      field: 'currency',
      known: `${known} ${currency}`,
      service: `${writeTotal(asked)} ${currencyCode}`,
    }
  }
  if (asked !== amountOf(known)) return { verdict: 'drift', field: 'price', known, service: writeTotal(asked) }
  const sum = prices.reduce<Decimal | undefined>(
    (all, price) => (all === undefined || price === undefined ? undefined : all + price),
    0n,
  )
  const total = amountOf(totalPrice)
  return sum !== undefined && total !== undefined && sum !== total
    ? unknown('contradicts')
    : { verdict: 'same', untested: open }
}

const amountOf = (price: string | number | undefined): Decimal | undefined =>
  price === undefined ? undefined : decimalOf(String(price))

/** What was pushed of a night and is not among what an answer shows. */
function untestedOf(set: NightFields, tested: readonly string[]): string[] {
  return Object.entries(set)
    .filter(([name, value]) => value !== undefined && !tested.includes(name))
    .map(([name]) => name)
}

/** Compares how many units of a room are free. */
export function compareInventory(offer: Offer, known: KnownRoom, night: Night, nights: number): Comparison {
  const counts = Array.from({ length: nights }, (_, at) => countOf(known.inventory, night + at))
  if (counts.includes(undefined)) return unknown('tooLittle')
  const free = Math.min(...(counts as number[]))
  const entries = offer.roomTypes.filter(({ roomId }) => String(roomId) === known.room)
  if (entries.length === 0) {
    if (free === 0) return { verdict: 'same', untested: [], isAbsent: true }
    const checks = checkKnownStay(known.rates, known.inventory, {
      room: known.room,
      from: night,
      nights,
      earliest: night,
    })
    return checks.some(({ answer }) => answer === 'yes') ? { verdict: 'sold' } : notKnown(checks)
  }
  const [availableUnits, ...others] = new Set(entries.map((one) => one.availableUnits))
  if (others.length > 0) return unknown('namedTwice')
  if (availableUnits === undefined) return unknown('noUnits')
  if (availableUnits > free)
    return { verdict: 'drift', field: 'availability', known: String(free), service: String(availableUnits) }
  return availableUnits < free ? { verdict: 'sold' } : { verdict: 'same', untested: [] }
}

/** The fields behind each rule that may forbid a stay. */
const FIELD_OF_RULE: Readonly<Record<string, string>> = {
  closed: 'closed',
  closedToArrival: 'closed_to_arrival',
  minStay: 'min_stay',
  maxStay: 'max_stay',
}

function unlisted(check: StayCheck, set: NightFields): Comparison {
  const { answer, obstacles, checkIn } = check
  if (answer === 'yes') return { verdict: 'drift', field: 'sale', known: 'can be sold', service: 'not offered' }
  if (answer !== 'no') return notKnown([check])
  // Not offered proves none of several rules, only that something forbids the stay: the one that this night has itself is taken as it.
  const rule = obstacles.find(({ night }) => night === checkIn)?.rule ?? ''
  return { verdict: 'same', untested: untestedOf(set, [FIELD_OF_RULE[rule] ?? '']), isAbsent: true }
}

function fieldsOf(rates: readonly KnownSeries[], plan: string, night: Night): NightFields {
  return { ...valuesOf(rates, '', night), ...valuesOf(rates, plan, night) }
}

function valuesOf(rates: readonly KnownSeries[], plan: string, night: Night): NightFields {
  return Object.assign(
    {},
    ...rates
      .filter((series) => series.plan === plan)
      .flatMap(({ segments }) =>
        segments.filter(({ from, until }) => from <= night && night < until).map(({ value }) => value),
      ),
  ) as NightFields
}

function countOf(inventory: readonly KnownSeries[], night: Night): number | undefined {
  for (const { segments } of inventory)
    for (const { from, until, value } of segments)
      if (from <= night && night < until && value['availability'] !== undefined) return Number(value['availability'])
  return undefined
}

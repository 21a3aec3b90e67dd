import {
  checkStay,
  formatNight,
  type Night,
  type NightFields,
  type StayNight,
  type StayObstacle,
} from '../../calendar/index.js'
import type { DoubtfulSeries, KnownSeries, SentFields } from '../../journal/index.js'
import { nightsText, obstacleWords } from './stay-words.js'

/** A stay in one room under one plan, judged by what this machine knows of the service's calendar. */
export interface StayCheck {
  room: string
  /** '' where rates were pushed without a plan. */
  plan: string
  checkIn: string
  checkOut: string
  nights: number
  /** `no` only where something known forbids it, `yes` only where nothing that counts is unknown. */
  answer: 'yes' | 'no' | 'unknown'
  /** What forbids it, in the order of nights. */
  obstacles: { night: string; rule: string; words: string }[]
  /** What would have to be known as well. */
  unknown: { what: 'price' | 'inventory' | 'plan' | 'sent'; words: string }[]
  /** The stay of the same length that is known to be open and begins nearest to the wanted one; the earlier one of two. */
  nearest?: { checkIn: string; checkOut: string }
  /** What the service said where it was asked. */
  service?: 'offered' | 'not offered'
}

interface WantedStay {
  room: string
  /** Only this plan. */
  plan?: string | undefined
  from: Night
  nights: number
  /** First night on which a stay may begin. */
  earliest: Night
  /** Plans that are known to sell the room; absent: every plan that rates were pushed for. */
  sellingPlans?: ReadonlySet<string> | undefined
  /** What was sent over the same window and not acknowledged. */
  sent?: SentSeries | undefined
}

/** How far a stay is looked for instead, nights to either side. */
export const LOOK_AROUND_NIGHTS = 60

/**
 * Judges a stay for every plan of the room. A plan's own value of a night counts before one that was pushed without a plan.
 * @param rates the room's series over the stay, LOOK_AROUND_NIGHTS to either side and the day of departure
 */
export function checkKnownStay(
  rates: readonly KnownSeries[],
  inventory: readonly KnownSeries[],
  wanted: WantedStay,
): StayCheck[] {
  const { sent = { rates: [], inventory: [] } } = wanted
  const general = new Layer(rates, sent.rates, '')
  const free = new Layer(inventory, sent.inventory, '')
  const named = [...new Set([...rates, ...sent.rates].map(({ plan }) => plan))].filter((plan) => plan !== '')
  const plans = wanted.plan === undefined ? (named.length === 0 ? [''] : named.sort()) : [wanted.plan]
  return plans.map((plan) => {
    const layers = [general, ...(plan === '' ? [] : [new Layer(rates, sent.rates, plan)]), free]
    const variants = Math.max(...layers.map((layer) => layer.variants))
    const nightOf = (night: Night, variant: number): StayNight =>
      stayNight(night, Object.assign({}, ...layers.map((layer) => layer.of(night, variant))) as NightFields)
    return checkOne(plan, { nightOf, variants }, wanted)
  })
}

/** What is known of one plan, or of the free units, and what else the service may hold because it was sent and not acknowledged. */
class Layer {
  readonly #known: ReadonlyMap<Night, NightFields>
  readonly #sent: ReadonlyMap<Night, SentFields>
  /** Ways in which the values may stand at the service: as known, and with each value that was sent. */
  readonly variants: number

  constructor(known: readonly KnownSeries[], sent: readonly DoubtfulSeries[], plan: string) {
    this.#known = byNight(known.filter((series) => series.plan === plan))
    this.#sent = byNight(sent.filter((series) => series.plan === plan))
    this.variants =
      1 +
      Math.max(0, ...[...this.#sent.values()].flatMap((fields) => Object.values(fields).map(({ length }) => length)))
  }

  /** @param variant 0: as known; any other: the value that was sent so many times ago, or the first one */
  of(night: Night, variant: number): NightFields {
    const sent = this.#sent.get(night)
    const known = this.#known.get(night) ?? {}
    if (variant === 0 || sent === undefined) return known
    const values = Object.entries(sent).flatMap(([name, all]) =>
      all.length === 0 ? [] : [[name, (all.at(-variant) ?? all[0])?.value] as const],
    )
    return { ...known, ...(Object.fromEntries(values) as NightFields) }
  }
}

function byNight<V extends object>(
  series: readonly { segments: readonly { from: Night; until: Night; value: V }[] }[],
): Map<Night, V> {
  const nights = new Map<Night, V>()
  for (const { segments } of series) {
    for (const { from, until, value } of segments)
      for (let night = from; night < until; night += 1) nights.set(night, { ...nights.get(night), ...value })
  }
  return nights
}

function stayNight(
  night: Night,
  {
    closed,
    closed_to_arrival: closedToArrival,
    closed_to_departure: closedToDeparture,
    min_stay: minStay,
    max_stay: maxStay,
    price,
    availability,
  }: NightFields,
): StayNight {
  return {
    night,
    closed: closed === true,
    closedToArrival: closedToArrival === true,
    closedToDeparture: closedToDeparture === true,
    minStay: minStay === undefined ? undefined : Number(minStay),
    maxStay: maxStay === undefined ? undefined : Number(maxStay),
    price: price === undefined ? undefined : String(price),
    available: availability === undefined ? undefined : Number(availability),
  }
}

interface Picture {
  nightOf(night: Night, variant: number): StayNight
  variants: number
}

function checkOne(
  plan: string,
  { nightOf, variants }: Picture,
  { room, from, nights, earliest, sellingPlans }: WantedStay,
): StayCheck {
  const judge = (first: Night): Judged =>
    judgeAll(
      Array.from({ length: variants }, (_, variant) => {
        const of = (night: Night): StayNight => nightOf(night, variant)
        return judgeNights(
          checkStay(
            Array.from({ length: nights }, (_each, at) => of(first + at)),
            of(first + nights),
          ),
          of,
        )
      }),
    )
  const { forbidding, missing, open } = judge(from)
  const isSold = plan !== '' && sellingPlans?.has(plan) !== false
  const check: StayCheck = {
    room,
    plan,
    ...dates(from, nights),
    nights,
    answer: forbidding.length > 0 ? 'no' : missing.length > 0 || open.length > 0 || !isSold ? 'unknown' : 'yes',
    obstacles: forbidding.map((one) => ({
      night: formatNight(one.night),
      rule: one.rule,
      words: obstacleWords(one, nights),
    })),
    unknown: [
      ...missingOf('noPrice', 'price', 'no price was pushed from here for', missing),
      ...missingOf('noInventory', 'inventory', 'no count of free units was pushed from here for', missing),
      ...sentOf(open, nights),
      ...(isSold ? [] : [unknownPlan(room, plan)]),
    ],
  }
  if (forbidding.length === 0 && missing.length === 0 && open.length === 0) return check
  for (let shift = 1; shift <= LOOK_AROUND_NIGHTS; shift += 1) {
    const first = [from - shift, from + shift].find((night) => night >= earliest && isOpen(judge(night)))
    if (first !== undefined) return { ...check, nearest: dates(first, nights) }
  }
  return check
}

/** Obstacles that something known makes, those that are only a lack of knowledge, and those that hold for one of the values that the service may hold and not for another. */
interface Judged {
  forbidding: StayObstacle[]
  missing: StayObstacle[]
  open: StayObstacle[]
}

function judgeNights(found: readonly StayObstacle[], nightOf: (night: Night) => StayNight): Judged {
  const isMissing = ({ rule, night }: StayObstacle): boolean =>
    rule === 'noPrice' || (rule === 'noInventory' && nightOf(night).available === undefined)
  return { forbidding: found.filter((one) => !isMissing(one)), missing: found.filter(isMissing), open: [] }
}

/** Each rule looks at one value of one night, so what holds for every value that this one may have holds for all of them together. */
function judgeAll(variants: readonly Judged[]): Judged {
  const [known] = variants as [Judged]
  if (variants.length === 1) return known
  const keyOf = ({ rule, night }: StayObstacle): string => `${rule} ${night}`
  const inAll = (list: 'forbidding' | 'missing'): StayObstacle[] =>
    known[list].filter((one) => variants.every((other) => other[list].some((same) => keyOf(same) === keyOf(one))))
  const [forbidding, missing] = [inAll('forbidding'), inAll('missing')]
  const settled = new Set([...forbidding, ...missing].map(keyOf))
  const open = new Map(
    variants
      .flatMap((one) => [...one.forbidding, ...one.missing])
      .flatMap((one) => (settled.has(keyOf(one)) ? [] : [[keyOf(one), one] as const])),
  )
  return { forbidding, missing, open: [...open.values()] }
}

/** Rules that hold or not as what was sent without an acknowledgement has arrived or not. */
function sentOf(open: readonly StayObstacle[], nights: number): StayCheck['unknown'] {
  const byWords = new Map<string, Night[]>()
  for (const one of open.toSorted((a, b) => a.night - b.night))
    byWords.set(obstacleWords(one, nights), [...(byWords.get(obstacleWords(one, nights)) ?? []), one.night])
  return [...byWords].map(([words, on]) => ({
    what: 'sent',
    words: `perhaps ${words} (${nightsText(on)}): it depends on what was sent and not acknowledged`,
  }))
}

function isOpen({ forbidding, missing, open }: Judged): boolean {
  return forbidding.length === 0 && missing.length === 0 && open.length === 0
}

function dates(first: Night, nights: number): { checkIn: string; checkOut: string } {
  return { checkIn: formatNight(first), checkOut: formatNight(first + nights) }
}

function missingOf(
  rule: StayObstacle['rule'],
  what: 'price' | 'inventory',
  words: string,
  missing: readonly StayObstacle[],
): StayCheck['unknown'] {
  const nights = missing.filter((one) => one.rule === rule).map(({ night }) => night)
  return nights.length === 0 ? [] : [{ what, words: `${words} ${nightsText(nights)}` }]
}

function unknownPlan(room: string, plan: string): StayCheck['unknown'][number] {
  return {
    what: 'plan',
    words:
      plan === '' ? `no rate plan is known to sell room ${room}` : `plan ${plan} is not known to sell room ${room}`,
  }
}
/** What was sent without an acknowledgement. */

export interface SentSeries {
  rates: readonly DoubtfulSeries[]
  inventory: readonly DoubtfulSeries[]
}

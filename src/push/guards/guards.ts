import { type CodedSets, formatNight, type NightFields, NO_VALUE } from '../../calendar/index.js'
import type { KnownSeries } from '../../journal/index.js'
import { isOneCurrency } from '../changes/index.js'
import { type FileNames, type MergedHotel, type MergedRange, type RowPlace, rowOfValue } from '../merge/index.js'
import { changedBy, type Held, HeldBefore } from './held-before.js'
import { ownerText, type PlanPlace, RoomClaims, whereText, type WrongClaim } from './room-claims.js'
import type { FactsByHotel } from './unknown-rooms.js'

/** Limits beyond which a plan looks like an accident. Absent: not guarded. */
export interface GuardLimits {
  /** Lowest and highest price of a night. */
  priceFloor?: number | undefined
  priceCeiling?: number | undefined
  /** Most that a price may rise against the acknowledged one, per cent; it may fall by the same factor. */
  maxChange?: number | undefined
  /** Most nights that may be closed or emptied, per cent of those known to be open. */
  maxClosing?: number | undefined
  mayZeroPrice: boolean
  /** Most of its nights that a file may lose against the run of the same file before, per cent. */
  maxShrink?: number | undefined
  /** Most hours since a file was last written. */
  maxAgeHours?: number | undefined
  /** Whether a file may be older than the one of its name that was applied last. */
  mayBeOlder: boolean
  /** Whether everything may be sent again within a day. */
  mayRepeatFullLoad: boolean
  /** Whether more units may be sold than the service says there are. */
  mayExceedUnits: boolean
  /** Whether prices may be in another currency than the service sells the room in. */
  mayChangeCurrency: boolean
  /** Whether rooms that the service does not list are sent. */
  mayUnknownRooms: boolean
}

type GuardName =
  | 'zero-price'
  | 'price-floor'
  | 'price-ceiling'
  | 'max-change'
  | 'max-closing'
  | 'unit-count'
  | 'currency'
  | 'max-shrink'
  | 'max-age'
  | 'older-file'
  | 'full-load'
  | 'all-past'

/** A guard that stops a plan: how many nights, and the one that is farthest out. */
export interface GuardStop {
  guard: GuardName
  nights: number
  file: string
  /** Absent where the file as a whole is meant. */
  line?: number
  field?: string
  value?: string
  reason: string
  /** How to send it all the same. */
  remedy: string
}

interface Stop extends GuardStop {
  /** How far out; the farthest is shown. */
  weight: number
}

/** Nights of a merged range, and the sets that its number is of. */
interface RangePlace extends PlanPlace {
  range: MergedRange
  sets: CodedSets
}

/** Fewer nights than these close without a question: a room under repair is no accident. */
const CLOSING_NIGHTS_MIN = 30
/** Of a hotel with so few known nights, closing all of them says nothing. */
export const TELLING_NIGHTS = 5

const NONE_HELD: readonly Held[] = []

/** Looks at every night of a plan for what a slip of the hand does: a decimal comma, an emptied column, a zero. */
export class Guards {
  readonly #stops = new Map<GuardName, Stop>()
  readonly #claims = new RoomClaims()
  #open = 0
  #closing = 0
  /** The first hotel of which every night that is known to be open is closed. */
  #emptied: { hotel: string; nights: number } | undefined

  constructor(
    private readonly limits: GuardLimits,
    private readonly fileName: FileNames,
  ) {}

  /** Looks at one hotel's nights against what was acknowledged of them. */
  look(merged: MergedHotel, known: readonly KnownSeries[]): void {
    const { hotel, series, sets } = merged
    const heldBefore = new HeldBefore(merged, known)
    const before = { open: this.#open, closing: this.#closing }
    for (const { segments } of known)
      for (const { from, until, value } of segments) if (isOpen(value) === true) this.#open += until - from
    const prices = sets.names.indexOf('price')
    for (const one of series) {
      const owner = { hotel, room: one.room, plan: one.plan }
      const look = (from: number, until: number, range: MergedRange, held: readonly Held[]): void => {
        const price = sets.codeOf(range.value, prices)
        const isHarmless = price === NO_VALUE || this.#isHarmless(sets.values.numberOf(price))
        if (!isHarmless || held.length > 0)
          this.#night({ from, nights: until - from, range, owner, sets }, sets.fieldsOf(range.value), held)
        this.#claims.take(owner, this.#claims.claimedBy(sets, range.value), range, from, until - from)
      }
      if (known.length === 0)
        for (let at = 0; at < one.ranges.length; at += 1) {
          const range = one.ranges[at] as MergedRange
          look(range.from, range.until, range, NONE_HELD)
        }
      else for (const { from, until, value } of heldBefore.of(one)) look(from, until, value.range, value.held)
    }
    const nights = this.#open - before.open
    if (nights >= TELLING_NIGHTS && this.#closing - before.closing >= nights) this.#emptied ??= { hotel, nights }
  }

  /** What stops the plan, in the order of guards; empty where nothing does. */
  stops(): GuardStop[] {
    const share = this.#open === 0 ? 0 : (this.#closing / this.#open) * 100
    const { maxClosing } = this.limits
    const isClosing = maxClosing !== undefined && share > maxClosing && this.#closing >= CLOSING_NIGHTS_MIN
    const emptied = maxClosing !== undefined && maxClosing < 100 ? this.#emptied : undefined
    const shown: GuardStop[] = []
    for (const { weight: _, ...stop } of this.#stops.values()) {
      if (stop.guard !== 'max-closing') shown.push(stop)
      else if (isClosing)
        shown.push({
          ...stop,
          nights: this.#closing,
          reason: `closes or empties ${this.#closing} of ${this.#open} nights that are open (${Math.floor(share)} %; at most ${maxClosing} % may), beginning with ${stop.reason}`,
        })
      else if (emptied !== undefined)
        shown.push({
          ...stop,
          nights: this.#closing,
          reason: `closes or empties all ${emptied.nights} nights of hotel ${emptied.hotel} that are open, beginning with ${stop.reason}`,
        })
    }
    return shown
  }

  /** Whether anything is planned that only the service can judge: counts of units, currencies. */
  get hasClaims(): boolean {
    return !this.#claims.isEmpty
  }

  /** Hotels of which something planned cannot be, by what the service says of its rooms. */
  contradicted(roomsOf: FactsByHotel): ReadonlySet<string> {
    return new Set(
      [...this.#claims.wrong(roomsOf)].filter((found) => this.#isStopped(found)).map(({ at }) => at.owner.hotel),
    )
  }

  /** Judges what was planned by what the service says of its rooms. */
  judge(roomsOf: FactsByHotel): void {
    for (const { at, row, ...found } of this.#claims.wrong(roomsOf))
      if (this.#isStopped(found)) this.#stop(found.guard, at.nights, () => row, found)
  }

  #isStopped({ guard }: Pick<WrongClaim, 'guard'>): boolean {
    return guard === 'unit-count' ? !this.limits.mayExceedUnits : !this.limits.mayChangeCurrency
  }

  /** Whether this price stops nothing where no other was held before. */
  #isHarmless(amount: number): boolean {
    const { priceFloor = 0, priceCeiling = Infinity, mayZeroPrice } = this.limits
    return (amount !== 0 || mayZeroPrice) && amount >= priceFloor && amount <= priceCeiling
  }

  #night(at: RangePlace, wanted: NightFields, held: readonly Held[]): void {
    const { price } = wanted
    if (price !== undefined) this.#price(at, Number(price), heldPrice(Number(price), wanted, held))
    const { certain, near } = changedBy(held)
    // A room that is open by what was set for all rooms is not among those that are known by name.
    if (isInherited(held) && [...certain, ...near].some(({ fields }) => isOpen(fields) === true))
      this.#open += at.nights
    const open = (certain.length > 0 ? certain : near).filter(({ fields }) => isOpen(fields) === true)
    if (open.length > 0 && closes(wanted)) {
      this.#closing += at.nights * open.length
      const field = wanted['closed'] === true ? 'closed' : 'availability'
      this.#stopAt('max-closing', at, {
        field,
        value: String(wanted[field]),
        weight: 0,
        reason: `${formatNight(at.from)} of ${ownerText(at.owner)}`,
        remedy: 'Look at the file. To send it all the same, add --max-closing 100.',
      })
    }
  }

  #price(at: RangePlace, price: number, held: HeldPrice | undefined): void {
    const { priceFloor = 0, priceCeiling = Infinity, maxChange, mayZeroPrice } = this.limits
    if (price === 0 && !mayZeroPrice) {
      this.#stopPrice('zero-price', at, price, {
        weight: 0,
        reason: `is zero on ${whereText(at)}`,
        remedy: 'Put in the price, or close the night. To send zero all the same, add --allow-zero-price.',
      })
      return
    }
    if (price < priceFloor)
      this.#stopPrice('price-floor', at, price, {
        weight: priceFloor - price,
        reason: `is below ${priceFloor} on ${whereText(at)}`,
        remedy: 'Correct the price, or give another --price-floor.',
      })
    if (price > priceCeiling)
      this.#stopPrice('price-ceiling', at, price, {
        weight: price - priceCeiling,
        reason: `is above ${priceCeiling} on ${whereText(at)}`,
        remedy: 'Correct the price, or give another --price-ceiling.',
      })
    if (maxChange === undefined || held === undefined || price === 0) return
    const { before } = held
    const factor = factorOf(price, before)
    if (factor <= 1 + maxChange / 100 + 1e-9) return
    const percent = Math.round((price / before - 1) * 100)
    const where = whereText({ ...at, owner: { ...at.owner, room: held.room, plan: held.plan } })
    const reason = `${held.isNear ? 'has as its nearest acknowledged price' : 'was'} ${before} on ${where}: ${percent > 0 ? '+' : '−'}${Math.abs(percent)} %, beyond ${maxChange} % (or a fall by the same factor)`
    this.#stopPrice('max-change', at, price, {
      weight: factor,
      reason,
      remedy: `Correct the price. To send it all the same, add --max-change ${Math.ceil((factor - 1) * 100)}.`,
    })
  }

  #stopPrice(guard: GuardName, at: RangePlace, price: number, found: Pick<Stop, 'weight' | 'reason' | 'remedy'>): void {
    this.#stopAt(guard, at, { field: 'price', value: String(price), ...found })
  }

  #stopAt(
    guard: GuardName,
    { from, nights, range, sets }: RangePlace,
    found: Pick<Stop, 'value' | 'weight' | 'reason' | 'remedy'> & { field: string },
  ): void {
    this.#stop(guard, nights, () => rowOfValue(sets, range, found.field, from), found)
  }

  #stop(
    guard: GuardName,
    nights: number,
    rowOf: () => RowPlace | undefined,
    found: Pick<Stop, 'field' | 'value' | 'weight' | 'reason' | 'remedy'>,
  ): void {
    const before = this.#stops.get(guard)
    const total = (before?.nights ?? 0) + nights
    if (before !== undefined && before.weight >= found.weight) {
      before.nights = total
      return
    }
    const row = rowOf()
    this.#stops.set(guard, {
      guard,
      ...found,
      nights: total,
      file: this.fileName(row?.file ?? 0),
      line: row?.line ?? 0,
    })
  }
}

interface HeldPrice extends Pick<Held, 'room' | 'plan'> {
  before: number
  /** Of another rate plan, or of none: how it bears on the planned one is not known. */
  isNear: boolean
}

/** The acknowledged price that a planned one moves farthest; where it moves none for certain, the nearest to it. */
function heldPrice(price: number, wanted: NightFields, held: readonly Held[]): HeldPrice | undefined {
  const priced = held.filter(({ fields }) => Number(fields['price'] ?? 0) !== 0 && isOneCurrency(wanted, fields))
  const { certain, near } = changedBy(priced)
  const byFactor = [...certain, ...near]
    .map(({ room, plan, fields }) => ({ room, plan, before: Number(fields['price']), isNear: certain.length === 0 }))
    .sort((a, b) => factorOf(price, a.before) - factorOf(price, b.before))
  return certain.length > 0 ? byFactor.at(-1) : byFactor[0]
}

function factorOf(price: number, before: number): number {
  return price > before ? price / before : before / price
}

/** Whether nothing was acknowledged of a room and plan under their own names, only under wider ones. */
function isInherited(held: readonly Held[]): boolean {
  return (
    !held.some(({ bearing }) => bearing === 'own') &&
    held.some(({ bearing, plan }) => bearing === 'effective' || (bearing === 'near' && plan === ''))
  )
}

/** Whether guests can book a night as far as these fields tell. */
function isOpen({ closed, availability, price }: NightFields): boolean | undefined {
  if (closed === true) return false
  if (availability !== undefined) return Number(availability) > 0
  return closed === false || price !== undefined ? true : undefined
}

function closes({ closed, availability }: NightFields): boolean {
  return closed === true || (availability !== undefined && Number(availability) === 0)
}

import { EVERY_DAY, expandWeekdays, FieldSets, type Span } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import type { Row } from '../../files/index.js'
import type { HotelRows, SeriesRows } from './hotel-rows.js'
import {
  COUNT,
  FIELDS,
  FILE,
  FROM,
  LENGTH,
  LINE,
  NEXT,
  readPart,
  seriesIn,
  SIZE,
  STEP,
  stretchAt,
  writePart,
} from './row-part.js'
import { RowSpill, type SpillPlace } from './row-spill.js'

/** Bounds of what is kept in memory; beyond them all goes to the temporary file. */
export interface LogLimits {
  stretches: number
  /** Kept to the end, and as many again beside them at a time. */
  fieldSets: number
  series: number
  /** Of one hotel. It is merged as a whole, in memory. */
  hotelStretches: number
}

const LIMITS: LogLimits = { stretches: 1 << 17, fieldSets: 100_000, series: 100_000, hotelStretches: 4_000_000 }

const NONE = -1
/** A power of two, small enough to cost a small file nothing. */
const KNOWN_SETS = 1 << 15

interface HotelSize {
  stretches: number
}

interface OpenSeries {
  room: string
  plan: string
  size: HotelSize
  first: number
  last: number
  count: number
}

/**
 * Collects rows in any order and gives them back hotel by hotel. A row that continues the one before it in its room and
 * plan only makes a stretch longer, so memory follows what does not merge; beyond its limits it goes to a temporary file.
 */
export class RowLog {
  readonly #names: readonly string[]
  readonly #limits: LogLimits
  readonly #spill = new RowSpill()
  /** Every hotel seen, in order of appearance, with its parts on disk. */
  readonly #hotels = new Map<string, SpillPlace[]>()
  readonly #sizes = new Map<string, HotelSize>()
  /** By hotel, plan and room. */
  #open = new Map<string, Map<string, Map<string, OpenSeries>>>()
  #seriesCount = 0
  /** Sets that keep their numbers to the end. Full, it takes no more: then those of the rows in memory lie above it, and go to disk with them. */
  #lasting: FieldSets
  #sets: FieldSets
  /** Pairs: one more than the number under which a reader gives values, at a place of its own, and the number of their set. */
  readonly #known = new Int32Array(2 * KNOWN_SETS)
  #ints = new Int32Array(SIZE * 1024)
  #used = 0
  #hotel: string | undefined
  #room = ''
  #plan = ''
  #current: OpenSeries | undefined

  constructor(names: readonly string[], limits: Partial<LogLimits> = {}) {
    this.#names = names
    this.#limits = { ...LIMITS, ...limits }
    this.#lasting = new FieldSets(names)
    this.#sets = this.#lasting
  }

  get hotelCount(): number {
    return this.#hotels.size
  }

  /** Every hotel seen, in order of appearance. */
  /** Whether any row is of this hotel. */
  has(hotel: string): boolean {
    return this.#hotels.has(hotel)
  }

  get hotelCodes(): string[] {
    return [...this.#hotels.keys()]
  }

  add(row: Row): void {
    if (this.#isFull()) this.#spillAll()
    const series = this.#seriesOf(row)
    const fields = this.#numberOf(row)
    if (row.days === EVERY_DAY) {
      if (!this.#extend(series, row, fields)) this.#append(series, row, fields, row)
      if (row.repeats !== undefined && row.repeats > 0) this.#repeat(series, row, fields, row.repeats)
    } else {
      for (const span of expandWeekdays(row.from, row.until, row.days)) this.#append(series, row, fields, span)
    }
  }

  /** The rows of every hotel, one hotel at a time. */
  *hotels(): Iterable<HotelRows> {
    for (const [hotel, places] of this.#hotels) {
      const sets = new FieldSets(this.#names, this.#sets)
      const byKey = new Map<string, SeriesRows>()
      for (const place of places) readPart(this.#spill.read(place), sets, byKey)
      for (const { room, plan, first } of this.#openOf(hotel)) {
        const { stretches } = seriesIn(byKey, room, plan)
        for (let at = first; at !== NONE; at = this.#ints[at + NEXT] as number)
          stretches.push(stretchAt(this.#ints, at, sameNumber))
      }
      yield { hotel, series: [...byKey.values()], sets }
    }
  }

  close(): void {
    this.#spill.close()
  }

  *#openOf(hotel: string): Iterable<OpenSeries> {
    for (const rooms of this.#open.get(hotel)?.values() ?? []) yield* rooms.values()
  }

  #seriesOf(row: Row): OpenSeries {
    if (this.#current !== undefined && row.room === this.#room && row.hotel === this.#hotel && row.plan === this.#plan)
      return this.#current
    let inHotel = this.#open.get(row.hotel)
    if (inHotel === undefined) {
      inHotel = new Map()
      this.#open.set(row.hotel, inHotel)
      if (!this.#hotels.has(row.hotel)) {
        this.#hotels.set(row.hotel, [])
        this.#sizes.set(row.hotel, { stretches: 0 })
      }
    }
    let ofPlan = inHotel.get(row.plan)
    if (ofPlan === undefined) inHotel.set(row.plan, (ofPlan = new Map()))
    let series = ofPlan.get(row.room)
    if (series === undefined) {
      ofPlan.set(
        row.room,
        (series = {
          room: row.room,
          plan: row.plan,
          size: this.#sizes.get(row.hotel) as HotelSize,
          first: NONE,
          last: NONE,
          count: 0,
        }),
      )
      this.#seriesCount += 1
    }
    this.#hotel = row.hotel
    this.#room = row.room
    this.#plan = row.plan
    this.#current = series
    return series
  }

  /** Makes the series' last stretch longer where this row continues it in nights, lines and values. */
  #extend(series: OpenSeries, row: Row, fields: number): boolean {
    const ints = this.#ints
    const at = series.last
    if (at === NONE) return false
    const length = ints[at + LENGTH] as number
    const count = ints[at + COUNT] as number
    if (
      row.from !== (ints[at + FROM] as number) + length * count ||
      fields !== ints[at + FIELDS] ||
      row.until - row.from !== length ||
      row.file !== ints[at + FILE]
    )
      return false
    const step = count === 1 ? row.line - (ints[at + LINE] as number) : (ints[at + STEP] as number)
    if (row.line !== (ints[at + LINE] as number) + step * count) return false
    ints[at + STEP] = step
    ints[at + COUNT] = count + 1
    return true
  }

  /** Adds the rows on the lines below that say the same, night by night. */
  #repeat(series: OpenSeries, row: Row, fields: number, repeats: number): void {
    const ints = this.#ints
    let at = series.last
    let count = ints[at + COUNT] as number
    if (ints[at + LENGTH] !== 1 || (count > 1 && ints[at + STEP] !== 1)) {
      this.#append(series, { file: row.file, line: row.line + 1 }, fields, { from: row.from + 1, until: row.from + 2 })
      at = series.last
      count = 0
    }
    this.#ints[at + COUNT] = count + repeats
    this.#ints[at + STEP] = count + repeats > 1 ? 1 : 0
  }

  #numberOf({ fields, readAs }: Row): number {
    if (readAs === undefined) return this.#sets.idOf(fields)
    const known = this.#known
    const at = 2 * (readAs & (KNOWN_SETS - 1))
    if (known[at] !== readAs + 1) {
      known[at] = readAs + 1
      known[at + 1] = this.#sets.idOf(fields)
    }
    return known[at + 1] as number
  }

  #append(series: OpenSeries, row: Pick<Row, 'file' | 'line'>, fields: number, { from, until }: Span): void {
    if (this.#used + SIZE > this.#ints.length) {
      const larger = new Int32Array(this.#ints.length * 2)
      larger.set(this.#ints)
      this.#ints = larger
    }
    const at = this.#used
    const ints = this.#ints
    this.#used += SIZE
    ints[at + FROM] = from
    ints[at + LENGTH] = until - from
    ints[at + COUNT] = 1
    ints[at + FILE] = row.file
    ints[at + LINE] = row.line
    ints[at + STEP] = 0
    ints[at + FIELDS] = fields
    ints[at + NEXT] = NONE
    if (series.last === NONE) series.first = at
    else ints[series.last + NEXT] = at
    series.last = at
    series.count += 1
    series.size.stretches += 1
    if (series.size.stretches > this.#limits.hotelStretches) throw this.#tooMany(row.line)
  }

  #tooMany(line: number): Fault {
    const most = this.#limits.hotelStretches.toLocaleString('en')
    return new Fault(
      'INVALID_INPUT',
      `Line ${line}: hotel ${this.#hotel ?? ''} has more than ${most} stretches of nights in the files, which is more than fits in memory. A weekday of a week counts as one, and so does a row that is there twice.`,
      {
        next: 'Split the hotel into several pushes by rooms, and leave out rows that are there twice. Nothing was sent.',
      },
    )
  }

  #isFull(): boolean {
    if (this.#sets === this.#lasting && this.#lasting.size >= this.#limits.fieldSets)
      this.#sets = new FieldSets(this.#names, this.#lasting)
    const passing = this.#sets === this.#lasting ? 0 : this.#sets.size - this.#lasting.size
    return (
      this.#used >= this.#limits.stretches * SIZE ||
      passing >= this.#limits.fieldSets ||
      this.#seriesCount >= this.#limits.series
    )
  }

  #spillAll(): void {
    for (const hotel of this.#open.keys()) {
      const series = [...this.#openOf(hotel)].map(({ room, plan, first, count }) => ({
        room,
        plan,
        count,
        places: this.#chain(first),
      }))
      this.#hotels.get(hotel)?.push(
        this.#spill.append(
          writePart(series, this.#ints, {
            sets: this.#sets,
            lasting: this.#sets === this.#lasting ? Infinity : this.#lasting.size,
          }),
        ),
      )
    }
    this.#open = new Map()
    if (this.#sets !== this.#lasting) {
      this.#sets = new FieldSets(this.#names, this.#lasting)
      this.#known.fill(0)
    }
    this.#seriesCount = 0
    this.#used = 0
    this.#current = undefined
  }

  *#chain(first: number): Iterable<number> {
    for (let at = first; at !== NONE; at = this.#ints[at + NEXT] as number) yield at
  }
}

function sameNumber(id: number): number {
  return id
}

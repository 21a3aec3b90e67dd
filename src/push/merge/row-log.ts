import { CodedSets, EVERY_DAY, expandWeekdays, NO_VALUE, type Span, ValueCodes } from '../../calendar/index.js'
import { Fault } from '../../errors.js'
import type { CellFields, Row } from '../../files/index.js'
import type { HotelRows, SeriesRows } from './hotel-rows.js'
import { KnownCodes } from './known-codes.js'
import {
  CODES,
  COUNT,
  FILE,
  FROM,
  LENGTH,
  LINE,
  NONE,
  readPart,
  seriesIn,
  STEP,
  stretchAt,
  writePart,
} from './row-part.js'
import { RowSpill, type SpillPlace } from './row-spill.js'
import { CLUSTER_MAX, requireFew } from './overlaps.js'

/** Bounds of what is kept in memory; beyond them all goes to the temporary file. */
export interface LogLimits {
  stretches: number
  /** Values that no number tells, kept to the end, and as many again beside them at a time. */
  values: number
  series: number
  /** Of one hotel. It is merged as a whole, in memory. */
  hotelStretches: number
}

const LIMITS: LogLimits = { stretches: 1 << 17, values: 100_000, series: 100_000, hotelStretches: 4_000_000 }

/** Stretches there is room for at first: a small file pays nothing for more. */
const FIRST_STRETCHES = 1024

interface HotelSize {
  stretches: number
}

interface OpenSeries {
  hotel: string
  room: string
  plan: string
  /** The series that came after it last. */
  follower: OpenSeries | undefined
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
  /** Values that keep their codes to the end. Full, it takes no more: then those of the rows in memory lie above it, and go to disk with them. */
  readonly #lasting = new ValueCodes()
  #values = this.#lasting
  /** Codes of the row at hand, and what they were worked out from. */
  readonly #codes: Int32Array
  readonly #read: (CellFields[string] | undefined)[] = []
  #fields: CellFields | undefined
  /** Whether the codes were worked out from what was read last, rather than known. */
  #isRead = true
  readonly #known: KnownCodes
  /** Numbers of a stretch: the last one is where the series' next stretch stands. */
  readonly #size: number
  readonly #next: number
  #ints: Int32Array
  #used = 0
  #current: OpenSeries | undefined
  /** What was appended last, and how often in a row. */
  readonly #again = { series: undefined as OpenSeries | undefined, from: 0, until: 0, times: 0 }

  constructor(names: readonly string[], limits: Partial<LogLimits> = {}) {
    this.#names = names
    this.#limits = { ...LIMITS, ...limits }
    this.#codes = new Int32Array(names.length)
    this.#known = new KnownCodes(names.length)
    this.#next = CODES + names.length
    this.#size = this.#next + 1
    this.#ints = new Int32Array(this.#size * FIRST_STRETCHES)
  }

  get hotelCount(): number {
    return this.#hotels.size
  }

  /** Whether any row is of this hotel. */
  has(hotel: string): boolean {
    return this.#hotels.has(hotel)
  }

  /** Every hotel seen, in order of appearance. */
  get hotelCodes(): string[] {
    return [...this.#hotels.keys()]
  }

  add(row: Row): void {
    if (this.#isFull()) this.#spillAll()
    const series = this.#seriesOf(row)
    this.#encode(row)
    if (row.days === EVERY_DAY) {
      if (!this.#extend(series, row)) this.#append(series, row, row)
      if (row.repeats !== undefined && row.repeats > 0) this.#repeat(series, row, row.repeats)
    } else {
      for (const span of expandWeekdays(row.from, row.until, row.days)) this.#append(series, row, span)
    }
  }

  /** The rows of every hotel, one hotel at a time. */
  *hotels(): Iterable<HotelRows> {
    for (const [hotel, places] of this.#hotels) {
      // Numbered hotel by hotel: the sets of one lie within reach, those of a whole file do not.
      const sets = new CodedSets(this.#names, new ValueCodes(this.#values))
      const byKey = new Map<string, SeriesRows>()
      for (const place of places) readPart(this.#spill.read(place), sets, byKey)
      for (const { room, plan, first } of this.#openOf(hotel)) {
        const { stretches } = seriesIn(byKey, room, plan)
        for (let at = first; at !== NONE; at = this.#ints[at + this.#next] as number)
          stretches.push(stretchAt(this.#ints, at, sets))
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
    const before = this.#current
    if (before !== undefined) {
      if (isOf(before, row)) return before
      // Files that go night by night name their rooms in the same order every night.
      if (before.follower !== undefined && isOf(before.follower, row)) return (this.#current = before.follower)
    }
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
          hotel: row.hotel,
          room: row.room,
          plan: row.plan,
          follower: undefined,
          size: this.#sizes.get(row.hotel) as HotelSize,
          first: NONE,
          last: NONE,
          count: 0,
        }),
      )
      this.#seriesCount += 1
    }
    if (before !== undefined) before.follower = series
    this.#current = series
    return series
  }

  /** Makes the series' last stretch longer where this row continues it in nights, lines and values. */
  #extend(series: OpenSeries, row: Row): boolean {
    const ints = this.#ints
    const at = series.last
    if (at === NONE) return false
    const length = ints[at + LENGTH] as number
    const count = ints[at + COUNT] as number
    if (
      row.from !== (ints[at + FROM] as number) + length * count ||
      row.until - row.from !== length ||
      row.file !== ints[at + FILE]
    )
      return false
    const step = count === 1 ? row.line - (ints[at + LINE] as number) : (ints[at + STEP] as number)
    if (row.line !== (ints[at + LINE] as number) + step * count) return false
    const codes = this.#codes
    for (let field = 0; field < codes.length; field += 1) if (codes[field] !== ints[at + CODES + field]) return false
    ints[at + STEP] = step
    ints[at + COUNT] = count + 1
    return true
  }

  /** Adds the rows on the lines below that say the same, night by night. */
  #repeat(series: OpenSeries, row: Row, repeats: number): void {
    const ints = this.#ints
    let at = series.last
    let count = ints[at + COUNT] as number
    if (ints[at + LENGTH] !== 1 || (count > 1 && ints[at + STEP] !== 1)) {
      this.#append(series, { file: row.file, line: row.line + 1 }, { from: row.from + 1, until: row.from + 2 })
      at = series.last
      count = 0
    }
    this.#ints[at + COUNT] = count + repeats
    this.#ints[at + STEP] = count + repeats > 1 ? 1 : 0
  }

  /** Works out the codes of a row's values; those of the row above stand where it says the same. */
  #encode(row: Row): void {
    const { fields } = row
    if (fields === this.#fields) return
    const [names, read, codes] = [this.#names, this.#read, this.#codes]
    this.#fields = fields
    if (this.#known.read(row, codes)) {
      this.#isRead = false
      return
    }
    const isLike = this.#isRead
    this.#isRead = true
    for (let field = 0; field < codes.length; field += 1) {
      const value = fields[names[field] as string]
      if (isLike && value === read[field]) continue
      read[field] = value
      codes[field] = this.#values.codeOf(value)
    }
    this.#known.keep(row, codes)
  }

  #append(series: OpenSeries, row: Pick<Row, 'file' | 'line'>, { from, until }: Span): void {
    const size = this.#size
    if (this.#used + size > this.#ints.length) {
      const larger = new Int32Array(this.#ints.length * 2)
      larger.set(this.#ints)
      this.#ints = larger
    }
    this.#requireNew(series, row.line, from, until)
    const at = this.#used
    const [ints, codes] = [this.#ints, this.#codes]
    this.#used += size
    ints[at + FROM] = from
    ints[at + LENGTH] = until - from
    ints[at + COUNT] = 1
    ints[at + FILE] = row.file
    ints[at + LINE] = row.line
    ints[at + STEP] = 0
    for (let field = 0; field < codes.length; field += 1) ints[at + CODES + field] = codes[field] as number
    ints[at + this.#next] = NONE
    if (series.last === NONE) series.first = at
    else ints[series.last + this.#next] = at
    series.last = at
    series.count += 1
    series.size.stretches += 1
    if (series.size.stretches > this.#limits.hotelStretches) throw this.#tooMany(row.line)
  }

  /** The same nights over and over are refused before they are all kept: merging would refuse them. */
  #requireNew(series: OpenSeries, line: number, from: number, until: number): void {
    const again = this.#again
    const isAgain =
      from === again.from && until === again.until && again.series !== undefined && isOf(again.series, series)
    again.series = series
    again.from = from
    again.until = until
    again.times = isAgain ? again.times + 1 : 1
    requireFew(again.times, from, line, CLUSTER_MAX)
  }

  #tooMany(line: number): Fault {
    const most = this.#limits.hotelStretches.toLocaleString('en')
    return new Fault(
      'INVALID_INPUT',
      `Line ${line}: hotel ${this.#current?.hotel ?? ''} has more than ${most} stretches of nights in the files, which is more than fits in memory. A weekday of a week counts as one, and so does a row that is there twice.`,
      {
        next: 'Split the hotel into several pushes by rooms, and leave out rows that are there twice. Nothing was sent.',
      },
    )
  }

  #isFull(): boolean {
    const { stretches, values, series } = this.#limits
    if (this.#values === this.#lasting && this.#lasting.listed >= values) this.#values = new ValueCodes(this.#lasting)
    return (
      this.#used >= stretches * this.#size ||
      (this.#values !== this.#lasting && this.#values.listed - this.#lasting.listed >= values) ||
      this.#seriesCount >= series
    )
  }

  #spillAll(): void {
    const numbers = {
      ints: this.#ints,
      size: this.#size,
      values: this.#values,
      lasting: this.#values === this.#lasting ? Infinity : this.#lasting.listed,
    }
    for (const hotel of this.#open.keys()) {
      this.#hotels.get(hotel)?.push(writePart([...this.#openOf(hotel)], numbers, this.#spill))
    }
    this.#open = new Map()
    if (this.#values !== this.#lasting) {
      this.#values = new ValueCodes(this.#lasting)
      this.#fields = undefined
      this.#read.length = 0
      this.#codes.fill(NO_VALUE)
      this.#known.clear()
    }
    this.#seriesCount = 0
    this.#used = 0
    this.#current = undefined
  }
}

function isOf({ hotel, room, plan }: OpenSeries, row: Pick<Row, 'hotel' | 'room' | 'plan'>): boolean {
  return room === row.room && plan === row.plan && hotel === row.hotel
}

import { createHash } from 'node:crypto'
import { clip, FieldSets, overlay, type Night, type NightFields, type Segment } from '../calendar/index.js'
import type { Database } from '../sql/index.js'
import type { BeforeImages } from './before-images.js'
import { decodeBlock, encodeBlock, plainRanges, type CellBlock, type SeriesRanges, type StoredBlock } from './cell-block.js'

/** What the service has acknowledged of one room and plan. */
export interface KnownSeries {
  /** '' means all active rooms. */
  room: string
  /** '' means no rate plan. */
  plan: string
  segments: Segment<NightFields>[]
}

/** Whose calendar: the service and profile by the journal's number, the kind (`rates`, `inventory`) and the hotel code. */
export interface CalendarOwner {
  target: number
  kind: string
  hotel: string
}

export interface KnownFilter {
  room?: string
  plan?: string
  /** First night. */
  from?: Night
  /** The day after the last night. */
  until?: Night
}

interface KnownRow extends StoredBlock {
  room: string
  plan: string
}

/** The last acknowledged calendar, kept as segments per room and plan. */
export class KnownCalendar {
  readonly #database: Database
  readonly #before: BeforeImages

  constructor(database: Database, before: BeforeImages) {
    this.#database = database
    this.#before = before
  }

  /** Every series of a hotel, as acknowledged under its own name, ordered by plan and room. */
  series({ target, kind, hotel }: CalendarOwner): KnownSeries[] {
    const rows = this.#database.all<KnownRow>(
      'SELECT room, plan, head, ints FROM known WHERE target = ? AND kind = ? AND hotel = ? ORDER BY plan, room', target, kind, hotel,
    )
    return rows.map(readSeries)
  }

  /**
   * Series of a hotel inside a window. A named room shows what was acknowledged for all rooms beneath its own cells,
   * because the service has set both.
   */
  view(owner: CalendarOwner, filter: KnownFilter): KnownSeries[] {
    const all = this.series(owner).filter(({ plan }) => filter.plan === undefined || plan === filter.plan)
    const chosen = filter.room === undefined || filter.room === '' ? all.filter(({ room }) => room === (filter.room ?? room)) : viewsOfRoom(all, filter.room)
    return chosen
      .map((series) => ({ ...series, segments: clip(series.segments, filter.from ?? -Infinity, filter.until ?? Infinity) }))
      .filter(({ segments }) => segments.length > 0)
  }

  /**
   * Lays acknowledged cells over what is known. Cells for all rooms also change every room that is known by name.
   * Call it inside the transaction that marks the batch acknowledged.
   */
  acknowledge(owner: CalendarOwner, run: number, block: CellBlock): void {
    for (const written of block.series) {
      const series: SeriesRanges = { room: written.room, plan: written.plan, ranges: plainRanges(written) }
      // Rooms first: what they held before is what lay under them, not what is being laid.
      if (series.room === '') for (const room of this.#roomsOf(owner, series.plan)) this.#lay(owner, run, { ...series, room }, block.fields)
      this.#lay(owner, run, series, block.fields)
    }
  }

  /** Changes whenever anything acknowledged of a hotel does. */
  digest({ target, kind, hotel }: CalendarOwner): string {
    const hash = createHash('sha256')
    const rows = this.#database.iterate<KnownRow>('SELECT room, plan, head, ints FROM known WHERE target = ? AND kind = ? AND hotel = ? ORDER BY plan, room', target, kind, hotel)
    for (const { room, plan, head, ints } of rows) hash.update(JSON.stringify([room, plan, head])).update(ints)
    return hash.digest('hex').slice(0, 32)
  }

  /** Forgets everything acknowledged by a service that no longer holds it, such as an emptied sandbox. */
  forget(target: number): void {
    this.#database.run('DELETE FROM known WHERE target = ?', target)
  }

  #roomsOf({ target, kind, hotel }: CalendarOwner, plan: string): string[] {
    const rows = this.#database.all<{ room: string }>(
      "SELECT room FROM known WHERE target = ? AND kind = ? AND hotel = ? AND plan = ? AND room <> ''", target, kind, hotel, plan,
    )
    return rows.map(({ room }) => room)
  }

  #block({ target, kind, hotel }: CalendarOwner, plan: string, room: string): CellBlock | undefined {
    const known = this.#database.get<StoredBlock>('SELECT head, ints FROM known WHERE target = ? AND kind = ? AND hotel = ? AND plan = ? AND room = ?', target, kind, hotel, plan, room)
    return known === undefined ? undefined : decodeBlock(known)
  }

  #lay({ target, kind, hotel }: CalendarOwner, run: number, series: SeriesRanges, fields: readonly NightFields[]): void {
    const owner = { target, kind, hotel }
    const held = this.#block(owner, series.plan, series.room)
    const general = series.room === '' ? undefined : this.#block(owner, series.plan, '')
    this.#before.keep(run, hotel, general === undefined ? held : beneath(general, held), series, fields)
    const { head, ints } = encodeBlock(laidOver(held, series, fields))
    this.#database.run(
      `INSERT INTO known (target, kind, hotel, plan, room, run, head, ints) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (target, kind, hotel, plan, room) DO UPDATE SET run = excluded.run, head = excluded.head, ints = excluded.ints`,
      target, kind, hotel, series.plan, series.room, run, head, ints,
    )
  }
}

/** What a room holds: its own cells over those for all rooms. */
function beneath(general: CellBlock, own: CellBlock | undefined): CellBlock {
  const top = own?.series[0]
  return top === undefined || own === undefined ? general : laidOver(general, top, own.fields)
}

function readSeries({ room, plan, head, ints }: KnownRow): KnownSeries {
  const { series, fields } = decodeBlock({ head, ints })
  const ranges = series[0]?.ranges ?? []
  return { room, plan, segments: ranges.map(({ from, until, value }) => ({ from, until, value: fields[value] as NightFields })) }
}

/** One view per plan that knows the room itself or all rooms. */
function viewsOfRoom(all: readonly KnownSeries[], room: string): KnownSeries[] {
  const plans = [...new Set(all.filter((series) => series.room === room || series.room === '').map(({ plan }) => plan))]
  return plans.map((plan) => {
    const segmentsOf = (name: string) => all.find((series) => series.plan === plan && series.room === name)?.segments ?? []
    const sets = new FieldSets()
    const numbered = (segments: readonly Segment<NightFields>[]) => segments.map((segment) => ({ ...segment, value: sets.idOf(segment.value) }))
    const laid = overlay(numbered(segmentsOf('')), numbered(segmentsOf(room)), (under, over) => sets.combine(under, over))
    return { room, plan, segments: laid.map((segment) => ({ ...segment, value: sets.fieldsOf(segment.value) })) }
  })
}

function laidOver(known: CellBlock | undefined, top: SeriesRanges, fields: readonly NightFields[]): CellBlock {
  const sets = new FieldSets()
  // Each set of a block once: most of its ranges have one of a few.
  const numbered = (ranges: readonly Segment<number>[], values: readonly NightFields[]) => {
    const ids = new Map<number, number>()
    return ranges.map(({ from, until, value }) => {
      let id = ids.get(value)
      if (id === undefined) ids.set(value, (id = sets.idOf(values[value] as NightFields)))
      return { from, until, value: id }
    })
  }
  const laid = overlay(numbered(known?.series[0]?.ranges ?? [], known?.fields ?? []), numbered(top.ranges, fields), (under, over) => sets.combine(under, over))
  return compact(top, laid, sets)
}

/** Keeps only the field sets that some range still has. */
function compact({ room, plan }: SeriesRanges, ranges: readonly Segment<number>[], sets: FieldSets): CellBlock {
  const fields: NightFields[] = []
  const places = new Map<number, number>()
  const placed = ranges.map(({ from, until, value }) => {
    const place = places.get(value) ?? fields.push(sets.fieldsOf(value)) - 1
    places.set(value, place)
    return { from, until, value: place }
  })
  return { series: [{ room, plan, ranges: placed }], fields }
}

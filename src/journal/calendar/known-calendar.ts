import { createHash } from 'node:crypto'
import { clip, FieldSets, type Night, type NightFields, overlay, type Segment } from '../../calendar/index.js'
import { type Database, insertRows, rowDigest } from '../../sql/index.js'
import {
  type CellBlock,
  decodeBlock,
  encodeBlock,
  IntList,
  type PackedCells,
  plainRanges,
  type SeriesRanges,
  type StoredBlock,
} from '../packed/index.js'
import type { BeforeImages, StoredLayer } from './before-images.js'
import { alone, beneath, laidOver } from './lay-over.js'

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

const OVER_KNOWN =
  'ON CONFLICT (target, kind, hotel, plan, room) DO UPDATE SET run = excluded.run, head = excluded.head, ints = excluded.ints, digest = excluded.digest'

/** The last acknowledged calendar, kept as segments per room and plan. */
export class KnownCalendar {
  readonly #scratch = new IntList()

  constructor(
    private readonly database: Database,
    private readonly before: BeforeImages,
  ) {}

  /** Hotels of which anything is known, in the order of their codes. */
  hotels(target: number, limit: number): string[] {
    const rows = this.database.all<{ hotel: string }>(
      'SELECT DISTINCT hotel FROM known WHERE target = ? ORDER BY hotel LIMIT ?',
      target,
      limit,
    )
    return rows.map(({ hotel }) => hotel)
  }

  /** Every series of a hotel, as acknowledged under its own name, ordered by plan and room. */
  series({ target, kind, hotel }: CalendarOwner): KnownSeries[] {
    const rows = this.database.all<KnownRow>(
      'SELECT room, plan, head, ints FROM known WHERE target = ? AND kind = ? AND hotel = ? ORDER BY plan, room',
      target,
      kind,
      hotel,
    )
    return rows.map(readSeries)
  }

  /**
   * Series of a hotel inside a window. A named room shows what was acknowledged for all rooms beneath its own cells,
   * because the service has set both.
   */
  view(owner: CalendarOwner, filter: KnownFilter): KnownSeries[] {
    const all = this.series(owner).filter(({ plan }) => filter.plan === undefined || plan === filter.plan)
    const chosen =
      filter.room === undefined || filter.room === ''
        ? all.filter(({ room }) => room === (filter.room ?? room))
        : viewsOfRoom(all, filter.room)
    return chosen
      .map((series) => ({
        ...series,
        segments: clip(series.segments, filter.from ?? -Infinity, filter.until ?? Infinity),
      }))
      .filter(({ segments }) => segments.length > 0)
  }

  /**
   * Lays acknowledged cells over what is known. Cells for all rooms also change every room that is known by name.
   * Call it inside the transaction that marks the batch acknowledged.
   */
  acknowledge(owner: CalendarOwner, run: number, cells: PackedCells): void {
    const held = this.#roomsByPlan(owner)
    let block: CellBlock | undefined
    let first: StoredLayer[] = []
    for (const [at, packed] of cells.series.entries()) {
      const { room, plan } = packed
      let rooms = held.get(plan)
      if (rooms === undefined) held.set(plan, (rooms = new Set()))
      const isFirst = room === '' ? rooms.size === 0 : !rooms.has(room) && !rooms.has('')
      if (isFirst && packed.days === undefined)
        first.push({ room, plan, laid: cells.storeAlone(packed, this.#scratch) })
      else {
        this.#layFirst(owner, run, first)
        first = []
        block ??= cells.unpack()
        const series: SeriesRanges = { room, plan, ranges: plainRanges(block.series[at] as SeriesRanges) }
        // Rooms first: what they held before is what lay under them, not what is being laid.
        if (room === '')
          for (const name of rooms)
            if (name !== '') this.#lay(owner, run, { ...series, room: name }, { fields: block.fields, rooms })
        this.#lay(owner, run, series, { fields: block.fields, rooms })
      }
      rooms.add(room)
    }
    this.#layFirst(owner, run, first)
  }

  /** Changes whenever anything acknowledged of a hotel does. */
  digest({ target, kind, hotel }: CalendarOwner): string {
    const hash = createHash('sha256')
    const rows = this.database.iterate<KnownRow>(
      'SELECT room, plan, head, ints FROM known WHERE target = ? AND kind = ? AND hotel = ? ORDER BY plan, room',
      target,
      kind,
      hotel,
    )
    for (const { room, plan, head, ints } of rows) hash.update(JSON.stringify([room, plan, head])).update(ints)
    // What was planned by a calendar is not sent by one that may be older.
    const unproven = this.database.get<{ run: number }>(
      'SELECT until_run AS run FROM unproven WHERE target = ? AND kind = ? AND hotel = ?',
      target,
      kind,
      hotel,
    )
    if (unproven !== undefined) hash.update(`unproven ${unproven.run}`)
    return hash.digest('hex').slice(0, 32)
  }

  /** Forgets everything acknowledged by a service that no longer holds it, such as an emptied sandbox. */
  forget(target: number): void {
    this.database.run('DELETE FROM known WHERE target = ?', target)
  }

  /** The rooms of each plan of which anything is known. */
  #roomsByPlan({ target, kind, hotel }: CalendarOwner): Map<string, Set<string>> {
    const byPlan = new Map<string, Set<string>>()
    for (const { plan, room } of this.database.all<{ plan: string; room: string }>(
      'SELECT plan, room FROM known WHERE target = ? AND kind = ? AND hotel = ?',
      target,
      kind,
      hotel,
    )) {
      const rooms = byPlan.get(plan)
      if (rooms === undefined) byPlan.set(plan, new Set([room]))
      else rooms.add(room)
    }
    return byPlan
  }

  #block({ target, kind, hotel }: CalendarOwner, plan: string, room: string): CellBlock | undefined {
    const known = this.database.get<StoredBlock>(
      'SELECT head, ints FROM known WHERE target = ? AND kind = ? AND hotel = ? AND plan = ? AND room = ?',
      target,
      kind,
      hotel,
      plan,
      room,
    )
    return known === undefined ? undefined : decodeBlock(known)
  }

  /** Lays what is the first that is known of its room and plan, where nothing is known for all rooms either. */
  #layFirst(owner: CalendarOwner, run: number, layers: readonly StoredLayer[]): void {
    this.before.keepNone(run, owner.hotel, layers)
    this.#store(owner, run, layers)
  }

  /** @param rooms those of which anything is known in this plan */
  #lay(
    owner: CalendarOwner,
    run: number,
    series: SeriesRanges,
    { fields, rooms }: { fields: readonly NightFields[]; rooms: ReadonlySet<string> },
  ): void {
    const blockOf = (room: string) => (rooms.has(room) ? this.#block(owner, series.plan, room) : undefined)
    const held = blockOf(series.room)
    const general = series.room === '' ? undefined : blockOf('')
    const laid = encodeBlock(alone(series, fields))
    this.before.keep(run, owner.hotel, general === undefined ? held : beneath(general, held), series, { fields, laid })
    const all = held === undefined ? laid : encodeBlock(laidOver(held, series, fields))
    this.#store(owner, run, [{ room: series.room, plan: series.plan, laid: all }])
  }

  #store({ target, kind, hotel }: CalendarOwner, run: number, layers: readonly StoredLayer[]): void {
    const rows = layers.map(({ room, plan, laid: { head, ints } }) => {
      const digest = rowDigest('known', [target, kind, hotel, plan, room, run, head], [ints])
      return [target, kind, hotel, plan, room, run, head, ints, digest]
    })
    insertRows(this.database, 'known (target, kind, hotel, plan, room, run, head, ints, digest)', rows, OVER_KNOWN)
  }
}

function readSeries({ room, plan, head, ints }: KnownRow): KnownSeries {
  const { series, fields } = decodeBlock({ head, ints })
  const ranges = series[0]?.ranges ?? []
  return {
    room,
    plan,
    segments: ranges.map(({ from, until, value }) => ({ from, until, value: fields[value] as NightFields })),
  }
}

/** One view per plan that knows the room itself or all rooms. */
function viewsOfRoom(all: readonly KnownSeries[], room: string): KnownSeries[] {
  const plans = [...new Set(all.filter((series) => series.room === room || series.room === '').map(({ plan }) => plan))]
  return plans.map((plan) => {
    const segmentsOf = (name: string) =>
      all.find((series) => series.plan === plan && series.room === name)?.segments ?? []
    const sets = new FieldSets()
    const numbered = (segments: readonly Segment<NightFields>[]) =>
      segments.map((segment) => ({ ...segment, value: sets.idOf(segment.value) }))
    const laid = overlay(numbered(segmentsOf('')), numbered(segmentsOf(room)), (under, over) =>
      sets.combine(under, over),
    )
    return { room, plan, segments: laid.map((segment) => ({ ...segment, value: sets.fieldsOf(segment.value) })) }
  })
}

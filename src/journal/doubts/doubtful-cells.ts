import { align, append, type NightFields, overlay, type Segment } from '../../calendar/index.js'
import type { Database } from '../../sql/index.js'
import type { Piece } from '../batch-records.js'
import { plainRanges, type StoredBlock } from '../cell-block.js'
import type { CalendarOwner, KnownSeries } from '../known-calendar.js'
import { PackedCells } from '../packed-cells.js'

/** Fields that may hold another value at the service than the acknowledged one; the values are those that were sent. */
export type DoubtfulSeries = KnownSeries

interface PieceRow extends StoredBlock {
  from_entry: number
  until_entry: number
  at: number
  state: number
}

/** Cells that earlier runs sent, or may have sent, without the service saying what became of them, and that nothing acknowledged has set since. */
export class DoubtfulCells {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Notes that a request for these entries went out and brought no usable answer. */
  note({ run, seq, fromEntry, untilEntry }: Pick<Piece, 'run' | 'seq' | 'fromEntry' | 'untilEntry'>): void {
    this.#database.run(
      'UPDATE piece SET unanswered_at = ? WHERE run = ? AND seq = ? AND from_entry < ? AND until_entry > ? AND state = 0', Date.now(), run, seq, untilEntry, fromEntry,
    )
  }

  /** Hotels of which runs that have begun to send hold anything without a fate; mostly none. */
  hotels({ target, kind }: Omit<CalendarOwner, 'hotel'>): Set<string> {
    const rows = this.#database.all<{ hotel: string }>(
      `SELECT DISTINCT batch.hotel AS hotel FROM piece JOIN run ON run.id = piece.run JOIN batch ON batch.run = piece.run AND batch.seq = piece.seq
       WHERE piece.state = 0 AND run.target = ? AND run.kind = ? AND run.started_at IS NOT NULL`, target, kind,
    )
    return new Set(rows.map(({ hotel }) => hotel))
  }

  /** What is in doubt of a hotel, by room and plan, in the order in which it was sent and acknowledged. */
  series({ target, kind, hotel }: CalendarOwner): DoubtfulSeries[] {
    const rows = this.#database.iterate<PieceRow>(
      `WITH mine AS MATERIALIZED (
         SELECT piece.state AS state, piece.from_entry AS from_entry, piece.until_entry AS until_entry, batch.head AS head, batch.ints AS ints, piece.run AS run, piece.seq AS seq,
                CASE piece.state WHEN 1 THEN piece.settled_at ELSE coalesce(piece.unanswered_at, run.resumed_at, run.started_at) END AS at
         FROM run JOIN batch ON batch.run = run.id JOIN piece ON piece.run = batch.run AND piece.seq = batch.seq
         WHERE run.target = ? AND run.kind = ? AND run.started_at IS NOT NULL AND batch.hotel = ? AND piece.state IN (0, 1)
           AND run.id >= (SELECT min(piece.run) FROM piece JOIN run ON run.id = piece.run WHERE piece.state = 0 AND run.target = ?1 AND run.kind = ?2 AND run.started_at IS NOT NULL))
       SELECT * FROM mine WHERE at >= (SELECT min(at) FROM mine WHERE state = 0) ORDER BY at, state DESC, run, seq, from_entry`, target, kind, hotel,
    )
    const doubts = new Doubts()
    for (const { state, from_entry: from, until_entry: until, head, ints } of rows) {
      const { series, fields } = PackedCells.read({ head, ints }).part(from, until).unpack()
      for (const one of series) {
        const segments = plainRanges(one).map(({ value, ...span }) => ({ ...span, value: fields[value] as NightFields }))
        if (state === 0) doubts.add({ room: one.room, plan: one.plan, segments })
        else doubts.clear({ room: one.room, plan: one.plan, segments })
      }
    }
    return doubts.list()
  }
}

/** Doubts by room and plan. Cells for all rooms speak of every room; a room that has none of its own keeps those of all rooms. */
class Doubts {
  readonly #byPlan = new Map<string, Map<string, Segment<NightFields>[]>>()

  add({ room, plan, segments }: DoubtfulSeries): void {
    const rooms = this.#roomsOf(plan, room)
    for (const name of room === '' ? rooms.keys() : [room]) {
      rooms.set(name, overlay(rooms.get(name) ?? [], segments, (under, over) => ({ ...under, ...over })))
    }
  }

  clear({ room, plan, segments }: DoubtfulSeries): void {
    const rooms = this.#roomsOf(plan, room)
    for (const name of room === '' ? rooms.keys() : [room]) rooms.set(name, without(rooms.get(name) ?? [], segments))
  }

  list(): DoubtfulSeries[] {
    return [...this.#byPlan].flatMap(([plan, rooms]) => [...rooms].map(([room, segments]) => ({ room, plan, segments })))
  }

  /** The rooms of a plan, with the one that is named: it begins with what is in doubt of all. */
  #roomsOf(plan: string, room: string): Map<string, Segment<NightFields>[]> {
    const rooms = this.#byPlan.get(plan) ?? new Map<string, Segment<NightFields>[]>([['', []]])
    this.#byPlan.set(plan, rooms)
    if (!rooms.has(room)) rooms.set(room, [...(rooms.get('') ?? [])])
    return rooms
  }
}

/** What is known without the fields in doubt. Cells for all rooms are in doubt as soon as those of one room are. */
export function trustedSeries(known: readonly KnownSeries[], doubts: readonly DoubtfulSeries[]): KnownSeries[] {
  return known.map(({ room, plan, segments }) => {
    const ofPlan = doubts.filter((one) => one.plan === plan)
    const own = room === '' ? ofPlan : [ofPlan.find((one) => one.room === room) ?? ofPlan.find((one) => one.room === '')]
    return { room, plan, segments: own.reduce((left, one) => (one === undefined ? left : without(left, one.segments)), segments) }
  })
}

function without(segments: readonly Segment<NightFields>[], taken: readonly Segment<NightFields>[]): Segment<NightFields>[] {
  if (taken.length === 0) return [...segments]
  const left: Segment<NightFields>[] = []
  align(segments, taken, (from, until, value, gone) => {
    if (value === undefined) return
    if (gone === undefined) return append(left, from, until, value)
    const kept = Object.entries(value).filter(([name]) => gone[name] === undefined)
    if (kept.length > 0) append(left, from, until, Object.fromEntries(kept))
  })
  return left
}

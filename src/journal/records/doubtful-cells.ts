import { clip, type NightFields } from '../../calendar/index.js'
import type { Database } from '../../sql/index.js'
import {
  type CalendarOwner,
  type DoubtfulSeries,
  Doubts,
  doubtsOf,
  type KnownFilter,
  type KnownSeries,
  type SettledSeries,
} from '../calendar/index.js'
import type { Problem } from '../fates/index.js'
import { PackedCells, plainRanges, type StoredBlock } from '../packed/index.js'
import type { Piece } from './batches.js'

interface PieceRow extends StoredBlock {
  from_entry: number
  until_entry: number
  run: number
  state: number
}

/** A piece without a fate may have arrived where its answer never came, or where its process ended in the middle of sending. */
const MAY_HAVE_ARRIVED =
  "piece.state = 0 AND run.started_at IS NOT NULL AND (piece.unanswered_at IS NOT NULL OR run.was_cut = 1 OR run.state = 'sending')"

/** Cells that earlier runs sent, or may have sent, without the service saying what became of them, and that nothing acknowledged has set since. */
export class DoubtfulCells {
  constructor(private readonly database: Database) {}

  /** Notes that a request for these entries went out and brought no usable answer. */
  note({ run, seq, fromEntry, untilEntry }: Pick<Piece, 'run' | 'seq' | 'fromEntry' | 'untilEntry'>): void {
    this.database.run(
      'UPDATE piece SET unanswered_at = ?, problem = NULL WHERE run = ? AND seq = ? AND from_entry < ? AND until_entry > ? AND state = 0',
      Date.now(),
      run,
      seq,
      untilEntry,
      fromEntry,
    )
  }

  /** Nights of a run whose own request had no usable answer, and that were not judged since. Those of a refused request are not among them. */
  unanswered(run: number): number {
    return (
      this.database.get<{ nights: number | null }>(
        'SELECT sum(nights) AS nights FROM piece WHERE run = ? AND state = 0 AND unanswered_at IS NOT NULL AND (problem IS NULL OR settled_at IS NOT NULL)',
        run,
      )?.nights ?? 0
    )
  }

  /** What of a run was refused when it was sent again, and may have arrived before: its nights, and the first reason. */
  refused(run: number): { nights: number; problem: Problem } | undefined {
    const row = this.database.get<{ nights: number; problem: string }>(
      'SELECT sum(nights) OVER () AS nights, problem FROM piece WHERE run = ? AND state = 0 AND problem IS NOT NULL AND settled_at IS NOT NULL ORDER BY seq, from_entry LIMIT 1',
      run,
    )
    return row === undefined ? undefined : { nights: row.nights, problem: JSON.parse(row.problem) as Problem }
  }

  /** Hotels of which runs hold anything that may have arrived without an answer; mostly none. */
  hotels({ target, kind }: { target: number; kind?: string }): Set<string> {
    const rows = this.database.all<{ hotel: string }>(
      `SELECT DISTINCT batch.hotel AS hotel FROM piece JOIN run ON run.id = piece.run JOIN batch ON batch.run = piece.run AND batch.seq = piece.seq
       WHERE ${MAY_HAVE_ARRIVED} AND run.target = ? AND (?2 IS NULL OR run.kind = ?2) ORDER BY batch.hotel`,
      target,
      kind ?? null,
    )
    return new Set(rows.map(({ hotel }) => hotel))
  }

  /** Parts of a run that may have arrived without an answer, in the order of the plan. */
  pieces(run: number): { seq: number; hotel: string; fromEntry: number; untilEntry: number }[] {
    return this.database.all(
      `SELECT piece.seq AS seq, hotel, from_entry AS fromEntry, until_entry AS untilEntry FROM piece JOIN run ON run.id = piece.run JOIN batch ON batch.run = piece.run AND batch.seq = piece.seq
       WHERE ${MAY_HAVE_ARRIVED} AND piece.run = ? ORDER BY piece.seq, from_entry`,
      run,
    )
  }

  /**
   * What is in doubt of a hotel, by room and plan, in the order in which it was sent and acknowledged.
   * @param before only what runs before this one sent and had acknowledged: what was in doubt when it began
   */
  series(owner: CalendarOwner, before = Number.MAX_SAFE_INTEGER): DoubtfulSeries[] {
    const doubts = new Doubts()
    for (const { run, isAcknowledged, cells } of this.#sent(owner, before)) {
      if (isAcknowledged) doubts.clear(cells)
      else doubts.add(run, cells)
    }
    return doubts.list()
  }

  /**
   * What a run sent of a hotel without an answer, and other runs have had acknowledged since, each with the first that did.
   * @param named rooms that are known by name: what is acknowledged for all rooms is theirs too
   */
  settled(owner: CalendarOwner, run: number, named: readonly Pick<KnownSeries, 'room' | 'plan'>[]): SettledSeries[] {
    const doubts = new Doubts(named)
    const settled: SettledSeries[] = []
    for (const { run: by, isAcknowledged, cells } of this.#sent(owner, Number.MAX_SAFE_INTEGER)) {
      if (!isAcknowledged) {
        if (by === run) doubts.add(run, cells)
      } else if (by === run) doubts.clear(cells)
      else settled.push(...doubts.settle(by, cells))
    }
    return settled
  }

  /** What runs sent of a hotel without an answer, and what was acknowledged since the first of that, in this order. */
  *#sent(
    { target, kind, hotel }: CalendarOwner,
    before: number,
  ): Iterable<{ run: number; isAcknowledged: boolean; cells: KnownSeries }> {
    const rows = this.database.iterate<PieceRow>(
      `WITH mine AS MATERIALIZED (
         SELECT piece.state AS state, piece.from_entry AS from_entry, piece.until_entry AS until_entry, batch.head AS head, batch.ints AS ints, piece.run AS run, piece.seq AS seq,
                CASE piece.state WHEN 1 THEN piece.settled_at ELSE coalesce(piece.unanswered_at, run.resumed_at, run.started_at) END AS at
         FROM run JOIN batch ON batch.run = run.id JOIN piece ON piece.run = batch.run AND piece.seq = batch.seq
         WHERE run.target = ?1 AND run.kind = ?2 AND batch.hotel = ?3 AND run.id < ?4 AND (piece.state = 1 OR (${MAY_HAVE_ARRIVED}))
           AND run.id >= (SELECT min(piece.run) FROM piece JOIN run ON run.id = piece.run WHERE ${MAY_HAVE_ARRIVED} AND run.target = ?1 AND run.kind = ?2))
       SELECT * FROM mine WHERE at >= (SELECT min(at) FROM mine WHERE state = 0) ORDER BY at, state DESC, run, seq, from_entry`,
      target,
      kind,
      hotel,
      before,
    )
    for (const { state, run, from_entry: from, until_entry: until, head, ints } of rows) {
      const { series, fields } = PackedCells.read({ head, ints }).part(from, until).unpack()
      for (const one of series) {
        const segments = plainRanges(one).map(({ value, ...span }) => ({
          ...span,
          value: fields[value] as NightFields,
        }))
        yield { run, isAcknowledged: state !== 0, cells: { room: one.room, plan: one.plan, segments } }
      }
    }
  }

  /** The same inside a window; a named room shows its own doubts, or those of all rooms where it has none. */
  view(owner: CalendarOwner, { room, plan, from = -Infinity, until = Infinity }: KnownFilter): DoubtfulSeries[] {
    const all = this.series(owner).filter((one) => plan === undefined || one.plan === plan)
    const plans = [...new Set(all.map((one) => one.plan))]
    const chosen = room === undefined ? all : plans.map((of) => ({ room, plan: of, segments: doubtsOf(all, room, of) }))
    return chosen
      .map((one) => ({ ...one, segments: clip(one.segments, from, until) }))
      .filter(({ segments }) => segments.length > 0)
  }
}

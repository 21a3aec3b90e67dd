import type { Night } from '../../calendar/index.js'
import { type Database, insertRows, rowDigest, type SqlValue, withoutNulls } from '../../sql/index.js'
import type { CalendarOwner, KnownCalendar } from '../calendar/index.js'
import {
  EntryRows,
  fatesByLine,
  type LineFate,
  type Problem,
  refusedLines,
  type RejectedLine,
  STATE,
  type Untried,
} from '../fates/index.js'
import {
  decodeSources,
  type LineRun,
  nightsOfSeries,
  type PackedBatch,
  PackedCells,
  type StoredBlock,
} from '../packed/index.js'

/** Entries [fromEntry, untilEntry) of batch `seq`, which share a fate. */
export interface Piece {
  run: number
  seq: number
  fromEntry: number
  untilEntry: number
  /** Known to hold a guilty entry: sending it whole would be wasted. */
  isSuspect: boolean
  /** End of the piece beside it that becomes suspect once this one is accepted. */
  siblingUntil?: number
}

/** The fate of a piece. A split puts smaller pieces in its place; `from` of each is where the one before ends. `problem`: why the whole was refused, if it was asked. */
type Settlement =
  | { piece: Piece; fate: 'acknowledged' }
  | { piece: Piece; fate: 'rejected'; problem: Problem }
  | { piece: Piece; fate: 'split'; parts: readonly PiecePart[]; problem?: Problem }
  /** A single entry that was refused is taken apart into the rows that it was made of; `EntryRows.count` says that there are several. */
  | { piece: Piece; fate: 'split-rows'; problem: Problem }

export interface PiecePart {
  untilEntry: number
  isSuspect?: boolean
  siblingUntil?: number
  /** Set where the part needs not be sent: the service has named each of its entries. */
  problem?: Problem
}

/** A fate with what the journal needs to act on it: the batch's hotel and all of its cells. */
export interface SettledPiece {
  hotel: string
  cells: PackedCells
  settlement: Settlement
}

/** What ends all that is left of some batches. */
export interface PendingRefusal {
  run: number
  firstSeq: number
  lastSeq: number
  problem: Problem
  /** Entries of the first batch that were sent alone and refused. */
  tried: readonly number[]
}

export interface PendingHotel {
  hotel: string
  firstSeq: number
  lastSeq: number
}

interface BatchRecord {
  seq: number
  hotel: string
  entries: number
  nights: number
  bytes: number
  firstNight: Night
  lastNight: Night
  /** Entries by fate. */
  acknowledged: number
  rejected: number
  /** Given up with a refusal that was not theirs alone. */
  untried: number
  left: number
  /** Those left for which a request brought no usable answer. */
  unanswered: number
}

/**
 * A refusal does not say what became of a request before it that may have arrived: such a piece keeps its doubt, with the refusal and its time beside it.
 * A piece that is in doubt only because its batch was refused has that refusal and no time: once it is judged alone, the doubt is over.
 */
const REJECTED_UNLESS_IN_DOUBT = 'CASE WHEN unanswered_at IS NOT NULL AND problem IS NULL THEN 0 ELSE ? END'
const KEPT_DOUBT = 'unanswered_at = CASE WHEN problem IS NULL THEN unanswered_at END'
const BATCH = 'batch (run, seq, hotel, entries, nights, bytes, first_night, last_night, head, ints, sources, digest)'
/** Not sent in this attempt yet. */
const TO_SEND = 'piece.state = 0 AND piece.settled_at IS NULL'

/** Batches and their pieces: what is to be sent, and the fate of what was. */
export class BatchRecords {
  readonly #database: Database
  readonly #known: KnownCalendar
  readonly entryRows: EntryRows

  constructor(database: Database, known: KnownCalendar) {
    this.#database = database
    this.#known = known
    this.entryRows = new EntryRows(database)
  }

  /** Adds planned batches; `firstSeq` numbers the first of them. */
  add(run: number, firstSeq: number, batches: readonly PackedBatch[]): void {
    if (batches.length === 0) return
    this.#database.inTransaction(() => {
      const rows = batches.map(
        ({ hotel, entries, nights, bytes, firstNight, lastNight, head, ints, sources }, i): SqlValue[] => {
          const row = [run, firstSeq + i, hotel, entries, nights, bytes, firstNight, lastNight, head]
          return [...row, ints, sources, rowDigest('batch', row, [ints, sources])]
        },
      )
      insertRows(this.#database, BATCH, rows)
      this.#database.run(
        'INSERT INTO piece (run, seq, from_entry, until_entry, nights) SELECT run, seq, 0, entries, nights FROM batch WHERE run = ? AND seq BETWEEN ? AND ? ORDER BY seq',
        run,
        firstSeq,
        firstSeq + batches.length - 1,
      )
    })
  }

  /** Hotels that still have something to send, in the order of the plan. What was refused in this attempt, and may have arrived before, is not sent again in it. */
  pendingHotels(run: number, afterSeq: number, limit: number): PendingHotel[] {
    return this.#database.all<PendingHotel>(
      `SELECT batch.hotel AS hotel, min(piece.seq) AS firstSeq, max(piece.seq) AS lastSeq FROM piece JOIN batch USING (run, seq)
       WHERE piece.run = ? AND ${TO_SEND} AND piece.seq > ? GROUP BY batch.hotel ORDER BY firstSeq LIMIT ?`,
      run,
      afterSeq,
      limit,
    )
  }

  /** The next piece of a hotel's batches that has no fate yet. */
  nextPiece(run: number, firstSeq: number, lastSeq: number): Piece | undefined {
    const row = this.#database.get<
      Pick<Piece, 'seq' | 'fromEntry' | 'untilEntry'> & { suspect: number; siblingUntil: number | null }
    >(
      `SELECT seq, from_entry AS fromEntry, until_entry AS untilEntry, suspect, sibling_until AS siblingUntil FROM piece WHERE run = ? AND seq BETWEEN ? AND ? AND ${TO_SEND} ORDER BY seq, from_entry LIMIT 1`,
      run,
      firstSeq,
      lastSeq,
    )
    if (row === undefined) return undefined
    const { suspect, ...piece } = withoutNulls(row)
    return { run, ...piece, isSuspect: suspect === 1 }
  }

  /** Whether the service has accepted any part of a batch. */
  hasAcknowledged(run: number, seq: number): boolean {
    return (
      this.#database.get(
        'SELECT 1 FROM piece WHERE run = ? AND seq = ? AND state = ? LIMIT 1',
        run,
        seq,
        STATE.acknowledged,
      ) !== undefined
    )
  }

  /** How many entries a planned batch has. */
  entryCount(run: number, seq: number): number {
    const batch = this.#database.get<{ entries: number }>(
      'SELECT entries FROM batch WHERE run = ? AND seq = ?',
      run,
      seq,
    )
    if (batch === undefined) throw new RangeError(`run ${run} has no batch ${seq}`)
    return batch.entries
  }

  /** The lines that entries [fromEntry, untilEntry) of a planned batch came from, entry by entry. */
  sources(run: number, seq: number, fromEntry: number, untilEntry: number): LineRun[][] {
    const stored = this.#database.get<{ sources: Uint8Array }>(
      'SELECT sources FROM batch WHERE run = ? AND seq = ?',
      run,
      seq,
    )
    return stored === undefined ? [] : decodeSources(stored.sources, fromEntry, untilEntry)
  }

  /** The cells of a planned batch. */
  cells(run: number, seq: number): PackedCells {
    const stored = this.#database.get<StoredBlock>('SELECT head, ints FROM batch WHERE run = ? AND seq = ?', run, seq)
    if (stored === undefined) throw new RangeError(`run ${run} has no batch ${seq}`)
    return PackedCells.read(stored)
  }

  /** Puts fates on record, all or none; acknowledged cells become part of the known calendar in the same transaction. */
  settle(owner: Omit<CalendarOwner, 'hotel'>, fates: readonly SettledPiece[]): void {
    this.#database.inTransaction(() => fates.forEach((fate) => this.#settleOne(owner, fate)))
  }

  #settleOne(owner: Omit<CalendarOwner, 'hotel'>, { hotel, cells, settlement }: SettledPiece): void {
    const { piece } = settlement
    if (settlement.fate === 'split-rows') {
      const rows = this.entryRows.apart(piece)
      this.#split(piece, this.cells(piece.run, piece.seq), {
        piece,
        fate: 'split',
        problem: settlement.problem,
        parts: [{ untilEntry: piece.fromEntry + rows, isSuspect: true }],
      })
    } else if (settlement.fate === 'split') this.#split(piece, cells, settlement)
    else if (settlement.fate === 'rejected') this.#close(piece, STATE.rejected, JSON.stringify(settlement.problem))
    else {
      this.#close(piece, STATE.acknowledged, null)
      this.#suspectSibling(piece)
      this.#known.acknowledge({ ...owner, hotel }, piece.run, cells.part(piece.fromEntry, piece.untilEntry))
    }
  }

  /**
   * Gives up every piece of these batches that has no fate yet: refused are only the `tried` entries of the first of them, which were sent alone. Of the rest
   * nothing is known but the company that it was in. What may have arrived before keeps its doubt.
   */
  rejectPending({ run, firstSeq, lastSeq, problem, tried }: PendingRefusal): void {
    this.#database.inTransaction(() => {
      const cells = tried.length === 0 ? undefined : this.cells(run, firstSeq)
      for (const entry of tried) {
        const piece = this.#database.get<{ fromEntry: number; untilEntry: number }>(
          `SELECT from_entry AS fromEntry, until_entry AS untilEntry FROM piece WHERE run = ? AND seq = ? AND from_entry <= ? AND until_entry > ? AND ${TO_SEND}`,
          run,
          firstSeq,
          entry,
          entry,
        )
        if (piece === undefined || cells === undefined) continue
        const around = { run, seq: firstSeq, isSuspect: false, ...piece }
        const ends = [entry, entry + 1, piece.untilEntry].filter(
          (untilEntry, at, all) => untilEntry > piece.fromEntry && untilEntry !== all[at - 1],
        )
        this.#split(around, cells, { piece: around, fate: 'split', parts: ends.map((untilEntry) => ({ untilEntry })) })
        this.#close({ ...around, fromEntry: entry }, STATE.rejected, JSON.stringify(problem))
      }
      const untried = (sort: Untried): string => JSON.stringify({ ...problem, untried: sort } satisfies Problem)
      this.#database.run(
        `UPDATE piece SET state = ${REJECTED_UNLESS_IN_DOUBT}, ${KEPT_DOUBT}, problem = CASE WHEN problem IS NULL THEN ? ELSE ? END, settled_at = ? WHERE run = ? AND seq BETWEEN ? AND ? AND ${TO_SEND}`,
        STATE.untried,
        untried('hotel'),
        untried('batch'),
        Date.now(),
        run,
        firstSeq,
        lastSeq,
      )
    })
  }

  list(run: number): Iterable<BatchRecord> {
    return this.#database.iterate<BatchRecord>(
      `SELECT seq, hotel, entries, batch.nights AS nights, bytes, first_night AS firstNight, last_night AS lastNight,
              coalesce(sum(until_entry - from_entry) FILTER (WHERE state = 1), 0) AS acknowledged,
              coalesce(sum(until_entry - from_entry) FILTER (WHERE state = 2), 0) AS rejected,
              coalesce(sum(until_entry - from_entry) FILTER (WHERE state = 3), 0) AS untried,
              coalesce(sum(until_entry - from_entry) FILTER (WHERE state = 0), 0) AS left,
              coalesce(sum(until_entry - from_entry) FILTER (WHERE state = 0 AND unanswered_at IS NOT NULL), 0) AS unanswered
       FROM batch JOIN piece USING (run, seq) WHERE run = ? GROUP BY seq ORDER BY seq`,
      run,
    )
  }

  /** Source lines of every rejected entry, each line once per hotel, in the order of the plan. */
  rejectedLines(run: number): Iterable<RejectedLine> {
    return refusedLines(this.#database, run, STATE.rejected)
  }

  /** The same of entries that were given up with a refusal that was not theirs alone. */
  untriedLines(run: number): Iterable<RejectedLine> {
    return refusedLines(this.#database, run, STATE.untried)
  }

  /** The fate of every source line, hotel by hotel; a line whose cells share no fate has the worst of theirs. */
  lineFates(run: number): Iterable<LineFate> {
    return fatesByLine(this.#database, run)
  }

  #close(piece: Piece, state: number, problem: string | null): void {
    // What was only refused with its batch is judged now; a request of its own that had no answer stays on record.
    this.#database.run(
      `UPDATE piece SET state = ${state === STATE.rejected ? REJECTED_UNLESS_IN_DOUBT : '?'}, ${KEPT_DOUBT}, problem = ?, settled_at = ? WHERE run = ? AND seq = ? AND from_entry = ?`,
      state,
      problem,
      Date.now(),
      piece.run,
      piece.seq,
      piece.fromEntry,
    )
  }

  #suspectSibling({ run, seq, untilEntry, siblingUntil }: Piece): void {
    if (siblingUntil === undefined) return
    this.#database.run(
      'UPDATE piece SET suspect = 1 WHERE run = ? AND seq = ? AND from_entry = ? AND until_entry = ? AND state = 0',
      run,
      seq,
      untilEntry,
      siblingUntil,
    )
  }

  /** The parts were in a request that was refused, unless none went out: until each is judged alone, the service may hold it. */
  #split(piece: Piece, cells: PackedCells, { parts, problem: refusal }: Extract<Settlement, { fate: 'split' }>): void {
    const { unanswered_at: at, problem: before } = this.#database.get<{
      unanswered_at: number | null
      problem: string | null
    }>(
      'DELETE FROM piece WHERE run = ? AND seq = ? AND from_entry = ? RETURNING unanswered_at, problem',
      piece.run,
      piece.seq,
      piece.fromEntry,
    ) ?? { unanswered_at: null, problem: null }
    // What may have arrived with an earlier request is in doubt whatever this refusal says.
    const isInDoubt = at !== null && before === null
    const pending =
      isInDoubt || refusal === undefined
        ? [STATE.pending, before, null, at]
        : [STATE.pending, JSON.stringify(refusal), null, Date.now()]
    let from = piece.fromEntry
    for (const { untilEntry, isSuspect, siblingUntil, problem } of parts) {
      this.#database.run(
        'INSERT INTO piece (run, seq, from_entry, until_entry, nights, suspect, sibling_until, state, problem, settled_at, unanswered_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        piece.run,
        piece.seq,
        from,
        untilEntry,
        nightsOf(cells.part(from, untilEntry)),
        isSuspect === true ? 1 : 0,
        siblingUntil ?? null,
        ...(problem === undefined
          ? pending
          : [isInDoubt ? STATE.pending : STATE.rejected, JSON.stringify(problem), Date.now(), isInDoubt ? at : null]),
      )
      from = untilEntry
    }
  }
}

const nightsOf = (cells: PackedCells): number =>
  cells.unpack().series.reduce((sum, one) => sum + nightsOfSeries(one), 0)

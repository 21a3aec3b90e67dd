import type { Database } from '../../sql/index.js'
import type { CalendarOwner } from '../calendar/index.js'
import { packRows, type Row, unpackRows } from './row-bytes.js'

/** A hotel of a run, and where its batches stand in the plan. */
export interface SlicedHotel {
  hotel: string
  firstSeq: number
  lastSeq: number
}

/** How many batches and nights of a hotel in a run have which fate. */
export interface SliceCounts {
  batches: number[]
  nights: number[]
}

/** Tables of a hotel in a run. What was planned hardly changes any more; the fates do with every answer. */
const PLANNED = ['batch', 'coverage', 'replaced'] as const
const SETTLED = ['piece', 'before'] as const
/** Numbers that each journal gives by itself. */
const OWN_NUMBER: ReadonlySet<string> = new Set(['known', 'before'])

/**
 * Takes what the journal holds of one hotel out as bytes and puts it in again, here or in the journal of another machine: the rows are as they were, so whoever
 * plans, sends, undoes or shows finds what the first journal held. Runs keep their numbers. Both journals have the same tables.
 */
export class HotelSlices {
  readonly #columns = new Map<string, string[]>()

  constructor(private readonly database: Database) {}

  /** Which tables there are: slices of another number cannot be put in. */
  get schema(): number {
    return this.database.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0
  }

  /** The next run that is made gets this number. */
  numberNext(run: number): void {
    this.database.run("DELETE FROM sqlite_sequence WHERE name = 'run'")
    this.database.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('run', ?)", run - 1)
  }

  /** The record of a run, without its hotels. */
  run(id: number): Uint8Array {
    return packRows({ run: this.#rows('run', 'id = ?', id) })
  }

  /** Puts the record of a run in, or over the one that is there. `more`: columns that have changed since. */
  putRun(bytes: Uint8Array, target: number, more: Row = {}): void {
    const row = { ...(unpackRows(bytes)['run']?.[0] as Row), ...more, target }
    const names = Object.keys(row)
    this.database.run(
      `INSERT INTO run (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT (id) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      ...Object.values(row),
    )
  }

  /** The hotels of a run that have something to send, in the order of the plan. */
  hotels(run: number): SlicedHotel[] {
    return this.database.all<SlicedHotel>(
      'SELECT hotel, min(seq) AS firstSeq, max(seq) AS lastSeq FROM batch WHERE run = ? GROUP BY hotel ORDER BY firstSeq',
      run,
    )
  }

  /** Hotels that the files of a run named, and that have nothing to send. */
  idle(run: number): SlicedHotel[] {
    const sent = new Set(this.hotels(run).map(({ hotel }) => hotel))
    return this.database
      .all<{ hotel: string }>('SELECT hotel FROM coverage WHERE run = ? ORDER BY hotel', run)
      .filter(({ hotel }) => !sent.has(hotel))
      .map(({ hotel }) => ({ hotel, firstSeq: 0, lastSeq: -1 }))
  }

  /** What was planned for a hotel. */
  plan(run: number, hotel: SlicedHotel): Uint8Array {
    return packRows(Object.fromEntries(PLANNED.map((table) => [table, this.#ofHotel(table, run, hotel)])))
  }

  /** Differs once what was planned has been taken apart into other entries. */
  planMark(run: number, { firstSeq, lastSeq }: SlicedHotel): string {
    const { mark } = this.database.get<{ mark: string | null }>(
      "SELECT group_concat(entries || ':' || digest) AS mark FROM batch WHERE run = ? AND seq BETWEEN ? AND ?",
      run,
      firstSeq,
      lastSeq,
    ) ?? { mark: null }
    return mark ?? ''
  }

  /** What became of it. */
  fates(run: number, hotel: SlicedHotel): Uint8Array {
    return packRows(Object.fromEntries(SETTLED.map((table) => [table, this.#ofHotel(table, run, hotel)])))
  }

  /** What the service has acknowledged of a hotel. */
  known({ target, kind, hotel }: CalendarOwner): Uint8Array {
    return packRows({ known: this.#rows('known', 'target = ? AND kind = ? AND hotel = ?', target, kind, hotel) })
  }

  /** Puts in what `plan`, `fates` or `known` took out. The run's record is there. */
  put(bytes: Uint8Array, target: number): void {
    this.database.transaction(() => {
      for (const [table, rows] of Object.entries(unpackRows(bytes)))
        for (const row of rows) this.#insert(table, table === 'known' ? { ...row, target } : row)
    })
  }

  /** Removes a hotel, in all runs. */
  drop({ target, kind, hotel }: CalendarOwner): void {
    this.database.transaction(() => {
      const runs = this.database.all<{ id: number }>('SELECT id FROM run WHERE target = ? AND kind = ?', target, kind)
      for (const { id } of runs) {
        this.database.run(
          'DELETE FROM piece WHERE run = ?1 AND seq IN (SELECT seq FROM batch WHERE run = ?1 AND hotel = ?2)',
          id,
          hotel,
        )
        for (const table of [...PLANNED, 'before'])
          this.database.run(`DELETE FROM ${table} WHERE run = ? AND hotel = ?`, id, hotel)
      }
      this.database.run('DELETE FROM known WHERE target = ? AND kind = ? AND hotel = ?', target, kind, hotel)
    })
  }

  /** What an earlier attempt had refused although it may have arrived is sent again in this one. */
  tryAgain(run: number, { firstSeq, lastSeq }: SlicedHotel): void {
    this.database.run(
      'UPDATE piece SET problem = NULL, settled_at = NULL WHERE run = ? AND seq BETWEEN ? AND ? AND state = 0 AND settled_at IS NOT NULL',
      run,
      firstSeq,
      lastSeq,
    )
  }

  /** Nights by fate: planned, acknowledged, rejected, given up, left, of those unanswered; the same of batches, as a run counts them. */
  counts(run: number, { firstSeq, lastSeq }: SlicedHotel): SliceCounts {
    const nights = this.database.get<Record<string, number>>(
      `SELECT coalesce(sum(nights), 0) AS a, coalesce(sum(nights) FILTER (WHERE state = 1), 0) AS b, coalesce(sum(nights) FILTER (WHERE state = 2), 0) AS c,
              coalesce(sum(nights) FILTER (WHERE state = 3), 0) AS d, coalesce(sum(nights) FILTER (WHERE state = 0), 0) AS e,
              coalesce(sum(nights) FILTER (WHERE state = 0 AND unanswered_at IS NOT NULL), 0) AS f FROM piece WHERE run = ? AND seq BETWEEN ? AND ?`,
      run,
      firstSeq,
      lastSeq,
    )
    const batches = this.database.get<Record<string, number>>(
      `SELECT count(*) AS a, coalesce(sum(low = 1 AND high = 1), 0) AS b, coalesce(sum(refused), 0) AS c, coalesce(sum(high = 3 AND NOT refused), 0) AS d,
              coalesce(sum(low = 0 AND high < 2), 0) AS e, coalesce(sum(low = 0 AND high < 2 AND doubt), 0) AS f
       FROM (SELECT min(state) AS low, max(state) AS high, max(state = 2) AS refused, max(state = 0 AND unanswered_at IS NOT NULL) AS doubt
             FROM piece WHERE run = ? AND seq BETWEEN ? AND ? GROUP BY seq)`,
      run,
      firstSeq,
      lastSeq,
    )
    return { batches: Object.values(batches ?? {}), nights: Object.values(nights ?? {}) }
  }

  /** The batches of a hotel follow one another in the plan. */
  #ofHotel(table: string, run: number, { hotel, firstSeq, lastSeq }: SlicedHotel): Row[] {
    return table === 'piece' || table === 'batch'
      ? this.#rows(table, 'run = ? AND seq BETWEEN ? AND ?', run, firstSeq, lastSeq)
      : this.#rows(table, 'run = ? AND hotel = ?', run, hotel)
  }

  /** Rows in the order in which they were written. */
  #rows(table: string, where: string, ...params: (string | number)[]): Row[] {
    const names = this.#columnsOf(table)
    const order = OWN_NUMBER.has(table)
      ? 'id'
      : table === 'piece'
        ? 'seq, from_entry'
        : table === 'batch'
          ? 'seq'
          : 'rowid'
    const sorted = table === 'coverage' ? '' : ` ORDER BY ${order}`
    return this.database.all<Row>(`SELECT ${names.join(', ')} FROM ${table} WHERE ${where}${sorted}`, ...params)
  }

  #insert(table: string, row: Row): void {
    const names = this.#columnsOf(table)
    this.database.run(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      ...names.map((name) => row[name] ?? null),
    )
  }

  #columnsOf(table: string): string[] {
    const known = this.#columns.get(table)
    if (known !== undefined) return known
    const names = this.database
      .all<{ name: string }>(`PRAGMA table_info(${table})`)
      .map(({ name }) => name)
      .filter((name) => name !== 'id' || !OWN_NUMBER.has(table))
    this.#columns.set(table, names)
    return names
  }
}

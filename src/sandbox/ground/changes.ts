import type { Database } from '../../sql/index.js'

/** What of a property has changed: what searches filter and sort by, or what decides about its stays alone. */
export type ChangeKind = 'features' | 'stays'

const NUMBERS: Record<ChangeKind, number> = { features: 1, stays: 2 }
/** Stands for every property. */
const ALL = 0

/** What has changed since a moment. */
export interface Changed {
  /** Name of the present moment. */
  seq: number
  /** Every property may have changed, and some may be gone. */
  isAll: boolean
  propertyIds: number[]
}

const NOTE = `INSERT INTO changes (kind, property_id, seq) SELECT ?1, property_id, (SELECT coalesce(max(seq), 0) + 1 FROM changes) FROM`
const REPLACE = `ON CONFLICT DO UPDATE SET seq = excluded.seq`

/**
 * Which properties have changed, in the store itself: written in the transaction of the change, so that every process on one data directory
 * knows what of its memory is old, and nobody hears of a change that was rolled back.
 */
export class ChangeLog {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  property(kind: ChangeKind, id: number): void {
    this.#note(kind, '(SELECT ?2 AS property_id) WHERE true', id)
  }

  unit(kind: ChangeKind, id: number): void {
    this.#note(kind, 'units WHERE id = ?2', id)
  }

  units(kind: ChangeKind, ids: readonly number[]): void {
    this.#note(kind, 'units WHERE id IN (SELECT value FROM json_each(?2)) GROUP BY property_id', JSON.stringify(ids))
  }

  series(kind: ChangeKind, ids: readonly number[]): void {
    this.#note(
      kind,
      'units WHERE id IN (SELECT unit_id FROM series WHERE id IN (SELECT value FROM json_each(?2))) GROUP BY property_id',
      JSON.stringify(ids),
    )
  }

  plan(kind: ChangeKind, id: number): void {
    this.#note(kind, 'rate_plans WHERE id = ?2', id)
  }

  /** Everything is another. */
  all(): void {
    const seq = this.now()
    this.#db.run('DELETE FROM changes')
    this.#db.run('INSERT INTO changes VALUES (?, ?, ?)', NUMBERS.features, ALL, seq + 1)
  }

  /** Name of the present moment; it grows with every change. */
  now(): number {
    return this.#db.get<{ seq: number }>('SELECT coalesce(max(seq), 0) AS seq FROM changes')?.seq ?? 0
  }

  /** What of these kinds has changed since a moment. */
  since(seq: number, kinds: readonly ChangeKind[]): Changed {
    const rows = this.#db.all<{ property_id: number; kind: number; seq: number }>(
      'SELECT property_id, kind, seq FROM changes WHERE seq > ?',
      seq,
    )
    const wanted = new Set(kinds.map((kind) => NUMBERS[kind]))
    const ids = new Set(rows.filter(({ kind }) => wanted.has(kind)).map(({ property_id }) => property_id))
    return {
      seq: rows.reduce((last, row) => Math.max(last, row.seq), seq),
      isAll: ids.has(ALL),
      propertyIds: [...ids].sort((a, b) => a - b),
    }
  }

  #note(kind: ChangeKind, from: string, value: number | string): void {
    this.#db.run(`${NOTE} ${from} ${REPLACE}`, NUMBERS[kind], value)
  }
}

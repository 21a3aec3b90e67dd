import type { Database } from '../../sql/index.js'

/** One record of a lookup list (wire default 8). */
export interface LookupRecord {
  id: number
  code?: string | undefined
  name?: string | undefined
}

/** Lookup lists as services gave them, so that names can stand for ids without asking each time. */
export class LookupRecords {
  constructor(private readonly database: Database) {}

  /** A whole list, fetched now; what it no longer holds is forgotten. `at` is epoch milliseconds. */
  replace(service: string, list: string, records: readonly LookupRecord[], at: number): void {
    this.database.transaction(() => {
      this.database.run('DELETE FROM lookup WHERE service = ? AND list = ?', service, list)
      this.#put(service, list, records, at)
    })
  }

  /** Records that stood inside another answer. Writes nothing where they are known already. */
  learn(service: string, list: string, records: readonly LookupRecord[]): void {
    const known = new Map(this.list(service, list).records.map((record) => [record.id, record]))
    const fresh = records.filter(({ id, code, name }) => known.get(id)?.code !== code || known.get(id)?.name !== name)
    if (fresh.length > 0) this.database.transaction(() => this.#put(service, list, fresh, null))
  }

  /** What is known of a list, and when it was last fetched whole (epoch milliseconds). */
  list(service: string, list: string): { records: LookupRecord[]; fetchedAt: number | undefined } {
    const rows = this.database.all<{
      id: number
      code: string | null
      name: string | null
      fetched_at: number | null
    }>('SELECT id, code, name, fetched_at FROM lookup WHERE service = ? AND list = ? ORDER BY id', service, list)
    const times = rows.flatMap(({ fetched_at: at }) => (at === null ? [] : [at]))
    return {
      records: rows.map(({ id, code, name }) => ({ id, code: code ?? undefined, name: name ?? undefined })),
      fetchedAt: times.length === 0 ? undefined : Math.max(...times),
    }
  }

  forget(service: string): void {
    this.database.run('DELETE FROM lookup WHERE service = ?', service)
  }

  #put(service: string, list: string, records: readonly LookupRecord[], at: number | null): void {
    for (const { id, code, name } of records) {
      this.database.run(
        `INSERT INTO lookup VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
         SET code = excluded.code, name = excluded.name, fetched_at = coalesce(excluded.fetched_at, fetched_at)`,
        service,
        list,
        id,
        code ?? null,
        name ?? null,
        at,
      )
    }
  }
}

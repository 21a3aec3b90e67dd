import type { Pool, PoolClient } from 'pg'
import type { Change, EstateStore, Fields, Kept } from './store.js'

const TABLE = 'hubswitch_estate'
const SCHEMA = `CREATE TABLE IF NOT EXISTS ${TABLE} (key text NOT NULL, field text NOT NULL, value bytea NOT NULL, PRIMARY KEY (key, field))`
const SET = `INSERT INTO ${TABLE} (key, field, value) SELECT * FROM unnest($1::text[], $2::text[], $3::bytea[]) ON CONFLICT (key, field) DO UPDATE SET value = excluded.value`
const UNSET = `DELETE FROM ${TABLE} USING unnest($1::text[], $2::text[]) AS gone (k, f) WHERE key = k AND field = f`
/** Counters are kept as decimal text, as the other engine keeps them. In the order of their names, so that two hosts that change the same never wait for each other in a ring. */
const ADD = `INSERT INTO ${TABLE} (key, field, value)
  SELECT k, f, convert_to(grown::text, 'UTF8') FROM unnest($1::text[], $2::text[], $3::bigint[]) AS added (k, f, grown) ORDER BY k, f
  ON CONFLICT (key, field) DO UPDATE SET value = convert_to((convert_from(${TABLE}.value, 'UTF8')::bigint + convert_from(excluded.value, 'UTF8')::bigint)::text, 'UTF8')
  RETURNING key, field, convert_from(value, 'UTF8') AS count`

/** Keys in one query where many are read. */
const READ_AT_ONCE = 500

/** A table of PostgreSQL. */
export class PostgresStore implements EstateStore {
  constructor(
    private readonly pool: Pool,
    private readonly prefix: string,
  ) {}

  /** Makes the table where there is none. */
  async prepare(): Promise<void> {
    // Two that make it at once would meet in the catalogue.
    await this.#alone((client) => client.query(SCHEMA), ['schema'])
  }

  async now(): Promise<number> {
    const { rows } = await this.pool.query<{ now: string }>(
      'SELECT floor(extract(epoch from clock_timestamp()) * 1000)::bigint::text AS now',
    )
    return Number(rows[0]?.now)
  }

  async read(key: string): Promise<Fields> {
    return (await this.readAll([key]))[0] ?? new Map()
  }

  async readAll(keys: readonly string[]): Promise<Fields[]> {
    const found = new Map<string, Fields>(keys.map((key) => [this.prefix + key, new Map()]))
    const names = [...found.keys()]
    for (let at = 0; at < names.length; at += READ_AT_ONCE) {
      const { rows } = await this.pool.query<{ key: string; field: string; value: Buffer }>(
        `SELECT key, field, value FROM ${TABLE} WHERE key = ANY($1)`,
        [names.slice(at, at + READ_AT_ONCE)],
      )
      for (const { key, field, value } of rows) found.get(key)?.set(field, value)
    }
    return keys.map((key) => found.get(this.prefix + key) ?? new Map())
  }

  async field(key: string, field: string): Promise<Kept> {
    const { rows } = await this.pool.query<{ value: Buffer }>(
      `SELECT value FROM ${TABLE} WHERE key = $1 AND field = $2`,
      [this.prefix + key, field],
    )
    return rows[0]?.value
  }

  async change({ when = [], set = [], add = [] }: Change): Promise<number[] | undefined> {
    return this.#alone(
      async (client) => {
        for (const { key, field, is } of when) {
          const { rows } = await client.query<{ value: Buffer }>(
            `SELECT value FROM ${TABLE} WHERE key = $1 AND field = $2`,
            [this.prefix + key, field],
          )
          const found = rows[0]?.value
          if (is === undefined ? found !== undefined : found === undefined || !found.equals(Buffer.from(is)))
            return undefined
        }
        const kept = set.filter(({ value }) => value !== undefined)
        const gone = set.filter(({ value }) => value === undefined)
        if (kept.length > 0)
          await client.query(SET, [
            kept.map(({ key }) => this.prefix + key),
            kept.map(({ field }) => field),
            kept.map(({ value }) => Buffer.from(value as string)),
          ])
        if (gone.length > 0)
          await client.query(UNSET, [gone.map(({ key }) => this.prefix + key), gone.map(({ field }) => field)])
        // Last, and in one statement: every host changes the counters of the run, and none holds them for longer than its commit.
        const { rows } =
          add.length === 0
            ? { rows: [] }
            : await client.query<{ key: string; field: string; count: string }>(ADD, [
                add.map(({ key }) => this.prefix + key),
                add.map(({ field }) => field),
                add.map(({ by }) => by),
              ])
        const counts = add.map(({ key, field }) =>
          Number(rows.find((row) => row.key === this.prefix + key && row.field === field)?.count),
        )
        return counts
      },
      when.map(({ key, field }) => `${key} ${field}`),
    )
  }

  async forget(keys: readonly string[]): Promise<void> {
    await this.pool.query(`DELETE FROM ${TABLE} WHERE key = ANY($1)`, [keys.map((key) => this.prefix + key)])
  }

  async close(): Promise<void> {
    await this.pool.end()
  }

  /** One transaction, with a lock for each field that it depends on: one that is not there cannot be locked as a row. */
  async #alone<T>(work: (client: PoolClient) => Promise<T>, locks: readonly string[]): Promise<T> {
    const client = await this.pool.connect()
    try {
      await client.query('BEGIN')
      for (const lock of [...locks].sort())
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [this.prefix + lock])
      const result = await work(client)
      await client.query(result === undefined ? 'ROLLBACK' : 'COMMIT')
      client.release()
      return result
    } catch (error) {
      client.release(true)
      throw error
    }
  }
}

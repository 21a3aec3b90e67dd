import { crc32 } from 'node:zlib'
import type { Database } from './database.js'
import type { SqliteConnection } from './sqlite-library.js'

/** Which rows of a table share a checksum: an SQL expression over its columns. Tables that are not named have one for all rows. */
export type ChecksumOwners = Readonly<Record<string, string>>

/** Rows that are not what was written, by table and owner. */
export interface LostRows {
  table: string
  owner: string
  /** Rows that were written, and those found. */
  written: number
  found: number
}

const TABLE = 'checksum'
const FUNCTION = 'row_checksum'
/** Sums are kept below 2^48: whole numbers that every part of the way can hold. */
const MASK = 0xffffffffffff
const COMMITS = "part = '' AND owner = ''"
const SCHEMA_PART = 'schema'

/** A table with this column is given the checksum of a row with the row itself; its number (`id`) is no part of it. */
const GIVEN = 'digest'

/**
 * The checksum of a row, for tables that have a column for it.
 * @param values of the columns that are no blobs, in the order of the table, without `id` and `digest`
 * @param blobs of the others
 */
export function rowDigest(table: string, values: readonly (string | number)[], blobs: readonly Uint8Array[]): number {
  let text = `${table}\0`
  for (const value of values) text += `${value}\0`
  return digestOf([text, ...blobs])
}

function digestOf(parts: readonly (string | Uint8Array | null)[]): number {
  let sum = 0
  for (const part of parts) {
    const bytes = part === null ? 0 : typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength
    sum = crc32(part === null ? '-' : `${bytes}\0`, sum)
    // Of no bytes zlib answers 0, whatever came before.
    if (part !== null && bytes > 0) sum = crc32(part, sum)
  }
  return spread(sum)
}

/** Lets statements of this connection compute the checksum of a row. */
export function addChecksumFunction(connection: SqliteConnection): void {
  connection.function(FUNCTION, { deterministic: true, varargs: true }, (...parts) => digestOf(parts))
}

/**
 * Makes triggers keep a count and a sum of checksums for the rows of each owner, from the tables as they are now, and counts what is there.
 * Whatever statement changes a row changes them in the same transaction.
 */
export function buildChecksums(database: Database, owners: ChecksumOwners): void {
  dropTriggers(database)
  database.exec(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (part TEXT NOT NULL, owner TEXT NOT NULL, records INTEGER NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (part, owner)) STRICT, WITHOUT ROWID`,
  )
  database.exec(
    `DELETE FROM ${TABLE} WHERE NOT (${COMMITS}); INSERT INTO ${TABLE} VALUES ('', '', 0, 0) ON CONFLICT DO NOTHING`,
  )
  for (const table of tablesOf(database)) {
    const isGiven = columnsOf(database, table).some(({ name }) => name === GIVEN)
    if (isGiven) database.exec(`UPDATE ${table} SET ${GIVEN} = ${sumOf(database, table, table)}`)
    const sum = (row: string) => (isGiven ? `${row}.${GIVEN}` : sumOf(database, table, row))
    const owner = (row: string) => ownerOf(owners, table, row)
    database.exec(
      `INSERT INTO ${TABLE} SELECT '${table}', ${owner(table)}, count(*), sum(${sum(table)}) & ${MASK} FROM ${table} GROUP BY 2`,
    )
    const take = (row: string, sign: string) =>
      `UPDATE ${TABLE} SET records = records ${sign} 1, total = (total ${sign} ${sum(row)}) & ${MASK} WHERE part = '${table}' AND owner = ${owner(row)}`
    const add = `INSERT INTO ${TABLE} VALUES ('${table}', ${owner('NEW')}, 1, ${sum('NEW')}) ON CONFLICT DO UPDATE SET records = records + 1, total = (total + excluded.total) & ${MASK}`
    database.exec(`CREATE TRIGGER ${TABLE}_${table}_insert AFTER INSERT ON ${table} BEGIN ${add}; END`)
    database.exec(`CREATE TRIGGER ${TABLE}_${table}_delete AFTER DELETE ON ${table} BEGIN ${take('OLD', '-')}; END`)
    database.exec(
      `CREATE TRIGGER ${TABLE}_${table}_update AFTER UPDATE ON ${table} BEGIN UPDATE ${TABLE} SET total = (total - ${sum('OLD')} + ${sum('NEW')}) & ${MASK} WHERE part = '${table}' AND owner = ${owner('NEW')}; END`,
    )
  }
  database.run(`INSERT INTO ${TABLE} VALUES (?, '', 0, ?)`, SCHEMA_PART, schemaSum(database))
}

/** Removes the triggers, so that tables can be changed; `buildChecksums` makes them anew. */
export function dropTriggers(database: Database): void {
  for (const { name } of database.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '${TABLE}\\_%' ESCAPE '\\'`,
  ))
    database.exec(`DROP TRIGGER ${name}`)
}

/** Whether this database has checksums. */
export function hasChecksums(database: Database): boolean {
  return database.get('SELECT 1 FROM sqlite_schema WHERE name = ?', TABLE) !== undefined
}

/** Counts the transaction that is about to be committed; returns how many there are with it. */
export function countCommit(database: Database): number {
  return (
    database.get<{ records: number }>(`UPDATE ${TABLE} SET records = records + 1 WHERE ${COMMITS} RETURNING records`)
      ?.records ?? 0
  )
}

/** Transactions that this database holds. */
export function commitsOf(database: Database): number {
  return database.get<{ records: number }>(`SELECT records FROM ${TABLE} WHERE ${COMMITS}`)?.records ?? 0
}

/** Forgets owners that have no rows any more. */
export function dropEmptyChecksums(database: Database): void {
  database.run(`DELETE FROM ${TABLE} WHERE records = 0 AND total = 0 AND part <> ''`)
}

/** Compares every row with the sums that were kept as rows were written. */
export function lostRows(database: Database, owners: ChecksumOwners): LostRows[] {
  const kept = database.all<{ part: string; owner: string; records: number; total: number }>(
    `SELECT part, owner, records, total FROM ${TABLE}`,
  )
  const expected = new Map(
    kept.map(({ part, owner, records, total }) => [JSON.stringify([part, owner]), { records, total }]),
  )
  const lost: LostRows[] = []
  const compare = (table: string, owner: string, found: { records: number; total: number }) => {
    const key = JSON.stringify([table, owner])
    const written = expected.get(key) ?? { records: 0, total: 0 }
    expected.delete(key)
    if (written.records !== found.records || written.total !== found.total)
      lost.push({ table, owner, written: written.records, found: found.records })
  }
  compare(SCHEMA_PART, '', { records: 0, total: schemaSum(database) })
  expected.delete(JSON.stringify(['', '']))
  for (const table of tablesOf(database)) {
    const rows = database.all<{ owner: string | null; records: number; total: number }>(
      `SELECT ${ownerOf(owners, table, table)} AS owner, count(*) AS records, sum(${sumOf(database, table, table)}) & ${MASK} AS total FROM ${table} NOT INDEXED GROUP BY 1`,
    )
    // Damaged rows may belong to nobody.
    for (const { owner, ...found } of rows) compare(table, owner ?? '', found)
  }
  for (const [key, { records, total }] of expected) {
    const [table, owner] = JSON.parse(key) as [string, string]
    if (records !== 0 || total !== 0) lost.push({ table, owner, written: records, found: 0 })
  }
  return lost
}

function tablesOf(database: Database): string[] {
  const tables = database.all<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> ? ORDER BY name",
    TABLE,
  )
  return tables.map(({ name }) => name)
}

function columnsOf(database: Database, table: string): { name: string; type: string }[] {
  return database.all<{ name: string; type: string }>(`PRAGMA table_info(${table})`)
}

function ownerOf(owners: ChecksumOwners, table: string, row: string): string {
  const expression = owners[table]
  return expression === undefined
    ? "''"
    : `CAST(${expression.replaceAll(/\b[a-z_]+\b/g, (name) => `${row}.${name}`)} AS TEXT)`
}

/** The checksum of a row as SQL: its plain columns as one text, each blob by itself. */
function sumOf(database: Database, table: string, row: string): string {
  const all = columnsOf(database, table)
  const columns = all.some(({ name }) => name === GIVEN)
    ? all.filter(({ name }) => name !== GIVEN && name !== 'id')
    : all
  const plain = columns
    .filter(({ type }) => type !== 'BLOB')
    .map(({ name }) => `ifnull(${row}.${name}, char(1)) || char(0)`)
  const blobs = columns.filter(({ type }) => type === 'BLOB').map(({ name }) => `${row}.${name}`)
  return `${FUNCTION}(${[`CAST('${table}' || char(0) || ${plain.join(' || ')} AS BLOB)`, ...blobs].join(', ')})`
}

function schemaSum(database: Database): number {
  const rows = database.all<{ sql: string }>(
    "SELECT type || ' ' || name || ' ' || tbl_name || ' ' || ifnull(sql, '') AS sql FROM sqlite_schema ORDER BY type, name",
  )
  return spread(crc32(JSON.stringify(rows)))
}

/** Sums of plain CRCs could cancel each other out where two rows are changed alike. */
function spread(sum: number): number {
  let mixed = sum ^ (sum >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

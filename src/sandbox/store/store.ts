import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase, type Database, isUnwritable, openCopyToRead, openDatabase } from '../../sql/index.js'
import { AccountStore } from '../accounts/index.js'
import { ChangeLog, MIGRATIONS, rememberDecimals } from '../ground/index.js'
import { PropertyIndex } from '../search/index.js'
import { CellStore } from './cells.js'
import { OutboxStore } from './outbox/index.js'
import { PropertyStore } from './properties.js'
import { PropertyListStore } from './property-lists.js'
import { PropertyRecordStore } from './property-records.js'
import { ReservationStore } from './reservations.js'
import { StayBooks } from './stay-books.js'
import { UnitStore } from './units.js'

const FILE = 'sandbox.sqlite'

export interface StoreCounts {
  properties: number
  units: number
  ratePlans: number
  /** Nights with a rate or a restriction. */
  settings: number
  /** Nights with a count. */
  inventory: number
}

const OPTIONS = { migrations: MIGRATIONS }

/** Tables with a person's data, those that refer to others first. */
const CLEARED = [
  'outbox',
  'outbox_attempts',
  'reservation_nights',
  'reservations',
  'inventory_ranges',
  'inventory',
  'setting_ranges',
  'settings',
  'series',
  'rate_plan_units',
  'rate_plans',
  'units',
  'property_list_members',
  'property_reviews',
  'property_identifiers',
  'property_media',
  'property_facilities',
  'property_info',
  'properties',
]

/** Everything the sandbox keeps. Several processes may open one data directory. */
export class Store {
  readonly db: Database
  readonly changes: ChangeLog
  /** What searches ask of properties, in memory. */
  readonly index: PropertyIndex
  /** What decides about stays, in memory. */
  readonly books: StayBooks
  readonly accounts: AccountStore
  readonly properties: PropertyStore
  readonly records: PropertyRecordStore
  readonly lists: PropertyListStore
  readonly units: UnitStore
  readonly cells: CellStore
  readonly reservations: ReservationStore
  /** Decimals of a currency. */
  readonly decimalsOf = rememberDecimals()
  readonly outbox: OutboxStore

  constructor(db: Database) {
    this.db = db
    this.changes = new ChangeLog(db)
    this.index = new PropertyIndex(db, this.changes)
    this.books = new StayBooks(db, this.changes)
    this.accounts = new AccountStore(db)
    this.properties = new PropertyStore(db)
    this.records = new PropertyRecordStore(db)
    this.lists = new PropertyListStore(db)
    this.units = new UnitStore(db)
    this.cells = new CellStore(db)
    this.reservations = new ReservationStore(db)
    this.outbox = new OutboxStore(db)
  }

  /** A setting of this store, which outlives `clear`. */
  setting(name: string): string | undefined {
    return this.db.get<{ value: string }>('SELECT value FROM meta WHERE name = ?', name)?.value
  }

  /** Keeps a setting; undefined removes it. */
  keepSetting(name: string, value: string | undefined): void {
    if (value === undefined) this.db.run('DELETE FROM meta WHERE name = ?', name)
    else this.db.run('INSERT INTO meta VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value', name, value)
  }

  /** The key that signs this store's tokens; made once, so tokens survive a restart. */
  signingKey(): Uint8Array {
    const read = () => this.db.get<{ value: string }>(`SELECT value FROM meta WHERE name = 'signingKey'`)?.value
    if (read() === undefined)
      this.db.run(`INSERT OR IGNORE INTO meta VALUES ('signingKey', ?)`, randomBytes(32).toString('base64'))
    return Buffer.from(read() as string, 'base64')
  }

  transaction<T>(work: () => T): T {
    return this.db.transaction(work)
  }

  counts(): StoreCounts {
    const count = (table: string) =>
      this.db.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0
    return {
      properties: count('properties'),
      units: count('units'),
      ratePlans: count('rate_plans'),
      ...this.cells.counts(),
    }
  }

  /** Removes all data. Accounts, the signing key and settings (PMS address, clock, faults) stay, so whoever is signed in stays so; ids begin anew. */
  clear(): void {
    this.db.transaction(() => {
      for (const table of CLEARED) this.db.run(`DELETE FROM ${table}`)
      this.db.run('DELETE FROM property_lists WHERE is_everything = 0')
      for (const [table, last] of [
        ['properties', 1_000_000],
        ['units', 100],
        ['rate_plans', 500],
        ['reservations', 900_000],
        ['outbox', 0],
      ] as const) {
        this.db.run('UPDATE sqlite_sequence SET seq = ? WHERE name = ?', last, table)
      }
      this.changes.all()
    })
    this.db.emptyLog()
  }

  close(): void {
    this.db.close()
  }
}

/**
 * Copies the data of one directory into another, for what is to be tried without changing it.
 * @throws Fault DATA_DIRECTORY, LOCKED
 */
export function copyStore(from: string, to: string): void {
  copyDatabase(join(from, FILE), join(to, FILE))
}

/**
 * Opens the store of a data directory, or one in memory. Where the directory may not be written, a copy of it is read, and no change is taken.
 * @throws Fault DATA_DIRECTORY
 */
export function openStore(dataDir?: string): Store {
  const file = dataDir === undefined ? ':memory:' : join(dataDir, FILE)
  try {
    const store = new Store(openDatabase(file, OPTIONS))
    store.accounts.ensure()
    return store
  } catch (error) {
    if (!existsSync(file) || !isUnwritable(error, file)) throw error
    return new Store(
      openCopyToRead(file, OPTIONS, (database) => {
        const store = new Store(database)
        store.accounts.ensure()
        store.signingKey()
      }),
    )
  }
}

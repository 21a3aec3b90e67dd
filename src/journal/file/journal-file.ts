import { join } from 'node:path'
import { Fault } from '../../errors.js'
import { type Damage, type LostRows, type openDatabase } from '../../sql/index.js'
import { MIGRATIONS } from './schema.js'

/** Cells of a batch take tens of thousands of bytes: few large pages are written faster than many small ones. */
const PAGE_BYTES = Number(process.env['PGB'] ?? 16_384)
const TOLD = 8

/** The journal of a data directory. */
export function journalFile(dataDir: string): string {
  return join(dataDir, 'journal.db')
}

/** Whose rows share a checksum: what is lost is told by it. A calendar is one hotel's, the parts of a run are the run's. */
const OWNERS = {
  known: "target || ' ' || kind || ' ' || hotel",
  run: 'id',
  batch: 'run',
  piece: 'run',
  before: 'run',
  coverage: 'run',
  replaced: 'run',
}

/** How a journal is kept: every row with a checksum, and refused once one does not match. */
export const journalOptions = {
  migrations: MIGRATIONS,
  pageBytes: PAGE_BYTES,
  checked: { owners: OWNERS, fault: damagedFault },
} satisfies Parameters<typeof openDatabase>[1]

function damagedFault(file: string, damage: Damage): Fault {
  const words = damageWords(damage)
  const rest = words.length > TOLD ? `, and ${words.length - TOLD} more` : ''
  return new Fault(
    'DAMAGED',
    `The journal ${file} is damaged and is not used: ${words.slice(0, TOLD).join('; ')}${rest}.`,
    { facts: { file, damage: words } },
  )
}

/** What is lost, in words that a person knows it by; the gravest first. */
export function damageWords({ pages, rows, missingCommits }: Damage): string[] {
  const commits =
    missingCommits === 0
      ? []
      : [
          `the last ${missingCommits === 1 ? 'change' : `${missingCommits.toLocaleString('en')} changes`} written to it ${missingCommits === 1 ? 'is' : 'are'} missing`,
        ]
  const parts = new Map(rows.map((row) => [wordOf(row), countsOf(row)]))
  return [
    ...commits,
    ...[...parts].map(([part, counts]) => `${part} ${counts}`),
    ...pages.map((line) => line.replaceAll(/\s+/g, ' ').slice(0, 200)),
  ]
}

function countsOf({ written, found }: LostRows): string {
  return written === found
    ? 'is not as it was written'
    : `has ${found.toLocaleString('en')} of ${written.toLocaleString('en')} records`
}

const OF_RUN: Readonly<Record<string, string>> = {
  run: '',
  batch: 'the requests of ',
  piece: 'the fate of the requests of ',
  before: 'what was overwritten by ',
  coverage: 'the nights in the files of ',
  replaced: 'the replaced rows of ',
}

const WHOLE: Readonly<Record<string, string>> = {
  target: 'the list of services and profiles',
  lookup: 'the lookup lists',
  attempt: 'the list of booking attempts',
  room_fact: 'the list of rooms',
  sold_product: 'the list of what rate plans sell',
  pruned: 'the list of pruned runs',
  booking_gap: 'the note on bookings that may be missing',
  unproven: "the list of calendars that may be older than the service's",
  schema: 'the layout of its tables',
}

function wordOf({ table, owner }: LostRows): string {
  if (table === 'known') {
    const [, kind = '', hotel = ''] = /^\d{1,18} (\S{1,40}) (.{1,200})$/s.exec(owner.slice(0, 260)) ?? []
    return hotel === '' ? 'part of the acknowledged calendar' : `the acknowledged ${kind} calendar of hotel ${hotel}`
  }
  const of = OF_RUN[table]
  return of === undefined ? (WHOLE[table] ?? `the table ${table}`) : `${of}run ${owner}`
}

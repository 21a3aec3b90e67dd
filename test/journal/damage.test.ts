import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '../../src/errors.js'
import { checkJournal, type Journal, openJournal, packBatch, setJournalAside } from '../../src/journal/index.js'
import { journalOptions } from '../../src/journal/file/journal-file.js'
import { MIGRATIONS } from '../../src/journal/file/schema.js'
import { CommitMark, openDatabase } from '../../src/sql/index.js'
import { temporaryDirectory } from '../push/support.js'

const TARGET = { profile: 'p', service: 'https://one.example' }
const PAGE = 16_384
const FILES = ['journal.db', 'journal.db-wal', 'journal.db-mark'] as const

/** One request of a hotel: a price for each of its nights. */
function pushHotel(journal: Journal, hotel: string, price: number, isAcknowledged = true): number {
  const run = journal.runs.create({ target: TARGET, kind: 'rates', files: [{ name: 'a.csv' }], command: {}, wire: {} })
  const ranges = Array.from({ length: 120 }, (_, night) => ({ from: night, until: night + 1, value: night }))
  const fields = ranges.map(({ from }) => ({ price: `${price + from}.00` }))
  const cells = { series: [{ room: '1', plan: '', ranges }], fields }
  journal.batches.add(run, 0, [
    packBatch({
      hotel,
      cells,
      sources: ranges.map((_, i) => [{ file: 0, line: 2 + i, step: 0, count: 1 }]),
      nights: 120,
      bytes: 9000,
      firstNight: 0,
      lastNight: 119,
    }),
  ])
  journal.coverage.add(run, [{ hotel, series: [{ room: '1', plan: '', spans: [{ from: 0, until: 120 }] }] }])
  journal.runs.planned(run, { nights: 120 }, 'ready')
  journal.runs.started(run)
  const piece = journal.batches.nextPiece(run, 0, 0)
  if (!isAcknowledged || piece === undefined) return run
  const owner = { target: journal.runs.targetId(TARGET, { create: true }) as number, kind: 'rates' }
  journal.batches.settle(owner, [
    { hotel, cells: journal.batches.cells(run, 0), settlement: { piece, fate: 'acknowledged' } },
  ])
  journal.runs.ended(run, 'done', 5)
  return run
}

function contents(journal: Journal): unknown {
  const hotels = journal.pushedHotels(TARGET, 100)
  const runs = journal.listRuns(TARGET, 100)
  return {
    runs,
    calendar: hotels.map((hotel) => [hotel, journal.acknowledged(TARGET, 'rates', hotel)]),
    batches: runs.map(({ id }) => [...journal.batches.list(id)]),
    before: runs.map(({ id }) => journal.before.hotels(id).map((hotel) => journal.before.of(id, hotel))),
    coverage: runs.map(({ id }) => journal.coverage.hotels(id).map((hotel) => journal.coverage.of(id, hotel))),
    attempts: journal.attempts.list(TARGET, 10),
    lookups: journal.lookups.list(TARGET.service, 'country'),
  }
}

function fill(folder: string): void {
  const journal = openJournal(folder)
  for (let i = 0; i < 10; i += 1) pushHotel(journal, String(7 + (i % 4)), 100 + i)
  pushHotel(journal, '8', 300, false)
  journal.attempts.begin(TARGET, { channelId: 'C', fingerprint: 'f', summary: 's', createdAt: 1 })
  journal.lookups.replace(TARGET.service, 'country', [{ id: 1, code: 'DE', name: 'Germany' }], 1)
  journal.close()
}

/** Puts what lies in the write-ahead log into the file itself. */
function fold(folder: string): void {
  const database = openDatabase(join(folder, 'journal.db'), journalOptions)
  database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

let places: ReturnType<typeof temporaryDirectory>
let whole: unknown
let state = 7
/** Numbers that are the same in every run of the test. */
const random = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
  return Math.floor((state / 0x8000_0000) * below)
}
const sourceOf = (history: string): string => join(places.path, history)

beforeAll(() => {
  places = temporaryDirectory()
  for (const history of ['in the log', 'in the file']) fill(sourceOf(history))
  fold(sourceOf('in the file'))
  const journal = openJournal(sourceOf('in the file'))
  whole = contents(journal)
  journal.close()
})
afterAll(() => places.remove())

function copyOf(history: string): string {
  const folder = join(places.path, 'case')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  for (const file of FILES)
    if (existsSync(join(sourceOf(history), file))) copyFileSync(join(sourceOf(history), file), join(folder, file))
  new CommitMark(join(sourceOf(history), 'journal.db')).passOn(join(folder, 'journal.db'))
  return folder
}

/** Opens a damaged journal: it is refused, or holds all that it held. */
function read(folder: string, what: string): 'refused' | 'whole' {
  let journal: Journal | undefined
  try {
    journal = openJournal(folder)
    const found = JSON.stringify(contents(journal)).replaceAll(/"createdAt":\d+|"(startedAt|endedAt)":\d+/g, '')
    expect(found, what).toBe(JSON.stringify(whole).replaceAll(/"createdAt":\d+|"(startedAt|endedAt)":\d+/g, ''))
    return 'whole'
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    expect([error.code, error.exitCode, error.next], what).toEqual([
      'DAMAGED',
      11,
      expect.stringContaining('run journal check'),
    ])
    expect(error.message).toContain('journal.db is damaged')
    return 'refused'
  } finally {
    journal?.close()
  }
}

function change(file: string, work: (bytes: Buffer) => Buffer | void): void {
  const bytes = readFileSync(file)
  writeFileSync(file, work(bytes) ?? bytes)
}

const DAMAGES: [string, number, (bytes: Buffer) => Buffer | void][] = [
  ['one bit', 40, (bytes) => void (bytes[random(bytes.length)]! ^= 1 << random(8))],
  [
    'one bit of a head of a page',
    20,
    (bytes) => void (bytes[random(Math.floor(bytes.length / PAGE)) * PAGE + random(140)]! ^= 1 << random(8)),
  ],
  [
    '3,000 bytes of zeros',
    6,
    (bytes) => {
      const at = random(bytes.length - 3000)
      bytes.fill(0, at, at + 3000)
    },
  ],
  [
    '3,000 bytes of noise',
    6,
    (bytes) => {
      const at = random(bytes.length - 3000)
      for (let i = at; i < at + 3000; i += 1) bytes[i] = random(256)
    },
  ],
  ['the end cut off', 8, (bytes) => bytes.subarray(0, random(bytes.length))],
  [
    'two pages swapped',
    8,
    (bytes) => {
      const [a, b] = [random(Math.floor(bytes.length / PAGE)) * PAGE, random(Math.floor(bytes.length / PAGE)) * PAGE]
      const kept = Buffer.from(bytes.subarray(a, a + PAGE))
      bytes.copyWithin(a, b, b + PAGE)
      kept.copy(bytes, b)
    },
  ],
]

describe('a damaged journal', () => {
  it.each(DAMAGES)(
    '%s: is refused, or reads as it was written',
    (name, times, damage) => {
      const fates = { refused: 0, whole: 0 }
      for (const [history, file] of [
        ['in the log', 'journal.db-wal'],
        ['in the file', 'journal.db'],
      ] as const) {
        for (let i = 0; i < times; i += 1) {
          const folder = copyOf(history)
          change(join(folder, file), damage)
          fates[read(folder, `${name} ${history} ${i}`)] += 1
        }
      }
      expect(fates.refused).toBeGreaterThan(0)
    },
    120_000,
  )

  it.each<[string, (folder: string) => void]>([
    ['empty', (folder) => truncateSync(join(folder, 'journal.db'), 0)],
    ['gone', (folder) => rmSync(join(folder, 'journal.db'))],
    ['without its write-ahead log', (folder) => rmSync(join(folder, 'journal.db-wal'))],
    ['with an empty write-ahead log', (folder) => truncateSync(join(folder, 'journal.db-wal'), 0)],
  ])('a journal that is %s where one was before is no new one', (_what, damage) => {
    const folder = copyOf('in the log')
    damage(folder)
    expect(read(folder, 'lost')).toBe('refused')
  })

  it('an older copy in its place is refused', () => {
    const folder = copyOf('in the file')
    const older = readFileSync(join(folder, 'journal.db'))
    let journal = openJournal(folder)
    pushHotel(journal, '7', 900)
    journal.close()
    fold(folder)
    writeFileSync(join(folder, 'journal.db'), older)
    expect(() => openJournal(folder)).toThrow(/the last \d+ changes written to it are missing/)
    rmSync(join(folder, 'journal.db-mark'))
    journal = openJournal(folder)
    expect(journal.listRuns(TARGET, 100)).toHaveLength(11)
    journal.close()
  })

  it.each([
    ['its main file alone', ['-mark', '-wal', '-shm']],
    ['all of it but its mark', ['-mark']],
    ['its file and its write-ahead log', ['-mark', '-shm']],
  ])('%s is never called current, before it is opened and after', (_what, missing) => {
    for (const history of ['in the file', 'in the log'] as const) {
      if (history === 'in the log' && missing.includes('-wal')) continue
      const folder = copyOf(history)
      expect(checkJournal(folder).alone).toBeUndefined()
      for (const beside of missing) rmSync(join(folder, `journal.db${beside}`), { force: true })
      const words =
        /journal\.db is not the file that was left here, or had no usable journal\.db-mark .* What it has of 4 hotels may be older/
      expect(checkJournal(folder)).toMatchObject({ isWhole: true, alone: expect.stringMatching(words) as string })
      const journal = openJournal(folder)
      expect([journal.wasCopied, journal.unproven.count()]).toEqual([true, 4])
      journal.close()
      expect(checkJournal(folder)).toMatchObject({ isWhole: true, alone: expect.stringMatching(words) as string })
      const again = openJournal(folder)
      expect([again.wasCopied, again.unproven.count()]).toEqual([false, 4])
      again.close()
      rmSync(join(folder, 'journal.db-mark'))
      openJournal(folder).close()
      expect(checkJournal(folder)).toMatchObject({ isWhole: true, damage: [] })
    }
  })

  it('a torn mark is no mark', () => {
    const folder = copyOf('in the file')
    change(join(folder, 'journal.db-mark'), (bytes) => bytes.subarray(0, 10))
    expect(checkJournal(folder).alone).toMatch(/may be an older copy/)
  })

  it('believes a calendar again once all of it has been acknowledged since, cell by cell', () => {
    const folder = copyOf('in the file')
    rmSync(join(folder, 'journal.db-mark'))
    const journal = openJournal(folder)
    const target = journal.runs.targetId(TARGET, { create: false }) as number
    const [hotel = '', other = ''] = journal.unproven.hotels(target, 'rates')
    const owner = { target, kind: 'rates', hotel }
    const known = (): ReturnType<Journal['acknowledged']> => journal.known.series(owner)
    const proven = (): number[] =>
      journal.unproven
        .provenOf(owner, known())
        .flatMap(({ segments }) => segments.map(({ from, until }) => until - from))
    expect(proven()).toEqual([])
    const before = journal.known.digest(owner)
    journal.settleUnproven(TARGET, 'rates', 0)
    expect(journal.unproven.hotels(target, 'rates')).toContain(hotel)
    pushHotel(journal, other, 700)
    expect(proven()).toEqual([])
    pushHotel(journal, hotel, 800)
    expect(proven().reduce((sum, nights) => sum + nights, 0)).toBe(120)
    journal.settleUnproven(TARGET, 'rates', 0)
    expect(journal.unproven.hotels(target, 'rates')).not.toContain(hotel)
    expect(journal.known.digest(owner)).not.toBe(before)
    journal.close()
    expect(checkJournal(folder)).toMatchObject({ isWhole: true })
  })

  it('says whose calendar and which run it is', () => {
    const folder = copyOf('in the file')
    const price = Buffer.from('"109.00"')
    change(join(folder, 'journal.db'), (bytes) => {
      for (let at = bytes.indexOf(price); at >= 0; at = bytes.indexOf(price, at + 1)) bytes[at + 1] = 0x32
    })
    const { isWhole, damage, holds, bytes } = checkJournal(folder)
    expect([isWhole, damage]).toEqual([
      false,
      expect.arrayContaining([
        expect.stringMatching(/^the acknowledged rates calendar of hotel \d+ is not as it was written$/),
        expect.stringMatching(/^the requests of run \d+ /),
        expect.stringMatching(/^what was overwritten by run \d+ /),
      ]),
    ])
    expect([holds.runs, holds.openRuns, holds.hotels, holds.openAttempts, bytes]).toEqual([
      11,
      [11],
      4,
      1,
      statSync(join(folder, 'journal.db')).size,
    ])
  })

  it('is moved aside with all that belongs to it, and a new one begins', () => {
    const folder = copyOf('in the log')
    change(join(folder, 'journal.db-wal'), (bytes) => bytes.subarray(0, 40_000))
    expect(read(folder, 'cut')).toBe('refused')
    const aside = setJournalAside(folder, new Date('2027-01-02T03:04:05.678Z'))
    expect(aside).toBe(join(folder, 'journal-set-aside-2027-01-02T030405Z'))
    // Without its mark it is told to be an older one, should it be moved back.
    expect(FILES.filter((file) => existsSync(join(aside, file)))).toEqual(['journal.db', 'journal.db-wal'])
    expect(readFileSync(join(aside, 'journal.db-wal'))).toHaveLength(40_000)
    const journal = openJournal(folder)
    expect(journal.listRuns(undefined, 10)).toEqual([])
    journal.close()
  })
})

describe.runIf(process.platform === 'linux')('a journal that cannot be set aside', () => {
  it('says where, why and what to do', () => {
    expect(() => setJournalAside('/proc/self', new Date())).toThrow(
      expect.objectContaining({
        code: 'DATA_DIRECTORY',
        message: expect.stringMatching(/^\/proc\/self\/journal-set-aside-.*: cannot be created here\.$/) as string,
        next: expect.stringContaining('HUBSWITCH_DATA_DIR') as string,
      }) as Error,
    )
  })
})

describe('a whole journal', () => {
  it('of an older release is read, and has checksums from then on', () => {
    const folder = join(places.path, 'old')
    const file = join(folder, 'journal.db')
    const old = openDatabase(file, { migrations: MIGRATIONS.slice(0, 9), pageBytes: PAGE })
    old.run("INSERT INTO target (profile, service) VALUES ('p', 'https://one.example')")
    old.run(
      "INSERT INTO run (target, kind, state, created_at, files, command, wire) VALUES (1, 'rates', 'done', 1, '[]', '{\"marker\":1}', '{}')",
    )
    old.get('PRAGMA wal_checkpoint(TRUNCATE)')
    old.close()
    const journal = openJournal(folder)
    expect(journal.listRuns(TARGET, 10).map(({ id }) => id)).toEqual([1])
    journal.close()
    fold(folder)
    change(file, (bytes) => void bytes.write('m4rker', bytes.indexOf('marker')))
    expect(() => openJournal(folder)).toThrow('run 1 is not as it was written')
  })

  it('is not taken for a damaged one when its process is killed, nor when several write at once', () => {
    const folder = join(places.path, 'several')
    const one = openJournal(folder)
    const two = openJournal(folder)
    pushHotel(one, '7', 1)
    pushHotel(two, '8', 2)
    pushHotel(one, '7', 3)
    // As a kill leaves them: nothing is closed.
    const three = openJournal(folder)
    expect(three.listRuns(TARGET, 10)).toHaveLength(3)
    for (const journal of [two, three, one]) journal.close()
    expect(checkJournal(folder)).toMatchObject({ isWhole: true, damage: [], holds: { runs: 3, hotels: 2 } })
  })
})

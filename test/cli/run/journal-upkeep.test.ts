import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import CalendarShow from '../../../src/commands/calendar/show.js'
import InventoryPush from '../../../src/commands/inventory/push.js'
import RatesPush from '../../../src/commands/rates/push.js'
import ReservationReconcile from '../../../src/commands/reservation/reconcile.js'
import JournalCheck from '../../../src/commands/run/journal/check.js'
import SetAside from '../../../src/commands/run/journal/set-aside.js'
import RunList from '../../../src/commands/run/list.js'
import RunPrune from '../../../src/commands/run/prune.js'
import RunResume from '../../../src/commands/run/resume.js'
import RunShow from '../../../src/commands/run/show.js'
import RunUndo from '../../../src/commands/run/undo.js'
import { openJournal, withRunLock } from '../../../src/journal/index.js'
import { journalOptions } from '../../../src/journal/file/journal-file.js'
import { openDatabase } from '../../../src/sql/index.js'
import { json } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, startRecorder } from '../../support/recorder.js'

const HEADER = 'hotel_code,room_id,date,price\n'
const DAY_MS = 86_400_000

let service: Recorder
beforeEach(async () => {
  service = await startRecorder()
})
afterEach(() => service.remove())

const dataDir = (): string => service.env['HUBSWITCH_DATA_DIR'] as string
const file = (): string => path.join(dataDir(), 'journal.db')
const push = async (price: number, name = 'a.csv', ...flags: string[]) =>
  service.run(
    RatesPush,
    service.put(name, `${HEADER}1000001,101,2040-01-01,${price}.00\n1000002,101,2040-01-01,${price}.00\n`),
    '--yes',
    ...flags,
  )

function change(work: (sql: ReturnType<typeof openDatabase>) => void): void {
  const database = openDatabase(file(), journalOptions)
  work(database)
  database.get('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}
/** Makes runs as old as that. */
const age = (days: number, ...runs: number[]): void =>
  change((database) =>
    runs.forEach((run) =>
      database.run(
        'UPDATE run SET created_at = created_at - ?1, started_at = started_at - ?1, resumed_at = resumed_at - ?1, ended_at = ended_at - ?1 WHERE id = ?2',
        days * DAY_MS,
        run,
      ),
    ),
  )

describe('a damaged journal', () => {
  const damage = (): void => {
    change(() => undefined)
    const bytes = readFileSync(file())
    for (let at = bytes.indexOf('"price":"100.00"'); at >= 0; at = bytes.indexOf('"price":"100.00"', at + 1))
      bytes[at + 9] = 0x39
    for (let at = bytes.indexOf('"100.00"'); at >= 0; at = bytes.indexOf('"100.00"', at + 1)) bytes[at + 1] = 0x39
    writeFileSync(file(), bytes)
  }

  it('is refused by whatever reads it or builds on it, with what is lost and what to type; nothing is sent', async () => {
    expect((await push(100)).code).toBe(0)
    damage()
    service.writes.length = 0
    const csv = service.put('i.csv', 'hotel_code,room_id,date,availability\n1000001,101,2040-01-01,1\n')
    for (const [command, ...args] of [
      [RunList],
      [RunShow, '1'],
      [RunResume, '1'],
      [RunUndo, '1', '--yes'],
      [CalendarShow, '1000001'],
      [ReservationReconcile],
      [RatesPush, service.put('a.csv', `${HEADER}1000001,101,2040-01-01,100.00\n`), '--yes', '--changes-only'],
      [InventoryPush, csv, '--yes'],
      [RunPrune, '--yes'],
    ] as const) {
      const ran = await service.run(command, ...args, '--json')
      expect([ran.code, ran.json()], `${command.name} ${ran.stderr}`).toMatchObject([
        11,
        {
          error: {
            code: 'DAMAGED',
            message: expect.stringMatching(
              /journal\.db is damaged and is not used: .*the acknowledged rates calendar of hotel 100000/,
            ) as string,
            next: expect.stringContaining('run journal set-aside') as string,
          },
        },
      ])
    }
    expect(service.writes).toEqual([])
  })

  it('is told by the check, set aside without a question, and the next push begins a new one', async () => {
    await push(100)
    damage()
    const checked = await service.run(JournalCheck)
    expect([checked.code, checked.stdout]).toEqual([
      11,
      expect.stringMatching(
        /journal\.db is damaged, [\d.]+ [kM]B:\n {2}the .*\nWhat can still be read of it:\n {2}the acknowledged calendar of 2 hotels\n {2}1 run\n/s,
      ),
    ])
    const { code, stdout } = await service.run(SetAside)
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /was moved to .*journal-set-aside-\d{4}-\d\d-\d\dT\d{6}Z; the next push begins a new one\.\nForgotten.*\n {2}the acknowledged calendar of 2 hotels\n/,
      ),
    ])
    service.writes.length = 0
    expect((await push(100, 'a.csv', '--changes-only')).code).toBe(0)
    expect(service.writes).toHaveLength(2)
    expect((await service.run(JournalCheck, '--json')).json()).toMatchObject({
      isWhole: true,
      damage: [],
      holds: { runs: 1, hotels: 2 },
    })
  })

  it('that was emptied is no journal without runs', async () => {
    await push(100)
    change(() => undefined)
    rmSync(file())
    writeFileSync(file(), '')
    expect((await service.run(RunList)).code).toBe(11)
    expect((await service.run(JournalCheck)).stdout).toContain('Nothing in it can be read.')
    expect((await service.run(SetAside)).stdout).toContain('What it held cannot be read.')
    expect((await service.run(RunList)).code).toBe(0)
  })
})

describe('a whole journal', () => {
  it('is checked with 0, and set aside only when asked for', async () => {
    expect((await service.run(JournalCheck)).stdout).toContain('There is no journal yet')
    expect(existsSync(file())).toBe(false)
    await push(100)
    expect(await service.run(JournalCheck)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /is whole, [\d.]+ [kM]B\.\n {2}the acknowledged calendar of 2 hotels\n {2}1 run\n/,
      ) as string,
    })
    expect((await service.run(SetAside)).code).toBe(2)
    expect((await service.run(SetAside, '--yes')).code).toBe(0)
    expect(readdirSync(dataDir()).filter((name) => name.startsWith('journal.db'))).toEqual([])
  })

  it('is neither set aside nor pruned while a run is at work', async () => {
    await push(100)
    const journal = openJournal(dataDir())
    await withRunLock(journal, { service: service.url, kind: 'rates' }, 'the rates push of process 1', async () => {
      for (const command of [SetAside, RunPrune])
        expect(await service.run(command, '--yes')).toMatchObject({
          code: 11,
          stderr: expect.stringContaining('Locked by the rates push') as string,
        })
    })
    journal.close()
  })
})

describe('pruning', () => {
  it('removes old runs, tells of them, keeps the calendar and what is still needed, and the file shrinks', async () => {
    const many = (price: number) =>
      `${HEADER}${Array.from({ length: 400 }, (_, i) => `1000001,101,${new Date(Date.UTC(2040, 0, 1) + i * DAY_MS).toISOString().slice(0, 10)},${price + (i % 90)}.00\n`).join('')}`
    for (let i = 0; i < 12; i += 1)
      expect((await service.run(RatesPush, service.put('big.csv', many(100 + i)), '--yes', '--quiet')).code).toBe(0)
    age(100, ...Array.from({ length: 10 }, (_, i) => i + 1))
    const calendar = async () =>
      (await service.run(CalendarShow, '1000001', '--from', '2040-01-01', '--nights', '400', '--json')).stdout
    const before = await calendar()
    const size = statSync(file()).size
    expect((await service.run(RunPrune, '--dry-run')).stdout).toMatch(
      /^Would prune 10 runs that ended before .*Nothing was changed\.\n$/s,
    )
    expect((await service.run(RunPrune)).code).toBe(2)
    expect((await service.run(RunPrune, '--yes')).stdout).toMatch(
      /^Pruned 10 runs that ended before \d{4}-\d\d-\d\d\. The journal took [\d.]+ [kM]B and takes [\d.]+ [kM]B now\.\n$/,
    )
    expect(statSync(file()).size).toBeLessThan(size * 0.8)
    expect(await calendar()).toBe(before)
    const shown = await service.run(RunShow, '3')
    expect([shown.code, shown.stderr]).toEqual([
      5,
      expect.stringMatching(/Run 3 \(rates, done, begun \d{4}-\d\d-\d\d\) was pruned on \d{4}-\d\d-\d\d\./),
    ])
    expect((await service.run(RunList, '--json')).json<{ id: number }[]>().map(({ id }) => id)).toEqual([12, 11])
    service.writes.length = 0
    expect((await service.run(RunUndo, '12', '--yes')).code).toBe(0)
    expect(service.writes.flatMap(({ entries }) => entries).find(({ from }) => from === '2040-01-01')?.['price']).toBe(
      '110.00',
    )
    expect((await service.run(JournalCheck, '--json')).json()).toMatchObject({
      isWhole: true,
      holds: { runs: 3, prunedRuns: 10 },
    })
  }, 60_000)

  it('keeps a run with something left to send, and it still knows that a pruned one has set its hotels since', async () => {
    service.answer = () => json(401, { status: 'fail', message: 'no' })
    expect((await push(100)).code).toBe(4)
    service.answer = () => ACCEPTED
    expect((await push(200, 'b.csv')).code).toBe(0)
    expect((await push(200, 'c.csv', '--changes-only')).code).toBe(0)
    age(200, 1, 2)
    expect((await service.run(RunPrune, '--yes', '--json')).json()).toMatchObject({
      runs: [2],
      kept: [{ id: 1, why: 'open' }],
    })
    service.writes.length = 0
    const resumed = await service.run(RunResume, '1')
    expect([resumed.code, service.writes]).toEqual([7, []])
    expect(resumed.stderr).toMatch(/run 2/i)
  })

  it('keeps the newest of files that come again, which the next push is compared with', async () => {
    for (const [price, name] of [
      [100, 'a.csv'],
      [101, 'a.csv'],
      [102, 'dated-1.csv'],
      [103, 'b.csv'],
    ] as const)
      await push(price, name)
    age(200, 1, 2, 3, 4)
    expect((await service.run(RunPrune, '--yes', '--json')).json()).toMatchObject({
      runs: [1, 3],
      kept: [
        { id: 2, why: 'newest of its files' },
        { id: 4, why: 'newest of its files' },
      ],
    })
  })
})

import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../support/cli.js'
import { canMount, type ReadOnlyEnded, runReadOnly } from '../support/read-only-mount.js'

const STAY = '--property 1000001 --check-in 2099-03-01 --nights 2 --room 101 --plan 501'

/** Commands that only look, and dry runs; what each builds on in the journal is told where that may be an older copy. */
const LINES: Readonly<Record<string, boolean>> = {
  'run list': true,
  'run show --last': true,
  'run show --last --rows': true,
  'run verify --last': true,
  'run lock list': true,
  'run journal check': true,
  'run prune --keep 1d --dry-run': true,
  'run stop --last --dry-run': true,
  'run lock release rates --dry-run': true,
  'run journal set-aside --dry-run': false,
  'calendar show 1000001 --from 2099-03-01 --nights 2': true,
  'calendar check 1000001 --room 101 --plan 501 --from 2099-03-01 --nights 2': true,
  'rates push rates.csv --dry-run --changes-only': true,
  'rates template --property 1000001 --nights 2': true,
  'inventory template --property 1000001 --nights 2': true,
  'reservation list': true,
  'reservation lookup --booking-id 900001': false,
  [`reservation create ${STAY} --guest Ada,Second --dry-run`]: true,
  'reservation confirm 900001 --dry-run': true,
  'property facets --latitude 1 --longitude 1': false,
  'property ready 1000001': false,
  'property get 1000001': false,
  'property create --hub-switch-id X --status ACTIVE --code S --name N --dry-run': false,
  'sandbox status': false,
  'sandbox outbox list': false,
}

/** Not every release of Node lets a process take the log of a database away when it ends. */
function closeWhole(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  expect(['-wal', '-shm'].filter((end) => existsSync(`${file}${end}`))).toEqual([])
}

describe.runIf(canMount)('a data directory on a disk that is mounted read-only', () => {
  let machine: Machine
  let kept: string
  beforeAll(async () => {
    machine = await freshMachine()
    const rates = path.join(machine.folder, 'rates.csv')
    await writeFile(rates, 'hotel_code,room_id,rate_plan_id,date,price,currency\n1000001,101,501,2099-03-01,100,EUR\n')
    for (const line of [
      ['sandbox', 'seed'],
      ['rates', 'push', rates, '--yes', '--allow-full-load'],
      ['reservation', 'create', ...STAY.split(' '), '--guest', 'Ada First'],
    ])
      expect((await machine.run(line)).code).toBe(0)
    kept = path.join(machine.folder, 'kept')
    await rename(machine.env['HUBSWITCH_DATA_DIR'] as string, kept)
  })
  afterEach(async () => {
    const data = machine.env['HUBSWITCH_DATA_DIR'] as string
    if (existsSync(kept)) await rm(data, { recursive: true, force: true })
    else await rename(data, kept)
  })
  afterAll(() => machine.remove())

  const bytesOf = async (folder: string): Promise<[string, string][]> =>
    Promise.all(
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((one) => one.isFile())
        .map(async ({ parentPath, name }): Promise<[string, string]> => [
          path.join(parentPath, name),
          (await readFile(path.join(parentPath, name))).toString('base64'),
        ]),
    )

  const runAll = (lines = Object.keys(LINES)): Promise<ReadOnlyEnded[]> => runReadOnly(machine, machine.env, lines)

  it.each<[string, boolean, (data: string) => Promise<void>]>([
    ['the journal that was left there', false, (data) => rename(kept, data).then(() => undefined)],
    [
      'a copy of one',
      true,
      async (data) => {
        await cp(kept, data, { recursive: true })
      },
    ],
    [
      'a sandbox whose log was emptied and taken away at the end',
      false,
      async (data) => {
        await rename(kept, data)
        closeWhole(path.join(data, 'sandbox/sandbox.sqlite'))
      },
    ],
  ])(
    'is read as any other, with %s',
    async (_what, isCopy, lay) => {
      const data = machine.env['HUBSWITCH_DATA_DIR'] as string
      await lay(data)
      const before = await bytesOf(data)
      const ended = await runAll()
      for (const { line, status, stdout, stderr } of ended) {
        // What cannot be judged of these nights is no failure of the disk.
        expect([line, stderr, line.startsWith('calendar check') ? 0 : status]).toEqual([line, stderr, 0])
        const told = `${stdout}${stderr}`.replaceAll(/\s+/g, ' ')
        expect([line, told.includes('may be an older copy')]).toEqual([line, isCopy && LINES[line] === true])
      }
      expect(await bytesOf(data)).toEqual(before)
    },
    60_000,
  )

  it.each(['the journal that was left there', 'a copy of one'])(
    'takes no booking, and says so, with %s',
    async (what) => {
      const data = machine.env['HUBSWITCH_DATA_DIR'] as string
      if (what.startsWith('a copy')) await cp(kept, data, { recursive: true })
      else await rename(kept, data)
      const lines = [`reservation create ${STAY} --guest Ada,Third`, 'reservation confirm 900001']
      for (const { line, status, stderr } of await runAll(lines))
        expect([line, status, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
          line,
          1,
          expect.stringMatching(/Nothing was (?:booked|confirmed)\.|was not asked to be confirmed/),
        ])
    },
  )

  it.each(['left there', 'emptied and taken away'])(
    'takes no change of the sandbox, and says which file is in the way, with its log %s',
    async (what) => {
      const data = machine.env['HUBSWITCH_DATA_DIR'] as string
      await rename(kept, data)
      if (what.startsWith('emptied')) closeWhole(path.join(data, 'sandbox/sandbox.sqlite'))
      for (const { line, status, stderr } of await runAll(['property update 1000001 --name Other', 'sandbox seed']))
        expect([line, status, stderr]).toEqual([
          line,
          line.startsWith('sandbox') ? 1 : 12,
          expect.stringMatching(/sandbox\.sqlite: it (?:may not be written|cannot be opened)/),
        ])
    },
  )

  it('without a journal holds nothing, and says so', async () => {
    const data = machine.env['HUBSWITCH_DATA_DIR'] as string
    await mkdir(data)
    await cp(path.join(kept, 'sandbox'), path.join(data, 'sandbox'), { recursive: true })
    for (const { line, status, stderr } of await runAll()) {
      const isOfRun = /--last/.test(line)
      const isUnknown = line.startsWith('calendar')
      expect([line, stderr, isUnknown || status === (isOfRun ? 5 : 0)]).toEqual([line, stderr, true])
      expect(stderr).not.toMatch(/may not be written|EROFS|inside hubswitch/)
    }
  }, 60_000)
})

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answeringOn } from '../support/answering.js'
import { stepLines } from '../../src/cli/init/first-steps.js'
import { freshMachine, type Machine } from '../support/cli.js'
import { runOnPty } from '../support/on-pty.js'

let machine: Machine
beforeAll(async () => {
  machine = await freshMachine()
})
afterAll(() => machine.remove())

const answering = (answers: readonly (readonly [string, string])[], ...args: string[]) =>
  answeringOn(machine, answers, ...args)

it('a push before there is anything to push to says where properties come from', async () => {
  const empty = await freshMachine()
  await writeFile(
    path.join(empty.folder, 'rates.csv'),
    'hotel_code,room_id,date,price,currency\n7,101,2099-04-13,9,EUR\n',
  )
  const { code, stderr } = await empty.run(['rates', 'push', 'rates.csv', '--yes'], { cwd: empty.folder })
  const asked = await empty.run(['property', 'get', '1000001'])
  await empty.run(['sandbox', 'seed'])
  const seeded = await empty.run(['property', 'get', '1009999'])
  await empty.remove()
  expect([asked.code, asked.stderr]).toEqual([5, expect.stringContaining('"hubswitch sandbox seed" puts')])
  expect([seeded.code, seeded.stderr]).toEqual([5, expect.not.stringContaining('sandbox seed')])
  expect(code).toBe(6)
  expect(stderr).toMatch(/There is no hotel 7\. The embedded sandbox was asked\. "hubswitch sandbox seed" puts/)
  expect(stderr).not.toContain('--allow-unknown-rooms')
})

it('from nothing to an own file that is acknowledged, by Enter and three words', { timeout: 120_000 }, async () => {
  const begun = await answering(
    [
      ['Where do you want to begin', '\r'],
      ['Put seven sample properties', '\r'],
      ['Read a property', '\r'],
      ['Number of the property', '\r'],
      ['Leave out nights that are past', '\r'],
      ['Do you have a file with prices', '\r'],
    ],
    'auth',
    'login',
  )
  expect(begun).toMatchObject({ code: 0, left: [] })
  expect(begun.text).toContain('hubswitch rates template --property 1000001 --out rates.xlsx')
  await writeFile(path.join(machine.folder, 'preise.csv'), 'Zimmer;Datum;Preis\nDouble room;13.04.2099;129,00\n')
  const pushed = await answering(
    [
      ['"Zimmer"', '\r'],
      ['"Datum"', '\r'],
      ['"Preis"', '\r'],
      ['Which property', '1000001\r'],
      ['Room "Double room"', '\r'],
      ['Its code', '\r'],
      ['Save these answers', '\r'],
    ],
    'rates',
    'push',
    'preise.csv',
  )
  expect(pushed).toMatchObject({ code: 0, left: [] })
  expect(pushed.text).toContain('1 night acknowledged')
  expect(await readFile(path.join(machine.folder, 'preise.map.yaml'), 'utf8')).toContain('rooms:\n  Double room: 101\n')
  // The same file again, as cron would push it.
  const again = await machine.run(['rates', 'push', 'preise.csv', '--map', 'preise.map.yaml', '--changes-only'], {
    cwd: machine.folder,
  })
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('nothing to do')])
})

it(
  'a file that is not there is asked for again, and the next steps are of the samples',
  { timeout: 60_000 },
  async () => {
    const file = path.join(machine.folder, 'own.csv')
    await writeFile(file, 'hotel_code,room_id,date,price\n1000001,101,2099-04-13,129\n')
    const DOWN = '\u001b[B'
    const { code, screen } = await runOnPty(['init'], { CI: '', ...machine.env }, [
      { at: 'Enter: confirm', type: '\r' },
      { at: 'Put seven sample properties', type: '\r' },
      { at: 'Read a property', type: `${DOWN}\r` },
      { at: 'Do you have a file with prices', type: `${DOWN}\r` },
      { at: '  File', type: 'nowhere.csv\r' },
      { at: 'There is no file nowhere.csv here.', type: `${'\u007f'.repeat(11)}${file}\r` },
    ])
    expect(code, screen).toBe(0)
    expect(screen.slice(screen.indexOf('Profile sandbox is ready. Next:')).trimEnd().split('\n').slice(1)).toEqual([
      `  hubswitch rates push ${file} --dry-run   # the plan; nothing is sent`,
      '  hubswitch rates template --property 1000001 --out rates.xlsx   # a sheet with your rooms, to fill in',
      '  hubswitch rates push rates.xlsx --dry-run   # the plan; nothing is sent',
      '  hubswitch rates push rates.xlsx',
      '  hubswitch calendar show 1000001   # what the service has acknowledged',
      '  hubswitch --help   # everything else',
    ])
  },
)

it('what a step does stands above it where both are wider than the terminal', () => {
  const steps = ['hubswitch calendar show 1000001   # what it holds', 'hubswitch rates push x.csv']
  expect(stepLines(steps, 60)).toEqual([
    '  hubswitch calendar show 1000001   # what it holds',
    '  hubswitch rates push x.csv',
  ])
  expect(stepLines(steps, 40)).toEqual([
    '  # what it holds',
    '  hubswitch calendar show 1000001',
    '  hubswitch rates push x.csv',
  ])
})

it('in a pipe init asks nothing and says what to type', async () => {
  const { code, stdout, stderr } = await machine.run(['init'])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('hubswitch auth login --profile main --base-url https://service.example')
})

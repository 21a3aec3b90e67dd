import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scripted } from '../client/scripted-server.js'
import { accepted, startPms } from '../support/pms.js'
import { READING } from '../support/reading-commands.js'
import { freshShell, type Shell } from '../support/shell.js'

interface Surface {
  commands: { command: string; flags: { name: string; char?: string }[] }[]
}

/** Commands that change something and have no dry run, with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'inventory template': 'writes the file that it is asked for',
  'property export': 'writes the file that it is asked for',
  'rates template': 'writes the file that it is asked for',
  'resnotif fix': 'writes the file that it is asked for, and shows the message without one',
  'reservation reconcile': 'asks the service, and writes down what it says',
  'resnotif listen': 'serves until it is stopped',
  'sandbox start': 'serves until it is stopped',
  'run journal trust': 'believes what lies there, which "run journal check" shows',
  'worker start': 'serves until it is stopped',
}

/** A line of each that would change something; more where a command does several things. */
const LINES: Readonly<Record<string, readonly string[]>> = {
  api: ['PUT /api/v1/properties/1000001 --set name=Other'],
  'auth login': ['', '--profile new --base-url https://service.example --partner-id 4711 --store file'],
  'auth logout': ['--profile kept'],
  'auth refresh': [''],
  'inventory push': ['samples/inventory.yaml'],
  'profile remove': ['kept'],
  'profile set': ['kept --rate 3', 'new --base-url https://service.example'],
  'profile use': ['kept'],
  'property apply': ['samples/harbour-hostel.yaml'],
  'property create': ['--hub-switch-id HS-77 --status ACTIVE --code SEA --name Other'],
  'property info set': ['1000001 --website www.seaview.example'],
  'property info update': ['1000001 --website www.seaview.example'],
  'property update': ['1000001 --name Other'],
  'rate-plan create': ['1000001 --unit 101 --set names[0].text=Other --field names[0].languageId=1'],
  'rates push': ['samples/restrictions.csv'],
  'reservation card': ['BOOKED --card-stdin'],
  'reservation confirm': ['BOOKED'],
  'reservation create': [
    '--property 1000001 --check-in 2099-03-01 --nights 1 --room 101 --plan 501 --guest Ada,Lovelace',
  ],
  'resnotif replay': ['1'],
  'resnotif scenario': ['PMS', 'PMS --only repeat'],
  'resnotif send': ['samples/notification.xml --to PMS'],
  'run journal set-aside': [''],
  'run lock release': ['rates --force'],
  'run prune': ['--keep 1s'],
  'run resume': ['2'],
  'run stop': ['1'],
  'run undo': ['2'],
  'sandbox booking cancel': ['BOOKED'],
  'sandbox booking modify': ['BOOKED --nights 3'],
  'sandbox clock': ['--advance 3d', '--set 2098-01-01', '--reset'],
  'sandbox faults add': ['error --count 3'],
  'sandbox faults clear': [''],
  'sandbox holds': ['--minutes 5'],
  'sandbox outbox address': ['http://127.0.0.1:9', '--remove'],
  'sandbox outbox resend': ['1'],
  'sandbox reset': [''],
  'sandbox seed': ['--properties 3', '--file samples/estate.yaml'],
  'unit add': ['1000001 --base-price 120 --set names[0].text=Other --field names[0].languageId=1'],
  'unit update': ['101 --base-price 121'],
  'worker drain': ['--all'],
  'worker stop': ['--all'],
}

/** What needs more than a machine and a service: the test that holds it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'resnotif replay': 'test/cli/forward/replay.test.ts',
  'worker drain': 'test/cli/estate/drain.test.ts',
  'worker stop': 'test/cli/estate/drain.test.ts',
}

/** What reading teaches a machine is no change: names seen, lookup lists, what is sold. */
const LEARNED = /^(?:lookups|names|sold|seen|sqlite_.*)/

/** Everything that a machine keeps: rows of its databases, bytes of its other files. */
function kept(home: string): Record<string, string> {
  const found: Record<string, string> = {}
  for (const folder of ['.config', '.local/share'].map((name) => path.join(home, name)).filter(existsSync))
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      if (!entry.isFile() || /-(?:wal|shm|mark)$|\.lock$|names\.json$/.test(entry.name)) continue
      if (readFileSync(file).subarray(0, 15).toString() !== 'SQLite format 3')
        found[file] = createHash('sha256').update(readFileSync(file)).digest('hex')
      else for (const [table, rows] of Object.entries(rowsOf(file))) found[`${file} ${table}`] = rows
    }
  return found
}

function rowsOf(file: string): Record<string, string> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all() as { name: string }[]
    return Object.fromEntries(
      tables
        .filter(({ name }) => !LEARNED.test(name))
        .map(({ name }) => [
          name,
          createHash('sha256')
            .update(JSON.stringify(database.prepare(`SELECT * FROM "${name}"`).all()))
            .digest('hex'),
        ]),
    )
  } finally {
    database.close()
  }
}

describe('dry runs', () => {
  let shell: Shell
  let pms: Scripted
  let surface: Surface
  const place: Record<string, string> = {}
  const line = (words: string): string => words.replaceAll(/\b(?:BOOKED|PMS)\b/g, (word) => place[word] ?? word)
  const does = async (words: string): Promise<string> => {
    const { code, stdout, stderr } = await shell.run(`hubswitch ${words}`)
    expect(code, `${words}: ${stderr}`).toBe(0)
    return stdout
  }

  beforeAll(async () => {
    shell = await freshShell()
    pms = await startPms(accepted)
    place['PMS'] = pms.url
    surface = JSON.parse(await does('commands --json')) as Surface
    await does('property create --file samples/property.yaml')
    for (const unit of ['double', 'seaview', 'suite']) await does(`unit add 1000001 --file samples/room-${unit}.yaml`)
    await does('rate-plan create 1000001 --file samples/rate-plan.yaml')
    await does('property info set 1000001 --file samples/property-info.yaml')
    await does('rates push samples/rates.csv --yes')
    const cut = await shell.run('hubswitch rates push samples/seasons.yaml --entries 1 --rate 0.5 --deadline 1s --yes')
    expect(cut.code, cut.stderr).toBe(9)
    await does('sandbox faults add latency --ms 1 --endpoint property.count')
    await does('profile set kept --base-url https://service.example --partner-id 4711')
    const booked = JSON.parse(
      await does(
        'reservation create --property 1000001 --check-in 2099-02-01 --nights 1 --room 101 --plan 501 --guest Ada,Lovelace --json',
      ),
    ) as { bookingId: string }
    place['BOOKED'] = booked.bookingId
    await does(`reservation confirm ${booked.bookingId}`)
    await does(`sandbox outbox address ${pms.url}`)
    await does('sandbox outbox list')
  })
  afterAll(async () => {
    await pms.close()
    await shell.remove()
  })

  it('have every command that changes something, but those that are named here with a reason', () => {
    const writing = surface.commands.filter(({ command }) => !READING.test(command))
    const isDry = ({ flags }: Surface['commands'][number]): boolean =>
      flags.some(({ name, char }) => name === '--dry-run' && char === '-n')
    expect(writing.filter((one) => !isDry(one)).map(({ command }) => command)).toEqual(Object.keys(WITHOUT).toSorted())
    expect(surface.commands.filter(isDry).map(({ command }) => command)).toEqual(Object.keys(LINES).toSorted())
  })

  it.each(
    Object.entries(LINES)
      .filter(([command]) => !(command in ELSEWHERE))
      .flatMap(([command, lines]) => lines.map((args) => `${command} ${args}`.trim())),
  )('%s changes nothing, asks nothing, and says so', async (words) => {
    const before = kept(shell.home)
    const posted = pms.requests.length
    const isStdin = words.includes('--card-stdin')
    const stdin = isStdin
      ? { stdin: '{"holderName":"A","number":"4111111111111111","expiryMonth":12,"expiryYear":2099}' }
      : {}
    for (const as of ['', ' --json']) {
      const { code, stdout, stderr } = await shell.run(`hubswitch ${line(words)} --dry-run${as}`, stdin)
      expect(code, stderr).toBe(0)
      expect(kept(shell.home)).toEqual(before)
      expect(pms.requests.length).toBe(posted)
      if (as === '')
        expect(stdout + stderr, words).toMatch(
          /nothing (?:was|is) (?:sent|changed)|nothing to|would |no push|no secrets|not being sent|nothing of run/i,
        )
      else expect(() => JSON.parse(stdout) as unknown).not.toThrow()
    }
  })
})

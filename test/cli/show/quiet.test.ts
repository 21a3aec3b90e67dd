import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../support/cli.js'
import { READING } from '../../support/reading-commands.js'
import { freshShell, type Shell } from '../../support/shell.js'

const STAY = 'reservation create --file samples/reservation.yaml'

/** Every command that changes something, in an order in which each can: a house is built, filled, booked and taken down again. */
const WRITES: readonly string[] = [
  'auth login',
  'sandbox clock --set 2027-01-02',
  'sandbox clock --reset',
  'sandbox holds --minutes 30',
  'property create --file samples/property.yaml',
  'property update 1000001 --name "Seaview Grand"',
  'property info set 1000001 --file samples/property-info.yaml',
  'property info update 1000001 --capacity 12',
  'unit add 1000001 --file samples/room-double.yaml',
  'unit add 1000001 --file samples/room-seaview.yaml',
  'unit add 1000001 --file samples/room-suite.yaml',
  'unit update 101 --base-price 130',
  'rate-plan create 1000001 --file samples/rate-plan.yaml',
  'rates push samples/rates.csv',
  'inventory push samples/inventory.yaml',
  'rates template --property 1000001 --out rates-template.csv',
  'inventory template --property 1000001 --out inventory-template.csv',
  'property export 1000001 --out seaview.yaml',
  'property apply seaview.yaml',
  'rates push samples/own-codes.csv --map samples/mapping.yaml',
  'rates push samples/rates.csv --changes-only',
  'run undo --last --yes',
  'run prune --keep 5d --yes',
  `${STAY} --channel-booking-id HS-1`,
  'reservation confirm 900001',
  'sandbox booking modify 900001 --file samples/booking-change.yaml',
  'sandbox booking cancel 900001',
  'sandbox outbox address http://127.0.0.1:9',
  'sandbox faults add latency --ms 1',
  'sandbox faults clear',
  'resnotif fix samples/notification-wrong.xml --save fixed.xml',
  'profile set other --base-url https://service.example --partner-id 4711',
  'profile use other',
  'profile use sandbox',
  'profile remove other --yes',
  'sandbox seed',
  'sandbox reset --yes',
]

/** They need what another test brings about: a run that was cut, a lock left behind, a PMS, the engine of an estate, a damaged journal, a person, or go on until Ctrl-C. */
const ELSEWHERE = new Set([
  'auth logout',
  'auth refresh',
  'estate status',
  'reservation card',
  'reservation reconcile',
  'resnotif listen',
  'resnotif replay',
  'resnotif scenario',
  'resnotif send',
  'run journal set-aside',
  'run lock release',
  'run resume',
  'run stop',
  'sandbox outbox resend',
  'sandbox start',
  'worker drain',
  'worker list',
  'worker start',
  'worker stop',
])

describe('--quiet', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await freshShell()
  })
  afterAll(() => shell.remove())

  it('stands here for every command that writes', () => {
    const { commands } = JSON.parse(readFileSync(path.join(ROOT, 'oclif.manifest.json'), 'utf8')) as {
      commands: Record<string, { hidden?: boolean }>
    }
    const writing = Object.keys(commands)
      .filter((id) => commands[id]?.hidden !== true)
      .map((id) => id.replaceAll(':', ' '))
      .filter((name) => !READING.test(name))
    const untried = writing.filter(
      (name) => !ELSEWHERE.has(name) && !WRITES.some((line) => line === name || line.startsWith(`${name} `)),
    )
    expect(untried).toEqual([])
  })

  it.each(WRITES)('is silent where all went well: %s', async (line) => {
    const { code, stdout, stderr } = await shell.run(`hubswitch ${line} --quiet`)
    expect({ code, stdout, stderr: stderr.replaceAll(/^\((?:node:|Use ).*\n/gm, '') }).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })

  it('prints what was asked for as data, and what only looks', async () => {
    await shell.run('hubswitch sandbox seed --quiet')
    const named = await shell.run('hubswitch property update 1000001 --name "Seaview Two" --quiet --json')
    expect(named.json()).toMatchObject({ name: 'Seaview Two' })
    expect((await shell.run('hubswitch property update 1000001 --name "Seaview 3" --quiet --columns id')).stdout).toBe(
      'id\t1000001\n',
    )
    // The answer of "api" is what it is for.
    const raw = await shell.run("hubswitch api PUT /api/v1/properties/1000001 --set 'name=Seaview' --quiet")
    expect([raw.code, raw.stdout]).toEqual([0, expect.stringContaining('Seaview') as string])
    for (const look of [
      'property get 1000001',
      'sandbox clock',
      'sandbox holds',
      'calendar check 1000001 --room 101 --from 2099-01-01',
    ])
      expect((await shell.run(`hubswitch ${look} --quiet`)).stdout).not.toBe('')
    expect((await shell.run('hubswitch property update 1000001 --name Three --dry-run --quiet')).stdout).not.toBe('')
  })

  it('says of a failure all that it would have said', async () => {
    const line = 'hubswitch rates push samples/rates.csv --hotel 4999999'
    const loud = await shell.run(line)
    const quiet = await shell.run(`${line} --quiet`)
    expect(quiet.code).toBe(loud.code)
    expect(loud.code).not.toBe(0)
    const said = loud.stderr.split('\n').filter((text) => text.startsWith('Error:'))
    expect(said.length).toBeGreaterThan(0)
    for (const text of said) expect(quiet.stderr).toContain(text)
    const refused = await shell.run('hubswitch unit update 101 --no-of-sellable-units -4 --quiet')
    expect([refused.code, refused.stderr]).toEqual([6, expect.stringContaining('--no-of-sellable-units') as string])
  })
})

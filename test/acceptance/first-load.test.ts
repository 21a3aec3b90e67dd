import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

/** What a person sees of a file before anything was ever sent. */
describe('the dry run of a first load', () => {
  let machine: Machine
  let file: string
  const run = (...args: string[]): Promise<Ran> => runWarm(args, machine.env)

  beforeAll(async () => {
    machine = await freshMachine()
    file = path.join(machine.folder, 'season.csv')
    const day = (at: number): string => new Date(Date.UTC(2027, 5, 1) + at * 86_400_000).toISOString().slice(0, 10)
    // One price lost its decimal mark, one gained one.
    const price = (at: number): string => (at === 12 ? '12550.00' : at === 30 ? '1.29' : '125.50')
    await writeFile(
      file,
      `hotel_code,room_id,date,price,currency\n${Array.from({ length: 45 }, (_, at) => `1000001,101,${day(at)},${price(at)},EUR`).join('\n')}\n`,
    )
  })
  afterAll(() => machine.remove())

  it('shows smallest, median and largest price and the nights that stand out, with their rows', async () => {
    const { code, stdout } = await run('rates', 'push', file, '--dry-run')
    expect(code).toBe(0)
    expect(stdout.split('\n').filter((line) => /Prices|lowest|highest|Stands out|among/.test(line))).toEqual([
      'Prices     1.29 to 12550.00 EUR, median 125.50, on 45 nights',
      `           lowest hotel 1000001, room 101, 2027-07-01 (${file}:32)`,
      `           highest hotel 1000001, room 101, 2027-06-13 (${file}:14)`,
      `Stands out 12550.00 among 125.50 EUR: hotel 1000001, room 101, 2027-06-13 (${file}:14)`,
      `           1.29 among 125.50 EUR: hotel 1000001, room 101, 2027-07-01 (${file}:32)`,
    ])
  })

  it('holds the same as data, and so does a saved plan, when it is made and when it is looked at', async () => {
    const values = [
      {
        field: 'price',
        currency: 'EUR',
        nights: 45,
        median: '125.50',
        smallest: { value: '1.29', night: '2027-07-01', line: 32 },
        largest: { value: '12550.00', night: '2027-06-13' },
        odd: [
          { value: '12550.00', around: '125.50', factor: 100, from: '2027-06-13', to: '2027-06-13' },
          { value: '1.29', factor: 97.29 },
        ],
      },
    ]
    const plan = path.join(machine.folder, 'season.plan')
    expect((await run('rates', 'push', file, '--dry-run', '--json')).json()).toMatchObject({
      plan: { fileValues: values },
    })
    expect((await run('rates', 'push', file, '--save-plan', plan, '--json')).json()).toMatchObject({
      plan: { fileValues: values },
    })
    expect((await run('rates', 'push', '--plan', plan, '--dry-run', '--json')).json()).toMatchObject({
      plan: { fileValues: values },
    })
    expect((await run('rates', 'push', '--plan', plan, '--dry-run')).stdout).toContain(
      'Stands out 12550.00 among 125.50 EUR',
    )
  })

  it('shows counts of free units as well', async () => {
    const units = path.join(machine.folder, 'units.csv')
    await writeFile(
      units,
      'hotel_code,room_id,date,availability\n1000001,101,2027-06-01,3\n1000001,101,2027-06-02,0\n1000001,101,2027-06-03,30\n',
    )
    expect((await run('inventory', 'push', units, '--dry-run')).stdout).toContain(
      'Free units 0 to 30, median 3, on 3 nights',
    )
  })
})

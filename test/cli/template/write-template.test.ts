import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import InventoryPush from '../../../src/commands/inventory/push.js'
import InventoryTemplate from '../../../src/commands/inventory/template.js'
import RatesPush from '../../../src/commands/rates/push.js'
import RatesTemplate from '../../../src/commands/rates/template.js'
import SandboxSeed from '../../../src/commands/sandbox/seed.js'
import { type Machine, freshMachine } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'
import { type CellValue, workbook } from '../../support/workbook.js'

const ESTATE = {
  properties: [
    {
      hotelCode: '1000001',
      name: 'Seaview',
      code: 'SEA',
      hubSwitchId: 'SEA',
      units: [
        { roomCode: '101', name: 'Double, "small"', count: 4, basePrice: 90 },
        { roomCode: '102', name: '=Suite', count: 2, basePrice: 290 },
      ],
    },
  ],
}

describe('a template', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
    await writeFile(at('estate.json'), JSON.stringify(ESTATE))
    const seeded = await runClass(SandboxSeed, ['--file', at('estate.json'), '--data', at('data/sandbox')], machine.env)
    expect(seeded.code).toBe(0)
  })
  afterAll(() => machine.remove())

  const at = (name: string): string => path.join(machine.folder, name)
  const template = (...args: string[]) => runClass(RatesTemplate, args, machine.env)
  const push = (...args: string[]) => runClass(RatesPush, args, machine.env)

  /** Fills in prices as a spreadsheet program would write the same sheet. */
  async function refill(from: string, to: string, fill: (row: Map<string, CellValue>, at: number) => void) {
    const { default: readSheet } = await import('read-excel-file/node')
    const [{ data }] = (await readSheet(from)) as unknown as [{ data: unknown[][] }]
    const [header = [], ...body] = data
    const rows = body.map((cells, index) => {
      const row = new Map(header.map((name, column) => [String(name), cellOf(cells[column])]))
      fill(row, index)
      return [...row.values()]
    })
    await writeFile(
      to,
      workbook({ sheets: [{ name: 'Tabelle1', rows: [header.map(String), ...rows] }], strings: 'shared' }),
    )
  }

  function cellOf(value: unknown): CellValue {
    if (value instanceof Date) return { date: value.toISOString().slice(0, 10) }
    return value as CellValue
  }

  it('as a workbook pushes as it comes back, and then holds what was acknowledged', async () => {
    const first = await template(
      '--property',
      '1000001',
      '--from',
      '2099-01-01',
      '--nights',
      '10',
      '--out',
      at('r.xlsx'),
    )
    expect([first.code, first.stdout.trim()]).toEqual([0, at('r.xlsx')])
    expect(first.stderr).toContain('2 rooms, 10 nights from 2099-01-01: 20 rows, 0 with values')
    await refill(at('r.xlsx'), at('r-filled.xlsx'), (row, index) => {
      row.set('price', 90.5 + index)
      row.set('currency', 'EUR')
      if (index === 3) row.set('closed', 'yes')
    })
    const pushed = await push(at('r-filled.xlsx'))
    expect(pushed.stderr + pushed.stdout).toContain('20 nights acknowledged')
    const again = await template(
      '--property',
      '1000001',
      '--from',
      '2099-01-01',
      '--nights',
      '10',
      '--out',
      at('r2.xlsx'),
    )
    expect(again.stderr).toContain('20 rows, 20 with values that the service has acknowledged')
    const unchanged = await push(at('r2.xlsx'), '--changes-only')
    expect([unchanged.code, unchanged.stdout]).toEqual([0, expect.stringContaining('Unchanged  20 nights')])
  })

  it('as CSV pushes as it comes back from a program that quotes everything, and names rooms for the eye', async () => {
    const { stdout, code } = await template('--property', '1000001', '--from', '2099-02-01', '--nights', '2')
    expect(code).toBe(0)
    const lines = stdout.trimEnd().split('\r\n')
    expect(lines[0]).toBe(
      'hotel_code,room_id,_room,date,_weekday,price,currency,min_stay,max_stay,closed,closed_to_arrival,closed_to_departure',
    )
    expect(lines[1]).toBe('1000001,101,"Double, ""small""",2099-02-01,Sun,,EUR,,,,,')
    // A name never runs as a formula.
    expect(lines[3]).toContain(",'=Suite,")
    const filled = lines.map((line, index) => (index === 0 ? line : line.replace(/,,EUR,,/, ',"77.50","EUR",2,')))
    await writeFile(at('r.csv'), `${filled.join('\r\n')}\r\n`)
    const pushed = await push(at('r.csv'))
    expect(pushed.stderr + pushed.stdout).toContain('4 nights acknowledged')
  })

  it('of availability holds the rooms alone', async () => {
    const run = (...args: string[]) => runClass(InventoryTemplate, args, machine.env)
    const args = ['--property', '1000001', '--from', '2099-03-01', '--nights', '3']
    await run(...args, '--out', at('i.xlsx'))
    await refill(at('i.xlsx'), at('i-filled.xlsx'), (row) => row.set('availability', 2))
    const pushed = await runClass(InventoryPush, [at('i-filled.xlsx')], machine.env)
    expect(pushed.stderr + pushed.stdout).toContain('6 nights acknowledged')
    expect((await run(...args)).stdout.split('\r\n').slice(0, 2)).toEqual([
      'hotel_code,room_id,_room,date,_weekday,availability',
      '1000001,101,"Double, ""small""",2099-03-01,Sun,2',
    ])
  })

  it('replaces no file, and is refused in words', async () => {
    await writeFile(at('mine.csv'), 'filled in')
    const standing = await template('--property', '1000001', '--out', at('mine.csv')).catch((error: unknown) => error)
    expect(standing).toMatchObject({ code: 2, stderr: expect.stringContaining('somebody may have filled it in') })
    expect(await readFile(at('mine.csv'), 'utf8')).toBe('filled in')
    for (const [args, words] of [
      [['--property', '1000001', '--format', 'xlsx'], 'A workbook needs a file to stand in.'],
      [['--property', '1000001', '--format', 'csv', '--out', at('a.xlsx')], 'ends in .xlsx, but --format is csv'],
      [['--property', '1000001', '--out', at('a.pdf')], 'ends in .pdf, and a template is a .csv or a .xlsx file.'],
      [['--property', 'Seaview'], '--property needs the number of a property, not "Seaview".'],
    ] as const)
      expect(await template(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(words) })
    expect(await readdir(machine.folder)).not.toContain('a.pdf')
    expect(await template('--property', '1000001', '--format', 'csv', '--out', at('a.txt'))).toMatchObject({ code: 0 })
    expect(await template('--property', '1000007')).toMatchObject({ code: 5 })
  })
})

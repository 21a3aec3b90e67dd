import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExplainedFile } from '../../../src/files/index.js'
import RatesPush from '../../../src/commands/rates/push.js'
import { type Machine, freshMachine } from '../../support/cli.js'
import { runClass } from '../../support/run-class.js'

describe('a push that only explains or plans', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
    await mkdir(machine.env['HUBSWITCH_CONFIG_DIR'] as string, { recursive: true })
  })
  afterAll(() => machine.remove())

  async function put(name: string, content: string): Promise<string> {
    const file = path.join(machine.folder, name)
    await writeFile(file, content)
    return file
  }
  const push = (...args: string[]) => runClass(RatesPush, args, machine.env)

  it('shows how files are read, as text and as data, and keeps nothing', async () => {
    const map = await put('map.yaml', 'columns: {date: Nacht}\nrooms: {DBL: 101}\nhotel: 1000001\n')
    const file = await put('a.csv', 'room_id;Nacht;price\nDBL;13.03.2099;1.250,00\nDBL;03.04.2099;99\n')
    const shown = await push(file, '--map', map, '--explain-input')
    expect(shown.code).toBe(0)
    expect(shown.stdout).toContain(
      'Nacht as date: day first (line 2, "13.03.2099")\n    line 2: 13.03.2099 → 2099-03-13\n    line 3: 03.04.2099 → 2099-04-03\n',
    )
    expect(shown.stdout).toContain('rooms:\n  DBL: 101\ndecimal: ","\ndate_format: dmy\ndelimiter: ;\nhotel: 1000001\n')
    const { files } = (await push(file, '--map', map, '--explain-input', '--json')).json<{ files: ExplainedFile[] }>()
    expect(files).toMatchObject([
      {
        rows: { read: 2, good: 2 },
        columns: [
          { name: 'room_id', reading: 'own code', samples: [{ line: 2, text: 'DBL', value: '101' }] },
          { name: 'date' },
          { name: 'price', reading: 'decimal comma' },
        ],
      },
    ])
    expect(await readdir(machine.env['HUBSWITCH_DATA_DIR'] as string).catch(() => [])).toEqual([])
  })

  it('ends with 6 where a file cannot be read, and names what settles it', async () => {
    const { code, stdout } = await push(
      await put('open.csv', 'hotel_code,date,price\n1,03/04/2099,5\n'),
      '--explain-input',
    )
    expect(code).toBe(6)
    expect(stdout).toMatch(
      /Cannot be read as it stands:\n.*open\.csv:2.*date "03\/04\/2099": can be read as 2099-04-03 \(day first\) or as 2099-03-04 \(month first\).*Add --date-format dmy or --date-format mdy\./,
    )
  })

  it('flags win over the mapping file', async () => {
    const map = await put('map.yaml', 'date_format: dmy\ndecimal: ","\ncurrency: EUR\n')
    const file = await put('b.csv', 'hotel_code,date,price\n1,03/04/2099,1.250\n')
    const planned = async (...flags: string[]) =>
      (await push(file, '--map', map, '--dry-run', '--json', ...flags)).json<{ plan: { firstNight: string } }>().plan
        .firstNight
    expect(await planned()).toBe('2099-04-03')
    expect(await planned('--date-format', 'mdy')).toBe('2099-03-04')
  })

  it('leaves out past nights with a count, or refuses their rows', async () => {
    const file = await put(
      'past.csv',
      'hotel_code,from,to,price\n1,2020-01-01,2020-01-10,9\n1,2020-01-11,2099-01-01,9\n',
    )
    const { stdout, stderr, code } = await push(file, '--dry-run')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^Read {7}1 row of 1 hotel.*\nPast {7}[\d,]+ nights before \d{4}-\d\d-\d\d, left out \(1 whole row\)\n/,
      ),
    ])
    expect(stderr).toMatch(/nights before \d{4}-\d\d-\d\d are past and left out; --past error refuses them/)
    const vienna = (await push(file, '--dry-run', '--json', '--time-zone', 'Europe/Vienna')).json<{
      plan: { past: { rows: number; before: string }; firstNight: string }
    }>().plan
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Vienna' }).format(new Date())
    expect([vienna.past.before, vienna.firstNight, vienna.past.rows]).toEqual([today, today, 1])
    expect((await push(file, '--dry-run', '--past', 'error')).code).toBe(6)
    expect((await push(file, '--dry-run', '--past', 'send', '--json')).json()).toMatchObject({
      plan: { rows: 2, firstNight: '2020-01-01' },
    })
    expect((await push(file, '--dry-run', '--time-zone', 'Europe/Nowhere', '--json')).json()).toMatchObject({
      error: { code: 'USAGE', message: '--time-zone must be a time zone such as Europe/Vienna.' },
    })
  })

  it('names a mapping file that is not there', async () => {
    expect(
      (
        await push(
          await put('c.csv', 'hotel_code,date,price\n1,2099-01-01,5\n'),
          '--map',
          'none.yaml',
          '--dry-run',
          '--json',
        )
      ).json(),
    ).toMatchObject({
      error: { code: 'INVALID_INPUT', message: 'The mapping file none.yaml cannot be read: there is no such file.' },
    })
  })
})

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../support/cli.js'

let machine: Machine
beforeAll(async () => {
  machine = await freshMachine()
})
afterAll(() => machine.remove())

it('what was inferred about a file stands on standard error and in --json, and the mapping file takes the line', async () => {
  const file = path.join(machine.folder, 'rates.csv')
  const map = path.join(machine.folder, 'map.yaml')
  writeFileSync(
    file,
    'Hotel Seaview\nhotel_code;room_id;date;price\n1000001;101;04/03/2027;90\n1000001;101;13/03/2027;91',
  )
  const { code, stderr, json } = await machine.run(['rates', 'push', file, '--dry-run', '--json'])
  expect(code).toBe(0)
  const { plan } = json<{ plan: { input: { notices: { what: string; keep?: string }[] }[] } }>()
  expect(plan.input).toMatchObject([
    {
      file,
      notRead: [],
      notices: [
        { what: 'cut-off', line: 4 },
        { what: 'inferred', keep: 'date_format: dmy' },
      ],
    },
  ])
  expect(stderr).toContain(
    `${file}: date is read with the day first, because of line 4, "13/03/2027"; a file without such a line would be refused. To keep it, put this line into the mapping file: date_format: dmy`,
  )
  writeFileSync(map, `${plan.input[0]?.notices[1]?.keep}\n`)
  // The next day's file has no date that proves the order.
  writeFileSync(file, 'hotel_code;room_id;date;price\n1000001;101;04/03/2027;90\n')
  expect((await machine.run(['rates', 'push', file, '--dry-run'])).code).toBe(6)
  const kept = await machine.run(['rates', 'push', file, '--dry-run', '--json', '--map', map])
  expect([kept.code, kept.json<{ plan: { firstNight: string } }>().plan.firstNight]).toEqual([0, '2027-03-04'])
})

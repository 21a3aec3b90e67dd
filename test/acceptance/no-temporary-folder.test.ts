import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../support/cli.js'

/** Where it stands in the way, /proc may be written by its rights (root) and takes no file. */
describe.runIf(process.platform === 'linux')('a temporary folder that takes no file', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
    await machine.run(['sandbox', 'seed'])
  })
  afterAll(() => machine.remove())

  it('stops no push: what the journal needs for a moment stands beside it', async () => {
    const rates = path.join(machine.folder, 'rates.csv')
    const rows = Array.from({ length: 200 }, (_, day) => {
      const date = new Date(Date.UTC(2040, 0, 1 + day)).toISOString().slice(0, 10)
      return `1000001,${101 + (day % 2)},${date},${100 + day}.00`
    })
    writeFileSync(rates, ['hotel_code,room_id,date,price', ...rows, ''].join('\n'))
    const ran = await machine.run(['rates', 'push', rates, '--yes', '--json'], { env: { TMPDIR: '/proc' } })
    expect(ran.stderr).not.toContain('journal.db')
    expect(ran.code).toBe(0)
    expect(ran.json<{ run: { nights: { acknowledged: number } } }>().run.nights.acknowledged).toBe(200)
  })
})

import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../../support/cli.js'

const MB = 1_048_576
const HOTELS = 100
const NIGHTS = 2500

let machine: Machine
beforeAll(async () => {
  machine = await freshMachine()
})
afterAll(() => machine.remove())

it.each(['rates push', 'inventory push'])(
  '%s keeps the space for new objects small, however long the file is',
  async (command) => {
    const [preload, seen, file] = ['preload.cjs', 'seen', 'long.csv'].map((name) =>
      path.join(machine.folder, name),
    ) as [string, string, string]
    await writeFile(
      preload,
      `process.on('exit', () => {
        const { space_size } = require('node:v8').getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
        require('node:fs').writeFileSync(${JSON.stringify(seen)}, String(space_size))
      })`,
    )
    const isRates = command.startsWith('rates')
    const lines = [`hotel_code,room_id,date,${isRates ? 'price,currency' : 'availability'}`]
    for (let hotel = 1; hotel <= HOTELS; hotel += 1)
      for (let night = 0; night < NIGHTS; night += 1) {
        const date = new Date((30_000 + night) * 86_400_000).toISOString().slice(0, 10)
        lines.push(`${hotel},101,${date},${isRates ? `${100 + (night % 90)},EUR` : night % 9}`)
      }
    await writeFile(file, `${lines.join('\n')}\n`)
    const { code, stderr } = await machine.run([...command.split(' '), file, '--dry-run'], {
      env: { NODE_OPTIONS: `--require ${preload}` },
    })
    expect([code, stderr]).toEqual([0, stderr])
    expect(Number(await readFile(seen, 'utf8')) / MB).toBeLessThanOrEqual(16)
  },
)

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answeringOn } from '../../support/answering.js'
import { freshMachine, type Machine } from '../../support/cli.js'

let machine: Machine
beforeAll(async () => {
  machine = await freshMachine()
  const rows = [90, 120, 150].map((price, at) => `1000001,101,2099-02-0${at + 1},${price},EUR`)
  await writeFile(
    path.join(machine.folder, 'rates.csv'),
    `hotel_code,room_id,date,price,currency\n${rows.join('\n')}\n`,
  )
  await machine.run(['sandbox', 'seed'])
  expect((await machine.run(['rates', 'push', path.join(machine.folder, 'rates.csv'), '--yes'])).code).toBe(0)
})
afterAll(() => machine.remove())

it.each([
  ['16 colours', { TERM: 'xterm' }],
  ['256 colours', { TERM: 'xterm-256color' }],
  ['all colours', { TERM: 'xterm-256color', COLORTERM: 'truecolor' }],
  ['no colours', { TERM: 'xterm', NO_COLOR: '1' }],
])('pictures on a terminal of %s show their colours, and no codes', async (name, env) => {
  const { NO_COLOR: _, ...plain } = machine.env
  const screen = { ...machine, env: { ...plain, ...env } }
  for (const line of [
    'calendar show 1000001 --from 2099-02-01 --nights 3',
    'rates push rates.csv --dry-run --max-change 500',
  ]) {
    const { code, text } = await answeringOn(screen, [], ...line.split(' '))
    expect([0, 7], text).toContain(code)
    expect(text).not.toContain('\u{FFFD}')
    expect(text.includes('\u001b['), `${line} ${name}`).toBe(name !== 'no colours' || text.includes('\u001b[?'))
  }
})

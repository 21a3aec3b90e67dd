import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { watchFolder } from '../../../src/cli/capture/index.js'

const folder = mkdtempSync(path.join(tmpdir(), 'hubswitch-watch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a file that is still written is handed over once, when it is whole', async () => {
  const seen: string[] = []
  let finish = (): void => undefined
  const until = new Promise<void>((resolve) => (finish = resolve))
  const file = path.join(folder, 'a.xml')
  const watching = watchFolder(
    folder,
    async (one) => {
      seen.push(readFileSync(one, 'utf8'))
      finish()
    },
    until,
  )
  writeFileSync(file, '1')
  for (const piece of ['2', '3', '4']) {
    await sleep(220)
    appendFileSync(file, piece)
  }
  await watching
  expect(seen).toEqual(['1234'])
})

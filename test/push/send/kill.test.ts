import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openJournal, type RunRecord } from '../../../src/journal/index.js'
import { bundleText } from '../../support/bundle.js'
import { entriesOf, Grid, plan, row, temporaryDirectory } from '../support.js'

/** Sends run 1 of a journal to a server; the server's answer is the outcome. */
const CHILD = `
  import { openJournal } from './journal/index.js'
  import { sendRun } from './push/index.js'
  const [directory, url] = process.argv.slice(2)
  const journal = openJournal(directory)
  const send = async (batch) => (await fetch(url, { method: 'POST', body: JSON.stringify({ ...batch, body: Buffer.from(batch.writeBody()).toString() }) })).json()
  const report = await sendRun({ journal, runId: 1, send, concurrency: 3 })
  console.log(report.state)
`

describe('kill -9 while sending', () => {
  it('loses nothing: later attempts send only what was not acknowledged, split batches included', async () => {
    const directory = temporaryDirectory()
    const journal = openJournal(directory.path)
    const rows = [1, 2, 3, 4, 5, 6].flatMap((hotel) =>
      Array.from({ length: 40 }, (_, i) =>
        row(hotel * 100 + i, { hotel: String(hotel), from: 20_000 + i, fields: { price: String(100 + i) } }),
      ),
    )
    await plan(journal, rows, { bodyLimitBytes: 2200 })
    journal.close()

    const grid = new Grid()
    grid.isGuilty = ({ price }, hotel) => price === '117' && hotel !== '3'
    const answered = new Map<string, number>()
    let killAfter = 0
    let requests = 0
    let kill: () => void = () => undefined
    const server = createServer(async (request, response) => {
      const { body, ...rest } = JSON.parse(await text(request)) as { hotel: string; seq: number; body: string }
      const batch = { ...rest, halt: new AbortController().signal, writeBody: () => Buffer.from(body) }
      const isLast = ++requests === killAfter
      const outcome = await grid.send(batch)
      const key = `${batch.hotel} ${entriesOf(batch)
        .map(({ from }) => from)
        .join()}`
      if (outcome.fate === 'acknowledged') answered.set(key, (answered.get(key) ?? 0) + 1)
      response.end(JSON.stringify(outcome))
      if (isLast) kill()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

    const script = await bundleText(CHILD, directory.path)
    const attempt = async (after: number) => {
      requests = 0
      killAfter = after
      const child = spawn(process.execPath, [script, directory.path, url], { stdio: ['ignore', 'pipe', 'inherit'] })
      kill = () => child.kill('SIGKILL')
      const [output] = await Promise.all([text(child.stdout), new Promise((resolve) => child.on('exit', resolve))])
      return output.trim()
    }
    const kills = [4, 11]
    for (const after of kills) expect(await attempt(after)).toBe('')
    expect(await attempt(-1)).toBe('stopped')
    server.close()

    const after = openJournal(directory.path)
    const { state, nights } = after.getRun(1) as RunRecord
    expect([state, nights.planned, nights.acknowledged, nights.rejected + nights.unanswered, nights.left]).toEqual([
      'stopped',
      240,
      235,
      5,
      nights.unanswered,
    ])
    // What was under way at a kill may have been applied: the refusal of it, when it was sent again, does not say that it was not.
    expect(nights.unanswered).toBeGreaterThan(0)
    expect(
      [...after.batches.lineFates(1)]
        .filter(({ fate }) => fate !== 'acknowledged')
        .map(({ hotel, line, problem }) => [hotel, line, problem?.code]),
    ).toEqual(['1', '2', '4', '5', '6'].map((hotel) => [hotel, Number(hotel) * 100 + 17, 'INVALID']))
    expect(grid.nights.size).toBe(235)
    const repeated = [...answered.values()].filter((times) => times > 1).length
    expect(repeated).toBeLessThanOrEqual(kills.length * 3)
    after.close()
    directory.remove()
  }, 120_000)
})

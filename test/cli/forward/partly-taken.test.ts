import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../src/cli/forward/exchange.js'
import { PartlyTaken } from '../../../src/cli/forward/partly-taken.js'
import { ExchangeStore } from '../../../src/cli/forward/store.js'
import type { Reply } from '../../client/scripted-server.js'
import { between, MESSAGE, post, TAKEN, until } from './bench.js'

const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-partly-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const replied =
  (body: string): Reply =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'text/xml' }).end(body)
const PARTIAL = TAKEN.replace(
  '<Success/>',
  '<Success/><Warnings><Warning Type="3" Code="402" Status="NotProcessed">Second room left out</Warning></Warnings>',
)
const EXISTS = TAKEN.replace(
  '<Success/>',
  '<Errors><Error Type="3" Code="127">Reservation already exists</Error></Errors>',
)
const AGAIN = Buffer.from(String(MESSAGE).replace(' Version=', ' RetransmissionIndicator="true" Version='))

const statesOf = async (answers: string[], more: Parameters<typeof between>[1] = {}): Promise<string[]> => {
  const bench = await between((_, index) => replied(answers[index] ?? EXISTS), more)
  for (const [index] of answers.entries()) {
    await post(bench.url, index === 0 ? MESSAGE : AGAIN)
    await until(() => bench.seen.length === index + 1)
  }
  return bench.seen.map(({ state }) => state)
}

describe('a repetition of which a PMS says that it has the reservation already', () => {
  it('is delivered only where the PMS had not left a part of it undone', async () => {
    expect(String(AGAIN)).not.toBe(String(MESSAGE))
    expect(await statesOf([TAKEN, EXISTS])).toEqual(['delivered', 'delivered'])
    expect(await statesOf([PARTIAL, EXISTS, EXISTS])).toEqual(['partial', 'partial', 'partial'])
    expect(await statesOf([PARTIAL, TAKEN, EXISTS])).toEqual(['partial', 'delivered', 'delivered'])
    expect(await statesOf([TAKEN, PARTIAL, EXISTS])).toEqual(['delivered', 'partial', 'partial'])
  })

  it('is held against what an earlier listener has kept, and the newest of that', async () => {
    const kept = (resStatus: string, state: Exchange['state']): Omit<Exchange, 'id'> => ({
      time: '2027-05-01T12:00:00.000Z',
      path: '/',
      to: 'http://127.0.0.1:7080/',
      hadQuery: false,
      hotel: '1000001',
      bookingId: 'HS-20270701-1',
      resStatus,
      request: { bytes: 4, headers: {}, body: '<a/>', hidden: 0 },
      state,
      summary: '',
      findings: [],
      errors: 0,
      warnings: 0,
      ms: 3,
      isAbandoned: false,
    })
    const among = async (...records: [string, Exchange['state']][]): Promise<string[]> => {
      const folder = mkdtempSync(path.join(base, 'kept-'))
      const store = await ExchangeStore.open(folder, { keep: 100, bytesMax: 1_000_000 })
      for (const [resStatus, state] of records) await store.add(kept(resStatus, state))
      const bench = await between(() => replied(EXISTS), { partlyTaken: new PartlyTaken(folder) })
      await post(bench.url, AGAIN)
      await until(() => bench.seen.length === 1)
      return bench.seen.map(({ state }) => state)
    }
    expect(await among(['Commit', 'partial'])).toEqual(['partial'])
    expect(await among(['Commit', 'partial'], ['Commit', 'unknown'])).toEqual(['partial'])
    expect(await among(['Commit', 'partial'], ['Commit', 'delivered'])).toEqual(['delivered'])
    expect(await among(['Modify', 'partial'])).toEqual(['delivered'])
    expect(await among()).toEqual(['delivered'])
  })
})

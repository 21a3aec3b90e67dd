import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Passing, recordOf } from '../../../src/cli/forward/exchange.js'
import { lookInto, notLooked } from '../../../src/cli/forward/reading.js'
import { createKeeper } from '../../../src/cli/forward/keeper.js'
import { ExchangeStore, readExchange, readExchanges } from '../../../src/cli/forward/store.js'
import { NOT_READ_YET, underWayHere, unansweredWhy } from '../../../src/cli/forward/under-way.js'
import { ROOT } from '../../support/cli.js'

const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-under-way-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const BODY = readFileSync(path.join(ROOT, 'samples/notification.xml'))
const TAKEN = '<OTA_HotelResNotifRS><Success/></OTA_HotelResNotifRS>'
const passing = (): Passing => ({
  time: '2027-05-01T12:00:00.000Z',
  path: '/hub',
  url: new URL('http://127.0.0.1:9/pms'),
  headers: {},
  bytes: BODY.length,
  looked: lookInto(BODY, { secrets: [] }),
  secrets: [],
})
const answered = (status: number): Parameters<typeof recordOf>[0] => ({
  ...passing(),
  answer: { status, headers: [], body: Buffer.from(TAKEN), text: TAKEN },
  ms: 3,
  isAbandoned: false,
  keepsRefused: false,
})
const bench = async (name: string, keep = 100) => {
  const folder = path.join(base, name)
  const store = await ExchangeStore.open(folder, { keep, bytesMax: 10_000_000 })
  const alerts: string[] = []
  return {
    folder,
    alerts,
    keeper: createKeeper(store, { folder, timeoutMs: 60_000, alert: (line) => alerts.push(line) }),
  }
}
/** The number of a process that has ended. */
const deadPid = (): number => spawnSync('true').pid

describe('a message under way', () => {
  it('has a record before its answer, which takes its place whole', async () => {
    const { folder, keeper } = await bench('whole')
    const id = await keeper.begin(passing())
    expect(id).toBe(1)
    const begun = await readExchange(folder, 1)
    expect(begun).toMatchObject({ state: 'unknown', unanswered: 'under way', bookingId: expect.any(String) as string })
    expect(begun.request.body).toContain('OTA_HotelResNotifRQ')
    expect(begun).not.toHaveProperty('underWay')
    expect(begun).not.toHaveProperty('ms')
    expect(await keeper.complete(id, recordOf(answered(200)))).toBe(1)
    expect(readdirSync(folder)).toEqual(['000001.json'])
    const whole = await readExchange(folder, 1)
    expect(whole).toEqual({ id: 1, ...recordOf(answered(200)) })
    expect(whole).not.toHaveProperty('unanswered')
  })

  it('leaves nothing of itself where its sign-in is refused', async () => {
    const { folder, keeper } = await bench('refused')
    await keeper.complete(await keeper.begin(passing()), recordOf(answered(401)))
    expect(readFileSync(path.join(folder, '000001.json'), 'utf8')).not.toContain('OTA_HotelResNotifRQ')
  })

  it('is never let go of for younger ones, and no number is given twice', async () => {
    const { folder, keeper } = await bench('bounded', 1)
    const ids = [await keeper.begin(passing()), await keeper.begin(passing()), await keeper.begin(passing())]
    expect(ids).toEqual([1, 2, 3])
    for (const id of [2, 3]) expect(await keeper.complete(id, recordOf(answered(200)))).toBe(id)
    expect((await readExchanges(folder)).exchanges.map(({ id, state }) => [id, state])).toEqual([
      [1, 'unknown'],
      [3, 'delivered'],
    ])
    expect(await keeper.begin(passing())).toBe(4)
  })

  it('is kept with its answer where it could not be kept before, and passes all the same', async () => {
    const { folder, keeper, alerts } = await bench('gone')
    rmSync(folder, { recursive: true })
    expect([await keeper.begin(passing()), await keeper.begin(passing())]).toEqual([undefined, undefined])
    expect(alerts).toEqual([expect.stringContaining('It is passed on all the same.')])
    await ExchangeStore.open(folder, { keep: 10, bytesMax: 1_000 })
    expect(await keeper.complete(undefined, recordOf(answered(200)))).toBe(1)
  })

  it('tells a listener that waits from one that ended, and from another process with its number', () => {
    const here = underWayHere(60_000)
    const before = '2026-01-01T00:00:00.000Z'
    expect(unansweredWhy(here)).toBe('under way')
    expect(unansweredWhy({ ...here, pid: deadPid() })).toBe('listener ended')
    expect(unansweredWhy({ ...here, until: before })).toBe('not written')
  })

  it('says of a large one that all of it had come, and that its listener ended before it was read', async () => {
    const { folder, keeper } = await bench('killed')
    const looked = notLooked(NOT_READ_YET)
    const large = { ...passing(), bytes: 2_000_123, looked }
    await keeper.begin(large)
    await keeper.complete(await keeper.begin(large), recordOf({ ...answered(200), ...large }), { isOpen: true })
    const alive = (await readExchanges(folder)).exchanges
    expect(alive.map(({ request, notLinted }) => [request.notKept, notLinted])).toEqual(
      Array(2).fill(Array(2).fill('it is large, and is still being read')),
    )
    for (const name of readdirSync(folder)) {
      const file = path.join(folder, name)
      writeFileSync(file, readFileSync(file, 'utf8').replace(`"pid":${process.pid}`, `"pid":${deadPid()}`))
    }
    const why = 'all 2000123 bytes of it had come, but the listener ended before they were read and kept'
    const [begun, whole] = (await readExchanges(folder)).exchanges
    expect(begun).toMatchObject({ request: { notKept: why }, notLinted: why, unanswered: 'listener ended' })
    expect(whole).toMatchObject({ request: { notKept: why }, notLinted: why, answer: { body: TAKEN } })
    expect(whole?.summary).toContain(why)
    expect(whole).not.toHaveProperty('unanswered')
    expect(whole).not.toHaveProperty('beingRead')
  })

  it('a record that breaks off is told as that', async () => {
    const { folder, keeper } = await bench('cut')
    await keeper.begin(passing())
    const file = path.join(folder, '000001.json')
    const content = readFileSync(file, 'utf8')
    for (const length of [0, 4, 700]) {
      writeFileSync(file, content.slice(0, length))
      await expect(readExchange(folder, 1)).rejects.toThrow('The record of message 1 breaks off')
    }
    writeFileSync(file, 'something else')
    await expect(readExchange(folder, 1)).rejects.toThrow('is no record')
  })

  it('half a record that a killed listener left is removed, and one that is being written is not', async () => {
    const { folder } = await bench('parts')
    for (const name of ['000001.part', '000002.part']) writeFileSync(path.join(folder, name), 'x')
    utimesSync(path.join(folder, '000001.part'), 0, 0)
    await bench('parts')
    expect(readdirSync(folder)).toEqual(['000002.part'])
  })
})

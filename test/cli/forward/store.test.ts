import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Exchange } from '../../../src/cli/forward/exchange.js'
import { ExchangeStore, readExchange, readExchanges } from '../../../src/cli/forward/store.js'

const base = mkdtempSync(path.join(tmpdir(), 'hubswitch-exchanges-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const exchange = (bookingId: string, body = '<a/>'): Omit<Exchange, 'id'> => ({
  time: '2027-05-01T12:00:00.000Z',
  path: '/',
  to: 'http://127.0.0.1:7080/',
  hadQuery: false,
  bookingId,
  request: { bytes: body.length, headers: {}, body, hidden: 0 },
  state: 'delivered',
  summary: 'The PMS took the reservation.',
  findings: [],
  errors: 0,
  warnings: 0,
  ms: 3,
  isAbandoned: false,
})
const WIDE = { keep: 100, bytesMax: 1_000_000 }

describe('what was passed on, as it is kept', () => {
  it('for its owner alone, one file each, in the order of arrival', async () => {
    const folder = path.join(base, 'kept')
    const store = await ExchangeStore.open(folder, WIDE)
    expect([await store.add(exchange('A')), await store.add(exchange('B'))]).toEqual([1, 2])
    expect((await readExchanges(folder)).exchanges.map(({ id, bookingId }) => `${id} ${bookingId}`)).toEqual([
      '1 A',
      '2 B',
    ])
    expect(await readExchange(folder, 2)).toEqual({ id: 2, ...exchange('B') })
    expect((statSync(folder).mode & 0o777).toString(8)).toBe('700')
    for (const name of readdirSync(folder))
      expect((statSync(path.join(folder, name)).mode & 0o777).toString(8)).toBe('600')
    await expect(readExchange(folder, 3)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('the oldest go first: by number, by size, and across processes', async () => {
    const folder = path.join(base, 'bounded')
    const store = await ExchangeStore.open(folder, { keep: 3, bytesMax: 1_000_000 })
    for (const id of ['A', 'B', 'C', 'D', 'E']) await store.add(exchange(id))
    const ids = async (): Promise<string[]> =>
      (await readExchanges(folder)).exchanges.map(({ bookingId }) => bookingId ?? '')
    expect(await ids()).toEqual(['C', 'D', 'E'])
    const later = await ExchangeStore.open(folder, { keep: 100, bytesMax: 3_600 })
    expect(await later.add(exchange('F', 'x'.repeat(2_500)))).toBe(6)
    expect(await ids()).toEqual(['D', 'E', 'F'])
    expect(await later.add(exchange('G', 'x'.repeat(9_000)))).toBe(7)
    // One is always kept, however large it is.
    expect(await ids()).toEqual(['G'])
  })

  it('two that write at once never take one number', async () => {
    const folder = path.join(base, 'two')
    const [a, b] = [await ExchangeStore.open(folder, WIDE), await ExchangeStore.open(folder, WIDE)]
    const ids: number[] = []
    for (let i = 0; i < 10; i++) ids.push(...(await Promise.all([a.add(exchange('A')), b.add(exchange('B'))])))
    expect(new Set(ids).size).toBe(20)
    expect((await readExchanges(folder)).exchanges).toHaveLength(20)
  })

  it('refuses a folder that others can open, and one that is none', async () => {
    const wide = path.join(base, 'wide')
    await ExchangeStore.open(wide, WIDE)
    chmodSync(wide, 0o755)
    await expect(ExchangeStore.open(wide, WIDE)).rejects.toMatchObject({
      code: 'DATA_DIRECTORY',
      next: `Run: chmod 700 ${wide}`,
    })
    const link = path.join(base, 'link')
    symlinkSync(path.join(base, 'kept'), link)
    await expect(ExchangeStore.open(link, WIDE)).rejects.toMatchObject({ code: 'DATA_DIRECTORY' })
    const file = path.join(base, 'file')
    writeFileSync(file, '')
    await expect(ExchangeStore.open(file, WIDE)).rejects.toMatchObject({ code: 'DATA_DIRECTORY' })
  })

  it('a file that is no record, or leads elsewhere, is named and not read', async () => {
    const folder = path.join(base, 'damaged')
    const store = await ExchangeStore.open(folder, WIDE)
    await store.add(exchange('A'))
    const first = path.join(folder, '000001.json')
    writeFileSync(path.join(folder, '000002.json'), readFileSync(first, 'utf8').slice(0, 40))
    writeFileSync(path.join(folder, '000003.json'), '{"id": 3}')
    symlinkSync(first, path.join(folder, '000004.json'))
    const { exchanges, damaged } = await readExchanges(folder)
    expect(exchanges.map(({ id }) => id)).toEqual([1])
    expect(damaged.map((file) => path.basename(file))).toEqual(['000002.json', '000003.json', '000004.json'])
    await expect(readExchange(folder, 2)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await store.add(exchange('B'))).toBe(5)
  })
})

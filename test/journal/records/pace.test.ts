import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Pacer } from '../../../src/push/pace/pacer.js'
import { openPace, peekPace } from '../../../src/journal/index.js'
import { openDatabase } from '../../../src/sql/index.js'

/** Opens a pace without a change to it. */
const AS_IT_IS = ['-- as it is', '-- as it is']
const limits = { account: { start: 1000, ceiling: 1000 }, hotel: { start: 1000, ceiling: 1000 } }

/** The pace is a cache: whatever becomes of its file, requests go out. */
describe('a pace that cannot be used', () => {
  let folder: string
  let told: string[]
  const file = () => path.join(folder, 'pace.db')
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pace-'))
    told = []
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const send = async (): Promise<boolean> => {
    const store = openPace(folder, 'here', (line) => void told.push(line))
    const pacer = new Pacer({ store, limits, kind: 'rates', concurrency: 2 })
    for (const hotel of ['1', '1', '2']) {
      const turn = await pacer.turn(hotel, AbortSignal.timeout(20_000))
      if (turn === undefined) return false
      pacer.settle(turn, { kind: 'accepted' })
    }
    store.close()
    return true
  }
  const withDatabase = (...scripts: string[]): void => {
    const database = openDatabase(file(), { migrations: scripts })
    database.close()
  }

  it.each<[string, () => void, RegExp]>([
    [
      'garbled',
      () => writeFileSync(file(), 'x'.repeat(9000), { mode: 0o600 }),
      /was damaged and is now .*pace\.db\.damaged/,
    ],
    ['cut off', () => writeFileSync(file(), 'SQLite format 3\0', { mode: 0o600 }), /was damaged|^$/],
    ['without its table', () => withDatabase('CREATE TABLE other (a)', 'CREATE TABLE b (a)'), /was damaged/],
    [
      'of a newer release',
      () => withDatabase('CREATE TABLE pace (a)', 'CREATE TABLE b (a)', 'CREATE TABLE c (a)'),
      /cannot be used: .*newer release/,
    ],
    ['a directory', () => mkdirSync(file()), /cannot be used: /],
  ])('as it is %s holds nothing up, and is told once', async (_, spoil, words) => {
    spoil()
    expect(peekPace(folder, 'here').of('account')).toBeUndefined()
    expect(await send()).toBe(true)
    expect([told.length <= 1, told.join('')]).toEqual([true, expect.stringMatching(words)])
    told = []
    expect(await send()).toBe(true)
    expect(readdirSync(folder).filter((name) => name.includes('damaged')).length).toBeLessThanOrEqual(1)
  })

  it('as it is empty is filled', async () => {
    writeFileSync(file(), '', { mode: 0o600 })
    expect([await send(), told]).toEqual([true, []])
  })

  it('that is damaged while it is used is set aside', async () => {
    const store = openPace(folder, 'here', (line) => void told.push(line))
    const other = openDatabase(file(), { migrations: AS_IT_IS })
    other.exec('DROP TABLE pace')
    other.close()
    expect(store.change(['account'], () => 7)).toBe(7)
    expect(told).toEqual([expect.stringContaining('was damaged')])
    store.close()
  })

  it.each(['not JSON', '7', '{"version":1}', '{"version":1,"rate":{"rate":-1}}', '[]', 'null'])(
    'with the state %s forgets it',
    async (state) => {
      await send()
      const database = openDatabase(file(), { migrations: AS_IT_IS })
      database.run('UPDATE pace SET state = ?', state)
      database.close()
      expect([await send(), told]).toEqual([true, []])
    },
  )

  it('an error of the work itself is not taken for damage', () => {
    const store = openPace(folder, 'here', (line) => void told.push(line))
    expect(() =>
      store.change(['account'], () => {
        throw new TypeError('ours')
      }),
    ).toThrow('ours')
    expect([store.change(['account'], () => 7), told]).toEqual([7, []])
    store.close()
  })
})

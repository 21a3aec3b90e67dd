import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPace, type PaceRecords, peekPace } from '../../../src/journal/index.js'
import { steadyNow } from '../../../src/clock.js'
import type { AccountPace, HotelPace } from '../../../src/push/pace/pace.js'
import { memoryPace, Pacer, type PaceStore } from '../../../src/push/pace/pacer.js'
import { UNLIMITED } from '../../../src/push/pace/rate-state.js'
import { openDatabase } from '../../../src/sql/index.js'

const limits = { account: { start: UNLIMITED, ceiling: UNLIMITED }, hotel: { start: UNLIMITED, ceiling: UNLIMITED } }
const signal = (): AbortSignal => AbortSignal.timeout(20_000)

/** Counts what is changed at once. */
function counted(store: PaceStore): { store: PaceStore; changes: string[][] } {
  const changes: string[][] = []
  return {
    changes,
    store: {
      change: (scopes, work) => {
        changes.push([...scopes])
        return store.change(scopes, work)
      },
    },
  }
}

describe('answers and turns of one turn of the event loop', () => {
  it('change the pace at once', async () => {
    const { store, changes } = counted(memoryPace())
    const pacer = new Pacer({ store, limits, kind: 'rates', concurrency: 4 })
    const first = await Promise.all(['1', '2', '3', '4'].map((hotel) => pacer.turn(hotel, signal())))
    expect(changes).toEqual([['account', 'rates 1', 'rates 2', 'rates 3', 'rates 4']])
    const next = ['5', '6'].map((hotel) => pacer.turn(hotel, signal()))
    for (const turn of first.slice(0, 2)) if (turn !== undefined) pacer.settle(turn, { kind: 'accepted' })
    expect((await Promise.all(next)).map((turn) => turn?.hotel)).toEqual(['5', '6'])
    expect(changes.at(-1)).toEqual(['account', 'rates 1', 'rates 2', 'rates 5', 'rates 6'])
  })

  it('let no more go out at once than the run may send', async () => {
    const pacer = new Pacer({ store: memoryPace(), limits, kind: 'rates', concurrency: 3 })
    let [underWay, most] = [0, 0]
    const send = async (hotel: string): Promise<void> => {
      const turn = await pacer.turn(hotel, signal())
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setTimeout(resolve, 1))
      underWay -= 1
      if (turn !== undefined) pacer.settle(turn, { kind: 'accepted' })
    }
    await Promise.all(Array.from({ length: 40 }, (_, at) => send(`${at}`)))
    expect(most).toBe(3)
  })

  it('are on record when a run has ended, and none of it is under way', async () => {
    const { store } = counted(memoryPace())
    const pacer = new Pacer({ store, limits, kind: 'rates', concurrency: 2 })
    const turn = await pacer.turn('1', signal())
    if (turn !== undefined) pacer.settle(turn, { kind: 'accepted' })
    pacer.flush()
    const account = store.change(['account'], (states) => states.get('account') as AccountPace)
    expect([account.underWay, account.rate.count]).toEqual([{}, 1])
  })

  it('count from when they came, whatever held up the turn of the loop', async () => {
    const store = memoryPace()
    const pacer = new Pacer({ store, limits, kind: 'rates', concurrency: 2 })
    const turn = await pacer.turn('1', signal())
    if (turn === undefined) throw new TypeError('no turn')
    pacer.settle(turn, { kind: 'refused', waitMs: 5_000 })
    const asked = steadyNow() + 5_000
    for (const end = steadyNow() + 60; steadyNow() < end;);
    pacer.flush()
    const { rate } = store.change(['rates 1'], (states) => states.get('rates 1') as HotelPace)
    expect(rate.askedUntil).toBeLessThanOrEqual(asked)
  })

  it('end with what the store fails with, for those who wait and for those who come later', async () => {
    const store: PaceStore = {
      change: () => {
        throw new TypeError('ours')
      },
    }
    const pacer = new Pacer({ store, limits, kind: 'rates', concurrency: 2 })
    await expect(Promise.all([pacer.turn('1', signal()), pacer.turn('2', signal())])).rejects.toThrow('ours')
    await expect(pacer.turn('3', signal())).rejects.toThrow('ours')
  })

  it('stop waiting once the run ends', async () => {
    const held = { account: { start: 0.001, ceiling: 0.001 }, hotel: limits.hotel }
    const pacer = new Pacer({ store: memoryPace(), limits: held, kind: 'rates', concurrency: 4 })
    const halt = new AbortController()
    expect(await pacer.turn('1', halt.signal)).toBeDefined()
    const waiting = ['2', '3'].map((hotel) => pacer.turn(hotel, halt.signal))
    setTimeout(() => halt.abort(), 20)
    expect(await Promise.all(waiting)).toEqual([undefined, undefined])
  })
})

describe('a pace that several processes share', () => {
  let folder: string
  const open: PaceRecords[] = []
  const opened = (): PaceRecords => {
    const store = openPace(folder, 'here', (line) => expect(line).toBe(''))
    open.push(store)
    return store
  }
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pace-'))
  })
  afterEach(() => {
    for (const store of open.splice(0)) store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Adds to a number of each scope. */
  const add = (store: PaceRecords, scopes: readonly string[]): void =>
    store.change(scopes, (states) => {
      for (const scope of scopes)
        states.set(scope, { n: ((states.get(scope) as { n: number } | undefined)?.n ?? 0) + 1 })
    })
  const told = (scope: string): unknown => {
    const peek = peekPace(folder, 'here')
    const state = peek.of(scope)
    peek.close()
    return state
  }

  it('holds what each of them has changed, whatever the order, and forgets nothing of many scopes', () => {
    const stores = [opened(), opened(), opened()] as const
    for (let at = 0; at < 300; at += 1)
      add(stores[(at * at) % 3] as PaceRecords, ['account', `rates ${at % 7}`, `rates far ${at}`])
    expect([told('account'), told('rates 0'), told('rates far 299')]).toEqual([{ n: 300 }, { n: 43 }, { n: 1 }])
    // More than are remembered between two changes, and again.
    const many = Array.from({ length: 600 }, (_, at) => `rates m${at}`)
    add(stores[0], many)
    add(stores[0], many)
    expect([told('rates m0'), told('rates m599')]).toEqual([{ n: 2 }, { n: 2 }])
  })

  it('remembers nothing of a change that failed', () => {
    const store = opened()
    add(store, ['account'])
    expect(() =>
      store.change(['account'], (states) => {
        ;(states.get('account') as { n: number }).n = 99
        throw new TypeError('ours')
      }),
    ).toThrow('ours')
    add(store, ['account'])
    expect(told('account')).toEqual({ n: 2 })
  })

  it('is read as an older release has left it', () => {
    const database = openDatabase(path.join(folder, 'pace.db'), {
      migrations: [
        'CREATE TABLE pace (service TEXT NOT NULL, scope TEXT NOT NULL, state TEXT NOT NULL, changed_at INTEGER NOT NULL, PRIMARY KEY (service, scope)) STRICT, WITHOUT ROWID',
      ],
    })
    for (const service of ['here', 'there'])
      database.run('INSERT INTO pace VALUES (?, ?, ?, ?)', service, 'account', '{"n":6}', Date.now())
    database.close()
    add(opened(), ['account', 'rates 1'])
    expect([told('account'), told('rates 1')]).toEqual([{ n: 7 }, { n: 1 }])
    const there = peekPace(folder, 'there')
    expect(there.of('account')).toEqual({ n: 6 })
    there.close()
  })
})

import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { Fault } from '../../../src/errors.js'
import { DEMO_ACCOUNTS, openStore, startSandbox, type SeedData, type SeedProperty } from '../../../src/sandbox/index.js'
import { bundleFile } from '../../support/bundle.js'
import { startTestSandbox, temporaryDirectory, type Caller, type TestSandbox } from '../../support/sandbox.js'

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

function dataDir(): string {
  const { dir, remove } = temporaryDirectory()
  cleaning.push(remove)
  return path.join(dir, 'data')
}

async function start(dir?: string): Promise<TestSandbox> {
  const sandbox = await startTestSandbox(dir === undefined ? {} : { dataDir: dir })
  cleaning.push(() => sandbox.close())
  return sandbox
}

const SUPPLIER = DEMO_ACCOUNTS[0] as (typeof DEMO_ACCOUNTS)[number]
const property = (hubSwitchId: string) => ({ hubSwitchId, status: 'ACTIVE', code: 'C', name: hubSwitchId })
const ESTATE = {
  properties: [
    {
      hubSwitchId: 'S-1',
      code: 'S',
      name: 'Stored',
      units: [{ roomCode: '101', name: 'Room', count: 5, basePrice: 80 }],
    },
  ],
}
const push = (caller: Caller, availability: number) =>
  caller.channel('/v1/inventory', {
    hotel_code: 1_000_001,
    availabilities: [{ room_id: 101, from: '2027-01-01', to: '2027-12-31', availability }],
  })

describe('the data directory', () => {
  it('survives a restart, tokens included', async () => {
    const dir = dataDir()
    const first = await start(dir)
    first.sandbox.seed(ESTATE)
    const caller = await first.as('demo-supplier')
    await caller.post('/api/v1/properties', property('S-2'))
    await push(caller, 4)
    const before = [...first.sandbox.inventory()]
    expect(before).toHaveLength(365)
    await first.close()

    const second = await start(dir)
    const reply = await second.send('GET', '/api/v1/properties/1000002', {
      headers: { authorization: `Bearer ${caller.token}` },
    })
    expect(reply).toMatchObject({ status: 200, body: { result: { hubSwitchId: 'S-2' } } })
    expect([...second.sandbox.inventory()]).toEqual(before)
    expect(second.sandbox.counts()).toEqual({ properties: 2, units: 1, ratePlans: 0, settings: 0, inventory: 365 })
  })

  it('may be read while a sandbox serves it', async () => {
    const dir = dataDir()
    const sandbox = await start(dir)
    sandbox.sandbox.seed(ESTATE)
    await push(await sandbox.as('demo-supplier'), 2)
    const store = openStore(dir)
    expect([...store.cells.inventory()].at(-1)).toEqual({
      hotelCode: '1000001',
      roomCode: '101',
      night: Date.parse('2027-12-31') / 86_400_000,
      availability: 2,
    })
    store.close()
  })

  it('holds no secret in clear', async () => {
    const dir = dataDir()
    const sandbox = await start(dir)
    await sandbox.as('demo-supplier')
    await sandbox.close()
    const store = openStore(dir)
    const rows = JSON.stringify(store.db.all('SELECT * FROM accounts'))
    store.close()
    for (const { secret, channelCredentials } of DEMO_ACCOUNTS) {
      expect(rows).not.toContain(secret)
      expect(rows).not.toContain(channelCredentials.duty_code)
    }
  })

  it('is named where it cannot be used', async () => {
    const dir = dataDir()
    await (await start(dir)).close()
    for (const file of readdirSync(dir))
      writeFileSync(path.join(dir, file), 'no database at all, only words that go on for a while')
    const opening = startSandbox({ dataDir: dir })
    await expect(opening).rejects.toThrow(Fault)
    await expect(opening).rejects.toMatchObject({ code: 'DATA_DIRECTORY', message: expect.stringContaining(dir) })
  })

  it('is named where a file stands in its place', async () => {
    const { dir, remove } = temporaryDirectory()
    cleaning.push(remove)
    const file = path.join(dir, 'file')
    writeFileSync(file, '')
    await expect(startSandbox({ dataDir: path.join(file, 'data') })).rejects.toMatchObject({
      code: 'DATA_DIRECTORY',
      message: expect.stringContaining(file),
    })
  })

  it('stays empty where the sandbox is in memory', async () => {
    const [one, other] = [await start(), await start()]
    one.sandbox.seed(ESTATE)
    expect(other.sandbox.counts().properties).toBe(0)
  })
})

describe('starting and stopping', () => {
  it('refuses a port that is taken, and frees its own', async () => {
    const first = await start()
    await expect(startSandbox({ port: first.sandbox.port })).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining(String(first.sandbox.port)),
    })
    await first.close()
    const second = await startSandbox({ port: first.sandbox.port })
    expect(second.url).toBe(first.url)
    await Promise.all([second.close(), second.close()])
    await expect(fetch(second.url)).rejects.toThrow(TypeError)
  })

  it('stops at once though a client keeps its connection', async () => {
    const sandbox = await start()
    await sandbox.as('demo-supplier')
    const began = performance.now()
    await sandbox.close()
    expect(performance.now() - began).toBeLessThan(1500)
  })
})

describe('reset', () => {
  it('removes the data and lets whoever is signed in stay so', async () => {
    const sandbox = await start()
    sandbox.sandbox.seed()
    const caller = await sandbox.as('demo-supplier')
    sandbox.sandbox.reset()
    expect(sandbox.sandbox.counts()).toEqual({ properties: 0, units: 0, ratePlans: 0, settings: 0, inventory: 0 })
    const created = await caller.post('/api/v1/properties', property('R-1'))
    expect(created).toMatchObject({ status: 201, body: { result: { id: 1_000_001 } } })
  })
})

describe('seed', () => {
  it('brings a small estate, once', async () => {
    const sandbox = await start()
    const report = sandbox.sandbox.seed()
    expect(report.properties).toBeGreaterThanOrEqual(6)
    expect(report).toMatchObject({ skipped: 0 })
    expect(sandbox.sandbox.seed()).toEqual({
      properties: 0,
      units: 0,
      ratePlans: 0,
      nights: 0,
      skipped: report.properties,
    })
    const caller = await sandbox.as('demo-supplier')
    const found = await caller.post('/api/v1/property/search-v4', { latitude: '38.72', longitude: '-9.14', radius: 10 })
    expect(found.body['result']).toMatchObject({ totalElements: 1, content: [{ name: 'Casa do Miradouro' }] })
  })

  it('leaves alone what is there under the same hubSwitchId', async () => {
    const sandbox = await start()
    sandbox.sandbox.seed(ESTATE)
    const caller = await sandbox.as('demo-supplier')
    await caller.put('/api/v1/properties/1000001', { name: 'Renamed' })
    sandbox.sandbox.seed(ESTATE)
    expect((await caller.get('/api/v1/properties/1000001')).body['result']).toMatchObject({ name: 'Renamed' })
  })

  it('passes over ids that stand as codes already', async () => {
    const sandbox = await start()
    sandbox.sandbox.seed({
      properties: [
        {
          hubSwitchId: 'P-1',
          code: 'P',
          name: 'P',
          hotelCode: '1000002',
          units: [
            { roomCode: '102', name: 'a', count: 1, basePrice: 1 },
            { name: 'b', count: 1, basePrice: 1 },
            { name: 'c', count: 1, basePrice: 1 },
          ],
        },
        { hubSwitchId: 'P-2', code: 'P', name: 'P' },
      ],
    })
    const caller = await sandbox.as('demo-supplier')
    expect((await caller.get('/api/v1/properties/1000003')).body['result']).toMatchObject({ hubSwitchId: 'P-2' })
    const rooms = await caller.channel('/v1/rooms', { hotel_code: 1_000_002 })
    expect(rooms.body['rooms']).toMatchObject([
      { id: 102, name: 'a' },
      { id: 103, name: 'b' },
      { id: 104, name: 'c' },
    ])
  })

  it.each([
    [{ hotelCode: 'abc' }, 'hotelCode'],
    [{ hotelCode: '007' }, 'hotelCode'],
    [{ hotelCode: 2 ** 60 }, 'hotelCode'],
    [{ hotelCode: '1000001' }, 'hotelCode'],
    [{ partnerId: 'nobody' }, 'partnerId'],
    [{ name: '' }, 'name'],
    [{ stars: 3 }, 'stars'],
    [{ latitude: 91 }, 'latitude'],
    [{ currency: 'EUX' }, 'currency'],
    [{ fields: { phones: 5 } }, 'fields.phones'],
    [{ units: {} }, 'units'],
    [{ units: [{ name: 'a', count: 1, basePrice: 1, type: 'cave' }] }, 'units[0].type'],
    [
      { units: [{ name: 'a', count: 1, basePrice: 1, ratePlans: [{ planCode: 'x', name: 'p' }] }] },
      'units[0].ratePlans[0].planCode',
    ],
    [{ units: [{ name: 'a', count: 1, basePrice: 1, names: { xx: 'a' } }] }, 'units[0].names.xx'],
    [
      {
        units: [
          { roomCode: '1', name: 'a', count: 1, basePrice: 1 },
          { roomCode: 1, name: 'b', count: 1, basePrice: 1 },
        ],
      },
      'units[1].roomCode',
    ],
  ])('refuses %j by its field and keeps nothing of it', async (spoiled, field) => {
    const sandbox = await start()
    const bad = { hubSwitchId: 'BAD', code: 'B', name: 'Bad', ...spoiled } as SeedProperty
    expect(faultOf(() => sandbox.sandbox.seed({ properties: [...ESTATE.properties, bad] }))).toMatchObject({
      code: 'INVALID_INPUT',
      findings: [{ field: `properties[1].${field}` }],
    })
    expect(sandbox.sandbox.counts().properties).toBe(0)
  })

  it.each([null, [], {}, { properties: {} }, { properties: [null] }])(
    'refuses %j, which is no seed data',
    async (data) => {
      const sandbox = await start()
      expect(faultOf(() => sandbox.sandbox.seed(data as unknown as SeedData))).toMatchObject({ code: 'INVALID_INPUT' })
    },
  )
})

function faultOf(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

interface Process {
  child: ChildProcess
  post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>
}

/** A sandbox in a process of its own, signed in as the supplier. */
async function startProcess(dir: string): Promise<Process> {
  const { dir: folder, remove } = temporaryDirectory()
  cleaning.push(remove)
  const script = await bundleFile(path.resolve(import.meta.dirname, '../../support/sandbox-process.ts'), folder)
  const child = spawn(process.execPath, [script, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const query = `partnerId=${SUPPLIER.partnerId}&partnerSecret=${SUPPLIER.secret}`
  const signedIn = (await (await fetch(`${url}/api/v1/partners/get-token?${query}`, { method: 'POST' })).json()) as {
    accessToken: string
  }
  const headers = { authorization: `Bearer ${signedIn.accessToken}`, 'content-type': 'application/json' }
  return {
    child,
    post: async (target, body) => {
      const response = await fetch(url + target, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
  }
}

/** Another Node has to start, on a machine that may be busy. */
const PROCESS_MS = 120_000

describe('two processes on one data directory', { timeout: PROCESS_MS }, () => {
  it('write at once and lose nothing, not when one is killed either', async () => {
    const dir = dataDir()
    const here = await start(dir)
    const { child, post } = await startProcess(dir)
    cleaning.push(() => child.kill('SIGKILL'))
    const callers = [post, (await here.as('demo-supplier')).post]
    const statuses = await Promise.all(
      callers.flatMap((send, process) =>
        Array.from({ length: 20 }, async (_, at) => {
          const reply = await send(
            '/api/v1/properties',
            property(at % 2 === 0 ? `both-${at}` : `only-${process}-${at}`),
          )
          if (reply.status === 201)
            await send('/api/v1/sellable-unit', { propertyId: Number((reply.body['result'] as { id: unknown }).id) })
          return reply.status
        }),
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.filter((status) => status === 409)).toHaveLength(10)

    const entry = { room_id: 101, from: '2027-01-01', to: '2027-12-31', price: '70.00' }
    const store = openStore(dir)
    cleaning.push(() => store.close())
    const [room] = store.units.page(Number(store.units.byId(101)?.propertyId), 0, 1)
    const pushed = await post('/v1/room_settings', {
      credentials: SUPPLIER.channelCredentials,
      hotel_code: room?.propertyId,
      room_settings: [entry],
    })
    expect(pushed.body).toMatchObject({ success: true })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(store.counts()).toEqual({ properties: 30, units: 30, ratePlans: 0, settings: 365, inventory: 0 })
    expect(Array.from({ length: 30 }, (_, at) => store.units.rooms(1_000_001 + at).length)).toEqual(
      Array.from({ length: 30 }, () => 1),
    )
  })
})

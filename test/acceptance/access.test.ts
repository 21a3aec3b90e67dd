import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GET_TOKEN, json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine, type Ran, ROOT } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const TOKEN = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`
const READS = new Set(['/v1/rooms'])

/** Every command that changes something at the service. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'rates push': ['rates', 'push', 'rates.csv'],
  'inventory push': ['inventory', 'push', 'inventory.csv'],
  'property create': [
    'property',
    'create',
    '--hub-switch-id',
    'HS-1',
    '--status',
    'ACTIVE',
    '--code',
    'A',
    '--name',
    'House',
  ],
  'unit add': [
    'unit',
    'add',
    '1000001',
    '--field',
    'names=[{"languageId":2,"text":"Bed"}]',
    '--set',
    'sellableUnitTypeId=1',
    '--set',
    'noOfSellableUnits=3',
    '--base-price',
    '20',
  ],
  'reservation confirm': ['reservation', 'confirm', '900001'],
  'api, a path of the contract': ['api', 'PUT', '/api/v1/property/1000001', '--set', 'name=B'],
  'api, any other path': ['api', 'POST', '/api/v2/unheard-of', '--set', 'a=b'],
}

describe('the access of a profile', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  const run = (...args: string[]): Promise<Ran> =>
    runWarm(
      args.map((arg) => (/^(rates|inventory)\.csv$/.test(arg) ? path.join(machine.folder, arg) : arg)),
      env,
    )
  const written = (from: number): string[] =>
    service.requests
      .slice(from)
      .filter(
        ({ method, path: place }) =>
          method !== 'GET' && place !== GET_TOKEN && !READS.has(place) && !/search|product/.test(place),
      )
      .map(({ method, path: place }) => `${method} ${place}`)

  beforeAll(async () => {
    service = await startScripted(({ method, path: place }) => {
      if (place === GET_TOKEN)
        return json(200, {
          result: { accessToken: TOKEN, expiresIn: 3600 },
          status: 'success',
          message: null,
          executionTime: 1,
        })
      if (place === '/v1/rooms')
        return json(200, { success: true, error: null, processing_times: {}, hotel_code: 7, rooms: [{ id: 101 }] })
      if (method === 'GET')
        return json(404, { result: null, status: 'fail', message: 'no such property', executionTime: 1 })
      return json(200, { success: true, error: null, processing_times: {} })
    })
  })
  beforeEach(async () => {
    machine = await freshMachine()
    env = {
      ...machine.env,
      HUBSWITCH_RATE: '1000',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
      HUBSWITCH_DISTRIBUTOR_ID: '1',
      HUBSWITCH_DISTRIBUTOR_CODE: 'x',
      HUBSWITCH_PROFILE: 'live',
    }
    await writeFile(path.join(machine.folder, 'rates.csv'), 'hotel_code,room_id,date,price\n7,101,2027-06-01,90\n')
    await writeFile(
      path.join(machine.folder, 'inventory.csv'),
      'hotel_code,room_id,date,availability\n7,101,2027-06-01,3\n',
    )
    expect((await run('profile', 'set', 'live', '--base-url', service.url, '--partner-id', 'p')).code).toBe(0)
    return () => machine.remove()
  })
  afterAll(() => service.close())

  it.each(['rates push', 'inventory push'])(
    'read-only: %s is refused before anybody is asked for a yes',
    async (name) => {
      await run('profile', 'set', 'live', '--access', 'read-only')
      const refused = await run(...(WRITES[name] ?? []), '--json')
      expect([refused.code, refused.json()]).toMatchObject([7, { error: { code: 'GUARD_RAIL' } }])
    },
  )

  it.each(Object.keys(WRITES))('read-only: %s sends nothing that changes something, with --yes too', async (name) => {
    await run('profile', 'set', 'live', '--access', 'read-only')
    const before = service.requests.length
    const refused = await run(...(WRITES[name] ?? []), '--yes', '--json')
    expect([refused.code, refused.json()]).toMatchObject([
      7,
      {
        error: {
          message: 'Profile live is read-only: nothing may be changed at this service.',
          next: 'To allow changes: hubswitch profile set live --access full. Nothing was sent.',
        },
      },
    ])
    expect(written(before)).toEqual([])
  })

  it.each(Object.keys(WRITES))('production: %s wants --yes in a pipe', async (name) => {
    await run('profile', 'set', 'live', '--access', 'production')
    const before = service.requests.length
    const refused = await run(...(WRITES[name] ?? []), '--json')
    const next = 'Add --yes to change something at this service. Nothing was sent.'
    expect([refused.code, refused.json()]).toMatchObject([7, { error: { next } }])
    expect(written(before)).toEqual([])
    await run(...(WRITES[name] ?? []), '--yes', '--json')
    expect(new Set(written(before)).size).toBe(1)
  })

  it('production: a document wants --yes in a pipe with the same code', async () => {
    await run('profile', 'set', 'live', '--access', 'production')
    const file = path.join(machine.folder, 'house.yaml')
    await writeFile(file, 'property:\n  hubSwitchId: HS-9\n  status: ACTIVE\n  code: A\n  name: House\n')
    const before = service.requests.length
    const refused = await run('property', 'apply', file, '--json')
    expect([refused.code, refused.json()]).toMatchObject([7, { error: { code: 'GUARD_RAIL' } }])
    expect(written(before)).toEqual([])
  })

  it('lets a read-only profile read and plan', async () => {
    await run('profile', 'set', 'live', '--access', 'read-only')
    expect((await run('room', 'list', '7', '--json')).code).toBe(0)
    expect((await run('rates', 'push', 'rates.csv', '--dry-run')).code).toBe(0)
    expect((await run('auth', 'status', '--json')).json()).toMatchObject({ access: 'read-only' })
    expect((await run('run', 'list', '--json')).json()).toEqual([])
  })

  it('holds for bookings, and leaves nothing open behind', async () => {
    env = machine.env
    await run('sandbox', 'seed')
    await run('rates', 'push', path.join(ROOT, 'samples/rates.csv'), '--yes')
    env = { ...env, HUBSWITCH_ACCESS: 'read-only' }
    const refused = await run(
      'reservation',
      'create',
      '--file',
      path.join(ROOT, 'samples/reservation.yaml'),
      '--yes',
      '--json',
    )
    expect([refused.code, refused.json()]).toMatchObject([
      7,
      { error: { message: 'HUBSWITCH_ACCESS is read-only: nothing may be changed at this service.' } },
    ])
    expect((await run('reservation', 'reconcile', '--json')).json()).toEqual([])
  })

  it('holds for its address, however it is named', async () => {
    await run('profile', 'set', 'live', '--access', 'read-only')
    env = { ...env, HUBSWITCH_PROFILE: '', HUBSWITCH_BASE_URL: `${service.url}/`, HUBSWITCH_PARTNER_ID: 'p' }
    const refused = await run('rates', 'push', 'rates.csv', '--yes', '--json')
    expect([refused.code, refused.json()]).toMatchObject([
      7,
      { error: { message: 'A profile of this address is read-only: nothing may be changed at this service.' } },
    ])
  })

  it('is made stricter by the environment, and never looser', async () => {
    env = { ...env, HUBSWITCH_ACCESS: 'read-only' }
    const refused = await run('rates', 'push', 'rates.csv', '--yes', '--json')
    expect([refused.code, refused.json()]).toMatchObject([
      7,
      { error: { message: 'HUBSWITCH_ACCESS is read-only: nothing may be changed at this service.' } },
    ])
    env = { ...env, HUBSWITCH_ACCESS: 'full' }
    await run('profile', 'set', 'live', '--access', 'read-only')
    expect((await run('rates', 'push', 'rates.csv', '--yes')).code).toBe(7)
    env = { ...env, HUBSWITCH_ACCESS: 'open' }
    expect((await run('room', 'list', '7')).stderr).toContain('HUBSWITCH_ACCESS must be full, production or read-only.')
  })
})

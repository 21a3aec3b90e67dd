import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine, type Ran, ROOT } from '../support/cli.js'
import { OTHER_CREDENTIALS, type OtherService, startOtherService } from '../support/other-service.js'
import { runWarm } from '../support/warm-cli.js'

/** The sample overlay against a service that really speaks that way and takes nothing else. */
describe('samples/overlay.yaml', () => {
  let machine: Machine
  let service: OtherService
  let env: Record<string, string>

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startOtherService()
    env = {
      ...machine.env,
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_WIRE: path.join(ROOT, 'samples/overlay.yaml'),
      HUBSWITCH_PARTNER_ID: 'hotel-7',
      HUBSWITCH_PARTNER_SECRET: 'k3y-of-hotel-7',
      HUBSWITCH_CHANNEL_CREDENTIALS: OTHER_CREDENTIALS,
      HUBSWITCH_DISTRIBUTOR_ID: 'd',
      HUBSWITCH_DISTRIBUTOR_CODE: 'D',
    }
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  const run = async (...args: string[]): Promise<Ran> => {
    const ran = await runWarm([...args, '--json', '--yes'], env)
    expect(ran.stdout + ran.stderr).not.toMatch(/k3y-of-hotel-7|0042-pin|issued-to-hotel-7/)
    return ran
  }
  const sample = (name: string): string => path.join(ROOT, 'samples', name)
  const written = (name: string, text: string): string => {
    const file = path.join(machine.folder, name)
    writeFileSync(file, text)
    return file
  }

  it('a property is created, changed and read', async () => {
    const created = await run(
      'property',
      'create',
      '--hub-switch-id',
      'HS-1',
      '--status',
      'ACTIVE',
      '--code',
      'SEA',
      '--name',
      'Seaview',
    )
    expect({ code: created.code, text: created.stderr }).toMatchObject({ code: 0 })
    expect(created.json()).toMatchObject({ id: 1_000_001, hubSwitchId: 'HS-1', name: 'Seaview', status: 'ACTIVE' })
    expect(service.to('/api/v1/properties')[0]?.body).toEqual({
      externalId: 'HS-1',
      status: 1,
      code: 'SEA',
      title: 'Seaview',
    })
    expect((await run('property', 'update', '1000001', '--name', 'Seaview Grand')).code).toBe(0)
    expect(service.to('/api/v1/properties/1000001').find(({ method }) => method === 'PUT')?.body).toEqual({
      title: 'Seaview Grand',
    })
    expect((await run('property', 'get', '1000001')).json()).toMatchObject({
      id: 1_000_001,
      hubSwitchId: 'HS-1',
      name: 'Seaview Grand',
      status: 'ACTIVE',
      novel: [null],
    })
  })

  it('all pages of units are read, though they begin at 1 and one unit has no count', async () => {
    const listed = await run('unit', 'list', '1000001', '--all')
    expect({
      code: listed.code,
      rows: listed.json<{ content: { id: number }[] }>().content.map(({ id }) => id),
    }).toEqual({ code: 0, rows: Array.from({ length: 250 }, (_, at) => 101 + at) })
    expect(service.to('/api/v1/sellable-unit/paging/by-property').map(({ query }) => query['pageNo'])).toEqual([
      '1',
      '2',
      '3',
    ])
  })

  it('rooms are listed: without envelope, without names, numbers as text', async () => {
    expect((await run('room', 'list', '1000001')).json<{ rooms: unknown[] }>().rooms).toEqual([
      { id: '101', quantity: 12 },
      { id: '102', name: 'Suite' },
      { id: '103' },
    ])
  })

  it('rates are pushed, every value where the service has it', async () => {
    const file = written(
      'rates.csv',
      'hotel_code,room_id,date,price,currency,min_stay,closed,closed_to_arrival\n1000001,101,2027-07-01,120.00,EUR,2,,true\n1000001,101,2027-07-02,120.00,EUR,2,,true\n1000001,102,2027-07-01,,,,false,\n',
    )
    const pushed = await run('rates', 'push', file)
    expect({ code: pushed.code, text: pushed.stdout }).toMatchObject({ code: 0 })
    expect(service.to('/v1/room_settings').map(({ body }) => (body as { hotel: unknown }).hotel)).toEqual([
      {
        id: 1_000_001,
        changes: [
          {
            roomId: 101,
            period: { from: '2027-07-01', until: '2027-07-03' },
            amount: { value: '120.00', currency: 'EUR' },
            rules: { minNights: 2, noArrival: 'Y' },
          },
          { roomId: 102, period: { from: '2027-07-01', until: '2027-07-02' }, rules: { stop: 'N' } },
        ],
      },
    ])
    expect(service.to('/v1/room_settings')[0]?.text.startsWith(`{"credentials":${OTHER_CREDENTIALS},`)).toBe(true)
  })

  it('the sample of rates is taken whole, in requests no larger than they may be', async () => {
    const before = service.to('/v1/room_settings').length
    const pushed = await runWarm(['rates', 'push', sample('rates.csv'), '--json', '--yes'], {
      ...env,
      HUBSWITCH_BODY_BYTES: '4000',
      HUBSWITCH_DATA_DIR: path.join(machine.folder, 'fresh'),
    })
    expect({ code: pushed.code, text: pushed.stderr }).toMatchObject({ code: 0 })
    const requests = service.to('/v1/room_settings').slice(before)
    expect(requests.length).toBeGreaterThan(2)
    for (const { text } of requests)
      expect(Buffer.byteLength(text) - OTHER_CREDENTIALS.length).toBeLessThanOrEqual(4000)
  })

  it('inventory is pushed', async () => {
    expect((await run('inventory', 'push', sample('inventory.yaml'))).code).toBe(0)
    const body = service.to('/v1/inventory')[0]?.body as { hotel: { changes: unknown[] } } | undefined
    expect(body?.hotel.changes[0]).toEqual({
      roomId: 101,
      period: { from: '2027-01-01', until: '2027-04-01' },
      free: 10,
    })
  })

  it('a reservation is held, confirmed and looked up, its states in our words', async () => {
    const file = written(
      'reservation.yaml',
      'propertyId: 1000001\ncheckInDate: 2027-07-01\ncheckOutDate: 2027-07-03\ntotalGuestCounts: { adults: 2 }\nbooker: { firstName: Ada, lastName: Lovelace }\nrooms: [{ roomId: 101, ratePlanId: 501, guests: [{ firstName: Ada, lastName: Lovelace }] }]\n',
    )
    const held = await run('reservation', 'create', '--file', file, '--channel-booking-id', 'C-1')
    expect({ code: held.code, text: held.stdout + held.stderr }).toMatchObject({ code: 0 })
    expect(held.stdout).toContain('"pending"')
    expect(service.to('/api/v1/hubswitch/reservations/create')[0]?.body).toMatchObject({
      ref: 'C-1',
      adults: 2,
      guest: { name: { given: 'Ada', family: 'Lovelace' } },
      lines: [{ roomId: 101, ratePlanId: 501 }],
    })
    const confirmed = await run('reservation', 'confirm', 'R-1')
    expect({ code: confirmed.code, text: confirmed.stdout + confirmed.stderr }).toMatchObject({ code: 0 })
    expect(confirmed.stdout).toContain('"confirmed"')
    const found = await run('reservation', 'lookup', '--booking-id', 'R-1')
    expect({ code: found.code, text: found.stdout }).toMatchObject({
      code: 0,
      text: expect.stringContaining('"not_sent"'),
    })
    expect(found.json()).toMatchObject(
      Array.isArray(found.json())
        ? [{ status: 'confirmed', totalGuestCounts: { adults: 2 } }]
        : { status: 'confirmed', totalGuestCounts: { adults: 2 } },
    )
  })

  it('a failure in the words of the service is a failure', async () => {
    const refused = await run(
      'property',
      'create',
      '--hub-switch-id',
      'HS-2',
      '--status',
      'INACTIVE',
      '--code',
      'X',
      '--name',
      'Y',
    )
    expect({ code: refused.code, text: refused.stdout }).toMatchObject({
      code: 5,
      text: expect.stringContaining('property {'),
    })
  })
})

describe('an overlay file that is wrong', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await freshMachine()
  })
  afterAll(() => machine.remove())

  const set = (wire: string): Promise<Ran> =>
    runWarm(['profile', 'set', 'main', '--base-url', 'http://127.0.0.1:9', '--wire', wire, '--json'], machine.env)

  it.each([
    ['missing', undefined, /does not exist/, undefined],
    ['not YAML', 'rename: [\n', /line|YAML/, 2],
    [
      'with a misspelt endpoint',
      'end: inclusive\nrename:\n  rates.psuh: { room_settings: x }\n',
      /rates\.psuh is no endpoint/,
      3,
    ],
    ['with a misspelt field', 'rename:\n  rates.push:\n    room_settings.pricee: amount\n', /pricee/, 3],
    ['with names that collide', 'rename:\n  rates.push:\n    room_settings.price: currency\n', /currency/, 3],
    ['of another kind', 'hotel_code: 1000001\nrooms: []\n', /hotel_code is not a known field/, 1],
  ])('%s is refused by "profile set", with its line', async (_what, text, words, line) => {
    const file = path.join(machine.folder, 'wire.yaml')
    if (text === undefined) mkdirSync(machine.folder, { recursive: true })
    else writeFileSync(file, text)
    const ran = await set(text === undefined ? path.join(machine.folder, 'nowhere.yaml') : file)
    const { error } = ran.json<{ error: { message: string; findings?: { file?: string; line?: number }[] } }>()
    expect({ code: ran.code, message: error.message }).toEqual({ code: 2, message: expect.stringMatching(words) })
    if (line !== undefined) expect(error.findings?.[0]).toMatchObject({ file, line })
    expect((await runWarm(['profile', 'list', '--json'], machine.env)).stdout).not.toContain('nowhere.yaml')
  })

  it('is refused whenever it is used, before anything is sent', async () => {
    const file = path.join(machine.folder, 'late.yaml')
    writeFileSync(file, 'firstPage: 1\n')
    expect((await set(file)).code).toBe(0)
    writeFileSync(file, 'firstpage: 1\n')
    const used = await runWarm(['room', 'list', '1', '--profile', 'main', '--json'], {
      ...machine.env,
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 'some-secret',
    })
    expect({ code: used.code, text: used.stdout }).toEqual({
      code: 2,
      text: expect.stringContaining('Did you mean \\"firstPage\\"?'),
    })
    const pushed = await runWarm(
      ['rates', 'push', 'samples/rates.csv', '--dry-run', '--profile', 'main', '--json'],
      machine.env,
    )
    expect({ code: pushed.code, text: pushed.stdout }).toEqual({ code: 2, text: expect.stringContaining('firstPage') })
  })
})

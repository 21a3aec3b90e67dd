import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Machine, type Ran, freshMachine } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'
import { type Caller, type Reply, startTestSandbox, type TestSandbox } from '../support/sandbox.js'

/** Every rule of the interface's tables "Limits" and "Errors": what a command says, and what the service answers to the bare request. */

interface Failed {
  error: {
    code: string
    message: string
    next: string
    exitCode: number
    findings?: { field?: string; value?: string; reason: string }[]
  }
}

const LONG = 'x'.repeat(256)
const AROUND = ['--latitude', '48.2', '--longitude', '16.3']
/** A day that is always ahead. */
const AHEAD = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10)
const POINT = { latitude: '48.2', longitude: '16.3' }

type Request = [method: string, path: string, body?: object]

/** Refused on this machine: the field, the value, the rule; and by the service with 400 for the same field. */
const LIMITS: [
  rule: string,
  args: string[],
  field: string,
  value: string | undefined,
  says: RegExp,
  request: Request,
][] = [
  [
    'property id in a path >= 1000000',
    ['property', 'get', '999999'],
    'id',
    '999999',
    /at least 1000000/,
    ['GET', '/api/v1/properties/999999'],
  ],
  [
    'property id in a query >= 1000000',
    ['unit', 'list', '12'],
    'propertyId',
    '12',
    /at least 1000000/,
    ['GET', '/api/v1/sellable-unit/paging/by-property?propertyId=12'],
  ],
  [
    'property id of the information >= 1000000',
    ['property', 'info', 'set', '7', '--website', 'w'],
    'propertyId',
    '7',
    /at least 1000000/,
    ['POST', '/api/v1/properties/info', { propertyId: 7 }],
  ],
  [
    'property id is an integer',
    ['property', 'get', '1000001.5'],
    'id',
    '1000001.5',
    /integer/,
    ['GET', '/api/v1/properties/1000001.5'],
  ],
  [
    'property id fits 32 bits',
    ['property', 'get', '2147483648'],
    'id',
    '2147483648',
    /at most 2147483647/,
    ['GET', '/api/v1/properties/2147483648'],
  ],
  ['sellable unit id >= 1', ['unit', 'get', '0'], 'id', '0', /at least 1/, ['GET', '/api/v1/sellable-unit/0']],
  [
    'unit id of identifiers >= 1',
    ['unit', 'identifiers', '0'],
    'sellableUnitId',
    '0',
    /at least 1/,
    ['GET', '/api/v1/sellable-unit/identifier/0'],
  ],
  [
    'facility filter id >= 1',
    ['facility', 'get', '0'],
    'id',
    '0',
    /at least 1/,
    ['GET', '/api/v1/property-facility/filter/0'],
  ],
  [
    'identifier source id >= 1',
    ['property', 'facilities', '1000001', '--identifier-source', '0'],
    'identifierSourceId',
    '0',
    /at least 1/,
    ['GET', '/api/v1/properties/facility-data-by-id-and-identifier-source-id/1000001/0'],
  ],
  [
    'page >= 0',
    ['unit', 'list', '1000001', '--page=-1'],
    'page',
    '-1',
    /at least 0/,
    ['GET', '/api/v1/sellable-unit/paging/by-property?propertyId=1000001&page=-1'],
  ],
  [
    'size >= 1',
    ['unit', 'list', '1000001', '--size', '0'],
    'size',
    '0',
    /at least 1/,
    ['GET', '/api/v1/sellable-unit/paging/by-property?propertyId=1000001&size=0'],
  ],
  [
    'radius >= 0',
    ['property', 'search', ...AROUND, '--radius=-1'],
    'radius',
    '-1',
    /at least 0/,
    ['POST', '/api/v1/property/search-v4', { ...POINT, radius: -1 }],
  ],
  [
    'radius is an integer',
    ['property', 'facets', ...AROUND, '--radius', '1.5'],
    'radius',
    '1.5',
    /integer/,
    ['POST', '/api/v1/property/filters-count-by-geocode/v2', { ...POINT, radius: 1.5 }],
  ],
  [
    'listId >= 0',
    ['property', 'search', '--list-id=-1'],
    'listId',
    '-1',
    /at least 0/,
    ['POST', '/api/v1/property/search-list-id-v4', { listId: -1 }],
  ],
  [
    'external property id has 1 character',
    ['property', 'get', '--hub-id', ''],
    'id',
    '',
    /not be empty|is required/,
    ['POST', '/api/v1/properties', { hubSwitchId: '', status: 'A', code: 'C', name: 'N' }],
  ],
  [
    'external property id has at most 255',
    ['property', 'get', '--hub-id', LONG],
    'id',
    undefined,
    /at most 255/,
    ['GET', `/api/v1/properties/hubswitch-property-id/${LONG}`],
  ],
  [
    'source has at most 255',
    ['unit', 'find', LONG, '1'],
    'source',
    undefined,
    /at most 255/,
    ['GET', `/api/v1/sellable-unit/by-external-id/${LONG}/1`],
  ],
  [
    'external unit id has at most 255',
    ['unit', 'find', 'SUP', LONG],
    'id',
    undefined,
    /at most 255/,
    ['GET', `/api/v1/sellable-unit/by-external-id/SUP/${LONG}`],
  ],
  [
    'type has at most 255',
    ['unit', 'list', '1000001', '--type', LONG],
    'type',
    undefined,
    /at most 255/,
    ['GET', `/api/v1/sellable-unit/page/by-property-and-type?propertyId=1000001&type=${LONG}`],
  ],
  [
    'type is not empty',
    ['unit', 'list', '1000001', '--type='],
    'type',
    '',
    /not be empty/,
    ['GET', '/api/v1/sellable-unit/page/by-property-and-type?propertyId=1000001&type='],
  ],
  [
    'propertyIds are unique',
    ['property', 'ids', '1000001', '1000001'],
    'propertyIds',
    '[1000001,1000001]',
    /not repeat/,
    ['POST', '/api/v1/property/ids', { propertyIds: [1000001, 1000001] }],
  ],
  [
    'propertyTypeIds are unique',
    ['property', 'search', ...AROUND, '--property-types', '1,1'],
    'propertyTypeIds',
    '[1,1]',
    /not repeat/,
    ['POST', '/api/v1/property/search-v4', { ...POINT, propertyTypeIds: [1, 1] }],
  ],
  [
    'hotelFacilitiesFiltered are unique',
    ['property', 'facets', '--list-id', '1', '--facilities', '2,2'],
    'hotelFacilitiesFiltered',
    '[2,2]',
    /not repeat/,
    ['POST', '/api/v1/property/filter-count-by-listId/v2', { listId: 1, hotelFacilitiesFiltered: [2, 2] }],
  ],
  [
    'a domain is fully qualified',
    ['property', 'list-id', 'not a domain'],
    'domainName',
    'not a domain',
    /fully qualified/,
    ['GET', '/api/v1/property/list-id-by-domain-name/not%20a%20domain'],
  ],
]

describe('limits and errors of the interface', () => {
  let machine: Machine
  let sandbox: TestSandbox
  let supplier: Caller
  let env: Record<string, string>
  let clock = Date.now()

  beforeAll(async () => {
    machine = await freshMachine()
    sandbox = await startTestSandbox({ now: () => clock })
    sandbox.sandbox.seed({
      properties: [
        {
          name: 'One',
          code: 'ONE',
          hubSwitchId: 'ONE',
          distributorType: 'A',
          units: [{ name: 'Double', names: { de: 'Doppelzimmer' }, count: 4, basePrice: 90, ratePlans: ['Flexible'] }],
        },
        { name: 'Two', code: 'TWO', hubSwitchId: 'TWO' },
        { name: 'Other', code: 'OTHER', hubSwitchId: 'OTHER', partnerId: 'demo-operator' },
      ],
    })
    supplier = await sandbox.as('demo-supplier')
    env = {
      HUBSWITCH_BASE_URL: sandbox.url,
      HUBSWITCH_PARTNER_ID: 'demo-supplier',
      HUBSWITCH_PARTNER_SECRET: 'sandbox-supplier',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":15786,"duty_code":"sandbox-duty","user":"demo"}',
      HUBSWITCH_DISTRIBUTOR_ID: 'demo-distributor',
      HUBSWITCH_DISTRIBUTOR_CODE: 'DEMO',
    }
  })
  afterAll(async () => {
    await sandbox.close()
    await machine.remove()
  })

  const run = (args: string[], service = env): Promise<Ran> =>
    runWarm([...args, '--json'], { ...machine.env, ...service })
  const ask = ([method, target, body]: Request): Promise<Reply> =>
    supplier.send(method, target, body === undefined ? {} : { body: JSON.stringify(body) })

  it.each(LIMITS)('%s: refused here, and by the service', async (_, args, field, value, says, request) => {
    const before = sandbox.log.length
    const ran = await run(args)
    const { error } = ran.json<Failed>()
    expect({ code: ran.code, error: error.code, sent: sandbox.log.length - before }).toEqual({
      code: 6,
      error: 'INVALID_INPUT',
      sent: 0,
    })
    expect(error.findings).toHaveLength(1)
    expect(error.findings?.[0]).toMatchObject({
      field,
      ...(value === undefined ? {} : { value }),
      reason: expect.stringMatching(says) as string,
    })
    const reply = await ask(request)
    expect({ status: reply.status, label: reply.body['status'] }).toEqual({ status: 400, label: 'fail' })
    expect(reply.text).toMatch(says)
  })

  it.each(['hubSwitchId', 'status', 'code', 'name'])(
    'a property needs %s: refused here, and by the service',
    async (missing) => {
      const body = Object.fromEntries(
        Object.entries({ hubSwitchId: 'H', status: 'ACTIVE', code: 'C', name: 'N' }).filter(
          ([name]) => name !== missing,
        ),
      )
      const flag = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      const before = sandbox.log.length
      const ran = await run([
        'property',
        'create',
        ...Object.entries(body).map(([name, value]) => `${flag(name)}=${value}`),
      ])
      const { error } = ran.json<Failed & { error: { facts: object } }>()
      expect({ code: ran.code, error: error.code, sent: sandbox.log.length - before }).toEqual({
        code: 2,
        error: 'USAGE',
        sent: 0,
      })
      expect(error.facts).toMatchObject({ missing: [flag(missing)] })
      const reply = await ask(['POST', '/api/v1/properties', body])
      expect({ status: reply.status, label: reply.body['status'] }).toEqual({ status: 400, label: 'fail' })
      expect(reply.text).toMatch(/is required/)
    },
  )

  it('defaults: page 0, size 10, language en, allPropertiesCount false, a token of 3600', async () => {
    expect((await run(['unit', 'list', '1000001'])).json()).toMatchObject({
      pageNumber: 0,
      pageSize: 10,
      totalElements: 1,
    })
    expect((await run(['product', 'search', '1000001', '--check-in', AHEAD, '--nights', '1'])).json()).toMatchObject({
      roomTypes: [{ name: 'Double' }],
    })
    expect(
      (await run(['product', 'search', '1000001', '--check-in', AHEAD, '--nights', '1', '--language', 'de'])).json(),
    ).toMatchObject({ roomTypes: [{ name: 'Doppelzimmer' }] })
    expect((await run(['property', 'count'])).json()).toEqual({ count: 1 })
    expect((await run(['property', 'count', '--all'])).json()).toEqual({ count: 2 })
    expect(
      (await sandbox.send('POST', '/api/v1/partners/get-token?partnerId=demo-supplier&partnerSecret=sandbox-supplier'))
        .body,
    ).toMatchObject({ tokenType: 'Bearer', expiresIn: 3600 })
  })

  it.each([
    ['a property that does not exist', ['property', 'get', '1999999'], 'NOT_FOUND', /1999999/, 404],
    ['a unit that does not exist', ['unit', 'get', '999999'], 'NOT_FOUND', /999999/, 404],
    ['a list that does not exist', ['property', 'count', '--list-id', '77'], 'NOT_FOUND', /77/, 404],
    ["another supplier's property", ['property', 'get', '1000003'], 'FORBIDDEN', /another supplier/, 403],
    [
      "the identifiers of another supplier's property",
      ['property', 'identifiers', '1000003'],
      'FORBIDDEN',
      /another supplier/,
      403,
    ],
  ])('%s is refused by the service', async (_, args, code, says, status) => {
    const ran = await run(args)
    const { error } = ran.json<Failed & { error: { facts?: { status?: number } } }>()
    expect({ exit: ran.code, code: error.code }).toEqual({ exit: 5, code })
    expect(error.message).toMatch(says)
    expect(sandbox.log.at(-1)?.status).toBe(status)
  })

  it('a /v1 refusal is success: false, with the reason', async () => {
    const ran = await run(['room', 'list', '4711'])
    expect(ran.code).toBe(5)
    expect(ran.json<Failed>().error.message).toMatch(/no hotel 4711/)
    const reply = await supplier.channel('/v1/rooms', { hotel_code: 4711 })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      success: false,
      error: { code: 'INVALID_HOTEL' },
      processing_times: { total: expect.any(Number) as number },
    })
  })

  it('a missing or invalid token is not authorised', async () => {
    const { HUBSWITCH_PARTNER_ID: _id, HUBSWITCH_PARTNER_SECRET: _secret, ...without } = env
    const ran = await run(['property', 'count'], { ...without, HUBSWITCH_ACCESS_TOKEN: 'not.a.token' })
    expect(ran.code).toBe(4)
    expect(ran.json<Failed>().error.code).toBe('SIGN_IN_REFUSED')
    expect((await sandbox.send('GET', '/api/v1/property/count')).status).toBe(401)
  })

  it('an expired token cannot be refreshed', async () => {
    const { token } = await sandbox.as('demo-supplier')
    clock += 3601_000
    const { HUBSWITCH_PARTNER_ID: _id, HUBSWITCH_PARTNER_SECRET: _secret, ...without } = env
    const ran = await run(['auth', 'refresh'], { ...without, HUBSWITCH_ACCESS_TOKEN: token })
    expect(ran.code).toBe(4)
    expect(
      (await sandbox.send('GET', '/api/v1/partners/refresh-token', { headers: { authorization: `Bearer ${token}` } }))
        .status,
    ).toBe(401)
  })
})

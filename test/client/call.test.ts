import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parseCredentials } from '../../src/contract/schema/channel-credentials.js'
import { parseOverlay } from '../../src/contract/overlay/overlay.js'
import { connect, DUTY_CODE, expectFault, PARTNER_ID, PARTNER_SECRET, recordTrace, serve } from './fixtures.js'
import { GET_INFO, GET_TOKEN, json, PARTNER, problem, success, text, withTokens } from './scripted-server.js'
import { CLOSED_PORT } from '../support/closed-port.js'

const CREATE = { body: { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' } }

describe('call', () => {
  it('signs in with the query, then sends the token, a request id and the user agent', async () => {
    const server = await serve(withTokens(() => success(PARTNER)))
    const client = connect(server.url)
    expect(await client.call('auth.whoami', {})).toEqual(PARTNER)
    const [signIn, info] = server.requests
    expect([
      signIn?.method,
      signIn?.path,
      signIn?.query.get('partnerId'),
      signIn?.query.get('partnerSecret'),
      signIn?.body,
    ]).toEqual(['POST', GET_TOKEN, PARTNER_ID, PARTNER_SECRET, ''])
    expect(info?.headers).toMatchObject({
      authorization: 'Bearer opaque-token-1',
      'user-agent': 'hubswitch/test',
      accept: 'application/json',
    })
    expect(info?.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(info?.headers['x-request-id']).not.toBe(signIn?.headers['x-request-id'])
    expect(client.stats()).toMatchObject({ requests: 2, retries: 0, bytesSent: 0 })
  })

  it('tells that a request leaves once it is signed in and connected, and writes nothing where that is not to be', async () => {
    const server = await serve(withTokens(() => success(PARTNER)))
    const client = connect(server.url)
    const seen: number[] = []
    await client.call('auth.whoami', {}, { onLeave: () => seen.push(server.requests.length) })
    expect(seen).toEqual([1])
    const refusal = new RangeError('the disk is full')
    const stopped = client.call(
      'auth.whoami',
      {},
      {
        onLeave: () => {
          throw refusal
        },
      },
    )
    await expect(stopped).rejects.toBe(refusal)
    expect(await client.call('auth.whoami', {})).toEqual(PARTNER)
    expect(server.to(GET_INFO)).toHaveLength(2)
    const unheard = connect(`http://127.0.0.1:${CLOSED_PORT}`, { maxAttempts: 1 })
    await unheard.call('auth.whoami', {}, { onLeave: () => seen.push(-1) }).catch(() => undefined)
    expect(seen).toEqual([1])
  })

  it('keeps the path of the base address and fills in path and query', async () => {
    const server = await serve(withTokens(() => success({ content: [], pageNumber: 0, totalElements: 0 })))
    await connect(`${server.url}/partner/`, {})
      .call('unit.list', { query: { propertyId: 1_000_001, page: 2 } })
      .catch(() => undefined)
    expect(server.requests[0]?.path).toBe(`/partner${GET_TOKEN}`)
    const client = connect(server.url)
    await client.call('unit.list', { query: { propertyId: '1000001', size: 50 } })
    expect(Object.fromEntries(server.requests.at(-1)?.query ?? [])).toEqual({
      propertyId: '1000001',
      page: '0',
      size: '50',
    })
    await client.call('property.get', { params: { id: 1_000_001 } }).catch(() => undefined)
    expect(server.requests.at(-1)?.path).toBe('/api/v1/properties/1000001')
  })

  it('puts the channel credentials into the body and writes wide ids with all digits', async () => {
    const server = await serve(
      withTokens(() =>
        json(200, {
          success: true,
          error: null,
          hotel_code: '1190000000000000123',
          rooms: [{ id: 7, extra: { kept: true } }],
          processing_times: { total: 1 },
        }),
      ),
    )
    const result = await connect(server.url).call('room.list', { body: { hotel_code: '1190000000000000123' } })
    expect(server.requests[1]?.body).toBe(
      `{"credentials":{"id":15786,"duty_code":${JSON.stringify(DUTY_CODE)},"user":"demo"},"hotel_code":1190000000000000123}`,
    )
    expect(result.rooms).toEqual([{ id: 7, extra: { kept: true } }])
  })

  it('sends bulk text as it is, credentials first', async () => {
    const server = await serve(withTokens(() => json(200, { success: true })))
    const client = connect(server.url)
    const body = ' {"hotel_code":1190000000000000123,"availabilities":[]}'
    expect(await client.callText('inventory.push', body)).toBeUndefined()
    await client.callText('rates.push', '{ }')
    const credentials = `{"credentials":{"id":15786,"duty_code":${JSON.stringify(DUTY_CODE)},"user":"demo"}`
    expect(server.requests.slice(1).map(({ body: sent }) => sent)).toEqual([
      `${credentials},"hotel_code":1190000000000000123,"availabilities":[]}`,
      `${credentials} }`,
    ])
    expect(client.stats().bytesSent).toBe(
      server.requests.reduce((sum, { body: sent }) => sum + Buffer.byteLength(sent), 0),
    )
    await expectFault(client.callText('rates.push', '[1]'), 'INVALID_INPUT')
  })

  it('sends bulk text in gzip where it is told to, and nothing else; a trace shows the text without its secrets', async () => {
    const server = await serve(withTokens(() => json(200, { success: true, rooms: [{ id: 1 }] })))
    const { lines, trace } = recordTrace()
    const client = connect(server.url, { trace })
    const body = `{"hotel_code":1190000000000000123,"availabilities":[${Array.from({ length: 500 }, (_, i) => `{"room_id":${i}}`).join(',')}]}`
    await client.callText('inventory.push', body)
    await client.callText('inventory.push', body, { isGzip: true })
    await client.call('room.list', { body: { hotel_code: '1' } })
    const [login, plain, zipped, rooms] = server.requests
    expect(server.requests.map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      undefined,
      'gzip',
      undefined,
    ])
    expect(gunzipSync(zipped?.bytes ?? '').toString()).toBe(plain?.body)
    expect([zipped?.headers['content-type'], Number(zipped?.headers['content-length'])]).toEqual([
      'application/json',
      zipped?.bytes.length,
    ])
    expect(zipped?.bytes.length ?? Infinity).toBeLessThan((plain?.bytes.length ?? 0) / 4)
    expect(client.stats().bytesSent).toBe(
      [login, plain, zipped, rooms].reduce((sum, request) => sum + (request?.bytes.length ?? 0), 0),
    )
    const [, first, second] = lines.filter(({ direction }) => direction === 'request')
    expect(second?.body).toBe(first?.body)
    expect(second?.body).toContain('"hotel_code":1190000000000000123')
    expect(second?.headers?.['content-encoding']).toBe('gzip')
    expect(JSON.stringify(lines)).not.toContain(DUTY_CODE)
  })

  it('a repeat after a new token is the same gzip', async () => {
    const server = await serve(
      withTokens((_request, index) => (index === 0 ? problem(401, 'expired') : json(200, { success: true }))),
    )
    await connect(server.url).callText('rates.push', '{"hotel_code":1}', { isGzip: true })
    const pushes = server.requests.filter(({ path }) => path.startsWith('/v1/'))
    expect(pushes.map(({ bytes }) => gunzipSync(bytes).toString().endsWith(',"hotel_code":1}'))).toEqual([true, true])
  })

  it('applies the overlay on the way out and in', async () => {
    const overlay = parseOverlay({
      failureLabels: ['denied'],
      rename: {
        'auth.login': { partnerSecret: 'password', accessToken: 'jwt' },
        'rates.push': { credentials: 'auth', 'credentials.duty_code': 'key' },
        'property.search': { latitude: 'lat', 'content.name': 'title' },
      },
    })
    const server = await serve((request) => {
      if (request.path === GET_TOKEN) return json(200, { jwt: 'renamed-token' })
      if (request.path === GET_INFO) return json(200, { status: 'Denied', message: 'not today' })
      if (request.path.startsWith('/v1')) return json(200, { success: true })
      return success({ content: [{ id: 1_000_001, title: 'Seaview' }], pageNumber: 0, totalElements: 1 })
    })
    const client = connect(server.url, { overlay })
    const page = await client.call('property.search', { body: { latitude: '1', longitude: '2' } })
    expect(page.content[0]?.name).toBe('Seaview')
    expect(server.requests[0]?.query.get('password')).toBe(PARTNER_SECRET)
    expect(JSON.parse(server.requests[1]?.body ?? '')).toEqual({ lat: '1', longitude: '2' })
    await client.callText('rates.push', '{"x":1}')
    expect(JSON.parse(server.requests[2]?.body ?? '')).toEqual({
      auth: { id: 15786, key: DUTY_CODE, user: 'demo' },
      x: 1,
    })
    await expectFault(client.call('auth.whoami', {}), 'REFUSED', /not today/)
  })

  it('refuses wrong input before anything is sent', async () => {
    const server = await serve(withTokens(() => success(PARTNER)))
    const client = connect(server.url)
    const fault = await expectFault(
      client.call('property.create', { body: { code: 'x', nmae: 'y' } as never }),
      'INVALID_INPUT',
      /property\.create/,
    )
    expect(fault.findings.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
      'hubSwitchId is required',
      'status is required',
      'name is required',
      'nmae is not a known field',
    ])
    expect(fault.findings.at(-1)?.remedy).toBe('Did you mean "name"?')
    await expectFault(
      client.call('property.get', { params: { id: 5 } }),
      'INVALID_INPUT',
      /id must be at least 1000000/,
    )
    expect(server.requests).toEqual([])
  })

  it('takes numbers and texts for one another and keeps unknown fields', async () => {
    const server = await serve(
      withTokens(() =>
        json(200, {
          result: { id: '12', partnerId: 99, name: 'x', roles: [], novel: { a: 1 } },
          status: 'OK',
          executionTime: '3',
        }),
      ),
    )
    expect(await connect(server.url).call('auth.whoami', {})).toEqual({
      id: 12,
      partnerId: '99',
      name: 'x',
      roles: [],
      novel: { a: 1 },
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ])('decodes %s', async (encoding, compress) => {
    const server = await serve(
      withTokens(() =>
        text(200, compress(Buffer.from(JSON.stringify({ result: PARTNER }))), { 'content-encoding': encoding }),
      ),
    )
    expect(await connect(server.url).call('auth.whoami', {})).toEqual(PARTNER)
  })

  it.each([
    [401, 'SIGN_IN_REFUSED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [409, 'REFUSED'],
    [422, 'REFUSED'],
  ] as const)('HTTP %i is %s with what the service said', async (status, code) => {
    const server = await serve(
      withTokens(() => problem(status, 'No such luck.', { errors: [{ field: 'name', message: 'is taken' }] })),
    )
    const fault = await expectFault(
      connect(server.url).call('property.create', CREATE),
      code,
      status === 401
        ? /: No such luck\. The service answered HTTP 401 at first; this was sent again after a new sign-in\.$/
        : /: No such luck\.$/,
    )
    expect(fault.findings).toEqual([{ field: 'name', reason: 'is taken' }])
    expect(fault.facts).toMatchObject({ endpoint: 'property.create', status })
    expect(fault.facts['requestId']).toBe(server.requests.at(-1)?.headers['x-request-id'])
  })

  it('reads other spellings of refusal', async () => {
    const bodies: [number, unknown][] = [
      [400, { timestamp: 1, status: 400, error: 'Bad Request', message: 'code is blank', path: '/x' }],
      [200, { status: 'FAIL', message: 'code is blank' }],
    ]
    for (const [status, body] of bodies) {
      const server = await serve(withTokens(() => json(status, body)))
      await expectFault(connect(server.url).call('property.create', CREATE), 'REFUSED', /code is blank/)
    }
    const server = await serve(
      withTokens(() =>
        json(200, {
          success: false,
          error: {
            code: 'INVALID_ROOM',
            message: 'unknown room',
            details: [{ field: 'availabilities[3].room_id', message: 'unknown' }],
          },
        }),
      ),
    )
    const fault = await expectFault(connect(server.url).callText('inventory.push', '{}'), 'REFUSED', /unknown room/)
    expect(fault.facts).toMatchObject({ code: 'INVALID_ROOM', status: 200 })
    expect(fault.findings).toEqual([{ field: 'availabilities[3].room_id', reason: 'unknown' }])
  })

  it('summarises a web page instead of showing it', async () => {
    const server = await serve(
      withTokens(() => text(404, `<html><head><title>Not here</title></head><body>${'x'.repeat(5_000)}</body></html>`)),
    )
    const fault = await expectFault(
      connect(server.url).call('auth.whoami', {}),
      'NOT_FOUND',
      /a web page titled "Not here"/,
    )
    expect(fault.message.length).toBeLessThan(150)
  })

  it.each([
    [304, /HTTP 304 \(not modified\)/],
    [302, /HTTP 302 and does not say where to go/],
  ])('HTTP %s without a place is no redirect', async (status, words) => {
    const server = await serve(() => text(status, ''))
    const fault = await expectFault(connect(server.url).call('auth.whoami', {}), 'ANSWER_UNKNOWN', words)
    expect(fault.message).not.toContain('redirect')
  })

  it.each(['tökén', 'to ken', 'token\r\nx-other: 1', 'token\n'])(
    'a token that no header can hold is not sent: %j',
    async (fixedToken) => {
      const server = await serve(() => json(200, {}))
      const fault = await expectFault(
        connect(server.url, { identity: { partner: async () => undefined, fixedToken } }).call('auth.whoami', {}),
        'NO_CREDENTIALS',
        /access token cannot be sent/,
      )
      expect([fault.exitCode, server.requests]).toEqual([4, []])
    },
  )

  it('does not follow a redirect', async () => {
    const server = await serve(
      withTokens(() => text(302, '', { location: 'https://login.example/path?partnerSecret=abc' })),
    )
    const fault = await expectFault(
      connect(server.url).call('auth.whoami', {}),
      'REFUSED',
      /redirects to https:\/\/login\.example\/path:/,
    )
    expect(fault.facts['location']).toBe('https://login.example/path')
    expect(server.requests).toHaveLength(2)
  })

  it('says when it does not understand an answer, and whether the service did it', async () => {
    const server = await serve(
      withTokens((request) =>
        request.path === GET_INFO
          ? success({ unexpected: true })
          : json(200, { result: { no: 'id' }, ...(request.body.includes('SURE') ? { status: 'Success' } : {}) }),
      ),
    )
    const client = connect(server.url)
    const fault = await expectFault(client.call('auth.whoami', {}), 'ANSWER_UNKNOWN', /does not understand/)
    expect(fault.findings.map(({ field }) => field)).toEqual(['partnerId'])
    await expectFault(client.call('property.create', CREATE), 'OUTCOME_UNKNOWN')
    const sure = await expectFault(
      client.call('property.create', { body: { ...CREATE.body, name: 'SURE' } }),
      'OUTCOME_UNKNOWN',
      /it answered success with a result that this version does not understand/,
    )
    expect([sure.findings.map(({ field }) => field), sure.next]).toEqual([
      ['id'],
      'Run "hubswitch property get --hub-id HS-1" to see what the service holds before you repeat this.',
    ])
  })

  it('wants channel credentials for /v1 and says what they lack without showing them', async () => {
    const server = await serve(withTokens(() => json(200, { success: true })))
    await expectFault(
      connect(server.url, { channelCredentials: async () => undefined }).callText('rates.push', '{}'),
      'NO_CHANNEL_CREDENTIALS',
    )
    await expectFault(
      connect(server.url, { channelCredentials: async () => ({}) }).call('room.list', { body: { hotel_code: 1 } }),
      'NO_CHANNEL_CREDENTIALS',
      /hold no field/,
    )
    const overlay = parseOverlay({ credentials: { secret: 'pass_phrase' } })
    const fault = await expectFault(
      connect(server.url, { overlay, channelCredentials: async () => ({ id: 7, passphrase: 471_147_114_711 }) }).call(
        'room.list',
        { body: { hotel_code: 1 } },
      ),
      'NO_CHANNEL_CREDENTIALS',
      /no field "pass_phrase"/,
    )
    expect(fault.next).toContain('They have: id, passphrase.')
    expect(JSON.stringify(fault)).not.toContain('471147114711')
    expect(server.requests).toEqual([])
  })

  it.each([
    [
      'another id and a fourth field',
      '{"id":"AG-17","duty_code":"d-4711-x","agency":{"pin":"98765"},"user":"ada"}',
      ['d-4711-x', '98765'],
    ],
    [
      'an integer that no double holds',
      '{"id":12345678901234567890,"duty_code":9007199254740993}',
      ['9007199254740993'],
    ],
    ['none of the usual fields', '{"login":"hotel-login","word":"s3cret-word"}', ['hotel-login', 's3cret-word']],
  ])('sends channel credentials as they were given, %s, and shows no secret of them', async (_what, given, secrets) => {
    const server = await serve(withTokens(() => json(200, { success: true, rooms: [] })))
    const { lines, trace } = recordTrace()
    const client = connect(server.url, { trace, channelCredentials: async () => parseCredentials(given) })
    await client.call('room.list', { body: { hotel_code: 1 } })
    await client.callText('rates.push', '{"hotel_code":1,"room_settings":[]}')
    expect(server.requests.slice(1).map(({ body }) => body)).toEqual([
      `{"credentials":${given},"hotel_code":1}`,
      `{"credentials":${given},"hotel_code":1,"room_settings":[]}`,
    ])
    for (const secret of secrets) expect(JSON.stringify(lines)).not.toContain(secret)
    expect(lines.filter(({ direction }) => direction === 'request')).toHaveLength(3)
  })

  it('shows the fields of channel credentials that the overlay does not name as secret, however short the secret is', async () => {
    const server = await serve(withTokens(() => json(200, { success: true, rooms: [] })))
    const { lines, trace } = recordTrace()
    const client = connect(server.url, {
      trace,
      overlay: parseOverlay({ credentials: { secret: 'pin' } }),
      channelCredentials: async () => ({ agency: 'Blue', pin: 'x1' }),
    })
    await client.call('room.list', { body: { hotel_code: 1 } })
    await client.callText('rates.push', '{"hotel_code":1}')
    expect(
      lines
        .filter(({ direction, url }) => direction === 'request' && !url.includes('/api/'))
        .map(({ body }) => body?.includes('"credentials":{"agency":"Blue","pin":"[secret]"}')),
    ).toEqual([true, true])
  })
})

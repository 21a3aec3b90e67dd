import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SANDBOX_LIMITS } from '../../src/sandbox/index.js'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

let sandbox: TestSandbox
let supplier: Caller

beforeAll(async () => {
  sandbox = await startTestSandbox({ bodyLimitBytes: 20_000 })
  sandbox.sandbox.seed()
  supplier = await sandbox.as('demo-supplier')
})
afterAll(() => sandbox.close())

const PROPERTY = { hubSwitchId: 'HTTP-1', status: 'ACTIVE', code: 'H', name: 'Http' }

describe('paths and methods', () => {
  it('answers an unknown path in the envelope of its family', async () => {
    const partner = await supplier.get('/api/v1/nowhere')
    expect(partner.status).toBe(404)
    expect(partner.body).toMatchObject({
      result: null,
      status: 'fail',
      message: 'There is no endpoint /api/v1/nowhere.',
      executionTime: expect.any(Number),
    })
    const channel = await supplier.post('/v1/nowhere', {})
    expect(channel.status).toBe(404)
    expect(channel.body).toMatchObject({
      success: false,
      error: { code: 'NOT_FOUND' },
      processing_times: { total: expect.any(Number) },
    })
  })

  it('answers a wrong method with 405 and the right ones', async () => {
    const reply = await supplier.send('PATCH', '/api/v1/properties/1000001')
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'PUT'])
    expect((await supplier.send('DELETE', '/v1/rooms')).body).toMatchObject({ success: false })
  })

  it('prefers the fixed path to the one with a parameter', async () => {
    expect((await supplier.get('/api/v1/sellable-unit/sellable-unit-types')).body['result']).toHaveLength(3)
    expect((await supplier.get('/api/v1/sellable-unit/payment-types')).status).toBe(200)
    expect((await supplier.put('/api/v1/sellable-unit/sellable-unit-types', {})).status).toBe(405)
  })

  it('refuses a query name given twice', async () => {
    const reply = await supplier.get('/api/v1/sellable-unit/paging/by-property?propertyId=1000001&page=0&page=1')
    expect(reply.status).toBe(400)
    expect(reply.body['errors']).toMatchObject([{ field: 'page' }])
  })
})

describe('bodies', () => {
  it('takes JSON only', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const reply = await supplier.send('POST', '/api/v1/properties', {
        body: JSON.stringify(PROPERTY),
        headers: { 'content-type': type },
      })
      expect({ type, status: reply.status }).toEqual({ type, status: 415 })
    }
    const channel = await supplier.send('POST', '/v1/rooms', { body: '{}', headers: { 'content-type': 'text/xml' } })
    expect(channel).toMatchObject({ status: 415, body: { success: false } })
    const withCharset = await supplier.send('POST', '/api/v1/properties', {
      body: JSON.stringify({}),
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    })
    expect(withCharset.status).toBe(400)
  })

  const sendEncoded = async (
    path: string,
    body: Uint8Array,
    encoding: string,
  ): Promise<{ status: number; text: string }> => {
    const headers = {
      authorization: `Bearer ${supplier.token}`,
      'content-type': 'application/json',
      'content-encoding': encoding,
    }
    const response = await fetch(sandbox.url + path, { method: 'POST', headers, body: new Uint8Array(body) })
    return { status: response.status, text: await response.text() }
  }
  const properties = '/api/v1/properties'

  it('takes a body in gzip', async () => {
    const created = await sendEncoded(
      properties,
      gzipSync(JSON.stringify({ ...PROPERTY, hubSwitchId: 'HTTP-GZIP', name: 'Gäste' })),
      'gzip',
    )
    expect(created.status).toBe(201)
    expect(JSON.parse(created.text)).toMatchObject({ result: { name: 'Gäste' } })
    expect((await sendEncoded(properties, gzipSync(JSON.stringify({})), ' X-GZIP ')).text).toMatch(/hubSwitchId/)
    expect((await sendEncoded(properties, Buffer.from(JSON.stringify({})), 'identity')).text).toMatch(/hubSwitchId/)
    expect(await sendEncoded(properties, gzipSync('{"a":'), 'gzip')).toMatchObject({
      status: 400,
      text: expect.stringContaining('not well-formed JSON'),
    })
  })

  it('refuses gzip that is damaged, cut or none', async () => {
    const whole = gzipSync(JSON.stringify({ ...PROPERTY, hubSwitchId: 'HTTP-DAMAGED' }))
    const damaged = Buffer.from(whole)
    // A byte of the checksum, which stands eight bytes before the end.
    damaged[whole.length - 8] = (whole[whole.length - 8] as number) ^ 0xff
    for (const body of [damaged, whole.subarray(0, whole.length - 9), Buffer.from('{}')]) {
      expect(await sendEncoded(properties, body, 'gzip')).toMatchObject({
        status: 400,
        text: expect.stringContaining('The body is not whole gzip.'),
      })
    }
    const channel = await sendEncoded('/v1/rooms', damaged, 'gzip')
    expect({ status: channel.status, body: JSON.parse(channel.text) as object }).toMatchObject({
      status: 200,
      body: { success: false, error: { code: 'INVALID_REQUEST' } },
    })
    expect(await sendEncoded(properties, Buffer.alloc(0), 'gzip')).toMatchObject({
      status: 400,
      text: expect.stringContaining('has no body'),
    })
    expect((await supplier.get('/api/v1/properties/hubswitch-property-id/HTTP-DAMAGED')).status).toBe(404)
  })

  it('refuses a small body that unpacks beyond its limit, without unpacking it', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    expect(bomb.length).toBeLessThan(20_000)
    expect(await sendEncoded(properties, bomb, 'gzip')).toMatchObject({
      status: 413,
      text: expect.stringContaining('larger than 20000 bytes'),
    })
    expect(JSON.parse((await sendEncoded('/v1/inventory', bomb, 'gzip')).text)).toMatchObject({ success: false })
    expect((await supplier.get('/api/v1/partners/get-info')).status).toBe(200)
  })

  it.each(['br', 'deflate', 'gzip, gzip', 'zstd'])('refuses a body in the encoding %s', async (encoding) => {
    expect(await sendEncoded(properties, gzipSync('{}'), encoding)).toMatchObject({
      status: 415,
      text: expect.stringContaining(`(${encoding})`),
    })
    expect((await sendEncoded('/v1/rooms', gzipSync('{}'), encoding)).status).toBe(415)
  })

  it.each(['{"a":', '[1,]', '{"hotel_code": 9007199254740993, }', 'nonsense'])(
    'refuses what is not JSON: %s',
    async (body) => {
      const partner = await supplier.send('POST', '/api/v1/properties', { body })
      expect(partner).toMatchObject({
        status: 400,
        body: { status: 'fail', message: 'The body is not well-formed JSON.' },
      })
      const channel = await supplier.send('POST', '/v1/inventory', { body })
      expect(channel).toMatchObject({ status: 200, body: { success: false, error: { code: 'INVALID_REQUEST' } } })
    },
  )

  it('refuses a missing body and JSON that is no object', async () => {
    expect(await supplier.send('POST', '/api/v1/properties')).toMatchObject({
      status: 400,
      body: { message: 'The request has no body.' },
    })
    for (const body of ['null', '[]', '7', '"text"'])
      expect((await supplier.send('POST', '/api/v1/properties', { body })).status).toBe(400)
  })

  it('refuses bytes that are no UTF-8', async () => {
    const response = await fetch(`${sandbox.url}/api/v1/properties`, {
      method: 'POST',
      headers: { authorization: `Bearer ${supplier.token}`, 'content-type': 'application/json' },
      body: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    })
    expect(response.status).toBe(400)
  })

  it('refuses a body above its limit, announced or streamed, and goes on serving', async () => {
    const large = JSON.stringify({ ...PROPERTY, name: 'x'.repeat(21_000) })
    expect(await supplier.send('POST', '/api/v1/properties', { body: large })).toMatchObject({
      status: 413,
      body: { status: 'fail' },
    })
    expect(await supplier.send('POST', '/v1/inventory', { body: large })).toMatchObject({
      status: 413,
      body: { success: false },
    })
    const streamed = new ReadableStream({
      start(controller) {
        for (let at = 0; at < 30; at += 1) controller.enqueue(new TextEncoder().encode('x'.repeat(1000)))
        controller.close()
      },
    })
    const headers = { authorization: `Bearer ${supplier.token}`, 'content-type': 'application/json' }
    expect((await sandbox.send('POST', '/api/v1/properties', { body: streamed, headers })).status).toBe(413)
    expect((await supplier.get('/api/v1/partners/get-info')).status).toBe(200)
  })

  it('takes a body just below its limit', async () => {
    const reply = await supplier.post('/api/v1/properties', { ...PROPERTY, managingDirector: 'x'.repeat(19_000) })
    expect(reply.status).toBe(201)
  })
})

describe('answers', () => {
  it('count their milliseconds and carry the request id', async () => {
    const reply = await supplier.send('GET', '/api/v1/partners/get-info', { headers: { 'x-request-id': 'abc-123' } })
    expect(reply.headers.get('x-request-id')).toBe('abc-123')
    expect(Number.isInteger(reply.body['executionTime'])).toBe(true)
    const own = await supplier.send('GET', '/api/v1/partners/get-info', {
      headers: { 'x-request-id': 'not acceptable!' },
    })
    expect(own.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    const channel = await supplier.channel('/v1/rooms', { hotel_code: 1000001 })
    expect(Number.isInteger(channel.body['processing_times']?.['total'])).toBe(true)
  })

  it('greet a person and hand out the interface', async () => {
    const welcome = await sandbox.send('GET', '/')
    expect(welcome.status).toBe(200)
    for (const limit of SANDBOX_LIMITS) expect(welcome.text).toContain(limit)
    expect((await sandbox.send('GET', '/openapi.json')).body).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: sandbox.url }],
    })
  })
})

describe('the request log', () => {
  it('names the hotel of a request, where it is one, and no other text', async () => {
    const before = sandbox.log.length
    await supplier.get('/api/v1/sellable-unit/paging/by-property?propertyId=1000001')
    await supplier.post('/v1/rooms', { credentials: { id: 1, duty_code: 'none' }, hotel_code: '1000002' })
    await supplier.post('/v1/rooms', { credentials: { id: 1, duty_code: 'none' }, hotel_code: 'a\nb <c>' })
    expect(sandbox.log.slice(before).map(({ hotel, status }) => [hotel, status])).toEqual([
      ['1000001', 200],
      ['1000002', expect.any(Number)],
      [undefined, expect.any(Number)],
    ])
  })

  it('has one entry per request and nothing that is secret', async () => {
    const before = sandbox.log.length
    await sandbox.send('POST', '/api/v1/partners/get-token?partnerId=demo-supplier&partnerSecret=sandbox-supplier')
    await sandbox.send('POST', '/api/v1/partners/get-token?partnerId=demo-supplier&partnerSecret=wrong-secret')
    await supplier.channel('/v1/rooms', { hotel_code: 1000001 })
    await supplier.get('/api/v1/nowhere?token=in-the-query')
    const entries = sandbox.log.slice(before)
    expect(entries).toMatchObject([
      { method: 'POST', path: '/api/v1/partners/get-token', status: 200 },
      { method: 'POST', path: '/api/v1/partners/get-token', status: 401 },
      { method: 'POST', path: '/v1/rooms', status: 200, account: 'demo-supplier' },
      { method: 'GET', path: '/api/v1/nowhere', status: 404 },
    ])
    for (const { time, ms, requestId } of entries) {
      expect(new Date(time).toISOString()).toBe(time)
      expect(Number.isInteger(ms)).toBe(true)
      expect(requestId).toMatch(/\S/)
    }
    const written = JSON.stringify(entries)
    for (const secret of ['sandbox-supplier', 'wrong-secret', 'sandbox-duty', 'in-the-query', supplier.token])
      expect(written).not.toContain(secret)
  })
})

describe('secrets', () => {
  it('stand in no refusal', async () => {
    const replies = [
      await supplier.post('/v1/rooms', { credentials: { id: 'x', duty_code: 'hush-hush' }, hotel_code: 1000001 }),
      await supplier.post('/v1/rooms', { credentials: { id: 1, duty_code: 'hush-hush', extra: 1 }, hotel_code: -1 }),
      await supplier.post('/v1/rooms', { credentials: { id: 1, duty_code: ['hush-hush'] }, hotel_code: 1000001 }),
      await sandbox.send('POST', '/api/v1/partners/get-token?partnerId=demo-supplier&partnerSecret=hush-hush&x=1'),
    ]
    for (const reply of replies) {
      expect(reply.body['success'] ?? reply.body['status']).not.toBe('success')
      expect(reply.text).not.toContain('hush-hush')
    }
  })
})

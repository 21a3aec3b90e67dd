import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../support/sandbox.js'

const open: TestSandbox[] = []
const start = async (...options: Parameters<typeof startTestSandbox>): Promise<TestSandbox> => {
  const sandbox = await startTestSandbox(...options)
  open.push(sandbox)
  return sandbox
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()))
})

const LOGIN = '/api/v1/partners/get-token?partnerId=demo-supplier&partnerSecret=sandbox-supplier'
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('signing in', () => {
  it('answers a JWT, without an envelope', async () => {
    const now = Date.UTC(2027, 0, 15, 12)
    const sandbox = await start({ now: () => now })
    const { status, body } = await sandbox.send('POST', LOGIN)
    expect(status).toBe(200)
    expect(body).toEqual({
      tokenType: 'Bearer',
      expiresIn: 3600,
      accessToken: expect.any(String),
      executionTime: expect.any(Number),
    })
    const [header, claims] = String(body['accessToken']).split('.')
    expect(decode(header)).toMatchObject({ alg: 'HS256' })
    expect(decode(claims)).toMatchObject({
      sub: 'demo-supplier',
      roles: ['supplier'],
      iat: now / 1000,
      exp: now / 1000 + 3600,
    })
  })

  it.each([
    'partnerId=demo-supplier&partnerSecret=wrong',
    'partnerId=nobody&partnerSecret=sandbox-supplier',
    'partnerId=demo-supplier&partnerSecret=sandbox-operator',
  ])('refuses %s with 401', async (query) => {
    const sandbox = await start()
    const reply = await sandbox.send('POST', `/api/v1/partners/get-token?${query}`)
    expect(reply).toMatchObject({
      status: 401,
      body: { result: null, status: 'fail', message: 'The partner id or the secret is wrong.' },
    })
  })

  it('names what is missing', async () => {
    const sandbox = await start()
    const reply = await sandbox.send('POST', '/api/v1/partners/get-token?partnerId=demo-supplier')
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: 'partnerSecret', message: 'is required' }] } })
  })

  it('shows the account without its secret', async () => {
    const sandbox = await start()
    const operator = await (await sandbox.as('demo-operator')).get('/api/v1/partners/get-info')
    expect(operator.body['result']).toEqual({
      id: 2,
      partnerId: 'demo-operator',
      name: 'Demo Operator',
      isActive: true,
      roles: ['supplier', 'operator'],
      readAllProperties: true,
    })
    expect(operator.text).not.toContain('sandbox-operator')
    const supplier = await (await sandbox.as('demo-supplier')).get('/api/v1/partners/get-info')
    expect(supplier.body['result']).toMatchObject({ readAllProperties: false, roles: ['supplier'] })
  })
})

describe('a token', () => {
  it('is exchanged for a new one while it is valid, and never after', async () => {
    let now = Date.UTC(2027, 0, 15)
    const sandbox = await start({ now: () => now })
    const { token } = await sandbox.as('demo-supplier')
    now += 3_599_000
    const refreshed = await sandbox.send('GET', '/api/v1/partners/refresh-token', bearer(token))
    expect(refreshed.status).toBe(200)
    const next = String(refreshed.body['accessToken'])
    expect(next).not.toBe(token)
    now += 1_000
    expect((await sandbox.send('GET', '/api/v1/partners/refresh-token', bearer(token))).status).toBe(401)
    expect((await sandbox.send('GET', '/api/v1/partners/get-info', bearer(token))).status).toBe(401)
    expect((await sandbox.send('GET', '/api/v1/partners/get-info', bearer(next))).status).toBe(200)
  })

  it('is new at each refresh, within one second too', async () => {
    const sandbox = await start({ now: () => Date.UTC(2027, 0, 15) })
    const { token } = await sandbox.as('demo-supplier')
    expect((await sandbox.send('GET', '/api/v1/partners/refresh-token', bearer(token))).body['accessToken']).not.toBe(
      token,
    )
  })

  it('of another store is refused', async () => {
    const [one, other] = [await start(), await start()]
    const { token } = await one.as('demo-supplier')
    expect((await one.send('GET', '/api/v1/partners/get-info', bearer(token))).status).toBe(200)
    expect((await other.send('GET', '/api/v1/partners/get-info', bearer(token))).status).toBe(401)
  })

  it('that was forged is refused', async () => {
    const sandbox = await start()
    const { token } = await sandbox.as('demo-supplier')
    const [header = '', claims = '', signature = ''] = token.split('.')
    const operator = encode({ ...decode(claims), sub: 'demo-operator' })
    const none = encode({ alg: 'none', typ: 'JWT' })
    const guessed = createHmac('sha256', 'secret').update(`${header}.${operator}`).digest('base64url')
    const forged = [
      `${header}.${operator}.${signature}`,
      `${none}.${operator}.`,
      `${header}.${operator}.${guessed}`,
      `${header}.${claims}`,
      'x',
      `${token}x`,
    ]
    for (const attempt of forged) {
      expect({
        attempt,
        status: (await sandbox.send('GET', '/api/v1/partners/get-info', bearer(attempt))).status,
      }).toEqual({ attempt, status: 401 })
    }
  })

  it('is asked for on every protected endpoint, with 401 in the family of /v1 too', async () => {
    const sandbox = await start()
    for (const authorization of ['', 'Basic ZGVtbzpkZW1v', 'Bearer', 'Bearer  ', 'Bearer a b']) {
      const reply = await sandbox.send('GET', '/api/v1/partners/get-info', { headers: { authorization } })
      expect({ authorization, status: reply.status }).toEqual({ authorization, status: 401 })
      expect(reply.headers.get('www-authenticate')).toBe('Bearer')
    }
    const channel = await sandbox.send('POST', '/v1/rooms', {
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expect(channel).toMatchObject({ status: 401, body: { success: false, error: { code: 'UNAUTHORIZED' } } })
  })

  it('is taken with the scheme in any case', async () => {
    const sandbox = await start()
    const { token } = await sandbox.as('demo-supplier')
    expect(
      (await sandbox.send('GET', '/api/v1/partners/get-info', { headers: { authorization: `bearer ${token}` } }))
        .status,
    ).toBe(200)
  })
})

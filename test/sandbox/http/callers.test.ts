import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from '../../support/sandbox.js'

let open: TestSandbox
let exposed: TestSandbox
beforeAll(async () => {
  open = await startTestSandbox()
  exposed = await startTestSandbox({ host: '0.0.0.0', secrets: new Map([['demo-supplier', 'a-secret-of-this-run']]) })
})
afterAll(async () => {
  await open.close()
  await exposed.close()
})

/** `fetch` does not let a test choose the Host header. */
function call(
  sandbox: TestSandbox,
  headers: Record<string, string>,
  path = '/openapi.json',
  method = 'GET',
): Promise<{ status: number; names: string[]; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: sandbox.sandbox.port, path, method, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, names: Object.keys(answer.headers), text }))
    })
    sent.on('error', reject).end()
  })
}

describe('who may call the sandbox', () => {
  it.each([
    'localhost',
    'LOCALHOST:7070',
    '127.0.0.1',
    '127.0.0.1:80',
    '[::1]:7070',
    'sandbox.localhost',
    'localhost.',
  ])('Host %s is this machine', async (host) => {
    expect((await call(open, { host })).status).toBe(200)
  })

  it.each([
    'attacker.example',
    'attacker.example:7070',
    '127.0.0.1.attacker.example',
    'localhost.attacker.example',
    '0.0.0.0',
    '192.0.2.7:7070',
    'localhost@attacker.example',
    '127.1.attacker',
    `${'a'.repeat(5000)}.localhost`,
  ])('Host %s is refused, in plain words', async (host) => {
    const answer = await call(open, { host }, '/api/v1/partners/get-info')
    expect([400, 421]).toContain(answer.status)
    if (answer.status === 421)
      expect(JSON.parse(answer.text)).toMatchObject({
        status: 'fail',
        message: expect.stringContaining('is not this sandbox'),
      })
  })

  it.each(['http://attacker.example', 'https://127.0.0.1', 'null', 'http://127.0.0.1:1', 'http://localhost'])(
    'a page at %s reads nothing and signs in nobody',
    async (origin) => {
      for (const [method, path] of [
        ['GET', '/'],
        ['GET', '/openapi.json'],
        ['OPTIONS', '/v1/rooms'],
        ['POST', '/v1/rooms'],
        ['POST', '/api/v1/partners/get-token?partnerId=demo-supplier&partnerSecret=sandbox-supplier'],
      ] as const) {
        const answer = await call(open, { host: `127.0.0.1:${open.sandbox.port}`, origin }, path, method)
        expect([answer.status, answer.names.filter((name) => name.startsWith('access-control'))]).toEqual([403, []])
        expect(answer.text).toContain('may not use this sandbox')
      }
    },
  )

  it('its own pages may, and what a page of another site loads as an image may not', async () => {
    const host = `127.0.0.1:${open.sandbox.port}`
    expect((await call(open, { host, origin: `http://${host}` })).status).toBe(200)
    expect((await call(open, { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).status).toBe(403)
    expect((await call(open, { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).status).toBe(200)
    const { names } = await call(open, { host })
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('beyond loopback it answers to its address, and the public secrets open nothing', async () => {
    expect((await call(exposed, { host: '0.0.0.0:7070' })).status).toBe(200)
    expect((await call(exposed, { host: 'attacker.example' })).status).toBe(421)
    const signIn = (partnerId: string, secret: string) =>
      call(
        exposed,
        { host: 'localhost' },
        `/api/v1/partners/get-token?partnerId=${partnerId}&partnerSecret=${secret}`,
        'POST',
      )
    expect((await signIn('demo-supplier', 'sandbox-supplier')).status).toBe(401)
    expect((await signIn('demo-operator', 'sandbox-operator')).status).toBe(401)
    expect((await signIn('demo-supplier', 'a-secret-of-this-run')).status).toBe(200)
  })
})

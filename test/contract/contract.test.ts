import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEnvelope } from '../../src/contract/schema/envelope.js'
import { fillPath } from '../../src/contract/schema/endpoint.js'
import { endpointOf, endpoints, type EndpointKey } from '../../src/contract/map/map.js'
import { DEMO_ACCOUNTS } from '../../src/sandbox/index.js'
import { EXAMPLE_ESTATE } from '../support/example-estate.js'
import { startTestSandbox, type Caller, type TestSandbox } from '../support/sandbox.js'

/** One run of everything that must hold for every endpoint of the contract, against the running sandbox. */

const SUPPLIER = DEMO_ACCOUNTS[0] as (typeof DEMO_ACCOUNTS)[number]

let sandbox: TestSandbox
let supplier: Caller

beforeAll(async () => {
  // The examples name days of 2027.
  sandbox = await startTestSandbox({ now: () => Date.parse('2026-12-01T12:00:00Z') })
  sandbox.sandbox.seed(EXAMPLE_ESTATE)
  supplier = await sandbox.as('demo-supplier')
})
afterAll(() => sandbox.close())

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** The example as this sandbox can answer it: its ids exist there by design; secrets and ids that must be new are filled in. */
function exampleOf(key: EndpointKey): Parts {
  const { params, query, body } = structuredClone(endpointOf(key).example) as Parts
  if (query?.['partnerSecret'] !== undefined) query['partnerSecret'] = SUPPLIER.secret
  if (body?.['credentials'] !== undefined) body['credentials'] = SUPPLIER.channelCredentials
  if (body?.['hubSwitchId'] !== undefined) body['hubSwitchId'] = `EXAMPLE-${key}`
  return {
    ...(params === undefined ? {} : { params }),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { body }),
  }
}

function targetOf(key: EndpointKey, { params, query }: Parts): string {
  const text = new URLSearchParams(
    Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return fillPath(endpointOf(key).path, params) + (text === '' ? '' : `?${text}`)
}

const all = endpoints.map(({ key, endpoint }) => ({ key, endpoint }))

describe.each(all)('$key', ({ key, endpoint }) => {
  it('has an example that its own schemas accept', () => {
    const { params, query, body, result } = endpoint.example
    expect(endpoint.params === undefined).toBe(params === undefined)
    expect(endpoint.query === undefined).toBe(query === undefined)
    expect(endpoint.body === undefined).toBe(body === undefined)
    for (const [schema, value] of [
      [endpoint.params, params],
      [endpoint.query, query],
      [endpoint.body, body],
      [endpoint.result, result],
    ] as const) {
      expect(schema?.safeParse(value).error).toBeUndefined()
    }
  })

  it('has a path whose parameters are the declared ones', () => {
    const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(inPath.sort()).toEqual(Object.keys(endpoint.params?.shape ?? {}).sort())
  })

  it('answers its example with what its result schema accepts', async () => {
    const parts = exampleOf(key)
    const reply = await supplier.send(
      endpoint.method,
      targetOf(key, parts),
      parts.body === undefined ? {} : { body: JSON.stringify(parts.body) },
    )
    expect({ status: reply.status, text: reply.text }).toEqual({
      status: endpoint.successStatus ?? 200,
      text: expect.any(String),
    })
    expect(
      endpoint.result.safeParse(endpoint.bare === true ? reply.body : (openEnvelope(reply.body).result ?? {})).error,
    ).toBeUndefined()
  })

  it('asks for a token, unless it is the one that gives it', async () => {
    const parts = exampleOf(key)
    const reply = await sandbox.send(endpoint.method, targetOf(key, parts), {
      headers: { 'content-type': 'application/json' },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    })
    expect(reply.status).toBe(endpoint.identity === 'none' ? 200 : 401)
  })

  it('refuses a field it does not know', async () => {
    const parts = exampleOf(key)
    if (parts.body === undefined && endpoint.query === undefined) return
    const spoiled: Parts =
      parts.body === undefined
        ? { ...parts, query: { ...parts.query, unheardOf: 1 } }
        : { ...parts, body: { ...parts.body, unheardOf: 1 } }
    const reply = await supplier.send(
      endpoint.method,
      targetOf(key, spoiled),
      spoiled.body === undefined ? {} : { body: JSON.stringify(spoiled.body) },
    )
    expect(reply.status).toBe(endpoint.dialect.name === 'channelApi' ? 200 : 400)
    expect(openEnvelope(reply.body).details).toMatchObject([{ field: 'unheardOf' }])
  })

  it('answers another method with 405 and the ones it has', async () => {
    const reply = await supplier.send('DELETE', targetOf(key, exampleOf(key)))
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toContain(endpoint.method)
  })
})

describe('the contract', () => {
  it('names every path and method once', () => {
    const places = all.map(({ endpoint: { method, path } }) => `${method} ${path}`)
    expect(new Set(places).size).toBe(places.length)
  })

  it('is what /openapi.json lists', async () => {
    const { body } = await sandbox.send('GET', '/openapi.json')
    const listed = Object.entries(body['paths'] ?? {}).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.sort()).toEqual(all.map(({ endpoint: { method, path } }) => `${method} ${path}`).sort())
  })
})

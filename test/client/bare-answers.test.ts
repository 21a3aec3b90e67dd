import { describe, expect, it } from 'vitest'
import type { EndpointSpec } from '../../src/contract/schema/endpoint.js'
import { type EndpointKey, endpoints } from '../../src/contract/map/map.js'
import { parseOverlay } from '../../src/contract/overlay/overlay.js'
import { connect, fixedIdentity, serve } from './fixtures.js'
import { json, jwt } from './scripted-server.js'

/** "Most endpoints" have the envelope: any of them may answer without one, or with another. */

/** The example's input; the client puts credentials in by itself. */
function inputOf({ example: { params, query, body } }: EndpointSpec): never {
  const { credentials: _, ...rest } = (body ?? {}) as Record<string, unknown>
  return { params, query, ...(body === undefined ? {} : { body: rest }) } as never
}

const all = endpoints.map(({ key, endpoint }) => ({ key, endpoint }))
/** A push whose answer is empty but for its envelope says nothing without it. */
const PUSHES: readonly EndpointKey[] = ['rates.push', 'inventory.push']

const identity = { identity: fixedIdentity, maxAttempts: 1 }

describe('answers', () => {
  it.each(all.filter(({ key }) => !PUSHES.includes(key)))(
    'of $key are read without an envelope',
    async ({ key, endpoint }) => {
      const server = await serve(() => json(endpoint.successStatus ?? 200, endpoint.example.result))
      expect(await connect(server.url, identity).call(key, inputOf(endpoint))).toEqual(endpoint.example.result)
    },
  )

  it.each(all.filter(({ endpoint }) => endpoint.bare !== true))(
    'of $key are read in an envelope of other keys, where the overlay names them',
    async ({ key, endpoint }) => {
      const overlay = parseOverlay({
        envelope: {
          apiV1: { result: 'payload.data', status: 'meta.state' },
          v1: { result: 'payload.data', success: 'meta.done', error: 'meta.fault' },
        },
      })
      const meta = endpoint.dialect.name === 'partnerApi' ? { state: 'OK' } : { done: 'yes', fault: null }
      const server = await serve(() =>
        json(endpoint.successStatus ?? 200, { meta, payload: { data: endpoint.example.result } }),
      )
      expect(await connect(server.url, { ...identity, overlay }).call(key, inputOf(endpoint))).toEqual(
        endpoint.example.result,
      )
    },
  )

  it('of /v1 are read as a bare list', async () => {
    const server = await serve(() => json(200, [{ room_id: '101', available: '3', id: null }]))
    expect(await connect(server.url, identity).call('room.list', { body: { hotel_code: 1 } })).toEqual({
      rooms: [{ id: '101', quantity: 3 }],
    })
    expect(
      await connect(server.url, identity)
        .call('product.list', { body: { hotel_code: 1 } })
        .catch(({ findings }) => findings),
    ).toEqual([{ field: 'products[0].id', reason: 'is required' }])
  })

  it('that hold a token are read inside an envelope, and without a lifetime', async () => {
    const accessToken = jwt({ exp: Math.floor(Date.now() / 1000) + 600 })
    for (const body of [
      { accessToken, expiresIn: null },
      { result: { accessToken, expiresIn: null, tokenType: null }, status: 'success' },
    ]) {
      const server = await serve(() => json(200, body))
      const { expiresAt } = await connect(server.url).session.signIn()
      expect(Math.abs(expiresAt - Date.now() - 600_000)).toBeLessThan(10_000)
    }
  })

  it.each(all.filter(({ key, endpoint }) => endpoint.dialect.name === 'channelApi' && !PUSHES.includes(key)))(
    'of $key are read in the envelope of /api/v1 too',
    async ({ key, endpoint }) => {
      const server = await serve(() => json(200, { success: true, result: endpoint.example.result }))
      expect(await connect(server.url, identity).call(key, inputOf(endpoint))).toEqual(endpoint.example.result)
    },
  )
})

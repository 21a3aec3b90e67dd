import { describe, expect, it } from 'vitest'
import { parseOverlay } from '../../../src/contract/overlay/overlay.js'
import type { Identity, StoredToken } from '../../../src/client/index.js'
import { connect, expectFault, FIXED_TOKEN, fixedIdentity, PARTNER_ID, PARTNER_SECRET, serve } from '../fixtures.js'
import {
  cut,
  GET_INFO,
  GET_TOKEN,
  json,
  jwt,
  PARTNER,
  problem,
  REFRESH_TOKEN,
  success,
  withTokens,
  type Recorded,
  type Reply,
} from '../scripted-server.js'

const partner = async () => ({ partnerId: PARTNER_ID, partnerSecret: PARTNER_SECRET })
const bearer = (request: Recorded | undefined): string => (request?.headers.authorization ?? '').replace('Bearer ', '')
const HOUR = 3_600_000

/** A store two clients can share, as two processes share the keychain. */
function sharedStore(initial?: StoredToken): Identity & { saved: StoredToken[] } {
  let kept = initial
  let queue: Promise<unknown> = Promise.resolve()
  const saved: StoredToken[] = []
  return {
    saved,
    partner,
    loadToken: async () => kept,
    saveToken: async (token) => {
      kept = token
      saved.push(token)
    },
    exclusively: <T>(work: () => Promise<T>): Promise<T> => {
      const turn = queue.then(work, work)
      queue = turn.catch(() => undefined)
      return turn
    },
  }
}

const token = (accessToken: string, expiresInMs: number): StoredToken => ({
  accessToken,
  obtainedAt: Date.now() - 1_000,
  expiresAt: Date.now() + expiresInMs,
})

/** Accepts only the tokens that are in `good`; issues what `issue` says. */
function tokenService(good: Set<string>, issue: (request: Recorded) => Reply): (request: Recorded) => Reply {
  return (request) => {
    if (request.path === GET_TOKEN) return issue(request)
    if (!good.has(bearer(request))) return problem(401, 'token expired')
    return request.path === REFRESH_TOKEN ? issue(request) : success(PARTNER)
  }
}

describe('session', () => {
  it('signs in once for many calls side by side', async () => {
    const server = await serve(withTokens(() => success(PARTNER)))
    const client = connect(server.url)
    await Promise.all(Array.from({ length: 10 }, () => client.call('auth.whoami', {})))
    expect(server.to(GET_TOKEN)).toHaveLength(1)
    expect(server.to(GET_INFO)).toHaveLength(10)
  })

  it('uses a kept token without signing in', async () => {
    const server = await serve(tokenService(new Set(['kept']), () => problem(500, 'must not be asked')))
    await connect(server.url, { identity: sharedStore(token('kept', HOUR)) }).call('auth.whoami', {})
    expect(server.requests.map(({ path }) => path)).toEqual([GET_INFO])
  })

  it('uses a kept token while another process signs in and does not end', async () => {
    const server = await serve(tokenService(new Set(['kept']), () => problem(500, 'must not be asked')))
    const identity = { ...sharedStore(token('kept', HOUR)), exclusively: () => new Promise<never>(() => undefined) }
    await Promise.all(Array.from({ length: 4 }, () => connect(server.url, { identity }).call('auth.whoami', {})))
    expect(server.requests.map(({ path }) => path)).toEqual(Array.from({ length: 4 }, () => GET_INFO))
  })

  it('refreshes a token that expires within 60 s, and keeps the new one', async () => {
    const identity = sharedStore({ accessToken: 'old', obtainedAt: Date.now() - HOUR, expiresAt: Date.now() + 59_000 })
    const server = await serve(
      tokenService(new Set(['old', 'new']), () => json(200, { accessToken: 'new', expiresIn: 3_600 })),
    )
    await connect(server.url, { identity }).call('auth.whoami', {})
    expect(server.requests.map((request) => [request.method, request.path, bearer(request)])).toEqual([
      ['GET', REFRESH_TOKEN, 'old'],
      ['GET', GET_INFO, 'new'],
    ])
    expect(identity.saved.map(({ accessToken }) => accessToken)).toEqual(['new'])
    expect(Math.abs((identity.saved[0]?.expiresAt ?? 0) - Date.now() - HOUR)).toBeLessThan(10_000)
  })

  it('leaves a token alone until 60 s before it expires', async () => {
    const identity = sharedStore({ accessToken: 'old', obtainedAt: Date.now() - HOUR, expiresAt: Date.now() + 90_000 })
    const server = await serve(tokenService(new Set(['old']), () => problem(500, 'must not be asked')))
    await connect(server.url, { identity }).call('auth.whoami', {})
    expect(server.requests.map(({ path }) => path)).toEqual([GET_INFO])
  })

  it('signs in again when the kept token has expired: it cannot be refreshed', async () => {
    const server = await serve(
      tokenService(new Set(['new']), () => json(200, { accessToken: 'new', expiresIn: 3_600 })),
    )
    await connect(server.url, { identity: sharedStore(token('old', -1)) }).call('auth.whoami', {})
    expect(server.requests.map(({ path }) => path)).toEqual([GET_TOKEN, GET_INFO])
  })

  it('signs in when the refresh is refused', async () => {
    const server = await serve(
      tokenService(new Set(['new']), () => json(200, { accessToken: 'new', expiresIn: 3_600 })),
    )
    await connect(server.url, {
      identity: sharedStore({ accessToken: 'old', obtainedAt: Date.now() - HOUR, expiresAt: Date.now() + 30_000 }),
    }).call('auth.whoami', {})
    expect(server.requests.map(({ path }) => path)).toEqual([REFRESH_TOKEN, GET_TOKEN, GET_INFO])
  })

  it('after a 401 gets a new token once and repeats the call once, also a call that is never repeated otherwise', async () => {
    const server = await serve(
      withTokens((request) =>
        bearer(request) === 'opaque-token-2'
          ? json(201, { result: { id: 7, propertyId: 1_000_001 }, status: 'OK' })
          : problem(401, 'token expired'),
      ),
    )
    expect((await connect(server.url).call('unit.add', { body: { propertyId: 1_000_001 } })).id).toBe(7)
    expect(server.requests.map(({ path }) => path)).toEqual([
      GET_TOKEN,
      '/api/v1/sellable-unit',
      GET_TOKEN,
      '/api/v1/sellable-unit',
    ])
  })

  it.each<[string, object]>([
    ['its word of success', { result: null, status: 'success' }],
    ['a label that says it was taken', { status: 'queued' }],
    ['the record', { id: 7, propertyId: 1_000_001 }],
  ])('a 401 that holds %s proves neither: a create is unknown and is not sent again', async (_, body) => {
    const server = await serve(withTokens(() => json(401, body)))
    await expectFault(
      connect(server.url).call('unit.add', { body: { propertyId: 1_000_001 } }),
      'OUTCOME_UNKNOWN',
      /HTTP 401 and success at once/,
    )
    expect(server.to('/api/v1/sellable-unit')).toHaveLength(1)
  })

  it('a 401 to a repeat says nothing of the attempt before: an update is unknown, whatever comes of the new token', async () => {
    for (const isSignInGone of [false, true]) {
      const server = await serve((request) => {
        if (request.path === GET_TOKEN)
          return isSignInGone && server.to(GET_TOKEN).length > 1
            ? problem(401, 'no more')
            : json(200, { accessToken: `token-${server.requests.length}`, expiresIn: 3_600 })
        return server.to('/api/v1/sellable-unit/101').length === 1 ? cut : problem(401, 'token expired')
      })
      await expectFault(
        connect(server.url).call('unit.update', { params: { id: 101 }, body: { noOfSellableUnits: 3 } }),
        'OUTCOME_UNKNOWN',
        /an attempt before may have arrived/,
      )
    }
  })

  it.each([
    ['HTTP 409', problem(409, 'version conflict')],
    ['HTTP 403', problem(403, 'not yours')],
    ['HTTP 404', problem(404, 'gone')],
    ['a label of failure', json(200, { result: null, status: 'fail', message: 'no' })],
  ])('a repeat that is refused with %s says nothing of an attempt before that may have arrived', async (_, refusal) => {
    for (const first of [cut, problem(500, 'oops')]) {
      const server = await serve(
        withTokens(() => (server.to('/api/v1/sellable-unit/101').length === 1 ? first : refusal)),
      )
      await expectFault(
        connect(server.url).call('unit.update', { params: { id: 101 }, body: { noOfSellableUnits: 3 } }),
        'OUTCOME_UNKNOWN',
        /an attempt before may have arrived, and the last one was answered HTTP/,
      )
    }
  })

  it.each<[string, Reply, string]>([
    ['401', problem(401, 'who are you'), 'SIGN_IN_REFUSED'],
    ['422', problem(422, 'not like this'), 'REFUSED'],
    ['no answer', cut, 'OUTCOME_UNKNOWN'],
  ])('a create that was sent again after a 401 and got %s says that it was sent again', async (_, second, code) => {
    const server = await serve(
      withTokens((request) => (bearer(request) === 'opaque-token-1' ? problem(401, 'token expired') : second)),
    )
    await expectFault(
      connect(server.url).call('unit.add', { body: { propertyId: 1_000_001 } }),
      code as never,
      /answered HTTP 401 at first; this was sent again after a new sign-in\.$/,
    )
  })

  it('after a second 401 gives up', async () => {
    const server = await serve(withTokens(() => problem(401, 'who are you')))
    await expectFault(connect(server.url).call('auth.whoami', {}), 'SIGN_IN_REFUSED', /who are you/)
    expect(server.requests).toHaveLength(4)
  })

  it('many calls refused side by side share one new token', async () => {
    const good = new Set<string>()
    let issued = 0
    const server = await serve(
      tokenService(good, () => {
        issued++
        if (issued > 1) good.add(`token-${issued}`)
        return json(200, { accessToken: `token-${issued}`, expiresIn: 3_600 })
      }),
    )
    const client = connect(server.url)
    await Promise.all(Array.from({ length: 8 }, () => client.call('auth.whoami', {})))
    expect(server.to(GET_TOKEN)).toHaveLength(2)
  })

  it('takes the token that another process got while it waited for the lock', async () => {
    const identity = sharedStore(token('old', -1))
    const server = await serve(
      tokenService(new Set(['new']), () => json(200, { accessToken: 'new', expiresIn: 3_600 })),
    )
    await Promise.all(
      [connect(server.url, { identity }), connect(server.url, { identity })].map((client) =>
        client.call('auth.whoami', {}),
      ),
    )
    expect(server.to(GET_TOKEN)).toHaveLength(1)
    expect(server.to(GET_INFO)).toHaveLength(2)
  })

  it('explains a refused secret, whatever status the service refuses it with', async () => {
    for (const status of [400, 401, 403]) {
      const server = await serve(() => problem(status, 'wrong secret'))
      await expectFault(
        connect(server.url).call('auth.whoami', {}),
        'SIGN_IN_REFUSED',
        /Sign-in of partner demo-partner failed.*wrong secret/,
      )
    }
    const labelled = await serve(() => problem(200, 'wrong secret'))
    await expectFault(connect(labelled.url).session.signIn(), 'SIGN_IN_REFUSED', /wrong secret/)
    const elsewhere = await serve(() => problem(404, 'no such page'))
    expect((await expectFault(connect(elsewhere.url).session.signIn(), 'NOT_FOUND')).next).toMatch(/base address/)
  })

  it('says that there is nothing to sign in with', async () => {
    const server = await serve(() => success(PARTNER))
    await expectFault(
      connect(server.url, { identity: { partner: async () => undefined } }).call('auth.whoami', {}),
      'NO_CREDENTIALS',
    )
    expect(server.requests).toEqual([])
  })

  it('goes on after a failed sign-in: the next call tries again', async () => {
    const server = await serve((request) =>
      request.path !== GET_TOKEN
        ? success(PARTNER)
        : server.to(GET_TOKEN).length === 1
          ? problem(401, 'not yet')
          : json(200, { accessToken: 'late' }),
    )
    const client = connect(server.url)
    await expectFault(client.call('auth.whoami', {}), 'SIGN_IN_REFUSED')
    expect(await client.call('auth.whoami', {})).toEqual(PARTNER)
  })
})

describe('a token given from outside', () => {
  it('is sent as it is, even when its own times say that it has expired', async () => {
    const expired = jwt({ exp: Math.floor(Date.now() / 1_000) - 100 })
    const server = await serve(() => success(PARTNER))
    await connect(server.url, { identity: { ...fixedIdentity, fixedToken: expired } }).call('auth.whoami', {})
    expect(server.requests.map(bearer)).toEqual([expired])
  })

  it('cannot be renewed without a partner', async () => {
    const server = await serve(() => problem(401, 'token expired'))
    const client = connect(server.url, { identity: fixedIdentity })
    const fault = await expectFault(
      client.call('auth.whoami', {}),
      'SIGN_IN_REFUSED',
      /given access token is no longer accepted/,
    )
    expect(fault.next).toMatch(/HUBSWITCH_ACCESS_TOKEN/)
    await expectFault(client.session.refresh(), 'SIGN_IN_REFUSED')
    expect(server.requests.map((request) => [request.path, bearer(request)])).toEqual([[GET_INFO, FIXED_TOKEN]])
  })

  it('is replaced by signing in where there is a partner', async () => {
    const server = await serve(
      tokenService(new Set(['new']), () => json(200, { accessToken: 'new', expiresIn: 3_600 })),
    )
    await connect(server.url, { identity: { partner, fixedToken: FIXED_TOKEN } }).call('auth.whoami', {})
    expect(server.requests.map(({ path }) => path)).toEqual([GET_INFO, GET_TOKEN, GET_INFO])
  })
})

describe('a refresh of a token given from outside', () => {
  it.each([
    ['alone', fixedIdentity],
    ['with a partner secret', { partner, fixedToken: FIXED_TOKEN }],
  ])('asks the service, %s', async (_what, identity) => {
    const server = await serve(
      tokenService(new Set([FIXED_TOKEN, 'new']), () => json(200, { accessToken: 'new', expiresIn: 3_600 })),
    )
    expect(await connect(server.url, { identity }).session.refresh()).toMatchObject({
      accessToken: 'new',
      isSignIn: false,
      isKept: false,
    })
    expect(server.requests.map((request) => [request.path, bearer(request)])).toEqual([[REFRESH_TOKEN, FIXED_TOKEN]])
  })

  it('is refused only once the service refused it', async () => {
    const server = await serve(() => problem(401, 'expired'))
    await expectFault(
      connect(server.url, { identity: fixedIdentity }).session.refresh(),
      'SIGN_IN_REFUSED',
      /no longer accepted/,
    )
    expect(server.requests.map(({ path }) => path)).toEqual([REFRESH_TOKEN])
  })
})

describe('session on request', () => {
  it('signIn always asks, refresh refreshes a fresh token too, token shows the one in use', async () => {
    const identity = sharedStore(token('kept', HOUR))
    let issued = 0
    const server = await serve(
      tokenService(new Set(['kept', 'token-1', 'token-2']), () =>
        json(200, { accessToken: `token-${++issued}`, expiresIn: 3_600 }),
      ),
    )
    const { session } = connect(server.url, { identity })
    expect((await session.token()).accessToken).toBe('kept')
    expect((await session.refresh()).accessToken).toBe('token-1')
    expect((await session.signIn()).accessToken).toBe('token-2')
    expect((await session.token()).accessToken).toBe('token-2')
    expect(server.requests.map(({ path }) => path)).toEqual([REFRESH_TOKEN, GET_TOKEN])
  })

  it('refresh with no token at hand signs in', async () => {
    const server = await serve(withTokens(() => success(PARTNER)))
    await connect(server.url).session.refresh()
    expect(server.requests.map(({ path }) => path)).toEqual([GET_TOKEN])
  })

  it('a token of a short life is used to its half, not renewed for every call', async () => {
    const server = await serve(withTokens(() => success(PARTNER), 30))
    const client = connect(server.url)
    await client.call('auth.whoami', {})
    await client.call('auth.whoami', {})
    expect(server.to(GET_TOKEN)).toHaveLength(1)
  })

  it('reads expiresIn in the unit that the overlay names', async () => {
    const server = await serve(withTokens(() => success(PARTNER), 7_200_000))
    const { expiresAt, obtainedAt } = await connect(server.url, {
      overlay: parseOverlay({ expiresIn: 'milliseconds' }),
    }).session.signIn()
    expect(expiresAt - obtainedAt).toBe(7_200_000)
  })
})

describe('a token that no header can hold', () => {
  it.each(['Bearer eyJhbGciOi', 'eyJhbGciOi\n', 'tök'])(
    '%j is refused at sign-in and not kept',
    async (accessToken) => {
      const service = await serve(() =>
        json(200, { result: { accessToken, expiresIn: 3_600 }, status: 'success', message: null, executionTime: 1 }),
      )
      const store = sharedStore()
      const fault = await expectFault(connect(service.url, { identity: store }).session.signIn(), 'REFUSED')
      expect([fault.message, fault.message.includes(accessToken.trim())]).toEqual([
        expect.stringContaining('cannot be sent'),
        false,
      ])
      expect(store.saved).toEqual([])
    },
  )
})

describe('a token of a type that is not sent here', () => {
  const issue = (tokenType: unknown) =>
    serve(() =>
      json(200, {
        result: { tokenType, accessToken: 'token-of-a-type', expiresIn: 3_600 },
        status: 'success',
        message: null,
        executionTime: 1,
      }),
    )
  it.each(['mac', 'DPoP', 'Basic', 'hmac'])('%s is refused at sign-in and not kept', async (tokenType) => {
    const store = sharedStore()
    const fault = await expectFault(
      connect((await issue(tokenType)).url, { identity: store }).session.signIn(),
      'REFUSED',
      /no bearer token/,
    )
    expect(fault.findings).toMatchObject([{ field: 'tokenType', value: tokenType }])
    expect([store.saved, JSON.stringify(fault).includes('token-of-a-type')]).toEqual([[], false])
  })

  it.each(['bearer', ' Bearer ', 'BearerToken', 'JWT', '', undefined])('%j is taken', async (tokenType) => {
    expect(await connect((await issue(tokenType)).url).session.signIn()).toMatchObject({
      accessToken: 'token-of-a-type',
    })
  })
})

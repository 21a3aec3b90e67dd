import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseOverlay } from '../../src/contract/overlay/overlay.js'
import type { Client, ClientOptions, TraceEvent } from '../../src/client/index.js'
import { createRedactor } from '../../src/client/shown/redact.js'
import { connect, DUTY_CODE, faultOf, PARTNER_ID, PARTNER_SECRET, recordTrace, serve } from './fixtures.js'
import {
  cut,
  cutMidBody,
  GET_TOKEN,
  json,
  silent,
  success,
  text,
  type Recorded,
  type Reply,
} from './scripted-server.js'
import { CLOSED_PORT } from '../support/closed-port.js'

const ISSUED = 'issued-opaque-token/1+2='

/** The spellings a secret could be seen in, in overlapping parts of nine characters: no twelve in a row may be seen. */
function piecesOf(secret: string): string[] {
  const spellings = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]
  return spellings.flatMap((spelling) =>
    Array.from({ length: Math.max(1, Math.ceil((spelling.length - 8) / 4)) }, (_, step) =>
      spelling.slice(step * 4, step * 4 + 9),
    ),
  )
}

const PIECES = [...new Set([PARTNER_SECRET, DUTY_CODE, ISSUED].flatMap(piecesOf))]

function expectSilence(...shown: unknown[]): void {
  for (const one of shown) {
    const views = [
      inspect(one, { depth: 20, showHidden: true }),
      String(one),
      one instanceof Error ? `${one.message}${one.stack}` : '',
      JSON.stringify(one),
    ]
    for (const view of views)
      for (const piece of PIECES)
        if (view.includes(piece)) throw new Error(`"${piece}" is seen in ${view.slice(0, 400)}`)
  }
}

/** What a careless service answers: everything it was told. */
const echo =
  (status: number, form: 'json' | 'html' | 'torn' | 'success'): ((request: Recorded) => Reply) =>
  (request) => {
    const told = `${request.path}?${request.query} ${request.query.get('partnerSecret') ?? ''} ${request.headers.authorization ?? ''} ${request.body}`
    const headers = { 'x-echo': encodeURIComponent(told), 'set-cookie': `session=${ISSUED}` }
    if (form === 'html') return text(status, `<html><title>${told}</title><body>${told}</body></html>`, headers)
    if (form === 'torn')
      return text(status, JSON.stringify({ accessToken: ISSUED, message: told }).slice(0, -3), headers)
    const error = { code: told, message: told, details: [{ field: told, message: told }] }
    return json(
      status,
      {
        result: null,
        success: false,
        status: form === 'success' ? 'fail' : 'error',
        message: told,
        error,
        errors: error.details,
        accessTokens: told,
      },
      headers,
    )
  }

const token: Reply = json(200, { tokenType: 'Bearer', expiresIn: 3_600, accessToken: ISSUED })
const ROOMS = { body: { hotel_code: 1 } }
const CREATE = { body: { hubSwitchId: 'HS-1', status: 'ACTIVE', code: 'SEA', name: 'Seaview' } }

/** Secrets that a caller hands in himself, which the client has not met before. */
const ownSecrets = { partnerId: 'other', partnerSecret: `own ${PARTNER_SECRET}` }
const direct: [string, (client: Client) => Promise<unknown>][] = [
  ['get-token called by name', (client) => client.call('auth.login', { query: ownSecrets })],
  [
    'raw to a service that is lost',
    (client) =>
      client.raw('POST', '/api/v1/x', { query: ownSecrets, body: { credentials: { duty_code: `own ${DUTY_CODE}` } } }),
  ],
]

const calls: [string, (client: Client) => Promise<unknown>][] = [
  ['get-token', (client) => client.session.signIn()],
  ['whoami', (client) => client.call('auth.whoami', {})],
  ['create', (client) => client.call('property.create', CREATE)],
  ['rooms', (client) => client.call('room.list', ROOMS)],
  ['bulk', (client) => client.callText('rates.push', '{"hotel_code":1,"room_settings":[]}')],
  [
    'refresh',
    async (client) => {
      await client.session.signIn()
      return client.session.refresh()
    },
  ],
]

const answers: [string, (request: Recorded) => Reply][] = [
  ...([400, 401, 403, 404, 409, 429, 500, 503] as const).flatMap((status): [string, (request: Recorded) => Reply][] => [
    [`${status} that echoes in JSON`, echo(status, 'json')],
    [`${status} that echoes in HTML`, echo(status, 'html')],
  ]),
  ['200 that echoes a failure', echo(200, 'success')],
  ['200 that echoes in HTML', echo(200, 'html')],
  ['200 that is torn', echo(200, 'torn')],
  [
    'a redirect that echoes',
    (request) =>
      text(302, '', {
        location: `https://elsewhere.example${request.path}?${request.query}&t=${encodeURIComponent(request.headers.authorization ?? '')}`,
      }),
  ],
  [
    'a redirect to the secret as path',
    (request) => text(301, '', { location: `/${request.query.get('partnerSecret') ?? ''}` }),
  ],
  ['a cut', () => cut],
  ['a cut body', () => cutMidBody],
  ['silence', () => silent],
  ['headers too large', (request) => text(200, '', { 'x-big': `${request.query} ${'x'.repeat(20_000)}` })],
]

async function attempt(
  url: string,
  call: (client: Client) => Promise<unknown>,
  options: Partial<ClientOptions> = {},
): Promise<{ fault: Error; lines: TraceEvent[] }> {
  const { lines, trace } = recordTrace()
  const client = connect(url, {
    trace,
    maxAttempts: 2,
    retry: { baseMs: 1, capMs: 2, retryAfterCapMs: 10 },
    timeouts: { headersMs: 150, bodyMs: 150 },
    ...options,
  })
  const fault = await faultOf(call(client))
  expect(lines.length).toBeGreaterThan(0)
  expectSilence(client)
  return { fault, lines }
}

describe('no secret is ever shown', () => {
  it.each(answers)('%s', async (_name, answer) => {
    const onSignIn = await serve((request) => answer(request))
    const signIn = await attempt(onSignIn.url, calls[0]![1])
    expectSilence(signIn.fault, signIn.lines)
    expect(onSignIn.requests[0]?.query.get('partnerSecret')).toBe(PARTNER_SECRET)

    const later = await serve((request) => (request.path === GET_TOKEN ? token : answer(request)))
    for (const [name, call] of calls.slice(1, 5)) {
      const { fault, lines } = await attempt(later.url, call)
      expectSilence(fault, lines)
      expect(
        lines.some(({ url }) => url.includes('[secret]')),
        name,
      ).toBe(true)
    }
  })

  it.each(direct)('%s', async (_name, call) => {
    for (const answer of [echo(400, 'json'), echo(500, 'html'), () => cut]) {
      const server = await serve((request) =>
        request.headers.authorization === undefined && request.query.get('partnerId') === PARTNER_ID
          ? token
          : answer(request),
      )
      const { lines, trace } = recordTrace()
      const client = connect(server.url, { trace, maxAttempts: 1 })
      const outcome = await call(client).catch((error: unknown) => error)
      expect(server.requests.some(({ query }) => query.get('partnerSecret') === ownSecrets.partnerSecret)).toBe(true)
      expectSilence(outcome, lines)
    }
  })

  it('when nothing listens', async () => {
    for (const [, call] of calls) {
      const { fault, lines } = await attempt(`http://127.0.0.1:${CLOSED_PORT}`, call)
      expectSilence(fault, lines)
    }
  })

  it('in a trace of success', async () => {
    const { lines, trace } = recordTrace()
    const server = await serve((request) =>
      request.path.includes('token')
        ? token
        : request.path.startsWith('/v1')
          ? json(200, { success: true, rooms: [], you: request.body })
          : success({ ...CREATE.body, id: 1_000_001, seen: request.headers.authorization }),
    )
    const client = connect(server.url, { trace })
    for (const [, call] of calls) if (call !== calls[1]![1]) await call(client)
    expect(lines.length).toBeGreaterThan(8)
    expectSilence(lines)
    const [signIn] = lines
    expect(signIn?.url).toBe(`${server.url}${GET_TOKEN}?partnerId=${PARTNER_ID}&partnerSecret=[secret]`)
    const rooms = lines.find(({ url, direction }) => url.endsWith('/v1/rooms') && direction === 'request')
    expect(rooms).toMatchObject({
      body: '{"credentials":{"id":15786,"duty_code":"[secret]","user":"demo"},"hotel_code":1}',
      headers: { authorization: '[secret]' },
    })
  })

  it.each([
    [
      'beside the field',
      (issued: string, told: string) =>
        json(200, { tokenType: 'Bearer', note: told, accessToken: issued, again: [told] }, { 'x-echo': told }),
    ],
    [
      'in a torn answer',
      (issued: string, told: string) =>
        text(200, JSON.stringify({ accessToken: issued, note: told }).slice(0, -2), { 'x-echo': told }),
    ],
  ])('a new token that its own answer repeats, %s', async (name, answer) => {
    const spellings = [
      (issued: string) => issued,
      encodeURIComponent,
      (issued: string) => Buffer.from(`Bearer:${issued}`).toString('base64'),
    ]
    for (const [at, spell] of spellings.entries()) {
      // Not met before: what this process knows already is hidden anyway.
      const issued = `new+${at}/${Buffer.from(name).toString('hex')}=`
      const server = await serve(() => answer(issued, spell(issued)))
      const { lines, trace } = recordTrace()
      await connect(server.url, { trace, maxAttempts: 1 })
        .session.signIn()
        .catch(() => undefined)
      expect(lines.length).toBeGreaterThan(1)
      for (const half of [issued.slice(4, 18), spell(issued).slice(10, 30)])
        expect(JSON.stringify(lines)).not.toContain(half)
    }
  })

  it.each([
    [
      'a backslash that reading turns into a slash',
      `bs-%8\\nF3§wG6-kept`,
      (secret: string) => `https://elsewhere.example/${JSON.stringify(secret).slice(1, -1).replace('§', '\\u00a7')}`,
      ['nF3', 'wG6-kept'],
    ],
    [
      'letters that reading turns into punycode',
      'schlüßelwörter',
      (secret: string) => `https://${secret}.example/`,
      ['schl', 'xn--', 'wrter'],
    ],
  ])('where a redirect names it with %s', async (_name, secret, locationOf, parts) => {
    const server = await serve((request) =>
      request.path === GET_TOKEN ? token : text(302, '', { location: locationOf(secret) }),
    )
    const client = connect(server.url, {
      maxAttempts: 1,
      identity: { partner: async () => ({ partnerId: PARTNER_ID, partnerSecret: secret }) },
    })
    for (const [, call] of calls.slice(2, 5)) {
      const { message, next, facts, findings } = await faultOf(call(client))
      const seen = JSON.stringify({ message, next, facts, findings })
      expect(seen).toMatch(/redirects to |HTTP 302/)
      for (const part of parts) expect(seen).not.toContain(part)
    }
  })

  it('where an overlay renames the fields', async () => {
    const overlay = parseOverlay({
      rename: {
        'auth.login': { partnerSecret: 'pw', accessToken: 'jwt' },
        'room.list': { credentials: 'auth', 'credentials.duty_code': 'key' },
        'rates.push': { credentials: 'auth', 'credentials.duty_code': 'key' },
      },
    })
    const server = await serve((request) =>
      request.path === GET_TOKEN ? json(200, { jwt: ISSUED }) : echo(400, 'json')(request),
    )
    for (const [, call] of calls.slice(1, 5)) {
      const { fault, lines } = await attempt(server.url, call, { overlay })
      expectSilence(fault, lines)
    }
    const torn = await serve(() => text(200, `{"jwt":"${ISSUED}`))
    const { fault, lines } = await attempt(torn.url, calls[0]![1], { overlay })
    expectSilence(fault, lines)
  })

  it('in what raw answers', async () => {
    const server = await serve((request) =>
      request.path === GET_TOKEN
        ? token
        : json(
            200,
            { accessToken: ISSUED, nested: [{ duty_code: 'other-code' }], echo: `Bearer ${ISSUED} ${PARTNER_SECRET}` },
            { 'set-cookie': ISSUED, 'x-info': ISSUED },
          ),
    )
    const { lines, trace } = recordTrace()
    const answer = await connect(server.url, { trace }).raw('GET', '/api/v1/partners/refresh-token', {
      query: { partnerSecret: PARTNER_SECRET },
    })
    expectSilence(answer, lines)
    expect(answer.body).toEqual({
      accessToken: '[secret]',
      nested: [{ duty_code: '[secret]' }],
      echo: 'Bearer [secret] [secret]',
    })
    expect(server.requests[1]?.query.get('partnerSecret')).toBe(PARTNER_SECRET)
  })

  it('in a refusal of wrong input', async () => {
    const client = connect('https://service.example')
    const fault = await faultOf(
      client.call('auth.login', {
        query: { partnerId: '', partnerSecret: PARTNER_SECRET, extra: PARTNER_SECRET } as never,
      }),
    )
    expect(fault).toMatchObject({ code: 'INVALID_INPUT' })
    expectSilence(fault)
  })
})

describe('redactor', () => {
  const redactor = createRedactor(new Set(['accessToken', 'duty_code']))
  redactor.learn('s3cr3t value')
  redactor.learn('abc')

  it('masks by name and by value, and leaves the rest readable', () => {
    expect(redactor.text('a s3cr3t value, s3cr3t%20value, s3cr3t+value; abc stays')).toBe(
      'a [secret], [secret], [secret]; abc stays',
    )
    expect(redactor.value({ Duty_Code: 1, accessToken: null, list: ['x', { duty_code: { deep: 1 } }], n: 5 })).toEqual({
      Duty_Code: '[secret]',
      accessToken: null,
      list: ['x', { duty_code: '[secret]' }],
      n: 5,
    })
    expect(redactor.headers({ Authorization: 'Bearer x', Cookie: 'a=b', accept: 'application/json' })).toEqual({
      Authorization: '[secret]',
      Cookie: '[secret]',
      accept: 'application/json',
    })
    expect(redactor.url(new URL('https://h.example/p?accesstoken=x&b=1&b=2'))).toBe(
      'https://h.example/p?accesstoken=[secret]&b=1&b=2',
    )
  })

  it('masks JSON text without changing wide numbers, torn text too, and cuts it', () => {
    expect(redactor.body('{"id":1190000000000000123,"duty_code" : "a\\"b","accessToken":12}', 4_096)).toBe(
      '{"id":1190000000000000123,"duty_code" : "[secret]","accessToken":"[secret]"}',
    )
    expect(redactor.body('{"accessToken":"half a tok', 4_096)).toBe('{"accessToken":"[secret]"')
    expect(redactor.body('x'.repeat(5_000), 10)).toBe('xxxxxxxxxx… (5000 characters)')
    expect(redactor.body(`${'x'.repeat(5)}s3cr3t value`, 10)).toBe('xxxxx[secr… (17 characters)')
  })

  it('masks anything that looks like a JWT', () => {
    expect(redactor.text('see eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl there, and eyJhbGciOiJIUzI1NiJ9')).toBe(
      'see [secret] there, and [secret]',
    )
  })
})

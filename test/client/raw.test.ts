import { describe, expect, it } from 'vitest'
import { connect, expectFault, fixedIdentity, recordTrace, serve } from './fixtures.js'
import { cut, cutMidBody, json, problem, success, text, withTokens } from './scripted-server.js'

const identity = fixedIdentity

describe('raw', () => {
  it('sends any method and path signed in, merges the query, and answers body and headers', async () => {
    const server = await serve(withTokens(() => json(201, { result: { id: 1190000000000000 } }, { 'x-info': 'yes' })))
    const answer = await connect(`${server.url}/base`).raw('post', '/api/v1/anything?a=1', {
      query: { b: 2 },
      body: { hotel_code: 1190000000000000123n },
    })
    expect(answer).toMatchObject({
      status: 201,
      headers: { 'x-info': 'yes' },
      body: { result: { id: 1190000000000000 } },
    })
    const sent = server.requests.at(-1)
    expect([sent?.method, sent?.path, String(sent?.query), sent?.body, sent?.headers.authorization]).toEqual([
      'POST',
      '/base/api/v1/anything',
      'a=1&b=2',
      '{"hotel_code":1190000000000000123}',
      'Bearer opaque-token-1',
    ])
  })

  it('adds the channel credentials as they were given, and shows no secret of them', async () => {
    const server = await serve(() => json(200, { success: true, rooms: [] }))
    const { lines, trace } = recordTrace()
    const client = connect(server.url, {
      identity,
      trace,
      channelCredentials: async () => ({ id: 'AG-17', duty_code: 'd1', pin: 90071992547409931n }),
    })
    await client.raw('POST', '/v1/rooms', { body: { hotel_code: 1 }, addCredentials: true })
    expect(server.requests[0]?.body).toBe(
      '{"credentials":{"id":"AG-17","duty_code":"d1","pin":90071992547409931},"hotel_code":1}',
    )
    expect(lines[0]?.body).toBe('{"credentials":{"id":"AG-17","duty_code":"[secret]","pin":"[secret]"},"hotel_code":1}')
  })

  it('answers a refusal as it is, text as text, and an empty body as empty', async () => {
    const replies = [
      problem(404, 'no'),
      text(200, '<p>hello</p>'),
      text(204, ''),
      text(302, '', { location: 'https://elsewhere.example/' }),
    ]
    const server = await serve((_request, index) => replies[index] ?? success(1))
    const client = connect(server.url, { identity })
    const answers = []
    for (const method of ['GET', 'PATCH', 'DELETE', 'GET']) answers.push(await client.raw(method, '/x'))
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [404, { result: null, status: 'fail', message: 'no', executionTime: 1 }],
      [200, '<p>hello</p>'],
      [204, ''],
      [302, ''],
    ])
  })

  it('repeats GET only, and answers the last status where it stays', async () => {
    const server = await serve(() => problem(503, 'down'))
    const client = connect(server.url, { identity, maxAttempts: 3 })
    expect((await client.raw('GET', '/x')).status).toBe(503)
    expect(server.requests).toHaveLength(3)
    expect((await client.raw('POST', '/x', { body: {} })).status).toBe(503)
    expect(server.requests).toHaveLength(4)
  })

  it('does not know the outcome of a lost POST', async () => {
    const server = await serve(() => cut)
    await expectFault(connect(server.url, { identity }).raw('POST', '/x', { body: {} }), 'OUTCOME_UNKNOWN', /POST \/x/)
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['500', problem(500, 'oops')],
    ['an answer that breaks off', cutMidBody],
    ['no answer', cut],
    ['a web page and HTTP 503', text(503, '<h1>Down</h1>')],
    ['HTTP 429', problem(429, 'slow down')],
    ['torn JSON', text(200, '{"succ')],
  ])('does not know what became of a batch that was sent by hand and met %s: nothing repeats it', async (_, reply) => {
    const server = await serve(() => reply)
    const told = await connect(server.url, { identity })
      .raw('POST', '/v1/room_settings', { body: { hotel_code: 1 } })
      .then(
        ({ fault }) => fault,
        (error: unknown) => error,
      )
    expect(told).toMatchObject({ code: 'OUTCOME_UNKNOWN', exitCode: 12 })
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['GET', 'https://evil.example/'],
    ['GET', '//evil.example/'],
    ['GET', 'api/v1'],
    ['CONNECT', '/x'],
    ['GET /x HTTP/1.1', '/x'],
  ])('refuses %s %s', async (method, path) => {
    await expectFault(connect('https://service.example', { identity }).raw(method, path), 'USAGE')
  })
})

import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startForwarder } from '../../../src/cli/forward/forwarder.js'
import { exchangeText } from '../../../src/cli/forward/view.js'
import type { Exchange } from '../../../src/cli/forward/exchange.js'
import { createRelay } from '../../../src/client/index.js'
import { type Reply, startScripted, silent } from '../../client/scripted-server.js'
import { ROOT } from '../../support/cli.js'
import { opened } from '../../support/open-things.js'
import { between, CARD, headersOf, MESSAGE, post, TAKEN, taken, until } from './bench.js'

describe('between a hub and a PMS', () => {
  it('passes the bytes of both on as they are, whatever they are, with their headers but those of the connection', async () => {
    const answer = Buffer.concat([Buffer.from('<a>\xff\r\n', 'latin1'), randomBytes(70_000)])
    const bench = await between(() => (response) => {
      response.writeHead(
        418,
        `X-Books|small|Set-Cookie|a=1|Set-Cookie|b=2|Keep-Alive|timeout=9|Connection|close|Content-Type|application/octet-stream|Content-Length|${answer.length}`.split(
          '|',
        ),
      )
      response.end(answer)
    })
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), MESSAGE, randomBytes(50_000), Buffer.from('\r\n\0')])
    const got = await post(`${bench.url}any/path?of=hub`, body, {
      'content-type': 'text/xml; charset=iso-8859-1',
      soapaction: '"urn:book"',
      authorization: 'Basic aG90ZWw6c2VjcmV0',
      'x-hub': 'one',
      connection: 'close, x-own',
      'x-own': 'of this connection',
    })
    expect([got.status, got.body.equals(answer)]).toEqual([418, true])
    expect(headersOf(got, 'set-cookie')).toEqual(['a=1', 'b=2'])
    expect([headersOf(got, 'x-books'), headersOf(got, 'keep-alive')]).toEqual([['small'], []])
    const [request] = bench.pms.requests
    expect(request?.bytes.equals(body)).toBe(true)
    expect(request?.path).toBe('/pms')
    expect(request?.query.get('key')).toBe('of-the-address')
    expect(request?.headers).toMatchObject({
      'content-type': 'text/xml; charset=iso-8859-1',
      soapaction: '"urn:book"',
      authorization: 'Basic aG90ZWw6c2VjcmV0',
      'x-hub': 'one',
    })
    expect(request?.headers).not.toHaveProperty('x-own')
    expect(request?.headers).not.toHaveProperty('accept-encoding')
  })

  it('passes compressed ones on compressed, and reads them all the same', async () => {
    const packed = gzipSync(TAKEN)
    const bench = await between(
      () => (response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/xml' }).end(packed),
    )
    const body = gzipSync(MESSAGE)
    const got = await post(bench.url, body, { 'content-encoding': 'gzip', 'content-type': 'text/xml' })
    expect(got.body.equals(packed)).toBe(true)
    expect(bench.pms.requests[0]?.bytes.equals(body)).toBe(true)
    await until(() => bench.seen.length === 1)
    expect(bench.seen[0]).toMatchObject({
      bookingId: 'HS-20270701-1',
      resStatus: 'Commit',
      hotel: '1000001',
      state: 'delivered',
      errors: 0,
    })
  })

  it('a PMS that is down, cuts or says nothing is never a success: 502, 504, and what is known', async () => {
    const gone = await startScripted(() => taken)
    await gone.close()
    const [down, cut, mute] = [
      await between(() => taken, { to: gone.url }),
      await between(() => (response) => void response.destroy()),
      await between(() => () => undefined, { timeoutMs: 300 }),
    ]
    const answers = []
    for (const bench of [down, cut, mute]) {
      const { status, body } = await post(bench.url, MESSAGE)
      await until(() => bench.seen.length === 1)
      answers.push([status, String(body), bench.seen[0]?.state, bench.seen[0]?.failure?.arrived])
    }
    expect(answers).toEqual([
      [502, expect.stringMatching(/could not be reached.*was not delivered\.\n$/s) as string, 'failed', 'no'],
      [502, expect.stringMatching(/Whether it took the message is not known\.\n$/) as string, 'unknown', 'maybe'],
      [504, expect.stringMatching(/no complete answer in time.*not known\.\n$/s) as string, 'unknown', 'maybe'],
    ])
    // Once each: what may have arrived is not sent again by itself.
    expect([cut.pms.requests.length, mute.pms.requests.length]).toEqual([1, 1])
  })

  it.each<[string, Reply, number | undefined]>([
    [
      'closes in the middle of the body',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/xml' }).write(TAKEN.slice(0, 70))
        setTimeout(() => response.destroy(), 50)
      },
      undefined,
    ],
    [
      'promises more bytes than come',
      (response) => {
        response.writeHead(200, { 'content-type': 'text/xml', 'content-length': '5000' }).write(TAKEN.slice(0, 70))
        setTimeout(() => response.destroy(), 50)
      },
      5000,
    ],
    [
      'stops, and waits',
      (response) => void response.writeHead(200, { 'content-type': 'text/xml' }).write(TAKEN.slice(0, 70)),
      undefined,
    ],
    [
      'breaks off in a packed one',
      (response) => {
        const packed = gzipSync(TAKEN + randomBytes(2000).toString('hex'), { level: 0 })
        response.writeHead(200, { 'content-encoding': 'gzip' }).write(packed.subarray(0, 15 + 70))
        setTimeout(() => response.destroy(), 50)
      },
      undefined,
    ],
  ])('keeps what came of an answer where the PMS %s', async (what, reply, promisedBytes) => {
    const bench = await between(() => reply, { timeoutMs: 600 })
    const { status, body } = await post(bench.url, MESSAGE)
    await until(() => bench.seen.length === 1)
    const [seen] = bench.seen
    const { bytes = 0 } = seen?.failure?.partial ?? {}
    expect(bytes).toBeGreaterThanOrEqual(70)
    const cut = `answered HTTP 200, and its answer ended after ${bytes}${promisedBytes === undefined ? '' : ' of 5000'} bytes of its body`
    expect(seen).toMatchObject({
      state: 'unknown',
      summary: expect.stringContaining(cut) as string,
      failure: { status, arrived: 'maybe', partial: { status: 200, body: TAKEN.slice(0, 70) } },
    })
    expect(seen?.answer).toBeUndefined()
    expect(seen?.failure?.partial?.promisedBytes).toBe(promisedBytes)
    expect(status).toBe(what.startsWith('stops') ? 504 : 502)
    expect(String(body)).toContain(cut)
    expect(String(body)).toMatch(/Whether it took the message is not known\.\n$/)
    const text = exchangeText(seen as Exchange, { isWhole: true })
    expect(text).toContain(`… cut here, after ${bytes}`)
    expect(text).toContain('< HTTP 200')
  })

  it('hides a card and a password that an answer broke off in', async () => {
    for (const tail of [`<a>card ${CARD.slice(0, 12)}`, '<a>a-password-of-t', '<a>4111 1111 1111 1']) {
      const bench = await between(() => (response) => {
        response.writeHead(200).write(tail)
        setTimeout(() => response.destroy(), 50)
      })
      await post(bench.url, MESSAGE, {
        authorization: `Basic ${Buffer.from('hub:a-password-of-the-hub').toString('base64')}`,
      })
      await until(() => bench.seen.length === 1)
      expect(bench.seen[0]?.failure?.partial?.body).toMatch(/^<a>(?:card)?\s?\*{3}$/)
    }
  })

  it('looks into each message on the way, and shows nothing of a card, a password or a key', async () => {
    const secret = 'a-password-of-the-hub'
    const bench = await between(
      () => (response) => void response.writeHead(200, { 'x-api-key': 'k-of-pms' }).end(`<a>${secret} ${CARD}</a>`),
    )
    const wrong = readFileSync(path.join(ROOT, 'samples/notification-wrong.xml'), 'utf8').replace(
      '</ResGlobalInfo>',
      `<Comments><Comment><Text>card ${CARD}</Text></Comment></Comments></ResGlobalInfo>`,
    )
    await post(bench.url, Buffer.from(wrong), {
      authorization: `Basic ${Buffer.from(`hub:${secret}`).toString('base64')}`,
      'x-api-key': 'k-of-hub',
    })
    await until(() => bench.seen.length === 1)
    const [exchange] = bench.seen
    expect(exchange?.errors).toBeGreaterThan(0)
    expect(exchange?.request.hidden).toBe(1)
    expect(exchange?.state).toBe('unknown')
    const all = JSON.stringify(exchange)
    for (const hidden of [CARD, secret, 'k-of-hub', 'k-of-pms', 'of-the-address']) expect(all).not.toContain(hidden)
    expect(bench.pms.requests[0]?.body).toContain(CARD)
  })

  it('keeps nothing of a message whose sign-in the PMS refused, unless asked', async () => {
    const refuse: Reply = (response) => void response.writeHead(401).end('who are you?')
    for (const keepsRefused of [false, true]) {
      const bench = await between(() => refuse, { keepsRefused })
      expect((await post(bench.url, MESSAGE)).status).toBe(401)
      await until(() => bench.seen.length === 1)
      expect(bench.seen[0]).toMatchObject({ answer: { status: 401 }, state: 'failed' })
      expect(JSON.stringify(bench.seen[0]).includes('Lovelace')).toBe(keepsRefused)
    }
  })

  it('keeps no card, code or password in any spelling, and tells what it cannot look into', async () => {
    const [code, password] = ['9137', 'Zq7pw-Str3ng']
    const message = MESSAGE.toString('utf8')
      .replace('<BasicPropertyInfo', `<PaymentCard CardNumber="${CARD}" SeriesCode="${code}"/><BasicPropertyInfo`)
      .replace('ID="HUBSWITCH"', `ID="HUBSWITCH" MessagePassword="${password}"`)
    const bodies: [string, Buffer, string?][] = [
      ['application/json', Buffer.from(JSON.stringify({ xml: message }))],
      ['application/x-www-form-urlencoded', Buffer.from(new URLSearchParams({ xml: message }).toString())],
      ['text/xml', Buffer.from(`<x>${Buffer.from(message).toString('base64')}</x>`)],
      ['text/xml', gzipSync(`<x>${gzipSync(message).toString('base64')}</x>`), 'gzip'],
      ['application/octet-stream', gzipSync(message)],
      ['text/xml', Buffer.from('PK\u0003\u0004').fill(7, 4)],
      ['text/xml; charset=utf-16le', Buffer.from(`note ${message}`)],
    ]
    for (const keepsUnread of [false, true]) {
      const bench = await between(() => taken, { keepsUnread })
      for (const [type, body, encoding] of bodies)
        await post(bench.url, body, {
          'content-type': type,
          ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
        })
      await until(() => bench.seen.length === bodies.length)
      for (const [at, { request, findings }] of bench.seen.entries()) {
        if (at < 4) {
          const kept = JSON.stringify({ request, findings })
          const inside = Buffer.from(/<x>([^<]*)/.exec(request.body ?? '')?.[1] ?? '', 'base64').toString('utf8')
          for (const secret of [CARD, `"${code}`, `%22${code}`, password])
            expect(kept + inside, `${at}`).not.toContain(secret)
          expect(request.hidden, `${at}`).toBeGreaterThan(2)
        } else
          expect([request.body === undefined, request.notKept === undefined], `${at}`).toEqual([
            !keepsUnread,
            keepsUnread,
          ])
      }
      expect(bench.pms.requests.map(({ bytes }, at) => bytes.equals(bodies[at]?.[1] as Buffer))).not.toContain(false)
    }
  })

  it('turns away what no PMS takes, without passing it on', async () => {
    const bench = await between(() => taken)
    const get = await fetch(bench.url)
    expect([get.status, await get.text()]).toEqual([405, 'Only POST is passed on.\n'])
    expect((await post(bench.url, MESSAGE, { host: 'pms.example' })).status).toBe(421)
    expect((await post(bench.url, MESSAGE, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect(bench.pms.requests).toHaveLength(0)
    expect(bench.remarks).toHaveLength(3)
  })

  it('takes messages of a hub that knows it under another name, and none of a page', async () => {
    const bench = await between(() => taken)
    const called = { host: 'pms.example', 'content-type': 'text/xml' }
    expect((await post(bench.url, MESSAGE, called)).status).toBe(200)
    expect((await post(bench.url, MESSAGE, { ...called, origin: 'http://pms.example' })).status).toBe(421)
    expect((await post(bench.url, MESSAGE, { ...called, 'content-type': 'text/plain' })).status).toBe(421)
    expect(bench.pms.requests).toHaveLength(1)
  })

  it('a message that nobody can read goes on as well', async () => {
    const bench = await between(() => taken)
    for (const body of [
      Buffer.from(''),
      Buffer.from('<not xml'),
      randomBytes(3_000),
      Buffer.from('<a>'.repeat(20_000)),
    ])
      expect((await post(bench.url, body)).status).toBe(200)
    expect(bench.pms.requests).toHaveLength(4)
  })

  it('100 messages, 30 at once, through a PMS that goes away twice: each arrives as often as it was answered', async () => {
    const bodies = Array.from({ length: 100 }, (_, at) =>
      Buffer.from(MESSAGE.toString('utf8').replaceAll('HS-20270701-1', `HS-${at}-X`)),
    )
    const digest = (body: Uint8Array): string => createHash('sha256').update(body).digest('hex')
    const booked = new Map<string, number>()
    let served = 0
    const bench = await between((request) => (response) => {
      served++
      // Gone for a while: some cut before they are booked, some behind it.
      if ((served > 30 && served < 38) || (served > 70 && served < 80)) return void response.destroy()
      const key = digest(request.bytes)
      booked.set(key, (booked.get(key) ?? 0) + 1)
      taken(response, request)
    })
    let posts = 0
    const rest = bodies.map((_, at) => at)
    const send = async (): Promise<void> => {
      for (let at = rest.shift(); at !== undefined; at = rest.shift()) {
        const { status } = (posts++, await post(bench.url, bodies[at] as Buffer))
        expect([200, 502]).toContain(status)
        if (status !== 200) rest.push(at)
      }
    }
    await Promise.all(Array.from({ length: 30 }, send))
    expect([...booked.keys()].toSorted()).toEqual(bodies.map(digest).toSorted())
    expect([...booked.values()].every((times) => times === 1)).toBe(true)
    expect(bench.pms.requests).toHaveLength(posts)
    await until(() => bench.seen.length === posts)
  })

  it('says that it was ended, where that came before the answer', async () => {
    const bench = await between(() => silent, { closeMs: 20 })
    const asked = post(bench.url, MESSAGE).catch((error: NodeJS.ErrnoException) => error.code)
    await until(() => bench.pms.requests.length === 1)
    expect(bench.underWay()).toBe(1)
    // The forwarder, and its relay.
    for (let things = 0; things < 2; things++) await opened.pop()?.close()
    expect(await asked).toBe('ECONNRESET')
    await until(() => bench.remarks.length > 0)
    expect([bench.remarks, bench.seen]).toEqual([
      ['/: The answer is not known: the listener ended before it came.'],
      [],
    ])
  })

  it('does not pass messages on to itself', async () => {
    const { url } = await between(() => taken)
    const { port } = new URL(url)
    await opened.pop()?.close()
    await expect(
      startForwarder({
        host: '127.0.0.1',
        port: Number(port),
        relay: createRelay({ to: `http://localhost:${port}/pms`, timeoutMs: 1_000, answerBytesMax: 1_000 }),
        keepsRefused: false,
        onExchange: () => undefined,
        onRemark: () => undefined,
      }),
    ).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining('itself') as string })
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow()
  })
})

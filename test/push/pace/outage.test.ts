import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import { Outage, type OutageNews } from '../../../src/push/pace/outage.js'
import { Fault } from '../../../src/errors.js'
import { peekPace } from '../../../src/journal/index.js'
import { CLOSED_PORT } from '../../support/closed-port.js'
import { ACCEPTED, type Recorder, startRecorder } from '../../support/recorder.js'

const HEADER = 'hotel_code,room_id,date,price\n'

describe('a service that takes no connections', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
    delete service.env['HUBSWITCH_WRITES_PER_MINUTE']
  })
  afterEach(() => service.remove())

  const file = (): string =>
    service.put('a.csv', `${HEADER}${[1, 2, 3].map((hotel) => `100000${hotel},101,2040-01-01,100.00\n`).join('')}`)

  it('is told with the time it is waited for, ends with 10 in good time, and the pace has learned nothing', async () => {
    service.env['HUBSWITCH_BASE_URL'] = `http://127.0.0.1:${CLOSED_PORT}`
    const begun = Date.now()
    const { code, stderr, json } = await service.run(RatesPush, file(), '--yes', '--json', '--rate', '1000')
    expect(stderr.split('\n')[0]).toMatch(/could not be reached: the connection was refused.*Trying again …/)
    expect(code, stderr).toBe(10)
    expect(Date.now() - begun).toBeLessThan(60_000)
    expect(stderr).toMatch(/could not be reached.*Trying again for \d+ s/)
    const { run, error } = json<{
      run: { requests: number; state: string; nights: { left: number } }
      error: { next: string }
    }>()
    expect(run).toMatchObject({ requests: 0, state: 'stopped', nights: { left: 3 } })
    expect(error.next).toContain('run resume 1')
    const pace = peekPace(service.env['HUBSWITCH_DATA_DIR'] as string, `env ${service.env['HUBSWITCH_BASE_URL']}`)
    try {
      expect(pace.of('account')).toMatchObject({
        rate: { troubleAt: 0, troubles: 0, isRising: true },
        refused: [],
        troubled: [],
      })
      expect(pace.of('rates 1000001')).toMatchObject({ rate: { troubleAt: 0, troubles: 0, isRising: true } })
    } finally {
      pace.close()
    }
  })

  it('and comes back while it is waited for: the rest is sent, and both are told', async () => {
    service.answer = (_write, index) => {
      // The service goes away with its first answer and comes back on the same port.
      if (index === 0)
        setTimeout(
          () =>
            void service.close().then(() => setTimeout(() => void reopened.listen(service.port, '127.0.0.1'), 1500)),
          20,
        )
      return ACCEPTED
    }
    const seen: string[] = []
    const reopened = createServer((request, response) => {
      request.resume()
      request.on('end', () => {
        seen.push(request.url ?? '')
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(
            request.url?.includes('get-token') === true
              ? '{"tokenType":"Bearer","expiresIn":3600,"accessToken":"opaque-token-2"}'
              : '{"success":true,"error":null}',
          )
      })
    })
    const pushing = service.run(
      RatesPush,
      service.put(
        'a.csv',
        `${HEADER}${Array.from({ length: 12 }, (_, i) => `${1_000_001 + i},101,2040-01-01,100.00\n`).join('')}`,
      ),
      '--yes',
      '--json',
      '--rate',
      '20',
      '--concurrency',
      '1',
    )
    const { code, stderr, json } = await pushing
    reopened.closeAllConnections()
    reopened.close()
    expect(code, stderr).toBe(0)
    expect(stderr).toMatch(/Trying again for \d+ s[^]*The service answers again after \d+ s/)
    expect(json<{ run: { nights: { acknowledged: number } } }>().run.nights.acknowledged).toBe(12)
    expect(seen.filter((url) => url === '/v1/room_settings').length).toBeGreaterThanOrEqual(10)
  })
})

describe('the wait for a service that takes no connections', () => {
  const fault = new Fault('UNREACHABLE', 'The service could not be reached.', { facts: { connected: false } })

  it('counts requests that fail together once, is told at the second try, and ends when patience does', () => {
    const told: OutageNews[] = []
    const outage = new Outage({ next: 'Go on.', onNews: (news) => told.push(news) })
    const fail = (at: number, isProven = false) => outage.failed(fault, { sentAt: at, now: at, isProven })
    expect(outage.failed(fault, { sentAt: 0, now: 1000, isProven: false })).toBeUndefined()
    expect(outage.failed(fault, { sentAt: 10, now: 1001, isProven: false })).toBeUndefined()
    expect(told).toEqual([])
    expect(fail(1300)).toBeUndefined()
    expect(told).toEqual([{ kind: 'unreachable', message: fault.message, ms: 9_700 }])
    expect(fail(10_999)).toBeUndefined()
    expect(fail(11_000)).toMatchObject({
      code: 'UNREACHABLE',
      message: fault.message,
      next: expect.stringContaining('Go on.') as string,
    })
    outage.over(12_000)
    expect(told.at(-1)).toMatchObject({ kind: 'back', ms: 11_000 })
    expect(fail(30_000, true)).toBeUndefined()
    expect(fail(89_999, true)).toBeUndefined()
    expect(fail(90_000, true)).toBeDefined()
  })

  it('lets one request try while the others wait', async () => {
    const outage = new Outage({ next: '' })
    const { signal } = new AbortController()
    outage.failed(fault, { sentAt: Date.now(), now: Date.now(), isProven: true })
    let passed = 0
    const waiting = Promise.all([1, 2, 3].map(() => outage.pass(signal).then(() => (passed += 1))))
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(passed).toBe(1)
    outage.over(Date.now())
    await waiting
    expect(passed).toBe(3)
  })
})

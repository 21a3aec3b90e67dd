import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import RatesPush from '../../../src/commands/rates/push.js'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { ACCEPTED, type Recorder, startRecorder } from '../../support/recorder.js'

const HEAD = 'hotel_code,room_id,date,price\n'
const row = (day: string): string => `1000001,101,${day},90.00\n`
const DAY_MS = 86_400_000

describe('nights that are left out as past', () => {
  let service: Recorder
  let monitor: Scripted
  beforeEach(async () => {
    service = await startRecorder()
    monitor = await startScripted(() => json(200, {}))
  })
  afterEach(async () => {
    await monitor.close()
    await service.remove()
  })
  const file = (name: string): string => path.join(service.folder, name)
  const push = (...words: string[]) =>
    service.run(
      RatesPush,
      ...words,
      '--yes',
      '--quiet',
      '--allow-unknown-rooms',
      '--summary',
      file('push.txt'),
      '--ping-url',
      `${monitor.url}/k`,
    )
  const summary = (): string => readFileSync(file('push.txt'), 'utf8')

  it('are counted in the summary and the ping of a push that sends the others', async () => {
    const ran = await push(
      service.put('rates.csv', `${HEAD}${row('2020-01-01')}${row('2020-01-02')}${row('2040-01-01')}`),
    )
    expect([ran.code, ran.stderr, ran.stdout]).toEqual([0, '', ''])
    const line =
      /Run 1: Done\. 1 night acknowledged in 1 request, [\d.]+ s; 2 nights before \d{4}-\d\d-\d\d left out as past \(2 whole rows\)\./
    expect(summary()).toMatch(line)
    expect(monitor.requests.map(({ path: at, body }) => [at, line.test(body)])).toEqual([
      ['/k/start', false],
      ['/k', true],
    ])
  })

  it.each([[[]], [['--changes-only']], [['--skip-invalid']]])(
    'and nothing else is left: the push is stopped, and says so whatever --quiet says %j',
    async (more) => {
      const ran = await push(service.put('rates.csv', `${HEAD}${row('2020-01-01')}${row('2020-01-02')}`), ...more)
      expect([ran.code, ran.stderr]).toEqual([
        7,
        expect.stringMatching(
          /all-past \(2 nights\)[^]*nothing but nights before \d{4}-\d\d-\d\d[^]*the export still runs, and the clock of this machine, which says/,
        ),
      ])
      expect(service.writes).toEqual([])
      expect(summary()).toMatch(/^hubswitch rates ?push: stopped by a guard \(exit 7\)/)
      expect(monitor.requests.at(-1)?.path).toBe('/k/fail')
      const { code, stdout } = await service.run(RatesPush, file('rates.csv'), '--dry-run', '--allow-unknown-rooms')
      expect([code, stdout]).toEqual([7, expect.stringContaining('Stopped    all-past')])
    },
  )

  it('with a whole file of several: the others are sent, and it is no plain success', async () => {
    const ran = await push(
      service.put('old.csv', `${HEAD}${row('2020-01-01')}`),
      service.put('new.csv', `${HEAD}${row('2040-01-01')}`),
    )
    expect([ran.code, service.writes.length]).toEqual([3, 1])
    expect(`${ran.stdout}${ran.stderr}`).toMatch(
      /Partly done\. 1 night acknowledged .*; 1 night before .* left out as past \(1 whole row, all that .*old\.csv holds\)/,
    )
  })

  it('with all of one hotel in a file of several: the hotel is named on every way out', async () => {
    const others = '1000002,101,2020-01-01,90.00\n1000003,101,2020-01-01,90.00\n1000003,101,2040-01-02,91.00\n'
    const rates = service.put('rates.csv', `${HEAD}${row('2040-01-01')}${others}`)
    const ran = await push(rates)
    expect([ran.code, ran.stdout]).toEqual([0, ''])
    const told = /^Nothing is sent of hotel 1000002: all its nights in the files are before \d{4}-\d\d-\d\d\./
    expect(ran.stderr).toMatch(told)
    expect(ran.stderr).not.toMatch(/1000001|1000003/)
    expect(summary()).toMatch(/^Nothing is sent of hotel 1000002:/m)
    expect(summary()).toMatch(/2 nights before .* left out as past \(2 whole rows, all of hotel 1000002\)/)
    expect(monitor.requests.at(-1)?.body).toMatch(/Nothing is sent of hotel 1000002:/)
    const dry = await service.run(RatesPush, rates, '--dry-run', '--json', '--allow-unknown-rooms')
    expect(JSON.parse(dry.stdout)).toMatchObject({ plan: { past: { hotels: ['1000002'], hotelCount: 1 } } })
    expect(dry.stderr).toMatch(/^Nothing is sent of hotel 1000002:/m)
  })

  it('beside nights that are unchanged: a success that is told in the summary', async () => {
    const rates = service.put('rates.csv', `${HEAD}${row('2020-01-01')}${row('2040-01-01')}`)
    await push(rates, '--changes-only')
    const again = await push(rates, '--changes-only')
    expect([again.code, again.stderr, service.writes.length]).toEqual([0, '', 1])
    expect(summary()).toMatch(/Past {7}1 night before .*left out \(1 whole row\)[^]*Unchanged {2}1 night/)
  })

  /** A service whose clock is this many days ahead, told in its Date or in the token alone. */
  const clocked = async (days: number, by: 'date' | 'token'): Promise<Scripted> => {
    const now = (): number => Date.now() + days * DAY_MS
    const token = (): string =>
      ['{"alg":"none"}', JSON.stringify({ iat: Math.floor(now() / 1000), exp: Math.floor(now() / 1000) + 3600 }), 'x']
        .map((part) => Buffer.from(part).toString('base64url'))
        .join('.')
    const other = await startScripted((request) => (response) => {
      if (by === 'token') response.sendDate = false
      const reply = /token/.test(request.path)
        ? json(
            200,
            {
              tokenType: 'Bearer',
              expiresIn: 3600,
              accessToken: by === 'token' ? token() : 'opaque',
              executionTime: 1,
            },
            by === 'date' ? { date: new Date(now()).toUTCString() } : {},
          )
        : ACCEPTED
      return reply(response, request as never)
    })
    service.env['HUBSWITCH_BASE_URL'] = other.url
    return other
  }
  it.each([
    [-30, 'date', true],
    [30, 'date', true],
    [-30, 'token', true],
    [30, 'token', true],
    [0.5, 'date', false],
    [-0.5, 'token', false],
  ] as const)('a service whose clock is %d days ahead by its %s is told once: %s', async (days, by, isTold) => {
    const other = await clocked(days, by)
    try {
      for (const day of ['2040-01-01', '2020-01-01']) {
        const { code, stderr } = await push(service.put('rates.csv', `${HEAD}${row(day)}`))
        expect([
          code,
          stderr.split('The clock of this machine says').length - 1,
          summary().includes('The clock of this machine says'),
        ]).toEqual([day.startsWith('2020') ? 7 : 0, isTold ? 1 : 0, isTold])
      }
    } finally {
      await other.close()
    }
  })
})

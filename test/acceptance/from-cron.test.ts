import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from '../support/cli.js'
import { ACCEPTED, type Recorder, refusal, startRecorder } from '../support/recorder.js'

/** Pushes as cron runs them: `sh -c`, nothing in the environment but what the crontab sets, no terminal; what they print becomes one mail. */
describe('three rounds of cron', () => {
  let service: Recorder
  beforeEach(async () => {
    service = await startRecorder()
  })
  afterEach(() => service.remove())

  const file = (name: string): string => path.join(service.folder, name)
  const table = (price: number): string =>
    `hotel_code,room_id,date,price\n${[1, 2, 3].map((day) => `1000001,101,2040-01-0${day},${price + day}.00\n`).join('')}`
  const cron = (words: string): Promise<{ code: number; mail: string }> =>
    new Promise((resolve) => {
      const set = Object.entries({ ...service.env, PATH: '/usr/bin:/bin', LANG: 'C' }).map(
        ([name, value]) => `${name}=${value}`,
      )
      const line = `exec "${process.execPath}" "${ROOT}/bin/run.cjs" ${words} 2>&1`
      execFile('/usr/bin/env', ['-i', ...set, '/bin/sh', '-c', line], (error, stdout) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, mail: stdout }),
      ).stdin?.end()
    })
  const push = (price: number) =>
    cron(
      `rates push "${service.put('rates.csv', table(price))}" --changes-only --yes --quiet --allow-unknown-rooms --entries 1 --concurrency 1 --summary "${file('push.txt')}" --log-file "${file('push.log')}"`,
    )
  const headline = (): string | undefined => readFileSync(file('push.txt'), 'utf8').split('\n')[0]
  const held = (): Record<string, unknown> =>
    Object.fromEntries(
      service.writes
        .filter((_, at) => !refused.has(at))
        .flatMap(({ entries }) => entries)
        .map(({ from, price }) => [from, price]),
    )
  const refused = new Set<number>()

  it('no mail where all went well, one that says what and what next where it did not, and the next round puts it right', async () => {
    expect(await push(100)).toEqual({ code: 0, mail: '' })
    expect([headline(), held()]).toEqual([
      'hubswitch rates push: done',
      { '2040-01-01': '101.00', '2040-01-02': '102.00', '2040-01-03': '103.00' },
    ])

    service.answer = ({ entries }, at) => {
      if (entries[0]?.from !== '2040-01-02') return ACCEPTED
      refused.add(at)
      return refusal('E1', 'Price below cost')
    }
    const second = await push(200)
    expect(second).toEqual({
      code: 3,
      mail: expect.stringMatching(
        /^Run 2: Partly done\. 2 nights acknowledged .*\n1 row refused by the service[^]*Price below cost[^]*"hubswitch run show 2"/,
      ) as string,
    })
    expect([headline(), held()]).toEqual([
      'hubswitch rates push: done in part (exit 3)',
      { '2040-01-01': '201.00', '2040-01-02': '102.00', '2040-01-03': '203.00' },
    ])

    service.answer = () => ACCEPTED
    const before = service.writes.length
    expect(await push(200)).toEqual({ code: 0, mail: '' })
    expect([headline(), service.writes.length - before, held()]).toEqual([
      'hubswitch rates push: done',
      1,
      { '2040-01-01': '201.00', '2040-01-02': '202.00', '2040-01-03': '203.00' },
    ])

    const listed = JSON.parse((await cron('run list --json --quiet')).mail) as {
      id: number
      state: string
      nights: { acknowledged: number }
    }[]
    expect(listed.map(({ id, state, nights }) => [id, state, nights.acknowledged])).toEqual([
      [3, 'done', 1],
      [2, 'partial', 2],
      [1, 'done', 3],
    ])
    const written = [readFileSync(file('push.log'), 'utf8'), readFileSync(file('push.txt'), 'utf8'), second.mail].join(
      '\n',
    )
    expect([written.includes('not-a-secret'), existsSync(file('.local'))]).toEqual([false, false])
  })
})

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../../client/scripted-server.js'
import { freshMachine, type Machine } from '../../support/cli.js'

/** A second signal ends the process: whoever reads log, summary and monitor must not take it for one that is at work. */
describe.skipIf(process.platform === 'win32')('a push that a second signal ends', () => {
  let machine: Machine
  let service: Scripted
  let monitor: Scripted
  let monitorAnswers = true
  let pushed = 0
  beforeEach(async () => {
    machine = await freshMachine()
    monitorAnswers = true
    pushed = 0
    monitor = await startScripted(({ path: at }) =>
      at.endsWith('/fail') && !monitorAnswers ? () => undefined : json(200, {}),
    )
    service = await startScripted((request) => {
      if (/token/.test(request.path))
        return json(200, { tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c', executionTime: 1 })
      pushed += 1
      return () => undefined
    })
  })
  afterEach(async () => {
    await Promise.all([monitor.close(), service.close(), machine.remove()])
  })

  it.each([[true], [false]])('is told as ended, whether the monitor answers (%s) or not', async (answers) => {
    monitorAnswers = answers
    const file = (name: string): string => path.join(machine.folder, name)
    writeFileSync(file('r.csv'), 'hotel_code,room_id,date,price\n1000001,101,2040-01-01,100.00\n')
    const push = machine.start(
      [
        'rates',
        'push',
        file('r.csv'),
        '--yes',
        '--allow-unknown-rooms',
        '--json',
        '--summary',
        file('s.txt'),
        '--log-file',
        file('p.log'),
        '--ping-url',
        `${monitor.url}/k`,
      ],
      {
        env: {
          HUBSWITCH_BASE_URL: service.url,
          HUBSWITCH_PARTNER_ID: 'p',
          HUBSWITCH_PARTNER_SECRET: 'secret-of-p',
          HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
        },
      },
    )
    const log = (): string => readFileSync(file('p.log'), 'utf8')
    while (pushed === 0 || !log().includes('Sending run 1.')) await new Promise((resolve) => setTimeout(resolve, 20))
    push.kill('SIGTERM')
    while (!log().includes('Finishing the requests in flight')) await new Promise((resolve) => setTimeout(resolve, 20))
    push.kill('SIGTERM')
    const ended = await push.ended
    expect(ended.code).toBe(130)
    expect(JSON.parse(ended.stdout)).toMatchObject({ error: { code: 'INTERRUPTED' } })
    expect(readFileSync(file('s.txt'), 'utf8')).toMatch(
      /^hubswitch rates push: interrupted \(exit 130\)\n[^]*Ended at once, before it was done\.[^]*"hubswitch run resume 1" sends/,
    )
    expect(log()).toMatch(/ERROR run=1 .*Ended at once, before it was done\.\n$/)
    expect(monitor.requests.at(-1)).toMatchObject({
      path: '/k/fail',
      body: expect.stringContaining('Ended at once') as string,
    })
  })
})

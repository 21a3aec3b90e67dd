import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { json, type Scripted, startScripted } from '../client/scripted-server.js'
import { freshMachine, type Machine } from '../support/cli.js'

/** Far below what any of these waits would take by itself, and far above what a busy machine needs. */
const IN_TIME_MS = 45_000

describe('--deadline bounds what a push waits for', () => {
  let machine: Machine
  let service: Scripted
  let env: Record<string, string>
  let silent = /none/

  beforeAll(async () => {
    machine = await freshMachine()
    service = await startScripted((request) => {
      if (silent.test(`${request.path}?${request.query}`)) return () => undefined
      if (request.path === '/api/v1/partners/token' || request.query.has('partnerSecret'))
        return json(200, { tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' })
      return json(200, { success: true, error: null, processing_times: {}, rooms: [{ id: 101 }] })
    })
    env = {
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
    }
    await writeFile(
      path.join(machine.folder, 'rates.csv'),
      'hotel_code,room_id,date,price\n1000001,101,2040-01-01,90.00\n',
    )
  })
  afterEach(() => {
    silent = /none/
  })
  afterAll(async () => {
    await service.close()
    await machine.remove()
  })

  const push = async (...args: string[]) => {
    const begun = performance.now()
    const ran = await machine.run(
      ['rates', 'push', path.join(machine.folder, 'rates.csv'), '--yes', '--timeout', '10m', ...args],
      { env },
    )
    return { ...ran, isInTime: performance.now() - begun < IN_TIME_MS }
  }

  it.each<[string, RegExp, string[], number]>([
    ['the sign-in', /partners\/token|partnerSecret/, ['--allow-unknown-rooms'], 0],
    ['the look-up of the rooms', /\/v1\/rooms/, [], 0],
    ['a batch', /room_settings/, [], 1],
  ])('%s that is never answered: exit 9, and the run can be resumed', async (_what, path, args, unanswered) => {
    silent = path
    // A batch has to be on its way by then.
    const { code, isInTime, stdout, stderr } = await push(
      ...args,
      '--deadline',
      unanswered === 0 ? '1s' : '6s',
      '--json',
    )
    expect([code, isInTime], stderr + stdout).toEqual([9, true])
    const { run, error } = JSON.parse(stdout) as {
      run: { id: number; nights: { unanswered: number } }
      error: { code: string; message: string }
    }
    expect(error).toMatchObject({
      code: 'DEADLINE',
      message: expect.stringMatching(
        unanswered === 0 ? /was up before its first request/ : /was up after 1 request; 1 of 1 night/,
      ) as string,
    })
    silent = /none/
    const resumed = await machine.run(['run', 'resume', String(run.id), '--json'], { env })
    expect([resumed.code, resumed.json<{ run: { nights: object } }>().run.nights], resumed.stderr).toEqual([
      0,
      expect.objectContaining({ acknowledged: 1, left: 0 }),
    ])
  })

  it('in words: nothing of a time that was not', async () => {
    silent = /partners\/token|partnerSecret/
    const { code, stdout } = await push('--allow-unknown-rooms', '--deadline', '1s')
    expect([code, stdout]).toEqual([
      9,
      expect.stringMatching(
        /Run \d+: Interrupted before its first request\.[^]*The time of run \d+ was up before its first request/,
      ),
    ])
  })

  it.each([
    ['blank lines', '\n'.repeat(8_000_000)],
    ['documents', '---\n'.repeat(1_500_000)],
  ])('a long YAML text is read no further: %s', async (_what, blanks) => {
    const file = path.join(machine.folder, 'long.yaml')
    await writeFile(file, `${blanks}- {hotel_code: 1000001, room_id: 101, date: 2040-01-01, price: 90}\n`)
    const ran = await machine.run(['rates', 'push', file, '--dry-run', '--deadline', '1s'], { env })
    expect([ran.code, ran.stderr]).toEqual([9, expect.stringMatching(/--deadline gives was up\. Nothing was sent\./)])
  })

  it('a pipe that nobody writes into: exit 9, and nothing was sent', async () => {
    const pipe = path.join(machine.folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const begun = performance.now()
    const ran = await machine.run(['rates', 'push', pipe, '--yes', '--deadline', '1s'], { env })
    expect([ran.code, ran.stderr, performance.now() - begun < IN_TIME_MS]).toEqual([
      9,
      expect.stringMatching(/--deadline gives was up\. Nothing was sent\./),
      true,
    ])
  })
})

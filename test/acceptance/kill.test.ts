import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Machine, freshMachine } from '../support/cli.js'
import { runWarm } from '../support/warm-cli.js'

const HOTELS = 36
const SLOW_MS = 40

interface Seen {
  hotel: number
  price: string
}

/** A service that takes every batch slowly and remembers what it acknowledged. */
async function slowService(): Promise<{
  server: Server
  url: string
  acknowledged: Seen[]
  delayMs: number
  begun: number
}> {
  const acknowledged: Seen[] = []
  const service = { delayMs: SLOW_MS, begun: 0 }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      response.setHeader('content-type', 'application/json')
      if (request.url?.startsWith('/api/v1/partners') === true) {
        response.end(JSON.stringify({ tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' }))
        return
      }
      if (request.url === '/v1/rooms') {
        response.end(JSON.stringify({ success: true, error: null, processing_times: {}, rooms: [{ id: 101 }] }))
        return
      }
      const { hotel_code: hotel, room_settings: settings } = JSON.parse(text) as {
        hotel_code: number
        room_settings: { price: string }[]
      }
      service.begun += 1
      setTimeout(() => {
        acknowledged.push({ hotel, price: settings[0]?.price ?? '' })
        response.end(JSON.stringify({ success: true, error: null, processing_times: {} }))
      }, service.delayMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(service, {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    acknowledged,
  })
}

describe('a push that is cut short', () => {
  let machine: Machine
  let service: Awaited<ReturnType<typeof slowService>>
  let env: Record<string, string>
  let file: string

  beforeEach(async () => {
    machine = await freshMachine()
    service = await slowService()
    file = path.join(machine.folder, 'rates.csv')
    const rows = Array.from({ length: HOTELS }, (_, i) => `${1000001 + i},101,2027-01-01,${100 + i}.00`)
    await writeFile(file, `hotel_code,room_id,date,price\n${rows.join('\n')}\n`)
    env = {
      HUBSWITCH_BASE_URL: service.url,
      HUBSWITCH_PARTNER_ID: 'p',
      HUBSWITCH_PARTNER_SECRET: 's',
      HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"d"}',
      HUBSWITCH_CONCURRENCY: '2',
    }
  })
  afterEach(async () => {
    service.server.closeAllConnections()
    service.server.close()
    await machine.remove()
  })

  async function whenAcknowledged(count: number): Promise<void> {
    while (service.acknowledged.length < count) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  function expectAllOnce(beyond: number): void {
    const times = new Map<number, number>()
    for (const { hotel } of service.acknowledged) times.set(hotel, (times.get(hotel) ?? 0) + 1)
    expect(times.size).toBe(HOTELS)
    // Only what was in flight at the cut may have been sent twice.
    expect(service.acknowledged.length - HOTELS).toBeLessThanOrEqual(beyond)
  }

  it('kill -9, then resume: everything is there, what was acknowledged is not sent again', async () => {
    const push = machine.start(['rates', 'push', file, '--yes'], { env })
    await whenAcknowledged(10)
    push.kill('SIGKILL')
    expect((await push.ended).signal).toBe('SIGKILL')
    const look = async () => {
      const listed = (await runWarm(['run', 'list', '--json'], { ...machine.env, ...env })).json<
        { state: string; elapsedMs: number; nights: { left: number } }[]
      >()
      return { listed, shown: (await runWarm(['run', 'show', '1'], { ...machine.env, ...env })).stdout }
    }
    const first = await look()
    expect(first.listed).toMatchObject([{ state: 'interrupted', nights: { left: expect.any(Number) as number } }])
    expect(first.listed[0]?.elapsedMs).toBeGreaterThan(0)
    expect(first.listed[0]?.elapsedMs).toBeLessThan(10_000)
    expect(first.shown).toMatch(
      /^Run 1: rates, interrupted\n[^]*(?:not known to have been sent|perhaps sent, no usable answer)[^]*Its process ended in the middle of sending\.[^]*"hubswitch run resume 1" sends the rest\./,
    )
    expect(await look()).toEqual(first)
    const resumed = await runWarm(['run', 'resume', '--last', '--json'], { ...machine.env, ...env })
    expect(resumed.code).toBe(0)
    expect(resumed.json()).toMatchObject({ run: { state: 'done', nights: { acknowledged: HOTELS, left: 0 } } })
    expectAllOnce(2)
  })

  it('kill -9 with the first requests under way: no count claims that none had left', async () => {
    service.delayMs = 60_000
    const push = machine.start(['rates', 'push', file, '--yes'], { env })
    while (service.begun === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    push.kill('SIGKILL')
    await push.ended
    service.delayMs = 0
    const cli = (...args: string[]) => runWarm(args, { ...machine.env, ...env })
    expect((await cli('run', 'show', '1')).stdout).toMatch(
      /^Requests {3}0 on record; more may have left before its process ended$/m,
    )
    expect((await cli('run', 'list', '--columns', 'id,requests')).stdout).toBe('1\t0+\n')
    const resumed = await cli('run', 'resume', '1')
    expect(resumed.stdout).toMatch(/^Run 1: Done\. 36 nights acknowledged in at least 36 requests, /)
    expect((await cli('run', 'list', '--columns', 'id,requests')).stdout).toBe('1\t36+\n')
  })

  it('Ctrl-C finishes what is in flight, says how to go on, and exits 130', async () => {
    const push = machine.start(['rates', 'push', file, '--yes', '--json'], { env })
    await whenAcknowledged(10)
    push.kill('SIGINT')
    const ended = await push.ended
    expect(ended.code).toBe(130)
    const { run, error } = ended.json<{
      run: { id: number; nights: { acknowledged: number; left: number } }
      error?: { next: string }
    }>()
    expect(run.nights.acknowledged).toBe(service.acknowledged.length)
    expect(run.nights.left).toBe(HOTELS - service.acknowledged.length)
    expect(error?.next ?? ended.stderr).toContain('run resume')
    expect((await runWarm(['run', 'resume', String(run.id)], { ...machine.env, ...env })).code).toBe(0)
    expectAllOnce(0)
  })

  it('Ctrl-C twice with --json: one document, exit 130, and what was acknowledged is known', async () => {
    const push = machine.start(['rates', 'push', file, '--yes', '--json'], {
      env: { ...env, HUBSWITCH_CONCURRENCY: '1' },
    })
    await whenAcknowledged(3)
    service.delayMs = 20_000
    await new Promise((resolve) => setTimeout(resolve, 300))
    push.kill('SIGINT')
    await push.seen(/Finishing the requests in flight/)
    push.kill('SIGINT')
    const ended = await push.ended
    expect(ended.code, ended.stderr).toBe(130)
    const { error } = ended.json<{ error: { code: string; message: string; next: string; facts: { run: number } } }>()
    expect(error).toMatchObject({
      code: 'INTERRUPTED',
      message: expect.stringMatching(
        /^Run 1 was ended at once: answers to requests in flight were not waited for \(\d+ nights acknowledged\)\.$/,
      ) as string,
      facts: { run: 1 },
    })
    expect(error.next).toContain('run resume 1')
    expect((await runWarm(['run', 'list', '--json'], { ...machine.env, ...env })).json()).toMatchObject([
      { state: 'interrupted', nights: { acknowledged: service.acknowledged.length } },
    ])
  })

  it('a saved plan of another address or profile is refused before anything is sent', async () => {
    const plan = path.join(machine.folder, 'a.plan')
    expect((await runWarm(['rates', 'push', file, '--save-plan', plan], { ...machine.env, ...env })).code).toBe(0)
    const elsewhere = await runWarm(['rates', 'push', '--plan', plan, '--yes', '--json'], {
      ...machine.env,
      ...env,
      HUBSWITCH_BASE_URL: 'http://127.0.0.1:9',
    })
    expect([elsewhere.code, elsewhere.json()]).toEqual([
      2,
      {
        error: expect.objectContaining({
          code: 'USAGE',
          message: `${plan} is a plan for profile env (${service.url}).`,
          next: 'The address of the profile is http://127.0.0.1:9 now: plan the files again for it. Nothing was sent.',
        }) as unknown,
      },
    ])
    const other = await runWarm(['rates', 'push', '--plan', plan, '--yes', '--json', '--profile', 'sandbox'], {
      ...machine.env,
      ...env,
    })
    expect(other.code, other.stdout).toBe(2)
    expect(other.json<{ error: { next: string } }>().error.next).toBe('Add --profile env. Nothing was sent.')
    expect(service.acknowledged).toEqual([])
    // What it advises can be done.
    expect(
      (await runWarm(['rates', 'push', '--plan', plan, '--dry-run', '--profile', 'env'], { ...machine.env, ...env }))
        .code,
    ).toBe(0)
    expect((await runWarm(['run', 'list', '--json'], { ...machine.env, ...env })).json()).toEqual([])
  })

  it('a second push against the same service waits outside: exit 11', async () => {
    const push = machine.start(['rates', 'push', file, '--yes'], { env })
    await whenAcknowledged(1)
    // Who looks at it does not take it for one that was killed.
    expect((await runWarm(['run', 'list', '--json'], { ...machine.env, ...env })).json()).toMatchObject([
      { state: 'sending' },
    ])
    const second = await runWarm(['rates', 'push', file, '--yes', '--json'], { ...machine.env, ...env })
    expect(second.code).toBe(11)
    expect(second.json()).toMatchObject({ error: { code: 'LOCKED' } })
    expect((await push.ended).code).toBe(0)
  })
})

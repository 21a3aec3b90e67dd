import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshMachine, type Machine } from '../support/cli.js'
import { type RealEngine, startRedis, WITHOUT_REDIS } from '../support/engines.js'
import { type CountingService, startCountingService } from '../support/estate-service.js'

const PASSWORD = 'pass-of-the-engine-4711'
const SECRET = 'partner-secret-9f8e7d'
const DUTY = 'duty-code-6a5b4c'

describe.skipIf(WITHOUT_REDIS !== undefined)(
  `commands on an estate${WITHOUT_REDIS === undefined ? '' : ` (${WITHOUT_REDIS})`}`,
  () => {
    let engine: RealEngine
    let service: CountingService
    let submitter: Machine
    let other: Machine
    let env: Record<string, string>
    let worker: ReturnType<Machine['start']> | undefined

    beforeAll(async () => {
      engine = await startRedis(undefined, PASSWORD)
      service = await startCountingService({
        latencyMs: 5,
        answer: (hotel, entries) =>
          hotel === '1000002' && entries.some(({ price }) => price === '222.00')
            ? { status: 200, body: { success: false, error: { code: 'BAD_PRICE', message: 'That price is wrong.' } } }
            : undefined,
      })
      submitter = await freshMachine()
      other = await freshMachine()
      env = {
        HUBSWITCH_PARTNER_SECRET: SECRET,
        HUBSWITCH_CHANNEL_CREDENTIALS: JSON.stringify({ id: 1, duty_code: DUTY, user: 'x' }),
        HUBSWITCH_ESTATE_PASSWORD: PASSWORD,
        HUBSWITCH_PROFILE: 'main',
      }
      for (const machine of [submitter, other]) {
        const set = ['profile', 'set', 'main', '--base-url', service.url, '--partner-id', 'p', '--estate', engine.url]
        expect((await machine.run(set)).code).toBe(0)
      }
    })
    afterAll(async () => {
      worker?.kill('SIGKILL')
      await service.close()
      await engine.stop()
      await submitter.remove()
      await other.remove()
    })

    const file = (name: string, prices: readonly string[]): string => {
      const to = path.join(submitter.folder, name)
      const rows = prices.map(
        (price, at) =>
          `${1_000_001 + (at % 3)},101,2027-03-${String(1 + Math.floor(at / 3)).padStart(2, '0')},${price}`,
      )
      writeFileSync(to, `hotel_code,room_id,date,price\n${rows.join('\n')}\n`)
      return to
    }
    const push = ['rates', 'push', '--yes', '--allow-unknown-rooms']

    it('a push hands its run over, any host sends it, and every host sees how it went', async () => {
      const rates = file('rates.csv', ['100.00', '110.00', '120.00', '101.00', '111.00', '121.00'])
      const pushed = await submitter.run([...push, rates, '--json'], { env })
      expect(pushed.stderr).toBe('')
      expect(pushed.code).toBe(0)
      expect(pushed.json()).toMatchObject({
        submitted: true,
        workers: 0,
        run: { id: 1, state: 'ready', nights: { planned: 6, left: 6 } },
      })
      expect(service.requests).toBe(0)
      const again = await submitter.run([...push, rates], { env })
      expect([again.code, again.stderr]).toEqual([11, expect.stringContaining('run 1 is being sent')])
      worker = other.start(['worker', 'start', '--yes', '--rate', '200', '--metrics-port', '0'], { env })
      await worker.seen(/Worker [0-9a-f]{8} on \S+ sends to/)
      const shown = await submitter.run(['run', 'show', '--last', '--follow', '--json'], { env })
      expect(shown.code).toBe(0)
      expect(shown.json()).toMatchObject({ id: 1, state: 'done', nights: { acknowledged: 6, left: 0 } })
      expect(service).toMatchObject({ requests: 3, mostAtOnce: 1 })
      expect(service.held.size).toBe(6)

      // Only what differs from what another host has had acknowledged; a row that is refused is named with its line.
      const next = file('rates.csv', ['100.00', '222.00', '120.00', '101.00', '111.00', '125.00'])
      const rejects = path.join(submitter.folder, 'rejects.csv')
      const waited = await submitter.run([...push, next, '--changes-only', '--wait', '--rejects', rejects, '--json'], {
        env,
      })
      expect(waited.code).toBe(3)
      expect(waited.json()).toMatchObject({
        run: { state: 'partial', nights: { planned: 2, acknowledged: 1, rejected: 1 } },
        rejectedRows: [{ line: 3, hotel: '1000002', reason: 'That price is wrong.' }],
      })
      const status = (await other.run(['estate', 'status', '--json'], { env })).json<{
        hotels: object[]
        workers: object[]
      }>()
      expect(status.workers).toHaveLength(1)
      expect(status.hotels).toContainEqual(expect.objectContaining({ hotel: '1000002', state: 'refused' }))
      const calendar = await submitter.run(
        ['calendar', 'show', '1000003', '--from', '2027-03-02', '--nights', '1', '--json'],
        { env },
      )
      expect(calendar.stdout).toContain('125.00')

      const undone = await submitter.run(['run', 'undo', '1', '--over-later', '--dry-run', '--json'], { env })
      expect(undone.code).not.toBe(5)
      const listed = await other.run(['run', 'list', '--json'], { env })
      expect(listed.json<{ id: number }[]>().map(({ id }) => id)).toHaveLength(2)
      const stopped = await submitter.run(['worker', 'stop', '--all'], { env })
      expect(stopped.code).toBe(0)
      expect((await worker.ended).code).toBe(0)
    })

    it('nothing secret is in the engine, and no password goes into arguments, profiles or answers', async () => {
      const redis = new Redis(engine.url, { password: PASSWORD })
      const kept: string[] = []
      for (const key of await redis.keys('*')) {
        kept.push(key)
        const kind = await redis.type(key)
        if (kind === 'hash') kept.push(JSON.stringify(await redis.hgetall(key)))
        if (kind === 'string') kept.push((await redis.get(key)) ?? '')
      }
      redis.disconnect()
      expect(kept.join('\n')).toContain('{hubswitch:')
      for (const secret of [SECRET, DUTY, PASSWORD, 'a.b.c']) expect(kept.join('\n')).not.toContain(secret)
      const withPassword = engine.url.replace('redis://', `redis://:${PASSWORD}@`)
      for (const args of [
        ['run', 'list', '--estate', withPassword],
        ['profile', 'set', 'main', '--estate', withPassword],
      ]) {
        const { code, stdout, stderr } = await submitter.run(args, { env: { ...env, HUBSWITCH_ESTATE_PASSWORD: '' } })
        expect(code).toBe(2)
        expect(stderr).toContain('must hold no password')
        expect(stdout + stderr).not.toContain(PASSWORD)
      }
    })

    it('an engine that is away is an error of its own, and leaves no run anywhere', async () => {
      const before = service.requests
      const away = { ...env, HUBSWITCH_ESTATE: 'redis://127.0.0.1:1' }
      const { code, stderr } = await submitter.run([...push, file('rates.csv', ['90.00'])], { env: away })
      expect(code).toBe(10)
      expect(stderr).toMatch(
        /engine of the estate at redis:\/\/127\.0\.0\.1:1 cannot be used: ECONNREFUSED\.[\s\S]*Nothing was sent\./,
      )
      expect(service.requests).toBe(before)
      const local = await submitter.run(['run', 'list', '--json'], { env: { ...env, HUBSWITCH_ESTATE: '' } })
      expect(local.json<object[]>().length).toBe(2)
    })

    it('the embedded sandbox has no estate', async () => {
      const { code, stderr } = await other.run(['run', 'list', '--profile', 'sandbox', '--estate', engine.url])
      expect([code, stderr]).toEqual([2, expect.stringContaining('an estate cannot share it')])
    })
  },
)

describe('commands that need an estate', () => {
  it('say how one is named', async () => {
    const machine = await freshMachine()
    try {
      const { code, stderr } = await machine.run(['worker', 'list'])
      expect([code, stderr]).toEqual([2, expect.stringContaining('--estate redis://host:6379')])
      const wait = await machine.run(['rates', 'push', 'samples/seasons.yaml', '--wait', '--yes'])
      expect([wait.code, wait.stderr]).toEqual([
        2,
        expect.stringContaining('--wait waits for the workers of an estate'),
      ])
    } finally {
      await machine.remove()
    }
  })
})

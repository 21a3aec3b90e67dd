import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { json, startScripted } from '../../client/scripted-server.js'
import { freshMachine } from '../../support/cli.js'
import { startRedis, WITHOUT_REDIS } from '../../support/engines.js'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

/** The process that listens there, as the engine knows it. */
async function processOf(port: number): Promise<number> {
  const { Redis } = await import('ioredis')
  const redis = new Redis(port)
  const id = /^process_id:(\d+)/m.exec(await redis.info('server'))?.[1]
  redis.disconnect()
  return Number(id)
}

describe.skipIf(WITHOUT_REDIS !== undefined || process.platform === 'win32')(
  'a worker whose engine stands still',
  () => {
    it('says that the engine does not answer, and ends on the first signal where nothing is in flight', async () => {
      const machine = await freshMachine()
      open.push(() => machine.remove())
      const engine = await startRedis()
      open.push(() => engine.stop())
      const server = await startScripted(() =>
        json(200, { tokenType: 'Bearer', accessToken: 'a.b.c', expiresIn: 3600 }),
      )
      open.push(() => server.close())
      const pid = await processOf(engine.port)
      const worker = machine.start(['worker', 'start', '--yes'], {
        env: {
          HUBSWITCH_BASE_URL: server.url,
          HUBSWITCH_PARTNER_ID: '4711',
          HUBSWITCH_PARTNER_SECRET: 'of-the-partner',
          HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"of-duty","user":"u"}',
          HUBSWITCH_ESTATE: engine.url,
        },
      })
      await worker.seen(/Ctrl-C ends it/)
      await sleep(1_500)
      process.kill(pid, 'SIGSTOP')
      open.push(() => process.kill(pid, 'SIGCONT'))
      await worker.seen(/it has not answered for 10 s/)
      worker.kill('SIGTERM')
      const { code, stderr } = await worker.ended
      expect([code, stderr]).toEqual([0, expect.stringMatching(/The engine does not answer, and nothing is in flight/)])
    })
  },
)

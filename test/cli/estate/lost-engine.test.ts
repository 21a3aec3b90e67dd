import { writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, it } from 'vitest'
import { json, startScripted } from '../../client/scripted-server.js'
import { freshMachine } from '../../support/cli.js'
import { startRedis, WITHOUT_REDIS } from '../../support/engines.js'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

describe.skipIf(WITHOUT_REDIS !== undefined)(
  `a push whose engine is lost${WITHOUT_REDIS === undefined ? '' : ` (${WITHOUT_REDIS})`}`,
  () => {
    it('says that its run is in the estate and goes on, and not that nothing was sent', async () => {
      const machine = await freshMachine()
      open.push(() => machine.remove())
      const engine = await startRedis()
      open.push(() => engine.stop())
      const server = await startScripted(({ path: asked }) =>
        asked.startsWith('/api/')
          ? json(200, { tokenType: 'Bearer', accessToken: 'a.b.c', expiresIn: 3600 })
          : json(200, { rooms: [{ id: 101, name: 'Double' }] }),
      )
      open.push(() => server.close())
      const sockets: Socket[] = []
      const between = createServer((near) => {
        const far = connect(engine.port, '127.0.0.1')
        sockets.push(near, far)
        for (const [from, to] of [
          [near, far],
          [far, near],
        ] as const)
          from.on('error', () => to.destroy()).on('close', () => to.destroy())
        near.pipe(far).pipe(near)
      })
      await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve))
      open.push(() => between.close())
      const file = path.join(machine.folder, 'rates.csv')
      writeFileSync(file, 'hotel_code,room_id,rate_plan_id,date,price\n1000001,101,501,2027-07-01,120.00\n')
      const push = machine.start(['rates', 'push', file, '--yes', '--wait', '--deadline', '12s'], {
        env: {
          HUBSWITCH_BASE_URL: server.url,
          HUBSWITCH_PARTNER_ID: '4711',
          HUBSWITCH_PARTNER_SECRET: 'of-the-partner',
          HUBSWITCH_CHANNEL_CREDENTIALS: '{"id":1,"duty_code":"of-duty","user":"u"}',
          HUBSWITCH_ESTATE: `redis://127.0.0.1:${(between.address() as AddressInfo).port}`,
        },
      })
      const redis = new Redis(engine.port)
      open.push(() => redis.disconnect())
      while ((await redis.keys('*:run:1')).length === 0) await sleep(20)
      await sleep(600)
      for (const socket of sockets) socket.destroy()
      between.close()
      const { code, stderr } = await push.ended
      // The deadline may come while the engine is asked.
      expect([9, 12]).toContain(code)
      expect(stderr).toMatch(/Run 1 is in the estate and goes on|run 1, which goes on|whether run 1 is in the estate/)
      expect(stderr).not.toContain('Nothing was sent')
    })
  },
)

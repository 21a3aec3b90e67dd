import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { TaskHold, TaskLost } from '../../src/estate/engine/index.js'
import { rowsOf } from '../proof/push-task.js'
import type { WorkerTask } from '../proof/estate/worker-process.js'
import { bundleFile } from '../support/bundle.js'
import { startRedis, WITHOUT_REDIS } from '../support/engines.js'
import { openTestEstate, startTestWorker, submitRows, untilEnded } from '../support/estate-run.js'
import { temporaryDirectory } from '../support/sandbox.js'

const LOCK_MS = 1_500
const ESTATE = { kind: 'rates' as const, hotels: ['1000001'], rooms: ['101'], nights: 1 }

describe('what a worker holds of a task', () => {
  it('is asked for before each attempt, and lost with the first no', async () => {
    const answers = [true, false]
    const hold = new TaskHold(() => Promise.resolve(answers.shift() as boolean), 60_000)
    await hold.onAttempt()
    hold.onLeave()
    expect(hold.signal.aborted).toBe(false)
    await expect(hold.onAttempt()).rejects.toThrow(TaskLost)
    expect(hold.onLeave).toThrow(TaskLost)
    expect(hold.signal.aborted).toBe(true)
    await expect(hold.onAttempt()).rejects.toThrow(TaskLost)
  })

  it('waits for an engine that is away, until its last word is too old', async () => {
    let asked = 0
    const away = new TaskHold(
      () => ((asked += 1) > 2 ? Promise.resolve(true) : Promise.reject(new Error('away'))),
      60_000,
    )
    await away.onAttempt()
    expect(asked).toBe(3)
    away.end()
    const gone = new TaskHold(() => Promise.reject(new Error('away')), 200)
    await expect(gone.onAttempt()).rejects.toThrow(TaskLost)
    const silent = new TaskHold(() => Promise.resolve(true), 200)
    await silent.onAttempt()
    await once(silent.signal, 'abort')
    expect(silent.onLeave).toThrow(TaskLost)
  })
})

describe.skipIf(WITHOUT_REDIS !== undefined)(
  `a worker that was asleep${WITHOUT_REDIS === undefined ? '' : ` (${WITHOUT_REDIS})`}`,
  () => {
    const open: (() => unknown)[] = []
    afterEach(async () => {
      for (const close of open.splice(0).reverse()) await close()
    })

    /** Holds the first request of the hotel back, or the first sign-in, until it is let go with an answer. */
    async function startHolding(what: 'batch' | 'sign-in') {
      const values: string[] = []
      const held: ServerResponse[] = []
      let hasHeld = false
      const server = createServer(async (request, response) => {
        const body = await text(request)
        response.setHeader('content-type', 'application/json')
        const isSignIn = request.url?.startsWith('/api/v1/partners') === true
        const isFirst = !hasHeld && isSignIn === (what === 'sign-in')
        if (!isSignIn)
          values.push((JSON.parse(body) as { room_settings: { price: string }[] }).room_settings[0]?.price ?? '')
        if (isFirst) {
          hasHeld = true
          return void held.push(response)
        }
        response.end(
          isSignIn
            ? JSON.stringify({ tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' })
            : JSON.stringify({ success: true, message: 'ok', errors: [] }),
        )
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      open.push(() => {
        server.closeAllConnections()
        server.close()
      })
      return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        values,
        held,
        release: (status: number) => {
          for (const response of held.splice(0))
            response
              .writeHead(status)
              .end(
                status === 200
                  ? JSON.stringify({ tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' })
                  : JSON.stringify({ success: false, error: { code: 'TOKEN', message: 'Token expired' } }),
              )
        },
      }
    }

    async function begin(engine: string, service: string): Promise<ChildProcess> {
      const folder = temporaryDirectory()
      const script = await bundleFile(path.join(import.meta.dirname, '../proof/estate/worker-process.ts'), folder.dir)
      const task: WorkerTask = { engine, service, concurrency: 2, lockMs: LOCK_MS }
      const child = spawn(process.execPath, [script], {
        env: { ...process.env, ESTATE_TASK: JSON.stringify(task) },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      open.push(() => child.kill('SIGKILL'))
      await once(child.stdout as NodeJS.ReadableStream, 'data')
      return child
    }

    it.each([
      ['a batch is answered 401 meanwhile', 'batch', 401],
      ['it signs in', 'sign-in', 200],
    ] as const)('sends nothing over what later runs have sent: %s', async (_why, what, status) => {
      const engine = await startRedis()
      open.push(() => engine.stop())
      const service = await startHolding(what)
      const mine = await openTestEstate(engine.url, { lockMs: LOCK_MS })
      open.push(() => mine.close())
      const asleep = await begin(engine.url, service.url)
      const first = await submitRows(mine, rowsOf({ ...ESTATE, round: 1 }))
      while (service.held.length === 0) await sleep(20)
      asleep.kill('SIGSTOP')
      service.release(status)
      const other = startTestWorker(await openTestEstate(engine.url, { waits: true, lockMs: LOCK_MS }), service.url)
      open.push(() => other.end())
      expect(await untilEnded(mine, first)).toMatchObject({ state: 'done' })
      const second = await submitRows(mine, rowsOf({ ...ESTATE, round: 2 }), { changesOnly: true })
      expect(await untilEnded(mine, second)).toMatchObject({ state: 'done' })
      const sent = service.values.length
      asleep.kill('SIGCONT')
      asleep.kill('SIGTERM')
      await once(asleep, 'exit')
      expect(service.values.slice(sent)).toEqual([])
      expect(await untilEnded(mine, second)).toMatchObject({ state: 'done', nights: { acknowledged: 1 } })
    })
  },
)

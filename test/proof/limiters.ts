import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { CAPS, measure, RATE_CASES, SHORT_WINDOWS } from '../push/pace/pace-cases.js'
import { tokenBucket } from '../support/limiters.js'
import { temporaryDirectory } from '../support/sandbox.js'
import { bundleFile } from '../support/bundle.js'
import { startPush } from './push-process.js'
import type { PushTask } from './push-task.js'

/**
 * How much of a hidden limit is used, and how many requests are refused. On a counted clock for every kind of limiter, ten minutes each; then in real time: one
 * token bucket, and two processes that push rates and inventory of the same hotels. `npx tsx test/proof/limiters.ts [real seconds, 0 = none]`.
 */
export interface RealFigures {
  /** Requests a second that the service allows. */
  allowed: number
  seconds: number
  /** Served a second after the first half, by process. */
  served: [number, number]
  refusedPercent: number
}

const PER_SECOND = 10
const BURST = 20

export async function proveTwoProcesses(seconds: number): Promise<RealFigures> {
  const folder = temporaryDirectory()
  const limiter = tokenBucket(PER_SECOND, BURST)
  const startedAt = Date.now()
  const served: [number, number] = [0, 0]
  let requests = 0
  let refused = 0
  const server = createServer(async (request, response) => {
    await text(request).catch(() => '')
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/api/v1/partners') === true)
      return void response.end(JSON.stringify({ tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' }))
    const now = Date.now()
    const isLater = now - startedAt > (seconds * 1000) / 2
    const isServed = limiter.arrive(now).ok
    if (isLater) requests += 1
    if (isLater && !isServed) refused += 1
    if (isLater && isServed) served[request.url?.startsWith('/v1/inventory') === true ? 1 : 0] += 1
    await sleep(isServed ? 60 : 2)
    response
      .writeHead(isServed ? 200 : 429)
      .end(
        JSON.stringify(
          isServed
            ? { success: true, error: null }
            : { success: false, error: { code: 'TOO_MANY', message: 'Too many requests.' } },
        ),
      )
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const script = await bundleFile(path.join(import.meta.dirname, 'push-worker.ts'), folder.dir)
    const limits: PushTask['limits'] = {
      account: { start: 1_000_000, ceiling: 1_000_000 },
      hotel: { start: 10 / 60, ceiling: 1_000_000 },
    }
    const hotels = Array.from({ length: 12 }, (_, i) => String(1_000_001 + i))
    const task = {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      journalDir: `${folder.dir}/journal`,
      round: 1,
      hotels,
      rooms: ['101'],
      nights: 900,
      bodyBytes: 1500,
      concurrency: 8,
      limits,
      deadlineMs: seconds * 1000,
    }
    const both = (['rates', 'inventory'] as const).map((kind) => startPush(script, { ...task, kind }))
    const codes = await Promise.all(both.map(({ ended }) => ended))
    if (codes.some((code) => code !== 0)) throw new Error(`the pushes ended with ${codes.join(' and ')}`)
    const half = seconds / 2
    return {
      allowed: PER_SECOND,
      seconds,
      served: [served[0] / half, served[1] / half],
      refusedPercent: (100 * refused) / Math.max(1, requests),
    }
  } finally {
    server.closeAllConnections()
    server.close()
    folder.remove()
  }
}

if (process.argv[1]?.endsWith('limiters.ts') === true) {
  const seconds = Number(process.argv[2] ?? 120)
  let isGood = true
  const percent = (part: number): string => `${(100 * part).toFixed(1).padStart(6)} %`
  for (const one of [
    ...RATE_CASES.hotel(60),
    ...RATE_CASES.hotel(300),
    ...RATE_CASES.account(300),
    ...RATE_CASES.account(1200),
    ...SHORT_WINDOWS,
    ...CAPS,
  ]) {
    for (const tellsWhen of [true, false]) {
      for (const processes of [1, 2] as const) {
        const { share, refused, refusedInAll, part } = measure(one, { tellsWhen, processes, minutes: 10 })
        isGood &&= share >= 0.85 && refused <= 0.02 && (processes === 1 || Math.abs(part - 0.5) < 0.1)
        const parts = processes === 1 ? '' : `, the first of two ${percent(part)}`
        process.stdout.write(
          `${one.scope.padEnd(8)}${one.name.padEnd(36)}${(tellsWhen ? 'Retry-After' : '').padEnd(12)}used ${percent(share)}, refused ${percent(refused)} (${percent(refusedInAll)} in all)${parts}\n`,
        )
      }
    }
  }
  if (seconds > 0) {
    const real = await proveTwoProcesses(seconds)
    const sum = real.served[0] + real.served[1]
    isGood &&= sum >= 0.85 * real.allowed && real.refusedPercent <= 2 && Math.abs(real.served[0] / sum - 0.5) < 0.15
    process.stdout.write(`${JSON.stringify(real)}\n`)
  }
  process.stdout.write(isGood ? 'All within the bounds.\n' : 'NOT within the bounds.\n')
  process.exitCode = isGood ? 0 : 1
}

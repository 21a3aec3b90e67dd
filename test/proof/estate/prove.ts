import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Estate, runOf } from '../../../src/estate/index.js'
import { formatNight } from '../../../src/calendar/index.js'
import { bundleFile } from '../../support/bundle.js'
import { type RealEngine, startPostgres, startRedis } from '../../support/engines.js'
import { openTestEstate, submitRows } from '../../support/estate-run.js'
import { type CountingService, startCountingService } from '../../support/estate-service.js'
import { randomFrom, tokenBucket } from '../../support/limiters.js'
import { temporaryDirectory } from '../../support/sandbox.js'
import { FIRST_NIGHT, rowsOf, valueOf } from '../push-task.js'
import { type Machine, machines } from './machines.js'
import type { WorkerTask } from './worker-process.js'

/** What is to be shown of an estate. */
export interface EstateCase {
  engine: 'redis' | 'postgres'
  hotels: number
  /** Nights of each hotel; some batches. */
  nights: number
  workers: number
  concurrency: number
  latencyMs: number
  /** Requests a second that the service bears over all workers; it refuses more and does not say how many that are. */
  limit?: number
  /** What workers are given; absent: they learn it. */
  ratePerSecond?: number
  /** A worker, chosen at random, is killed with -9 so often, milliseconds. */
  killEveryMs?: number
  /** The engine itself is killed once. */
  killsEngine?: boolean
  /** Each worker has a network of its own, with its own address. */
  hasNetworks?: boolean
  /** One of them is cut off for so long, milliseconds. */
  cutMs?: number
  seed: number
}

export interface EstateFigures {
  state: string
  hotels: number
  requests: number
  arrived: number
  refused: number
  mostAtOnce: number
  outOfOrder: number
  /** Nights that differ from the file. */
  differ: number
  kills: number
  seconds: number
  /** Requests that were served, a second. */
  perSecond: number
  mostInASecond: number
  submitSeconds: number
  /** Bytes that a queued hotel takes in the engine. */
  bytesPerHotel?: number
}

const BODY_BYTES = 2400
const LOCK_MS = 3_000

/**
 * An estate under kills and cuts: workers are killed with -9, the engine is, a network is cut; afterwards the service holds exactly what the file says, no hotel
 * had two requests at once, and the order of each was kept. `npx tsx test/proof/estate/run.ts`.
 */
export async function proveEstate(wanted: EstateCase): Promise<EstateFigures> {
  const { hotels: count, nights, workers, latencyMs, limit, seed } = wanted
  const random = randomFrom(seed)
  const folder = temporaryDirectory()
  const network = await machines(wanted.hasNetworks === true ? workers : 0)
  const engine: RealEngine = wanted.engine === 'redis' ? await startRedis(network.host) : await startPostgres()
  const service = await startCountingService({
    latencyMs,
    ...(network.host === undefined ? {} : { host: network.host }),
    ...(limit === undefined ? {} : { limiter: tokenBucket(limit, limit) }),
  })
  const script = await bundleFile(path.join(import.meta.dirname, 'worker-process.ts'), folder.dir)
  const children: (ChildProcess | undefined)[] = []
  const begin = (at: number): void => {
    const task: WorkerTask = {
      engine: network.host === undefined ? engine.url : engine.url.replace('127.0.0.1', network.host),
      service: service.url,
      concurrency: wanted.concurrency,
      lockMs: LOCK_MS,
      ...(wanted.ratePerSecond === undefined ? {} : { ratePerSecond: wanted.ratePerSecond }),
    }
    children[at] = network.spawn(at, script, { ESTATE_TASK: JSON.stringify(task) })
  }
  const estate = await openTestEstate(engine.url, { waits: true, lockMs: LOCK_MS })
  let kills = 0
  let isOver = false
  try {
    const hotels = Array.from({ length: count }, (_, at) => String(1_000_001 + at))
    const begunAt = Date.now()
    const id = await submitRows(estate, rowsOf({ kind: 'rates', round: seed, hotels, rooms: ['101'], nights }), {
      bodyBytes: BODY_BYTES,
    })
    const submitSeconds = (Date.now() - begunAt) / 1000
    const startedAt = Date.now()
    for (let at = 0; at < workers; at += 1) begin(at)
    const trouble = [
      killing(wanted, { random, children, begin, over: () => isOver, killed: () => (kills += 1) }),
      cutting(wanted, { engine, network, random, over: () => isOver, service, expected: count }),
    ]
    const state = await ended(estate, id)
    const seconds = (Date.now() - startedAt) / 1000
    isOver = true
    await Promise.all(trouble)
    const run = await runOf(estate.engine.store, id)
    return {
      state,
      hotels: count,
      requests: run?.requests ?? 0,
      arrived: service.requests,
      refused: service.refused,
      mostAtOnce: service.mostAtOnce,
      outOfOrder: service.outOfOrder,
      differ: differing(service, hotels, nights, seed),
      kills,
      seconds,
      perSecond: (service.requests - service.refused) / seconds,
      mostInASecond: service.mostInASecond,
      submitSeconds,
    }
  } finally {
    isOver = true
    for (const child of children) child?.kill('SIGKILL')
    await estate.close()
    await service.close()
    await engine.stop()
    network.remove()
    folder.remove()
  }
}

async function ended(estate: Estate, id: number): Promise<string> {
  for (;;) {
    const run = await runOf(estate.engine.store, id).catch(() => undefined)
    if (run !== undefined && run.state !== 'ready' && run.state !== 'sending') return run.state
    await sleep(200)
  }
}

interface Killing {
  random: () => number
  children: (ChildProcess | undefined)[]
  begin(at: number): void
  over(): boolean
  killed(): void
}

/** A killed worker is started again, as whatever watches over processes does. */
async function killing(
  { killEveryMs, workers }: EstateCase,
  { random, children, begin, over, killed }: Killing,
): Promise<void> {
  if (killEveryMs === undefined) return
  while (!over()) {
    await sleep(killEveryMs)
    if (over()) return
    const at = Math.floor(random() * workers)
    const child = children[at]
    if (child?.kill('SIGKILL') === true) {
      killed()
      await new Promise((resolve) => child.once('close', resolve))
    }
    // One that has ended by itself, because the engine was away when it began, is started again as well.
    for (const [place, one] of children.entries()) if (one?.exitCode !== null || one.signalCode !== null) begin(place)
  }
}

interface Cutting {
  engine: RealEngine
  network: Awaited<ReturnType<typeof machines>>
  random: () => number
  over(): boolean
  service: CountingService
  expected: number
}

async function cutting(
  { killsEngine, cutMs, workers }: EstateCase,
  { engine, network, random, over, service, expected }: Cutting,
): Promise<void> {
  const until = async (share: number): Promise<void> => {
    while (!over() && service.requests < expected * share) await sleep(50)
  }
  if (killsEngine === true) {
    await until(0.4)
    if (over()) return
    await engine.kill()
    await sleep(1_000)
    await engine.start()
  }
  if (cutMs !== undefined) {
    await until(0.8)
    if (over()) return
    const machine = network.all[Math.floor(random() * workers)] as Machine
    machine.cut()
    await sleep(cutMs)
    machine.join()
  }
}

function differing({ held }: CountingService, hotels: readonly string[], nights: number, round: number): number {
  let differ = 0
  for (const [h, hotel] of hotels.entries())
    for (let night = 0; night < nights; night += 1) {
      const day = formatNight(FIRST_NIGHT + night)
      if (held.get(`${hotel} 101 ${day}..${day}`) !== valueOf('rates', round, h, 0, night)) differ += 1
    }
  return differ
}

import { spawn } from 'node:child_process'
import path from 'node:path'
import { build } from 'esbuild'
import { reconcile, type Settled } from '../../src/booking/reconcile.js'
import { createClient } from '../../src/client/index.js'
import { openJournal } from '../../src/journal/index.js'
import { MIGRATIONS } from '../../src/sandbox/ground/schema.js'
import { openDatabase } from '../../src/sql/index.js'
import { type Mishap, startFaultyProxy } from '../support/faulty-proxy.js'
import { startTestSandbox, temporaryDirectory } from '../support/sandbox.js'
import { fingerprintOf } from '../../src/booking/booking.js'
import { bodyOf, type WorkerTask } from './booking-worker.js'

/**
 * Many reservations on a bad line, by processes that are killed at random moments: none is doubled, none is lost once they are reconciled.
 * Run it alone: `npx tsx test/proof/reservations.ts [count] [processes] [kills] [seed]`; CI runs a short form.
 */

export interface ProofOptions {
  count: number
  workers: number
  kills: number
  seed: number
  /** Share of creates and confirmations that something happens to. */
  share?: number
}

export interface ProofReport {
  wanted: number
  booked: number
  doubled: number[]
  /** Wishes that were carried out to their end, the service has nothing, and reconciling does not name them as open. */
  lost: number[]
  /** Wishes that a killed process had in hand and nobody took up again. */
  givenUp: number
  /** Journal and service disagree on the state. */
  differ: string[]
  /** Open after reconciling although the service holds them. */
  stillOpen: Settled[]
  settledByReconcile: number
  pendingHolds: number
  killed: number
  mishaps: Record<string, number>
  requests: number
}

const target = { profile: 'proof', service: 'faulty' }
const MISHAPS: Mishap[] = [
  'cut-before',
  'cut-after',
  '500-before',
  '500-after',
  'torn-after',
  'garbage-after',
  'hang-before',
  'hang-after',
]

function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Runs one worker to its end, killing it `kills` times on the way; a killed one goes on with the wish it was at, or gives it up. */
async function runWorker(
  script: string,
  task: WorkerTask,
  kills: number,
  random: () => number,
  givenUp: Set<number>,
): Promise<number> {
  let left = task.intents
  let killed = 0
  while (left.length > 0) {
    const stopAfter = killed < kills ? Math.floor(random() * (left.length / (kills - killed))) : Infinity
    const pause = random() * 60
    const child = spawn(process.execPath, [script], {
      env: { ...process.env, BOOKING_TASK: JSON.stringify({ ...task, intents: left }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let done = 0
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      done += text.split('\n').length - 1
      if (done > stopAfter) setTimeout(() => child.kill('SIGKILL'), pause)
    })
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    if (code !== 0 && code !== null) throw new Error(`a worker ended with ${code}`)
    if (code === null) killed += 1
    left = left.slice(done)
    if (code === null && left.length > 0 && random() < 0.5) givenUp.add(left.shift() as number)
  }
  return killed
}

export async function proveReservations({
  count,
  workers,
  kills,
  seed,
  share = 0.2,
}: ProofOptions): Promise<ProofReport> {
  const random = randomFrom(seed)
  const folder = temporaryDirectory()
  const sandbox = await startTestSandbox({ dataDir: folder.dir, now: () => Date.parse('2026-12-01T12:00:00Z') })
  sandbox.sandbox.seed({
    properties: [
      {
        name: 'Inn',
        code: 'INN',
        hubSwitchId: 'INN',
        currency: 'EUR',
        units: [{ name: 'Double', count: 9000, basePrice: 80, ratePlans: ['Flexible'] }],
      },
    ],
  })
  const mishaps: Record<string, number> = {}
  const proxy = await startFaultyProxy(sandbox.url, (request) => {
    const isWrite = /reservations\/(create|confirm)$/.test(request)
    if (random() >= (isWrite ? share : request.endsWith('/v2') ? share / 5 : 0)) return undefined
    // Hanging costs real time, so it is rarer.
    const mishap = MISHAPS[Math.floor(random() * (random() < 0.15 ? MISHAPS.length : MISHAPS.length - 2))] as Mishap
    mishaps[mishap] = (mishaps[mishap] ?? 0) + 1
    return mishap
  })
  const script = path.join(folder.dir, 'worker.mjs')
  await build({
    entryPoints: [path.join(import.meta.dirname, 'booking-worker.ts')],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'error',
    external: ['@photostructure/sqlite'],
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(${JSON.stringify(import.meta.url)});`,
    },
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
  })
  const journalDir = path.join(folder.dir, 'journal')
  const intents = Array.from({ length: count }, (_, at) => at)
  // A few wishes are given to two processes at once: only one of them may book.
  const shares = Array.from({ length: workers }, (_, worker) =>
    intents.filter(
      (intent) =>
        intent % workers === worker || (workers > 1 && intent % 23 === 0 && (intent + 1) % workers === worker),
    ),
  )
  const givenUp = new Set<number>()
  const killed = await Promise.all(
    shares.map((own, at) =>
      runWorker(
        script,
        { url: proxy.url, journalDir, target, intents: own },
        Math.floor(kills / workers) + (at < kills % workers ? 1 : 0),
        random,
        givenUp,
      ),
    ),
  )

  const client = createClient({
    baseUrl: sandbox.url,
    userAgent: 'hubswitch/proof',
    identity: { partner: () => Promise.resolve({ partnerId: 'demo-supplier', partnerSecret: 'sandbox-supplier' }) },
  })
  const journal = openJournal(journalDir)
  const settled = await reconcile({ call: client.call, journal, target })
  const database = openDatabase(path.join(folder.dir, 'sandbox.sqlite'), { migrations: MIGRATIONS })
  const rows = database.all<{ id: number; state: string; name: string }>(
    `SELECT id, state, json_extract(record, '$.booker.lastName') AS name FROM reservations`,
  )
  const byIntent = new Map<number, typeof rows>()
  for (const row of rows)
    byIntent.set(Number(row.name.slice('Number'.length)), [
      ...(byIntent.get(Number(row.name.slice('Number'.length))) ?? []),
      row,
    ])
  const states = new Map(
    journal.attempts
      .list(target, 1_000_000)
      .filter(({ bookingId }) => bookingId !== undefined)
      .map(({ bookingId, state }) => [bookingId, state]),
  )
  const open = settled.filter(({ isOpen }) => isOpen)
  const fingerprints = new Map(
    journal.attempts.list(target, 1_000_000).map(({ channelId, fingerprint }) => [channelId, fingerprint]),
  )
  const openPrints = new Set(open.map(({ channelId }) => fingerprints.get(channelId)))
  const isNamedOpen = (intent: number): boolean => openPrints.has(fingerprintOf(bodyOf(intent)))
  const held = new Set(intents.filter((intent) => byIntent.has(intent)).map((intent) => fingerprintOf(bodyOf(intent))))
  const report: ProofReport = {
    wanted: count,
    booked: rows.length,
    doubled: intents.filter((intent) => (byIntent.get(intent) ?? []).length > 1),
    lost: intents.filter((intent) => !byIntent.has(intent) && !givenUp.has(intent) && !isNamedOpen(intent)),
    givenUp: givenUp.size,
    differ: rows
      .filter(({ id, state }) => states.get(String(id)) !== state)
      .map(
        ({ id, state }) => `${id}: ${state} at the service, ${states.get(String(id)) ?? 'not known'} in the journal`,
      ),
    stillOpen: open.filter(({ channelId }) => held.has(fingerprints.get(channelId) ?? '')),
    settledByReconcile: settled.length,
    pendingHolds: rows.filter(({ state }) => state === 'pending').length,
    killed: killed.reduce((sum, one) => sum + one, 0),
    mishaps,
    requests: proxy.seen.length,
  }
  database.close()
  journal.close()
  await client.close()
  await proxy.close()
  await sandbox.close()
  folder.remove()
  return report
}

if (process.argv[1]?.endsWith('reservations.ts') === true) {
  const [count = 2000, workers = 1, kills = 60, seed = 1] = process.argv.slice(2).map(Number)
  const started = Date.now()
  const report = await proveReservations({ count, workers, kills, seed })
  process.stdout.write(
    `${JSON.stringify({ ...report, seconds: Math.round((Date.now() - started) / 1000) }, null, 2)}\n`,
  )
  process.exitCode =
    report.doubled.length + report.lost.length + report.differ.length + report.stillOpen.length === 0 ? 0 : 1
}

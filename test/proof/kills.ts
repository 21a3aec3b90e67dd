import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { formatNight } from '../../src/calendar/index.js'
import { openJournal } from '../../src/journal/index.js'
import { startSandbox } from '../../src/sandbox/index.js'
import { randomFrom } from '../support/limiters.js'
import { temporaryDirectory } from '../support/sandbox.js'
import { bundleFile } from '../support/bundle.js'
import { startPush } from './push-process.js'
import { FIRST_NIGHT, type PushTask, TARGET, valueOf } from './push-task.js'

/**
 * A push whose process is killed with -9 at random moments, and a service that is: after the last resume the service holds exactly what was pushed, and nothing
 * that was acknowledged was sent again. Run it alone: `npx tsx test/proof/kills.ts [kills of the push] [kills of the service] [seed]`.
 */
export interface KillReport {
  kills: number
  /** Kills by what the process was at: starting, planning, sending. */
  at: Record<string, number>
  rounds: number
  requests: number
  /** Requests that came twice, and those of them that the journal had as acknowledged before. */
  repeated: number
  repeatedAcknowledged: number
  /** Most requests that came again after one kill. */
  mostRepeated: number
  /** Nights that differ from what was pushed. */
  differ: number
  seconds: number
}

export interface KillNumbers {
  kills: number
  seed: number
  /** Nights of each room; 150 unless said. */
  nights?: number
  /** Sees the report as it stands after each kill. */
  onKill?(report: KillReport): void
}

const HOTELS = ['1000001', '1000002', '1000003', '1000004', '1000005', '1000006']
const ROOMS = ['101', '102']
const TASK = { kind: 'rates' as const, hotels: HOTELS, rooms: ROOMS, bodyBytes: 2400 }

interface Entry {
  room_id: number
  from: string
  to: string
  price: string
}

const nameOf = (hotel: string, [first]: readonly { room: string; from: string }[], count: number): string =>
  `${hotel} ${first?.room} ${first?.from} ${count}`

/** What the journal has as acknowledged, by the names of its requests. */
function acknowledgedOf(journalDir: string, round: number): Set<string> {
  const journal = openJournal(journalDir)
  try {
    const run = journal.listRuns(TARGET, 5).find(({ files }) => files[0]?.name === `round-${round}`)
    const names = new Set<string>()
    if (run === undefined) return names
    for (const { seq, hotel, entries, acknowledged } of journal.batches.list(run.id)) {
      if (acknowledged !== entries) continue
      const cells = journal.batches.cells(run.id, seq)
      names.add(nameOf(hotel, [{ room: cells.series[0]?.room ?? '', from: formatNight(cells.from(0)) }], entries))
    }
    return names
  } finally {
    journal.close()
  }
}

function countDiffering(
  { round, nights }: { round: number; nights: number },
  held: (hotel: string, room: string, night: string) => string | undefined,
): number {
  let differ = 0
  for (const [h, hotel] of HOTELS.entries()) {
    for (const [r, room] of ROOMS.entries()) {
      for (let night = 0; night < nights; night += 1)
        if (held(hotel, room, formatNight(FIRST_NIGHT + night)) !== valueOf('rates', round, h, r, night)) differ += 1
    }
  }
  return differ
}

/** Kills the pushing process. */
export async function provePushKills({ kills, seed, nights = 150, onKill }: KillNumbers): Promise<KillReport> {
  const startedAt = Date.now()
  const random = randomFrom(seed)
  const folder = temporaryDirectory()
  const held = new Map<string, string>()
  let arrived: string[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    response.setHeader('content-type', 'application/json')
    if (body === undefined) return
    if (request.url?.startsWith('/api/v1/partners') === true)
      return void response.end(JSON.stringify({ tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' }))
    const { hotel_code: hotel, room_settings: entries } = JSON.parse(body) as {
      hotel_code: number
      room_settings: Entry[]
    }
    await sleep(random() * 8)
    arrived.push(
      nameOf(
        String(hotel),
        entries.map(({ room_id, from }) => ({ room: String(room_id), from })),
        entries.length,
      ),
    )
    for (const { room_id: room, from, price } of entries) held.set(`${hotel} ${room} ${from}`, price)
    await sleep(random() * 8)
    response.end(JSON.stringify({ success: true, error: null }))
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const script = await bundleFile(path.join(import.meta.dirname, 'push-worker.ts'), folder.dir)
  const report: KillReport = {
    kills: 0,
    at: { starting: 0, planning: 0, sending: 0 },
    rounds: 0,
    requests: 0,
    repeated: 0,
    repeatedAcknowledged: 0,
    mostRepeated: 0,
    differ: 0,
    seconds: 0,
  }
  try {
    while (report.kills < kills) {
      report.rounds += 1
      const seen = new Set<string>()
      let code: number | null = null
      while (code === null) {
        const task: PushTask = {
          ...TASK,
          nights,
          url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          journalDir: `${folder.dir}/journal`,
          round: report.rounds,
          concurrency: 1 + Math.floor(random() * 4),
        }
        const acknowledged = acknowledgedOf(task.journalDir, report.rounds)
        arrived = []
        code = await pushOnce(script, task, report.kills < kills ? { random, report } : undefined)
        if (code === null) onKill?.(report)
        const again = arrived.filter((name) => seen.has(name))
        report.requests += arrived.length
        report.repeated += again.length
        report.mostRepeated = Math.max(report.mostRepeated, again.length)
        report.repeatedAcknowledged += arrived.filter((name) => acknowledged.has(name)).length
        if (again.length > 4) throw new Error(`${again.length} requests came again after one kill`)
        for (const name of arrived) seen.add(name)
      }
      if (code !== 0) throw new Error(`the push ended with ${code}`)
      report.differ += countDiffering({ round: report.rounds, nights }, (hotel, room, night) =>
        held.get(`${hotel} ${room} ${night}`),
      )
    }
  } finally {
    server.closeAllConnections()
    server.close()
    folder.remove()
  }
  return { ...report, seconds: Math.round((Date.now() - startedAt) / 1000) }
}

/** Runs one process, and kills it at a random moment: while it starts, while it plans, or after some answers. */
async function pushOnce(
  script: string,
  task: PushTask,
  killing: { random: () => number; report: KillReport } | undefined,
): Promise<number | null> {
  let answers = 0
  let stage = 'starting'
  const { random = () => 0, report } = killing ?? {}
  const moment = random()
  const answersBefore = moment < 0.2 ? Infinity : Math.floor(random() * task.nights * 0.4)
  let isKilled = false
  const kill = (): void => {
    if (isKilled || report === undefined || !pushing.child.kill('SIGKILL')) return
    isKilled = true
  }
  const pushing = startPush(script, task, (line) => {
    if (line === 'planning') stage = 'planning'
    else {
      stage = 'sending'
      answers += 1
    }
    if ((stage === 'planning' && moment < 0.2) || answers > answersBefore) setTimeout(kill, random() * 30)
  })
  if (killing !== undefined && moment < 0.08) setTimeout(kill, random() * 400)
  const code = await pushing.ended
  if (code === null && report !== undefined) {
    report.kills += 1
    report.at[stage] = (report.at[stage] ?? 0) + 1
  }
  return code
}

/** Kills the service: a sandbox that keeps its data in a folder, and comes back at the same address. */
export async function proveServiceKills({ kills, seed, nights = 150, onKill }: KillNumbers): Promise<KillReport> {
  const startedAt = Date.now()
  const random = randomFrom(seed)
  const folder = temporaryDirectory()
  const dataDir = `${folder.dir}/sandbox`
  const first = await startSandbox({ dataDir })
  const { port } = first
  first.seed({
    properties: HOTELS.map((hotelCode) => ({
      hotelCode,
      name: `Inn ${hotelCode}`,
      code: hotelCode,
      hubSwitchId: hotelCode,
      currency: 'EUR',
      units: ROOMS.map((roomCode) => ({ roomCode, name: roomCode, count: 9, basePrice: 80 })),
    })),
  })
  await first.close()
  const [worker, service] = await Promise.all([
    bundleFile(path.join(import.meta.dirname, 'push-worker.ts'), folder.dir),
    bundleFile(path.join(import.meta.dirname, 'service-process.ts'), folder.dir),
  ])
  const serve = async (): Promise<ReturnType<typeof spawn>> => {
    const child = spawn(process.execPath, [service, dataDir, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout as NodeJS.ReadableStream, 'data')
    return child
  }
  const report: KillReport = {
    kills: 0,
    at: { sending: 0 },
    rounds: 0,
    requests: 0,
    repeated: 0,
    repeatedAcknowledged: 0,
    mostRepeated: 0,
    differ: 0,
    seconds: 0,
  }
  let child = await serve()
  try {
    while (report.kills < kills) {
      report.rounds += 1
      let failed = 0
      let state = ''
      while (state !== 'done') {
        const task: PushTask = {
          ...TASK,
          nights,
          url: `http://127.0.0.1:${port}`,
          journalDir: `${folder.dir}/journal`,
          round: report.rounds,
          concurrency: 1 + Math.floor(random() * 4),
        }
        let answers = 0
        let next = Math.floor(random() * nights * 0.3)
        let coming: Promise<void> = Promise.resolve()
        const pushing = startPush(worker, task, (line) => {
          if (line !== 'acknowledged' || ++answers <= next || report.kills >= kills) return
          next = Infinity
          coming = sleep(random() * 20).then(async () => {
            child.kill('SIGKILL')
            report.kills += 1
            report.at['sending'] = (report.at['sending'] ?? 0) + 1
            onKill?.(report)
            await sleep(random() * 300)
            child = await serve()
            next = answers + Math.floor(random() * nights * 0.3)
          })
        })
        const code = await pushing.ended
        await coming
        if (code !== 0) throw new Error(`the push ended with ${code}`)
        const ended = JSON.parse(pushing.lines.at(-1) ?? '{}') as {
          state: string
          requests: number
          batches: number
          failed: number
        }
        state = ended.state
        failed += ended.failed
        if (state !== 'done') continue
        report.requests += ended.requests
        report.repeated += failed
        // Only a request that got no answer is sent again.
        report.repeatedAcknowledged += ended.requests - failed - ended.batches
      }
      child.kill('SIGKILL')
      await once(child, 'close')
      report.differ += await differenceOf(dataDir, { round: report.rounds, nights })
      child = await serve()
    }
  } finally {
    child.kill('SIGKILL')
    await once(child, 'close')
    folder.remove()
  }
  return { ...report, seconds: Math.round((Date.now() - startedAt) / 1000) }
}

async function differenceOf(dataDir: string, pushed: { round: number; nights: number }): Promise<number> {
  const sandbox = await startSandbox({ dataDir })
  try {
    const cells = new Map(
      [...sandbox.settings()].map((cell) => [
        `${cell.hotelCode} ${cell.roomCode} ${formatNight(cell.night)}`,
        cell.price,
      ]),
    )
    return countDiffering(pushed, (hotel, room, night) => cells.get(`${hotel} ${room} ${night}`))
  } finally {
    await sandbox.close()
  }
}

if (process.argv[1]?.endsWith('kills.ts') === true) {
  const [push = 200, service = 50, seed = 1] = process.argv.slice(2).map(Number)
  const onKill = (report: KillReport): void => {
    if (report.kills % 10 === 0) process.stderr.write(`${JSON.stringify(report)}\n`)
  }
  const reports = {
    push: await provePushKills({ kills: push, seed, onKill }),
    service: await proveServiceKills({ kills: service, seed, onKill }),
  }
  process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`)
  process.exitCode = reports.push.differ + reports.push.repeatedAcknowledged + reports.service.differ === 0 ? 0 : 1
}

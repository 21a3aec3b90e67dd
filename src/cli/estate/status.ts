import { setTimeout as sleep } from 'node:timers/promises'
import type { EstateRun, EstateStatus, Heartbeat, HotelStatus } from '../../estate/index.js'
import { doneBeforeSignal } from '../command/index.js'
import { columns, count, text } from '../show/index.js'
import { type Answer, type Column, print } from '../terminal/index.js'
import type { Shared } from './open.js'

const LOOK_EVERY_MS = 1_000
const HOTELS_SHOWN = 20
/** Version of the lines of --events. */
const VERSION = 1

export const workerColumns: Column[] = [
  ...columns('id', 'host', 'process', 'build', 'state'),
  { name: 'in flight', align: 'right', value: ({ hotels }) => (hotels as Heartbeat['hotels']).length },
  ...(['requests', 'acknowledged', 'refused', 'throttled', 'failed'] as const).map((name): Column => ({
    name,
    align: 'right',
    value: (row) => row[name],
  })),
]

/** Workers as rows. */
export function workersOf(workers: readonly Heartbeat[]): Record<string, unknown>[] {
  return workers.map(({ startedAt, at, isDraining, ...worker }) => ({
    ...worker,
    state: isDraining ? 'draining' : 'at work',
    started: new Date(startedAt).toISOString(),
    seen: new Date(at).toISOString(),
  }))
}

/** What an estate is at; with `isLive` as lines of JSON that go on until a run has ended or a signal comes. */
export async function estateStatus({ api, estate }: Shared, isLive: boolean): Promise<Answer> {
  if (isLive) {
    let isStopped = false
    const seen = new Map<string, string>()
    const watch = async (): Promise<void> => {
      while (!isStopped) {
        const status = await api.statusOf(estate)
        for (const line of changesOf(status, seen)) print(`${JSON.stringify(line)}\n`)
        if (status.runs.every(({ state }) => state !== 'ready' && state !== 'sending')) return
        await sleep(LOOK_EVERY_MS)
      }
    }
    await doneBeforeSignal(watch())
    isStopped = true
    return text(undefined, '')
  }
  const status = await api.statusOf(estate)
  return text(documentOf(status), textOf(status))
}

/** Lines for what has changed since the last look. */
function* changesOf({ hotels, runs, workers }: EstateStatus, seen: Map<string, string>): Iterable<object> {
  const time = new Date().toISOString()
  const isNew = (key: string, value: object): boolean => {
    const kept = JSON.stringify(value)
    if (seen.get(key) === kept) return false
    seen.set(key, kept)
    return true
  }
  for (const { id, host, process, hotels: held, requests, acknowledged, refused, throttled, failed } of workers) {
    const line = {
      worker: id,
      host,
      process,
      inFlight: held.length,
      requests,
      acknowledged,
      refused,
      throttled,
      failed,
    }
    if (isNew(`worker ${id}`, line)) yield { v: VERSION, event: 'worker', time, ...line }
  }
  for (const key of seen.keys()) {
    const id = key.startsWith('worker ') ? key.slice('worker '.length) : undefined
    if (id === undefined || workers.some((one) => one.id === id)) continue
    seen.delete(key)
    yield { v: VERSION, event: 'worker-gone', time, worker: id }
  }
  for (const hotel of hotels)
    if (isNew(`hotel ${hotel.run} ${hotel.hotel}`, hotel)) yield { v: VERSION, event: 'hotel', time, ...hotel }
  for (const run of runs) {
    const line = documentOfRun(run)
    if (isNew(`run ${run.id}`, line)) yield { v: VERSION, event: 'run', time, ...line }
  }
}

function documentOfRun({
  id,
  kind,
  state,
  nights,
  batches,
  requests,
  throttled,
  failed,
  blocked,
  open,
}: EstateRun): object {
  return { run: id, kind, state, nights, batches, requests, throttled, failed, hotels: { open, blocked } }
}

function documentOf({ engine, workers, runs, hotels, ratePerSecond }: EstateStatus): object {
  return {
    engine,
    workers: workersOf(workers),
    runs: runs.map(documentOfRun),
    hotels,
    ...(ratePerSecond === undefined ? {} : { ratePerSecond }),
  }
}

function textOf({ engine, workers, runs, hotels, ratePerSecond }: EstateStatus): string {
  const byState = groups(hotels)
  const counts = (['queued', 'in flight', 'done', 'refused', 'blocked', 'stopped'] as const)
    .filter((state) => byState.has(state))
    .map((state) => `${(byState.get(state)?.length ?? 0).toLocaleString('en')} ${state}`)
  return [
    `Engine     ${engine}`,
    `Workers    ${workers.length === 0 ? 'none; "hubswitch worker start" starts one' : workers.map(workerText).join('\n           ')}`,
    ...(ratePerSecond === undefined
      ? []
      : [
          `Pace       at most ${ratePerSecond >= 10 ? Math.round(ratePerSecond) : ratePerSecond.toPrecision(2)} requests a second, over all hosts`,
        ]),
    ...(runs.length === 0 ? ['No push has been submitted to it yet.'] : []),
    ...runs.map(
      ({ id, kind, state, nights }) =>
        `Run ${id}: ${kind}, ${state}; ${nights.acknowledged.toLocaleString('en')} of ${count(nights.planned, 'night')} acknowledged${nights.rejected === 0 ? '' : `, ${nights.rejected.toLocaleString('en')} refused`}`,
    ),
    ...(counts.length === 0 ? [] : [`Hotels     ${counts.join(', ')}`]),
    ...listed(byState.get('blocked') ?? []),
  ].join('\n')
}

function groups(hotels: readonly HotelStatus[]): Map<HotelStatus['state'], HotelStatus[]> {
  const byState = new Map<HotelStatus['state'], HotelStatus[]>()
  for (const hotel of hotels) {
    const same = byState.get(hotel.state)
    if (same === undefined) byState.set(hotel.state, [hotel])
    else same.push(hotel)
  }
  return byState
}

function workerText({ id, host, process, hotels, requests, isDraining }: Heartbeat): string {
  return `${id}  ${host}, process ${process}${isDraining ? ', draining' : ''}: ${count(hotels.length, 'hotel')} in flight, ${count(requests, 'request')} sent`
}

function listed(blocked: readonly HotelStatus[]): string[] {
  const rest = blocked.length - HOTELS_SHOWN
  return [
    ...blocked
      .slice(0, HOTELS_SHOWN)
      .map(
        ({ hotel, host, why, nights }) =>
          `  hotel ${hotel} is blocked, ${count(nights.left, 'night')} left: ${why ?? 'its requests failed again and again'} (seen from ${host ?? 'an unknown host'})`,
      ),
    ...(rest > 0 ? [`  … and ${count(rest, 'more hotel')} (--json lists all)`] : []),
  ]
}

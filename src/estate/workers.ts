import { type Estate, WORKER_GONE_MS } from './estate.js'
import { KEY } from './keys.js'

/** A worker's sign of life. */
export interface Heartbeat {
  id: string
  host: string
  process: number
  build: string
  concurrency: number
  startedAt: number
  /** Epoch milliseconds. */
  at: number
  /** Hotels at work, with their runs. */
  hotels: { run: number; hotel: string }[]
  requests: number
  acknowledged: number
  refused: number
  throttled: number
  failed: number
  /** A person has asked it to end. */
  isDraining: boolean
  /** Requests a second that it was given; no host exceeds the lowest of these. */
  ratePerSecond?: number
}

/** Workers that have given a sign of life of late, by host. */
export async function workersOf({ engine: { store }, now: clock }: Estate): Promise<Heartbeat[]> {
  const beats = [...(await store.read(KEY.workers))]
    .filter(([field]) => !field.startsWith(DRAIN))
    .map(([, bytes]) => JSON.parse(bytes.toString()) as Heartbeat)
  const now = clock()
  return beats
    .filter(({ at }) => at > now - WORKER_GONE_MS)
    .sort((a, b) => (a.host === b.host ? a.startedAt - b.startedAt : a.host < b.host ? -1 : 1))
}

const DRAIN = 'drain '

/** Where a worker sees that it is to end. */
export const drainField = (id: string): string => `${DRAIN}${id}`

/** Asks workers to end once what is in flight is answered. */
export async function drainWorkers({ engine: { store } }: Estate, ids: readonly string[]): Promise<void> {
  await store.change({ set: ids.map((id) => ({ key: KEY.workers, field: drainField(id), value: '1' })) })
}

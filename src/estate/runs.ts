import type { FateCounts } from '../journal/index.js'
import type { EstateStore, Fields } from './engine/index.js'
import { FATES, KEY } from './keys.js'

/** `ready`: wholly there, and no hotel of it is queued yet. */
export type EstateRunState = 'ready' | 'sending' | 'done' | 'partial' | 'stopped' | 'interrupted' | 'nothing-to-do'

/** A run as the store has it. */
export interface EstateRun {
  id: number
  kind: string
  state: EstateRunState
  /** How often it was begun or resumed. */
  attempt: number
  /** The record that its submitter wrote. */
  record: Buffer
  /** Epoch milliseconds. */
  createdAt: number
  startedAt?: number
  resumedAt?: number
  endedAt?: number
  /** A person has asked it to stop. */
  stopAskedAt?: number
  fault?: { code: string; message: string }
  /** Hotels that are neither done nor given up in this attempt. */
  open: number
  blocked: number
  requests: number
  extraRequests: number
  throttled: number
  failed: number
  /** A worker of it was lost in the middle of sending. */
  wasCut: boolean
  batches: FateCounts
  nights: FateCounts
}

/** A run by number. */
export async function runOf(store: EstateStore, id: number): Promise<EstateRun | undefined> {
  const fields = await store.read(KEY.run(id))
  return fields.has('state') ? readRun(id, fields) : undefined
}

/** All runs, newest first. */
export async function listRuns(store: EstateStore, limit = Infinity): Promise<EstateRun[]> {
  const ids = [...(await store.read(KEY.runs)).keys()]
    .map(Number)
    .sort((a, b) => b - a)
    .slice(0, limit)
  const all = await store.readAll(ids.map(KEY.run))
  return all.flatMap((fields, at) => (fields.has('state') ? [readRun(ids[at] as number, fields)] : []))
}

function readRun(id: number, fields: Fields): EstateRun {
  const text = (name: string): string | undefined => fields.get(name)?.toString()
  const number = (name: string): number => Number(text(name) ?? 0)
  const time = (name: string): Record<string, number> => (fields.has(name) ? { [name]: number(name) } : {})
  const counts = (what: 'batches' | 'nights'): FateCounts => {
    const { untried, ...others } = Object.fromEntries(
      FATES.map((fate) => [fate, number(`${what}.${fate}`)]),
    ) as Required<FateCounts>
    return untried === 0 ? others : { ...others, untried }
  }
  const fault = text('fault')
  return {
    id,
    kind: text('kind') ?? '',
    state: text('state') as EstateRunState,
    attempt: number('attempt'),
    record: fields.get('record') ?? Buffer.alloc(0),
    createdAt: number('createdAt'),
    ...time('startedAt'),
    ...time('resumedAt'),
    ...time('endedAt'),
    ...time('stopAskedAt'),
    ...(fault === undefined ? {} : { fault: JSON.parse(fault) as { code: string; message: string } }),
    open: number('open'),
    blocked: number('blocked'),
    requests: number('requests'),
    extraRequests: number('extraRequests'),
    throttled: number('throttled'),
    failed: number('failed'),
    wasCut: fields.has('wasCut'),
    batches: counts('batches'),
    nights: counts('nights'),
  }
}

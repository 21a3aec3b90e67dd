import type { Job, Queue, Worker } from 'bullmq'
import { Fault } from '../../errors.js'
import type { EngineAddress } from './address.js'
import type { EstateStore } from './store.js'

/** A task of the queue: a hotel of a run, or a run whose hotels are to be put in. */
export interface Task {
  id: string
  name: 'hotel' | 'release' | 'spent'
  data: { run: number; hotel?: string }
  /** Whoever had it before has given no sign of life. */
  wasLost?: boolean
}

/** What becomes of a task that was worked on: it is over, its next piece is due, or due later. */
export type Next = 'over' | 'again' | { afterMs: number }

/** What a worker is told of its engine. */
export interface WorkerNews {
  onError(error: Error): void
}

/** Tasks that are fetched and worked on here. */
export interface EngineWorker {
  /** No new tasks; those at work go on. */
  pause(): Promise<void>
  /** Ends once what is at work is done. */
  close(): Promise<void>
}

/** An engine that exists: its queue does the distribution, its store keeps what is ours. */
export interface Engine {
  readonly address: EngineAddress
  readonly store: EstateStore
  /** Puts tasks in; one whose id is there already is left alone. */
  add(tasks: readonly Task[]): Promise<void>
  /** Ahead of all others. */
  addFirst(tasks: readonly Task[]): Promise<void>
  /** Takes a task out; false while it is being worked on. */
  remove(id: string): Promise<boolean>
  /** Nothing is fetched for so long, on no machine. */
  hold(ms: number): Promise<void>
  /** At most so many tasks are fetched in so many milliseconds, over all machines. */
  limit(most: number, ms: number): Promise<void>
  counts(): Promise<{ waiting: number; active: number; delayed: number }>
  work(concurrency: number, work: (task: Task) => Promise<Next>, news: WorkerNews): EngineWorker
  close(): Promise<void>
}

export interface OpenOptions {
  address: EngineAddress
  /** Keys of this estate alone: one service and account. */
  name: string
  /** A worker waits for an engine that is away; a command says so at once. */
  waits: boolean
  /** How long a task belongs to a worker that gives no sign of life, milliseconds. */
  lockMs?: number
}

/** Longer than most requests take; after it the task of a worker that was killed goes to another. */
const LOCK_MS = 30_000
const CONNECT_MS = 5_000
const RECONNECT_MS = 1_000
const ADD_AT_ONCE = 1_000
/** An engine that has lost a worker many times has lost nothing: tasks are never given up for it. */
const STALLED_MAX = 1_000_000
/** What is told of each task is for watchers of ours that look at the store. */
const EVENTS_KEPT = 1_000

/**
 * Opens an engine.
 * @throws Fault UNREACHABLE, USAGE where its packages are not installed
 */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  try {
    return options.address.kind === 'redis' ? await openRedis(options) : await openPostgres(options)
  } catch (error) {
    throw engineFault(error, options.address)
  }
}

/** What an engine that fails says. */
export function engineFault(error: unknown, { shown }: EngineAddress): unknown {
  if (error instanceof Fault) return error
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return new Fault('USAGE', 'The packages that an estate needs are not installed: bullmq, with ioredis or pg.', {
      next: 'Install hubswitch with its optional packages ("npm ci" without --omit=optional).',
      cause: error,
    })
  const why = code ?? (message === undefined || message === '' ? 'no answer' : withoutStop(message.slice(0, 200)))
  return new Fault('UNREACHABLE', `The engine of the estate at ${shown} cannot be used: ${why}.`, {
    next: 'Check that it runs and that this machine may reach it, then try again. Nothing was sent.',
    facts: { estate: shown },
    cause: error,
  })
}

function withoutStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}

async function openRedis({ address, name, waits, lockMs }: OpenOptions): Promise<Engine> {
  const [{ Queue, Worker, DelayedError, WaitingError }, { Redis }, { RedisStore }] = await Promise.all([
    import('bullmq'),
    import('ioredis'),
    import('./redis-store.js'),
  ])
  let trouble: unknown
  const connect = () => {
    const redis = new Redis(address.url, {
      maxRetriesPerRequest: null,
      connectTimeout: CONNECT_MS,
      retryStrategy: () => (waits ? RECONNECT_MS : null),
      lazyConnect: true,
    })
    redis.on('error', (error) => {
      trouble = error
    })
    return redis
  }
  const main = connect()
  try {
    await main.connect()
  } catch (error) {
    main.disconnect()
    // The socket's own error says more than that the connection is closed.
    throw trouble ?? error
  }
  const prefix = `{hubswitch:${name}}`
  const common = { prefix, skipVersionCheck: false }
  const queue = new Queue('q', { ...common, connection: main, streams: { events: { maxLen: EVENTS_KEPT } } })
  return engineOf({
    address,
    queue: queue as unknown as Queue,
    store: new RedisStore(main, `${prefix}:`),
    errors: { DelayedError, WaitingError },
    startWorker: (process, options) => {
      const own = connect()
      const worker = new Worker('q', process, { ...common, ...workerOptions(lockMs), ...options, connection: own })
      return { worker: worker as unknown as Worker, end: () => own.disconnect() }
    },
    end: async () => {
      await queue.close()
      main.disconnect()
    },
  })
}

async function openPostgres({ address, name, lockMs }: OpenOptions): Promise<Engine> {
  const [{ withBackend, createPostgresBackend, DelayedError, WaitingError }, { default: pg }, { PostgresStore }] =
    await Promise.all([import('bullmq'), import('pg'), import('./postgres-store.js')])
  const { Queue, Worker } = withBackend(createPostgresBackend)
  const connection = { connectionString: address.url, connectionTimeoutMillis: CONNECT_MS, migrate: true }
  const pool = new pg.Pool({ connectionString: address.url, connectionTimeoutMillis: CONNECT_MS, max: 8 })
  pool.on('error', () => undefined)
  const store = new PostgresStore(pool, `${name}:`)
  try {
    await store.prepare()
  } catch (error) {
    await store.close()
    throw error
  }
  const queue = new Queue(name, { connection })
  await queue.waitUntilReady()
  return engineOf({
    address,
    queue: queue as unknown as Queue,
    store,
    errors: { DelayedError, WaitingError },
    startWorker: (process, options) => {
      const worker = new Worker(name, process, { connection, ...workerOptions(lockMs), ...options })
      return { worker: worker as unknown as Worker, end: () => undefined }
    },
    end: async () => {
      await queue.close()
      await store.close()
    },
  })
}

function workerOptions(lockMs = LOCK_MS) {
  return {
    lockDuration: lockMs,
    stalledInterval: Math.max(500, Math.round(lockMs / 6)),
    maxStalledCount: STALLED_MAX,
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
    // A pause that was shortened meanwhile is seen soon.
    maximumRateLimitDelay: 1_000,
    drainDelay: 1,
  }
}

type Process = (job: Job, token?: string) => Promise<void>

interface Parts {
  address: EngineAddress
  queue: Queue
  store: EstateStore
  errors: { DelayedError: new () => Error; WaitingError: new () => Error }
  startWorker(process: Process, options: { concurrency: number }): { worker: Worker; end(): void }
  end(): Promise<void>
}

function engineOf({ address, queue, store, errors, startWorker, end }: Parts): Engine {
  queue.on('error', () => undefined)
  const put = async (tasks: readonly Task[], lifo: boolean): Promise<void> => {
    for (let at = 0; at < tasks.length; at += ADD_AT_ONCE)
      await queue.addBulk(
        tasks
          .slice(at, at + ADD_AT_ONCE)
          .map(({ id, name, data }) => ({ name, data, opts: { jobId: id, lifo, attempts: 1, ...removed } })),
      )
  }
  return {
    address,
    store,
    add: (tasks) => put(tasks, false),
    addFirst: (tasks) => put(tasks, true),
    remove: async (id) => {
      const job = await queue.getJob(id)
      return job === undefined || (await queue.remove(id)) === 1
    },
    hold: (ms) => queue.rateLimit(Math.max(1, Math.ceil(ms))),
    limit: async (most, ms) => void (await queue.setGlobalRateLimit(most, ms)),
    counts: async () => {
      const { waiting = 0, active = 0, delayed = 0 } = await queue.getJobCounts('waiting', 'active', 'delayed')
      return { waiting, active, delayed }
    },
    work: (concurrency, work, { onError }) => {
      const { worker, end: release } = startWorker(
        async (job, token) => {
          const { name, data } = job as Pick<Task, 'name' | 'data'>
          const next = await work({ id: job.id ?? '', name, data, wasLost: job.stalledCounter > 0 })
          if (next === 'over') return
          if (next === 'again') {
            await job.moveToWait(token)
            throw new errors.WaitingError()
          }
          await job.moveToDelayed(Date.now() + next.afterMs, token)
          throw new errors.DelayedError()
        },
        { concurrency },
      )
      worker.on('error', onError)
      return {
        pause: () => worker.pause(true),
        close: async () => {
          await worker.close()
          release()
        },
      }
    },
    close: end,
  }
}

const removed = { removeOnComplete: true, removeOnFail: true }

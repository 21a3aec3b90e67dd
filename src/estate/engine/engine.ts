import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, Queue, Worker } from 'bullmq'
import { Fault } from '../../errors.js'
import type { ClientConfig } from 'pg'
import type { EngineAddress } from './address.js'
import { TaskHold } from './hold.js'
import type { EstateStore } from './store.js'

/** A task of the queue: a hotel of a run, or a run whose hotels are to be put in. */
export interface Task {
  id: string
  name: 'hotel' | 'release' | 'spent'
  data: { run: number; hotel?: string }
  /** Whoever had it before has given no sign of life. */
  wasLost?: boolean
  /** Whether it is still this worker's. */
  hold: TaskHold
}

/** What goes into the queue. */
export type NewTask = Omit<Task, 'hold' | 'wasLost'>

/** What becomes of a task that was worked on: it is over, its next piece is due, or due later; or it is another worker's. */
export type Next = 'over' | 'again' | 'lost' | { afterMs: number }

/** What a worker is told of its engine. */
export interface WorkerNews {
  onError(error: Error): void
  /** Another worker was given a task of this one. */
  onLost(): void
}

/** Tasks that are fetched and worked on here. */
export interface EngineWorker {
  /** No new tasks; those at work go on. */
  pause(): Promise<void>
  /** Ends once what is at work is done. */
  close(): Promise<void>
  /** Lets go of an engine that does not answer. */
  abandon(): void
}

/** An engine that exists: its queue does the distribution, its store keeps what is ours. */
export interface Engine {
  readonly address: EngineAddress
  readonly store: EstateStore
  /** Puts tasks in; one whose id is there already is left alone. */
  add(tasks: readonly NewTask[]): Promise<void>
  /** Ahead of all others. */
  addFirst(tasks: readonly NewTask[]): Promise<void>
  /** Takes a task out; false while it is being worked on. */
  remove(id: string): Promise<boolean>
  /** Nothing is fetched for so long, on no machine. */
  hold(ms: number): Promise<void>
  /** At most so many tasks are fetched in so many milliseconds, over all machines. */
  limit(most: number, ms: number): Promise<void>
  /** Why what lies in it may be lost with its next restart; undefined where it keeps it, or does not say. */
  weakness(): Promise<string | undefined>
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
  /** How long a command waits for one answer of the engine, milliseconds. */
  answerMs?: number
}

/** Longer than most requests take; after it the task of a worker that was killed goes to another. */
const LOCK_MS = 30_000
const CONNECT_MS = 5_000
/** One answer of the engine, however much it is asked for. */
const ANSWER_MS = 20_000
const CLOSE_MS = 1_000
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
    const engine = options.address.kind === 'redis' ? await openRedis(options) : await openPostgres(options)
    return options.waits ? engine : telling(engine)
  } catch (error) {
    throw engineFault(error, options.address)
  }
}

/** An engine whose failures say what they are to whoever typed the command. */
function telling(engine: Engine): Engine {
  const told =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> =>
      work(...given).catch((error: unknown) => {
        throw engineFault(error, engine.address, 'Runs that are in the estate stay there.')
      })
  const { store } = engine
  return {
    ...engine,
    add: told((tasks) => engine.add(tasks)),
    remove: told((id) => engine.remove(id)),
    counts: told(() => engine.counts()),
    store: {
      now: told(() => store.now()),
      read: told((key) => store.read(key)),
      readAll: told((keys) => store.readAll(keys)),
      field: told((key, field) => store.field(key, field)),
      change: told((change) => store.change(change)),
      forget: told((keys) => store.forget(keys)),
      close: () => store.close(),
    },
  }
}

/** What an engine that fails says. */
export function engineFault(error: unknown, { shown }: EngineAddress, state = 'Nothing was sent.'): unknown {
  if (error instanceof Fault) return error
  const { code, message } = error as { code?: string; message?: string }
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return new Fault('USAGE', 'The packages that an estate needs are not installed: bullmq, with ioredis or pg.', {
      next: 'Install hubswitch with its optional packages ("npm ci" without --omit=optional).',
      cause: error,
    })
  const why = code ?? (message === undefined || message === '' ? 'no answer' : withoutStop(message.slice(0, 200)))
  return new Fault('UNREACHABLE', `The engine of the estate at ${shown} cannot be used: ${why}.`, {
    next: `${/NOAUTH|WRONGPASS|password|authenticat|28P01|28000/i.test(why) ? 'Give its password in HUBSWITCH_ESTATE_PASSWORD_FILE, or HUBSWITCH_ESTATE_PASSWORD, and its user in the address.' : 'Check that it runs and that this machine may reach it, then try again.'} ${state}`,
    facts: { estate: shown },
    cause: error,
  })
}

function withoutStop(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}

/** Something that listens and never says a word is no engine. */
async function answered(opening: Promise<void>): Promise<void> {
  const late = new AbortController()
  const silence = sleep(CONNECT_MS, undefined, { signal: late.signal }).then(() => {
    throw new Error(`it has not answered for ${CONNECT_MS / 1_000} s`)
  })
  silence.catch(() => undefined)
  await Promise.race([opening, silence]).finally(() => late.abort())
}

async function openRedis({
  address,
  name,
  waits,
  lockMs = LOCK_MS,
  answerMs = ANSWER_MS,
}: OpenOptions): Promise<Engine> {
  const [{ Queue, Worker, DelayedError, WaitingError }, { Redis }, { RedisStore }] = await Promise.all([
    import('bullmq'),
    import('ioredis'),
    import('./redis-store.js'),
  ])
  let trouble: unknown
  let isOpen = false
  const connect = () => {
    const redis = new Redis(address.url, {
      maxRetriesPerRequest: null,
      connectTimeout: CONNECT_MS,
      // A worker waits for an engine that is away; whoever types a command is told.
      // What was asked when the connection broke is not asked again unseen: it may have been done.
      ...(waits ? {} : { commandTimeout: answerMs, autoResendUnfulfilledCommands: false }),
      retryStrategy: () => (waits || isOpen ? RECONNECT_MS : null),
      lazyConnect: true,
    })
    redis.on('error', (error) => {
      trouble = error
    })
    return redis
  }
  const main = connect()
  try {
    await answered(main.connect())
    isOpen = true
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
    spellMs: lockMs,
    weakness: async () => {
      const said = await main.info()
      const of = (name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, 'm').exec(said)?.[1]
      if (of('aof_enabled') === '0')
        return 'it keeps no append-only file (appendonly no), so a restart empties it; set "appendonly yes" there'
      const policy = of('maxmemory_policy') ?? 'noeviction'
      return policy === 'noeviction' || of('maxmemory') === '0'
        ? undefined
        : `it throws keys away when its memory is full (maxmemory-policy ${policy}); set "maxmemory-policy noeviction" there`
    },
    startWorker: (process, options) => {
      const own = connect()
      const worker = new Worker('q', process, { ...common, ...workerOptions(lockMs), ...options, connection: own })
      return { worker: worker as unknown as Worker, end: () => own.disconnect() }
    },
    end: async () => {
      await Promise.race([queue.close(), sleep(CLOSE_MS, undefined, { ref: false })])
      main.disconnect()
    },
  })
}

async function openPostgres({
  address,
  name,
  waits,
  lockMs = LOCK_MS,
  answerMs = ANSWER_MS,
}: OpenOptions): Promise<Engine> {
  const [{ withBackend, createPostgresBackend, DelayedError, WaitingError }, { default: pg }, { PostgresStore }] =
    await Promise.all([import('bullmq'), import('pg'), import('./postgres-store.js')])
  const { Queue, Worker } = withBackend(createPostgresBackend)
  /** A connection that breaks while a query of it is between two steps tells it as an event, which would end the process where nobody hears it; the query fails anyway. */
  class Client extends pg.Client {
    constructor(config?: string | ClientConfig) {
      super(config)
      this.on('error', () => undefined)
    }
  }
  const reached = {
    Client,
    connectionString: address.url,
    connectionTimeoutMillis: CONNECT_MS,
    ...(waits ? {} : { query_timeout: answerMs }),
  }
  const connection = { ...reached, migrate: true }
  const pool = new pg.Pool({ ...reached, max: 8 })
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
    spellMs: lockMs,
    weakness: () => Promise.resolve(undefined),
    startWorker: (process, options) => {
      const worker = new Worker(name, process, { connection, ...workerOptions(lockMs), ...options })
      return { worker: worker as unknown as Worker, end: () => undefined }
    },
    end: async () => {
      await Promise.race([queue.close().then(() => store.close()), sleep(CLOSE_MS, undefined, { ref: false })])
    },
  })
}

function workerOptions(lockMs: number) {
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
  weakness(): Promise<string | undefined>
  /** How long a task is left to a worker that gives no sign of life. */
  spellMs: number
  startWorker(process: Process, options: { concurrency: number }): { worker: Worker; end(): void }
  end(): Promise<void>
}

function engineOf({ address, queue, store, errors, spellMs, weakness, startWorker, end }: Parts): Engine {
  queue.on('error', () => undefined)
  const put = async (tasks: readonly NewTask[], lifo: boolean): Promise<void> => {
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
    weakness: () => weakness().catch(() => undefined),
    limit: async (most, ms) => void (await queue.setGlobalRateLimit(most, ms)),
    counts: async () => {
      const { waiting = 0, active = 0, delayed = 0 } = await queue.getJobCounts('waiting', 'active', 'delayed')
      return { waiting, active, delayed }
    },
    work: (concurrency, work, { onError, onLost }) => {
      const holds = new Map<string, TaskHold>()
      const { worker, end: release } = startWorker(
        async (job, token) => {
          const { name, data, id = '' } = job as Pick<Task, 'name' | 'data'> & { id?: string }
          const hold = new TaskHold(async () => (await job.extendLock(token ?? '', spellMs)) === 1, spellMs)
          holds.set(id, hold)
          try {
            const next = await work({ id, name, data, wasLost: job.stalledCounter > 0, hold })
            if (next === 'over') return
            if (next === 'again' || next === 'lost') {
              // Where another has it, the engine says no, and it is told below.
              await job.moveToWait(token).catch((error: unknown) => {
                if (next === 'again') throw error
              })
              throw new errors.WaitingError()
            }
            await job.moveToDelayed(Date.now() + next.afterMs, token)
            throw new errors.DelayedError()
          } finally {
            hold.end()
            if (holds.get(id) === hold) holds.delete(id)
          }
        },
        { concurrency },
      )
      worker.on('locksRenewed', ({ jobIds }) => jobIds.forEach((id) => holds.get(id)?.renewed()))
      worker.on('lockRenewalFailed', (jobIds) => jobIds.forEach((id) => holds.get(id)?.lose()))
      worker.on('error', (error) => (ABOUT_A_LOST_TASK.test(error.message) ? onLost() : onError(error)))
      return {
        pause: () => worker.pause(true),
        close: async () => {
          await worker.close()
          release()
        },
        abandon: release,
      }
    },
    close: end,
  }
}

/** What the queue calls an error although the engine is well: the task of a worker that gave no sign of life has gone to another. */
const ABOUT_A_LOST_TASK = /^(?:could not renew lock|missing (?:lock|key)) for job/i

const removed = { removeOnComplete: true, removeOnFail: true }

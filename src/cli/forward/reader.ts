import { Worker } from 'node:worker_threads'
import {
  type AnswerJob,
  bufferOf,
  type Job,
  lookAt,
  type LookJob,
  type Looked,
  notLooked,
  notTold,
  tell,
  type Told,
} from './reading.js'
import { unpackBody } from '../../resnotif/index.js'

/** Of all that waits to be read, bytes: as long as it waits, it is held in memory. */
const WAITING_BYTES_MAX = 60_000_000
/** One message takes seconds at most. */
const READ_MS_MAX = 60_000
/** Of what is read at once, bytes unpacked: a few hundredths of a second where it is dense. */
const AT_ONCE_BYTES = 32_768
/** Why something was not read, as the end of a sentence. */
const TOO_MANY = 'too many large messages were waiting to be read'
const TOO_SLOW = 'reading it took too long'
const ENDED = 'the listener ended before it was read'
const BROKE = 'looking into it broke'

type Result = Looked | Told

/** Reads what passes. What is small is read at once; for what is large there is a promise, and nothing else waits for it. It never fails. */
export interface Reader {
  look(job: LookJob): Looked | Promise<Looked>
  tell(job: AnswerJob): Told | Promise<Told>
  /** What is not read by then is told as that. */
  close(): Promise<void>
}

interface Waiting {
  job: Job
  bytes: number
  resolve: (result: Result) => void
}

/**
 * A reader with a thread of its own for large messages, which is started with the first of them.
 * @param script of the thread; where there is none, or it cannot be started, all is read here
 */
export function createReader({
  script,
  readMsMax = READ_MS_MAX,
}: { script?: string | undefined; readMsMax?: number } = {}): Reader {
  const waiting: Waiting[] = []
  let [heldBytes, isClosed] = [0, false]
  let usable = script
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let hasAnswered = false

  const settle = (result: Result): void => {
    clearTimeout(timer)
    const done = waiting.shift()
    if (done === undefined) return
    heldBytes -= done.bytes
    done.resolve(result)
  }
  const drop = (): void => {
    const gone = worker
    worker = undefined
    gone?.removeAllListeners()
    gone?.on('error', () => undefined)
    void gone?.terminate()
  }
  const next = (): void => {
    const [first] = waiting
    if (first === undefined) return worker?.unref()
    if (usable === undefined) {
      settle(perform(first.job))
      return setImmediate(next) as unknown as void
    }
    worker ??= start(usable)
    worker.ref()
    worker.postMessage(first.job)
    timer = setTimeout(() => {
      drop()
      settle(unread(first.job, TOO_SLOW))
      next()
    }, readMsMax)
  }
  const start = (file: string): Worker => {
    const started = new Worker(file)
    hasAnswered = false
    const broken = (): void => {
      if (worker !== started) return
      drop()
      const [first] = waiting
      // One that never gave an answer may not be there at all.
      if (!hasAnswered) usable = undefined
      else if (first !== undefined) settle(unread(first.job, BROKE))
      clearTimeout(timer)
      next()
    }
    return started
      .on('message', (result: Result) => {
        hasAnswered = true
        settle(result)
        next()
      })
      .on('error', broken)
      .on('exit', broken)
  }
  const read = (job: Job): Result | Promise<Result> => {
    if (!isLarge(job)) return perform(job)
    if (isClosed) return unread(job, ENDED)
    const bytes = sizeOf(job)
    if (waiting.length > 0 && heldBytes + bytes > WAITING_BYTES_MAX) return unread(job, TOO_MANY)
    heldBytes += bytes
    return new Promise((resolve) => {
      waiting.push({ job, bytes, resolve })
      if (waiting.length === 1) next()
    })
  }
  return {
    look: (job) => read(job) as Looked | Promise<Looked>,
    tell: (job) => read(job) as Told | Promise<Told>,
    async close() {
      isClosed = true
      const gone = worker
      drop()
      clearTimeout(timer)
      for (const { job, resolve } of waiting.splice(0)) resolve(unread(job, ENDED))
      await gone?.terminate()
    },
  }
}

/** What a job asks for, done at once. */
export const perform = (job: Job): Result => (job.kind === 'message' ? lookAt(job) : tell(job))

const sizeOf = (job: Job): number => (job.kind === 'message' ? job.body.length : job.text.length)

/** What is packed counts as what it becomes. */
export function isLarge(job: Job): boolean {
  if (sizeOf(job) > AT_ONCE_BYTES) return true
  if (job.kind !== 'message' || job.encoding === undefined) return false
  return unpackBody(bufferOf(job.body), job.encoding, AT_ONCE_BYTES) === 'too large'
}

const unread = (job: Job, why: string): Result =>
  job.kind === 'message'
    ? notLooked(why)
    : notTold(job, `The PMS answered HTTP ${job.status}; what it says was not read: ${why}.`)

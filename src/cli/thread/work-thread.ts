import { Worker } from 'node:worker_threads'

/** Of all that waits to be done, bytes: as long as it waits, it is held in memory. */
const WAITING_BYTES_MAX = 60_000_000
/** One job takes seconds at most. */
const JOB_MS_MAX = 60_000
/** Why something was not read, as the end of a sentence. */
const TOO_MANY = 'too many large messages were waiting to be read'
const TOO_SLOW = 'reading it took too long'
const ENDED = 'the listener ended before it was read'
const BROKE = 'looking into it broke'

export interface WorkThreadOptions<Job, Result> {
  /** Of the thread; where there is none, or it cannot be started, all is done in this one. */
  script?: string | undefined
  readMsMax?: number | undefined
  /** The work, which the thread does alike. */
  perform: (job: Job) => Result
  /** What is told of a job that was not done. @param why as the end of a sentence */
  unread: (job: Job, why: string) => Result
  /** What is not large is done at once. */
  isLarge: (job: Job) => boolean
  /** Bytes that it holds in memory as long as it waits. */
  sizeOf: (job: Job) => number
}

/** It never fails: for what is large there is a promise, and nothing else waits for it. */
export interface WorkThread<Job, Result> {
  do(job: Job): Result | Promise<Result>
  /** What is not done by then is told as that. */
  close(): Promise<void>
}

interface Waiting<Job, Result> {
  job: Job
  bytes: number
  resolve: (result: Result) => void
}

/** A thread for large jobs, one after the other, which is started with the first of them. */
export function createWorkThread<Job, Result>({
  script,
  readMsMax = JOB_MS_MAX,
  perform,
  unread,
  isLarge,
  sizeOf,
}: WorkThreadOptions<Job, Result>): WorkThread<Job, Result> {
  const waiting: Waiting<Job, Result>[] = []
  let [heldBytes, isClosed] = [0, false]
  let usable = script
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let hasAnswered = false

  const done = (job: Job): Result => {
    try {
      return perform(job)
    } catch {
      return unread(job, BROKE)
    }
  }
  const settle = (result: Result): void => {
    clearTimeout(timer)
    const first = waiting.shift()
    if (first === undefined) return
    heldBytes -= first.bytes
    first.resolve(result)
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
      settle(done(first.job))
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
  return {
    do(job) {
      if (!isLarge(job)) return done(job)
      if (isClosed) return unread(job, ENDED)
      const bytes = sizeOf(job)
      if (waiting.length > 0 && heldBytes + bytes > WAITING_BYTES_MAX) return unread(job, TOO_MANY)
      heldBytes += bytes
      return new Promise((resolve) => {
        waiting.push({ job, bytes, resolve })
        if (waiting.length === 1) next()
      })
    },
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

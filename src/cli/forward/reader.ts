import { unpackBody } from '../../resnotif/index.js'
import { createWorkThread } from '../thread/index.js'
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

/** Of what is read at once, bytes unpacked: a few hundredths of a second where it is dense. */
const AT_ONCE_BYTES = 32_768

type Result = Looked | Told

/** Reads what passes. What is small is read at once; for what is large there is a promise, and nothing else waits for it. It never fails. */
export interface Reader {
  look(job: LookJob): Looked | Promise<Looked>
  tell(job: AnswerJob): Told | Promise<Told>
  /** What is not read by then is told as that. */
  close(): Promise<void>
}

/**
 * A reader with a thread of its own for large messages, which is started with the first of them.
 * @param script of the thread; where there is none, or it cannot be started, all is read here
 */
export function createReader({ script, readMsMax }: { script?: string | undefined; readMsMax?: number } = {}): Reader {
  const thread = createWorkThread<Job, Result>({ script, readMsMax, perform, unread, isLarge, sizeOf })
  return {
    look: (job) => thread.do(job) as Looked | Promise<Looked>,
    tell: (job) => thread.do(job) as Told | Promise<Told>,
    close: () => thread.close(),
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

import { parentPort } from 'node:worker_threads'
import { lookAsPms, type PmsLookJob } from '../../resnotif/index.js'
import { perform } from './reader.js'
import type { Job } from './reading.js'

// The thread in which both kinds of listeners read large messages, one after the other: bin/reader-thread.cjs starts it.
parentPort?.on('message', (job: Job | PmsLookJob) =>
  parentPort?.postMessage(job.kind === 'message of a PMS' ? lookAsPms(job) : perform(job)),
)

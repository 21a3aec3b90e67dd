import { parentPort } from 'node:worker_threads'
import { perform } from './reader.js'
import type { Job } from './reading.js'

// The thread that reads large messages, one after the other: bin/reader-thread.cjs starts it.
parentPort?.on('message', (job: Job) => parentPort?.postMessage(perform(job)))

import { startTestWorker, openTestEstate } from '../../support/estate-run.js'

/** A worker of an estate as a process of its own, until it is killed or told to end. Its task is JSON in ESTATE_TASK. */
export interface WorkerTask {
  engine: string
  service: string
  concurrency: number
  lockMs: number
}

const { engine, service, concurrency, lockMs } = JSON.parse(process.env['ESTATE_TASK'] ?? '{}') as WorkerTask
const estate = await openTestEstate(engine, { waits: true, lockMs })
const worker = startTestWorker(estate, service, { concurrency, ratePerSecond: undefined })
process.stdout.write('at work\n')
process.once('SIGTERM', () => {
  void worker.end().then(async () => {
    await estate.close()
    process.exit(0)
  })
})

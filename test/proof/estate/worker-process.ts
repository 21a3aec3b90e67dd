import { connect, createServer, type AddressInfo } from 'node:net'
import { startTestWorker, openTestEstate } from '../../support/estate-run.js'

/** A worker of an estate as a process of its own, until it is killed or told to end. Its task is JSON in ESTATE_TASK. */
export interface WorkerTask {
  engine: string
  service: string
  concurrency: number
  lockMs: number
  /** Absent: learned. */
  ratePerSecond?: number | 'learned'
}

const {
  engine,
  service,
  concurrency,
  lockMs,
  ratePerSecond = 'learned',
} = JSON.parse(process.env['ESTATE_TASK'] ?? '{}') as WorkerTask
const estate = await openTestEstate(engine, { waits: true, lockMs })
const worker = startTestWorker(estate, await onLoopback(service), { concurrency, ratePerSecond })
process.stdout.write('at work\n')
process.once('SIGTERM', () => {
  void worker.end().then(async () => {
    await estate.close()
    process.exit(0)
  })
})

/** Plain HTTP is for loopback alone: what a host of its own sends to the service goes through a pipe on that host. */
async function onLoopback(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  if (hostname === '127.0.0.1') return url
  const pipe = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  await new Promise<void>((resolve) => pipe.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(pipe.address() as AddressInfo).port}`
}

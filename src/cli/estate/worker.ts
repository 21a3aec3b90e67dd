import type { Command } from '@oclif/core'
import { type Kind, kindOf } from '../../files/index.js'
import { sendBatch } from '../../push/index.js'
import { abortOnSignal, type ServiceCommand } from '../command/index.js'
import { needChannelCredentials, signInFirst } from '../sending/index.js'
import { count, text } from '../show/index.js'
import { type Answer, tell } from '../terminal/index.js'
import { Fault } from '../../errors.js'
import { serveMetrics } from './metrics.js'
import { requireShared, tellWeakness } from './open.js'

export interface StartWorkerInput {
  command: ServiceCommand<typeof Command>
  whenDone: (close: () => unknown) => void
  metricsPort: number | undefined
}

/**
 * Sends what the estate has queued until it is drained, from this host with its own credentials.
 * @throws Fault USAGE, UNREACHABLE, LOCKED; whatever this host cannot sign in for
 */
export async function startWorker({ command, whenDone, metricsPort }: StartWorkerInput): Promise<Answer> {
  const settings = command.settings()
  const shared = await requireShared(command, { whenDone, waits: true })
  await tellWeakness(command, shared)
  await command.allowWrites()
  await needChannelCredentials(command)
  await signInFirst(command)
  const { client } = await command.connection()
  const { concurrency, ratePerSecond, gzip } = settings.limits
  const worker = new shared.api.EstateWorker({
    estate: shared.estate,
    concurrency: concurrency.value,
    ratePerSecond: ratePerSecond.value,
    send: (run, batch, guard) => {
      command.announceWrite()
      return sendBatch(
        client,
        kindOf(run.kind as Kind['name']),
        batch,
        gzip.value ? { without: 'Start the worker again with --no-gzip.' } : undefined,
        guard,
      )
    },
    onLost: () =>
      command.notice(
        'This worker gave no sign of life for too long, and another was given a hotel that it was at. Of that hotel nothing more leaves from here.',
      ),
    onUntold: () =>
      command.alert(
        `The engine does not answer, and nothing is in flight: the worker ends without telling it. "hubswitch worker list" may show it for some seconds more.`,
      ),
    onEngine: (error) =>
      command.notice(
        error === undefined
          ? 'The engine is back.'
          : `The engine cannot be reached: ${error.message || 'no answer'}. What is in flight is finished and its answers are kept.`,
      ),
  })
  if (metricsPort !== undefined) {
    const metrics = await serveMetrics(metricsPort, worker)
    whenDone(metrics.close)
    tell(`Metrics: ${metrics.url}\n`)
  }
  const { release } = abortOnSignal({
    onFirst: () => {
      command.notice('Finishing the requests in flight.')
      worker.drain()
    },
    onSecond: () =>
      new Fault('INTERRUPTED', 'The worker was ended at once: answers to requests in flight were not waited for.', {
        next: 'Other workers send again what was not acknowledged.',
      }),
  })
  const { shown } = shared.estate.engine.address
  tell(
    `Worker ${worker.id} on ${shared.estate.host} sends to ${command.target().service} what the estate at ${shown} has queued: ${count(concurrency.value, 'hotel')} at once. Ctrl-C ends it once its requests are answered.\n`,
  )
  try {
    const fault = await worker.run()
    if (fault !== undefined) throw fault
  } finally {
    release()
  }
  const { requests, acknowledged, refused, throttled, failed } = worker.counts
  return text(
    { worker: worker.id, requests, acknowledged, refused, throttled, failed },
    `Worker ${worker.id} has ended: ${count(requests, 'request')} sent, ${acknowledged.toLocaleString('en')} acknowledged${refused === 0 ? '' : `, ${refused.toLocaleString('en')} refused`}.`,
  )
}

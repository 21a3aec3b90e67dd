import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../src/client/index.js'
import {
  claimKind,
  type Estate,
  type EstateRun,
  EstateWorker,
  openEstate,
  pullJournal,
  readAddress,
  runOf,
  submitRun,
  type WorkerOptions,
} from '../../src/estate/index.js'
import { type Kind, kindOf } from '../../src/files/index.js'
import type { Row } from '../../src/files/reading/row.js'
import { planRun, sendBatch } from '../../src/push/index.js'
import { chunksOf, optionsOf, TARGET } from '../proof/push-task.js'

export { TARGET }

interface OpenOptions {
  waits?: boolean
  lockMs?: number
  answerMs?: number
  build?: string
  profile?: string
}

/** Opens an estate as a machine of its own would. */
export function openTestEstate(
  url: string,
  { waits = false, lockMs = 3_000, build = '0.1.0', profile = TARGET.profile, ...more }: OpenOptions = {},
): Promise<Estate> {
  return openEstate({ address: readAddress(url), waits, lockMs, ...more, target: { ...TARGET, profile }, build })
}

interface SubmitOptions {
  kind?: Kind['name']
  changesOnly?: boolean
  bodyBytes?: number
}

/** Plans rows against what the estate holds and hands them to it; the number of the run. */
export async function submitRows(
  estate: Estate,
  rows: Iterable<Row>,
  { kind = 'rates', changesOnly = false, bodyBytes = 2400 }: SubmitOptions = {},
): Promise<number> {
  const claim = await claimKind(estate, kind)
  const journal = await pullJournal(estate, { kinds: [kind] })
  try {
    journal.slices.numberNext(claim.run)
    const plan = await planRun({
      kind: kindOf(kind),
      chunks: chunksOf(rows),
      files: [{ name: 'estate.csv' }],
      journal,
      target: estate.target,
      options: { ...optionsOf(bodyBytes), changesOnly },
      persist: true,
    })
    if (plan.runId === undefined) throw new Error(`nothing was planned: ${JSON.stringify(plan.bad)}`)
    await submitRun({ estate, claim, journal })
    return plan.runId
  } catch (error) {
    await claim.release()
    throw error
  } finally {
    journal.close()
  }
}

interface TestWorker {
  worker: EstateWorker
  /** Drains it. */
  end(): Promise<void>
}

/** Starts a worker of an estate in this process. */
export function startTestWorker(
  estate: Estate,
  url: string,
  {
    concurrency = 8,
    ratePerSecond = 2_000,
    patience,
  }: { concurrency?: number; ratePerSecond?: number | 'learned'; patience?: WorkerOptions['patience'] } = {},
): TestWorker {
  const client = createClient({
    baseUrl: url,
    userAgent: 'hubswitch/proof',
    channelCredentials: () => Promise.resolve({ id: 15786, duty_code: 'sandbox-duty', user: 'demo' }),
    identity: { partner: () => Promise.resolve({ partnerId: 'demo-supplier', partnerSecret: 'sandbox-supplier' }) },
  })
  const worker = new EstateWorker({
    estate,
    concurrency,
    ratePerSecond: ratePerSecond === 'learned' ? undefined : ratePerSecond,
    patience,
    send: (run, batch, guard) => sendBatch(client, kindOf(run.kind as Kind['name']), batch, undefined, guard),
  })
  const running = worker.run()
  return {
    worker,
    end: async () => {
      worker.drain()
      await running
      await client.close()
    },
  }
}

/** Waits until a run of an estate has ended. */
export async function untilEnded(estate: Estate, id: number): Promise<EstateRun> {
  for (;;) {
    const run = await runOf(estate.engine.store, id)
    if (run !== undefined && run.state !== 'ready' && run.state !== 'sending') return run
    await sleep(25)
  }
}

import { createClient } from '../../src/client/index.js'
import { openJournal, withRunLock } from '../../src/journal/index.js'
import { sendBatch } from '../../src/push/send/send-batch.js'
import {
  chunksOf,
  kindOf,
  optionsOf,
  paceStoreOf,
  planRun,
  type PushTask,
  rowsOf,
  sendRun,
  TARGET,
} from './push-task.js'

/**
 * A process that pushes: plans where no run is left to send, else goes on with it; then sends, until it is done or is killed.
 * Its task is JSON in PUSH_TASK. Writes a line for each answer, and its report as the last one.
 */
const task = JSON.parse(process.env['PUSH_TASK'] ?? '{}') as PushTask
const journal = openJournal(task.journalDir)
const client = createClient({
  baseUrl: task.url,
  userAgent: 'hubswitch/proof',
  channelCredentials: () => Promise.resolve({ id: 15786, duty_code: 'sandbox-duty', user: 'demo' }),
  identity: { partner: () => Promise.resolve({ partnerId: 'demo-supplier', partnerSecret: 'sandbox-supplier' }) },
})
const kind = kindOf(task.kind)
const store = task.limits === undefined ? undefined : paceStoreOf(task.journalDir)

await withRunLock(journal, { service: TARGET.service, kind: task.kind }, `process ${process.pid}`, async () => {
  let last = journal
    .listRuns(TARGET, 20)
    .find((run) => run.kind === task.kind && run.files[0]?.name === `round-${task.round}`)
  if (last === undefined || last.state === 'planning') {
    process.stdout.write('planning\n')
    const { runId } = await planRun({
      kind,
      chunks: chunksOf(rowsOf(task)),
      files: [{ name: `round-${task.round}` }],
      journal,
      target: TARGET,
      options: optionsOf(task.bodyBytes),
      persist: true,
    })
    last = journal.getRun(runId as number)
  }
  if (last === undefined) throw new Error('nothing was planned')
  const report = await sendRun({
    journal,
    runId: last.id,
    concurrency: task.concurrency,
    ...(task.deadlineMs === undefined ? {} : { deadlineMs: task.deadlineMs }),
    ...(store === undefined || task.limits === undefined ? {} : { pace: { store, limits: task.limits } }),
    send: async (batch) => {
      const outcome = await sendBatch(client, kind, batch)
      process.stdout.write(`${outcome.fate}\n`)
      return outcome
    },
  })
  const { state, nights, batches, requests, throttled, failed } = report
  process.stdout.write(
    `${JSON.stringify({ run: last.id, state, nights, batches: batches.planned, requests, throttled, failed, fault: report.fault?.code })}\n`,
  )
})
store?.close()
await client.close()
journal.close()

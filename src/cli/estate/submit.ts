import { Fault } from '../../errors.js'
import type { Claim, EstateRun } from '../../estate/index.js'
import type { ErrorCode } from '../../errors.js'
import type { Journal, RunRecord } from '../../journal/index.js'
import type { Plan, RunReport } from '../../push/index.js'
import { planDocument, runDocument } from '../report/index.js'
import { count, text } from '../show/index.js'
import type { Answer, Terminal } from '../terminal/index.js'
import { waitForClaim } from './claim.js'
import { followEstateRun } from './follow.js'
import { type EstateCommand, type Shared, tellWeakness } from './open.js'

/** Runs `work` while nobody else of the estate plans or sends a run of this kind. The journal of the command holds what the estate does, and the next run its number. */
export async function withClaim<T>(
  { api, estate }: Shared,
  command: EstateCommand,
  kind: string,
  work: (journal: Journal, claim: Claim) => Promise<T>,
): Promise<T> {
  const claim = await waitForClaim(command, () => api.claimKind(estate, kind))
  let isPassedOn = false
  try {
    await tellWeakness(command, { api, estate })
    const journal = await api.pullJournal(estate, { kinds: [kind] })
    command.useJournal(journal)
    journal.slices.numberNext(claim.run)
    const result = await work(journal, {
      ...claim,
      passOn: () => {
        isPassedOn = true
        claim.passOn()
      },
    })
    return result
  } finally {
    // One that cannot be given back runs out by itself.
    if (!isPassedOn) await claim.release().catch(() => undefined)
  }
}

interface SubmittedInput {
  shared: Shared
  journal: Journal
  runId: number
  plan?: Plan
}

/** The answer of a command that has handed its run over and does not wait. */
export async function submitted({ shared: { api, estate }, journal, runId, plan }: SubmittedInput): Promise<Answer> {
  // The run is there whatever becomes of this question.
  const workers = await api.workersOf(estate).then(
    (all) => all.length,
    () => undefined,
  )
  const run = journal.getRun(runId) as RunRecord
  const { nights, batches } = run
  const hotels = journal.slices.hotels(runId).length
  const at =
    workers === undefined
      ? 'Its engine has not said which workers are at work.'
      : workers === 0
        ? 'No worker is at work: "hubswitch worker start" on any host sends it.'
        : `${workers === 1 ? '1 worker is' : `${workers} workers are`} at work.`
  return text(
    {
      run: runDocument(run),
      submitted: true,
      workers,
      ...(plan === undefined ? {} : { plan: planDocument(plan) }),
    },
    [
      `Run ${runId} is in the estate at ${estate.engine.address.shown}: ${count(nights.planned, 'night')} of ${count(hotels, 'hotel')} in ${batches.planned === 1 ? '1 request' : `${batches.planned.toLocaleString('en')} requests`}. ${at}`,
      `"hubswitch run show ${runId} --follow" shows how it goes, "hubswitch run stop ${runId}" ends it.`,
    ].join('\n'),
  )
}

interface WaitInput {
  shared: Shared
  command: EstateCommand & { terminal: Terminal }
  runId: number
  quiet: boolean
  isForData: boolean
}

/**
 * Waits until the workers of the estate have sent a run; the report is that of any run, and the journal of the command holds it.
 * @throws Fault INTERRUPTED where a signal ends the waiting: the run goes on
 */
export async function sentByEstate(input: WaitInput): Promise<RunReport> {
  const { runId } = input
  try {
    return await waitForRun(input)
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'UNREACHABLE') throw error
    throw new Fault(
      'OUTCOME_UNKNOWN',
      `Run ${runId} is in the estate and goes on, but nobody tells how: ${error.message}`,
      {
        next: `Once the engine answers, "hubswitch run show ${runId} --follow" goes on watching it.`,
        facts: { run: runId },
        cause: error,
      },
    )
  }
}

async function waitForRun({ shared, command, runId, quiet, isForData }: WaitInput): Promise<RunReport> {
  const { api, estate } = shared
  const { run, isLeft } = await followEstateRun({
    shared,
    runId,
    terminal: command.terminal,
    quiet,
    isForData,
    notice: (line) => command.notice(line),
    ending: command.ending(),
  })
  if (isLeft)
    throw new Fault(
      isTimeUp(command) ? 'DEADLINE' : 'INTERRUPTED',
      `No longer waiting for run ${runId}, which goes on.`,
      {
        next: `"hubswitch run show ${runId} --follow" goes on watching it; "hubswitch run stop ${runId}" ends it.`,
        facts: { run: runId },
      },
    )
  const journal = await api.pullJournal(estate, { run: runId })
  command.useJournal(journal)
  return reportOf(run, journal)
}

function isTimeUp(command: EstateCommand): boolean {
  const reason: unknown = command.ending().reason
  return reason instanceof Fault && reason.code === 'DEADLINE'
}

/** A run of an estate as the report of a run that this machine has sent. */
function reportOf(run: EstateRun, journal: Journal): RunReport {
  const { id, nights, batches, requests, extraRequests, elapsedMs } = journal.getRun(run.id) as RunRecord
  const { fault } = run
  return {
    runId: id,
    state: run.state === 'ready' || run.state === 'sending' ? 'interrupted' : run.state,
    batches,
    nights,
    requests,
    extraRequests,
    throttled: run.throttled,
    throttledLeft: 0,
    failed: run.failed,
    rejectedRows: [],
    rejectedRowCount: 0,
    elapsedMs,
    ...(fault === undefined || nights.left === 0
      ? {}
      : {
          fault: new Fault(fault.code as ErrorCode, fault.message, {
            next: `"hubswitch estate status" names the hotels. Run "hubswitch run resume ${id}" to send the rest.`,
          }),
        }),
  }
}

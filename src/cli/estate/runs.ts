import { setTimeout as sleep } from 'node:timers/promises'
import { EXIT, Fault } from '../../errors.js'
import type { EstateRun } from '../../estate/index.js'
import type { Journal, RunRecord } from '../../journal/index.js'
import { exitOfRun, runDocument } from '../report/index.js'
import { count, text, wouldAnswer } from '../show/index.js'
import type { Answer, Terminal } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'
import { followEstateRun } from './follow.js'
import type { EstateCommand, Shared } from './open.js'

const LOOK_EVERY_MS = 250

const isAtWork = ({ state }: EstateRun): boolean => state === 'ready' || state === 'sending'

/**
 * The run of an estate that a person names, or the newest that `--last` may mean.
 * @throws Fault USAGE, NOT_FOUND
 */
export async function findEstateRun(
  { api, estate }: Shared,
  {
    given,
    isLast,
    may = () => true,
  }: { given: string | undefined; isLast: boolean; may?: (run: EstateRun) => boolean },
): Promise<EstateRun> {
  const { store } = estate.engine
  if (given !== undefined) {
    const run = /^\d{1,15}$/.test(given) ? await api.runOf(store, Number(given)) : undefined
    if (run !== undefined) return run
    throw new Fault('NOT_FOUND', `The estate at ${estate.engine.address.shown} has no run ${given}.`, {
      next: '"hubswitch run list" shows them.',
    })
  }
  if (!isLast)
    throw new Fault('USAGE', 'Which run?', {
      next: 'Give its number, or --last. "hubswitch run list" shows them.',
      facts: { missing: ['<run>'] },
    })
  const runs = await api.listRuns(store)
  const run = runs.find(may)
  if (run !== undefined) return run
  throw new Fault(
    'NOT_FOUND',
    runs.length === 0
      ? `No push has been submitted to the estate at ${estate.engine.address.shown} yet.`
      : `The estate has no such run; the newest, run ${runs[0]?.id}, is ${runs[0]?.state}.`,
    { next: '"hubswitch run list" shows them.' },
  )
}

/** The newest runs as data, with what became of them so far. */
export async function estateRunDocuments(
  { api, estate }: Shared,
  journal: Journal,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const runs = await api.listRuns(estate.engine.store, limit)
  return runs.map(({ id, nights, batches, blocked }) =>
    runDocument({ ...(journal.getRun(id) as RunRecord), nights, batches, ...(blocked === 0 ? {} : { blocked }) }),
  )
}

interface ShowInput {
  command: EstateCommand & { terminal: Terminal }
  given: string | undefined
  flags: { last: boolean; follow: boolean; json: boolean; output?: string; columns?: string; quiet: boolean }
  shown(run: RunRecord): Promise<Answer>
}

/** One run of an estate, as a run of this machine is shown; with `follow` once it has ended. */
export async function showEstateRun(shared: Shared, { command, given, flags, shown }: ShowInput): Promise<Answer> {
  const { api, estate } = shared
  const { id } = await findEstateRun(shared, { given, isLast: flags.last })
  const followed = flags.follow
    ? await followEstateRun({
        shared,
        runId: id,
        terminal: command.terminal,
        quiet: flags.quiet,
        isForData: flags.json || flags.output !== undefined || flags.columns !== undefined,
        notice: (line) => command.notice(line),
      })
    : undefined
  const journal = await api.pullJournal(estate, { run: id })
  command.useJournal(journal)
  const run = journal.getRun(id) as RunRecord
  if (followed?.isLeft === true)
    return {
      ...text(
        runDocument(run),
        `No longer following run ${id}, which goes on. "hubswitch run stop ${id}" would stop it.`,
      ),
      exitCode: EXIT.interrupted,
    }
  const answer = await shown(run)
  return followed === undefined ? answer : { ...answer, exitCode: exitOfRun(run) }
}

/**
 * Asks the workers of an estate to stop a run, and waits until they have.
 * @throws Fault DEADLINE where some requests are not answered by then
 */
export async function stopEstateRun(
  shared: Shared,
  {
    given,
    isLast,
    waitMs,
    isDry = false,
  }: { given: string | undefined; isLast: boolean; waitMs: number; isDry?: boolean },
): Promise<Answer> {
  const { api, estate } = shared
  const { id, state } = await findEstateRun(shared, { given, isLast, may: isAtWork })
  if (isDry) return wouldAnswer({ run: id, stopped: true }, `Run ${id}, which is ${state}, would be stopped.`)
  let run = await api.stopRun(estate, id)
  const until = steadyMs() + waitMs
  while (isAtWork(run)) {
    if (steadyMs() > until)
      throw new Fault(
        'DEADLINE',
        `Run ${id} was asked to stop and has not ended after ${Math.round(waitMs / 1000)} s.`,
        {
          next: `It ends when its requests in flight are answered; check with "hubswitch run show ${id}".`,
          facts: { run: id },
        },
      )
    await sleep(LOOK_EVERY_MS)
    run = (await api.runOf(estate.engine.store, id)) ?? run
  }
  const { nights } = run
  const wasAtWork = state === 'ready' || state === 'sending'
  const rest =
    nights.left === 0
      ? 'It had nothing left to send.'
      : `${count(nights.left, 'night')} ${nights.left === 1 ? 'is' : 'are'} left; "hubswitch run resume ${id}" sends ${nights.left === 1 ? 'it' : 'them'}.`
  return text(
    { run: id, stopped: wasAtWork && nights.left > 0, state: run.state, nights },
    wasAtWork ? `Run ${id} has stopped. ${rest}` : `Run ${id} is not being sent: it is ${run.state}. ${rest}`,
  )
}

import { Fault } from '../../errors.js'
import type { EstateRun } from '../../estate/index.js'
import { count, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { waitForClaim } from './claim.js'
import type { EstateCommand, Shared } from './open.js'
import { findEstateRun } from './runs.js'

/**
 * Has the workers of the estate send what is left of a run.
 * @throws Fault GUARD_RAIL where later runs have set the same hotels since, or have undone it; NOT_FOUND, LOCKED
 */
export async function resumeOnEstate(
  shared: Shared,
  command: Pick<EstateCommand, 'lockWaitMs' | 'notice' | 'ending' | 'handOver'>,
  input: ResumeInput,
): Promise<Answer> {
  // What the run that was waited for has set is looked at, too.
  return waitForClaim(command, () => resumeNow(shared, input, (run) => command.handOver(run)))
}

interface ResumeInput {
  given: string | undefined
  isLast: boolean
  overLater: boolean
  isDry: boolean
}

async function resumeNow(
  shared: Shared,
  { given, isLast, overLater, isDry }: ResumeInput,
  onDeciding: (run: number) => void,
): Promise<Answer> {
  const { api, estate } = shared
  const run = await findEstateRun(shared, { given, isLast, may: ({ nights }) => nights.left > 0 })
  const { id } = run
  if (run.nights.left === 0) return text(documentOf(run, false), `Run ${id} has nothing left to send.`)
  const { later, undone } = await laterThan(shared, run)
  if (later.length + undone.length > 0 && !overLater) {
    const names = (undone.length > 0 ? undone : later.map((one) => one.run)).map((one) => `run ${one}`).join(', ')
    throw new Fault(
      'GUARD_RAIL',
      undone.length > 0
        ? `Run ${id} has been undone by ${names}.`
        : `Since run ${id}, ${names} has set hotels that it still has to send.`,
      {
        next: 'Push the files again, or add --over-later to send the rest of the older values all the same. Nothing was sent.',
        facts: { later, undone },
      },
    )
  }
  const left = `${count(run.nights.left, 'night')} left`
  if (isDry) return text(documentOf(run, true), `Dry run: nothing was sent. Run ${id} has ${left}.`)
  const resumed = await api.resumeRun(estate, id, onDeciding)
  return text(
    { ...documentOf(resumed, false), resumed: true },
    `Run ${id} is queued again: ${left}. "hubswitch run show ${id} --follow" shows how it goes.`,
  )
}

/** Runs that have set the same hotels since, or have undone it. */
async function laterThan({ api, estate }: Shared, { id, kind }: EstateRun) {
  const journal = await api.pullJournal(estate, { kinds: [kind] })
  try {
    return { later: journal.laterRuns(id), undone: journal.runs.undoneBy(id) }
  } finally {
    journal.close()
  }
}

function documentOf({ id, state, nights, batches }: EstateRun, isDry: boolean): Record<string, unknown> {
  return { run: { id, state, nights, batches }, ...(isDry ? { dryRun: true } : {}) }
}

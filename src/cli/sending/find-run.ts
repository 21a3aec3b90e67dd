import { Fault } from '../../errors.js'
import { isAlive } from '../../is-alive.js'
import { endCutRuns, type Journal, type RunPurpose, type RunRecord, type Target } from '../../journal/index.js'

type Purpose = Exclude<RunPurpose, 'mark'>

const CALLED: Record<Purpose, string> = {
  show: '',
  resume: 'with something left to send',
  undo: 'of which the service has accepted anything, or may have',
  verify: 'of which the service has accepted nights to come, or may have',
  stop: 'at work',
}

export interface FindRunInput {
  journal: Journal
  target: Target
  /** The number that a person typed. */
  given: string | undefined
  /** Whether `--last` was. */
  isLast: boolean
  purpose: Purpose
  /** Whether `resume` sends older values over later ones; a run that later ones have superseded is passed over by `--last` otherwise. */
  overLater?: boolean
  /** The journal is that of an estate: which processes are at work cannot be seen from here. */
  isElsewhere?: boolean
  /** First night to come, for `verify`. */
  today?: number
  notice: (line: string) => void
}

/**
 * The run that a person names; with `--last` the newest one that can be used for the purpose, which is told.
 * @throws Fault USAGE without a number, NOT_FOUND
 */
export function findRun(input: FindRunInput): RunRecord {
  const run = findUsableRun(input)
  if (run !== undefined) return run
  const { journal, target, purpose } = input
  const { id, state } = newestOf(journal, target)
  throw new Fault('NOT_FOUND', `This profile has no run ${CALLED[purpose]}; the newest, run ${id}, is ${state}.`, {
    next: '"hubswitch run list" shows them.',
    facts: { newest: id, state },
  })
}

/**
 * The same, but undefined where the profile has runs and none that `--last` could mean.
 * @throws Fault USAGE without a number, NOT_FOUND
 */
export function findUsableRun({
  journal,
  target,
  given,
  isLast,
  purpose,
  overLater = false,
  isElsewhere = false,
  today,
  notice,
}: FindRunInput): RunRecord | undefined {
  if (!isElsewhere) endCutRuns(journal, isAlive)
  if (given !== undefined) return runOf(journal, given)
  if (!isLast)
    throw new Fault('USAGE', 'Which run?', {
      next: 'Give its number, or --last. "hubswitch run list" shows them.',
      facts: { missing: ['<run>'] },
    })
  const newest = journal.newestRun(target, purpose, today)
  const run =
    newest !== undefined && purpose === 'resume' && !overLater
      ? notSuperseded(journal, target, { newest, notice })
      : newest
  if (run !== undefined && purpose !== 'show')
    notice(`--last is run ${run.id}: ${run.kind}, ${run.state}, begun ${new Date(run.createdAt).toISOString()}.`)
  if (run === undefined) newestOf(journal, target)
  return run
}

/** Runs among which an older one is looked for. */
const RUNS_LOOKED_AT = 1000

/** The newest run that a resume does not refuse; where it refuses all, the newest, and its refusal says why. */
function notSuperseded(
  journal: Journal,
  target: Target,
  { newest, notice }: { newest: RunRecord; notice: (line: string) => void },
): RunRecord {
  const open = journal
    .listRuns(target, RUNS_LOOKED_AT)
    .filter(({ id, state, nights }) => id <= newest.id && nights.left > 0 && state !== 'planning')
  const passed: number[] = []
  for (const run of open) {
    if (journal.laterRuns(run.id).length === 0 && journal.runs.undoneBy(run.id).length === 0) {
      if (passed.length > 0)
        notice(
          `--last passes over ${passed.map((id) => `run ${id}`).join(', ')}: later runs have set the same hotels since, or have undone it; --over-later sends it all the same.`,
        )
      return run
    }
    passed.push(run.id)
  }
  return newest
}

/**
 * The newest run of all.
 * @throws Fault NOT_FOUND
 */
export function newestOf(journal: Journal, target: Target): RunRecord {
  const newest = journal.newestRun(target, 'show')
  if (newest === undefined)
    throw new Fault('NOT_FOUND', 'No push has been made with this profile yet.', {
      next: '"hubswitch run list --all-profiles" shows all runs.',
    })
  return newest
}
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

function runOf(journal: Journal, given: string): RunRecord {
  if (!/^\d{1,15}$/.test(given))
    throw new Fault('USAGE', `"${given}" is not the number of a run.`, { next: '"hubswitch run list" shows them.' })
  const run = journal.getRun(Number(given))
  const pruned = run === undefined ? journal.prunedRun(Number(given)) : undefined
  if (pruned !== undefined) {
    const { id, kind, state, createdAt, prunedAt } = pruned
    throw new Fault(
      'NOT_FOUND',
      `Run ${id} (${kind}, ${state}, begun ${dayOf(createdAt)}) was pruned on ${dayOf(prunedAt)}.`,
      {
        next: '"hubswitch run list" shows the runs that are kept.',
        facts: { pruned: new Date(prunedAt).toISOString() },
      },
    )
  }
  if (run === undefined)
    throw new Fault('NOT_FOUND', `There is no run ${given}.`, {
      next: '"hubswitch run list --all-profiles" shows all runs.',
    })
  return run
}

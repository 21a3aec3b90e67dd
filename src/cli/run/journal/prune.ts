import { type Journal, journalBytes, type PrunePlan, withAllRunLocks } from '../../../journal/index.js'
import { bytesText } from '../../report/index.js'
import { count, text } from '../../show/index.js'
import { type Answer, confirm, type Terminal } from '../../terminal/index.js'

export interface PruneInput {
  journal: Journal
  dataDir: string
  /** Runs that ended longer ago than this are removed. */
  keepMs: number
  isDry: boolean
  terminal: Terminal
  yes: boolean
}

/**
 * Removes old runs from the journal.
 * @throws Fault LOCKED while a run is at work, USAGE in a pipe without --yes
 */
export async function pruneJournal({ journal, dataDir, keepMs, isDry, terminal, yes }: PruneInput): Promise<Answer> {
  return withAllRunLocks(dataDir, `the pruning of the journal by process ${process.pid}`, async () => {
    const before = Date.now() - keepMs
    const plan = journal.planPrune(before)
    const data = {
      before: new Date(before).toISOString(),
      pruned: isDry ? 0 : plan.runs.length,
      runs: plan.runs,
      kept: plan.kept,
      bytesBefore: journalBytes(dataDir),
    }
    const older = `${count(plan.runs.length, 'run')} that ended before ${data.before.slice(0, 10)}`
    const size = bytesText(data.bytesBefore)
    if (plan.runs.length === 0)
      return text(
        { ...data, bytes: data.bytesBefore },
        [`Nothing to prune before ${data.before.slice(0, 10)}; the journal takes ${size}.`, ...keptLines(plan)].join(
          '\n',
        ),
      )
    if (isDry)
      return text(
        { ...data, bytes: data.bytesBefore },
        [`Would prune ${older}; the journal takes ${size}.`, ...keptLines(plan), 'Nothing was changed.'].join('\n'),
      )
    await confirm(terminal, `Prune ${older}? They can no longer be shown, resumed or undone.`, yes)
    journal.prune(plan.runs)
    const bytes = journalBytes(dataDir)
    return text(
      { ...data, bytes },
      [`Pruned ${older}. The journal took ${size} and takes ${bytesText(bytes)} now.`, ...keptLines(plan)].join('\n'),
    )
  })
}

const WHY: Record<PrunePlan['kept'][number]['why'], string> = {
  open: 'something is left to send',
  'newest of its files': 'the next push of the same files is compared with it',
  'undoes a run that is kept': 'it undoes a run that is kept',
}
const LISTED = 10

function keptLines({ kept }: PrunePlan): string[] {
  return [
    ...kept.slice(0, LISTED).map(({ id, why }) => `  run ${id} is kept: ${WHY[why]}`),
    ...(kept.length > LISTED ? [`  … and ${kept.length - LISTED} more are kept (--json shows all)`] : []),
  ]
}

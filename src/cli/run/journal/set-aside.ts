import { checkJournal, setJournalAside, withAllRunLocks } from '../../../journal/index.js'
import { text, wouldAnswer } from '../../show/index.js'
import { type Answer, confirm, type Terminal } from '../../terminal/index.js'
import { holdingLines } from './check.js'

/**
 * Moves the journal aside and tells what is forgotten with it. A person is asked where it is whole.
 * @throws Fault LOCKED while a run is at work, USAGE in a pipe without --yes where the journal is whole
 */
export async function setAside({
  dataDir,
  terminal,
  yes,
  isDry = false,
}: {
  dataDir: string
  terminal: Terminal
  yes: boolean
  /** Says what would be done. */
  isDry?: boolean
}): Promise<Answer> {
  return withAllRunLocks(dataDir, `the setting aside of the journal by process ${process.pid}`, async () => {
    const { exists, file, isWhole, damage, holds } = checkJournal(dataDir)
    if (!exists) return text({ exists }, `There is no journal at ${file}: nothing to set aside.`)
    const forgotten = holdingLines(holds)
    if (isDry)
      return wouldAnswer(
        { exists, wasWhole: isWhole, damage, forgotten: holds },
        [
          `The journal ${file} would be moved aside, into a folder beside it.`,
          ...(forgotten.length === 0 ? ['What it holds cannot be read.'] : ['This would be forgotten:', ...forgotten]),
        ].join('\n'),
      )
    if (isWhole) await confirm(terminal, `The journal is whole. Forget what it holds?\n${forgotten.join('\n')}`, yes)
    const folder = setJournalAside(dataDir, new Date())
    const lines = [
      `The journal was moved to ${folder}; the next push begins a new one.`,
      ...(forgotten.length === 0
        ? ['What it held cannot be read.']
        : ['Forgotten, as far as it can be read:', ...forgotten]),
      'Until a full push, --changes-only sends every night, because no night counts as acknowledged. Runs that were pushed before cannot be resumed or undone.',
      ...((holds.attempts ?? 1) > 0
        ? ['Before you repeat a booking, look it up: attempts made before are no longer known here.']
        : []),
    ]
    return text({ exists, movedTo: folder, wasWhole: isWhole, damage, forgotten: holds }, lines.join('\n'))
  })
}

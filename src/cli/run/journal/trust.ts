import { checkJournal, openJournal, withAllRunLocks } from '../../../journal/index.js'
import { text } from '../../show/index.js'
import type { Answer } from '../../terminal/index.js'

/**
 * Takes the journal that lies there for the newest.
 * @throws Fault LOCKED while a run is at work, DAMAGED
 */
export async function trustJournal(dataDir: string): Promise<Answer> {
  return withAllRunLocks(dataDir, `the trusting of the journal by process ${process.pid}`, async () => {
    const { exists, file, isWhole, alone } = checkJournal(dataDir)
    if (!exists)
      return text({ exists, file }, `There is no journal yet: ${file} is written by the first push or booking.`)
    openJournal(dataDir, { isNewest: true }).close()
    const wasDoubted = isWhole && alone !== undefined
    return text(
      { exists, file, wasDoubted },
      wasDoubted
        ? `${file} counts as the newest: --changes-only leaves out what it has as acknowledged.`
        : `${file} counts as the newest already.`,
    )
  })
}

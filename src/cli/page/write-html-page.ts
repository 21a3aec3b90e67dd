import { Fault } from '../../errors.js'
import { writeWholeFile, writeReason, writeRemedy } from '../../whole-file.js'
import { shownText } from '../terminal/index.js'

/**
 * Writes what `--html` names.
 * @throws Fault USAGE where it cannot be written there
 */
export async function writeHtmlPage(file: string, page: string): Promise<void> {
  await writeWholeFile(file, '--html', shownText(page)).catch((error: unknown) => {
    if (error instanceof Fault) throw error
    throw new Fault('USAGE', `The page cannot be written to ${file}: ${writeReason(error)}.`, {
      next: writeRemedy(error, '--html'),
      cause: error,
    })
  })
}

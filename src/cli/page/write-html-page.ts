import { outputFault, writeWholeFile } from '../../whole-file.js'
import { shownText } from '../terminal/index.js'

/**
 * Writes what `--html` names.
 * @throws Fault USAGE, DATA_DIRECTORY where it cannot be written there
 */
export async function writeHtmlPage(file: string, page: string): Promise<void> {
  await writeWholeFile(file, '--html', shownText(page)).catch((error: unknown) => {
    throw outputFault(error, { what: 'the page', to: file, flag: '--html' })
  })
}

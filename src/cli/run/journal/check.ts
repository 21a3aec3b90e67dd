import { EXIT } from '../../../errors.js'
import type { Holdings, JournalCheck } from '../../../journal/index.js'
import { bytesText } from '../../report/index.js'
import { count, text } from '../../show/index.js'
import type { Answer } from '../../terminal/index.js'

const LISTED = 10

/** What was found when the journal was read through; exits with 11, as every command does, where it is damaged. */
export function journalAnswer(check: JournalCheck): Answer {
  const { file, exists, bytes, isWhole, damage } = check
  if (!exists) return text(check, `There is no journal yet: ${file} is written by the first push or booking.`)
  const holds = holdingLines(check.holds)
  if (isWhole && check.alone !== undefined)
    return text(
      check,
      [`What is there of the journal is whole, ${bytesText(bytes)}. ${check.alone}`, ...holds].join('\n'),
    )
  if (isWhole) return text(check, [`${file} is whole, ${bytesText(bytes)}.`, ...holds].join('\n'))
  const lines = [
    `${file} is damaged, ${bytesText(bytes)}:`,
    ...damage.slice(0, LISTED).map((line) => `  ${line}`),
    ...(damage.length > LISTED ? [`  … and ${damage.length - LISTED} more (--json shows all)`] : []),
    ...(holds.length === 0 ? ['Nothing in it can be read.'] : ['What can still be read of it:', ...holds]),
    'Nothing is pushed or booked with it. Type "hubswitch run journal set-aside" to begin a new one, or restore a backup of the data directory: either is followed by a push of everything, because what was pushed and booked since is not in it.',
  ]
  return { ...text(check, lines.join('\n')), exitCode: EXIT.locked }
}

/** What a journal holds, a line for each part that can be read. */
export function holdingLines({ runs, openRuns, prunedRuns, hotels, attempts, openAttempts }: Holdings): string[] {
  const open = openRuns ?? []
  const named = open.slice(0, LISTED).join(', ')
  return [
    ...(hotels === undefined ? [] : [`  the acknowledged calendar of ${count(hotels, 'hotel')}`]),
    ...(runs === undefined
      ? []
      : [
          `  ${count(runs, 'run')}${open.length === 0 ? '' : `; something left to send in run ${named}${open.length > LISTED ? ` and ${open.length - LISTED} more` : ''}`}`,
        ]),
    ...(prunedRuns === undefined || prunedRuns === 0 ? [] : [`  ${count(prunedRuns, 'run')} pruned`]),
    ...(attempts === undefined
      ? []
      : [
          `  ${count(attempts, 'booking attempt')}${openAttempts === undefined || openAttempts === 0 ? '' : `, the fate of ${openAttempts} of them not known`}`,
        ]),
  ]
}

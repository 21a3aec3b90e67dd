import { daysText, formatNight } from '../../calendar/index.js'
import { writeJson } from '../../contract/index.js'
import { kindOf } from '../../files/index.js'
import type { Journal } from '../../journal/index.js'
import { printableJson } from '../../printable.js'
import { rangesOfPiece } from './ranges-of-piece.js'
import { refusalWords } from './refusal-words.js'
import { replaceFile } from './rejects.js'

const WRITE_CHARACTERS = 64 * 1024

interface PlannedRejectsInput {
  journal: Journal
  runId: number
  /** Where to write. Replaced as a whole, readable by its owner alone. */
  to: string
}

/**
 * Writes what the service refused of a run as it was sent, from the journal alone: for runs whose files are not at hand, or have changed since.
 * JSON lines with the names of the contract, which a push reads.
 * @returns the number of lines written; with none nothing is written
 */
export async function writePlannedRejects({ journal, runId, to }: PlannedRejectsInput): Promise<number> {
  const kind = kindOf(journal.getRun(runId)?.kind as 'rates' | 'inventory')
  // What was refused when it was sent again, and may have arrived before, is among them.
  const pieces = journal.pieces
    .of(runId, ['rejected', 'untried', 'unanswered'])
    .filter(({ problem }) => problem !== undefined)
  if (pieces.length === 0) return 0
  return replaceFile(to, async (handle) => {
    let buffer = ''
    let written = 0
    for (const piece of pieces) {
      const { hotel, problem } = piece
      for (const { room, plan, days, from, until, fields } of rangesOfPiece(journal, runId, piece)) {
        const row = {
          _reason: problem === undefined ? '' : refusalWords(problem),
          hotel_code: hotel,
          room_id: room === '' ? '*' : room,
          ...(plan !== '' ? { rate_plan_id: plan } : kind.planAllowed ? { rate_plan_id: '*' } : {}),
          from: formatNight(from),
          to: formatNight(until - 1),
          ...(days === undefined ? {} : { days: daysText(days) }),
          ...fields,
        }
        buffer += `${printableJson(writeJson(row))}\n`
        written += 1
      }
      if (buffer.length < WRITE_CHARACTERS) continue
      await handle.appendFile(buffer)
      buffer = ''
    }
    await handle.appendFile(buffer)
    return written
  })
}

import { formatNight } from '../../calendar/index.js'
import type { Journal, PartFate, RunRecord } from '../../journal/index.js'
import { nightsOfRun, refusalWords, type RunNights } from '../../push/index.js'
import { count } from '../show/index.js'

/** What a person calls what was sent without an answer that proves anything. A process that was killed has not said whether it had sent what it was at. */
export function unansweredWord({ wasCut, state }: Pick<RunRecord, 'wasCut' | 'state'>): string {
  return wasCut && state !== 'sending' ? 'perhaps sent, no usable answer' : 'sent, no usable answer'
}

/** What a person calls what was refused with others, before each of them is judged. */
export const IN_REFUSED = 'sent in a refused request, not judged alone yet'

/** What a person calls what was given up with a refusal that was not its own; the reason says which. */
export const UNTRIED = 'not tried alone'

/** What became of one source row. */
export interface RowFate {
  file: string
  line: number
  hotel: string
  fate: string
  reason?: string
}

/** A process that ended in the middle of sending has not said what it still sent. One that is at it has requests on the way. */
export function leftWord({ wasCut, state }: Pick<RunRecord, 'wasCut' | 'state'>): string {
  if (state === 'sending') return 'to send or on the way'
  return wasCut ? 'not known to have been sent' : 'not sent'
}

function fateWords(run: Pick<RunRecord, 'wasCut' | 'state'>): Record<PartFate, string> {
  return {
    left: leftWord(run),
    unanswered: unansweredWord(run),
    'in-refused': IN_REFUSED,
    acknowledged: 'acknowledged',
    rejected: 'refused',
    untried: UNTRIED,
  }
}

/** The fate of the nights of a run that has no rows, such as an undo. */
export function nightFates(run: RunRecord, journal: Journal): Record<string, unknown>[] {
  const words = fateWords(run)
  return [...nightsOfRun(journal, run.id)].map((nights) => ({ ...nightsDocument(nights), fate: words[nights.fate] }))
}

/** Nights as data; `to` is the last night. */
export function nightsDocument({
  hotel,
  room,
  plan,
  from,
  until,
  days,
  reason,
  code,
}: RunNights): Record<string, unknown> {
  return {
    hotel,
    room: room === '' ? '*' : room,
    ...(plan === '' ? {} : { plan }),
    from: formatNight(from),
    to: formatNight(until - 1),
    ...(days === undefined ? {} : { days }),
    ...(reason === undefined ? {} : { reason }),
    ...(code === undefined ? {} : { code }),
  }
}

/** Nights as a line of text: `hotel 7, room 101, plan 5, 2030-06-01 to 2030-06-03: no such room`. */
export function nightsText({ hotel, room, plan, from, until, days, reason }: RunNights): string {
  const last = until - 1
  return `hotel ${hotel}, ${room === '' ? 'all rooms' : `room ${room}`}${plan === '' ? '' : `, plan ${plan}`}, ${formatNight(from)}${last === from ? '' : ` to ${formatNight(last)}`}${days === undefined ? '' : ` (${days})`}${reason === undefined ? '' : `: ${reason}`}`
}

/** The fate of every source row, hotel by hotel; a row that a later one replaced was never sent, and names it. */
export function rowFates(run: RunRecord, journal: Journal): RowFate[] {
  const words = fateWords(run)
  const nameOf = (file: number): string => run.files[file]?.name ?? '-'
  const hotels = new Map<string, Map<string, RowFate & { at: number }>>()
  const rowsOf = (hotel: string): Map<string, RowFate & { at: number }> => {
    const rows = hotels.get(hotel) ?? new Map<string, RowFate & { at: number }>()
    hotels.set(hotel, rows)
    return rows
  }
  for (const { file, line, hotel, fate, problem } of journal.batches.lineFates(run.id)) {
    rowsOf(hotel).set(`${file}:${line}`, {
      at: file,
      file: nameOf(file),
      line,
      hotel,
      fate: words[fate],
      ...(problem === undefined ? {} : { reason: refusalWords(problem) }),
    })
  }
  for (const { hotel, file, line, byFile, byLine, isWhole } of journal.replaced.of(run.id)) {
    const by = `replaced by ${nameOf(byFile)}:${byLine}`
    const rows = rowsOf(hotel)
    const sent = rows.get(`${file}:${line}`)
    if (isWhole)
      rows.set(`${file}:${line}`, { at: file, file: nameOf(file), line, hotel, fate: 'replaced', reason: by })
    else if (sent !== undefined)
      sent.reason = sent.reason === undefined ? `partly ${by}` : `${sent.reason}; partly ${by}`
  }
  return [...hotels.values()].flatMap((rows) =>
    [...rows.values()].sort((a, b) => a.at - b.at || a.line - b.line).map(({ at: _, ...row }) => row),
  )
}

/** The rows of which nothing was sent because later ones replaced them. */
export function replacedRows(
  { id, files }: RunRecord,
  journal: Journal,
): { file: string; line: number; hotel: string; by: { file: string; line: number } }[] {
  const nameOf = (file: number): string => files[file]?.name ?? '-'
  return [...journal.replaced.of(id)]
    .filter(({ isWhole }) => isWhole)
    .map(({ hotel, file, line, byFile, byLine }) => ({
      file: nameOf(file),
      line,
      hotel,
      by: { file: nameOf(byFile), line: byLine },
    }))
}

/** How to go on with a run that ended early: whatever was sent without a usable answer is looked at before it is sent again. */
export function restText(runId: number, unanswered: number): string {
  const rest = `"hubswitch run resume ${runId}" sends the rest`
  return unanswered === 0
    ? rest
    : `"hubswitch run verify ${runId}" shows what the service holds of ${unanswered === 1 ? 'the night' : count(unanswered, 'night')} without a usable answer; then ${rest}`
}

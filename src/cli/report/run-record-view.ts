import { keptBackOf } from './kept-back.js'
import { formatNight } from '../../calendar/index.js'
import { type Journal, type RunRecord, uncheckedOf } from '../../journal/index.js'
import { groupRefused, linesText, nightsOfRun, rejectedRowsOf, untriedRowsOf } from '../../push/index.js'
import { columns, count, list, pronoun } from '../show/index.js'
import type { Answer, Column } from '../terminal/index.js'
import {
  leftWord,
  nightFates,
  nightsDocument,
  nightsText,
  replacedRows,
  restText,
  rowFates,
  unansweredWord,
  UNTRIED,
} from './row-fates.js'

const ROWS_SHOWN = 20

/** A run as data: times as ISO text. */
export function runDocument({ createdAt, startedAt, endedAt, ...run }: RunRecord): Record<string, unknown> {
  const iso = (ms: number | undefined): string | undefined =>
    ms === undefined ? undefined : new Date(ms).toISOString()
  return { ...run, created: iso(createdAt), started: iso(startedAt), ended: iso(endedAt) }
}

export const runColumns: Column[] = [
  ...columns('id', 'kind', 'state', 'created'),
  { name: 'files', value: ({ files }) => (files as RunRecord['files']).map(({ name }) => name).join(', ') },
  ...(['acknowledged', 'rejected', 'left'] as const).map((fate): Column => ({
    name: fate,
    align: 'right',
    value: ({ nights }) => (nights as RunRecord['nights'])[fate],
  })),
  // Of a process that was killed only those are counted whose end it had put on record.
  {
    name: 'requests',
    align: 'right',
    value: ({ requests, wasCut }) => (wasCut === true ? `${String(requests)}+` : requests),
  },
]

/** The fate of every source row of a run that had something to send; of an undo, that of its nights. */
export function runRows(run: RunRecord, journal: Journal): Answer {
  // An undo is planned from the journal: it has nights and no rows.
  if (run.files.length === 0) {
    const nights = nightFates(run, journal)
    return list(
      nights,
      nights,
      columns('hotel', 'room', 'plan', 'from', 'to', 'fate', 'reason'),
      `Run ${run.id} had nothing to send.`,
    )
  }
  const rows = rowFates(run, journal)
  return list(
    rows,
    rows,
    [
      ...columns('file'),
      { name: 'line', align: 'right', value: ({ line }) => line },
      ...columns('hotel', 'fate', 'reason'),
    ],
    `Run ${run.id} had no rows to send.`,
  )
}

/** One run in full. */
export function runDetails(run: RunRecord, journal: Journal): Answer {
  const batches = [...journal.batches.list(run.id)].map(({ firstNight, lastNight, ...batch }) => ({
    ...batch,
    firstNight: formatNight(firstNight),
    lastNight: formatNight(lastNight),
  }))
  const refusedRows = [...rejectedRowsOf(journal, run.id)]
  const refused = groupRefused(refusedRows)
  const untriedRows = [...untriedRowsOf(journal, run.id)]
  const untried = groupRefused(untriedRows)
  const rejected = refusedRows.map(({ fileIndex: _, ...row }) => row)
  const nightsRefused = refusedRows.length > 0 ? [] : [...nightsOfRun(journal, run.id, ['rejected'])]
  const replaced = replacedRows(run, journal)
  const { id, kind, state, nights, files, requests, extraRequests, fault } = run
  const { words: kept } = keptBackOf(run)
  const lines = [
    `Run ${id}: ${kind}, ${state}`,
    files.length === 0
      ? `Undo of    run ${String(run.command['undo'])}`
      : `Files      ${files.map(({ name }) => name).join(', ')}`,
    `Service    ${run.target.service} (profile ${run.target.profile})`,
    `Begun      ${new Date(run.createdAt).toISOString()}${run.elapsedMs > 0 ? `, ${(run.elapsedMs / 1000).toFixed(1)} s of sending` : ''}`,
    `Nights     ${nights.planned.toLocaleString('en')} planned, ${nights.acknowledged.toLocaleString('en')} acknowledged, ${nights.rejected.toLocaleString('en')} refused, ${nights.untried === undefined ? '' : `${nights.untried.toLocaleString('en')} ${UNTRIED}, `}${leftText(run)}`,
    `Requests   ${requests}${extraRequests === 0 ? '' : `, ${extraRequests} of them to find refused rows`}${requestsWord(run)}`,
    ...(fault === undefined ? [] : [`Ended      ${fault.message}`]),
    ...uncheckedOf(run).map((line) => `Unchecked  ${line}`),
    ...(kept === undefined ? [] : [kept]),
    ...batches
      .slice(0, ROWS_SHOWN)
      .map(
        (batch) =>
          `  hotel ${batch.hotel}  ${count(batch.nights, 'night')} in ${count(batch.entries, 'range')}, ${batch.firstNight} to ${batch.lastNight}: ${batchFate(batch, run)}`,
      ),
    ...(batches.length > ROWS_SHOWN
      ? [`  … and ${count(batches.length - ROWS_SHOWN, 'more request')} (--json shows all)`]
      : []),
    ...(rejected.length === 0 ? [] : [`${count(rejected.length, 'row')} refused:`]),
    ...refused.slice(0, ROWS_SHOWN).map(({ file, reason, ...lines }) => `  ${file}:${linesText(lines)}  ${reason}`),
    ...(refused.length > ROWS_SHOWN
      ? [`  … and ${count(refused.length - ROWS_SHOWN, 'more cause')} (--json shows each row)`]
      : []),
    ...(untried.length === 0 ? [] : [`${count(untriedRows.length, 'row')} ${UNTRIED}:`]),
    ...untried.slice(0, ROWS_SHOWN).map(({ file, reason, ...lines }) => `  ${file}:${linesText(lines)}  ${reason}`),
    ...(untried.length > ROWS_SHOWN
      ? [`  … and ${count(untried.length - ROWS_SHOWN, 'more cause')} (--json shows each row)`]
      : []),
    ...(nightsRefused.length === 0 ? [] : [`${count(nights.rejected, 'night')} refused:`]),
    ...nightsRefused.slice(0, ROWS_SHOWN).map((one) => `  ${nightsText(one)}`),
    ...(nightsRefused.length > ROWS_SHOWN
      ? [
          `  … and ${count(nightsRefused.length - ROWS_SHOWN, 'more range')} ("hubswitch run show ${id} --rows" lists them)`,
        ]
      : []),
    ...(replaced.length === 0
      ? []
      : [
          `${count(replaced.length, 'row')} never sent: ${replaced.length === 1 ? 'a later row has' : 'later rows have'} replaced ${pronoun(replaced.length)}; "hubswitch run show ${id} --rows" says which.`,
        ]),
    ...(state === 'sending' ? [`It is being sent; "hubswitch run show ${id} --follow" shows how it goes.`] : []),
    ...(nights.left > 0 && state !== 'planning' && state !== 'sending' ? [`${restText(id, nights.unanswered)}.`] : []),
  ]
  return {
    data: {
      ...runDocument(run),
      batchList: batches,
      rejectedRows: rejected,
      ...(untriedRows.length === 0 ? {} : { untriedRows: untriedRows.map(({ fileIndex: _, ...row }) => row) }),
      rejectedNights: nightsRefused.map(nightsDocument),
      replaced,
    },
    view: { kind: 'text', text: lines.join('\n') },
  }
}

/** A process that was killed, or is at work, has not put on record all that it sent. */
export function requestsWord({ wasCut, state }: Pick<RunRecord, 'wasCut' | 'state'>): string {
  if (state === 'sending') return ' answered so far'
  return wasCut ? ' on record; more may have left before its process ended' : ''
}

function leftText(run: RunRecord): string {
  const { left, unanswered } = run.nights
  return [
    ...(unanswered === 0 ? [] : [`${unanswered.toLocaleString('en')} ${unansweredWord(run)}`]),
    ...(left > unanswered || unanswered === 0
      ? [`${(left - unanswered).toLocaleString('en')} ${left === 0 ? 'left' : leftWord(run)}`]
      : []),
  ].join(', ')
}

/** What became of a batch, in words. */
export function batchFate(
  {
    entries,
    acknowledged,
    rejected,
    untried,
    unanswered,
  }: { entries: number; acknowledged: number; rejected: number; untried: number; unanswered: number },
  run: RunRecord,
): string {
  if (acknowledged === entries) return 'acknowledged'
  if (rejected === entries) return 'refused'
  if (untried === entries) return 'given up: the service had refused the hotel'
  if (unanswered === entries) return unansweredWord(run)
  if (acknowledged + rejected + untried + unanswered === 0) return leftWord(run)
  return `${acknowledged} acknowledged, ${rejected} refused${untried === 0 ? '' : `, ${untried} ${UNTRIED}`}${unanswered === 0 ? '' : `, ${unanswered} ${unansweredWord(run)}`} of ${entries}`
}

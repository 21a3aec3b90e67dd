import type { Command } from '@oclif/core'
import type { Kind } from '../../files/index.js'
import type { Journal } from '../../journal/index.js'
import { loadPlan, type PlannedRequests, type ValueSummary } from '../../push/index.js'
import type { ServiceCommand } from '../command/index.js'
import {
  clearRejects,
  estimateOf,
  nothingToDo,
  plannedRejects,
  runAnswer,
  settledRejects,
  timeText,
  valueLines,
  valuesDocument,
} from '../report/index.js'
import {
  agreeToSend,
  needChannelCredentials,
  refuseUnknownRooms,
  roomAsker,
  sendPlanned,
  signInFirst,
} from '../sending/index.js'
import { count, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { keptRejectsOf, lockRun } from '../unattended/index.js'
import { ClockNews } from './tell-clock.js'

export interface SavedPlanInput {
  command: ServiceCommand<typeof Command>
  kind: Kind
  /** What --save-plan has written. */
  file: string
  isDry: boolean
  /** Whether rooms that the service does not list are sent. */
  mayUnknownRooms: boolean
  /** Whether a person is asked before anything is sent. */
  asks: boolean
  quiet: boolean
  /** Where to write the rows that the service refuses. */
  rejectsTo: string | undefined
}

/**
 * Sends exactly what a saved plan holds.
 * @throws Fault INVALID_INPUT for a file that is none or was changed, GUARD_RAIL where its base has changed since
 */
export async function sendSavedPlan({
  command,
  kind,
  file,
  isDry,
  mayUnknownRooms,
  asks,
  quiet,
  rejectsTo: rejectsWanted,
}: SavedPlanInput): Promise<Answer> {
  const journal = command.journal()
  const target = command.target()
  const kept = keptRejectsOf(command)
  const rejectsTo = await settledRejects(rejectsWanted, kept, { files: [{ name: file }] })
  if (!isDry) await needChannelCredentials(command)
  return lockRun(command, journal, { service: target.service, kind: kind.name }, `the ${kind.name} push`, async () => {
    const { runId, totals } = await loadPlan(file, journal, { target, kind: kind.name }, mayUnknownRooms)
    const what = `${count(Number(totals['nights']), 'night')} of ${count(Number(totals['hotels']), 'hotel')} in ${count(Number(totals['requests']), 'request')}`
    if (!isDry && Number(totals['requests']) === 0)
      return nothingToDo({ journal, runId, text: `${file} holds nothing to send. Nothing was sent.` })
    if (isDry) {
      const time = estimateOf(requestsOf(journal, runId), {
        settings: command.settings(),
        service: target.service,
        kind,
      })
      journal.runs.discard(runId)
      const takes = time === undefined ? '' : `\nTime: ${timeText(time, Number(totals['requests']))}.`
      const fileValues = totals['fileValues'] as ValueSummary[] | undefined
      const shown = [`${file} would send ${what}.`, ...valueLines(fileValues), `Nothing was sent.${takes}`]
      return text(
        { dryRun: isDry, plan: { ...totals, ...valuesDocument(fileValues) }, ...(time === undefined ? {} : { time }) },
        shown.join('\n'),
      )
    }
    const clock = new ClockNews(command)
    if (!asks) journal.runs.agreed(runId)
    await signInFirst(command)
      .then((token) => clock.look(token))
      .then(() => refuseUnknownRooms({ journal, runId, file, asker: roomAsker(command, kind) }))
      .catch((fault: unknown) => {
        journal.runs.discard(runId)
        throw fault
      })
    if (asks) {
      await agreeToSend({ command, journal, runId, question: `Send ${what} to ${target.service}?` }).catch(
        (fault: unknown) => {
          journal.runs.discard(runId)
          throw fault
        },
      )
    }
    await clearRejects(rejectsTo, kept, (line) => command.notice(line))
    const report = await sendPlanned({ command, journal, runId, kind, settings: command.settings(), quiet })
    return runAnswer(report, {
      journal,
      rejects: rejectsTo === undefined ? undefined : await plannedRejects(journal, runId, rejectsTo, kept),
    })
  })
}

function requestsOf(journal: Journal, runId: number): PlannedRequests {
  const perHotel = new Map<string, { hotel: string; requests: number }>()
  let requests = 0
  for (const { hotel } of journal.batches.list(runId)) {
    const own = perHotel.get(hotel) ?? { hotel, requests: 0 }
    own.requests += 1
    perHotel.set(hotel, own)
    requests += 1
  }
  return { hotels: perHotel.size, requests, perHotel: [...perHotel.values()] }
}

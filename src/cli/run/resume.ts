import { formatNight } from '../../calendar/index.js'
import { EXIT, Fault } from '../../errors.js'
import { kindOf } from '../../files/index.js'
import type { Journal, RunRecord } from '../../journal/index.js'
import { type RunReport, unplanned } from '../../push/index.js'
import type { ServiceCommand } from '../command/index.js'
import { clearRejects, keptBackOf, plannedRejects, runAnswer, runDocument, settledRejects } from '../report/index.js'
import {
  agreeToSend,
  isUnagreed,
  needChannelCredentials,
  refuseUnknownRooms,
  requireSameTarget,
  roomAsker,
  sendPlanned,
  signInFirst,
} from '../sending/index.js'
import { count, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { keptRejectsOf, lockRun } from '../unattended/index.js'
import { refuseOlderCopy } from './older-copy.js'
import type { Command } from '@oclif/core'

const BATCHES_SHOWN = 20
const HOTELS_SHOWN = 5
const UNCONFIRMED = 'Nobody has confirmed it yet.'

export interface ResumeInput {
  command: ServiceCommand<typeof Command>
  run: RunRecord
  /** Send the older values although later runs have set the same hotels, or have undone this one. */
  overLater: boolean
  /** The person has agreed by --yes. */
  yes: boolean
  quiet: boolean
  /** Where to write the rows that the service refuses. */
  rejectsTo: string | undefined
  /** Show what is left, and send nothing. */
  isDry: boolean
}

/**
 * Sends the rest of a run.
 * @throws Fault INVALID_INPUT where the service no longer lists a room that is left; GUARD_RAIL where later runs have set the same hotels since, which the rest of this one would overwrite, or have undone it
 */
export async function resumeRun(input: ResumeInput): Promise<Answer> {
  const {
    command,
    run: { id, kind, target },
  } = input
  const here = command.target()
  requireSameTarget(input.run, here)
  const journal = command.journal()
  if (input.isDry) return leftToSend(journal, journal.getRun(id) ?? input.run, input.overLater)
  const asks = isUnagreed(input.run) && !command.settings().isEmbedded && !input.yes
  if (asks && !command.terminal.mayAsk)
    throw new Fault(
      'USAGE',
      `Run ${id} was planned, but nobody has confirmed it, and there is no terminal to ask on.`,
      { next: `Add --yes to send it, or look at it with "hubswitch run resume ${id} --dry-run". Nothing was sent.` },
    )
  // What is left is looked at under the lock: whoever held it may have sent it meanwhile.
  return lockRun(command, journal, { service: target.service, kind }, `the resume of run ${id}`, () =>
    resumeLocked({ ...input, run: journal.getRun(id) ?? input.run }),
  )
}

async function resumeLocked({
  command,
  run,
  overLater,
  yes,
  quiet,
  rejectsTo: rejectsWanted,
}: ResumeInput): Promise<Answer> {
  const { id, kind, nights } = run
  if (run.state === 'planning') throw unplanned(id)
  if (nights.left === 0)
    return settledAnswer({ command, run, rejectsTo: rejectsWanted, words: `Run ${id} has nothing left to send.` })
  const kept = keptRejectsOf(command)
  const rejectsTo = await settledRejects(rejectsWanted, kept, { files: [] })
  const journal = command.journal()
  refuseOlderCopy(journal, { run: id, dataDir: command.settings().dataDir, overLater, deed: 'its rest is' })
  const later = laterRuns(journal, id, overLater)
  if (later.length > 0) {
    const hotels = [...new Set(later.flatMap((one) => one.hotels))]
    command.notice(
      `Older values are sent over those of ${runsText(later.map((one) => one.run))}, for ${hotels.length === 1 ? `hotel ${hotels[0]}` : `${count(hotels.length, 'hotel')} (${hotels.slice(0, HOTELS_SHOWN).join(', ')}${hotels.length > HOTELS_SHOWN ? ', …' : ''})`}.`,
    )
  }
  command.notice(
    `Run ${id}: ${count(nights.acknowledged, 'night')} acknowledged, ${count(nights.left, 'night')} left to send.${isUnagreed(run) ? ` ${UNCONFIRMED}` : ''}`,
  )
  await needChannelCredentials(command)
  await signInFirst(command)
  // An undo restores what the service had accepted.
  if (run.command['undo'] === undefined)
    await refuseUnknownRooms({ journal, runId: id, asker: roomAsker(command, kindOf(kind as 'rates' | 'inventory')) })
  if (isUnagreed(run)) await agree(command, run, yes)
  const report = await sendPlanned({
    command,
    journal,
    runId: id,
    kind: kindOf(kind as 'rates' | 'inventory'),
    settings: command.settings(),
    quiet,
  })
  const rejects = rejectsTo === undefined ? undefined : await plannedRejects(journal, id, rejectsTo, kept)
  if (rejects === undefined) await clearRejects(rejectsTo, kept, (line) => command.notice(line))
  const answer = withKeptBack(runAnswer(report, { journal, rejects }), run)
  return later.length === 0 ? answer : { ...answer, data: { ...(answer.data as object), overLater: later } }
}

/** Its push or undo ended at its question, or before it: the same is asked again. */
async function agree(
  command: ResumeInput['command'],
  { id, command: given, plan = {}, target, nights }: RunRecord,
  yes: boolean,
): Promise<void> {
  const journal = command.journal()
  if (yes || command.settings().isEmbedded) return journal.runs.agreed(id)
  const number = (name: string): number => (typeof plan[name] === 'number' ? plan[name] : 0)
  await agreeToSend({
    command,
    journal,
    runId: id,
    question: `${given['undo'] === undefined ? 'Send' : 'Restore'} ${count(nights.left, 'night')} of ${count(number('hotels'), 'hotel')} in ${count(number('requests'), 'request')} to ${target.service}?`,
  })
}

/** A run that has nothing left ends as it did when it had: what the service refused of it is refused still. */
export async function settledAnswer({
  command,
  run: { id, state, batches, nights, requests, extraRequests, elapsedMs },
  rejectsTo: wanted,
  words,
}: Pick<ResumeInput, 'command' | 'run' | 'rejectsTo'> & { words: string }): Promise<Answer> {
  const journal = command.journal()
  const kept = keptRejectsOf(command)
  const rejectsTo = await settledRejects(wanted, kept, { files: [] })
  const rejects = rejectsTo === undefined ? undefined : await plannedRejects(journal, id, rejectsTo, kept)
  const report: RunReport = {
    runId: id,
    state:
      nights.rejected + (nights.untried ?? 0) > 0 ? 'partial' : state === 'nothing-to-do' ? 'nothing-to-do' : 'done',
    batches,
    nights,
    requests,
    extraRequests,
    throttled: 0,
    throttledLeft: 0,
    failed: 0,
    rejectedRows: [],
    rejectedRowCount: 0,
    elapsedMs,
  }
  const written = rejects?.file === undefined ? '' : ` ${count(rejects.rows, 'row')} refused: ${rejects.file}.`
  return {
    ...runAnswer(report, { journal, rejects }),
    view: { kind: 'text', text: `${words}${refusedWords({ id, nights })}${written}` },
  }
}

const nothingLeft = (run: RunRecord): string => `Run ${run.id} has nothing left to send.${refusedWords(run)}`

function refusedWords({ id, nights: { rejected, untried = 0 } }: Pick<RunRecord, 'id' | 'nights'>): string {
  return rejected + untried === 0
    ? ''
    : ` The service refused ${count(rejected, 'night')} of it${untried === 0 ? '' : ` and ${count(untried, 'night')} ${untried === 1 ? 'was' : 'were'} not tried alone`}, and a resume does not send those again; "hubswitch run show ${id} --rows" lists them.`
}

/** @throws Fault GUARD_RAIL where later runs have set the same, unless that is meant */
function laterRuns(journal: Journal, id: number, overLater: boolean): ReturnType<Journal['laterRuns']> {
  const later = journal.laterRuns(id)
  const undone = journal.runs.undoneBy(id)
  if ((later.length === 0 && undone.length === 0) || overLater) return later
  const reason =
    undone.length > 0
      ? `Run ${id} has been undone by ${runsText(undone)}.`
      : `Since run ${id}, ${runsText(later.map((one) => one.run))} has set hotels that it still has to send.`
  throw new Fault('GUARD_RAIL', reason, {
    next: 'Push the files again, or add --over-later to send the rest of the older values all the same. Nothing was sent.',
    facts: { later, undone },
  })
}

/** What a resume would send, and nothing is sent. Takes no lock: a process may be at work on it meanwhile. */
function leftToSend(journal: Journal, run: RunRecord, overLater: boolean): Answer {
  const { id, state, nights } = run
  if (state === 'planning') throw unplanned(id)
  if (nights.left === 0) return text({ run }, nothingLeft(run))
  const later = laterRuns(journal, id, overLater)
  const batches = [...journal.batches.list(id)]
    .map(({ seq, hotel, firstNight, lastNight, entries, acknowledged, rejected, untried, unanswered }) => ({
      batch: seq,
      hotel,
      entries: entries - acknowledged - rejected - untried,
      unanswered,
      firstNight: formatNight(firstNight),
      lastNight: formatNight(lastNight),
    }))
    .filter(({ entries }) => entries > 0)
  const lines = [
    `Dry run: nothing was sent. Left of run ${id}: ${count(nights.left, 'night')} in ${batches.length === 1 ? '1 request' : `${batches.length.toLocaleString('en')} requests`} or more.${isUnagreed(run) ? ` ${UNCONFIRMED}` : ''}`,
    ...batches
      .slice(0, BATCHES_SHOWN)
      .map(
        ({ hotel, entries, unanswered, firstNight, lastNight }) =>
          `  hotel ${hotel}  ${count(entries, 'range')} of ${firstNight} to ${lastNight}${unanswered === 0 ? '' : `; ${unanswered.toLocaleString('en')} sent before without a usable answer`}`,
      ),
    ...(batches.length > BATCHES_SHOWN
      ? [`  … and ${count(batches.length - BATCHES_SHOWN, 'more request')} (--json shows all)`]
      : []),
    ...(later.length === 0 ? [] : [`Older values would go over those of ${runsText(later.map((one) => one.run))}.`]),
  ]
  return text(
    { dryRun: true, run: runDocument(run), left: batches, ...(later.length === 0 ? {} : { overLater: later }) },
    lines.join('\n'),
  )
}

/** What an undo leaves is left by its resume as well. */
function withKeptBack(answer: Answer, run: RunRecord): Answer {
  const { exitCode, words, shown } = keptBackOf(run)
  if (words === undefined) return answer
  return {
    ...answer,
    view: answer.view.kind === 'text' ? { ...answer.view, text: `${answer.view.text}\n${words}` } : answer.view,
    exitCode: answer.exitCode === undefined || answer.exitCode === EXIT.ok ? exitCode : answer.exitCode,
    data: { ...shown, ...(answer.data as object) },
  }
}

function runsText(ids: readonly number[]): string {
  return ids.map((id) => `run ${id}`).join(', ')
}

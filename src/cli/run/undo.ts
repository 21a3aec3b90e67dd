import type { Command } from '@oclif/core'
import { refuseUnasked } from '../profile/index.js'
import { formatNight } from '../../calendar/index.js'
import { EXIT, Fault } from '../../errors.js'
import { kindOf } from '../../files/index.js'
import type { Claim } from '../../estate/index.js'
import type { Journal, RunRecord } from '../../journal/index.js'
import { type NotUndone, planUndo, type TimeEstimate, type UndoPlan } from '../../push/index.js'
import { readOverlay, type ServiceCommand } from '../command/index.js'
import { type Shared, submitted, withClaim } from '../estate/index.js'
import {
  estimateOf,
  keptBack,
  nothingToDo,
  planDocument,
  planText,
  runAnswer,
  setSince,
  type Told,
  unsureWords,
} from '../report/index.js'
import {
  agreeToSend,
  limitsOf,
  limitsToKeep,
  needChannelCredentials,
  requireSameTarget,
  sendPlanned,
  signInFirst,
  withLimits,
} from '../sending/index.js'
import { count, pronoun, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { lockRun } from '../unattended/index.js'
import { refuseOlderCopy } from './older-copy.js'

export interface UndoRunInput {
  /** Where the run is one of an estate, its workers send the undo. */
  shared?: Shared | undefined
  command: ServiceCommand<typeof Command>
  run: RunRecord
  isDry: boolean
  overLater: boolean
  yes: boolean
  quiet: boolean
}

const SHOWN = 10

/**
 * Puts back what was acknowledged before a run.
 * @throws Fault USAGE for a run of another profile, or where nobody can be asked
 */
export async function undoRun({ command, shared, run, isDry, overLater, yes, quiet }: UndoRunInput): Promise<Answer> {
  const here = command.target()
  const { service } = run.target
  requireSameTarget(run, here)
  const journal = command.journal()
  const kept = limitsOf(run)
  const settings = withLimits(command.settings(), kept)
  const kind = kindOf(run.kind as 'rates' | 'inventory')
  const asks = !isDry && !settings.isEmbedded && !yes
  if (!isDry) refuseUnasked(settings, command.terminal, yes)
  if (asks && !command.terminal.mayAsk)
    throw new Fault('USAGE', `An undo at ${service} needs confirmation, and there is no terminal to ask on.`, {
      next: 'Add --yes, or look at it with --dry-run. Nothing was sent.',
    })
  const overlay = await readOverlay(settings)
  const { bodyBytes, entriesPerRequest, monthsPerRequest, weekdayMasks } = settings.limits
  const options = {
    bodyLimitBytes: bodyBytes.value,
    entriesPerRequest: entriesPerRequest.value,
    monthsPerRequest: monthsPerRequest.value,
    weekdayMasks: weekdayMasks.value && kind.daysAllowed,
    end: overlay.end,
    fieldName: (path: string, list?: string) => overlay.fieldName(kind.endpoint, path, list),
    valuesOf: (path: string) => overlay.wireValues(kind.endpoint, path),
    overLater,
  }
  refuseOlderCopy(journal, { run: run.id, dataDir: settings.dataDir, overLater, deed: 'what it had replaced is' })
  if (isDry) {
    const plan = planUndo({ journal, run, kind, options, persist: false })
    return undoAnswer(
      run,
      plan,
      { isDry: true, undoneBy: journal.runs.undoneBy(run.id) },
      estimateOf(plan, { settings, service, kind }),
    )
  }
  const alone = <T>(work: (journal: Journal, claim?: Claim) => Promise<T>): Promise<T> =>
    shared === undefined
      ? lockRun(command, journal, { service, kind: kind.name }, `the undo of run ${run.id}`, () => work(journal))
      : withClaim(shared, command, kind.name, work)
  return alone(async (journal, claim) => {
    const undoneBy = journal.runs.undoneBy(run.id)
    const plan = planUndo({
      journal,
      run,
      kind,
      options,
      persist: true,
      limits: { ...kept, ...limitsToKeep(settings, command.sending()) },
    })
    const { runId } = plan
    if (runId === undefined || plan.requests === 0) {
      if (shared !== undefined && claim !== undefined && runId !== undefined)
        await shared.api.submitRun({ estate: shared.estate, claim, journal })
      const { data, view } = undoAnswer(run, plan, { isDry: false, undoneBy })
      const { exitCode, shown } = keptBack(run.id, plan)
      const told = runId === undefined ? {} : (nothingToDo({ journal, runId, text: '' }).data as object)
      return { data: { ...(data as object), ...told, ...shown }, view, exitCode }
    }
    try {
      if (!asks) journal.runs.agreed(runId)
      await needChannelCredentials(command)
      await signInFirst(command)
      if (asks)
        await agreeToSend({
          command,
          journal,
          runId,
          question: `Restore ${count(plan.nights, 'night')} of ${count(plan.hotels, 'hotel')} in ${count(plan.requests, 'request')} to ${service}?`,
        })
    } catch (fault) {
      journal.runs.discard(runId)
      throw fault
    }
    for (const line of leftLines(plan, isDry)) command.notice(line)
    if (shared !== undefined && claim !== undefined) {
      await shared.api.submitRun({
        estate: shared.estate,
        claim,
        journal,
        onDeciding: (next) => command.handOver(next),
      })
      return submitted({ shared, journal, runId })
    }
    const answer = runAnswer(await sendPlanned({ command, journal, runId, kind, settings, quiet }), {
      journal,
      rejects: undefined,
    })
    const { exitCode, words, shown } = keptBack(run.id, plan)
    const view =
      answer.view.kind === 'text' && words !== undefined
        ? { ...answer.view, text: `${answer.view.text}\n${words}` }
        : answer.view
    const data = {
      undone: run.id,
      ...shown,
      ...(answer.data as object),
      ...leftDocument(plan),
      ...bothErrors(shown, answer.data as Told),
    }
    return {
      ...answer,
      view,
      exitCode: answer.exitCode === undefined || answer.exitCode === EXIT.ok ? exitCode : answer.exitCode,
      data,
    }
  })
}

/** What the service refused, with what could not be sent at all. */
function bothErrors({ error: left }: Told, { error: refused }: Told): Told {
  return left === undefined || refused === undefined
    ? {}
    : {
        error: {
          ...refused,
          message: `${refused.message ?? ''} ${left.message ?? ''}`,
          facts: { ...left.facts, ...refused.facts },
        },
      }
}

/** `undoneBy`: earlier undos of the run. */
function undoAnswer(
  run: RunRecord,
  plan: UndoPlan,
  { isDry, undoneBy }: { isDry: boolean; undoneBy: readonly number[] },
  time?: TimeEstimate,
): Answer {
  const {
    later: _later,
    unknown: _unknown,
    isOverLater: _isOverLater,
    laterNights: _laterNights,
    laterUnanswered: _laterUnanswered,
    unknownNights: _unknownNights,
    unsure: _unsure,
    unsureNights: _unsureNights,
    unansweredNights: _nights,
    unansweredLeft: _left,
    ...rest
  } = plan
  const data = {
    dryRun: isDry,
    undone: run.id,
    plan: planDocument(rest),
    ...(time === undefined ? {} : { time }),
    ...leftDocument(plan),
  }
  const nothing =
    plan.requests === 0
      ? [nothingBack(run.id, plan, undoneBy)]
      : planText(plan, isDry, undefined, { time })
          .split('\n')
          .filter((line) => !line.startsWith('Read '))
  return text(data, [`Undo of run ${run.id}`, ...nothing, ...leftLines(plan, isDry)].join('\n'))
}

/** Where an earlier undo left something, the run is not undone yet. */
function nothingBack(run: number, plan: UndoPlan, undoneBy: readonly number[]): string {
  const by =
    undoneBy.length === 0
      ? undefined
      : `run ${undoneBy.join(' and run ')} ${undoneBy.length === 1 ? 'has' : 'have'} undone`
  if (keptBack(run, plan).words === undefined)
    return `There is nothing to put back for run ${run}${by === undefined ? '' : `: ${by} it`}.`
  return by === undefined
    ? `Nothing of run ${run} is put back.`
    : `Nothing more of run ${run} is put back: ${by} the rest.`
}

function leftDocument({
  isOverLater,
  later,
  laterNights,
  laterUnanswered,
  unknown,
  unknownNights,
  unsure,
  unsureNights,
  unansweredNights,
  unansweredLeft,
}: UndoPlan): object {
  const found = later.map(daysOf)
  return {
    ...(isOverLater
      ? { laterNights: 0, later: [], overLaterNights: laterNights, overLater: found }
      : { laterNights, later: found, overLaterNights: 0, overLater: [] }),
    laterUnanswered,
    unknownNights,
    unknown: unknown.map(daysOf),
    unsureNights,
    unsure: unsure.map(daysOf),
    unansweredNights,
    unansweredLeft,
  }
}

function daysOf({ from, until, ...rest }: NotUndone): object {
  return { ...rest, from: formatNight(from), to: formatNight(until - 1) }
}

function leftLines(
  {
    isOverLater,
    later,
    laterNights,
    laterUnanswered,
    unknown,
    unknownNights,
    unsure,
    unsureNights,
    unansweredNights,
    unansweredLeft,
  }: UndoPlan,
  isDry: boolean,
): string[] {
  const lineOf = ({ hotel, room, plan, from, until, fields }: NotUndone): string =>
    `  hotel ${hotel}${room === '' ? '' : `, room ${room}`}${plan === '' ? '' : `, plan ${plan}`}, ${formatNight(from)} to ${formatNight(until - 1)}: ${fields.join(', ')}`
  return [
    ...(laterNights === 0
      ? []
      : [laterText({ isOverLater, laterNights, laterUnanswered }, isDry), ...later.slice(0, SHOWN).map(lineOf)]),
    ...(unknownNights === 0
      ? []
      : [
          `Left unchanged: ${count(unknownNights, 'night')} with no earlier value on record.`,
          ...unknown.slice(0, SHOWN).map(lineOf),
        ]),
    ...(unsureNights === 0
      ? []
      : [`Left unchanged: ${unsureWords(unsureNights)}.`, ...unsure.slice(0, SHOWN).map(lineOf)]),
    ...(unansweredLeft === 0
      ? []
      : [
          `${count(unansweredLeft, 'night')} of these ${unansweredLeft === 1 ? 'was' : 'were'} sent without a usable answer: the service may hold what the run sent.`,
        ]),
    ...(unansweredNights === 0
      ? []
      : [
          `${isDry ? 'Would be restored too' : 'Restored too'}: ${count(unansweredNights, 'night')} that the run sent without a usable answer, since the service may hold them.`,
        ]),
  ]
}

function laterText(
  {
    isOverLater,
    laterNights: nights,
    laterUnanswered,
  }: Pick<UndoPlan, 'isOverLater' | 'laterNights' | 'laterUnanswered'>,
  isDry: boolean,
): string {
  const what = `${count(nights, 'night')} that a later run ${setSince(laterUnanswered)}`
  if (!isOverLater) return `Left unchanged: ${what}. Add --over-later to restore ${pronoun(nights)} too.`
  return `${isDry ? 'Would be restored' : 'To be restored'} over later runs: ${what}.`
}

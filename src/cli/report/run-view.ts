import { type ErrorCode, EXIT, type ExitCode, Fault } from '../../errors.js'
import { endedWithItsProcess, type Journal, type RunRecord, uncheckedOf } from '../../journal/index.js'
import {
  groupRefused,
  linesText,
  nightsOfRun,
  type Plan,
  type RejectedRow,
  rejectedRowsOf,
  type RunNights,
  type RunReport,
  untriedRowsOf,
} from '../../push/index.js'
import { count, pronoun } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { hasPastFile, planDocument, wholeRowsText } from './plan-view.js'
import type { WrittenRejects } from './rejects-file.js'
import { nightsDocument, nightsText, restText } from './row-fates.js'

const REJECTED_SHOWN = 20

export interface RunContext {
  journal: Journal
  /** Absent where the run was planned earlier. */
  plan?: Plan
  /** What became of the rejects. */
  rejects: WrittenRejects | undefined
}

/** What the service refused of a run, from the journal. */
interface Refused {
  rows: readonly RejectedRow[]
  /** Rows that were given up with a refusal that was not their own. */
  untried: readonly RejectedRow[]
  /** Where the run has no rows: an undo. */
  nights: readonly RunNights[]
  /** The run that it undoes. */
  undone: unknown
  /** Whether each refused entry was alone in its request, so that the refusal is about it and nothing else. */
  isEach: boolean
  /** Whether a process that sent it was killed. */
  wasCut: boolean
}

/** What a person can mail after a push: what was sent, what was refused and why, how to go on. */
export function runAnswer(report: RunReport, { journal, plan, rejects }: RunContext): Answer {
  const { fault, rejectedRows: _, runId: id, ...counts } = report
  const refused = refusedOf(report, journal)
  const data = {
    run: { id, ...counts, unchecked: uncheckedOf(journal.getRun(id)) },
    ...(plan === undefined ? {} : { plan: planDocument(plan) }),
    rejectedRows: refused.rows.map(({ fileIndex: _index, ...row }) => row),
    ...(refused.untried.length === 0
      ? {}
      : { untriedRows: refused.untried.map(({ fileIndex: _index, ...row }) => row) }),
    rejectedNights: refused.nights.map(nightsDocument),
    ...(rejects === undefined ? {} : { rejects }),
    ...errorOf(report, plan, refused),
  }
  return {
    data,
    view: { kind: 'text', text: runText(report, refused, plan, rejects) },
    exitCode: exitOfReport(report, plan, refused),
  }
}

function refusedOf({ runId, nights }: RunReport, journal: Journal): Refused {
  const rows = [...rejectedRowsOf(journal, runId)]
  return {
    rows,
    untried: [...untriedRowsOf(journal, runId)],
    nights: nights.rejected === 0 || rows.length > 0 ? [] : [...nightsOfRun(journal, runId, ['rejected'])],
    undone: journal.getRun(runId)?.command['undo'],
    isEach: isAllRefused(nights) && [...journal.batches.list(runId)].every(({ entries }) => entries === 1),
    wasCut: journal.getRun(runId)?.wasCut === true,
  }
}

/** Every ending but 0 has one, whether a fault ended the run or the service refused what was sent. */
function errorOf(report: RunReport, plan: Plan | undefined, refused: Refused): { error?: object } {
  const { runId, fault, nights } = report
  const exitCode = exitOfReport(report, plan, refused)
  const next = nextOf(report, refused)
  if (fault !== undefined)
    return { error: { code: fault.code, message: fault.message, next, exitCode, facts: fault.facts } }
  if (exitCode === EXIT.ok) return {}
  const { untried = 0 } = nights
  const what = refused.rows.length > 0 ? count(refused.rows.length, 'row') : count(nights.rejected, 'night')
  const given = untried === 0 ? '' : untriedText(refused.untried.length, untried)
  const badRows = plan?.badRows ?? 0
  const facts = {
    run: runId,
    acknowledged: nights.acknowledged,
    rejected: nights.rejected,
    left: nights.left,
    rejectedRows: refused.rows.length,
    badRows,
    ...(untried === 0 ? {} : { untried, untriedRows: refused.untried.length }),
  }
  const [one] = refused.nights
  const named =
    one === undefined ? '' : ` ${refused.nights.length > 1 ? 'The first: ' : ''}${nightsText(one).replace(/\.$/, '')}.`
  if (exitCode === EXIT.refused)
    return {
      error: {
        code: 'REFUSED',
        message: `${untried === 0 ? `The service refused everything that was sent (${what}).` : `The service accepted nothing: it refused ${what}, and ${given}.`}${untried === 0 ? ` ${noneText(refused)}` : ''}${named}`,
        next,
        exitCode,
        facts,
      },
    }
  if (exitCode === EXIT.partial) {
    const parts = [
      ...(nights.rejected === 0 ? [] : [`the service refused ${what}`]),
      ...(untried === 0 ? [] : [given]),
      ...(badRows === 0 ? [] : [`${count(badRows, 'wrong row')} ${badRows === 1 ? 'was' : 'were'} left out`]),
      ...(plan?.past === undefined || !hasPastFile(plan)
        ? []
        : [
            `${count(plan.past.nights, 'night')} before ${plan.past.before} were left out as past${wholeRowsText(plan.past)}`,
          ]),
    ]
    return {
      error: {
        code: 'PARTIAL',
        message: `Not everything was sent and accepted: ${parts.join(', and ')}.${named}`,
        next,
        exitCode,
        facts,
      },
    }
  }
  return {
    error: {
      code: exitCode === EXIT.interrupted ? 'INTERRUPTED' : exitCode === EXIT.deadline ? 'DEADLINE' : 'UNEXPECTED',
      message: `Run ${runId} ended early.`,
      next,
      exitCode,
      facts,
    },
  }
}

/** What was given up, in rows where the run has some. */
function untriedText(rows: number, nights: number): string {
  const units = rows > 0 ? rows : nights
  return `${count(units, rows > 0 ? 'row' : 'night')} ${units === 1 ? 'was' : 'were'} not tried alone`
}

/** A refused request of several entries does not say that none of them was applied. */
function noneText({ isEach }: Refused): string {
  return isEach ? 'Nothing was applied.' : 'It accepted none of it.'
}

/** Exit codes by which a command says that it has sent nothing. */
const UNSENT: ReadonlySet<ExitCode> = new Set([EXIT.usage, EXIT.invalidInput, EXIT.guardRail])

function exitOfReport(
  { state, fault, requests, nights }: Pick<RunReport, 'state' | 'fault' | 'requests' | 'nights'>,
  plan: Plan | undefined,
  { wasCut }: Pick<Refused, 'wasCut'>,
): ExitCode {
  if (state === 'interrupted') return fault?.code === 'DEADLINE' ? EXIT.deadline : EXIT.interrupted
  if (state === 'stopped') {
    const code = fault?.exitCode ?? EXIT.unexpected
    // A run that has sent something must not end like one that has not.
    return (requests > 0 || wasCut) && UNSENT.has(code)
      ? nights.acknowledged > 0
        ? EXIT.partial
        : EXIT.unexpected
      : code
  }
  if (isAllRefused(nights)) return EXIT.refused
  return nights.rejected + (nights.untried ?? 0) > 0 || (plan !== undefined && (plan.badRows > 0 || hasPastFile(plan)))
    ? EXIT.partial
    : EXIT.ok
}

/** With what exit code a run on record ended, for whoever was not there. A process that was killed had none: what it may have sent decides. */
export function exitOfRun(run: RunRecord): ExitCode {
  const { state, fault, requests, nights, wasCut, plan = {} } = run
  if (endedWithItsProcess(run) && nights.unanswered > 0) return EXIT.outcomeUnknown
  if (state === 'nothing-to-do') return EXIT.ok
  const ending = fault === undefined ? {} : { fault: new Fault(fault.code as ErrorCode, fault.message) }
  const ended = exitOfReport({ state: state as RunReport['state'], requests, nights, ...ending }, undefined, { wasCut })
  return ended === EXIT.ok && Number(plan['badRows'] ?? 0) > 0 ? EXIT.partial : ended
}

/** Everything that was sent was refused, and nothing else is left. */
function isAllRefused({ acknowledged, rejected, untried = 0, left }: RunReport['nights']): boolean {
  return rejected + untried > 0 && acknowledged === 0 && left === 0
}

function nextOf({ runId, state, nights, fault }: RunReport, { undone }: Pick<Refused, 'undone'>): string {
  // Sending it again is no help where that is what the service refused.
  if (
    fault?.code === 'OUTCOME_UNKNOWN' &&
    fault.facts['serviceMessage'] !== undefined &&
    nights.left === nights.unanswered
  )
    return fault.next
  const show = `"hubswitch run show ${runId}" shows this run.`
  if (state === 'done' || state === 'nothing-to-do') return show
  if (state !== 'partial' && nights.unanswered > 0)
    return `${fault?.exitCode === EXIT.authentication ? 'Put the sign-in right first. ' : ''}${restText(runId, nights.unanswered)}; what was acknowledged is not sent again.`
  if (state !== 'partial')
    return `${fault?.exitCode === EXIT.authentication ? 'Put the sign-in right, then run' : 'Run'} "hubswitch run resume ${runId}" to send the rest; what was acknowledged is not sent again.`
  if (nights.rejected + (nights.untried ?? 0) === 0) return show
  return undone === undefined
    ? `Correct the refused rows and push them again. ${show}`
    : `"hubswitch run show ${runId} --rows" lists the nights; "hubswitch run undo ${String(undone)}" sends the refused ones again.`
}

function runText(report: RunReport, all: Refused, plan: Plan | undefined, rejects: RunContext['rejects']): string {
  const { runId, state, nights, requests, extraRequests, throttled, throttledLeft, failed, elapsedMs, fault } = report
  const seconds = `${(elapsedMs / 1000).toFixed(1)} s`
  const gone =
    plan?.past === undefined
      ? ''
      : `; ${count(plan.past.nights, 'night')} before ${plan.past.before} left out as past${wholeRowsText(plan.past)}`
  const sent = `${count(nights.acknowledged, 'night')} acknowledged in ${all.wasCut ? 'at least ' : ''}${count(requests, 'request')}, ${seconds}${gone}`
  // What is left is told on a line of its own.
  const hasSent =
    requests > 0 || all.wasCut || nights.acknowledged > 0 || (state !== 'stopped' && state !== 'interrupted')
  const { rows: rejected, nights: refusedNights } = all
  const refused = groupRefused(rejected)
  // Rows that were left out are not done, whatever became of the others.
  const head = isAllRefused(nights)
    ? `Refused. ${all.isEach ? 'Nothing was applied.' : 'The service accepted none of it.'}`
    : state === 'done' && plan !== undefined && (plan.badRows > 0 || hasPastFile(plan))
      ? 'Partly done.'
      : {
          done: 'Done.',
          partial: 'Partly done.',
          'nothing-to-do': 'Nothing to do.',
          interrupted: 'Interrupted.',
          stopped: 'Stopped.',
        }[state]
  return [
    hasSent
      ? `Run ${runId}: ${head} ${sent}.`
      : `Run ${runId}: ${head.replace(/\.$/, '')} ${state === 'interrupted' ? 'before its first request' : `after ${seconds}`}.`,
    ...(plan === undefined || plan.unchanged === 0
      ? []
      : [
          `${count(plan.unchanged, 'night')} left out: the service had acknowledged ${pronoun(plan.unchanged)} already.`,
        ]),
    ...(plan === undefined || plan.unanswered === 0
      ? []
      : [
          `${count(plan.unanswered, 'night')} sent again: an earlier push brought no usable answer for ${pronoun(plan.unanswered)}.`,
        ]),
    ...(plan === undefined || plan.replacedRows === 0
      ? []
      : [
          `${count(plan.replacedRows, 'row')} not sent: replaced by ${plan.replacedRows === 1 ? 'a later row' : 'later rows'}.`,
        ]),
    ...(plan === undefined || plan.badRows === 0
      ? []
      : [
          `${count(plan.badRows, 'row')} left out as wrong:`,
          ...plan.bad
            .slice(0, REJECTED_SHOWN)
            .map(
              ({ file, field, value, reason, ...rows }) =>
                `  ${file}:${linesText(rows)}  ${field === undefined ? '' : `${field}${value === undefined ? '' : ` "${value}"`}: `}${reason}`,
            ),
        ]),
    ...(throttled === throttledLeft
      ? []
      : [`${count(throttled - throttledLeft, 'request')} put off by the service (too many at a time) and sent again.`]),
    ...(throttledLeft === 0
      ? []
      : [`${count(throttledLeft, 'request')} put off by the service (too many at a time) and not sent again.`]),
    ...(failed === 0 ? [] : [`${count(failed, 'request')} without a usable answer.`]),
    ...leftLines(nights, all.wasCut),
    ...(fault === undefined ? [] : [fault.message]),
    ...(rejected.length === 0
      ? []
      : [
          `${count(rejected.length, 'row')} refused by the service (${count(nights.rejected, 'night')}${extraRequests === 0 ? '' : `; ${count(extraRequests, 'request')} to find them`}):`,
        ]),
    ...refused
      .slice(0, REJECTED_SHOWN)
      .map(({ file, hotel, reason, ...rows }) => `  ${file}:${linesText(rows)}  hotel ${hotel}: ${reason}`),
    ...(refused.length > REJECTED_SHOWN
      ? [`  … and ${count(refused.length - REJECTED_SHOWN, 'more cause')} (--json shows each row)`]
      : []),
    ...untriedLines(all.untried, nights.untried ?? 0, runId),
    ...(refusedNights.length === 0
      ? []
      : [
          `${count(nights.rejected, 'night')} refused by the service${extraRequests === 0 ? '' : ` (${count(extraRequests, 'request')} to find ${pronoun(nights.rejected)})`}:`,
        ]),
    ...refusedNights.slice(0, REJECTED_SHOWN).map((one) => `  ${nightsText(one)}`),
    ...(refusedNights.length > REJECTED_SHOWN
      ? [
          `  … and ${count(refusedNights.length - REJECTED_SHOWN, 'more range')} ("hubswitch run show ${runId} --rows" lists them)`,
        ]
      : []),
    ...(rejects === undefined ? [] : rejectsLines(rejects, runId)),
    nextOf(report, all),
  ].join('\n')
}

/** What was given up after a few of its batch had been refused alone, or after its hotel had been. */
function untriedLines(rows: readonly RejectedRow[], nights: number, runId: number): string[] {
  if (nights === 0) return []
  const groups = groupRefused(rows)
  return [
    `${rows.length === 0 ? count(nights, 'night') : `${count(rows.length, 'row')} (${count(nights, 'night')})`} not tried alone:`,
    ...groups
      .slice(0, REJECTED_SHOWN)
      .map(({ file, hotel, reason, ...lines }) => `  ${file}:${linesText(lines)}  hotel ${hotel}: ${reason}`),
    ...(groups.length > REJECTED_SHOWN || rows.length === 0
      ? [`  "hubswitch run show ${runId} --rows" lists them`]
      : []),
  ]
}

/** What has no fate, in two: what the service may have applied, and what was not sent. */
function leftLines({ left, unanswered }: RunReport['nights'], wasCut: boolean): string[] {
  return [
    ...(unanswered === 0
      ? []
      : [
          `${count(unanswered, 'night')} ${wasCut ? 'sent, or perhaps sent when the process was killed,' : 'sent'} without a usable answer: the service may have applied ${pronoun(unanswered)}.`,
        ]),
    ...(left === unanswered ? [] : [`${count(left - unanswered, 'night')} not sent yet.`]),
  ]
}

function rejectsLines({ file, rows, problem }: WrittenRejects, runId: number): string[] {
  if (file === undefined)
    return [
      `The refused rows could not be written: ${problem ?? 'unknown error'} "hubswitch run show ${runId} --rows" lists them.`,
    ]
  if (problem === undefined) return [`Refused rows are in ${file}.`]
  return [`${problem} So the refused rows are in ${file} as they were sent (${count(rows, 'line')}).`]
}

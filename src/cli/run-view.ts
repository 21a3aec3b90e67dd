import { groupRefused, linesText, type Plan, type RejectedRow, type RunReport, rejectedRowsOf } from '../bulk/index.js'
import { EXIT, type ExitCode } from '../errors.js'
import type { Journal } from '../journal/index.js'
import { count, planDocument } from './plan-view.js'
import type { Answer } from './view.js'

const REJECTED_SHOWN = 20

export interface RunContext {
  journal: Journal
  /** Absent where the run was planned earlier. */
  plan?: Plan
  /** The rejects file that was written, and how many rows are in it. */
  rejects: { file: string; rows: number } | undefined
}

/** What a person can mail after a push: what was sent, what was refused and why, how to go on. */
export function runAnswer(report: RunReport, { journal, plan, rejects }: RunContext): Answer {
  const { fault, rejectedRows: _, ...counts } = report
  const rejected = [...rejectedRowsOf(journal, report.runId)]
  const data = {
    run: counts,
    ...(plan === undefined ? {} : { plan: planDocument(plan) }),
    rejectedRows: rejected.map(({ fileIndex: _index, ...row }) => row),
    ...(rejects === undefined ? {} : { rejects }),
    ...(fault === undefined ? {} : { error: { code: fault.code, message: fault.message, next: nextOf(report), exitCode: exitOf(report, plan), facts: fault.facts } }),
  }
  return { data, view: { kind: 'text', text: runText(report, rejected, plan, rejects) }, exitCode: exitOf(report, plan) }
}

function exitOf({ state, fault, rejectedRowCount }: RunReport, plan: Plan | undefined): ExitCode {
  if (state === 'interrupted') return fault?.code === 'DEADLINE' ? EXIT.deadline : EXIT.interrupted
  if (state === 'stopped') return fault?.exitCode ?? EXIT.unexpected
  return rejectedRowCount > 0 || (plan?.badRows ?? 0) > 0 ? EXIT.partial : EXIT.ok
}

function nextOf({ runId, state, rejectedRowCount }: RunReport): string {
  if (state === 'done') return `"hubswitch run show ${runId}" shows this run.`
  if (state === 'partial') return `${rejectedRowCount > 0 ? 'Mend the refused rows and push them again. ' : ''}"hubswitch run show ${runId}" shows this run.`
  return `Run "hubswitch run resume ${runId}" to send the rest; what was acknowledged is not sent again.`
}

function runText(report: RunReport, rejected: readonly RejectedRow[], plan: Plan | undefined, rejects: RunContext['rejects']): string {
  const { runId, state, nights, requests, extraRequests, throttled, failed, elapsedMs, fault } = report
  const sent = `${count(nights.acknowledged, 'night')} acknowledged in ${count(requests, 'request')}, ${(elapsedMs / 1000).toFixed(1)} s`
  const refused = groupRefused(rejected)
  const head = { done: 'Done.', partial: 'Partly done.', interrupted: 'Interrupted.', stopped: 'Stopped.' }[state]
  return [
    `Run ${runId}: ${head} ${sent}.`,
    ...(plan === undefined || plan.unchanged === 0 ? [] : [`${count(plan.unchanged, 'night')} left out: the service had acknowledged them already.`]),
    ...(plan === undefined || plan.badRows === 0 ? [] : [`${count(plan.badRows, 'row')} left out as wrong:`, ...plan.bad.slice(0, REJECTED_SHOWN).map(({ file, field, value, reason, ...rows }) => `  ${file}:${linesText(rows)}  ${field === undefined ? '' : `${field}${value === undefined ? '' : ` "${value}"`}: `}${reason}`)]),
    ...(throttled === 0 ? [] : [`${count(throttled, 'request')} put off by the service (too many at a time) and sent again.`]),
    ...(failed === 0 ? [] : [`${count(failed, 'request')} without a usable answer.`]),
    ...(nights.left === 0 ? [] : [`${count(nights.left, 'night')} not sent yet.`]),
    ...(fault === undefined ? [] : [fault.message]),
    ...(rejected.length === 0 ? [] : [`${count(rejected.length, 'row')} refused by the service (${count(nights.rejected, 'night')}${extraRequests === 0 ? '' : `; ${count(extraRequests, 'request')} to find them`}):`]),
    ...refused.slice(0, REJECTED_SHOWN).map(({ file, hotel, reason, ...rows }) => `  ${file}:${linesText(rows)}  hotel ${hotel}: ${reason}`),
    ...(refused.length > REJECTED_SHOWN ? [`  … and ${refused.length - REJECTED_SHOWN} more causes (--json shows each row)`] : []),
    ...(rejects === undefined ? [] : [`Refused rows are in ${rejects.file}.`]),
    nextOf(report),
  ].join('\n')
}

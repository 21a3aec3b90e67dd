import { type ErrorCode, Fault, type Finding } from '../../errors.js'
import { type AnswerEnd, endOf, type PmsAnswer, type PmsProblem, stateOf } from '../../resnotif/index.js'
import { shellWord } from '../../shell-word.js'
import { text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { printable } from './view.js'

const CODES: Readonly<Record<Exclude<AnswerEnd, 'taken'>, ErrorCode>> = {
  'in part': 'PARTIAL',
  'not known': 'OUTCOME_UNKNOWN',
  later: 'UNREACHABLE',
  refused: 'PMS_REFUSED',
}

/**
 * What a command says of the PMS's answer: delivered, or the fault that fits its fate.
 * @throws Fault PMS_REFUSED where the PMS did not take it, UNREACHABLE where it did not take it now and may take the same later, PARTIAL where it left something undone, OUTCOME_UNKNOWN where the answer does not tell
 */
export function viewAnswer(
  given: PmsAnswer,
  status: number,
  { resStatus, bookingId }: { resStatus: string; bookingId?: string | undefined },
): Answer {
  const {
    fate,
    isAlreadyDelivered,
    isRetryable,
    problems,
    reservationIds,
    summary,
    said,
    retryAfterMs,
    location,
    signIn,
  } = given
  const data = {
    state: stateOf(given),
    fate,
    summary,
    status,
    ...(bookingId === undefined ? {} : { bookingId }),
    isAlreadyDelivered,
    reservationIds,
    problems,
    ...(said === undefined ? {} : { said }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(location === undefined ? {} : { location }),
    ...(signIn === undefined ? {} : { signIn }),
  }
  const end = endOf(given)
  if (end === 'taken') {
    const ids = reservationIds.length === 0 ? '' : ` Its ids: ${reservationIds.join(', ')}.`
    const warnings = problems
      .filter(({ kind }) => kind === 'warning')
      .map((warning) => `  warning: ${wordsOf(warning)}`)
    return text(data, [`${summary}${ids}`, ...warnings].map(printable).join('\n'))
  }
  const code = CODES[end]
  throw new Fault(code, printable(summary), {
    facts: { ...data, isRetryable },
    findings: problems.map((problem): Finding => ({
      field: `${problem.kind}${problem.code === undefined ? '' : ` ${problem.code}`}`,
      reason: printable(wordsOf(problem)),
    })),
    next: nextStep(given, resStatus),
  })
}

function nextStep(
  { fate, isRetryable, isPartial, problems, retryAfterMs, location, signIn, leavesOpen }: PmsAnswer,
  resStatus: string,
): string {
  const wait = waitWords(retryAfterMs ?? 0)
  if (signIn !== undefined) {
    const ways = signIn.length === 0 ? '' : ` The PMS accepts: ${signIn.map(printable).join(', ')}.`
    return `Sign in with --auth basic, or --auth username-token in an envelope; set HUBSWITCH_PMS_CREDENTIALS to {"username": "…", "password": "…"} or run "hubswitch auth login --pms-credentials FILE".${ways}`
  }
  if (fate === 'unknown') {
    const again = /^commit$/i.test(resStatus)
      ? 'Check at the PMS whether it has the booking. If it does not, send the message again with --retransmission'
      : 'Check at the PMS whether the change is there. If it is not, send the message again'
    return `${again}${wait}.${location === undefined || !isUsable(location) ? '' : ` The address that the PMS points to, if you trust it: --to ${shellWord(printable(location))}`}`
  }
  if (isRetryable) return `The PMS may take it later: send it again${wait}.`
  if (problems.length > 0 && problems.every(({ code, kind }) => kind === 'error' && code === '127')) {
    return /^commit$/i.test(resStatus)
      ? 'If you sent this message before, the PMS has it from then: send it again with --retransmission to have that counted as delivered. If not, another booking has this id.'
      : 'Ask the vendor of the PMS how it expects a modification or a cancellation; this one it took for a new booking.'
  }
  if (leavesOpen === 'exists') return 'Check at the PMS whether it has this booking, or another one with its id.'
  return isPartial
    ? 'Check at the PMS what it took, and correct what it names.'
    : problems.length > 0
      ? 'Correct what the PMS names; sending the same again will not help.'
      : 'Check the address (--to) and what the PMS said; sending the same again will not help.'
}

/** A PMS that asks for a longer wait hardly means it. */
const WAIT_DAYS_MAX = 365

/** The wait that the PMS asks for, as the end of a sentence; empty where its time is over already. */
function waitWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  if (seconds <= 0) return ''
  if (seconds > WAIT_DAYS_MAX * 86_400) return '; the PMS asks for a wait of more than a year, which may be a mistake'
  const [length, unit] =
    seconds <= 300
      ? [seconds, 's']
      : seconds <= 3 * 3_600
        ? [Math.ceil(seconds / 60), 'minutes']
        : seconds <= 48 * 3_600
          ? [Math.ceil(seconds / 3_600), 'hours']
          : [Math.ceil(seconds / 86_400), 'days']
  return `, not before ${length} ${unit} have passed`
}

/** Whether --to would take it. */
function isUsable(location: string): boolean {
  if (!URL.canParse(location) || location.includes('**')) return false
  const { protocol, hostname, username, password } = new URL(location)
  return (
    username === '' &&
    password === '' &&
    (protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)))
  )
}

/** The code in our words, what the PMS itself says, and what of the message it is about. */
export function wordsOf({ words, text: said, tag, recordId }: PmsProblem): string {
  const told = said === undefined || words.includes(said) ? words : `${words}: ${said}`
  const about = [
    tag === undefined ? undefined : `at ${tag}`,
    recordId === undefined ? undefined : `record ${recordId}`,
  ].filter((part) => part !== undefined)
  return about.length === 0 ? told : `${told} (${about.join(', ')})`
}

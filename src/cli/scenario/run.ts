import { setTimeout as sleep } from 'node:timers/promises'
import type { PmsCredentials } from '../../config/index.js'
import { Fault } from '../../errors.js'
import {
  bookingIdOf,
  contradictionIn,
  type HotelNumbersGiven,
  otherNumberIn,
  sharedNumberIn,
  createConcealer,
  EXPECTED_WORDS,
  hotelCodesOf,
  idsOf,
  judgeStep,
  notComparedIn,
  numbersAsWritten,
  type PmsAnswer,
  type PostMessage,
  readAnswer,
  readMessage,
  rootPartOf,
  type Scenario,
  scenarioMessage,
  type ScenarioRun,
  type Step,
  worstOf,
} from '../../resnotif/index.js'
import { type Posting, showAnswer, showRequest, writeOutgoing } from '../exchange/index.js'
import { steadyMs } from '../../clock.js'
import type { ScenarioResult, StepResult } from './sheet.js'

export interface Bench {
  run: ScenarioRun
  url: URL
  posting: Posting
  credentials: PmsCredentials | undefined
  post: PostMessage
  timeoutMs: number
  /** Milliseconds between the beginnings of two messages; 0 for none. */
  pauseMs: number
  signal: AbortSignal
  onDone?: (result: ScenarioResult) => void
}

interface RunningBench extends Bench {
  given: HotelNumbersGiven
}

/** What one message came to; without an answer where the connection gave none. */
interface Heard {
  result: StepResult
  answer?: PmsAnswer
}

/**
 * Posts the messages of each scenario in order, and judges each answer. A step whose step before did not pass is not sent: its answer would prove nothing.
 * A signal ends the run; what was not sent is not known.
 */
export async function runScenarios(scenarios: readonly Scenario[], bench: Bench): Promise<ScenarioResult[]> {
  const pace = paceOf(bench)
  const results: ScenarioResult[] = []
  const given: HotelNumbersGiven = new Map()
  for (const [at, scenario] of scenarios.entries()) {
    const result = await runScenario(scenario, at + 1, { ...bench, given }, pace)
    results.push(result)
    bench.onDone?.(result)
  }
  return results
}

async function runScenario(
  { name, title, steps, isQuick }: Scenario,
  number: number,
  bench: RunningBench,
  pace: () => Promise<void>,
): Promise<ScenarioResult> {
  const done: StepResult[] = []
  let before: Heard | undefined
  let sentAt = 0
  /** The first answer to its Commit that has numbers of the hotel's system for this reservation. */
  let booked: PmsAnswer | undefined
  for (const [at, step] of steps.entries()) {
    if (bench.signal.aborted) {
      done.push(notSent(bench, number, step, at, 'Not sent: the run was interrupted.'))
      continue
    }
    if (before !== undefined && before.result.verdict !== 'pass') {
      done.push(notSent(bench, number, step, at, `Not sent: step ${before.result.step} did not pass.`))
      continue
    }
    if (isQuick !== true || at === 0) await pace()
    // No two messages have one time, except where one repeats the other.
    if (step.isRepetition !== true) sentAt = Math.max(Date.now(), sentAt + 1)
    before = await runStep({ step, number, at, sentAt, booked }, bench, before?.answer)
    if (step.sends === 'Commit' && booked === undefined && (before.answer?.hotelNumbers.length ?? 0) > 0)
      booked = before.answer
    done.push(before.result)
  }
  return { name, title, verdict: worstOf(done.map(({ verdict }) => verdict)), steps: done }
}

const headOf = (
  { run }: Bench,
  number: number,
  step: Step,
  at: number,
): Pick<StepResult, 'step' | 'title' | 'sends' | 'bookingId' | 'mustAnswer'> => ({
  step: at + 1,
  title: step.title,
  sends: step.sends,
  bookingId: bookingIdOf(run, number),
  mustAnswer: EXPECTED_WORDS[step.expected],
})

function notSent(bench: Bench, number: number, step: Step, at: number, reason: string): StepResult {
  return { ...headOf(bench, number, step, at), arrival: 'no', verdict: 'unknown', reason }
}

async function runStep(
  {
    step,
    number,
    at,
    sentAt,
    booked,
  }: { step: Step; number: number; at: number; sentAt: number; booked: PmsAnswer | undefined },
  bench: RunningBench,
  before: PmsAnswer | undefined,
): Promise<Heard> {
  const { url, posting, credentials, post, timeoutMs } = bench
  const message = readMessage(scenarioMessage(bench.run, number, step, at, sentAt))
  const { text, headers, secrets } = writeOutgoing(message, posting, credentials)
  const request = showRequest(url, text, headers, secrets)
  const head = headOf(bench, number, step, at)
  const startedAt = steadyMs()
  const ms = (): number => Math.round(steadyMs() - startedAt)
  const posted = await post({ url: url.href, text, headers, timeoutMs }).catch((error: unknown) => {
    if (error instanceof Fault && ['UNREACHABLE', 'OUTCOME_UNKNOWN', 'INTERRUPTED'].includes(error.code)) return error
    throw error
  })
  if (posted instanceof Fault)
    return {
      result: {
        ...head,
        arrival: posted.code === 'UNREACHABLE' ? 'no' : 'maybe',
        verdict: 'unknown',
        reason: posted.message,
        ms: ms(),
        request,
      },
    }
  const echoToken = message.notification?.attributes.find(({ name }) => name === 'EchoToken')?.value
  const answer = readAnswer(posted, {
    resStatus: step.sends,
    isRepeated: step.isRepetition === true,
    ids: idsOf(message),
    hotelCodes: hotelCodesOf(message),
    url: url.href,
    secrets,
    ...(echoToken === undefined ? {} : { echoToken }),
  })
  // Compared as the PMS wrote them: two numbers may look the same once secrets are starred out.
  const numbers = numbersAsWritten(answer)
  const judged = judgeStep(
    step.expected,
    { ...answer, ...numbers },
    before === undefined ? undefined : numbersAsWritten(before),
  )
  const isCompared =
    answer.otherEcho === undefined &&
    ((answer.fate === 'done' && !answer.isAlreadyDelivered) || answer.isAboutAnother === true)
  const body = rootPartOf(posted.body, posted.headers?.['content-type'])
  const contradiction = isCompared
    ? (contradictionIn(body, message.text, { isCancel: step.sends === 'Cancel' }) ??
      (step.sends === 'Commit'
        ? undefined
        : otherNumberIn(
            numbers.hotelNumbers,
            step.sends,
            booked === undefined ? [] : numbersAsWritten(booked).hotelNumbers,
          )))
    : undefined
  const verdict = contradiction === undefined ? judged.verdict : 'fail'
  const ids = [
    ...idsOf(message),
    ...[answer, before, booked].flatMap((one) => [...(one?.reservationIds ?? []), ...(one?.hotelNumbers ?? [])]),
  ]
  const reason = createConcealer({ secrets, ids: [...ids, ...(echoToken === undefined ? [] : [echoToken])] }).text(
    [
      contradiction ?? judged.reason,
      ...(isCompared && contradiction === undefined ? notComparedIn(body, message.text) : []),
      ...(isCompared && step.sends === 'Commit' ? sharedNumberIn(numbers.hotelNumbers, number, bench.given) : []),
      ...warningsOf(answer),
    ].join(' '),
  )
  return {
    answer,
    result: {
      ...head,
      arrival: 'answered',
      verdict,
      reason,
      ...(judged.isPutOff === true && verdict === 'unknown' ? { isPutOff: true as const } : {}),
      ms: ms(),
      request,
      answer: showAnswer(posted, secrets),
    },
  }
}

/** A PMS may say in a warning that it took less than was sent. */
function warningsOf({ problems, summary }: PmsAnswer): string[] {
  return problems
    .filter(({ kind }) => kind === 'warning')
    .map(({ words, text }) => (text === undefined || words.includes(text) ? words : `${words}: ${text}`))
    .filter((words) => !summary.includes(words))
    .slice(0, 3)
    .map((words) => `Warning: ${words.slice(0, 300)}.`)
}

/** Waits until the next message may go. */
function paceOf({ pauseMs, signal }: Bench): () => Promise<void> {
  let next = 0
  return async () => {
    const wait = next - steadyMs()
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => undefined)
    next = steadyMs() + pauseMs
  }
}

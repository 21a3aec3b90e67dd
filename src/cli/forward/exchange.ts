import { Fault } from '../../errors.js'
import { hideAddress, type LintFinding, type stateOf } from '../../resnotif/index.js'
import { CutAnswer, type RelayedAnswer } from '../../client/index.js'
import { type ShownAnswer, showHeaders } from '../exchange/index.js'
import { type AnswerJob, type Looked, notLooked, notTold, tell, type Told } from './reading.js'
import { ANSWER_NOT_KNOWN, type Unanswered, type UnderWay } from './under-way.js'

/** What came of an answer of the PMS that broke off. */
export interface PartialAnswer extends ShownAnswer {
  /** Of its body, as they came. */
  bytes: number
  /** What its Content-Length promised. */
  promisedBytes?: number
  /** Why nothing of its body is kept. */
  notKept?: string
}

/** A message that passed through, and what the PMS answered. Free of card numbers, passwords and keys. */
export interface Exchange {
  id: number
  time: string
  /** Path that the sender asked for. */
  path: string
  /** The address that it went to, without its query, which may hold a key. */
  to: string
  /** The address had a query, so that a replay needs it again. */
  hadQuery: boolean
  hotel?: string
  bookingId?: string
  resStatus?: string
  request: {
    bytes: number
    headers: Record<string, string>
    /** Absent where nothing of it is kept. */
    body?: string
    /** Why nothing of it is kept. */
    notKept?: string
    /** Secrets that were starred out of it. */
    hidden: number
    /** Parts that were starred out because they cannot be looked into. */
    unread?: number
    /** Stars that it came with. */
    ownStars?: string[]
  }
  /** `notKept`: why nothing of its body is kept. */
  answer?: ShownAnswer & { bytes: number; notKept?: string }
  /** What the sender got, where the PMS gave no answer. */
  failure?: { status: number; reason: string; arrived: 'no' | 'maybe'; partial?: PartialAnswer }
  /** Only in the folder, from before the message goes until there is an answer or a failure. */
  underWay?: UnderWay
  /** Only in the folder, of what is answered, as long as the message or its answer waits to be read. */
  beingRead?: UnderWay
  /** Why there is neither an answer nor a failure. */
  unanswered?: Unanswered
  /** What the answer proves: `delivered`, `partial`, `unknown` or `failed`. */
  state: ReturnType<typeof stateOf>
  summary: string
  findings: LintFinding[]
  /** Why the message was not linted, as the end of a sentence: then `errors` and `warnings` are null. */
  notLinted?: string
  errors: number | null
  warnings: number | null
  /** From the whole request to the whole answer, milliseconds; absent where no answer is known of. */
  ms?: number
  /** The sender went away before the answer. */
  isAbandoned: boolean
}

/** A message that is about to go to the PMS. */
export interface Passing {
  time: string
  path: string
  url: URL
  headers: Readonly<Record<string, string>>
  bytes: number
  looked: Looked
  secrets: string[]
}

export interface Passed extends Passing {
  answer: RelayedAnswer | Fault
  /** What the answer says, where it was read already. */
  told?: Told | undefined
  /** The PMS has taken the message before, in part. */
  wasInPart?: boolean | undefined
  ms: number
  isAbandoned: boolean
  /** Messages whose sign-in the PMS refused are kept as well. */
  keepsRefused: boolean
}

/** The record of an exchange. Of a message whose sign-in the PMS refused, nothing is kept unless asked. */
export function recordOf(passed: Passed): Omit<Exchange, 'id'> {
  const { looked, answer, keepsRefused } = passed
  const { status = 0 } = answer instanceof CutAnswer ? answer.partial : 'status' in answer ? answer : {}
  const isRefused = (status === 401 || status === 403) && !keepsRefused
  return {
    ...messageOf(passed, isRefused ? notLooked('its sign-in was refused') : looked),
    ...(answer instanceof Fault ? unanswered(answer, toldOf(passed)) : toldOf({ ...passed, answer })),
    ms: passed.ms,
    isAbandoned: passed.isAbandoned,
  }
}

/** The record of a message before it goes to the PMS: what it says is true if nothing is ever written after it. */
export function recordUnderWay(passing: Passing, underWay: UnderWay): Omit<Exchange, 'id'> {
  return {
    ...messageOf(passing, passing.looked),
    state: 'unknown',
    summary: ANSWER_NOT_KNOWN['listener ended'],
    isAbandoned: false,
    underWay,
  }
}

function messageOf(
  { time, path, url, bytes, headers, secrets }: Passing,
  { body, notKept, notLinted, unread, hidden, ownStars, ids, hotel, bookingId, resStatus, findings }: Looked,
): Omit<Exchange, 'id' | 'isAbandoned' | 'state' | 'summary'> {
  const many = (wanted: string): number | null =>
    notLinted === undefined ? findings.filter(({ severity }) => severity === wanted).length : null
  return {
    time,
    path,
    to: `${url.origin}${hideAddress(url.pathname)}`,
    hadQuery: url.search !== '',
    ...(hotel === undefined ? {} : { hotel }),
    ...(bookingId === undefined ? {} : { bookingId }),
    ...(resStatus === undefined ? {} : { resStatus }),
    request: {
      bytes,
      headers: showHeaders(headers, secrets, ids),
      hidden,
      ...(unread === 0 ? {} : { unread }),
      ...(ownStars === undefined ? {} : { ownStars }),
      ...(body === undefined ? {} : { body }),
      ...(notKept === undefined ? {} : { notKept }),
    },
    findings,
    ...(notLinted === undefined ? {} : { notLinted }),
    errors: many('error'),
    warnings: many('warning'),
  }
}

/** What an answer says is read apart from its record: of a large one that takes long. Nothing where none came, or none that can be read. */
export function answerJob({
  answer,
  url,
  secrets,
  looked,
  wasInPart = false,
}: Pick<Passed, 'answer' | 'url' | 'secrets' | 'looked' | 'wasInPart'>): AnswerJob | undefined {
  const came = cameOf(answer)
  if (came === undefined || came.text instanceof Fault) return undefined
  return {
    kind: answer instanceof CutAnswer ? 'cut answer' : 'answer',
    text: came.text,
    url: url.href,
    asked: wasInPart ? { ...looked.asked, wasInPart } : looked.asked,
    ...headOf(came, secrets),
  }
}

const cameOf = (answer: RelayedAnswer | Fault): RelayedAnswer | undefined =>
  answer instanceof CutAnswer ? answer.partial : answer instanceof Fault ? undefined : answer

const headOf = (
  { status, headers, body }: RelayedAnswer,
  secrets: string[],
): Pick<AnswerJob, 'status' | 'headers' | 'bytes' | 'secrets'> => ({
  status,
  headers: Object.fromEntries(headers),
  bytes: body.length,
  secrets,
})

/** An answer that is not read yet: its head, and why there is no more of it. @param why as a sentence */
export function untold({ answer, secrets }: Pick<Passed, 'answer' | 'secrets'>, why: string): Told | undefined {
  const came = cameOf(answer)
  return came === undefined ? undefined : notTold(headOf(came, secrets), why)
}

function toldOf(passed: Passed & { answer: RelayedAnswer }): Told
function toldOf(passed: Passed): Told | undefined
function toldOf(passed: Passed): Told | undefined {
  if (passed.told !== undefined) return passed.told
  const job = answerJob(passed)
  if (job !== undefined) return tell(job)
  const text = cameOf(passed.answer)?.text
  return text instanceof Fault ? untold(passed, text.message) : undefined
}

function unanswered(fault: Fault, told: Told | undefined): Pick<Exchange, 'failure' | 'state' | 'summary'> {
  const arrived = fault.code === 'UNREACHABLE' ? 'no' : 'maybe'
  const { promisedBytes } = fault instanceof CutAnswer ? fault : {}
  return {
    failure: {
      status: statusOf(fault),
      reason: fault.message,
      arrived,
      ...(told === undefined
        ? {}
        : { partial: { ...told.answer, ...(promisedBytes === undefined ? {} : { promisedBytes }) } }),
    },
    state: arrived === 'no' ? 'failed' : 'unknown',
    summary: fault.message,
  }
}

/** What a gateway says: that nothing listens behind it, or that it waited in vain. */
export const statusOf = ({ facts }: Fault): 502 | 504 => (facts['isLate'] === true ? 504 : 502)

import { Fault } from '../../errors.js'
import { LARGEST } from '../../given-file.js'
import {
  concealFindings,
  concealMessage,
  hideAddress,
  hotelCodesOf,
  idsOf,
  isRetransmission,
  keepableText,
  lintDecoded,
  type LintFinding,
  messageIn,
  type Packed,
  placeFindings,
  readAnswer,
  stateOf,
  statusIn,
  unpackBody,
} from '../../resnotif/index.js'
import { CutAnswer, type RelayedAnswer } from '../../client/index.js'
import { showAnswer, showCutAnswer, type ShownAnswer, showHeaders } from '../exchange/index.js'
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
  }
  /** `notKept`: why nothing of its body is kept. */
  answer?: ShownAnswer & { bytes: number; notKept?: string }
  /** What the sender got, where the PMS gave no answer. */
  failure?: { status: number; reason: string; arrived: 'no' | 'maybe'; partial?: PartialAnswer }
  /** Only in the folder, from before the message goes until there is an answer or a failure. */
  underWay?: UnderWay
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

/** Of a message that is read. */
export const READ_BYTES_MAX = LARGEST.message / 2
/** Of a message that is kept. */
export const KEPT_BYTES_MAX = 1_000_000
const TOO_LARGE_TO_KEEP = 'it is larger than 1 MB'
const HOTEL_CODE = /\bHotelCode\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/

/** A message as it is understood: what is looked up in it is concealed by then. */
export interface Looked {
  body?: string
  notKept?: string
  hidden: number
  unread: number
  /** Digits of its ids that look like a card's. */
  ids?: string[]
  hotel?: string
  bookingId?: string
  resStatus?: string
  findings: LintFinding[]
  /** Why it was not linted, as the end of a sentence. */
  notLinted?: string
  /** For the answer. */
  asked: {
    resStatus?: string
    ids: string[]
    hotelCodes?: string[]
    isRepeated: boolean
    echoToken?: string
    notRead?: string
  }
}

/** Of a message that nothing is known of. @param why as the end of a sentence */
export const notLooked = (why: string): Looked => ({
  notKept: why,
  notLinted: why,
  hidden: 0,
  unread: 0,
  findings: [],
  asked: { ids: [], isRepeated: false, notRead: why },
})

/** Its findings say so as well; what it tells a PMS, nobody here knows. */
const NO_NOTIFICATION = 'no notification was found in it'

const NOT_UNPACKED: Readonly<Record<Packed, string>> = {
  unknown: 'it is in an encoding that is not read',
  'too large': `it is larger than ${READ_BYTES_MAX / 1024 / 1024} MB`,
  damaged: 'what it is packed in is cut or damaged',
}

/** Looks into a message, while it is on its way. Whatever cannot be read goes on all the same. */
export function lookInto(
  body: Buffer,
  {
    encoding,
    contentType,
    secrets,
    keepsUnread = false,
  }: {
    encoding?: string | undefined
    contentType?: string | undefined
    secrets: string[]
    keepsUnread?: boolean | undefined
  },
): Looked {
  const plain = unpackBody(body, encoding, READ_BYTES_MAX)
  if (typeof plain === 'string')
    return notLooked(
      // As it came it may be small.
      plain === 'too large' && body.length <= READ_BYTES_MAX
        ? `${NOT_UNPACKED[plain]} when unpacked`
        : NOT_UNPACKED[plain],
    )
  const { decoded, own, message, part, notFound } = messageIn(plain, contentType)
  const hidden = concealMessage(decoded.text, secrets)
  const concealed = part === undefined ? hidden : concealMessage(own.text, secrets)
  const linted =
    notFound === undefined ? lintDecoded(own, { expectComposite: true }, { message, concealed }).findings : []
  const findings = part === undefined ? linted : placeFindings(part, linted)
  const ids = idsOf(message)
  const resStatus = statusIn(message)
  const echoToken = message.notification?.attributes.find(({ name }) => name === 'EchoToken')?.value
  const shown = concealed.conceal({ bookingId: ids[0], resStatus })
  const hotel = HOTEL_CODE.exec(concealed.text)?.[1]
  const kept =
    plain.length > KEPT_BYTES_MAX ? { unread: 0, why: TOO_LARGE_TO_KEEP } : keepableText(decoded, hidden, keepsUnread)
  const notRead = notFound ?? (message.notification === undefined ? NO_NOTIFICATION : undefined)
  return {
    ...('text' in kept ? { body: kept.text } : {}),
    ...(kept.why === undefined ? {} : { notKept: kept.why }),
    // A code beside a card counts with it; whatever else became stars is no message to be sent again either.
    hidden: Math.max(hidden.cards + hidden.passwords, hidden.text === decoded.text ? 0 : 1),
    unread: kept.unread,
    ids: concealed.ids,
    findings: concealFindings(findings, concealed.conceal),
    ...(notFound === undefined ? {} : { notLinted: notFound }),
    ...(hotel === undefined ? {} : { hotel }),
    ...(shown.bookingId === undefined ? {} : { bookingId: shown.bookingId }),
    ...(shown.resStatus === undefined ? {} : { resStatus: shown.resStatus }),
    asked: {
      ids,
      hotelCodes: hotelCodesOf(message),
      isRepeated: isRetransmission(message),
      ...(resStatus === undefined ? {} : { resStatus }),
      ...(echoToken === undefined ? {} : { echoToken }),
      ...(notRead === undefined ? {} : { notRead }),
    },
  }
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
  ms: number
  isAbandoned: boolean
  /** Messages whose sign-in the PMS refused are kept as well. */
  keepsRefused: boolean
}

/** The record of an exchange. Of a message whose sign-in the PMS refused, nothing is kept unless asked. */
export function recordOf(passed: Passed): Omit<Exchange, 'id'> {
  const { looked, answer, url, secrets, keepsRefused } = passed
  const { status = 0 } = answer instanceof CutAnswer ? answer.partial : 'status' in answer ? answer : {}
  const isRefused = (status === 401 || status === 403) && !keepsRefused
  const { asked } = looked
  return {
    ...messageOf(passed, isRefused ? notLooked('its sign-in was refused') : looked),
    ...('status' in answer ? answered(answer, url, asked, secrets) : unanswered(answer, secrets)),
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
  { body, notKept, notLinted, unread, hidden, ids, hotel, bookingId, resStatus, findings }: Looked,
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
      ...(body === undefined ? {} : { body }),
      ...(notKept === undefined ? {} : { notKept }),
    },
    findings,
    ...(notLinted === undefined ? {} : { notLinted }),
    errors: many('error'),
    warnings: many('warning'),
  }
}

function answered(
  answer: RelayedAnswer,
  url: URL,
  asked: Looked['asked'],
  secrets: string[],
): Pick<Exchange, 'answer' | 'state' | 'summary'> {
  const { status, text } = answer
  const headers = Object.fromEntries(answer.headers)
  const bytes = answer.body.length
  if (text instanceof Fault)
    return {
      answer: { ...showAnswer({ status, headers, body: '' }, secrets), bytes, notKept: text.message },
      state: 'unknown',
      summary: text.message,
    }
  const posted = { status, headers, body: text }
  const read = readAnswer(posted, { ...asked, url: url.href, secrets })
  return {
    answer: { ...showAnswer(posted, secrets), bytes },
    state: stateOf(read),
    summary: read.summary,
  }
}

function unanswered(fault: Fault, secrets: string[]): Pick<Exchange, 'failure' | 'state' | 'summary'> {
  const arrived = fault.code === 'UNREACHABLE' ? 'no' : 'maybe'
  return {
    failure: {
      status: statusOf(fault),
      reason: fault.message,
      arrived,
      ...(fault instanceof CutAnswer ? { partial: partialOf(fault, secrets) } : {}),
    },
    state: arrived === 'no' ? 'failed' : 'unknown',
    summary: fault.message,
  }
}

function partialOf({ partial, promisedBytes }: CutAnswer, secrets: string[]): PartialAnswer {
  const { status, text, body } = partial
  const headers = Object.fromEntries(partial.headers)
  const isRead = !(text instanceof Fault)
  return {
    ...showCutAnswer({ status, headers, body: isRead ? text : '' }, secrets),
    bytes: body.length,
    ...(promisedBytes === undefined ? {} : { promisedBytes }),
    ...(isRead ? {} : { notKept: text.message }),
  }
}

/** What a gateway says: that nothing listens behind it, or that it waited in vain. */
export const statusOf = ({ facts }: Fault): 502 | 504 => (facts['isLate'] === true ? 504 : 502)

import { Fault } from '../../errors.js'
import type { Fate } from '../../outcome/index.js'
import type { PmsAnswer, PostedAnswer, PostMessage, stateOf } from '../../resnotif/index.js'
import type { EarlierRequest, OutboxMessage, Reach } from '../store/index.js'
import { type Dispatch, wrapNotification } from './notification.js'
import type { PmsAddress } from './pms-address.js'

export interface PmsCredentials {
  username: string
  password: string
}

/** How one attempt ended. */
export interface AttemptOutcome {
  fate: Fate
  /** What the answer proves, in the word that every command has for it. */
  proves: ReturnType<typeof stateOf>
  isRetryable: boolean
  /** The PMS may have the message, or an earlier sending of it. */
  mayHaveArrived: boolean
  /** The PMS said that it took the message, if only in part. */
  isTaken: boolean
  /** The PMS said that it has the booking from an earlier message. */
  bookingKnown?: boolean
  /** The PMS said of the Commit that the reservation exists already, which proves neither that it has this one nor that it does not. */
  saysExists?: boolean
  /** What was asked before in the same attempt. */
  earlier?: EarlierRequest
  /** ResStatus of the request; undefined where none was made. */
  resStatus?: string
  /** One or two sentences. */
  answer: string
  httpStatus?: number
  /** The wait that the PMS asks for, milliseconds. */
  retryAfterMs?: number
}

export interface Delivery {
  address: PmsAddress
  credentials: PmsCredentials | undefined
  post: PostMessage
  timeoutMs: number
  /** Whether the PMS has the booking from other messages. */
  reach: Reach
  /** Whether an attempt before this one sent the message with this ResStatus, or may have. */
  wasSentAs: (resStatus: string) => boolean
  /** Of the attempts before this one, the last that the PMS took was taken in part. */
  wasInPart: boolean
}

/** Fates of faults of posting: the message surely did not arrive, or it may have. */
const FATES: Readonly<Record<string, Fate>> = { UNREACHABLE: 'absent', OUTCOME_UNKNOWN: 'unknown' }
const ANSWER_MAX = 1_000

/**
 * Sends a message once and reads what the PMS answers. A modification of a booking that the PMS never had, as far as is known, goes out as the Commit of the present
 * state; where the PMS then says that it has the booking, as the modification. Never throws: a fault is an outcome as well.
 * Wire defaults, "The reservation notification".
 */
export async function attemptDelivery(message: OutboxMessage, delivery: Delivery): Promise<AttemptOutcome> {
  const { reach } = delivery
  if (message.kind === 'modify' && reach !== 'had') {
    const joined = await sendOnce(message, delivery, { resStatus: 'Commit', mayBeKnown: false })
    const isKnown =
      joined.fate === 'refused' && joined.saysExists === true && joined.problemCodes.every((code) => code === '127')
    // The PMS has the booking after all, so the modification itself is what it needs.
    if (!isKnown) return joined
    const earlier: EarlierRequest = {
      endedAt: Date.now(),
      resStatus: joined.resStatus ?? null,
      httpStatus: joined.httpStatus ?? null,
      answer: joined.answer,
    }
    const changed = await sendOnce(message, delivery, { resStatus: 'Modify', mayBeKnown: false })
    return { ...changed, bookingKnown: true, saysExists: true, earlier }
  }
  return sendOnce(message, delivery, { mayBeKnown: message.arrived === 1 && message.known === 0 })
}

async function sendOnce(
  message: OutboxMessage,
  { address, credentials, post, timeoutMs, wasSentAs, wasInPart }: Delivery,
  { mayBeKnown, ...dispatch }: Pick<Dispatch, 'resStatus'> & { mayBeKnown: boolean },
): Promise<AttemptOutcome & { problemCodes: (string | undefined)[] }> {
  let sent: { resStatus: string } | undefined
  try {
    const { postHeaders } = await import('../../resnotif/answer/post.js')
    const { text, resStatus, echoToken } = await wrapNotification(
      message,
      address.envelope,
      { ...dispatch, isRepeated: wasSentAs },
      address.auth === 'username-token' ? credentials : undefined,
    )
    sent = { resStatus }
    const headers = postHeaders(address.envelope, {
      basic: address.auth === 'basic' ? credentials : undefined,
      soapAction: address.soapAction,
    })
    return await readPosted(await post({ url: address.url, text, headers, timeoutMs }), {
      resStatus,
      echoToken,
      isRepeated: mayBeKnown,
      wasInPart,
      url: address.url,
      ...(await idsIn(text)),
      secrets: secretsOf(credentials),
    })
  } catch (error) {
    if (!(error instanceof Fault))
      return {
        fate: 'refused',
        proves: 'failed',
        isRetryable: false,
        mayHaveArrived: true,
        isTaken: false,
        ...sent,
        answer: `The attempt broke: ${error instanceof Error ? error.name : 'an unknown value was thrown'}.`,
        problemCodes: [],
      }
    const fate = FATES[error.code]
    return {
      fate: fate ?? 'refused',
      proves: fate === 'unknown' ? 'unknown' : 'failed',
      isRetryable: fate !== undefined,
      mayHaveArrived: fate === 'unknown',
      isTaken: false,
      ...sent,
      answer: error.message,
      problemCodes: [],
    }
  }
}

async function idsIn(text: string): Promise<{ ids: string[]; hotelCodes: string[] }> {
  const { hotelCodesOf, idsOf, readMessage } = await import('../../resnotif/read/read.js')
  const message = readMessage(text)
  return { ids: idsOf(message), hotelCodes: hotelCodesOf(message) }
}

async function readPosted(
  posted: PostedAnswer,
  asked: {
    resStatus: string
    echoToken: string
    isRepeated: boolean
    wasInPart: boolean
    url: string
    ids: readonly string[]
    hotelCodes: readonly string[]
    secrets: readonly string[]
  },
): Promise<AttemptOutcome & { problemCodes: (string | undefined)[] }> {
  const { readAnswer, stateOf } = await import('../../resnotif/answer/answer.js')
  const read = readAnswer(posted, asked)
  return {
    fate: read.fate,
    proves: stateOf(read),
    isRetryable: read.isRetryable,
    mayHaveArrived: mayHaveIt(read),
    isTaken: read.fate === 'done' || read.isPartial,
    resStatus: asked.resStatus,
    answer: wordsOf(read),
    httpStatus: posted.status,
    ...(read.leavesOpen === 'exists' ? { saysExists: true } : {}),
    ...(read.retryAfterMs === undefined ? {} : { retryAfterMs: read.retryAfterMs }),
    problemCodes: read.problems.map(({ code }) => code),
  }
}

/** An error of the PMS itself, or its time running out, can come after it has stored the booking. */
const HALF_WAY: ReadonlySet<string> = new Set(['448', '784'])

function mayHaveIt({ fate, isPartial, problems, leavesOpen }: PmsAnswer): boolean {
  return (
    leavesOpen === 'half-way' ||
    fate === 'done' ||
    fate === 'unknown' ||
    isPartial ||
    problems.some(({ code }) => code !== undefined && HALF_WAY.has(code))
  )
}

/** The summary, and what the PMS said beside its codes. */
function wordsOf({ fate, summary, problems }: PmsAnswer): string {
  const said = problems.flatMap(({ words, text, tag }) =>
    text === undefined || words.includes(text) ? [] : [`${text}${tag === undefined ? '' : ` (at ${tag})`}`],
  )
  return `${summary}${said.length === 0 || fate === 'done' ? '' : ` It said: ${said.join('; ')}`}`.slice(0, ANSWER_MAX)
}

/** What was sent and a PMS may repeat in its answer. */
function secretsOf(credentials: PmsCredentials | undefined): string[] {
  return credentials === undefined
    ? []
    : [credentials.password, Buffer.from(`${credentials.username}:${credentials.password}`, 'utf8').toString('base64')]
}

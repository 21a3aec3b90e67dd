import { LARGEST } from '../../given-file.js'
import {
  concealFindings,
  concealMessage,
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
import { ownStars, showAnswer, showCutAnswer, type ShownAnswer } from '../exchange/index.js'

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
  /** Stars that it came with, where others stand for what was not kept. */
  ownStars?: string[]
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

export interface HowToLook {
  /** Its Content-Encoding. */
  encoding?: string | undefined
  contentType?: string | undefined
  secrets: string[]
  keepsUnread?: boolean | undefined
}

/** Looks into a message, while it is on its way. Whatever cannot be read goes on all the same. */
export function lookInto(body: Buffer, { encoding, contentType, secrets, keepsUnread = false }: HowToLook): Looked {
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
  // As `resnotif lint` does: a message of another hub is held against itself.
  const linted = notFound === undefined ? lintDecoded(own, {}, { message, concealed }).findings : []
  const findings = part === undefined ? linted : placeFindings(part, linted)
  const ids = idsOf(message)
  const resStatus = statusIn(message)
  const echoToken = message.notification?.attributes.find(({ name }) => name === 'EchoToken')?.value
  const shown = concealed.conceal({ bookingId: ids[0], resStatus })
  const hotel = HOTEL_CODE.exec(concealed.text)?.[1]
  const kept =
    plain.length > KEPT_BYTES_MAX ? { unread: 0, why: TOO_LARGE_TO_KEEP } : keepableText(decoded, hidden, keepsUnread)
  const starsItHad = 'text' in kept && kept.text !== undefined ? ownStars(decoded.text, kept.text) : []
  const notRead = notFound ?? (message.notification === undefined ? NO_NOTIFICATION : undefined)
  return {
    ...('text' in kept ? { body: kept.text } : {}),
    ...(kept.why === undefined ? {} : { notKept: kept.why }),
    // A code beside a card counts with it; whatever else became stars is no message to be sent again either.
    hidden: Math.max(hidden.cards + hidden.passwords, hidden.text === decoded.text ? 0 : 1),
    unread: kept.unread,
    ...(starsItHad.length === 0 ? {} : { ownStars: starsItHad }),
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

/** An answer of the PMS, or what came of one, to be read. */
export interface AnswerJob {
  kind: 'answer' | 'cut answer'
  status: number
  headers: Record<string, string>
  /** Unpacked. */
  text: string
  /** As they came. */
  bytes: number
  /** Where the message went. */
  url: string
  asked: Looked['asked'] & { wasInPart?: boolean }
  secrets: string[]
}

export interface LookJob extends HowToLook {
  kind: 'message'
  /** From another thread it comes as bytes. */
  body: Uint8Array
}

export type Job = LookJob | AnswerJob

/** What an answer says. */
export interface Told {
  answer: ShownAnswer & { bytes: number; notKept?: string }
  state: ReturnType<typeof stateOf>
  summary: string
}

/** Reads an answer, or the beginning of one: of that nothing is concluded. */
function tellAnswer({ kind, text, bytes, asked, url, secrets, ...head }: AnswerJob): Told {
  const posted = { ...head, body: text }
  if (kind === 'cut answer')
    return { answer: { ...showCutAnswer(posted, secrets), bytes }, state: 'unknown', summary: '' }
  const read = readAnswer(posted, { ...asked, url, secrets })
  return { answer: { ...showAnswer(posted, secrets), bytes }, state: stateOf(read), summary: read.summary }
}

/** Of an answer that nothing is known of but its head. @param why as a sentence */
export const notTold = (
  { status, headers, bytes, secrets }: Omit<AnswerJob, 'kind' | 'text' | 'asked' | 'url'>,
  why: string,
): Told => ({
  answer: { ...showAnswer({ status, headers, body: '' }, secrets), bytes, notKept: why },
  state: 'unknown',
  summary: why,
})

export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const BROKE = 'looking into it broke'

/** A message that breaks the looking into it goes on all the same. */
export function lookAt({ body, ...how }: LookJob): Looked {
  try {
    return lookInto(bufferOf(body), how)
  } catch {
    return notLooked(BROKE)
  }
}

/** An answer that breaks the reading of it goes back all the same. */
export function tell(job: AnswerJob): Told {
  try {
    return tellAnswer(job)
  } catch {
    return notTold(job, `The PMS answered HTTP ${job.status}; what it says was not read: ${BROKE}.`)
  }
}

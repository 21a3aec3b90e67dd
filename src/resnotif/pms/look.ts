import type { Envelope } from '../build/index.js'
import { placeFindings } from '../capture/index.js'
import { attachedIn, carriedIn } from '../carried/index.js'
import { type ConcealedMessage, concealMessage, keepableText } from '../conceal/index.js'
import { explainCaptured, type Explanation } from '../explain/index.js'
import { concealFindings, type LintFinding } from '../finding/index.js'
import { carriesToken, readMessage } from '../read/index.js'
import { charsetOf, type DecodedXml, decodeXml } from '../xml/index.js'
import { envelopeOf, type PmsReading, readForPms } from './pms.js'

/** A HotelCode that may stand in a line. */
const HOTEL_CODE = /\bHotelCode\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/

/** A message that came to a PMS, to be read. It is plain data, so that another thread can do it. */
export interface PmsLookJob {
  kind: 'message of a PMS'
  /** Unpacked. */
  body: Uint8Array
  contentType?: string | undefined
  /** Takes the message out of a body of several parts. */
  readsAttached: boolean
  expectComposite: boolean
  /** What the headers say of the sender; `none` leaves it to a UsernameToken in the message. */
  claim: 'right' | 'wrong' | 'none'
  /** Of a UsernameToken. */
  credentials?: { username: string; password: string } | undefined
  /** What may not be seen, wherever it stands. */
  secrets: string[]
  /** Whether what may be stored of it is wanted, also where its sign-in is refused. */
  keeps: 'nothing' | 'welcome' | 'all'
  /** What cannot be looked into, such as packed parts, is kept as well. */
  keepsUnread?: boolean | undefined
}

/** What may be stored of a message; no content where nothing may be, and why. */
export interface PmsKept {
  content?: Uint8Array
  /** Parts that are left out, because they cannot be looked into. */
  unread: number
  why?: string
}

/** What a PMS gets to know of a message. Plain data, free of card numbers and passwords but for what it answers by. */
export interface PmsLook {
  isWelcome: boolean
  /** What the answer comes in where nothing is judged. */
  envelope: Envelope
  /** Why there is no message in its body, as the end of a sentence. */
  notFound?: string
  /** What the PMS judges; absent of a message that is not welcome, or not found. */
  reading?: PmsReading
  /** It came as a string in its envelope, not as an element. */
  isString: boolean
  /** It came in a body of several parts. */
  isAttached: boolean
  /** What is shown of it; absent where nothing may be. */
  shown?: {
    hotel?: string
    id?: string
    resStatus?: string
    findings: LintFinding[]
    explanation?: Explanation
    hidden: { cards: number; passwords: number }
  }
  kept?: PmsKept
}

/** Reads a message as a PMS that knows nothing yet. */
export function lookAsPms(job: PmsLookJob): PmsLook {
  const { contentType, claim, credentials, secrets, keeps } = job
  const body = Buffer.from(job.body.buffer, job.body.byteOffset, job.body.length)
  const decoded = decodeXml(body, charsetOf(contentType))
  const attached = job.readsAttached ? attachedIn(body, contentType) : undefined
  const root = attached?.part?.decoded ?? decoded
  const whole = readMessage(root.text)
  const isWelcome =
    claim === 'right' || (claim === 'none' && credentials !== undefined && carriesToken(whole, credentials))
  const isKept = keeps === 'all' || (keeps === 'welcome' && isWelcome)
  const carried = isWelcome ? carriedIn(whole) : undefined
  const notFound = whole.notification === undefined ? attached?.notFound : undefined
  const look: PmsLook = {
    isWelcome,
    envelope: envelopeOf(whole),
    ...(notFound === undefined ? {} : { notFound }),
    isString: carried !== undefined,
    isAttached: attached?.part !== undefined,
  }
  if (!isWelcome && !isKept) return look
  const own = carried?.part.decoded ?? root
  const part = carried === undefined ? attached?.part : attached === undefined ? carried.part : undefined
  const concealed = concealMessage(own.text, secrets)
  const captured = { message: carried === undefined ? whole : readMessage(own.text), concealed }
  const isJudged = isWelcome && notFound === undefined
  const reading = isJudged
    ? readForPms(own, {
        expectComposite: job.expectComposite,
        captured,
        envelope: carried === undefined ? undefined : envelopeOf(whole),
      })
    : undefined
  const { findings = [], facts } = reading ?? {}
  const { id, resStatus } = concealed.conceal({ id: facts?.ids[0], resStatus: facts?.resStatus })
  const hotel = HOTEL_CODE.exec(concealed.text)?.[1]
  const inWhole = own === decoded ? concealed : concealMessage(decoded.text, secrets)
  return {
    ...look,
    ...(reading === undefined ? {} : { reading }),
    shown: {
      ...(hotel === undefined ? {} : { hotel }),
      ...(id === undefined ? {} : { id }),
      ...(resStatus === undefined ? {} : { resStatus }),
      findings: concealFindings(part === undefined ? findings : placeFindings(part, findings), concealed.conceal),
      ...(isJudged ? { explanation: explanationOf(captured) } : {}),
      hidden: { cards: inWhole.cards, passwords: inWhole.passwords },
    },
    ...(isKept ? { kept: keptOf(body, decoded, inWhole, job) } : {}),
  }
}

/** Its facts are not shown, and may be as large as the message. */
function explanationOf(captured: Parameters<typeof explainCaptured>[0]): Explanation {
  const { reservations, lines } = explainCaptured(captured)
  return { reservations, lines }
}

/** What is stored of a message, without its secrets and what may hide one. */
function keptOf(
  body: Uint8Array,
  decoded: DecodedXml,
  concealed: ConcealedMessage,
  { keepsUnread, secrets }: PmsLookJob,
): PmsKept {
  const isSpoiled = decoded.fault?.kind === 'undecodable'
  // Latin-1 keeps every byte of what has no other spelling.
  const latin = isSpoiled ? Buffer.from(body).toString('latin1') : ''
  const kept = isSpoiled
    ? keepableText({ ...decoded, text: latin }, concealMessage(latin, secrets), keepsUnread)
    : keepableText(decoded, concealed, keepsUnread)
  const { text, unread, why } = kept
  if (text === undefined) return { unread, ...(why === undefined ? {} : { why }) }
  return { unread, content: isSpoiled ? Buffer.from(text, 'latin1') : (decoded.encode(text) ?? Buffer.from(text)) }
}

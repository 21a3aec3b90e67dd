import { type Fate, readRetryAfter } from '../../outcome/index.js'
import { type Concealer, createConcealer } from '../conceal/index.js'
import { readXml, type XmlBreak, type XmlNode } from '../xml/index.js'
import { findAnswer, findAnswerText, isAkin } from './document.js'
import { aboutAnother, DENIALS, doubtOf, otherEcho, otherNameOf, otherSuccess, statesOf } from './doubt.js'
import { ALREADY_CANCELLED, ALREADY_EXISTS, isRetryable } from './error-codes.js'
import { type GivenNumbers, numbersIn } from './numbers.js'
import type { PostedAnswer } from './post.js'
import { normal, type PmsProblem, problemsOf, readFault } from './problems.js'
import { leadOf, rootOf } from './root-part.js'
import { unheld } from './unheld.js'
import { readLocation, readSaid, readSchemes, type Said } from './said.js'

export type { PmsProblem }

/** What the PMS was asked, as far as the answer is to be held against it. */
export interface AskedOfPms {
  /** ResStatus of the message. Default `Commit`. */
  resStatus?: string
  /** The same message went out before, so that "exists already" can be its own doing. Default false. */
  isRepeated?: boolean
  /** An earlier attempt was taken in part: that the PMS has what it took says nothing of the rest. Default false. */
  wasInPart?: boolean
  /** EchoToken of the message; an answer with another one is about another message. */
  echoToken?: string
  /** Ids of the message; an answer without its EchoToken and with another reservation id of the same form is about another reservation. */
  ids?: readonly string[]
  /** Codes of the hotels of the message: a UniqueID of type 10 may be one of them. */
  hotelCodes?: readonly string[]
  /** Where the message went, for a Location that is relative to it. */
  url?: string
  /** Why the message is not known, as the end of a sentence: then no Success can be held against it. */
  notRead?: string
  /** What was sent and must not be shown, such as the password. */
  secrets?: readonly string[]
  /** Epoch milliseconds, for a Retry-After that names a date. Default: now. */
  now?: number
}

export interface PmsAnswer extends GivenNumbers {
  fate: Fate
  /** Sending the same message again later may help. */
  isRetryable: boolean
  /** Success, but a warning says that something was not processed. */
  isPartial: boolean
  /** The PMS has what the message says from an earlier attempt (code 127), or has cancelled it already (code 95). */
  isAlreadyDelivered: boolean
  /** What a message that was not taken leaves open: `exists`, the PMS says that a reservation of this id exists already; `half-way`, it broke and may have stored it before. */
  leavesOpen?: 'exists' | 'half-way'
  /** Success, about another message or reservation. */
  isAboutAnother?: true
  /** Which EchoToken it has, as a sentence, where that is another one than the message's. */
  otherEcho?: string
  /** The message was refused by something else than an answer to it, a status or a SOAP fault: whoever refused may not have looked at it. */
  isOutside?: true
  problems: PmsProblem[]
  /** What happened, in one sentence. */
  summary: string
  /** What stood in the body where it is no OTA_HotelResNotifRS. */
  said?: Said
  /** The wait that the PMS asks for, milliseconds. */
  retryAfterMs?: number
  /** Where the PMS points to, as a whole address where it can be read. */
  location?: string
  /** The PMS wants a sign-in, or another one; the ways that it offers. */
  signIn?: string[]
}

/** Longest answer that is read from a string, characters. */
const STRING_MAX = 1_000_000

type Verdict = Pick<PmsAnswer, 'fate' | 'summary'> & Partial<PmsAnswer>

/**
 * The one place that decides what the answer to a notification means. Done: 2xx with Success, nothing left undone, and no word that contradicts it; "exists already" only
 * for a Commit that went out before. Refused: Errors, a fault of the sender, 4xx. Throttled: errors that pass (187, 191, 448, 784, type 5), 425, 429, 503.
 * Unknown: an answer that says neither, or both, such as 202, 204, 3xx, a web page, 500 without a word, or a SOAP fault of the receiver, which may have stored the message before it broke. No answer at all is the caller's to tell.
 * It is judged by what the PMS wrote; what is told of it has no secrets: nothing in it holds a card number, a security code or a password, whatever the PMS wrote where; ids stay whole, although one may look like a card's number.
 * Wire defaults, "The reservation notification".
 */
export function readAnswer(posted: PostedAnswer, asked: AskedOfPms = {}): PmsAnswer {
  const { status, headers = {} } = posted
  const { text: body, lines, note } = leadOf(rootOf(posted.body, headers['content-type']))
  const read = (): ReturnType<typeof readXml> => readXml(body, { textPerNode: STRING_MAX })
  const { root, broken } = read()
  const concealer = createConcealer({
    secrets: asked.secrets,
    ids: [...(asked.ids ?? []), ...(asked.echoToken === undefined ? [] : [asked.echoToken])],
  })
  // Before anything is read from it: what is cut to a length later cannot be recognised any more.
  if (root !== undefined) concealer.node(root)
  const plain = findAnswer(root)
  const { document, broken: breach } =
    plain.kind === 'none' && broken === undefined ? findAnswerText(root, concealer) : { document: plain, broken }
  const location = readLocation(headers['location'], asked.url, concealer)
  const told = readSaid(body, broken === undefined && root !== undefined, concealer)
  const judge = (found: typeof document): Verdict => unheld<Verdict>(judgeAlone(found), asked.notRead)
  const judgeAlone = (found: typeof document): Verdict =>
    found.kind === 'response'
      ? {
          ...judgeResponse(found.response, {
            status,
            broken: breach && { ...breach, line: breach.line + lines, message: concealer.text(breach.message) },
            asked,
          }),
          ...echoOf(found.response, asked),
        }
      : found.kind === 'fault'
        ? judgeFault(found.fault, status, asked)
        : found.kind === 'doubtful'
          ? {
              fate: 'unknown' as const,
              summary: `${found.why}; whether it took the message is not known.`,
              said: told,
            }
          : judgeStatus(status, told, location, asked)
  const shown = judge(document)
  // Two ids may have the same stars, and one with stars is not that of the message.
  const raw = read().root
  const written = findAnswer(raw)
  const judged = judge(written.kind === 'none' && broken === undefined ? findAnswerText(raw).document : written)
  const verdict = isSameVerdict(shown, judged) ? shown : withWordsOf(shown, judged, concealer)
  const retryAfterMs = readRetryAfter(headers['retry-after'], asked.now ?? Date.now())
  // What the PMS wrote has no secret by now, and our own sentences keep their words, although a password may be made of one.
  const answer = createConcealer({ ids: concealer.keptIds() }).value<PmsAnswer>({
    isRetryable: false,
    isPartial: false,
    isAlreadyDelivered: false,
    problems: [],
    reservationIds: [],
    hotelNumbers: [],
    references: [],
    ...verdict,
    ...(note === undefined || document.kind === 'none' ? {} : { summary: `${verdict.summary} ${note}` }),
    ...(status === 401
      ? {
          signIn: readSchemes(
            headers['www-authenticate'] === undefined
              ? undefined
              : concealer.text(headers['www-authenticate'].slice(0, 1_000)),
          ),
        }
      : {}),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(location === undefined ? {} : { location }),
  })
  const { reservationIds = [], hotelNumbers = [], references = [] } = judged
  writtenNumbers.set(answer, { reservationIds, hotelNumbers, references })
  return answer
}

const writtenNumbers = new WeakMap<PmsAnswer, GivenNumbers>()

/** The numbers of an answer as the PMS wrote them, to be compared with others and never to be shown: two of them may look the same once secrets are starred out. */
export const numbersAsWritten = (answer: PmsAnswer): GivenNumbers => writtenNumbers.get(answer) ?? answer

const isSameVerdict = (one: Verdict, other: Verdict): boolean =>
  (
    ['fate', 'isRetryable', 'isPartial', 'isAlreadyDelivered', 'leavesOpen', 'isAboutAnother', 'isOutside'] as const
  ).every((key) => one[key] === other[key]) && (one.otherEcho === undefined) === (other.otherEcho === undefined)

function echoOf(response: XmlNode, asked: AskedOfPms): Pick<Verdict, 'otherEcho'> {
  const words = otherEcho(response, asked)
  return words === undefined ? {} : { otherEcho: words }
}

/** What was judged, in the words of what may be shown. */
function withWordsOf(shown: Verdict, judged: Verdict, concealer: Concealer): Verdict {
  const { problems, reservationIds, hotelNumbers, references, said } = shown
  return {
    ...judged,
    summary: concealer.text(judged.summary),
    ...(judged.otherEcho === undefined ? {} : { otherEcho: concealer.text(judged.otherEcho) }),
    ...(problems === undefined ? {} : { problems }),
    ...(reservationIds === undefined ? {} : { reservationIds }),
    ...(hotelNumbers === undefined ? {} : { hotelNumbers }),
    ...(references === undefined ? {} : { references }),
    ...(said === undefined ? {} : { said }),
  }
}

interface Circumstances {
  status: number
  broken: XmlBreak | undefined
  asked: AskedOfPms
}

function judgeResponse(response: XmlNode, { status, broken, asked }: Circumstances): Verdict {
  const errors = problemsOf(response, 'error')
  const warnings = problemsOf(response, 'warning')
  const told = { problems: [...errors, ...warnings], ...numbersIn(response, asked) }
  const hasSuccess = response.children.some((node) => node.name === 'Success' && isAkin(node, response))
  if (errors.length > 0 && hasSuccess)
    return {
      ...told,
      fate: 'unknown',
      summary: `The PMS answered Success and an error${reasons(errors)}. Which of them holds is not known.`,
    }
  const stray = errors.length > 0 ? otherEcho(response, asked) : undefined
  if (stray !== undefined) return { ...told, fate: 'unknown', isAboutAnother: true, summary: stray }
  if (errors.length > 0) return { ...told, ...judgeErrors(errors, asked, response) }
  if (hasSuccess && response.name === 'OTA_ErrorRS')
    return {
      ...told,
      fate: 'unknown',
      summary:
        'The PMS answered OTA_ErrorRS with Success in it, which contradict each other, so it is not known whether it took the message.',
    }
  if (broken !== undefined)
    return {
      ...told,
      fate: 'unknown',
      // What is cut may come whole the next time; what is written wrong is written so again.
      isRetryable: broken.isCut === true,
      summary: `${broken.isCut === true ? 'The answer of the PMS breaks off' : `The answer of the PMS is not well-formed XML (line ${broken.line}: ${broken.message.slice(0, 200)})`}, so it is not known whether it took the message.`,
    }
  const denial = statesOf(response).find(({ state }) => DENIALS.has(normal(state)))
  if (denial !== undefined)
    return {
      ...told,
      fate: 'refused',
      summary: `The PMS answered ${denial.label} "${denial.state}": it did not take the message${reasons(warnings)}.`,
    }
  if (!hasSuccess)
    return {
      ...told,
      fate: 'unknown',
      summary: `The PMS answered neither Success nor Errors (HTTP ${status}), so it is not known whether it took the message.`,
    }
  if (status < 200 || status > 299)
    return {
      ...told,
      fate: 'unknown',
      isRetryable: status >= 500,
      summary: `The PMS answered Success, but with HTTP ${status}, so it is not known whether it took the message.`,
    }
  const undone = warnings.filter((warning) => normal(warning.status ?? '') === 'notprocessed')
  if (undone.length > 0)
    return {
      ...told,
      fate: undone.every(isRetryable) ? 'throttled' : 'refused',
      isRetryable: undone.every(isRetryable),
      isPartial: true,
      summary: `The PMS took the message but did not process all of it: ${undone.map(({ words }) => words).join('; ')}.`,
    }
  const doubt = doubtOf(response, warnings, asked)
  if (doubt !== undefined) return { ...told, fate: 'unknown', summary: doubt }
  const other = otherSuccess(response, asked)
  if (other !== undefined) return { ...told, fate: 'unknown', isAboutAnother: true, summary: other }
  const notes = warnings.length > 0 ? `, with ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}` : ''
  const strange = otherNameOf(response, asked)
  return {
    ...told,
    fate: 'done',
    summary: `The PMS took the ${NOUNS.get(normal(asked.resStatus ?? '')) ?? 'reservation'}${notes}.${strange === undefined ? '' : ` ${strange}`}`,
  }
}

const reasons = (problems: readonly PmsProblem[]): string =>
  problems.length === 0 ? '' : `: ${problems.map(({ words, text }) => text ?? words).join('; ')}`

const NOUNS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ modify: 'modification', cancel: 'cancellation' }),
)

/** What "exists already" says to a message that was not sent before. */
const HAS_ONE =
  'It did not take this message, and says that it has a reservation with this id: this reservation already, or another one.'

/** "Exists already" to a Commit, in a form that does not settle whose reservation it is. */
function leaveOpen(summary: string, isRepeated: boolean, hasOne = HAS_ONE): Verdict {
  return {
    fate: isRepeated ? 'unknown' : 'refused',
    leavesOpen: 'exists',
    summary: isRepeated
      ? `${summary} Whether it has the reservation from an earlier sending is not known.`
      : `${summary} ${hasOne}`,
  }
}

const isCommit = ({ resStatus = 'Commit' }: AskedOfPms): boolean => !NOUNS.has(normal(resStatus))

function judgeErrors(errors: readonly PmsProblem[], asked: AskedOfPms, response: XmlNode): Verdict {
  const { resStatus = 'Commit', isRepeated = false } = asked
  const kind = normal(resStatus)
  const another = aboutAnother(response, asked, errors)
  if (errors.every(({ code }) => code === ALREADY_EXISTS)) {
    if (kind === 'modify' || kind === 'cancel')
      return {
        fate: 'refused',
        summary: `The PMS took the ${NOUNS.get(kind)} for a new booking and refused it: ${errors[0]?.words ?? ''}.`,
      }
    if (another !== undefined)
      return { fate: 'unknown', leavesOpen: 'exists', summary: `${another} Whether the PMS has this one is not known.` }
    if (!isRepeated)
      return {
        fate: 'refused',
        leavesOpen: 'exists',
        summary: `The PMS refused the message: ${errors[0]?.words ?? ''}. ${HAS_ONE}`,
      }
    return hasAlready('The PMS has this reservation already', asked)
  }
  if (kind === 'cancel' && errors.every(({ code }) => code === ALREADY_CANCELLED)) {
    if (another !== undefined)
      return { fate: 'unknown', summary: `${another} Whether the PMS has cancelled this one is not known.` }
    return hasAlready('The PMS has cancelled this reservation already', asked)
  }
  const mayPass = errors.every(isRetryable)
  const saysExists = isCommit(asked) && errors.some(({ code }) => code === ALREADY_EXISTS)
  return {
    fate: mayPass ? 'throttled' : 'refused',
    isRetryable: mayPass,
    ...(saysExists ? { leavesOpen: 'exists' as const } : {}),
    summary: `The PMS refused the message: ${errors.map(({ words }) => words).join('; ')}.`,
  }
}

/** The PMS refuses a message whose work an earlier attempt did, in full or in part. */
const hasAlready = (summary: string, { wasInPart = false }: AskedOfPms): Verdict =>
  wasInPart
    ? {
        fate: 'refused',
        isPartial: true,
        summary: `${summary}, from an attempt of which it left a part undone. Whether that part is done now is not known.`,
      }
    : { fate: 'done', isAlreadyDelivered: true, summary: `${summary}.` }

function judgeFault(fault: XmlNode, status: number, asked: AskedOfPms): Verdict {
  const { blames, isSignIn, saysExists, text } = readFault(fault)
  const summary = `The PMS answered a SOAP fault: ${text}.`
  if (isSignIn) return { fate: 'refused', summary, signIn: [], isOutside: true }
  if (saysExists && isCommit(asked)) return leaveOpen(summary, asked.isRepeated === true)
  if (blames === 'receiver') return { fate: 'unknown', isRetryable: true, leavesOpen: 'half-way', summary }
  return blames === 'nobody' && status >= 500
    ? { fate: 'unknown', isRetryable: true, summary }
    : { fate: 'refused', summary, isOutside: true }
}

/** The PMS cannot have handled these. */
const SERVER_REFUSALS: ReadonlySet<number> = new Set([501, 505])

/** How a PMS says over HTTP that what is to be made exists already. */
const CONFLICT = 409
const IN_CONFLICT =
  'It did not take this message. Something that it has stands in the way: this reservation already, perhaps, or another one with its id.'

function judgeStatus(status: number, said: Said, location: string | undefined, asked: AskedOfPms): Verdict {
  const words =
    said.text === undefined ? '' : ` It said: ${said.text.length > 200 ? `${said.text.slice(0, 200)}…` : said.text}`
  const told = said.kind === 'nothing' ? {} : { said }
  if (status >= 200 && status <= 299) {
    const with_ = said.kind === 'nothing' ? 'without a body' : `with ${said.kind} instead of OTA_HotelResNotifRS`
    const got =
      status === 202
        ? 'The PMS accepted the message (HTTP 202), but has not said whether it takes the reservation'
        : `The PMS answered HTTP ${status} ${with_}, so it received the message but did not say whether it took it`
    return { ...told, fate: 'unknown', summary: `${got}.${words}` }
  }
  if (status >= 300 && status <= 399)
    return {
      ...told,
      fate: 'unknown',
      summary: `The PMS answered HTTP ${status}${location === undefined ? '' : `, which points to ${location.slice(0, 200)}`}. Redirects are not followed, and whether it took the message first is not known.`,
    }
  const summary = `The PMS answered HTTP ${status}.${words}`
  if (status === 425 || status === 429 || status === 503)
    return { ...told, fate: 'throttled', isRetryable: true, summary }
  if (status === CONFLICT && isCommit(asked))
    return { ...told, ...leaveOpen(summary, asked.isRepeated === true, IN_CONFLICT) }
  if (status === 408) return { ...told, fate: 'absent', isRetryable: true, summary }
  if (status >= 500 && !SERVER_REFUSALS.has(status)) return { ...told, fate: 'unknown', isRetryable: true, summary }
  return { ...told, fate: 'refused', summary, isOutside: true }
}

/** How an answer reads in data that a script keeps. */
export function stateOf({
  fate,
  isPartial,
}: Pick<PmsAnswer, 'fate' | 'isPartial'>): 'delivered' | 'partial' | 'unknown' | 'failed' {
  if (isPartial) return 'partial'
  return fate === 'done' ? 'delivered' : fate === 'unknown' ? 'unknown' : 'failed'
}

/** What an answer proves, for whoever ends with it: `later` is neither a yes nor a no, as the PMS may take the same message another time. */
export type AnswerEnd = 'taken' | 'in part' | 'not known' | 'later' | 'refused'

/** The one place that decides it, for `resnotif send` and `resnotif scenario` alike. */
export function endOf({
  fate,
  isPartial,
  isRetryable,
}: Pick<PmsAnswer, 'fate' | 'isPartial' | 'isRetryable'>): AnswerEnd {
  if (isPartial) return 'in part'
  if (fate === 'done') return 'taken'
  if (fate === 'unknown') return 'not known'
  return isRetryable ? 'later' : 'refused'
}

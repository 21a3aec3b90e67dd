import {
  defaultOverlay,
  type EndpointKey,
  type EndpointSpec,
  ENVELOPE_NAMES,
  type Overlay,
  parseJson,
} from '../../contract/index.js'
import {
  type Asked,
  type EndpointRule,
  faultOf,
  isTorn as isTornText,
  judgeAnswer,
  type Judgement,
  PlainAnswers,
} from '../../outcome/index.js'
import type { Received, WireAnswer } from '../http/index.js'
import { holdsSecrets, type Redactor } from '../shown/index.js'
import { readPayload } from './read-payload.js'

/** Parsed JSON of an answer; undefined where it is empty or not JSON. */
export function bodyOf(answer: Pick<WireAnswer, 'text' | 'json'>): unknown {
  answer.json ??= { value: jsonOf(answer.text) }
  return answer.json.value
}

function jsonOf(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** Whether a 2xx answer breaks off: it begins as JSON and is none. */
export function isTorn(answer: WireAnswer): boolean {
  return isTornText(answer.text) && bodyOf(answer) === undefined
}

/** One short line about an answer's body: the service's own message, the title of an HTML page, or its first 80 characters. */
export function summarise(answer: WireAnswer, redactor: Redactor, endpoint?: EndpointSpec): string {
  const body = bodyOf(answer)
  if (typeof body === 'object' && body !== null) {
    const { message, error } = body as Record<string, unknown>
    const inner = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
    const text = [message, inner].find((item) => typeof item === 'string' && item !== '')
    return text === undefined ? 'no reason given' : shortened(String(text), 200, redactor)
  }
  const title = titleOf(answer.text, redactor)
  if (title !== undefined) return title
  // A torn token answer must not be quoted: the token in it is not known yet.
  if (endpoint !== undefined && answer.status >= 200 && answer.status <= 299 && holdsSecrets(endpoint.result))
    return `${answer.text.length} characters`
  const plain = withoutTags(redactor.body(answer.text.slice(0, 20_000), 20_000))
  return plain === '' ? 'no reason given' : `"${shortened(plain, 80, redactor)}"`
}

/** Text without tags, scripts and styles. By index: patterns over a foreign text may take very long. */
function withoutTags(text: string): string {
  const parts: string[] = []
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('<', at)
    if (open === -1) {
      parts.push(text.slice(at))
      break
    }
    parts.push(text.slice(at, open), ' ')
    const name = text.slice(open + 1, open + 7).toLowerCase()
    const block = name.startsWith('script') ? '</script' : name.startsWith('style') ? '</style' : undefined
    const from = block === undefined ? open : text.toLowerCase().indexOf(block, open)
    const close = from === -1 ? -1 : text.indexOf('>', from)
    if (close === -1) break
    at = close + 1
  }
  return parts
    .join('')
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ')
}

function titleOf(text: string, redactor: Redactor): string | undefined {
  const head = text.slice(0, 20_000)
  const lower = head.toLowerCase()
  const open = lower.indexOf('<title')
  const start = open === -1 ? -1 : head.indexOf('>', open)
  const end = start === -1 ? -1 : lower.indexOf('</title', start)
  const title = end === -1 ? '' : head.slice(start + 1, end).trim()
  return title === '' ? undefined : `a web page titled "${shortened(title, 80, redactor)}"`
}

/** Redacts before it cuts: half a secret would not be recognised. */
function shortened(text: string, length: number, redactor: Redactor): string {
  const shown = redactor.text(text.slice(0, 20_000))
  return shown.length > length ? `${shown.slice(0, length - 1)}…` : shown
}

/** How the service said something beside a success: as a warning, or as a text that is more than its word of success. */
export type RemarkKind = 'warns' | 'adds'

/** What reads answers of one client. */
export interface AnswerContext {
  redactor: Redactor
  overlay?: Overlay
  baseAddress: URL
  retryAfterCapMs: number
  /** Told what the service warns of, or adds in words, although it did what was asked. */
  onWarning?: ((text: string, kind: RemarkKind) => void) | undefined
  /** What batches were proved by, for each endpoint. */
  plain?: Map<EndpointKey, PlainAnswers>
}

/** What was sent, as far as its answer is judged by it. */
export interface SentCall {
  label: string
  rule: EndpointRule
  asked: Asked
}

/**
 * What a final answer means. The payload is checked loosely: unknown fields are kept, numbers and texts are taken for one another.
 * @param key undefined for a request that the contract does not have
 */
export function judgeReceived(
  key: EndpointKey | undefined,
  endpoint: EndpointSpec | undefined,
  { rule, label, asked }: SentCall,
  received: Received,
  context: AnswerContext,
): Judgement {
  const { redactor, overlay = defaultOverlay, baseAddress, retryAfterCapMs } = context
  const { status, headers, text, attempts, requestId, isRepeat, behindMs, madeIn } = received
  const judgement = judgeAnswer(
    rule,
    label,
    asked,
    { status, headers, text, body: bodyOf(received), attempts, requestId, isRepeat, behindMs, madeIn },
    {
      read: (payload) => {
        if (key === undefined || endpoint === undefined) return { ok: true, value: payload }
        const named = overlay.fromWire(key, payload)
        return { ...readPayload(endpoint, named), named }
      },
      names: key === undefined ? ENVELOPE_NAMES : overlay.envelope(key),
      fields: key === undefined ? undefined : overlay.answerFields(key),
      isBare: endpoint?.bare === true,
      labels: { failure: overlay.failureLabels, success: overlay.successLabels },
      plain: key === undefined ? undefined : plainOf(key, context),
      stateOf: (state) => state,
      echoed: (body) => (key === undefined ? body : overlay.fromWire(key, body, 'request')),
      entry: entryReader(key, overlay),
      show: (foreign, length) => shortened(foreign, length, redactor),
      summary: () => summarise(received, redactor, endpoint),
      baseAddress,
      retryAfterCapMs,
    },
  )
  return key === undefined || key.startsWith('reservation.') ? withoutCards(judgement, redactor) : judgement
}

const LISTS: Partial<Record<EndpointKey, string>> = {
  'rates.push': 'room_settings',
  'inventory.push': 'availabilities',
}

function plainOf(key: EndpointKey, { plain }: AnswerContext): PlainAnswers | undefined {
  if (LISTS[key] !== undefined && plain?.has(key) === false) plain.set(key, new PlainAnswers())
  return plain?.get(key)
}

type Row = Readonly<Record<string, unknown>>

/** Reads a row of an answer as an entry of the request would be read, wherever it stands. */
function entryReader(key: EndpointKey | undefined, overlay: Overlay): (row: Row) => Row {
  const list = key === undefined ? undefined : LISTS[key]
  if (key === undefined || list === undefined) return (row) => row
  let path: readonly string[] | undefined
  return (row) => {
    path ??= overlay.fieldName(key, list).split('.')
    const wired = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [row])
    const { [list]: rows } = overlay.fromWire(key, wired, 'request') as Record<string, unknown>
    return ((Array.isArray(rows) ? rows[0] : undefined) ?? row) as Row
  }
}

/** What was answered is judged as it came, and goes on without the card that no service should echo. What is not about bookings is written back as it was read. */
function withoutCards(judgement: Judgement, redactor: Redactor): Judgement {
  const { result, facts } = judgement
  return {
    ...judgement,
    facts: redactor.withoutCards(facts) as Record<string, unknown>,
    ...(result === undefined ? {} : { result: redactor.withoutCards(result) }),
  }
}

/**
 * The result of a final answer.
 * @throws Fault by what became of the request; its facts hold the fate
 */
export function readResult(
  key: EndpointKey,
  endpoint: EndpointSpec,
  sent: SentCall,
  received: Received,
  context: AnswerContext,
): unknown {
  const judgement = judgeReceived(key, endpoint, sent, received, context)
  for (const text of judgement.warnings ?? []) context.onWarning?.(text, 'warns')
  for (const text of judgement.additions ?? []) context.onWarning?.(text, 'adds')
  if (judgement.fate === 'done') return judgement.result
  throw faultOf(judgement)
}

import { defaultOverlay, type Overlay } from '../contract/overlay.js'
import type { Problem } from '../contract/dialect.js'
import type { EndpointSpec } from '../contract/endpoint.js'
import type { EndpointKey } from '../contract/index.js'
import { parseJson } from '../contract/json.js'
import { type ErrorCode, Fault } from '../errors.js'
import type { Received } from './exchange.js'
import { readPayload } from './read-payload.js'
import { holdsSecrets, type Redactor } from './redact.js'
import type { WireAnswer } from './wire.js'

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

/** Why a 2xx answer cannot be a success of this endpoint: it is no JSON, or is empty where something must come. */
export function garbledBy(endpoint: EndpointSpec, answer: WireAnswer, redactor: Redactor): string | undefined {
  if (answer.text.trim() === '') {
    const isEnough = endpoint.dialect.name === 'partnerApi' && (answer.status === 204 || endpoint.result.safeParse(undefined).success)
    return isEnough ? undefined : `the service answered HTTP ${answer.status} with an empty body`
  }
  if (bodyOf(answer) !== undefined) return undefined
  // A torn token answer must not be quoted: the token in it is not known yet.
  const what = holdsSecrets(endpoint.result) ? (titleOf(answer.text, redactor) ?? `${answer.text.length} characters`) : summarise(answer, redactor)
  return `the service answered HTTP ${answer.status} with something that is not JSON: ${what}`
}

/** One short line about an answer's body: the service's own message, the title of an HTML page, or its first 80 characters. */
export function summarise(answer: WireAnswer, redactor: Redactor): string {
  const body = bodyOf(answer)
  if (typeof body === 'object' && body !== null) {
    const { message, error } = body as Record<string, unknown>
    const inner = typeof error === 'object' && error !== null && 'message' in error ? error.message : error
    const text = [message, inner].find((item) => typeof item === 'string' && item !== '')
    return text === undefined ? 'no reason given' : shortened(String(text), 200, redactor)
  }
  const title = titleOf(answer.text, redactor)
  if (title !== undefined) return title
  const plain = redactor.body(answer.text.slice(0, 20_000), 20_000).replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim()
  return plain === '' ? 'no reason given' : `"${shortened(plain, 80, redactor)}"`
}

function titleOf(text: string, redactor: Redactor): string | undefined {
  const title = /<title[^>]*>([^<]*)<\/title/i.exec(text.slice(0, 20_000))?.[1]?.trim()
  return title === undefined || title === '' ? undefined : `a web page titled "${shortened(title, 80, redactor)}"`
}

/** Redacts before it cuts: half a secret would not be recognised. */
function shortened(text: string, length: number, redactor: Redactor): string {
  const shown = redactor.text(text)
  return shown.length > length ? `${shown.slice(0, length - 1)}…` : shown
}

/** What reads answers of one client. */
export interface AnswerContext {
  redactor: Redactor
  overlay?: Overlay
  baseAddress: URL
}

/**
 * The result of a final answer, checked loosely: unknown fields are kept, numbers and texts are taken for one another.
 * @throws Fault by what the service said: SIGN_IN_REFUSED, FORBIDDEN, NOT_FOUND, REFUSED; UNEXPECTED or OUTCOME_UNKNOWN
 *   where the answer is not understood
 */
export function readResult(key: EndpointKey, endpoint: EndpointSpec, received: Received, context: AnswerContext): unknown {
  const { overlay = defaultOverlay } = context
  const { status } = received
  if (status >= 300 && status <= 399) throw redirectFault(key, received, context)
  const body = bodyOf(received)
  const answer = endpoint.dialect.read(status, body, overlay.failureLabels)
  if (!answer.ok) throw refusalFault(key, received, answer.problem, body === undefined, context)
  const checked = readPayload(key, endpoint, overlay, endpoint.bare === true ? body : answer.result)
  if (checked.ok) return checked.value
  if (endpoint.bare === true) {
    // An endpoint without envelope may have one in practice.
    const inside = readPayload(key, endpoint, overlay, answer.result)
    if (inside.ok) return inside.value
  }
  const isDone = endpoint.retry === 'safe' || saysSuccess(body)
  const findings = checked.findings.slice(0, 10).map(({ field, reason }) => ({ ...(field === undefined ? {} : { field }), reason }))
  const options = { findings, facts: factsOf(key, received) }
  if (!isDone) throw new Fault('OUTCOME_UNKNOWN', 'The service answered something this version does not understand, so it is not known whether it did this.', options)
  throw new Fault('UNEXPECTED', 'The service answered something this version does not understand.', {
    ...options,
    next: endpoint.retry === 'safe' ? 'Run it with --debug to see the answer. A wire overlay can name fields that the service spells differently.' : 'The service says it did this: do not repeat it. Look up what it holds.',
  })
}

function saysSuccess(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { status, success } = body as Record<string, unknown>
  return success === true || (typeof status === 'string' && ['success', 'ok', 'created', 'succeeded'].includes(status.toLowerCase()))
}

const factsOf = (key: string, { status, requestId }: Received): Record<string, unknown> => ({ endpoint: key, status, requestId })

const REFUSALS: Record<number, { code: ErrorCode; words: string }> = {
  401: { code: 'SIGN_IN_REFUSED', words: 'The service does not accept this sign-in' },
  403: { code: 'FORBIDDEN', words: 'The service does not allow this' },
  404: { code: 'NOT_FOUND', words: 'The service did not find it' },
}

function refusalFault(key: EndpointKey, received: Received, problem: Problem, isText: boolean, { redactor }: AnswerContext): Fault {
  const { code, words } = REFUSALS[received.status] ?? { code: 'REFUSED' as const, words: 'The service refused this' }
  const said = isText ? `HTTP ${received.status}, ${summarise(received, redactor)}` : problem.message
  const serviceMessage = `${shortened(said.replace(/[.\s]+$/, ''), 300, redactor)}.`
  return new Fault(code, `${words}: ${serviceMessage}`, {
    findings: problem.details.slice(0, 100).map(({ field, message }) => ({ ...(field === undefined ? {} : { field: redactor.text(field) }), reason: shortened(message, 300, redactor) })),
    facts: { ...factsOf(key, received), serviceMessage, ...(problem.code === undefined ? {} : { code: redactor.text(problem.code) }) },
  })
}

function redirectFault(key: string, received: Received, { redactor, baseAddress }: AnswerContext): Fault {
  const location = received.headers['location'] ?? ''
  const target = URL.canParse(location, baseAddress.href) ? new URL(location, baseAddress) : undefined
  const place = target === undefined ? 'elsewhere' : redactor.text(`${target.origin}${target.pathname}`)
  return new Fault('REFUSED', `The service redirects to ${place}: the base address ${baseAddress.origin} is not where it answers.`, {
    next: 'Set the base address to where the service itself answers. Redirects are not followed, because secrets must not travel with them.',
    facts: { ...factsOf(key, received), location: place },
  })
}

import { MASK } from '../../redaction/index.js'
import {
  type ConcealedMessage,
  concealMessage,
  createConcealer,
  hideAddress,
  isBinary,
  type PostedAnswer,
} from '../../resnotif/index.js'

/** A request and an answer as they travelled, but for what is secret: passwords, keys and card numbers are starred out. */
export interface ShownRequest {
  method: 'POST'
  host: string
  /** With stars for the values of a query, which may hold a key, and for what is evidently a key or token in the path. */
  path: string
  headers: Record<string, string>
  body: string
}

export interface ShownAnswer {
  status: number
  headers: Record<string, string>
  body: string
  /** Characters of the answer that are not shown. */
  cut?: number
}

/** No answer of a PMS that means something is longer. */
const BODY_MAX = 64 * 1024
const HEADER_MAX = 1_000
const NO_TEXT = '(packed, encrypted or no text: not shown)'
const SECRET = /auth|cookie|credential|key|passw|secret|session|signature|token/

export function showRequest(
  url: URL,
  text: string,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): ShownRequest {
  return {
    method: 'POST',
    host: url.host,
    path: createConcealer({ secrets }).text(hideAddress(`${url.pathname}${url.search}`)),
    ...shownWith(headers, concealMessage(text, secrets), secrets),
  }
}

/** @param bodyMax characters of the body that are shown */
export function showAnswer(
  { status, body, headers = {} }: PostedAnswer,
  secrets: readonly string[],
  bodyMax = BODY_MAX,
): ShownAnswer {
  // More than is shown, so that nothing is cut in two before it is recognised.
  const start = body.slice(0, 2 * bodyMax)
  const ids = concealMessage(start, secrets).ids
  const text = isBinary(start)
    ? NO_TEXT
    : concealMessage(createConcealer({ secrets, ids }).text(start), secrets, ids).readable
  const isCut = body.length > bodyMax
  return {
    status,
    headers: showHeaders(headers, secrets, ids),
    body: text.slice(0, bodyMax),
    ...(isCut ? { cut: body.length - bodyMax } : {}),
  }
}

/** The same of an answer that broke off: a card or a secret that it broke off in is hidden as well. */
export function showCutAnswer(answer: PostedAnswer, secrets: readonly string[], bodyMax = BODY_MAX): ShownAnswer {
  return showAnswer({ ...answer, body: withoutTail(answer.body, secrets) }, secrets, bodyMax)
}

const CARD_BEGINS = 6

/** Without what may be the beginning of a card's number, or of a secret. */
function withoutTail(body: string, secrets: readonly string[]): string {
  const whole = body.trimEnd()
  let [from, digits] = [whole.length, 0]
  while (from > 0 && whole.length - from < 40 && /[\d .-]/.test(whole[from - 1] as string))
    if (/\d/.test(whole[--from] as string)) digits++
  if (digits >= CARD_BEGINS) return `${whole.slice(0, from)}***`
  for (const secret of secrets)
    for (let length = secret.length - 1; length > 2; length--)
      if (whole.endsWith(secret.slice(0, length))) return `${whole.slice(0, -length)}***`
  return body
}

const shownWith = (
  headers: Readonly<Record<string, string>>,
  { text, ids }: ConcealedMessage,
  secrets: readonly string[],
): Pick<ShownRequest, 'headers' | 'body'> => ({ headers: showHeaders(headers, secrets, ids), body: text })

/** @param ids of the message, which stay whole although one may look like a card's number */
export function showHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
  ids: readonly string[] = [],
): Record<string, string> {
  const concealer = createConcealer({ secrets, ids })
  const shown = (name: string, value: string): string => {
    const key = name.toLowerCase()
    if (SECRET.test(key) && key !== 'www-authenticate') return MASK
    const text = key.endsWith('location') ? hideAddress(value) : value
    return concealMessage(concealer.text(text.slice(0, HEADER_MAX)), secrets, ids).readable.replaceAll(
      /\/\/[^/?#@\s]{1,400}@/g,
      '//***@',
    )
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shown(name, value)]))
}

/** Both as lines, the way a trace of HTTP is read. */
export function exchangeLines(request: ShownRequest, answer: ShownAnswer | undefined): string[] {
  return [
    `> ${request.method} ${request.path} HTTP/1.1`,
    `> Host: ${request.host}`,
    ...headerLines('>', request.headers),
    '',
    ...linesOf(request.body),
    '',
    ...(answer === undefined ? ['< no answer'] : answerLines(answer)),
  ]
}

export function answerLines({ status, headers, body, cut }: ShownAnswer): string[] {
  return [
    `< HTTP ${status}`,
    ...headerLines('<', headers),
    '',
    ...linesOf(body),
    ...(cut === undefined ? [] : [`… ${cut} characters more`]),
  ]
}

const headerLines = (mark: string, headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${mark} ${name}: ${value}`)

const linesOf = (body: string): string[] => (body.trim() === '' ? [] : body.trimEnd().split(/\r?\n/))

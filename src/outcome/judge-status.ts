import { openEnvelope } from '../contract/index.js'
import type { ErrorCode } from '../errors.js'
import { type Judgement, type Judging, repeatsItself } from './rules/index.js'
import { factsOf, nextAfterDoubt, refused, sentence, unknown, unusable } from './words.js'

/** Reads `Retry-After` in milliseconds from `now`: seconds or an HTTP date. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined
  const text = value.slice(0, 100).trim()
  if (/^\d{1,9}(\.\d{1,9})?$/.test(text)) return Number(text) * 1_000
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Statuses behind which the service may have done what it was asked. */
function isFailing(status: number): boolean {
  return status < 200 || status === 408 || status === 425 || (status >= 500 && status !== 501 && status !== 505)
}

const REFUSALS: Readonly<Record<number, { code: ErrorCode; words: string }>> = {
  401: { code: 'SIGN_IN_REFUSED', words: 'The service does not accept this sign-in' },
  403: { code: 'FORBIDDEN', words: 'The service does not allow this' },
  404: { code: 'NOT_FOUND', words: 'The service did not find it' },
}

/** Judges by the HTTP status alone; undefined where the body decides. */
export function judgeStatus(judging: Judging): Judgement | undefined {
  const { rule, heard, context } = judging
  const { status } = heard
  const retryAfterMs = readRetryAfter(heard.headers['retry-after'], Date.now())
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) return throttled(judging, retryAfterMs)
  if (status >= 200 && status <= 299) return undefined
  const opened = openEnvelope(heard.body, context.names, undefined)
  const said = heard.body === undefined ? context.summary() : sentence(judging, opened)
  if (isFailing(status)) {
    const what = `answered HTTP ${status}: ${said}`
    if (rule.effect === 'write')
      return unknown(judging, `it ${what}`, {
        isFinal: false,
        opened,
        facts: retryAfterMs === undefined ? {} : { retryAfterMs },
      })
    return unusable(judging, `the service ${what}`, {
      isFinal: false,
      next: 'The service has trouble. Try again later.',
      facts: retryAfterMs === undefined ? {} : { retryAfterMs },
    })
  }
  if (status >= 300 && status <= 399) return redirected(judging)
  const { code, words } = REFUSALS[status] ?? { code: 'REFUSED' as const, words: 'The service refused this' }
  // What is to be made has no id yet that could be wrong.
  const isNew = rule.proof === 'record' || rule.comparesBooking === true
  return refused(judging, opened, words, {
    code,
    ...(status === 404 && isNew
      ? {
          next: 'Check the property, rooms and rate plans that it names, and that the base address is that of the service.',
        }
      : {}),
    ...(heard.body === undefined ? { said: `HTTP ${status}, ${said}` } : {}),
  })
}

/** A long time in the largest unit that a person reckons in, never less than it is. */
export function waitWords(seconds: number): string {
  if (seconds < 7_200) return `${seconds} s`
  const hours = Math.ceil(seconds / 3_600)
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`
}

function throttled(judging: Judging, retryAfterMs: number | undefined): Judgement {
  const { rule, heard, context } = judging
  const said = `answered HTTP ${heard.status}: ${heard.body === undefined ? context.summary() : sentence(judging, openEnvelope(heard.body, context.names, undefined))}`
  const facts = { ...factsOf(judging), ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  const long = waitWords(Math.ceil((retryAfterMs ?? 0) / 1_000))
  const isLong = retryAfterMs !== undefined && retryAfterMs > context.retryAfterCapMs
  // That nothing was done before such an answer is a convention, and no proof. The values of a batch are absolute: it may go out again.
  if (rule.effect === 'write' && (!repeatsItself(rule) || heard.isRepeat)) {
    return unknown(
      judging,
      `it ${said}${repeatsItself(rule) ? '' : isLong ? `, and asks to wait ${long}` : ', and asks to come back later'}`,
      { facts },
    )
  }
  const shared = { fate: 'throttled' as const, code: 'UNREACHABLE' as const, findings: [], facts, isFinal: false }
  if (isLong)
    return { ...shared, words: `The service asks to wait ${long}: the service ${said}.`, next: `Try again in ${long}.` }
  const times = heard.attempts === 1 ? '' : ` (${heard.attempts} attempts)`
  return {
    ...shared,
    words: `No usable answer${times}: the service ${said}.`,
    next: 'The service asks to come back later. Try again later.',
  }
}

const LOCATION_CHARACTERS = 20_000

/** A service may redirect to what it has done, and not only with 303: a write is unknown then. For a read, a redirect names another place. */
function redirected(judging: Judging): Judgement {
  const { rule, heard, context, asked } = judging
  // Secrets go first: reading an address writes it anew (a backslash as a slash, a name as punycode), and they would not be recognised then.
  const given = heard.headers['location']
  const location = given === undefined ? undefined : context.show(given, LOCATION_CHARACTERS)
  const target =
    location !== undefined && URL.canParse(location, context.baseAddress.href)
      ? new URL(location, context.baseAddress)
      : undefined
  const place = target === undefined ? 'elsewhere' : context.show(`${target.origin}${target.pathname}`, 300)
  if (rule.effect === 'write') {
    const toward = target === undefined ? '' : ` to ${place}`
    const hint =
      target === undefined || target.origin === context.baseAddress.origin
        ? ''
        : ` If ${target.origin} is the service itself, set the base address to it.`
    return unknown(judging, `it answered HTTP ${heard.status}${toward}, which says neither success nor failure`, {
      isFinal: true,
      next: `${nextAfterDoubt(rule, asked)}${context.show(hint, 300)}`,
      facts: target === undefined ? {} : { location: place },
    })
  }
  if (target === undefined) {
    const what =
      heard.status === 304
        ? 'HTTP 304 (not modified) and no record, although nothing was kept here that it could mean'
        : `HTTP ${heard.status} and does not say where to go`
    return unusable(judging, `the service answered ${what}`, {
      isFinal: true,
      code: 'ANSWER_UNKNOWN',
      next: 'A cache or proxy between may cause it. Check the base address, or run it with --debug to see the answer.',
    })
  }
  return {
    fate: 'refused',
    code: 'REFUSED',
    words: `The service redirects to ${place}: the base address ${context.baseAddress.origin} is not where it answers.`,
    findings: [],
    isFinal: true,
    next: 'Set the base address to where the service itself answers. Redirects are not followed, because secrets must not travel with them.',
    facts: { ...factsOf(judging), location: place },
  }
}

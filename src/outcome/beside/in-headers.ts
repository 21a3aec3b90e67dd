import { type Doubt, isThereIn } from '../doubts/index.js'
import type { Said } from './said.js'

/** What the headers of an answer say beside its success. */

const MOST = 2_000
const MOST_HEADERS = 200
const WARNS = /^(?:warning|x-(?:[a-z0-9]{1,20}-){0,2}(?:warnings?|notice|alert|message))$/
/** Headers that name entries which were not taken, or that it was not done. */
const AGAINST =
  /^x-(?:[a-z0-9]{1,20}-){0,3}(?:rejected|dropped|skipped|ignored|discarded|failed|failures|errors?|unprocessed|not-applied|not-stored|dry-?run|simulated|simulation|test-mode|validate-only|noop|no-op|partial|queued|async|deferred|draft)(?:-[a-z0-9]{1,20}){0,2}$/
const OF_WAITING = /^x-(?:[a-z0-9]{1,20}-){0,3}(?:pending|on-request)(?:-[a-z0-9]{1,20}){0,2}$/
/** `299 - "text"`, as HTTP writes it, and several of them. */
const WARN_TEXT = /(?:^|,)\s{0,9}\d{3}\s{1,9}[^\s"]{1,200}\s{1,9}"([^"]{0,1000})"/g

/** What all of these begin with: of most answers no header does. */
const MAY_TELL = /^(?:x-|warning$)/i

const headersOf = (headers: Readonly<Record<string, string>>): [name: string, value: string][] =>
  Object.entries(headers)
    .slice(0, MOST_HEADERS)
    .filter(([name]) => MAY_TELL.test(name))
    .map(([name, value]) => [name.slice(0, 100).toLowerCase(), value.slice(0, MOST).trim()])

/** What the headers warn of, in words. */
export function saidInHeaders(headers: Readonly<Record<string, string>>): Said[] {
  return headersOf(headers)
    .filter(([name]) => WARNS.test(name))
    .flatMap(([name, value]) => {
      const texts = [...value.matchAll(WARN_TEXT)].map(([, text = '']) => text.trim())
      return (texts.length === 0 ? [value] : texts)
        .filter((text) => text !== '' && isThereIn(text))
        .map((text) => ({ field: name, value: text }))
    })
    .slice(0, 20)
}

/** Headers that tell by their name that it was not done, or not all of it. */
export function doubtsInHeaders(headers: Readonly<Record<string, string>>, mayHold: boolean): Doubt[] {
  return headersOf(headers)
    .filter(([name, value]) => (AGAINST.test(name) || (!mayHold && OF_WAITING.test(name))) && isThereIn(value))
    .slice(0, 5)
    .map(([field, value]) => ({ field, value }))
}

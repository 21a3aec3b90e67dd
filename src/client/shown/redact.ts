import { collectSecretNames, type EndpointSpec, MASK } from '../../contract/index.js'
import {
  createSecretFinder,
  learnSecret,
  type SecretFinder,
  SHORTEST_SECRET,
  withoutSecrets,
} from '../../redaction/index.js'
import { createCardHider } from './cards.js'

/** Headers whose values are never shown. */
const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'x-api-key'])

/** Of an answer that may bring a secret; tokens stand at its beginning. */
const ISSUED_CHARACTERS = 200_000
/** Shorter texts under a secret name are words, such as "required". */
const SHORTEST_ISSUED = 12

const JWT = /\beyJ[\w-]{6,}(\.[\w-]*)*/g

/**
 * Knows the secret values of one client, and takes them out of everything a person or a log may see: by name where a
 * structure has names, by value everywhere else, whatever spelling they appear in.
 */
export interface Redactor {
  /** Remembers a secret value. */
  learn(secret: string | undefined): void
  /** Remembers every text that stands under a secret name. */
  learnFrom(value: unknown): void
  /** Remembers what a text gives under a secret name, torn or not: an answer may repeat a new token beside the field that brings it. */
  learnIssued(text: string): void
  /** Remembers ids of a request, which stay whole although one may look like a card's number. */
  keep(asked: unknown): void
  text(text: string): string
  /** A copy of an answer without the card numbers and security codes that a service should not have echoed. */
  withoutCards(value: unknown): unknown
  /** A copy with every field of a secret name masked and every known value taken out of its texts. */
  value(value: unknown): unknown
  url(url: URL): string
  headers(headers: Record<string, string>): Record<string, string>
  /** Body text, at most `limit` characters of it. Named secrets are masked, in torn JSON and in what a person wrote as well. */
  body(text: string, limit: number): string
}

/** @param names field names that are secret somewhere in the contract */
export function createRedactor(names: ReadonlySet<string>): Redactor {
  const secretNames = new Set([...names].map((name) => name.toLowerCase()))
  const isSecretName = (name: string): boolean => secretNames.has(name.toLowerCase())
  const namedInText = new RegExp(`("(?:${[...names].join('|')})"\\s*:\\s*)("(?:[^"\\\\]|\\\\.)*"?|[^\\s,}\\]]+)`, 'gi')
  const namedInQuery = new RegExp(`\\b((?:${[...names].join('|')})=)[^&\\s"'<>]+`, 'gi')
  // Those that are too short for the whole process.
  const known = new Set<string>()
  const cards = createCardHider()
  let finder: SecretFinder | undefined

  const hideNamed = (raw: string): string => withoutSecrets(raw.replace(JWT, MASK).replace(namedInQuery, `$1${MASK}`))
  const hideAll = (raw: string): string => {
    const plain = hideNamed(raw)
    if (known.size === 0) return plain
    finder ??= createSecretFinder(known)
    return finder.replace(plain, () => MASK)
  }
  const text = (raw: string): string => cards.text(hideAll(raw))
  const value = (item: unknown): unknown => {
    // Its cards are hidden by then, by the names of the fields: an id that looks like one is whole. In data a short secret is a number or a word like any other.
    if (typeof item === 'string') return hideNamed(item)
    if (Array.isArray(item)) return item.map(value)
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(
      Object.entries(item).map(([key, inner]) => [
        text(key),
        isSecretName(key) && inner !== null ? MASK : value(inner),
      ]),
    )
  }
  const learn = (secret: string | undefined): void => {
    if (secret === undefined || secret.length < SHORTEST_SECRET || learnSecret(secret) || known.has(secret)) return
    known.add(secret)
    finder = undefined
  }
  const learnFrom = (item: unknown): void => {
    if (typeof item !== 'object' || item === null) return
    for (const [key, inner] of Object.entries(item)) {
      if (typeof inner === 'string' && isSecretName(key)) learn(inner)
      else learnFrom(inner)
    }
  }
  return {
    learn,
    learnFrom,
    learnIssued(raw) {
      for (const [, , written = ''] of raw.slice(0, ISSUED_CHARACTERS).matchAll(namedInText))
        if (written.length >= SHORTEST_ISSUED) learn(readWritten(written))
    },
    keep: cards.keep,
    text,
    withoutCards: cards.value,
    value: (item) => value(cards.value(item)),
    url(url) {
      const shown = new URL(url)
      for (const name of new Set(shown.searchParams.keys())) if (isSecretName(name)) shown.searchParams.set(name, MASK)
      return text(shown.href.replaceAll(encodeURIComponent(MASK), MASK))
    },
    headers: (headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, content]) => [
          name,
          SECRET_HEADERS.has(name.toLowerCase()) ? MASK : cards.trace(hideAll(content)),
        ]),
      ),
    body(raw, limit) {
      // A margin beyond the limit, so that a secret is never cut in two before it is found.
      const masked = cards.trace(hideAll(raw.slice(0, limit * 16).replace(namedInText, `$1"${MASK}"`)))
      return masked.length > limit ? `${masked.slice(0, limit)}… (${raw.length} characters)` : masked
    },
  }
}

/** A value of JSON; of a torn one what is there. */
function readWritten(written: string): string {
  if (!written.startsWith('"')) return written
  try {
    return String(JSON.parse(written))
  } catch {
    return written.slice(1)
  }
}

/** Whether values of a schema hold secrets. */
export function holdsSecrets(schema: EndpointSpec['result']): boolean {
  const names = new Set<string>()
  collectSecretNames(schema, names)
  return names.size > 0
}

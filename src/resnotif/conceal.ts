import { hasCheckDigit } from '../contract/reservation-fields.js'

/** A message without its secrets, and what was taken out. */
export interface ConcealedMessage {
  /** As long as the given text, so that places stay where they are. */
  text: string
  cards: number
  passwords: number
  /** A copy of any value in which no text holds what was taken out. */
  conceal<T>(value: T): T
}

/** Elements and attributes whose content is secret as a whole. */
const PASSWORDS: ReadonlySet<string> = new Set(['Password', 'MessagePassword', 'EncryptedValue'])
const CARDS: ReadonlySet<string> = new Set(['CardNumber', 'SeriesCode', 'MagneticStripe'])
/** Attributes that hold long numbers of other kinds. */
const IDENTIFIERS = /(ID|Value|Token|RPH|Identifier|Number|Code|Quantity)$/i

/** Shorter texts would be found everywhere. */
const SHORTEST = 6

/** A text without any of these holds nothing to hide. */
const WORTH_A_LOOK = /\d(?:[ -]?\d){12}|Password|CardNumber|SeriesCode|MagneticStripe|EncryptedValue/

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^<>]*>?|[^<]+/g
/** Begins at the beginning of a name only, so that a long run of letters is looked at once. */
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]+)(\s*=\s*)("[^"]*"?|'[^']*'?)/g
const DIGIT_RUN = /(?<![\d-])\d(?:[ -]?\d){12,18}(?![ -]?\d)/g

/**
 * Puts stars for card numbers, security codes and passwords of a captured message, well formed or not: those that stand where the schema and
 * WS-Security have them, and numbers in texts and comments that are a card's by length and check digit. Of a card number the last four digits stay.
 */
export function concealMessage(text: string): ConcealedMessage {
  if (!WORTH_A_LOOK.test(text)) return { text, cards: 0, passwords: 0, conceal: (value) => value }
  const secrets = new Map<string, string>()
  const counts = { cards: 0, passwords: 0 }
  let inside: string | undefined
  const hideCard = (value: string): string => {
    if (!/\d/.test(value)) return value
    counts.cards++
    secrets.set(value.trim(), starCard(value.trim()))
    return starCard(value)
  }
  const hidePassword = (value: string): string => {
    if (value.trim() === '') return value
    counts.passwords++
    secrets.set(value.trim(), '***')
    return value.replace(/[^\s]/g, '*')
  }
  const hideRuns = (value: string): string => value.replace(DIGIT_RUN, (run) => (hasCheckDigit(run.replaceAll(/[ -]/g, '')) ? hideCard(run) : run))
  const hideText = (value: string): string => (inside === undefined ? hideRuns(value) : PASSWORDS.has(inside) ? hidePassword(value) : hideCard(value))
  const hideAttribute = (whole: string, name: string, equals: string, quoted: string): string => {
    const local = name.slice(name.indexOf(':') + 1)
    const quote = quoted[0] as string
    const isClosed = quoted.length > 1 && quoted.endsWith(quote)
    const value = quoted.slice(1, isClosed ? -1 : undefined)
    const hidden = PASSWORDS.has(local) ? hidePassword(value) : CARDS.has(local) ? hideCard(value) : IDENTIFIERS.test(local) ? value : hideRuns(value)
    return hidden === value ? whole : `${name}${equals}${quote}${hidden}${isClosed ? quote : ''}`
  }
  const hidden = text.replace(TOKEN, (token) => {
    if (token.startsWith('<![CDATA[')) return `<![CDATA[${hideText(token.slice(9, token.endsWith(']]>') ? -3 : undefined))}${token.endsWith(']]>') ? ']]>' : ''}`
    if (token.startsWith('<!--') || !token.startsWith('<')) return hideText(token)
    if (token.length < 4) return token
    const [, slash, name] = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(token) ?? []
    if (slash === '/') inside = name === inside ? undefined : inside
    else if (inside === undefined && name !== undefined && (PASSWORDS.has(name) || CARDS.has(name)) && !token.endsWith('/>')) inside = name
    return slash === '/' || !token.includes('=') ? token : token.replace(ATTRIBUTE, hideAttribute)
  })
  const known = [...secrets].filter(([secret]) => secret.length >= SHORTEST).sort(([a], [b]) => b.length - a.length)
  return { text: hidden, ...counts, conceal: (value) => (known.length === 0 ? value : concealIn(value, known)) }
}

/** Every character but the last four digits of a number; a short one goes whole. */
function starCard(value: string): string {
  const digits = value.replaceAll(/\D/g, '').length
  let at = 0
  return value.replaceAll(/\S/g, (character) => {
    if (!/\d/.test(character)) return character === '-' ? character : '*'
    return digits >= 12 && ++at > digits - 4 ? character : '*'
  })
}

function concealIn<T>(value: T, secrets: readonly (readonly [string, string])[]): T {
  if (typeof value === 'string') return secrets.reduce<string>((text, [secret, stars]) => text.replaceAll(secret, () => stars), value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => concealIn(item, secrets)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, concealIn(item, secrets)])) as T
}

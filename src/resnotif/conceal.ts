import { createConcealer, STARS } from './conceal/foreign.js'
import { secretKind } from './conceal/names.js'
import { findCards, replaceCards, starDigits } from './conceal/numbers.js'
import { decodeEntities } from './conceal/spelling.js'

/** A message without its secrets, and what was taken out. */
export interface ConcealedMessage {
  /** As long as the given text, so that places stay where they are. */
  text: string
  cards: number
  passwords: number
  /** Where card numbers begin that stand in texts, comments and attributes of other names. */
  strayCards: number[]
  /** A copy of any value in which no text holds what was taken out, nor a card number in another spelling. Ids and codes of the message stay. */
  conceal<T>(value: T): T
}

/** Attributes that hold long numbers of other kinds: ids, codes of what is sold, and what is made of them. */
const IDENTIFIERS = /(ID|ResID_Value|Token|RPH|TransactionIdentifier|(?:Phone|Confirmation)Number|(?:RoomType|RatePlan|InvType|InvBlock|Hotel|Chain)Code)$/
/** Of these, what a person needs to see whole wherever it is named. */
const SHOWN = /(^ID|ResID_Value|Token|TransactionIdentifier|(?:RoomType|RatePlan|Hotel)Code)$/

/** Shorter texts would be found everywhere. */
const SHORTEST = 6

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^<>]*>?|[^<]+/g
/** Begins at the beginning of a name only, so that a long run of letters is looked at once. */
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]+)(\s*=\s*)("[^"]*"?|'[^']*'?)/g

/**
 * Puts stars for card numbers, security codes and passwords of a captured message, well formed or not: those that stand where the schema and
 * WS-Security have them, and numbers in texts and comments that are a card's by length and check digit. Of a card number the last four digits stay.
 */
export function concealMessage(text: string): ConcealedMessage {
  const secrets = new Map<string, string>()
  const ids: string[] = []
  const strayCards: number[] = []
  const strayDigits: string[] = []
  const counts = { cards: 0, passwords: 0 }
  let inside: string | undefined
  let kind: 'password' | 'card' | undefined
  const hideCard = (value: string): string => {
    if (!/\d/.test(value)) return value
    counts.cards++
    for (const spelling of [value.trim(), decodeEntities(value.trim())]) secrets.set(spelling, starCard(spelling))
    return starCard(value)
  }
  const hidePassword = (value: string): string => {
    if (value.trim() === '') return value
    counts.passwords++
    for (const spelling of [value.trim(), decodeEntities(value.trim())]) secrets.set(spelling, STARS)
    return value.replace(/[^\s]/g, '*')
  }
  const hideRuns = (value: string, offset: number): string => {
    const found = findCards(value)
    if (found.length === 0) return value
    counts.cards += found.length
    for (const { start, digits } of found) {
      strayCards.push(offset + start)
      strayDigits.push(digits)
    }
    return replaceCards(value, starDigits)
  }
  const hideText = (value: string, offset: number): string => (kind === undefined ? hideRuns(value, offset) : kind === 'password' ? hidePassword(value) : hideCard(value))
  const hideAttribute = (whole: string, name: string, equals: string, quoted: string, offset: number): string => {
    const quote = quoted[0] as string
    const isClosed = quoted.length > 1 && quoted.endsWith(quote)
    const value = quoted.slice(1, isClosed ? -1 : undefined)
    const own = secretKind(name.slice(name.indexOf(':') + 1))
    if (own === undefined && value.length >= 13 && SHOWN.test(name)) ids.push(value)
    const hidden = own === 'password' ? hidePassword(value) : own === 'card' ? hideCard(value) : IDENTIFIERS.test(name) ? value : hideRuns(value, offset + name.length + equals.length + 1)
    return hidden === value ? whole : `${name}${equals}${quote}${hidden}${isClosed ? quote : ''}`
  }
  const hidden = text.replace(TOKEN, (token, offset: number) => {
    if (token.startsWith('<![CDATA[')) return `<![CDATA[${hideText(token.slice(9, token.endsWith(']]>') ? -3 : undefined), offset + 9)}${token.endsWith(']]>') ? ']]>' : ''}`
    if (token.startsWith('<!--') || !token.startsWith('<')) return hideText(token, offset)
    if (token.length < 4) return token
    const [, slash, name] = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(token) ?? []
    if (slash === '/' && name === inside) [inside, kind] = [undefined, undefined]
    else if (slash !== '/' && inside === undefined && name !== undefined && secretKind(name) !== undefined && !token.endsWith('/>')) [inside, kind] = [name, secretKind(name)]
    return slash === '/' || !token.includes('=') ? token : token.replace(ATTRIBUTE, (whole: string, own: string, equals: string, quoted: string, at: number) => hideAttribute(whole, own, equals, quoted, offset + at))
  })
  const known = [...secrets].filter(([secret]) => secret.length >= SHORTEST).sort(([a], [b]) => b.length - a.length)
  // One that stands among texts too is no mere id.
  const concealer = createConcealer({ ids, cards: [...strayDigits, ...secrets.keys()] })
  return { text: hidden, ...counts, strayCards, conceal: (value) => concealer.value(known.length === 0 ? value : concealIn(value, known)) }
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

import { findSecurityCodes, starSecurityCodes } from './conceal/codes.js'
import { createConcealer, STARS } from './conceal/foreign.js'
import { joinText } from './conceal/joined-text.js'
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
  /** A copy of any value in which no text holds what was taken out, nor a card number or security code in another spelling. */
  conceal<T>(value: T): T
}

/** Attributes of numbers that are no card's by contract: lint does not warn of one that looks so, and shows it as stars all the same. */
const IDENTIFIERS = /(^ID|ResID_Value|Token|RPH|TransactionIdentifier|ConfirmationNumber)$/
/** A phone number that says that it is one stays: with a country behind + or 00, and at most 15 digits. */
const PHONE = /PhoneNumber$/
const PHONE_DIGITS_MAX = 15
const isDialled = (value: string): boolean => /^\s*(?:\+|00)/.test(value) && value.replaceAll(/\D/g, '').replace(/^00/, '').length <= PHONE_DIGITS_MAX

/** Shorter texts would be found everywhere. */
const SHORTEST = 6

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^<>]*>?|[^<]+/g
/** Begins at the beginning of a name only, so that a long run of letters is looked at once. */
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]+)(\s*=\s*)("[^"]*"?|'[^']*'?)/g
/** Plain, or spelled in another way. */
const MAY_HOLD_DIGITS = /[\p{Nd}&%\\]/u
const OUTSIDE = /"[^"]*"?|'[^']*'?|[^"']+/g

/**
 * Puts stars for card numbers, security codes and passwords of a captured message, well formed or not: those that stand where the schema and
 * WS-Security have them, numbers that are a card's by length and check digit wherever they stand (texts, comments, attributes, names, split by CDATA or tags), and security
 * codes that prose names. Of a card number the last four digits stay.
 */
export function concealMessage(text: string): ConcealedMessage {
  const secrets = new Map<string, string>()
  const strayCards: number[] = []
  const stretches: { start: number; end: number; isBehindTag: boolean }[] = []
  const counts = { cards: 0, passwords: 0 }
  let inside: string | undefined
  let kind: 'password' | 'card' | undefined
  const hideCard = (value: string): string => {
    if (!/\p{Nd}/u.test(value)) return value
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
  const hideRuns = (value: string, offset: number, isStray = true): string => {
    if (!MAY_HOLD_DIGITS.test(value)) return value
    const found = findCards(value)
    counts.cards += found.length
    if (isStray) for (const { start } of found) strayCards.push(offset + start)
    return starSecurityCodes(found.length === 0 ? value : replaceCards(value, starDigits))
  }
  let isBehindTag = false
  const hideText = (value: string, start: number): string => {
    if (kind !== undefined) return kind === 'password' ? hidePassword(value) : hideCard(value)
    stretches.push({ start, end: start + value.length, isBehindTag })
    isBehindTag = false
    return value
  }
  // What stands outside of quotes: the name of the element, names of attributes, and values that lost their quotes.
  const hideName = (token: string, offset: number): string => (!MAY_HOLD_DIGITS.test(token) ? token : token.replace(OUTSIDE, (part, at: number) => (part.startsWith('"') || part.startsWith("'") ? part : hideRuns(part, offset + at))))
  const hideAttribute = (whole: string, name: string, equals: string, quoted: string, offset: number): string => {
    const quote = quoted[0] as string
    const isClosed = quoted.length > 1 && quoted.endsWith(quote)
    const value = quoted.slice(1, isClosed ? -1 : undefined)
    const own = secretKind(name.slice(name.indexOf(':') + 1))
    if (own === undefined && PHONE.test(name) && isDialled(value)) return whole
    const hidden = own === 'password' ? hidePassword(value) : own === 'card' ? hideCard(value) : hideRuns(value, offset + name.length + equals.length + 1, !IDENTIFIERS.test(name) && !(PHONE.test(name) && value.replaceAll(/\D/g, '').length <= PHONE_DIGITS_MAX))
    return hidden === value ? whole : `${name}${equals}${quote}${hidden}${isClosed ? quote : ''}`
  }
  const unsplit = text.replace(TOKEN, (token, offset: number) => {
    if (token.startsWith('<![CDATA[')) return `<![CDATA[${hideText(token.slice(9, token.endsWith(']]>') ? -3 : undefined), offset + 9)}${token.endsWith(']]>') ? ']]>' : ''}`
    if (token.startsWith('<!--')) return kind === undefined ? hideRuns(token, offset) : hideText(token, offset)
    if (!token.startsWith('<')) return hideText(token, offset)
    isBehindTag ||= !token.startsWith('<?')
    if (token.length < 4) return token
    const [, slash, name] = /^<(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(token) ?? []
    if (slash === '/' && name === inside) [inside, kind] = [undefined, undefined]
    else if (slash !== '/' && inside === undefined && name !== undefined && secretKind(name) !== undefined && !token.endsWith('/>')) [inside, kind] = [name, secretKind(name)]
    const named = hideName(token, offset)
    return slash === '/' || !token.includes('=') ? named : named.replace(ATTRIBUTE, (whole: string, own: string, equals: string, quoted: string, at: number) => hideAttribute(whole, own, equals, quoted, offset + at))
  })
  const joined = hideJoined(unsplit, stretches)
  counts.cards += joined.cards.length
  strayCards.push(...joined.cards)
  strayCards.sort((a, b) => a - b)
  const known = [...secrets].filter(([secret]) => secret.length >= SHORTEST).sort(([a], [b]) => b.length - a.length)
  const concealer = createConcealer()
  return { text: joined.text, ...counts, strayCards, conceal: (value) => concealer.value(known.length === 0 ? value : concealIn(value, known)) }
}

/** Card numbers and security codes of texts, also where markup splits them. */
function hideJoined(source: string, stretches: readonly { start: number; end: number; isBehindTag: boolean }[]): { text: string; cards: number[] } {
  const { text, sourceOf } = joinText(source, stretches)
  const found = findCards(text)
  const hidden = found.flatMap((card) => {
    const stars = starDigits(text.slice(card.start, card.end))
    return [...stars].flatMap((star, at) => (star === '*' && text[card.start + at] !== '*' ? [sourceOf(card.start + at)] : []))
  })
  const codes = findSecurityCodes(text).flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at).filter((at) => /[\p{Nd}\p{Cs}]/u.test(text[at] as string)).map(sourceOf))
  return { text: starAt(source, [...hidden, ...codes]), cards: found.map(({ start }) => sourceOf(start).start) }
}

function starAt(source: string, ranges: readonly { start: number; end: number }[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue
    parts.push(source.slice(from, start), '*'.repeat(end - start))
    from = end
  }
  return parts.join('') + source.slice(from)
}

/** Every character but the last four digits of a number; a short one goes whole. */
function starCard(value: string): string {
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0
  let at = 0
  return value.replaceAll(/\S/gu, (character) => {
    if (!/\p{Nd}/u.test(character)) return character === '-' ? character : '*'.repeat(character.length)
    return digits >= 12 && ++at > digits - 4 ? character : '*'.repeat(character.length)
  })
}

function concealIn<T>(value: T, secrets: readonly (readonly [string, string])[]): T {
  if (typeof value === 'string') return secrets.reduce<string>((text, [secret, stars]) => text.replaceAll(secret, () => stars), value) as T
  if (Array.isArray(value)) return value.map((item: unknown) => concealIn(item, secrets)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, concealIn(item, secrets)])) as T
}

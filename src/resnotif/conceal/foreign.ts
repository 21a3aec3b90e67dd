import { createSecretFinder, withoutSecrets } from '../../redaction/index.js'
import { findCards, isMasked, replaceCards, starDigits, starTracks } from '../cards/index.js'
import type { XmlNode } from '../xml/index.js'
import { starBareCodes, starSecurityCodes } from './codes.js'
import {
  digitsOfId,
  isApart,
  isIdentifier,
  isNaming,
  isOfMessage,
  isOpen,
  kindNamedBy,
  type SecretKind,
  secretKind,
} from './names.js'
import { isWithinIds, partsOfId, starAt, wordOfId } from './hide-text.js'
import { starPackedCards } from './layers.js'
import { replaceSecrets } from './sign-ins.js'
import { decodeEscapes } from './spelled.js'

interface ConcealOptions {
  /** Values that are secret wherever they stand, such as the password that was sent. */
  secrets?: readonly string[] | undefined
  /** Ids that an answer is compared with: they stay as they are although one may look like a card's number, a security code or a token. */
  ids?: readonly string[] | undefined
  /** Card numbers and security codes only: what looks like a password by its name stays. Default false. */
  isCardsOnly?: boolean
}

/** Takes secrets out of what a stranger wrote. */
export interface Concealer {
  /** Text without card numbers, security codes and passwords. */
  text(text: string): string
  /** A copy of any value in which every text went through `text`. */
  value<T>(value: T): T
  /** The same for an element and all below it, in place; what stands under a secret name goes whole. */
  node(node: XmlNode, above?: SecretKind): void
  /** Ids that look like a secret and stay, whole or their digits: those that were given, and those in the elements that were looked at. */
  keptIds(): string[]
}

export const STARS = '***'
/** What was taken out before, with the word of a sign-in before it. */
const MASKED = /^(?:\w{1,20}\s{1,4})?\[secret\]$/

/** A text with fewer holds neither a number nor a code. */
const SOME_DIGITS = /\p{Nd}[^\p{Nd}]{0,9}\p{Nd}[^\p{Nd}]{0,9}\p{Nd}/u

/** The kind of secret that an element is or stands in. */
const kindOfNode = (one: XmlNode, above: SecretKind | undefined): SecretKind | undefined =>
  above ??
  secretKind(one.name) ??
  one.attributes.flatMap(({ name, value }) => (isNaming(name) ? (kindNamedBy(value) ?? []) : []))[0]

/** The one door for text of others: PMSs and captured messages. Linear in the text. */
export function createConcealer({ secrets = [], ids = [], isCardsOnly = false }: ConcealOptions = {}): Concealer {
  const finder = secrets.length === 0 ? undefined : createSecretFinder(secrets)
  const kept = new Set(ids.flatMap((id) => [...findCards(id).map(({ digits }) => digits), ...wordOfId(id)]))
  /** Ids of elements that were looked at: a number that stands under the name of a card is none. */
  const learnIds = (root: XmlNode, above?: SecretKind): void => {
    const [found, secret] = [new Set<string>(), new Set<string>()]
    let isInMessage = false
    const look = (one: XmlNode, around: SecretKind | undefined, isBeside: boolean): void => {
      const kind = kindOfNode(one, around)
      isInMessage ||= isOfMessage(one.name)
      const isOther = isBeside || isApart(one.name)
      const note = (value: string, own: SecretKind | undefined, attribute?: string): void => {
        if (own !== undefined) {
          secret.add(value.trim())
          if (own === 'card') for (const { digits } of findCards(value)) secret.add(digits)
        } else if (!isOther && isIdentifier(one.name, attribute))
          for (const id of [...digitsOfId(value, isInMessage), ...wordOfId(value)]) found.add(id)
      }
      note(one.text, kind)
      for (const { name, value: told } of one.attributes)
        note(told, secretKind(name) ?? (isOpen(name) ? undefined : kind), name)
      for (const child of one.children) look(child, kind, isOther)
    }
    look(root, above, false)
    for (const id of found) if (![id, ...partsOfId(id)].some((part) => secret.has(part))) kept.add(id)
  }
  const withoutNumbers = (plain: string): string =>
    replaceCards(
      starBareCodes(
        plain,
        findCards(plain).filter(({ digits }) => !kept.has(digits)),
      ),
      (card, digits) => (kept.has(digits) ? card : starDigits(card)),
    )
  const withoutNamed = (plain: string, hide: Parameters<typeof replaceSecrets>[1]): string => {
    const numberless = withoutNumbers(plain)
    const isOfId = isWithinIds(numberless, kept)
    const codeless = starSecurityCodes(numberless, ({ from, to }) => isOfId(from, to))
    const isOfIdStill = isWithinIds(codeless, kept)
    return replaceSecrets(codeless, hide, ({ idFrom, end }) => idFrom !== undefined && isOfIdStill(idFrom, end))
  }
  /** In JSON a new line or tab is a backslash and a letter: what parts words and numbers is seen once that is read. */
  const withoutEscaped = (source: string): string => {
    const view = SOME_DIGITS.test(source) ? decodeEscapes(source, false) : undefined
    if (view === undefined) return source
    const { text: read, sourceOf } = view
    const plain = starTracks(read, findCards(read))
    const hidden = withoutNamed(plain, (found, kind) =>
      kind !== 'card' || isMasked(found) || kept.has(found)
        ? found
        : /\d{12}/.test(found)
          ? starDigits(found)
          : found.replaceAll(/[\p{Nd}\p{Cs}]/gu, (digit) => '*'.repeat(digit.length)),
    )
    const stars: { start: number; end: number }[] = []
    for (let at = 0; at < read.length; at++) if (hidden[at] !== read[at]) stars.push(sourceOf(at))
    return stars.length === 0 ? source : starAt(source, stars)
  }
  const text = (given: string): string => {
    // The secrets of this process as well, before anybody cuts the text to a length.
    const packless = starPackedCards(given, (digits) => kept.has(digits))
    const raw = withoutEscaped(isCardsOnly ? packless : withoutSecrets(packless))
    const known =
      finder === undefined
        ? raw
        : finder.replace(raw, (found) => (/^\d{12,19}$/.test(found) ? starDigits(found) : STARS))
    const plain = starTracks(known, findCards(known))
    return withoutNamed(plain, (found, kind) =>
      kind !== 'card'
        ? isCardsOnly || MASKED.test(found)
          ? found
          : STARS
        : isMasked(found) || kept.has(found)
          ? found
          : /\d{12}/.test(found)
            ? starDigits(found)
            : STARS,
    )
  }
  const value = <T>(item: T): T => {
    if (typeof item === 'string') return text(item) as T
    if (Array.isArray(item)) return item.map((one: unknown) => value(one)) as T
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, value(one)])) as T
  }
  const under = (kind: SecretKind | undefined, raw: string): string => {
    if (kind === undefined || raw.trim() === '') return text(raw)
    if (kind === 'stripe') return STARS
    return kind === 'card' && isMasked(raw) ? raw : kind === 'card' && /\d{12}/.test(raw) ? starDigits(raw) : STARS
  }
  const hideNode = (one: XmlNode, above?: SecretKind): void => {
    const kind = kindOfNode(one, above)
    one.text = under(kind, one.text)
    for (const attribute of one.attributes)
      attribute.value = under(
        secretKind(attribute.name) ?? (isOpen(attribute.name) ? undefined : kind),
        attribute.value,
      )
    const names = one.children.map((child) => (isNaming(child.name) ? kindNamedBy(child.text) : undefined))
    one.children.forEach((child, at) => hideNode(child, kind ?? (isNaming(child.name) ? undefined : names[at - 1])))
  }
  const node = (root: XmlNode, above?: SecretKind): void => {
    learnIds(root, above)
    hideNode(root, above)
  }
  return { text, value, node, keptIds: () => [...kept] }
}

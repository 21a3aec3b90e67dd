import { createSecretFinder } from '../../secret-finder.js'
import type { XmlNode } from '../xml-node.js'
import { starSecurityCodes } from './codes.js'
import { secretKind, replaceNamed } from './names.js'
import { findCards, replaceCards, starDigits } from './numbers.js'

export interface ConcealOptions {
  /** Values that are secret wherever they stand, such as the password that was sent. */
  secrets?: readonly string[] | undefined
  /** Ids that an answer is compared with: they stay as they are although one may look like a card's number. */
  ids?: readonly string[] | undefined
  /** Only `secrets`, each as stars of its length: for a captured message whose numbers are concealed already. Default false. */
  isCapture?: boolean
}

/** Takes secrets out of what a stranger wrote. */
export interface Concealer {
  /** Text without card numbers, security codes and passwords. */
  text(text: string): string
  /** A copy of any value in which every text went through `text`. */
  value<T>(value: T): T
  /** The same for an element and all below it, in place; what stands under a secret name goes whole. */
  node(node: XmlNode): void
}

export const STARS = '***'

/** The one door for text of others: PMSs and captured messages. Linear in the text. */
export function createConcealer({ secrets = [], ids = [], isCapture = false }: ConcealOptions = {}): Concealer {
  const finder = secrets.length === 0 ? undefined : createSecretFinder(secrets)
  const kept = new Set(ids.flatMap((id) => findCards(id).map(({ digits }) => digits)))
  const text = (raw: string): string => {
    const plain = finder === undefined ? raw : finder.replace(raw, (found) => (isCapture ? '*'.repeat(found.length) : STARS))
    if (isCapture) return plain
    const numbered = replaceCards(plain, (card, digits) => (kept.has(digits) ? card : starDigits(card)))
    return replaceNamed(starSecurityCodes(numbered), (value, name) => (/number/i.test(name) ? (kept.has(value) ? value : starDigits(value)) : STARS))
  }
  const value = <T>(item: T): T => {
    if (typeof item === 'string') return text(item) as T
    if (Array.isArray(item)) return item.map((one: unknown) => value(one)) as T
    if (typeof item !== 'object' || item === null) return item
    return Object.fromEntries(Object.entries(item).map(([key, one]) => [key, value(one)])) as T
  }
  const ofName = (name: string, raw: string): string => {
    const kind = raw.trim() === '' ? undefined : secretKind(name.slice(name.indexOf(':') + 1))
    return kind === undefined ? text(raw) : kind === 'card' && /\d{12}/.test(raw) ? starDigits(raw) : STARS
  }
  const node = (one: XmlNode): void => {
    one.text = ofName(one.name, one.text)
    for (const attribute of one.attributes) attribute.value = ofName(attribute.name, attribute.value)
    for (const child of one.children) node(child)
  }
  return { text, value, node }
}

import type { SecretFinder } from '../../redaction/index.js'
import { findCards, findTracks, starDigits } from '../cards/index.js'
import { findBareCodes, findSecurityCodes } from './codes.js'
import { joinText } from './joined-text.js'
import { textOfId } from './names.js'
import { findSecrets } from './sign-ins.js'

/** Ids by where they stand in the message: digits that look like a card's, and whole ids of which a part looks like a security code or a token. */
export type Ids = ReadonlySet<string>
export const NO_IDS: Ids = new Set()

/** So many ids are looked for in each text. */
const WORDS_MAX = 40

/** What of an id looks like a security code or a token. */
export const partsOfId = (id: string): string[] =>
  [...findSecurityCodes(id), ...findSecrets(id).filter(({ idFrom }) => idFrom !== undefined)].map(({ start, end }) =>
    id.slice(start, end),
  )

/** An id of which a part looks so; none where nothing of it does. */
export function wordOfId(value: string): string[] {
  const id = textOfId(value)
  return id === undefined || partsOfId(id).length === 0 ? [] : [id]
}

/** Whether a stretch of a text stands within one of the ids, word and all: with the word before it, it is what that says. */
export function isWithinIds(text: string, ids: Ids): (from: number, to: number) => boolean {
  let spans: { start: number; end: number }[] | undefined
  return (from, to) => {
    if (ids.size === 0) return false
    spans ??= spansOf(text, ids)
    let [low, high] = [0, spans.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((spans[middle]?.start ?? 0) <= from) low = middle + 1
      else high = middle
    }
    return (spans[low - 1]?.end ?? -1) >= to
  }
}

const LETTER = /[\p{L}\p{Nd}]/u
/** Where ids stand, in their order; each end is the furthest of those that begin no later. */
function spansOf(text: string, ids: Ids): { start: number; end: number }[] {
  const words = [...ids].filter((id) => id.length <= text.length && /\P{Nd}/u.test(id)).slice(0, WORDS_MAX)
  const spans: { start: number; end: number }[] = []
  for (const word of words)
    for (let start = text.indexOf(word); start >= 0; start = text.indexOf(word, start + word.length)) {
      const end = start + word.length
      if (!LETTER.test(text[start - 1] ?? '') && !LETTER.test(text[end] ?? '')) spans.push({ start, end })
    }
  let furthest = 0
  return spans
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end }) => ({ start, end: (furthest = Math.max(furthest, end)) }))
}

export interface Stretch {
  start: number
  end: number
  isBehindTag: boolean
}

/** A text of the same length without its secrets. */
interface HiddenText {
  text: string
  /** Where card numbers begin. */
  cards: number[]
  passwords: number
  /** Digits of numbers that the text itself calls a card's. */
  called: string[]
}

/** Card numbers, security codes, named secrets and known values of texts, also where markup splits them or entities spell them. */
export function hideText(
  source: string,
  stretches: readonly Stretch[],
  known?: SecretFinder,
  ids: Ids = NO_IDS,
): HiddenText {
  const { text, sourceOf } = joinText(source, stretches)
  const ranges: { start: number; end: number }[] = []
  const numbers = findCards(text)
  const called = numbers.filter((card) => isCalledCard(text, card)).map(({ digits }) => digits)
  const cards = ids.size === 0 ? numbers : numbers.filter(({ digits }) => !ids.has(digits))
  for (const card of cards) {
    const stars = starDigits(text.slice(card.start, card.end))
    for (let at = 0; at < stars.length; at++)
      if (stars[at] === '*' && text[card.start + at] !== '*') ranges.push(sourceOf(card.start + at))
  }
  const isOfId = isWithinIds(text, ids)
  const codes = findSecurityCodes(text).filter(({ from, to }) => !isOfId(from, to))
  for (const { start, end } of [...codes, ...findBareCodes(text, cards)]) star(start, end, /[\p{Nd}\p{Cs}]/u)
  for (const { start, end } of findTracks(text, numbers)) star(start, end, /[^\s?*]/)
  const secrets = [
    ...findSecrets(text).filter(
      ({ start, end, idFrom }) =>
        !(idFrom !== undefined && isOfId(idFrom, end)) && !cards.some((card) => card.start < end && start < card.end),
    ),
    ...(known === undefined ? [] : known.find(text).map(([start, end]) => ({ start, end, kind: 'password' as const }))),
  ]
  for (const { start, end, kind } of secrets) star(start, end, kind === 'card' ? /[\p{Nd}\p{Cs}]/u : /[^\s*]/)
  return {
    text: starAt(source, ranges),
    called,
    cards: cards.map(({ start }) => sourceOf(start).start),
    passwords: secrets.filter(({ kind, start, end }) => kind === 'password' && /[^\s*]/.test(text.slice(start, end)))
      .length,
  }

  function star(start: number, end: number, what: RegExp): void {
    for (let at = start; at < end; at++) if (what.test(text[at] as string)) ranges.push(sourceOf(at))
  }
}

/** Words before a number, and what stands behind it, that make it a card's. */
const CARD_WORD =
  /(?:cards?|karten?|carte|carta|tarjeta|cartão|kort|visa|master|amex|maestro|diners|\bcc|\bpan)[^\p{L}\p{Nd}]{0,9}(?:(?:no|nr|number|nummer|num)[^\p{L}\p{Nd}]{0,9})?$/iu
const OF_CARD = /^\W{0,9}(?:exp|cvc|cvv|cvn|csc|valid|(?:0[1-9]|1[0-2])\s?\/\s?(?:20)?\d\d(?!\d|\/))/i
const BESIDE_MAX = 40
const isCalledCard = (text: string, { start, end }: { start: number; end: number }): boolean =>
  CARD_WORD.test(text.slice(Math.max(0, start - BESIDE_MAX), start)) || OF_CARD.test(text.slice(end, end + BESIDE_MAX))

/** The same of a text that no markup splits, such as the value of an attribute. */
export function hideWhole(source: string, known?: SecretFinder, ids: Ids = NO_IDS): HiddenText {
  if (!mayHoldSecret(source, known)) return { text: source, cards: [], passwords: 0, called: [] }
  return hideText(source, [{ start: 0, end: source.length, isBehindTag: false }], known, ids)
}

/** No secret that is known by itself is shorter. */
const SHORTEST = 4
/** Digits, spellings of them, and signs or words of secrets. */
const MAY_HOLD = /[\p{Nd}&%\\:=>@]|pass|kennw|pwd|key|secret|basic|bearer|negotiate|ntlm|eyJ/iu

/** Whether a text is worth a look. */
export const mayHoldSecret = (source: string, known?: SecretFinder): boolean =>
  source.length >= SHORTEST && (known !== undefined || MAY_HOLD.test(source))

export function starAt(source: string, ranges: { start: number; end: number }[]): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start < from) continue
    parts.push(source.slice(from, start), '*'.repeat(end - start))
    from = end
  }
  return parts.join('') + source.slice(from)
}

import { findCards } from '../cards/index.js'
import type { SecretFinder } from '../../redaction/index.js'
import { type Ids, isWithinIds, NO_IDS, starAt } from './hide-text.js'
import { hideMarkup } from './markup.js'
import { packedTexts } from './packed.js'
import { decodeEscapes, decodeQuoted } from './spelled.js'

/** A text of the same length without the secrets of the texts in it. */
export interface HiddenLayers {
  text: string
  cards: number
  passwords: number
  /** Stretches that are packed or encrypted, so that nobody knows what is in them. */
  unread: { start: number; end: number }[]
  learned: Set<string>
  /** Digits that look like a card's and stand where an id of the contract does. */
  identifiers: Set<string>
  /** Digits of card numbers that a text calls so. */
  called: Set<string>
}

interface Stretch {
  start: number
  end: number
}

/** From this length on the rest of a packed text is worth reading. */
const DOCUMENT = 200
/** Texts within texts are followed so deep. */
const DEPTH_MAX = 4
/** So much is unpacked of one message, bytes. */
const UNPACKED_MAX = 4_000_000

/**
 * Hides what stands in a message as the text of JSON, of a form, of quoted-printable, in base64, hexadecimal digits or a list of bytes, compressed or not, and in each other.
 * What the source says itself is left to `hideMarkup`.
 */
export function hideLayers(
  source: string,
  known?: SecretFinder,
  depth = 0,
  budget: { bytes: number } = { bytes: UNPACKED_MAX },
  ids: Ids = NO_IDS,
): HiddenLayers {
  const found: HiddenLayers = {
    text: source,
    cards: 0,
    passwords: 0,
    unread: [],
    learned: new Set(),
    identifiers: new Set(),
    called: new Set(),
  }
  const stars: Stretch[] = []
  const parts: string[] = []
  let from = 0
  const look = (text: string): HiddenLayers => {
    const inner = hideLayers(text, known, depth + 1, budget, ids)
    // Behind it, since stars would spoil the spelling of what stands beside them.
    const plain = hideMarkup(inner.text, known, 0, undefined, ids)
    for (const one of [...plain.learned, ...inner.learned]) found.learned.add(one)
    for (const one of [...plain.called, ...inner.called]) found.called.add(one)
    for (const one of [...plain.identifiers, ...inner.identifiers]) found.identifiers.add(one)
    found.cards += plain.cards + inner.cards
    found.passwords += plain.passwords + inner.passwords
    return { ...inner, text: plain.text }
  }
  // Each reads the source as it is: what one makes stars of would spoil the next one's spelling.
  for (const decode of depth < DEPTH_MAX ? [decodeEscapes, decodeQuoted] : []) {
    const view = decode(source)
    if (view === undefined) continue
    const { text, sourceOf } = view
    const inner = look(text)
    if (inner.text !== text)
      for (let at = 0; at < text.length; at++) if (inner.text[at] !== text[at]) stars.push(sourceOf(at))
    for (const { start, end } of inner.unread)
      found.unread.push({ start: sourceOf(start).start, end: sourceOf(end - 1).end })
  }
  const isOfId = isWithinIds(source, ids)
  for (const { start, end, text, write, isCompressed, isUnread } of packedTexts(source, budget)) {
    if (isOfId(start, end)) continue
    if (isUnread || (text !== undefined && depth >= DEPTH_MAX)) found.unread.push({ start, end })
    if (text === undefined || depth >= DEPTH_MAX) continue
    const inner = look(text)
    if (inner.unread.length > 0) found.unread.push({ start, end })
    if (inner.text === text) continue
    const isDocument = end - start >= DOCUMENT && !isCompressed
    parts.push(
      source.slice(from, start),
      (isDocument ? write(inner.text) : undefined) ?? starAll(source.slice(start, end)),
    )
    from = end
  }
  found.text = starAt(parts.join('') + source.slice(from), stars)
  found.unread = outermost(found.unread)
  return found
}

/** A stretch may be met in several readings of the text. */
function outermost(stretches: HiddenLayers['unread']): HiddenLayers['unread'] {
  let to = -1
  return stretches
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ end }) => end > to && ((to = end), true))
}

/** As long as it was, line ends where they were. */
export const starAll = (text: string): string => text.replaceAll(/\S+/g, (word) => '*'.repeat(word.length))

/** A text with stars for what nobody knows the content of. */
export function starUnread(text: string, unread: HiddenLayers['unread']): string {
  const parts: string[] = []
  let from = 0
  for (const { start, end } of unread.toSorted((a, b) => a.start - b.start)) {
    if (end <= from) continue
    parts.push(text.slice(from, Math.max(from, start)), starAll(text.slice(Math.max(from, start), end)))
    from = end
  }
  return parts.join('') + text.slice(from)
}

/** A shorter word packs no number. */
const SOME_RUN = /[A-Za-z\d+/_-]{16}|\d,\s{0,40}-?\d/
const PACKED_DEPTH = 3
/** Of what is unpacked from one text. */
const PACKED_BYTES = 1_000_000

/** Stars in place of base64, hexadecimal digits and lists of bytes that hold a card number. @param isKept digits of an id, which are none */
export function starPackedCards(source: string, isKept: (digits: string) => boolean): string {
  if (!SOME_RUN.test(source)) return source
  const budget = { bytes: PACKED_BYTES }
  const holdsCard = (text: string, depth: number): boolean =>
    findCards(text).some(({ digits }) => !isKept(digits)) ||
    (depth < PACKED_DEPTH && [...packedTexts(text, budget)].some((one) => isOfCard(one.text, depth + 1)))
  const isOfCard = (text: string | undefined, depth: number): boolean => text !== undefined && holdsCard(text, depth)
  const parts: string[] = []
  let from = 0
  for (const { start, end, text } of packedTexts(source, budget)) {
    if (!isOfCard(text, 0)) continue
    parts.push(source.slice(from, start), starAll(source.slice(start, end)))
    from = end
  }
  return parts.join('') + source.slice(from)
}

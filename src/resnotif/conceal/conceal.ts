import { createSecretFinder } from '../../redaction/index.js'
import { createConcealer } from './foreign.js'
import { type Ids, NO_IDS, partsOfId } from './hide-text.js'
import { hideLayers, starUnread } from './layers.js'
import { hideMarkup } from './markup.js'

/** A message without its secrets, and what was taken out. */
export interface ConcealedMessage {
  /** As long as the given text, so that places stay where they are. */
  text: string
  cards: number
  passwords: number
  /** Ids that look like a secret and are kept: whole, or the digits of one that look like a card's. */
  ids: string[]
  /** Packed and encrypted stretches of it, of which nobody knows what is in them. */
  unread: number
  /** The text with stars for those as well. */
  readable: string
  /** Where card numbers begin that stand in texts, comments and attributes of other names. */
  strayCards: number[]
  /** A copy of any value that the message gave, in which no text holds what was taken out, nor a card number or security code in another spelling. */
  conceal<T>(value: T): T
}

/** Shorter texts would be found everywhere. */
const SHORTEST = 6
/** So many passwords of a message are looked for in the rest of it. */
const LEARNED_MAX = 12
const LONGEST = 4_000

/**
 * Puts stars for card numbers, security codes and passwords of a captured message, well formed or not: those that stand under a name of one, wherever the schema, WS-Security or
 * a sender of its own has them (elements, attributes, parameters, prose, headers, addresses), the same values in the rest of the message in whatever spelling, numbers that are
 * a card's by issuer, length and check digit wherever they stand (texts, comments, attributes, names, split by CDATA or tags), and security codes that prose names or that
 * stand beside a card number. The same in texts within it, such as JSON, forms and base64. Of a card number the last four digits stay.
 * What stands where the contract has the id of a reservation, a property or a message is an id, and stays, there and where a text names it; unless it stands under the name of a card as well, or a text calls it one.
 * @param secrets values that are secret wherever they stand, such as the password that was sent
 * @param known ids that are known from elsewhere, as `ids` gives them
 */
export function concealMessage(
  text: string,
  secrets: readonly string[] = [],
  known: readonly string[] = [],
): ConcealedMessage {
  const finder = secrets.length === 0 ? undefined : createSecretFinder(secrets)
  const hide = (ids: Ids) => {
    const layers = hideLayers(text, finder, 0, undefined, ids)
    return { layers, first: hideMarkup(layers.text, finder, 0, undefined, ids) }
  }
  const blind = hide(known.length === 0 ? NO_IDS : new Set(known))
  // A number that stands under the name of a card as well, or that a text calls one, is one.
  const cardsToo = new Set([blind.first, blind.layers].flatMap(({ learned: named, called }) => [...named, ...called]))
  const ids = new Set(
    [...known, ...blind.first.identifiers, ...blind.layers.identifiers].filter(
      (one) => ![one, ...partsOfId(one)].some((part) => cardsToo.has(part)),
    ),
  )
  const { layers, first } = ids.size === known.length ? blind : hide(ids)
  const learned = [...first.learned, ...layers.learned]
    .filter(({ length }) => length >= SHORTEST && length <= LONGEST)
    .slice(0, LEARNED_MAX)
  // Values are known only behind the first reading; what stands under a name is stars by then.
  const finds = learned.length === 0 ? undefined : createSecretFinder(learned)
  const second = finds === undefined ? undefined : hideMarkup(first.text, finds, 0, undefined, ids)
  const shown = second?.text ?? first.text
  const concealer = createConcealer({ secrets: [...secrets, ...learned], ids: [...ids] })
  return {
    text: shown,
    cards: first.cards + layers.cards,
    passwords: first.passwords + layers.passwords + (second?.passwords ?? 0),
    ids: [...ids],
    unread: layers.unread.length,
    readable: starUnread(shown, layers.unread),
    strayCards: layers.text === text ? first.strayCards : hideMarkup(text, finder, 0, undefined, ids).strayCards,
    conceal: (value) => concealer.value(value),
  }
}

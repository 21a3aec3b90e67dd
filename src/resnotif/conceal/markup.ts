import { isAscii, type SecretFinder } from '../../redaction/index.js'
import { decodeEntities, isMasked } from '../cards/index.js'
import { XML_LIMITS } from '../xml/index.js'
import { hideText, hideWhole, type Ids, mayHoldSecret, NO_IDS, starAt, type Stretch, wordOfId } from './hide-text.js'
import { joinText } from './joined-text.js'
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
import { findFields } from './sign-ins.js'

/** A message of the same length without its secrets, and what was found of them. */
interface HiddenMarkup {
  text: string
  cards: number
  passwords: number
  /** Where card numbers begin that stand in texts, comments and attributes of other names. */
  strayCards: number[]
  /** Values that stand under a name of a password, and digits under that of a card number. */
  learned: Set<string>
  /** Digits of card numbers that a text calls so, and what stands under a name of a secret. */
  called: Set<string>
  /** Ids that look like a secret, or digits of them that look like a card's: they stand where the contract has the id of a reservation, a property or a message. */
  identifiers: Set<string>
}

/** Attributes of numbers that are no card's by contract: lint does not warn of one that looks so. */
const IDENTIFIERS = /(^ID|ResID_Value|Token|RPH|TransactionIdentifier|ConfirmationNumber)$/
/** A phone number that says that it is one stays: with a country behind + or 00, and at most 15 digits. */
const PHONE = /PhoneNumber$/
const PHONE_DIGITS_MAX = 15
const isPhone = (name: string, value: string): boolean =>
  PHONE.test(name) && value.replaceAll(/\D/g, '').length <= PHONE_DIGITS_MAX
const isDialled = (value: string): boolean =>
  /^\s*(?:\+|00)/.test(value) && value.replaceAll(/\D/g, '').replace(/^00/, '').length <= PHONE_DIGITS_MAX

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<[^<>]*>?|[^<]+/g
/** The name of a tag, and its attributes. These begin at the beginning of a name only, so that a long run of letters is looked at once. */
interface Names {
  tag: RegExp
  attribute: RegExp
}
const NAMES: Names = {
  tag: /^<([/?]?)((?:[\p{L}\p{M}\p{Nd}_.-]+:)?[\p{L}\p{M}\p{Nd}_.-]+)/u,
  attribute: /(?<![\p{L}\p{M}\p{Nd}_.:-])([\p{L}\p{M}\p{Nd}_.:-]+)(\s*=\s*)("[^"]*"?|'[^']*'?)/gu,
}
/** The same in a message of ASCII alone: tables of all letters take 2 ms to begin with. */
const ASCII_NAMES: Names = {
  tag: /^<([/?]?)((?:[A-Za-z\d_.-]+:)?[A-Za-z\d_.-]+)/,
  attribute: /(?<![A-Za-z\d_.:-])([A-Za-z\d_.:-]+)(\s*=\s*)("[^"]*"?|'[^']*'?)/g,
}
/** Of what stands in a tag outside of quotes. */
const MAY_HOLD = /[\p{Nd}&%\\]|=[^"'\s]/u
const OUTSIDE = /"[^"]*"?|'[^']*'?|[^"']+/g
const ESCAPED = /&(?:amp;){0,2}(?:lt|#0{0,8}60|#x0{0,8}3c);/i
/** Markup inside texts inside comments and so on is followed no deeper. */
const DEPTH_MAX = 3
/** So many texts that may hold a secret are looked at, one by one: names and values of all attributes that a reader takes, and as many again of other texts as half of that. */
const VALUES_MAX = 2.5 * XML_LIMITS.attributes

/**
 * Bounded in time: whatever stands behind the most that a reader takes of attributes, in an element and in the message, becomes stars altogether.
 * @param left how many values are still looked at, in all markup within markup
 * @param ids digits that stay wherever they stand, except under the name of a card or a password
 */
export function hideMarkup(
  source: string,
  known?: SecretFinder,
  depth = 0,
  left: { values: number } = { values: VALUES_MAX },
  ids: Ids = NO_IDS,
): HiddenMarkup {
  const found: HiddenMarkup = {
    text: source,
    cards: 0,
    passwords: 0,
    strayCards: [],
    learned: new Set(),
    called: new Set(),
    identifiers: new Set(),
  }
  const names = isAscii(source) ? ASCII_NAMES : NAMES
  const stretches: Stretch[] = []
  /** The secret element that is open. */
  let inside: { name: string; kind: SecretKind; depth: number } | undefined
  /** What the text before says that the next element holds. */
  let announced: { by: string; kind: SecretKind } | undefined
  let element = ''
  /** Elements of cards and persons that are open. */
  let apart = 0
  let isBehindTag = false

  let isInMessage = false

  const hideSecret = (value: string, kind: SecretKind, offset: number): string => {
    if (!isMasked(value)) found.called.add(decodeEntities(value).trim())
    if (kind === 'card') {
      if (!/\p{Nd}/u.test(value) || isMasked(value)) return value
      found.cards++
      const digits = decodeEntities(value).replaceAll(/\D/g, '')
      if (digits.length >= 12) found.learned.add(digits)
      return starCard(value)
    }
    if (!/[^\s*]/.test(value)) return value
    if (kind === 'stripe') {
      found.cards++
      found.strayCards.push(offset)
    } else found.passwords++
    const plain = decodeEntities(value.trim())
    for (const one of [plain, /^(?:basic|bearer)\s+(\S+)$/i.exec(plain)?.[1] ?? plain]) found.learned.add(one)
    return value.replaceAll(/\S/g, '*')
  }
  const hideValue = (value: string, offset: number, isStray: boolean): string => {
    if (!mayHoldSecret(value, known)) return value
    if (--left.values < 0) return starAll(value)
    const hidden = hideWhole(value, known, ids)
    found.cards += hidden.cards.length
    found.passwords += hidden.passwords
    for (const one of hidden.called) found.called.add(one)
    if (isStray) for (const start of hidden.cards) found.strayCards.push(offset + start)
    return hidden.text
  }
  const hideInner = (value: string, mayBeRaw = true): string => {
    if (depth >= DEPTH_MAX || (!(mayBeRaw && value.includes('<')) && !ESCAPED.test(value))) return value
    if (--left.values < 0) return starAll(value)
    const { text, sourceOf } = joinText(value, [{ start: 0, end: value.length, isBehindTag: false }])
    const inner = hideMarkup(text, known, depth + 1, left, ids)
    for (const one of inner.learned) found.learned.add(one)
    for (const one of inner.identifiers) found.identifiers.add(one)
    for (const one of inner.called) found.called.add(one)
    found.cards += inner.cards
    found.passwords += inner.passwords
    if (left.values < 0) return starAll(value)
    const hidden: { start: number; end: number }[] = []
    for (let at = 0; at < text.length; at++) if (inner.text[at] !== text[at]) hidden.push(sourceOf(at))
    return starAt(value, hidden)
  }
  /** The sign between a name and its value says nothing of the name. */
  const hideOutside = (part: string, offset: number): string => {
    const end = part.trimEnd().endsWith('=') ? part.lastIndexOf('=') : part.length
    return hideValue(part.slice(0, end), offset, true) + part.slice(end)
  }
  const noteId = (value: string, of: string, attribute?: string): void => {
    if (apart > 0 || !isIdentifier(of, attribute)) return
    for (const one of [...digitsOfId(value, isInMessage), ...wordOfId(value)]) found.identifiers.add(one)
  }
  const visit = (value: string, offset: number): string => {
    if (inside !== undefined) return hideSecret(value, inside.kind, offset)
    noteId(value, element)
    const named = isNaming(element) ? kindNamedBy(value) : undefined
    if (named !== undefined) announced = { by: element, kind: named }
    stretches.push({ start: offset, end: offset + value.length, isBehindTag })
    isBehindTag = false
    return value
  }
  const hideTag = (whole: string, offset: number): string => {
    const token = whole.slice(0, beyondAttributes(whole, names.attribute))
    const [, slash = '', name = ''] = names.tag.exec(token) ?? []
    const local = name.slice(name.indexOf(':') + 1)
    const isOpened = slash === '' && !whole.endsWith('/>')
    let kind = inside?.kind
    if (slash === '/') {
      if (inside?.name === local && --inside.depth === 0) inside = undefined
      if (isApart(local) && apart > 0) apart--
      if (announced !== undefined && announced.by !== local) announced = undefined
      element = ''
    } else if (slash === '' && name !== '') {
      kind ??=
        secretKind(local) ?? kindByAttribute(token, names.attribute) ?? (isNaming(local) ? undefined : announced?.kind)
      if (!isNaming(local)) announced = undefined
      if (isOpened && inside?.name === local) inside.depth++
      else if (isOpened && inside === undefined && kind !== undefined) inside = { name: local, kind, depth: 1 }
      element = isOpened ? local : ''
      isInMessage ||= isOfMessage(local)
      if (isOpened && isApart(local)) apart++
    }
    const outside = token.replace(OUTSIDE, (part, at: number) =>
      /^["']/.test(part) || !MAY_HOLD.test(part) ? part : hideOutside(part, offset + at),
    )
    const behind = token.length === whole.length ? '' : starAll(whole.slice(token.length))
    if (slash === '/' || !token.includes('=')) return outside + behind
    const inner = outside.replace(
      names.attribute,
      (all: string, own: string, equals: string, quoted: string, at: number) => {
        const quote = quoted[0] as string
        const isClosed = quoted.length > 1 && quoted.endsWith(quote)
        const value = quoted.slice(1, isClosed ? -1 : undefined)
        const held = secretKind(own) ?? (isOpen(own) ? undefined : kind)
        if (held === undefined && PHONE.test(own) && isDialled(value)) return all
        if (held === undefined && !isApart(local)) noteId(value, local, own)
        const hidden =
          held === undefined
            ? hideValue(
                hideInner(value, false),
                offset + at + own.length + equals.length + 1,
                !IDENTIFIERS.test(own) && !isPhone(own, value),
              )
            : hideSecret(value, held, offset + at + own.length + equals.length + 1)
        return hidden === value ? all : `${own}${equals}${quote}${hidden}${isClosed ? quote : ''}`
      },
    )
    return inner + behind
  }
  const fields = findFields(source).toSorted((a, b) => b.start - a.start)
  const unformed = fields.reduce(
    (text, { start, end, kind }) =>
      text.slice(0, start) + hideSecret(text.slice(start, end), kind, start) + text.slice(end),
    source,
  )
  const unsplit = unformed.replace(TOKEN, (token, offset: number) => {
    if (left.values < 0) return starAll(token)
    if (token.startsWith('<![CDATA[')) {
      const end = token.endsWith(']]>') ? ']]>' : ''
      return `<![CDATA[${hideInner(visit(token.slice(9, end === '' ? undefined : -3), offset + 9))}${end}`
    }
    if (token.startsWith('<!--'))
      return inside === undefined
        ? hideValue(token.slice(0, 4) + hideInner(token.slice(4)), offset, true)
        : visit(token, offset)
    if (!token.startsWith('<')) return hideInner(visit(token, offset))
    isBehindTag ||= !token.startsWith('<?')
    return token.length < 4 ? token : hideTag(token, offset)
  })
  const joined = hideText(unsplit, stretches, known, ids)
  for (const one of joined.called) found.called.add(one)
  return {
    ...found,
    text: joined.text,
    cards: found.cards + joined.cards.length,
    passwords: found.passwords + joined.passwords,
    strayCards: [...found.strayCards, ...joined.cards].sort((a, b) => a - b),
  }
}

/** As long as it was, blanks and line ends where they were. */
const starAll = (text: string): string => text.replaceAll(/\S+/g, (word) => '*'.repeat(word.length))

/** What the first attribute that names something says that the element holds. */
function kindByAttribute(tag: string, attribute: RegExp): SecretKind | undefined {
  if (!tag.includes('=')) return undefined
  for (const [, name = '', , quoted = ''] of tag.matchAll(attribute)) {
    if (!isNaming(name)) continue
    const kind = kindNamedBy(decodeEntities(quoted.replace(/^["']|["']$/g, '')))
    if (kind !== undefined) return kind
  }
  return undefined
}

/** Where the first attribute stands that no reader takes any more; undefined where there is none. */
function beyondAttributes(tag: string, attribute: RegExp): number | undefined {
  // Shorter than so many names, signs and quotation marks.
  if (tag.length < XML_LIMITS.attributesPerElement * 4) return undefined
  let count = 0
  for (const { index } of tag.matchAll(attribute)) if (++count > XML_LIMITS.attributesPerElement) return index
  return undefined
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

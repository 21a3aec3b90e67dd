import { createConcealer, holdsCard, isMasked, isNaming, secretKind, starDigits } from '../../resnotif/index.js'

/** Card numbers and security codes that a service echoes, although the interface allows neither. */

export interface CardHider {
  /** An id that a person gave, in an address or under the name of an id, stays whole, although it may look like a card's number. The security code of a card that is sent is remembered, to be hidden. */
  keep(asked: unknown): void
  /** The id of a booking, however short: it stays whole although a part of it may look like a security code. */
  keepBooking(id: string): void
  /** A text with every card number as stars and its last four digits, and every security code as stars. */
  text(text: string): string
  /** The same without what a text says to be a password, a key or a token: for a trace, which goes to others. */
  trace(text: string): string
  /** A copy of what was answered, by the names of its fields as well; what is an id by its name stays whole. */
  value(value: unknown): unknown
}

const HIDDEN_CODE = '***'
const CODES: ReadonlySet<string> = new Set([
  'cvc',
  'cvc2',
  'cvv',
  'cvv2',
  'cvn',
  'cvn2',
  'csc',
  'securitycode',
  'cardsecuritycode',
  'cardcode',
  'verificationcode',
  'verificationvalue',
  'cardverificationcode',
  'cardverificationvalue',
  'cvccode',
  'cvvcode',
  'seriescode',
  'cvccvv',
  'cvvcvc',
  'cvd',
  'cvd2',
  'cav',
  'cav2',
  'cvcnumber',
  'cvvnumber',
  'cvcvalue',
  'cvvvalue',
  'securitynumber',
  'cardsecuritynumber',
  'cardverification',
  'cardverificationnumber',
])
/** Names that mean something else outside of a card. */
const CODES_OF_A_CARD: ReadonlySet<string> = new Set([
  'code',
  'cid',
  'cid2',
  'cidcode',
  'cidnumber',
  'cidvalue',
  'verification',
  'verificationnumber',
  'security',
  'pin',
])
/** Of these, those that are a code's beside a card as well: `code` and `pin` are of anything there. */
const CODES_BESIDE_A_CARD: ReadonlySet<string> = new Set(
  [...CODES_OF_A_CARD].filter((name) => name !== 'code' && name !== 'pin'),
)
const NUMBERS: ReadonlySet<string> = new Set([
  'number',
  'cardnumber',
  'cardno',
  'pan',
  'primaryaccountnumber',
  'creditcardnumber',
  'paymentcardnumber',
  'ccnumber',
  'maskednumber',
  'maskedcardnumber',
  'maskedpan',
  'fullnumber',
  'accountnumber',
])
const MOST_IDS = 1_000
const plainKey = (key: string): string =>
  key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
const isCard = (key: string): boolean => /cards?(?:data|details?|info|information)?$/.test(key)
const isId = (key: string): boolean => /(?:^id|Id|ID|_id|ids|Ids|^RecordLocator)$/.test(key.slice(-60))
/** Fields by which something is named. What a person writes for people to read (a comment, a name, a telephone number) is none. */
const isNameOfThing = (key: string): boolean =>
  isId(key) || /(?:code|ref|reference|token|uuid|locator|key)$/.test(plainKey(key))
const isPlain = (value: unknown): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
/** Twelve digits and more, whatever separates them, and nothing else. */
const isLong = (text: string): boolean => text.length <= 80 && /^\D{0,3}\d(?:\D{0,3}\d){11,18}\D{0,3}$/.test(text)

/** A telephone number with a plus says that it is one, in a list of numbers too. */
const PHONE = /^\s{0,9}\+[\s(]{0,2}\d(?:[ ()./-]{0,3}\d){6,14}\s{0,9}$/

const isShort = (text: string): boolean => /^\s{0,9}\d{3,4}\s{0,9}$/.test(text)

/** Whether what stands under a name, or a value by itself, is a fact of a card: beside it a `cid` is the code of that card, elsewhere the id of a customer or a campaign. */
function isCardFact(name: string, value: unknown): boolean {
  const plain = plainKey(name)
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return false
  if (isCard(plain) || /^(?:credit|payment|debit|bank|guarantee)?card/.test(plain) || plain.endsWith('holdername'))
    return true
  const text = isPlain(value) ? String(value) : ''
  return (
    text.length >= 12 && text.length <= 80 && !isId(name) && (holdsCard(text) || (NUMBERS.has(plain) && isMasked(text)))
  )
}

/** Fields of a card that a service puts into an object of their own. */
const isSecurity = (key: string): boolean => /secur|verif|authentic/.test(plainKey(key))

/** Where the fields of an answer stand: within a card, beside the facts of one, under the name of a magnetic stripe. */
interface Surroundings {
  isInCard: boolean
  isBeside: boolean
  isStripe: boolean
}

/** Lists of names and values, such as `{"name": "cvc", "value": "123"}`. */
const VALUES: ReadonlySet<string> = new Set(['value', 'val', 'v', 'content', 'text', 'data'])
function nameOfValues(item: object): string | undefined {
  return Object.entries(item).flatMap(([key, told]) =>
    isNaming(key) && typeof told === 'string' && told.length <= 60 && /\p{L}/u.test(told) ? [told] : [],
  )[0]
}

/** Copies in which something was hidden. */
const hidden = new WeakSet<object>()

/** Whether a value that was answered has stars in place of a card: what is made of it is not what the service holds. */
export const isHidden = (value: object): boolean => hidden.has(value)

/** A copy, remembered where one of its values is another than it was. */
function noted<T extends object>(
  given: readonly unknown[],
  shown: readonly unknown[],
  copy: T = shown as unknown as T,
): T {
  if (shown.some((one, at) => (typeof one === 'object' && one !== null ? hidden.has(one) : one !== given[at])))
    hidden.add(copy)
  return copy
}

export function createCardHider(): CardHider {
  const ids = new Set<string>()
  let concealer = createConcealer({ isCardsOnly: true })
  let tracing = createConcealer()
  const codes = new Set<string>()
  let sentCodes: RegExp | undefined
  const plainText = (text: string, by = concealer): string => {
    const plain = by.text(text)
    return sentCodes === undefined ? plain : plain.replace(sentCodes, HIDDEN_CODE)
  }
  /** The code of a card is known where this process sends it: as a number of its own, wherever it comes back. What is percent encoded may stand before it. */
  const learnCode = (text: string): void => {
    if (!/^\d{3,4}$/.test(text) || codes.size >= MOST_IDS || codes.has(text)) return
    codes.add(text)
    sentCodes = new RegExp(`(?:(?<!\\p{Nd})|(?<=%[\\dA-F]{2}))(?:${[...codes].join('|')})(?!\\p{Nd})`, 'giu')
  }

  const add = (id: string): void => {
    if (id.length > 255 || ids.size >= MOST_IDS || ids.has(id)) return
    ids.add(id)
    concealer = createConcealer({ ids: [...ids], isCardsOnly: true })
    tracing = createConcealer({ ids: [...ids] })
  }
  const keep = (asked: unknown, key = '', isInside = false, isInBody = false): void => {
    const isInCard = isInside || isCard(plainKey(key))
    if (isPlain(asked) && (CODES.has(plainKey(key)) || (isInCard && CODES_OF_A_CARD.has(plainKey(key)))))
      return learnCode(String(asked).trim())
    if (isInCard && typeof asked === 'object' && asked !== null) {
      for (const [name, inner] of Object.entries(asked)) keep(inner, name, true, isInBody)
      return
    }
    if (isInCard || isCard(plainKey(key)) || NUMBERS.has(plainKey(key))) return
    if (isPlain(asked)) {
      const text = String(asked)
      if (isInBody && !isNameOfThing(key)) return
      if (text.length >= 13 && /\d{4}/.test(text)) add(text)
    } else if (typeof asked === 'object' && asked !== null)
      for (const [name, inner] of Object.entries(asked))
        keep(inner, Array.isArray(asked) ? key : name, false, isInBody || (key === '' && name === 'body'))
  }
  const hidePlain = (
    value: string | number | bigint,
    key: string,
    { isInCard, isBeside, isStripe }: Surroundings,
  ): unknown => {
    const plain = plainKey(key)
    const text = String(value)
    if (isStripe || secretKind(key) === 'stripe') return text.trim() === '' ? value : HIDDEN_CODE
    if (
      CODES.has(plain) ||
      (isShort(text) &&
        ((isInCard && CODES_OF_A_CARD.has(plain)) ||
          (isBeside && CODES_BESIDE_A_CARD.has(plain)) ||
          secretKind(key) === 'card'))
    )
      return text.trim() === '' ? value : HIDDEN_CODE
    if (codes.has(text.trim()) && !(isId(key) && !isInCard) && !plain.startsWith('exp')) return HIDDEN_CODE
    const isNamed = isInCard || (NUMBERS.has(plain) && !PHONE.test(text)) || isCard(plain)
    if (isNamed && !(isId(key) && !isInCard) && isLong(text)) return starDigits(text)
    return typeof value !== 'string' || (isId(key) && !isInCard) ? value : plainText(value)
  }
  const hide = (value: unknown, key: string, around: Surroundings): unknown => {
    if (isPlain(value)) return hidePlain(value, key, around)
    const isStripe = around.isStripe || secretKind(key) === 'stripe'
    if (Array.isArray(value))
      return noted(
        value,
        value.map((one) => hide(one, key, { ...around, isStripe })),
      )
    if (typeof value !== 'object' || value === null) return value
    const isInCard = around.isInCard || isCard(plainKey(key))
    const isBeside =
      isInCard ||
      (around.isBeside && isSecurity(key)) ||
      Object.entries(value).some(([name, inner]) => isCardFact(name, inner))
    const named = nameOfValues(value)
    const shown = Object.entries(value).map(([name, inner]): [string, unknown] => [
      sentCodes === undefined ? name : name.replace(sentCodes, HIDDEN_CODE),
      hide(inner, named !== undefined && VALUES.has(plainKey(name)) ? named : name, { isInCard, isBeside, isStripe }),
    ])
    return noted(
      Object.values(value),
      shown.map(([, inner]) => inner),
      Object.fromEntries(shown),
    )
  }
  return {
    keep: (asked) => keep(asked),
    keepBooking: add,
    text: (text) => plainText(text),
    trace: (text) => plainText(text, tracing),
    value: (value) => hide(value, '', { isInCard: false, isBeside: false, isStripe: false }),
  }
}

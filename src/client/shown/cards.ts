import { createConcealer, starDigits } from '../../resnotif/index.js'

/** Card numbers and security codes that a service echoes, although the interface allows neither. */

export interface CardHider {
  /** An id that a person gave stays whole, although it may look like a card's number. The security code of a card that is sent is remembered, to be hidden. */
  keep(asked: unknown): void
  /** A text with every card number as stars and its last four digits, and every security code as stars. */
  text(text: string): string
  /** A copy of what was answered, by the names of its fields as well; what is an id by its name stays whole. */
  value(value: unknown): unknown
}

const HIDDEN_CODE = '***'
const CODES: ReadonlySet<string> = new Set(['cvc', 'cvc2', 'cvv', 'cvv2', 'cvn', 'cvn2', 'csc', 'securitycode', 'cardsecuritycode', 'cardcode', 'verificationcode', 'verificationvalue', 'cardverificationcode', 'cardverificationvalue', 'cvccode', 'cvvcode', 'seriescode', 'cvccvv', 'cvvcvc', 'cvd', 'cvd2', 'cav', 'cav2', 'cvcnumber', 'cvvnumber', 'cvcvalue', 'cvvvalue', 'securitynumber', 'cardsecuritynumber', 'cardverification', 'cardverificationnumber'])
/** Names that mean something else outside of a card. */
const CODES_OF_A_CARD: ReadonlySet<string> = new Set(['code', 'cid', 'verification', 'verificationnumber', 'security', 'pin'])
const NUMBERS: ReadonlySet<string> = new Set(['number', 'cardnumber', 'cardno', 'pan', 'primaryaccountnumber', 'creditcardnumber', 'paymentcardnumber', 'ccnumber', 'maskednumber', 'maskedcardnumber', 'maskedpan', 'fullnumber', 'accountnumber'])
const MOST_IDS = 1_000
const plainKey = (key: string): string => key.slice(0, 100).toLowerCase().replace(/[^a-z0-9]/g, '')
const isCard = (key: string): boolean => /cards?$/.test(key)
const isId = (key: string): boolean => /(?:^id|Id|ID|_id|ids|Ids|^RecordLocator)$/.test(key.slice(-60))
const isPlain = (value: unknown): value is string | number | bigint => typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
/** Twelve digits and more, whatever separates them, and nothing else. */
const isLong = (text: string): boolean => text.length <= 80 && /^\D{0,3}\d(?:\D{0,3}\d){11,18}\D{0,3}$/.test(text)

export function createCardHider(): CardHider {
  const ids = new Set<string>()
  let concealer = createConcealer({ isCardsOnly: true })
  const codes = new Set<string>()
  let sentCodes: RegExp | undefined
  const plainText = (text: string): string => {
    const plain = concealer.text(text)
    return sentCodes === undefined ? plain : plain.replace(sentCodes, HIDDEN_CODE)
  }
  /** The code of a card is known where this process sends it: as a number of its own, wherever it comes back. What is percent encoded may stand before it. */
  const learnCode = (text: string): void => {
    if (!/^\d{3,4}$/.test(text) || codes.size >= MOST_IDS || codes.has(text)) return
    codes.add(text)
    sentCodes = new RegExp(`(?:(?<!\\p{Nd})|(?<=%[\\dA-F]{2}))(?:${[...codes].join('|')})(?!\\p{Nd})`, 'giu')
  }

  const keep = (asked: unknown, key = '', isInside = false): void => {
    const isInCard = isInside || isCard(plainKey(key))
    if (isPlain(asked) && (CODES.has(plainKey(key)) || (isInCard && CODES_OF_A_CARD.has(plainKey(key))))) return learnCode(String(asked).trim())
    if (isInCard && typeof asked === 'object' && asked !== null) {
      for (const [name, inner] of Object.entries(asked)) keep(inner, name, true)
      return
    }
    if (isInCard || isCard(plainKey(key)) || NUMBERS.has(plainKey(key))) return
    if (isPlain(asked)) {
      const text = String(asked)
      if (text.length < 13 || text.length > 255 || ids.size >= MOST_IDS || ids.has(text) || !/\d{4}/.test(text)) return
      ids.add(text)
      concealer = createConcealer({ ids: [...ids], isCardsOnly: true })
    } else if (typeof asked === 'object' && asked !== null) for (const [name, inner] of Object.entries(asked)) keep(inner, name)
  }
  const hidePlain = (value: string | number | bigint, key: string, isInCard: boolean): unknown => {
    const plain = plainKey(key)
    const text = String(value)
    if (CODES.has(plain) || (isInCard && CODES_OF_A_CARD.has(plain) && /^\s{0,9}\d{3,4}\s{0,9}$/.test(text))) return text.trim() === '' ? value : HIDDEN_CODE
    if (codes.has(text.trim()) && !(isId(key) && !isInCard) && !plain.startsWith('exp')) return HIDDEN_CODE
    const isNamed = isInCard || NUMBERS.has(plain) || isCard(plain)
    if (isNamed && !(isId(key) && !isInCard) && isLong(text)) return starDigits(text)
    return typeof value !== 'string' || (isId(key) && !isInCard) ? value : plainText(value)
  }
  const hide = (value: unknown, key: string, isInCard: boolean): unknown => {
    if (isPlain(value)) return hidePlain(value, key, isInCard)
    if (Array.isArray(value)) return value.map((one) => hide(one, key, isInCard))
    if (typeof value !== 'object' || value === null) return value
    const isInside = isInCard || isCard(plainKey(key))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [sentCodes === undefined ? name : name.replace(sentCodes, HIDDEN_CODE), hide(inner, name, isInside)]))
  }
  return { keep: (asked) => keep(asked), text: plainText, value: (value) => hide(value, '', false) }
}

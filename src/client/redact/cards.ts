import { createConcealer } from '../../resnotif/conceal/foreign.js'
import { starDigits } from '../../resnotif/conceal/numbers.js'

/** Card numbers and security codes that a service echoes, although the interface allows neither. */

export interface CardHider {
  /** An id that a person gave stays whole, although it may look like a card's number. */
  keep(asked: unknown): void
  /** A text with every card number as stars and its last four digits, and every security code as stars. */
  text(text: string): string
  /** A copy of what was answered, by the names of its fields as well; what is an id by its name stays whole. */
  value(value: unknown): unknown
}

const HIDDEN_CODE = '***'
const CODES: ReadonlySet<string> = new Set(['cvc', 'cvc2', 'cvv', 'cvv2', 'cvn', 'cvn2', 'csc', 'securitycode', 'cardsecuritycode', 'cardcode', 'verificationcode', 'verificationvalue', 'cardverificationcode', 'cardverificationvalue', 'cvccode', 'cvvcode', 'seriescode'])
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

  const keep = (asked: unknown, key = ''): void => {
    if (isCard(plainKey(key)) || NUMBERS.has(plainKey(key))) return
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
    if (CODES.has(plain) || (isInCard && plain === 'code' && /^\s{0,9}\d{3,4}\s{0,9}$/.test(text))) return text.trim() === '' ? value : HIDDEN_CODE
    const isNamed = isInCard || NUMBERS.has(plain) || isCard(plain)
    if (isNamed && !(isId(key) && !isInCard) && isLong(text)) return starDigits(text)
    return typeof value !== 'string' || (isId(key) && !isInCard) ? value : concealer.text(value)
  }
  const hide = (value: unknown, key: string, isInCard: boolean): unknown => {
    if (isPlain(value)) return hidePlain(value, key, isInCard)
    if (Array.isArray(value)) return value.map((one) => hide(one, key, isInCard))
    if (typeof value !== 'object' || value === null) return value
    const isInside = isInCard || isCard(plainKey(key))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hide(inner, name, isInside)]))
  }
  return { keep: (asked) => keep(asked), text: (text) => concealer.text(text), value: (value) => hide(value, '', false) }
}

import { isPlain, isSameAs } from './same.js'
import { isObject, isThere, type Loose, type Mismatch } from './values.js'

/** What an answer shows of a card, held against the one that was sent. Of its number nobody tells more than the last four digits. */

const NUMBERS = ['maskedNumber', 'number', 'cardNumber', 'maskedCardNumber', 'maskedPan', 'pan', 'last4', 'lastFour', 'lastFourDigits', 'last4Digits'] as const
const HOLDERS = ['holderName', 'holder', 'cardHolder', 'cardholder', 'cardHolderName', 'cardholderName'] as const
const EXPIRIES = ['expiry', 'expiryDate', 'expirationDate', 'expiration', 'validThru', 'validUntil'] as const
const MONTHS = ['expiryMonth', 'expirationMonth', 'expMonth'] as const
const YEARS = ['expiryYear', 'expirationYear', 'expYear'] as const

/** @param wanted the card of the request @param answered the card of the answer; what it leaves out, or has null for, is no mismatch */
export function otherCard(wanted: unknown, answered: unknown): Mismatch[] {
  if (!isObject(wanted) || !isObject(answered)) return []
  const expiry = firstOf(answered, EXPIRIES)
  const [month, year] = monthOf(expiry?.value) ?? []
  return [
    ...told(answered, NUMBERS).flatMap(({ name, value }) => otherNumber(name, wanted['number'], value)),
    ...told(answered, HOLDERS).flatMap(({ name, value }) => (isSameAs('word', wanted['holderName'], value) ? [] : [mismatch(name, wanted['holderName'], value)])),
    ...told(answered, MONTHS).flatMap(({ name, value }) => (Number(value) === wanted['expiryMonth'] ? [] : [mismatch(name, wanted['expiryMonth'], value)])),
    ...told(answered, YEARS).flatMap(({ name, value }) => (fullYear(Number(value)) === wanted['expiryYear'] ? [] : [mismatch(name, wanted['expiryYear'], value)])),
    ...(expiry !== undefined && month !== undefined && (month !== wanted['expiryMonth'] || year !== wanted['expiryYear']) ? [mismatch(expiry.name, `${String(wanted['expiryMonth'])}/${String(wanted['expiryYear'])}`, `${month}/${year}`)] : []),
  ]
}

const mismatch = (name: string, asked: unknown, answered: unknown): Mismatch => ({ field: `card.${name}`, asked: String(asked), answered: String(answered).trim() === '' ? 'empty' : String(answered).slice(0, 200) })

const told = (card: Loose, names: readonly string[]): { name: string; value: unknown }[] => names.filter((name) => Object.hasOwn(card, name) && isThere(card[name]) && isPlain(card[name])).map((name) => ({ name, value: card[name] }))
const firstOf = (card: Loose, names: readonly string[]): { name: string; value: unknown } | undefined => told(card, names)[0]

/** The digits at the end are compared, as many as are shown. A number that is masked to its end says nothing. */
function otherNumber(name: string, wanted: unknown, shown: unknown): Mismatch[] {
  const text = String(shown).slice(0, 60).replace(/[\s-]/g, '')
  const tail = /\d{1,4}$/.exec(text)?.[0]
  if (tail === undefined || String(wanted).endsWith(tail)) return []
  return [{ field: `card.${name}`, asked: `a number that ends in ${String(wanted).slice(-4)}`, answered: `one that ends in ${tail}` }]
}

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)

/** `12/2030`, `12/30`, `1230`, `2030-12` and `2030-12-31`: month and year. */
function monthOf(value: unknown): [number, number] | undefined {
  const text = String(value ?? '').slice(0, 40).replace(/\s/g, '')
  const [, first, second] = /^(\d{1,2})[/.-]?(\d{4}|\d{2})$/.exec(text) ?? []
  if (first !== undefined) return [Number(first), fullYear(Number(second))]
  const [, year, month] = /^(\d{4})[/.-](\d{1,2})(?:[/.T-]|$)/.exec(text) ?? []
  return year === undefined ? undefined : [Number(month), Number(year)]
}

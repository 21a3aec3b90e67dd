import { firstCharacters } from '../../redaction/index.js'
import { isPlain, isSameAs } from './same.js'
import { isObject, isThere, type Loose, type Mismatch } from './values.js'

/** What an answer shows of a card, held against the one that was sent: wherever a card stands in it, and as many digits of its number as it shows. */

const NUMBERS = names(
  'maskedNumber',
  'number',
  'cardNumber',
  'maskedCardNumber',
  'maskedPan',
  'pan',
  'last4',
  'lastFour',
  'lastFourDigits',
  'last4Digits',
  'cardLast4',
  'cardLastFour',
)
const BEGINNINGS = names('bin', 'iin', 'first6', 'firstSix', 'firstSixDigits', 'first6Digits', 'cardBin')
const HOLDERS = names('holderName', 'holder', 'cardHolder', 'cardHolderName', 'nameOnCard')
const EXPIRIES = names('expiry', 'expiryDate', 'expirationDate', 'expiration', 'validThru', 'validUntil', 'cardExpiry')
const MONTHS = names('expiryMonth', 'expirationMonth', 'expMonth')
const YEARS = names('expiryYear', 'expirationYear', 'expYear')
/** What only a card has: a record with one of these is one, whatever it is called. */
const TELLING: ReadonlySet<string> = new Set([...NUMBERS].filter((name) => name !== 'number'))

const DEEPEST = 6
const MOST_RECORDS = 1_000

function names(...all: string[]): ReadonlySet<string> {
  return new Set(all.map(plainKey))
}

function plainKey(key: string): string {
  return key
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** A card of an answer, and where it stands. In a list of several, one of them is the card that was sent. */
export interface ToldCard {
  place: string
  cards: readonly Loose[]
}

const isCardKey = (key: string): boolean => /cards?$/.test(plainKey(key))
const cardOf = (value: unknown): Loose[] =>
  isObject(value) ? [value] : isPlain(value) && /\d{4}/.test(String(value).slice(0, 100)) ? [{ number: value }] : []

/** Every card of an answer: what is called one, and each record with a field that only a card has. */
export function cardsIn(record: unknown): ToldCard[] {
  const found: ToldCard[] = []
  let level: { place: string; value: unknown }[] = [{ place: '', value: record }]
  for (let depth = 0, seen = 0; depth < DEEPEST && seen < MOST_RECORDS; depth += 1) {
    const next: typeof level = []
    for (const { place, value } of level.slice(0, MOST_RECORDS)) {
      seen += 1
      if (Array.isArray(value))
        next.push(...value.slice(0, MOST_RECORDS).map((one: unknown, at) => ({ place: `${place}[${at}]`, value: one })))
      if (!isObject(value)) continue
      if (Object.keys(value).some((key) => TELLING.has(plainKey(key)))) found.push({ place, cards: [value] })
      for (const [key, inner] of Object.entries(value)) {
        const at = place === '' ? key : `${place}.${key}`
        if (isCardKey(key) && !TELLING.has(plainKey(key))) {
          const cards = (Array.isArray(inner) ? inner.slice(0, MOST_RECORDS) : [inner]).flatMap(cardOf)
          if (cards.length > 0) found.push({ place: at, cards })
        } else if (typeof inner === 'object' && inner !== null) next.push({ place: at, value: inner })
      }
    }
    level = next
  }
  return found
}

/** @param wanted the card of the request @param answered the whole record of the answer; what it leaves out, or has null for, is no mismatch */
export function otherCard(wanted: unknown, answered: unknown): Mismatch[] {
  if (!isObject(wanted)) return []
  return cardsIn(answered).flatMap(({ place, cards }) => {
    const others = cards.map((card) => otherThan(wanted, card, place))
    return others.some((one) => one.length === 0) ? [] : (others[0] ?? [])
  })
}

/** What one card of an answer says otherwise. */
export function otherThan(wanted: Loose, card: Loose, place: string): Mismatch[] {
  const mismatch = (name: string, asked: unknown, answered: unknown): Mismatch => ({
    field: place === '' ? name : `${place}.${name}`,
    asked: String(asked),
    answered: String(answered).trim() === '' ? 'empty' : firstCharacters(String(answered), 200),
  })
  const [expiry] = told(card, EXPIRIES)
  const [month, year] = monthOf(expiry?.value) ?? []
  return [
    ...told(card, NUMBERS).flatMap(({ name, value }) =>
      otherNumber(wanted['number'], value).map(([asked, answered]) => mismatch(name, asked, answered)),
    ),
    ...told(card, BEGINNINGS).flatMap(({ name, value }) =>
      String(wanted['number']).startsWith(String(value).trim())
        ? []
        : [mismatch(name, 'as in the number that was sent', 'otherwise')],
    ),
    ...told(card, HOLDERS).flatMap(({ name, value }) =>
      isSameAs('word', wanted['holderName'], value) ? [] : [mismatch(name, wanted['holderName'], value)],
    ),
    ...told(card, MONTHS).flatMap(({ name, value }) =>
      Number(value) === wanted['expiryMonth'] ? [] : [mismatch(name, wanted['expiryMonth'], value)],
    ),
    ...told(card, YEARS).flatMap(({ name, value }) =>
      fullYear(Number(value)) === wanted['expiryYear'] ? [] : [mismatch(name, wanted['expiryYear'], value)],
    ),
    ...(expiry !== undefined &&
    month !== undefined &&
    (month !== wanted['expiryMonth'] || year !== wanted['expiryYear'])
      ? [mismatch(expiry.name, `${String(wanted['expiryMonth'])}/${String(wanted['expiryYear'])}`, `${month}/${year}`)]
      : []),
  ]
}

const told = (card: Loose, wanted: ReadonlySet<string>): { name: string; value: unknown }[] =>
  Object.entries(card).flatMap(([name, value]) =>
    wanted.has(plainKey(name)) && isThere(value) && isPlain(value) ? [{ name, value }] : [],
  )

/** The digits at both ends are compared, as many as are shown. A number that is masked to its ends says nothing. */
function otherNumber(wanted: unknown, shown: unknown): [asked: string, answered: string][] {
  const text = String(shown).slice(0, 60).replace(/[\s-]/g, '')
  const sent = String(wanted)
  const tail = /\d{1,19}$/.exec(text)?.[0] ?? ''
  const last = tail.slice(-4)
  if (!sent.endsWith(last)) return [[`a number that ends in ${sent.slice(-4)}`, `one that ends in ${last}`]]
  const isWhole = tail === text && tail.length >= 12
  const head = /^\d{1,19}(?=[^\d])/.exec(text)?.[0] ?? ''
  const isOther = isWhole ? tail !== sent : !sent.endsWith(tail) || !sent.startsWith(head)
  return isOther ? [['the number that was sent', 'one with other digits']] : []
}

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)

/** `12/2030`, `12/30`, `1230`, `2030-12` and `2030-12-31`: month and year. */
function monthOf(value: unknown): [number, number] | undefined {
  const text = String(value ?? '')
    .slice(0, 40)
    .replace(/\s/g, '')
  const [, first, second] = /^(\d{1,2})[/.-]?(\d{4}|\d{2})$/.exec(text) ?? []
  if (first !== undefined) return [Number(first), fullYear(Number(second))]
  const [, year, month] = /^(\d{4})[/.-](\d{1,2})(?:[/.T-]|$)/.exec(text) ?? []
  return year === undefined ? undefined : [Number(month), Number(year)]
}

import { firstCharacters } from '../../redaction/index.js'
import { isSameAs } from './same.js'
import { isObject, isThere, type Loose, type Mismatch, otherValue, wordsOf } from './values.js'

/** Compares the booking of an answer with the one that was asked for: who stays, and in what. */

/** What differs. What the answer leaves out is not compared; guests and lines come in any order. */
export function otherBooking(body: unknown, result: unknown): Mismatch[] {
  if (!isObject(body) || !isObject(result)) return []
  return [
    ...otherRooms(body, result),
    ...otherCounts('totalGuestCounts', body['totalGuestCounts'], result['totalGuestCounts']),
    ...otherBooker(body['booker'], result['booker']),
  ]
}

/**
 * Guests by adults and children. Children stand there with their ages, or as a number alone; a number for all guests counts children as well. Whoever asks
 * for no children leaves them out, so guests that are counted without them are other guests than were asked for.
 */
export function otherCounts(field: string, wanted: unknown, answered: unknown): Mismatch[] {
  if (!isObject(wanted) || !isObject(answered)) return []
  const { adults, children, total } = answered
  const asked = childrenOf(wanted['children'] ?? [])
  const others = otherValue(`${field}.adults`, wanted['adults'], adults, 'number')
  if (!isThere(children) && isThere(total)) {
    const all = otherValue(field, Number(wanted['adults'] ?? 0) + asked.count, total, 'number')
    // One number for all guests stands for the adults as well.
    return isThere(adults) && !isSameAs('number', adults, total) ? [...others, ...all] : all
  }
  if (!isThere(children))
    return isThere(adults) && asked.count > 0
      ? [...others, { field: `${field}.children`, asked: childrenWords(asked), answered: 'left out' }]
      : others
  const told = childrenOf(children)
  const isSameChildren = asked.count === told.count && (told.ages === undefined || told.ages === asked.ages)
  return isSameChildren
    ? others
    : [...others, { field: `${field}.children`, asked: childrenWords(asked), answered: childrenWords(told) }]
}

interface Children {
  count: number
  /** Sorted; undefined where not every child has one. */
  ages: string | undefined
}

function childrenOf(value: unknown): Children {
  const groups = (Array.isArray(value) ? (value as unknown[]) : [value])
    .filter(isObject)
    .map(({ age, count }) => ({ age, count: Number(count ?? 1) }))
    .filter(({ count }) => count > 0)
  const ages = groups.flatMap(({ age, count }) =>
    Array.from({ length: Math.min(count, 1_000) }, () => Number(age ?? Number.NaN)),
  )
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    ages: ages.some(Number.isNaN) ? undefined : ages.sort((a, b) => a - b).join(', '),
  }
}

const childrenWords = ({ count, ages }: Children): string =>
  count === 0 ? 'none' : ages === undefined ? String(count) : `${count} (ages ${ages})`

/** A service may hide a part of an address; phone numbers and postal addresses are written in too many forms to be compared. */
function otherBooker(wanted: unknown, answered: unknown): Mismatch[] {
  if (!isObject(wanted) || !isObject(answered)) return []
  const isHidden = String(answered['email'] ?? '').includes('*')
  return ['firstName', 'lastName', ...(isHidden ? [] : ['email'])].flatMap((name) =>
    otherValue(`booker.${name}`, wanted[name], answered[name], 'word'),
  )
}

const PRODUCT = ['roomId', 'ratePlanId'] as const

/** Lines by product. A service may write a line for each unit; where it names no units, no room or no rate plan, that is not compared. */
function otherRooms(body: Loose, result: Loose): Mismatch[] {
  const { rooms: asked } = body
  const { rooms: told } = result
  if (!Array.isArray(asked) || !Array.isArray(told)) return []
  const [wanted, answered] = [asked.filter(isObject), told.filter(isObject)]
  const parts = PRODUCT.filter((name) => answered.every((line) => line[name] !== undefined && line[name] !== null))
  const countsUnits = answered.every((line) => typeof line['units'] === 'number')
  const [left, right] = [byProduct(wanted, parts), byProduct(answered, parts)]
  const words = [left, right].map((lines) => productWords(lines, countsUnits))
  if (parts.length + Number(countsUnits) > 0 && words[0] !== words[1])
    return [
      { field: 'rooms', asked: words[0] ?? '', answered: answered.length === 0 ? 'an empty list' : (words[1] ?? '') },
    ]
  return [...left].flatMap(([product, lines]) => otherLines(lines, right.get(product) ?? []))
}

function byProduct(lines: readonly Loose[], parts: readonly string[]): Map<string, Loose[]> {
  const groups = new Map<string, Loose[]>()
  for (const line of lines) {
    const product = parts.map((name) => (String(line[name]).trim() === '' ? 'empty' : String(line[name]))).join('/')
    groups.set(product, [...(groups.get(product) ?? []), line])
  }
  return groups
}

function productWords(products: ReadonlyMap<string, readonly Loose[]>, countsUnits: boolean): string {
  const unitsOf = (lines: readonly Loose[]): number =>
    lines.reduce((sum, { units }) => sum + (typeof units === 'number' ? units : 1), 0)
  return [...products]
    .map(([product, lines]) =>
      [...(countsUnits ? [unitsOf(lines)] : []), ...(product === '' ? [] : [product])].join(' × '),
    )
    .sort()
    .join(', ')
}

/** The guests of a product. In which unit they sleep is compared where one line answers one line: a line for each unit counts its own. */
function otherLines(wanted: readonly Loose[], answered: readonly Loose[]): Mismatch[] {
  const [one, other] = [wanted[0], answered[0]]
  const isOneToOne = wanted.length === 1 && answered.length === 1
  const single = isOneToOne
    ? [
        ...otherValue('rooms.productId', one?.['productId'], other?.['productId'], 'identity'),
        ...otherCounts('rooms.guestCounts', one?.['guestCounts'], other?.['guestCounts']),
      ]
    : []
  return [...single, ...otherGuests(wanted, answered, isOneToOne)]
}

const guestsOf = (line: Loose): Loose[] => (Array.isArray(line['guests']) ? line['guests'].filter(isObject) : [])
const GUEST = ['firstName', 'lastName', 'age', 'unit'] as const

function otherGuests(wanted: readonly Loose[], answered: readonly Loose[], comparesUnits: boolean): Mismatch[] {
  const asked = wanted.flatMap(guestsOf)
  const telling = answered.filter(({ guests }) => Array.isArray(guests))
  if (asked.length === 0 || telling.length === 0) return []
  const fields = GUEST.filter((name) => name !== 'unit' || comparesUnits)
  const left = telling.flatMap(guestsOf)
  const hasNone = left.length === 0
  const missing = asked.filter((guest) => {
    const at = left.findIndex((other) => fields.every((name) => isEcho(name, guest[name], other[name])))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  // A line that names nobody may be filled by the service, and one that it does not tell about may hold the rest.
  const mayAdd = wanted.some((line) => guestsOf(line).length === 0)
  const mayLack = telling.length < answered.length
  if ((missing.length === 0 || mayLack) && (left.length === 0 || mayAdd)) return []
  return [
    {
      field: 'rooms.guests',
      asked: guestWords(missing, fields),
      answered: hasNone ? 'an empty list' : guestWords(left, fields),
    },
  ]
}

const isEcho = (name: (typeof GUEST)[number], wanted: unknown, answered: unknown): boolean =>
  wanted === undefined ||
  wanted === null ||
  answered === undefined ||
  answered === null ||
  isSameAs(name.endsWith('Name') ? 'word' : 'number', wanted, answered)

/** Only guests that differ: a list of all would be cut before the one that matters. */
function guestWords(guests: readonly Loose[], fields: readonly string[]): string {
  const words = guests.slice(0, 10).map((guest) => {
    const [first = '', last = '', ...rest] = GUEST.map((name) =>
      guest[name] === undefined || guest[name] === null || !fields.includes(name)
        ? ''
        : firstCharacters(wordsOf(guest[name]), 100),
    )
    const [age, unit] = rest
    return [
      [first, last].filter((word) => word !== '').join(' '),
      ...(age === '' || age === undefined ? [] : [`age ${age}`]),
      ...(unit === '' || unit === undefined ? [] : [`unit ${unit}`]),
    ]
      .filter((word) => word !== '')
      .join(', ')
  })
  return words.length === 0 ? 'nobody' : words.join('; ')
}

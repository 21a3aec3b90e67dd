import { composeRph } from '../build/index.js'
import { unitsByType } from './products.js'
import type { MessageReservation, StayNode } from './read.js'
import type { StayProduct } from './stay.js'

/** A product of a message over all its stays, and the lines that book it. */
export interface MessageProduct {
  roomTypeCode: string
  ratePlanCode: string
  /** Each RoomRate of the product: its units where they are told. */
  lines: { stay: StayNode; product: StayProduct }[]
  /** Units over all lines; undefined where a line does not tell. */
  booked?: number
}

export interface GuestProduct {
  product?: MessageProduct
  /** What ResGuestRPH should be, where that can be told. */
  expectedRph?: string
  /** Every product that has this very RPH: more than one cannot be told apart. */
  candidates: MessageProduct[]
  /** What ResGuestRPH may be, where it lacks a part and several products fit. */
  possible?: string[]
}

/** The products of a reservation in the order of its stays. */
export function listProducts({ stays }: MessageReservation): MessageProduct[] {
  const found = new Map<string, MessageProduct>()
  for (const stay of stays) {
    for (const product of stay.products) {
      const key = JSON.stringify([product.roomTypeCode, product.ratePlanCode])
      const entry = found.get(key) ?? {
        roomTypeCode: product.roomTypeCode,
        ratePlanCode: product.ratePlanCode,
        lines: [],
      }
      entry.lines.push({ stay, product })
      found.set(key, entry)
    }
  }
  for (const entry of found.values()) {
    entry.lines = byStay(entry.lines).flatMap(toldByType)
    const units = entry.lines.map((line) => line.product.units)
    if (units.every((count) => count !== undefined)) entry.booked = units.reduce((sum, count) => sum + count, 0)
  }
  return [...found.values()]
}

function byStay(lines: MessageProduct['lines']): MessageProduct['lines'][] {
  const found = new Map<StayNode, MessageProduct['lines']>()
  for (const line of lines) {
    const own = found.get(line.stay)
    if (own === undefined) found.set(line.stay, [line])
    else own.push(line)
  }
  return [...found.values()]
}

/** The lines of a product in one stay, with the units that its RoomType tells where none of them does. */
function toldByType(lines: MessageProduct['lines']): MessageProduct['lines'] {
  const [first] = lines
  if (first === undefined || lines.some(({ product }) => product.units !== undefined)) return lines
  const units = unitsByType(first.stay.node, first.product)
  if (units === undefined) return lines
  return units === lines.length
    ? lines.map(({ stay, product }) => ({ stay, product: { ...product, units: 1 } }))
    : [{ stay: first.stay, product: { ...first.product, units } }]
}

/** A composite ResGuestRPH: number, room, plan. */
export const COMPOSITE = /^(\d+)-(.+)-(.+)$/s

/** The schemas' own RPH. */
const PLAIN_RPH = /^[0-9]{1,8}$/

/**
 * True for messages of this service's kind; a stranger's RPHs are plain numbers or labels of its own. Where every reference lacks the same part, or every guest its
 * reference while the RoomStays refer to booked products, the sender left something out, and shares no label.
 */
export function hasCompositeRphs(
  { guests, references }: Pick<MessageReservation, 'guests' | 'references'>,
  products: readonly MessageProduct[],
): boolean {
  const named = guests.filter(({ rph }) => rph !== undefined)
  if (named.length > 0 && named.every(({ rph }) => tornProducts(rph?.value ?? '', products).length > 0)) return true
  if (named.length === 0 && references.some(({ value }) => exactProducts(value, products).length > 0)) return true
  return guests.some(({ rph }) => {
    if (rph === undefined || PLAIN_RPH.test(rph.value)) return false
    return (
      COMPOSITE.test(rph.value) ||
      products.some((product) => holdsTokens(rph.value, [product.roomTypeCode, product.ratePlanCode]))
    )
  })
}

/** IndexNumbers that a product's stays carry; 1 where none does. */
const indexesOf = (product: MessageProduct): string[] => {
  const known = product.lines.flatMap(({ stay }) => (stay.indexNumber === undefined ? [] : [stay.indexNumber.value]))
  return known.length > 0 ? [...new Set(known)] : ['1']
}

const exactProducts = (rph: string, products: readonly MessageProduct[]): MessageProduct[] =>
  products.filter((product) =>
    indexesOf(product).some((index) => composeRph(index, product.roomTypeCode, product.ratePlanCode) === rph),
  )

/** Products of which a reference has the number and one code. Without IndexNumber a pair of texts may be a stranger's label. */
function tornProducts(rph: string, products: readonly MessageProduct[]): MessageProduct[] {
  return products.filter(({ roomTypeCode, ratePlanCode, lines }) =>
    lines.some(
      ({ stay: { indexNumber } }) =>
        indexNumber !== undefined &&
        [roomTypeCode, ratePlanCode].some((code) => rph === `${indexNumber.value}-${code}`),
    ),
  )
}

/** Products of which a plain reference is the room, the plan or the IndexNumber: a label, or what is left of a composite reference. */
export function codesAsLabel(rph: string, products: readonly MessageProduct[]): MessageProduct[] {
  return products.filter(
    ({ roomTypeCode, ratePlanCode, lines }) =>
      rph === roomTypeCode || rph === ratePlanCode || lines.some(({ stay }) => stay.indexNumber?.value === rph),
  )
}

/** The reference to a product. */
export const rphOf = (product: MessageProduct): string =>
  composeRph(indexesOf(product)[0] as string, product.roomTypeCode, product.ratePlanCode)

/** Which product a guest belongs to by its RPH, even where the RPH is put together wrongly. */
export function productOfGuest(rph: string, products: readonly MessageProduct[]): GuestProduct {
  const exact = exactProducts(rph, products)
  if (exact.length > 0) return { product: exact[0], expectedRph: rph, candidates: exact }
  const anyIndex = products.filter(
    (product) =>
      rph.endsWith(`-${product.roomTypeCode}-${product.ratePlanCode}`) &&
      /^\d+$/.test(rph.slice(0, -`-${product.roomTypeCode}-${product.ratePlanCode}`.length)),
  )
  const near = anyIndex.length > 0 ? anyIndex : nearProducts(rph, products)
  const [only] = near
  if (only === undefined || (near.length > 1 && anyIndex.length === 0))
    return { candidates: [], ...(near.length > 1 ? { possible: near.map(rphOf) } : {}) }
  return { product: only, expectedRph: rphOf(only), candidates: anyIndex }
}

function nearProducts(rph: string, products: readonly MessageProduct[]): MessageProduct[] {
  const both = products.filter((product) => holdsTokens(rph, [product.roomTypeCode, product.ratePlanCode]))
  if (both.length > 0) return both
  // A whole composite of other codes is another product, not a slip.
  if (COMPOSITE.test(rph)) return []
  const torn = tornProducts(rph, products)
  if (torn.length > 0) return torn
  return products.filter((product) => holdsTokens(rph, [product.roomTypeCode]))
}

const tokensOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((token) => token !== '')

function holdsTokens(text: string, codes: readonly string[]): boolean {
  const left = tokensOf(text)
  const wanted = codes.flatMap(tokensOf)
  return (
    wanted.length > 0 &&
    wanted.every((token) => {
      const at = left.indexOf(token)
      if (at >= 0) left.splice(at, 1)
      return at >= 0
    })
  )
}

import type { MessageProduct } from '../guest-products.js'
import type { GuestReading, ProductReading } from './reading.js'

/** A product of which the message does not say which guests share a unit. */
export interface OpenGrouping {
  /** `<room>-<plan>`. */
  product: string
  units: number
  guests: number
  /** The first of the groupings that fit, as guests of each unit and in words. */
  fits: { guestsPerUnit: number[]; words: string }[]
  /** How many fit; null where there are too many to count. */
  total: number | null
}

const SHOWN_MAX = 6
const NAMES_MAX = 40

export const nameOfProduct = ({ roomTypeCode, ratePlanCode }: MessageProduct): string => `${roomTypeCode}-${ratePlanCode}`

/** What is left open of a product; undefined where nothing is. */
export function openGroupingOf({ product, units, guests, open }: ProductReading): OpenGrouping | undefined {
  if (open === undefined) return undefined
  return {
    product: nameOfProduct(product),
    units: units.length,
    guests: guests.length,
    fits: open.options.slice(0, SHOWN_MAX).map((option) => ({ guestsPerUnit: option.map(({ length }) => length), words: option.map(namesOf).join(' | ') })),
    total: Number.isSafeInteger(open.total) ? open.total : null,
  }
}

function namesOf(unit: readonly GuestReading[]): string {
  const names = unit.map(({ guest }) => (guest.name === '' ? `line ${guest.node.place.line}` : guest.name.slice(0, NAMES_MAX)))
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

/** What to type so that nothing has to be guessed. */
export function remedyOf({ product, fits, total }: OpenGrouping): string {
  const [first] = fits
  const listed = fits.map(({ words }) => words).join('; ')
  const more = total === null ? ' and many more' : total > fits.length ? ` and ${total - fits.length} more` : ''
  const sizes = first?.guestsPerUnit.join(',') ?? '2,1'
  return `The message does not say which guests of ${product} share a unit${listed === '' ? '' : `: ${listed}${more} all fit`}. Say how many guests each unit has: "resnotif fix --guests-per-unit ${product}=${sizes}".`
}

import { shellWord } from '../../shell-word.js'
import type { MessageProduct } from '../read/index.js'
import type { GuestReading, ProductReading } from './reading.js'

/** A product of which the message does not say which guests share a unit. */
export interface OpenGrouping {
  /** `<room>-<plan>`. */
  product: string
  units: number
  guests: number
  /** The first of the groupings that fit, as guests of each unit, as the unit of each guest, and in words. */
  fits: { guestsPerUnit: number[]; guestUnits: number[]; words: string }[]
  /** How many fit; null where there are too many to count, or nothing tells. */
  total: number | null
  /** What to do so that nothing has to be guessed. */
  remedy: string
}

const SHOWN_MAX = 6
const NAMES_MAX = 40

export const nameOfProduct = ({ roomTypeCode, ratePlanCode }: MessageProduct): string =>
  `${roomTypeCode}-${ratePlanCode}`

/** What is left open of a product; undefined where nothing is. */
export function openGroupingOf(one: ProductReading): OpenGrouping | undefined {
  const { product, guests, open } = one
  if (open === undefined) return undefined
  const fits = open.options.slice(0, SHOWN_MAX).map((option) => ({
    guestsPerUnit: option.map(({ length }) => length),
    guestUnits: guests.map((guest) => option.findIndex((unit) => unit.includes(guest)) + 1),
    words: option.map(namesOf).join(' | '),
  }))
  const total = Number.isSafeInteger(open.total) ? open.total : null
  return {
    product: nameOfProduct(product),
    units: product.booked ?? one.units.length,
    guests: guests.length,
    fits,
    total,
    remedy: remedyFor(one, open, listed(fits, total)),
  }
}

function listed(fits: OpenGrouping['fits'], total: number | null): string {
  const more = total === null ? ' and many more' : total > fits.length ? ` and ${total - fits.length} more` : ''
  return fits.length === 0 ? '' : `${fits.map(({ words }) => words).join('; ')}${more}`
}

function remedyFor(
  { product, guests, units }: ProductReading,
  { options, total, reason, strays = [], lacking = [] }: NonNullable<ProductReading['open']>,
  fits: string,
): string {
  const name = nameOfProduct(product)
  if (reason === 'reference')
    return `${namesOf(strays)} (${linesOf(strays)}) may belong to ${name}, but the reference does not say so. Correct the ResGuestRPH there first.`
  if (reason === 'elsewhere')
    return `${lacking.map(nameOfProduct).join(', ')} has a unit without a guest, and ${name} a guest or code too many: the ResGuestRPH of ${namesOf(guests)} (${linesOf(guests)}) may be the fault. Correct it first; where it is right, say which unit each guest has, such as "resnotif fix --guest-units ${shellWord([name, unitsAs(units, guests)].join('='))}".`
  const bySaying =
    options.length > 0
      ? `Say which unit each guest has, in the order of the message, such as "resnotif fix --guest-units ${shellWord([name, unitsAs(options[0] as GuestReading[][], guests)].join('='))}".`
      : undefined
  const unread = guests.filter(({ key }) => key === undefined)
  if (reason === 'label')
    return `The GroupEventCode of ${namesOf(unread)} is no number and may name any unit of ${name}. Write the right one at ${linesOf(unread)}, or s${(bySaying ?? '').slice(1)}`
  if (reason === 'missing' && unread.length > 0 && unread.length < guests.length) {
    const said =
      total === 0
        ? `No unit for ${namesOf(unread)} goes with the other codes of ${name}, the units that are booked and the GuestCounts.`
        : `The other codes of ${name} do not say in which unit ${namesOf(unread)} ${unread.length === 1 ? 'sleeps' : 'sleep'}${fits === '' ? '' : `: ${fits} all fit`}.`
    return `${said} ${total === 0 ? `Write the right GroupEventCode at ${linesOf(unread)}, or correct what contradicts it.` : (bySaying ?? `Write the right GroupEventCode at ${linesOf(unread)}.`)}`
  }
  if (reason === 'repeated') {
    const alike = guests.filter(({ key }) => guests.filter((other) => other.key === key).length > 1)
    const coded = new Set(guests.map(({ key }) => key)).size
    return `The codes name ${coded} of ${product.booked ?? units.length} units of ${name}: a unit has no guest, or one of ${namesOf(alike)} has a wrong code. Write the right GroupEventCode at ${linesOf(alike)}${bySaying === undefined ? '.' : `, or s${bySaying.slice(1)}`}`
  }
  if (reason === 'missing' && options.length === 0)
    return `The message does not say which units of ${name} its guests sleep in. Write the right GroupEventCode at ${linesOf(guests)}.`
  return `The message does not say which guests of ${name} share a unit${fits === '' ? '' : `: ${fits} all fit`}. ${bySaying ?? `Write the right GroupEventCode at ${linesOf(guests)}.`}`
}

/** More than these are not typed on a line. */
const TYPED_MAX = 40

/** The unit of each guest, as --guest-units takes it. */
function unitsAs(option: readonly GuestReading[][], guests: readonly GuestReading[]): string {
  const units = guests.map((guest) => option.findIndex((unit) => unit.includes(guest)) + 1)
  return `${units.slice(0, TYPED_MAX).join(',')}${units.length > TYPED_MAX ? ',…' : ''}`
}

const LINES_MAX = 6

function linesOf(guests: readonly GuestReading[]): string {
  const lines = [...new Set(guests.map(({ guest }) => guest.node.place.line))]
  const shown = lines.slice(0, LINES_MAX).join(', ')
  return `line${lines.length === 1 ? '' : 's'} ${shown}${lines.length > LINES_MAX ? ` and ${lines.length - LINES_MAX} more` : ''}`
}

function namesOf(unit: readonly GuestReading[]): string {
  const names = unit.map(({ guest }) =>
    guest.name === '' ? `line ${guest.node.place.line}` : guest.name.slice(0, NAMES_MAX),
  )
  return names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}

import { invalid } from './invalid.js'

/** People of a stay by age. */
export interface GuestTotals {
  adults: number
  /** Children of one age stand together; without an age where it is not told. */
  children: { age?: number; count: number }[]
}

/** An age below this is a child's (wire default 19: ages of children are 0 to 17). */
export const ADULT_AGE = 18
const AGE_MAX = 120

/**
 * Guest counts in each form that they are written in: `{adults, children: [{age, count}]}`, children as ages or as their number, a number of adults, or a list of ages.
 * @throws Fault `INVALID_INPUT` with the field for what is none of these: nobody who was booked is lost.
 * Wire default 19.
 */
export function readTotals(field: string, value: unknown): GuestTotals | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) {
    const ages = value.map((age: unknown, at) => whole(`${field}[${at}]`, age, AGE_MAX))
    return {
      adults: ages.filter((age) => age >= ADULT_AGE).length,
      children: ages.filter((age) => age < ADULT_AGE).map((age) => ({ age, count: 1 })),
    }
  }
  if (typeof value !== 'object') return { adults: whole(field, value), children: [] }
  const { adults, children } = value as { adults?: unknown; children?: unknown }
  return {
    adults: adults === undefined || adults === null ? 0 : whole(`${field}.adults`, adults),
    children: readChildren(`${field}.children`, children),
  }
}

function readChildren(field: string, value: unknown): GuestTotals['children'] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) {
    const count = whole(field, value)
    return count === 0 ? [] : [{ count }]
  }
  return value.map((child: unknown, at) => {
    const place = `${field}[${at}]`
    if (typeof child !== 'object' || child === null) return { age: whole(place, child, AGE_MAX), count: 1 }
    const { age, count } = child as { age?: unknown; count?: unknown }
    return {
      ...(age === undefined || age === null ? {} : { age: whole(`${place}.age`, age, AGE_MAX) }),
      count: count === undefined || count === null ? 1 : whole(`${place}.count`, count),
    }
  })
}

function whole(field: string, value: unknown, max = 99_999): number {
  const number = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= max) return number
  throw invalid(field, `must be a whole number from 0 to ${max}`, (JSON.stringify(value) ?? '').slice(0, 60))
}

/** How many people these are. */
export const peopleIn = ({ adults, children }: GuestTotals): number =>
  children.reduce((sum, { count }) => sum + count, adults)

export const isChildAge = (age: number): boolean => age < ADULT_AGE

/** How many children were counted, for the whole booking or by its lines. */
export function childrenIn({
  guests,
  lines,
}: {
  guests: GuestTotals
  lines: readonly { counts?: GuestTotals | undefined }[]
}): number {
  const count = (totals: GuestTotals | undefined): number =>
    totals?.children.reduce(
      (sum, child) => sum + (child.age === undefined || isChildAge(child.age) ? child.count : 0),
      0,
    ) ?? 0
  return Math.max(
    count(guests),
    lines.reduce((sum, line) => sum + count(line.counts), 0),
  )
}

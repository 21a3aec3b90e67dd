import { nearest } from '../../nearest.js'
import { KINDS } from '../kinds/index.js'
import type { KeyName, Kind } from '../reading/index.js'

/** A column that says which cells a row means. */
interface KeyColumn {
  name: KeyName
  aliases: readonly string[]
  /** One line of help. */
  meaning: string
}

/**
 * The key columns of all kinds. Aliases are only names that cannot mean anything else: `end_date` is none, because
 * half of the world ends a stay on the day of departure; `rate` is none, because it may be a price or a plan.
 */
const KEY_COLUMNS: readonly KeyColumn[] = [
  {
    name: 'hotel_code',
    aliases: ['hotel', 'hotel_id', 'property', 'property_id', 'property_code'],
    meaning: 'Hotel code, digits.',
  },
  {
    name: 'room_id',
    aliases: ['room', 'room_code', 'unit_id', 'sellable_unit_id'],
    meaning: 'Room id, digits. For rates, * or no such column means all active rooms.',
  },
  {
    name: 'rate_plan_id',
    aliases: ['rate_plan', 'rate_plan_code', 'plan', 'plan_id'],
    meaning: 'Rate plan id, digits; blank throughout for none, * for none beside rows with a plan.',
  },
  { name: 'date', aliases: ['night', 'stay_date', 'calendar_date'], meaning: 'One night, YYYY-MM-DD.' },
  {
    name: 'from',
    aliases: ['from_date', 'date_from', 'start_date', 'first_night', 'valid_from'],
    meaning: 'First night of a range, YYYY-MM-DD.',
  },
  {
    name: 'to',
    aliases: ['to_date', 'date_to', 'last_night', 'valid_to'],
    meaning: 'Last night of the range, YYYY-MM-DD. It is always included.',
  },
  {
    name: 'days',
    aliases: ['days_of_week', 'weekdays', 'dow'],
    meaning:
      'Nights of the range that are meant: mon,tue or mon-fri or daily; a column that is blank throughout means daily.',
  },
]

/** What each value column takes, for help texts. */
export const VALUE_MEANINGS: Readonly<Record<string, string>> = {
  price: 'Price of a night, such as 120.00.',
  currency: 'Currency of the price, such as EUR.',
  min_stay: 'Shortest stay in nights.',
  max_stay: 'Longest stay in nights; 2147483647 means no limit.',
  closed: 'true closes the night to sale, false opens it.',
  closed_to_arrival: 'true: no arrival on this day.',
  closed_to_departure: 'true: no departure on this day.',
  availability: 'Units free on the night, 0 or more; t or f, as calendars of single homes have it, for one or none.',
}

/** A blank cell sends nothing; this holds for every value column. */
export const BLANK_MEANING = 'A blank cell sends nothing and leaves what the service holds.'

/** A header as it is compared: case, blanks, dashes and underscores do not count. */
export function headerKey(header: string): string {
  return header.toLowerCase().replace(/[\s_-]+/g, '')
}

/** Key columns that files of this kind may have. */
export function keyColumnsOf(kind: Kind): KeyColumn[] {
  return KEY_COLUMNS.filter(
    ({ name }) => (name !== 'rate_plan_id' || kind.planAllowed) && (name !== 'days' || kind.daysAllowed),
  )
}

/** Canonical names of the columns of a kind, in the order of the documentation. */
export function columnNames(kind: Kind): string[] {
  return [...keyColumnsOf(kind), ...kind.fields].map(({ name }) => name)
}

/** Every header that means a column of this kind, by its comparison key, with the canonical name. */
export function knownHeaders(kind: Kind): Map<string, string> {
  return headersOf([...keyColumnsOf(kind), ...kind.fields])
}

/** The same for all kinds together. */
export function allKnownHeaders(): Map<string, string> {
  return headersOf([...KEY_COLUMNS, ...KINDS.flatMap((kind) => kind.fields)])
}

function headersOf(columns: readonly { name: string; aliases: readonly string[] }[]): Map<string, string> {
  return new Map(
    columns.flatMap(({ name, aliases }) => [name, ...aliases].map((header) => [headerKey(header), name] as const)),
  )
}

/** The candidate that a person most likely meant, or undefined where none is near. */
export function nearestName(name: string, candidates: Iterable<string>): string | undefined {
  const byKey = new Map([...candidates].map((candidate) => [headerKey(candidate), candidate]))
  const key = nearest(headerKey(name), byKey.keys())
  return key === undefined ? undefined : byKey.get(key)
}

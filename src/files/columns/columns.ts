import { nearest } from '../../nearest.js'
import { KINDS } from '../kinds/index.js'
import type { KeyName, Kind } from '../reading/index.js'

/** A column that says which cells a row means. */
interface KeyColumn {
  name: KeyName
  aliases: readonly string[]
}

/**
 * The key columns of all kinds. Aliases are only names that cannot mean anything else: `end_date` is none, because
 * half of the world ends a stay on the day of departure; `rate` is none, because it may be a price or a plan.
 */
const KEY_COLUMNS: readonly KeyColumn[] = [
  { name: 'hotel_code', aliases: ['hotel', 'hotel_id', 'property', 'property_id', 'property_code'] },
  { name: 'room_id', aliases: ['room', 'room_code', 'unit_id', 'sellable_unit_id'] },
  { name: 'rate_plan_id', aliases: ['rate_plan', 'rate_plan_code', 'plan', 'plan_id'] },
  { name: 'date', aliases: ['night', 'stay_date', 'calendar_date'] },
  { name: 'from', aliases: ['from_date', 'date_from', 'start_date', 'first_night', 'valid_from'] },
  { name: 'to', aliases: ['to_date', 'date_to', 'last_night', 'valid_to'] },
  { name: 'days', aliases: ['days_of_week', 'weekdays', 'dow'] },
]

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

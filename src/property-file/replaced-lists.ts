import { REPLACED_LISTS } from '../contract/index.js'

type Entry = Record<string, unknown>
type ListName = (typeof REPLACED_LISTS)[number]

/** What tells the entries of a list apart. */
const KEYS: Record<ListName, (entry: Entry) => string> = {
  names: ({ languageId }) => String(languageId),
  descriptions: ({ languageId, descriptionTypeId }) => `${String(languageId)} ${String(descriptionTypeId ?? '')}`,
  capacities: ({ timeRange }) => JSON.stringify(timeRange ?? null),
}

interface DroppedEntry {
  list: ListName
  entry: Entry
}

const entriesOf = (record: Readonly<Record<string, unknown>>, list: ListName): Entry[] =>
  Array.isArray(record[list]) ? (record[list] as Entry[]) : []

/**
 * The lists of a body of which it is not known what the service holds: the record does not show them, or shows entries without what tells them apart.
 * Null is no list: services write it for what they leave out.
 */
export function listsNotShown(
  record: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): ListName[] {
  return REPLACED_LISTS.filter((list) => body[list] !== undefined && !isShown(list, record[list]))
}

function isShown(list: ListName, shown: unknown): boolean {
  if (!Array.isArray(shown)) return false
  return (
    list === 'capacities' ||
    shown.every(
      (entry) =>
        typeof entry === 'object' &&
        entry !== null &&
        (entry as Entry)['languageId'] !== undefined &&
        (entry as Entry)['languageId'] !== null,
    )
  )
}

/** Entries that an update would drop, because it replaces the list that holds them (interface: "Sellable unit"). */
export function droppedEntries(
  current: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): DroppedEntry[] {
  return REPLACED_LISTS.filter((list) => body[list] !== undefined).flatMap((list) => {
    const kept = new Set(entriesOf(body, list).map(KEYS[list]))
    return entriesOf(current, list)
      .filter((entry) => !kept.has(KEYS[list](entry)))
      .map((entry) => ({ list, entry }))
  })
}

/** The body with the entries that it would drop put back: what stays first, in its order, then what is new. */
export function mergeLists(
  current: Readonly<Record<string, unknown>>,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...body }
  for (const list of REPLACED_LISTS) {
    if (body[list] === undefined) continue
    const given = new Map(entriesOf(body, list).map((entry) => [KEYS[list](entry), entry]))
    const kept = entriesOf(current, list).map((entry) => {
      const key = KEYS[list](entry)
      const replacement = given.get(key)
      given.delete(key)
      return replacement ?? entry
    })
    merged[list] = [...kept, ...given.values()]
  }
  return merged
}

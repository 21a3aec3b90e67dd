import { UnitUpdate } from '../contract/unit-fields.js'
import { pickFields } from '../contract/walk.js'
import { droppedEntries, mergeLists } from '../property-file/replaced-lists.js'

/** What an update of a unit sends, and a line for each entry that it would drop because the list is replaced. */
export function replacedLists(before: Record<string, unknown>, given: Record<string, unknown>, isMerged: boolean): { body: Record<string, unknown>; dropped: string[] } {
  const current = pickFields(UnitUpdate, before) as Record<string, unknown>
  if (isMerged) return { body: mergeLists(current, given), dropped: [] }
  const dropped = droppedEntries(current, given).map(({ list, entry }) => {
    const { text, languageId, ...others } = entry
    const shown = text === undefined ? JSON.stringify(others) : `"${String(text)}" (language ${String(languageId)})`
    return `Warning: ${list} loses ${shown}; --merge keeps it.`
  })
  return { body: given, dropped }
}

import { fieldsOf, UnitUpdate } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { droppedEntries, listsNotShown, mergeLists } from '../../property-file/index.js'
import { shellWord } from '../../shell-word.js'

/** What an update of a unit sends, and what a person has to know of the lists that it replaces. */
export interface ReplacedLists {
  body: Record<string, unknown>
  /** A line for each entry that the update would drop, and for each list of which that is not known. */
  warnings: string[]
  /** Asked before it is sent; undefined where nothing is lost. */
  question: string | undefined
}

/**
 * Puts the entries that an update would drop back into its lists, or names them.
 * @throws Fault GUARD_RAIL where a list is to be merged that the service does not show: what it holds would be dropped unseen
 */
export function replacedLists(
  unitId: string,
  before: Record<string, unknown>,
  given: Record<string, unknown>,
  isMerged: boolean,
): ReplacedLists {
  const current = fieldsOf(UnitUpdate, before)
  const hidden = listsNotShown(before, given)
  const lists = hidden.join(' and ')
  if (isMerged && hidden.length > 0) {
    throw new Fault(
      'GUARD_RAIL',
      `The service does not show the ${lists} of unit ${unitId}, so --merge cannot keep them: the update would drop what it holds.`,
      {
        next: `Nothing was sent. Give the whole list without --merge, or have the service show ${lists} in "hubswitch unit get ${shellWord(unitId)} --json".`,
      },
    )
  }
  if (isMerged) return { body: mergeLists(current, given), warnings: [], question: undefined }
  const dropped = droppedEntries(current, given).map(({ list, entry }) => {
    const { text, languageId, ...others } = entry
    const shown = text === undefined ? JSON.stringify(others) : `"${String(text)}" (language ${String(languageId)})`
    return `Warning: ${list} loses ${shown}; --merge keeps it.`
  })
  const unseen = hidden.map(
    (list) =>
      `Warning: the service does not show the ${list} of unit ${unitId}; those that you give replace all that it holds.`,
  )
  const parts = [
    ...(dropped.length === 0
      ? []
      : [`Drop ${dropped.length} ${dropped.length === 1 ? 'entry' : 'entries'} from unit ${unitId}?`]),
    ...(hidden.length === 0 ? [] : [`Replace all ${lists} of unit ${unitId}?`]),
  ]
  return { body: given, warnings: [...dropped, ...unseen], question: parts.length === 0 ? undefined : parts.join(' ') }
}

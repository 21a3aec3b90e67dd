import { listProfiles, SANDBOX_PROFILE } from '../../config/index.js'
import { type NamedKind, namesOf } from '../../journal/index.js'
import type { Choice } from '../terminal/index.js'

/** Where ids can be known from. */
export interface KnownFrom {
  configDir: string
  dataDir: string
  profile: string
  /** Rooms and plans of a property as the service says them now; nothing where it cannot. */
  ask: (property: string) => Promise<Record<'room' | 'plan', readonly Choice[]>>
}

/**
 * Ids of a kind to choose from, with their names: what the service has shown this machine, and for rooms and plans of which it has shown none, what it says now.
 * @param property narrows rooms and plans
 */
export async function knownChoices(
  kind: NamedKind | 'profile',
  property: string | undefined,
  { configDir, dataDir, profile, ask }: KnownFrom,
): Promise<readonly Choice[]> {
  if (kind === 'profile')
    return [...new Set([SANDBOX_PROFILE, ...listProfiles(configDir).map(({ name }) => name)])].map((value) => ({
      value,
      label: value,
    }))
  const all = namesOf(dataDir, profile, kind).filter(
    ({ of }) => property === undefined || of === undefined || of === property,
  )
  if (all.length === 0 && property !== undefined && (kind === 'room' || kind === 'plan'))
    return (await ask(property))[kind]
  return all.map(({ id, name }) => choiceOf(id, name))
}

/** An id with the name that belongs to it. */
export function choiceOf(id: string, name: string | undefined): Choice {
  return { value: id, label: name === undefined || name === '' || name === id ? id : `${id}  ${name}` }
}

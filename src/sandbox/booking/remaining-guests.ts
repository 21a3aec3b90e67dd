import type { ReservationRequest } from '../../contract/index.js'
import { Fault } from '../../errors.js'

type Lines = ReservationRequest['rooms']
type Counts = ReservationRequest['totalGuestCounts']

/** An age below this is a child's (wire default 19). */
const ADULT_AGE = 18

const peopleIn = ({ adults, children = [] }: Counts): number => children.reduce((sum, { count }) => sum + count, adults)

/** Counts of named guests. */
function countsOf(guests: readonly { age?: number | undefined }[]): Counts {
  const ages = guests.flatMap(({ age }) => (age !== undefined && age < ADULT_AGE ? [age] : []))
  const children = [...new Set(ages)]
    .toSorted((a, b) => a - b)
    .map((age) => ({ age, count: ages.filter((one) => one === age).length }))
  return { adults: guests.length - ages.length, ...(children.length === 0 ? {} : { children }) }
}

/**
 * Guest counts of a stay, or of one line, after units were dropped: of the guests who remain, where all who were counted have names.
 * @throws Fault INVALID_INPUT where they have not, so that nobody can tell who is gone
 */
export function remainingCounts(counts: Counts, before: Lines, after: Lines): Counts {
  const isFewer = after.some(({ units }, at) => units < (before[at]?.units ?? units))
  if (!isFewer) return counts
  const named = before.flatMap(({ guests = [] }) => guests)
  if (named.length === peopleIn(counts)) return countsOf(after.flatMap(({ guests = [] }) => guests))
  throw new Fault(
    'INVALID_INPUT',
    `The reservation counts ${peopleIn(counts)} guests and names ${named.length}, so it is not known how many remain. Nothing was changed.`,
    {
      next: 'Say how many guests remain: write totalGuestCounts (and rooms with their guestCounts) in a file and give it with --file.',
    },
  )
}

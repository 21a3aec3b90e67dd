import { Fault } from '../../errors.js'
import type { Journal, Target } from '../../journal/index.js'

const NAMED_MAX = 5

/**
 * The hotel that a person has named, else the only one that was pushed to this service from here.
 * @throws Fault USAGE where there are several or none
 */
export function chosenHotel(journal: Journal, target: Target, named: string | undefined): string {
  if (named !== undefined) return named
  const [only, ...others] = journal.pushedHotels(target, NAMED_MAX + 1)
  if (only === undefined)
    throw new Fault('USAGE', 'Nothing was pushed to this service from here.', {
      next: 'Push rates or inventory first, or name the hotel.',
    })
  if (others.length === 0) return only
  const more = others.length === NAMED_MAX ? ', …' : ''
  throw new Fault('USAGE', 'Several hotels were pushed to this service, and none is named.', {
    next: `Name one of ${[only, ...others].slice(0, NAMED_MAX).join(', ')}${more}.`,
  })
}

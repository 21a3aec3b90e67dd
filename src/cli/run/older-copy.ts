import { Fault } from '../../errors.js'
import { aloneWords, type Journal } from '../../journal/index.js'
import { count } from '../show/index.js'

/**
 * Keeps older values from going over newer ones that the journal does not know of, because it may be an older copy.
 * @param deed what the person asked for, in its words: "its rest is", "what was there before is"
 * @throws Fault GUARD_RAIL unless that is meant
 */
export function refuseOlderCopy(
  journal: Journal,
  { run, dataDir, overLater, deed }: { run: number; dataDir: string; overLater: boolean; deed: string },
): void {
  if (overLater) return
  const hotels = journal.unproven.hotelsOfRun(run)
  if (hotels.length === 0) return
  throw new Fault(
    'GUARD_RAIL',
    `Nothing here says whether ${hotels.length === 1 ? `hotel ${hotels[0] ?? ''} was` : `${count(hotels.length, 'hotel')} were`} set again after run ${run}. ${aloneWords(dataDir)}`,
    {
      next: `Push the files again, or add --over-later if ${deed} meant all the same. Nothing was sent.`,
      facts: { unproven: hotels },
    },
  )
}

import { bookingsInDoubt, doubtWords, hotelsInDoubt } from './file/index.js'
import type { Journal } from './journal.js'

/** What of a journal a command builds on. */
export type JournalPart = 'calendar' | 'bookings'

/**
 * What is to be told of a journal that may be an older copy: all of it when that is found, and to whoever builds on what is in doubt for as long as it is,
 * in one line.
 */
export function toldDoubts(
  { wasCopied, unproven, gaps }: Journal,
  dataDir: string,
  part: JournalPart | undefined,
): string | undefined {
  const [hotels, gap] = [unproven.count(), gaps.find()]
  if (wasCopied) return doubtWords(dataDir, { hotels, gap })
  if (part === 'calendar' && hotels > 0) return hotelsInDoubt(dataDir, hotels)
  return part === 'bookings' && gap !== undefined ? bookingsInDoubt(dataDir, gap) : undefined
}

import { align } from '../../calendar/index.js'
import { type DoubtfulSeries, doubtsOf } from '../../journal/index.js'
import type { MergedHotel } from '../merge/index.js'

/** How many nights of a hotel go out again although they were sent before, because no usable answer came. */
export function unansweredIn({ series, sets }: MergedHotel, doubts: readonly DoubtfulSeries[]): number {
  if (doubts.length === 0) return 0
  let nights = 0
  for (const { room, plan, ranges } of series) {
    align(
      ranges.map(({ from, until, value }) => ({ from, until, value })),
      doubtsOf(doubts, room, plan),
      (from, until, wanted, sent) => {
        if (
          wanted !== undefined &&
          sent !== undefined &&
          Object.keys(sets.fieldsOf(wanted)).some((name) => sent[name] !== undefined)
        )
          nights += until - from
      },
    )
  }
  return nights
}

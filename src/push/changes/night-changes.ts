import { align, type NightFields, type Span } from '../../calendar/index.js'
import type { KnownSeries } from '../../journal/index.js'
import type { MergedHotel } from '../merge/index.js'
import { isFulfilled, isOneCurrency, isOpen, segmentsOf } from './changes.js'

/** What becomes of a night; of several the gravest: it closes, opens, gets dearer or cheaper, or another value changes. */
export type NightMark = 'closed' | 'opened' | 'up' | 'down' | 'other' | 'new' | 'same'

interface MarkedNights extends Span {
  mark: NightMark
  /** By which the price moves, at least 1; 1 where it does not. */
  factor: number
}

export interface HotelChanges {
  hotel: string
  /** In the order of the plan. An empty room is all rooms. */
  series: { room: string; plan: string; nights: MarkedNights[] }[]
}

/** Sees each hotel as it is planned, with what the service has acknowledged of it. */
export type HotelWatch = (merged: MergedHotel, known: readonly KnownSeries[]) => void

/** Keeps what would change in one hotel: the one that is asked for, else the first in which anything does. */
export class ChangesPreview {
  readonly #wanted: string | undefined
  #kept: HotelChanges | undefined
  #isSettled = false

  constructor(wanted?: string) {
    this.#wanted = wanted
  }

  get hotel(): HotelChanges | undefined {
    return this.#kept
  }

  readonly look: HotelWatch = (merged, known) => {
    if (this.#isSettled || (this.#wanted !== undefined && merged.hotel !== this.#wanted) || merged.series.length === 0)
      return
    const changes = nightChanges(merged, known)
    this.#isSettled =
      this.#wanted !== undefined || changes.series.some(({ nights }) => nights.some(({ mark }) => mark !== 'same'))
    if (this.#isSettled) this.#kept = changes
    else this.#kept ??= changes
  }
}

/** Compares each series of a hotel with what was acknowledged under its own name. */
function nightChanges({ hotel, series, sets }: MergedHotel, known: readonly KnownSeries[]): HotelChanges {
  return {
    hotel,
    series: series.map(({ room, plan, ranges }) => {
      const nights: MarkedNights[] = []
      align(ranges, segmentsOf(known, room, plan), (from, until, value, held) => {
        if (value !== undefined) nights.push({ from, until, ...markOf(sets.fieldsOf(value), held) })
      })
      return { room, plan, nights }
    }),
  }
}

function markOf(wanted: NightFields, held: NightFields | undefined): { mark: NightMark; factor: number } {
  if (held === undefined) return { mark: 'new', factor: 1 }
  const wasOpen = isOpen(held)
  const opens = isOpen(wanted)
  if (wasOpen !== undefined && opens !== undefined && wasOpen !== opens)
    return { mark: opens ? 'opened' : 'closed', factor: 1 }
  const [before, after] = [held['price'], wanted['price']].map(Number) as [number, number]
  if (isOneCurrency(wanted, held) && before !== after && !Number.isNaN(before) && !Number.isNaN(after))
    return { mark: after > before ? 'up' : 'down', factor: Math.max(after / before, before / after) }
  return { mark: isFulfilled(wanted, held) ? 'same' : 'other', factor: 1 }
}

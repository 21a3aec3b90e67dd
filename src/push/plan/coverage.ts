import { align, append, difference, type Night, type Segment } from '../../calendar/index.js'
import type { CoveredSeries, KnownSeries } from '../../journal/index.js'
import type { MergedHotel } from '../merge/index.js'

/** Nights that the push before had and these files lack. */
export interface Hole {
  hotel: string
  /** '' means all active rooms. */
  room: string
  plan: string
  from: Night
  until: Night
}

/** Which nights the rows of a hotel speak of, by room and plan. */
export function coverageOf({ series }: MergedHotel): CoveredSeries[] {
  return series.map(({ room, plan, ranges }) => {
    const spans: Segment<boolean>[] = []
    for (const { from, until } of ranges) append(spans, from, until, true)
    return { room, plan, spans }
  })
}

/** What was covered before and is not now, from night `from` on. A room is covered too where its plan is given for all rooms. */
export function findHoles(
  hotel: string,
  before: readonly CoveredSeries[],
  now: readonly CoveredSeries[],
  from: Night,
): Hole[] {
  const holes: Hole[] = []
  for (const { room, plan, spans } of before) {
    let missing: Segment<boolean>[] = spans
      .filter(({ until }) => until > from)
      .map((span) => ({ from: Math.max(from, span.from), until: span.until, value: true }))
    for (const one of now) {
      if (one.plan === plan && (one.room === room || one.room === ''))
        missing = difference(
          missing,
          one.spans.map((span) => ({ ...span, value: true })),
          (_, held) => held !== undefined,
        )
    }
    for (const span of missing) holes.push({ hotel, room, plan, from: span.from, until: span.until })
  }
  return holes
}

/** The nights of a coverage of which the service has acknowledged anything; a room follows what was acknowledged for all rooms. */
export function acknowledgedOf(covered: readonly CoveredSeries[], known: readonly KnownSeries[]): CoveredSeries[] {
  return covered.map(({ room, plan, spans }) => {
    const held: Segment<boolean>[] = []
    const own = known
      .filter((one) => one.plan === plan && (one.room === room || one.room === ''))
      .map(({ segments }) => segments)
    align(
      spans.map(({ from, until }) => ({ from, until, value: true })),
      own[0] ?? [],
      (from, until, isCovered, first) => {
        if (isCovered !== true) return
        if (first !== undefined) return append(held, from, until, true)
        align([{ from, until, value: true }], own[1] ?? [], (start, end, isInside, second) => {
          if (isInside === true && second !== undefined) append(held, start, end, true)
        })
      },
    )
    return { room, plan, spans: held }
  })
}

/** Nights of a list of covered series, from night `from` on. */
export function coveredNights(covered: readonly CoveredSeries[], from: Night): number {
  let nights = 0
  for (const { spans } of covered)
    for (const span of spans) nights += Math.max(0, span.until - Math.max(span.from, from))
  return nights
}

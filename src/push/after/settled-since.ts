import {
  align,
  type NightFields,
  overlayFields,
  type Segment,
  withinFields,
  withoutFields,
} from '../../calendar/index.js'
import type { BeforeImage, SettledSeries } from '../../journal/index.js'

/** What a run sent without an answer and another run has set since: the room and plan hold that one's values, whether this one arrived or not. */
export interface SetSince {
  /** '' means all active rooms. */
  room: string
  plan: string
  /** What was sent, and what was known of it until the other run set it. */
  segments: Segment<{ sent: NightFields; was: NightFields }>[]
}

/**
 * Finds what was known before, in what the first run to set it has overwritten.
 * @param imagesOf the layers of a run on the hotel
 */
export function setSince(
  settled: readonly SettledSeries[],
  imagesOf: (run: number) => readonly BeforeImage[],
): SetSince[] {
  const images = new Map<number, readonly BeforeImage[]>()
  return settled.map(({ by, room, plan, segments }) => {
    const layers = images.get(by) ?? imagesOf(by)
    images.set(by, layers)
    // A room that nobody had named lay under the cells for all rooms.
    const own = layers.filter((one) => one.plan === plan && (one.room === room || one.room === ''))
    const sent = segments.map(({ value, ...span }) => ({
      ...span,
      value: Object.fromEntries(
        Object.entries(value).flatMap(([name, all]) => all.slice(-1).map((one) => [name, one.value])),
      ),
    }))
    const found: SetSince['segments'] = []
    align(sent, picture(own, sent), (from, until, value, was = {}) => {
      if (value !== undefined) found.push({ from, until, value: { sent: value, was } })
    })
    return { room, plan, segments: found }
  })
}

/** What was known under the first layer of each field. */
function picture(layers: readonly BeforeImage[], of: readonly Segment<NightFields>[]): Segment<NightFields>[] {
  let before: Segment<NightFields>[] = []
  let laidSoFar: Segment<NightFields>[] = []
  for (const { before: under, laid } of layers) {
    before = overlayFields(before, withinFields(withoutFields(under, laidSoFar), of))
    laidSoFar = overlayFields(laidSoFar, laid)
  }
  return before
}

import { align, type NightFields, overlay, type Segment } from '../../calendar/index.js'
import { type DoubtfulSeries, doubtsOf, type Journal } from '../../journal/index.js'
import { isEqualValue } from '../merge/index.js'

/** Fields that a later run has sent without a usable answer, so that the service may hold its values. */
type LaterFields = ReadonlySet<string>

/** Tells of each room and plan what later runs may have set since a run. Other undos of it are none: they send what this one would. */
export class LaterDoubts {
  readonly #isLater: (run: number) => boolean

  constructor(journal: Journal, undone: number) {
    const known = new Map<number, boolean>()
    this.#isLater = (run) => {
      const found = known.get(run) ?? (run > undone && journal.getRun(run)?.command['undo'] !== undone)
      known.set(run, found)
      return found
    }
  }

  /** Cells for all rooms are touched as soon as those of one room are. */
  of(doubts: readonly DoubtfulSeries[], { room, plan }: { room: string; plan: string }): Segment<LaterFields>[] {
    const lists =
      room === ''
        ? doubts.filter((one) => one.plan === plan).map(({ segments }) => segments)
        : [doubtsOf(doubts, room, plan)]
    return lists.reduce<Segment<LaterFields>[]>((all, segments) => {
      const later = segments.map(({ value, ...span }) => ({
        ...span,
        value: new Set(
          Object.keys(value).filter((name) => value[name]?.some(({ run }) => this.#isLater(run))),
        ) as LaterFields,
      }))
      return overlay(
        all,
        later.filter(({ value }) => value.size > 0),
        (under, over) => new Set([...under, ...over]),
      )
    }, [])
  }
}

/** The fields that a run itself has sent without a usable answer. */
export function doubtedBy(
  run: number,
  doubts: readonly DoubtfulSeries[],
  { room, plan }: { room: string; plan: string },
): Segment<LaterFields>[] {
  return doubtsOf(doubts, room, plan).map(({ value, ...span }) => ({
    ...span,
    value: new Set(Object.keys(value).filter((name) => value[name]?.some((one) => one.run === run))),
  }))
}

/** The names of fields, night by night. */
export function namesIn(segments: readonly Segment<Readonly<Record<string, unknown>>>[]): Segment<LaterFields>[] {
  return segments.map(({ value, ...span }) => ({ ...span, value: new Set(Object.keys(value)) }))
}

const NONE: LaterFields = new Set()

/** Segments with what later runs may have set on them. */
export function besideLater<V>(
  segments: readonly Segment<V>[],
  later: readonly Segment<LaterFields>[],
): Segment<{ value: V; later: LaterFields }>[] {
  const beside: Segment<{ value: V; later: LaterFields }>[] = []
  align(segments, later, (from, until, value, fields = NONE) => {
    if (value !== undefined) beside.push({ from, until, value: { value, later: fields } })
  })
  return beside
}

/**
 * The fields of which it is not known what they held before a run: an earlier one sent another value than the one on record, and no usable answer came.
 * @param earlier what was in doubt when the run began
 */
export function unsureOf(
  was: readonly Segment<NightFields>[],
  earlier: readonly DoubtfulSeries[],
  { room, plan }: { room: string; plan: string },
): Segment<LaterFields>[] {
  const lists =
    room === ''
      ? earlier.filter((one) => one.plan === plan).map(({ segments }) => segments)
      : [doubtsOf(earlier, room, plan)]
  return lists.reduce<Segment<LaterFields>[]>((all, segments) => {
    const found: Segment<LaterFields>[] = []
    align(segments, was, (from, until, sent, known = {}) => {
      if (sent === undefined) return
      const names = Object.keys(sent).filter(
        (name) =>
          known[name] !== undefined && sent[name]?.some(({ value }) => !isEqualValue(value, known[name])) === true,
      )
      if (names.length > 0) found.push({ from, until, value: new Set(names) })
    })
    return overlay(all, found, (under, over) => new Set([...under, ...over]))
  }, [])
}

import { type CodedGuest, LISTED_MAX, type Splits } from './splits.js'

/** Steps of the search; beyond them the message does not tell. */
const STEPS_MAX = 20_000

/**
 * Every way to put all guests of these groups into so many units, of which none is empty; groups stay together. Where guests stand in the message tells nothing: a unit may
 * have the first and the last of them. Units stand in the order of their first guest.
 * @param mayJoin whether a group may be put to those of a unit
 * @param isFitting whether units go with what else the message says of them
 */
function divide<G extends CodedGuest>(
  groups: readonly G[][],
  units: number,
  mayJoin: (unit: readonly G[], group: readonly G[]) => boolean,
  isFitting: (units: readonly G[][]) => boolean,
): Splits<G> {
  const made: G[][] = []
  const options: G[][][] = []
  let [total, steps] = [0, 0]
  const place = (next: number): void => {
    if (++steps > STEPS_MAX || groups.length - next < units - made.length) return
    const group = groups[next]
    if (group === undefined) {
      const way = made.map((unit) => unit.toSorted((a, b) => a.at - b.at))
      if (!isFitting(way)) return
      total++
      if (options.length < LISTED_MAX) options.push(way)
      return
    }
    for (const [at, unit] of made.entries()) {
      if (!mayJoin(unit, group)) continue
      made[at] = [...unit, ...group]
      place(next + 1)
      made[at] = unit
    }
    if (made.length < units) {
      made.push([...group])
      place(next + 1)
      made.pop()
    }
  }
  place(0)
  return { options, total: steps > STEPS_MAX ? Infinity : total }
}

/** Every way to put groups of equal code together into fewer units, of which none has more than `largest` guests. */
export function mergedUnits<G extends CodedGuest>(
  groups: readonly G[][],
  units: number,
  largest: number,
  isFitting: (units: readonly G[][]) => boolean,
): Splits<G> {
  return divide(groups, units, (unit, group) => unit.length + group.length <= largest, isFitting)
}

/** Every way to part guests of equal code into more units; guests of different codes share none. */
export function partedUnits<G extends CodedGuest>(
  guests: readonly G[],
  units: number,
  isFitting: (units: readonly G[][]) => boolean,
): Splits<G> {
  return divide(
    guests.map((guest) => [guest]),
    units,
    ([first], [guest]) => first?.key === guest?.key,
    isFitting,
  )
}

/** Every way to divide guests, whatever their codes. */
export function anyUnits<G extends CodedGuest>(
  guests: readonly G[],
  units: number,
  isFitting: (units: readonly G[][]) => boolean,
): Splits<G> {
  return divide(
    guests.map((guest) => [guest]),
    units,
    () => true,
    isFitting,
  )
}

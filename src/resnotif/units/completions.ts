import { type CodedGuest, LISTED_MAX, type Splits } from './splits.js'

/** Steps of the search; beyond them the codes do not tell. */
const STEPS_MAX = 20_000

/**
 * Every way to give guests without a readable code one of the booked units, while readable codes stay as they are and no booked unit is left without a guest.
 * Units stand by their number, so the first is unit 1. Where fewer guests than units are sent, units may be empty.
 * @param isFitting whether units filled so go with what else the message says of them
 */
export function completeUnits<G extends CodedGuest>(
  guests: readonly G[],
  booked: number,
  isFitting: (units: readonly G[][]) => boolean,
): Splits<G> {
  const holes = guests.filter(({ key }) => key === undefined)
  const units = Array.from({ length: booked }, (_, at) => guests.filter(({ key }) => key === String(at + 1)))
  const options: G[][][] = []
  let [total, steps] = [0, 0]
  const emptyOf = (): number => units.filter(({ length }) => length === 0).length
  const mayStayEmpty = guests.length < booked
  const place = (next: number): void => {
    if (++steps > STEPS_MAX || (!mayStayEmpty && emptyOf() > holes.length - next)) return
    const hole = holes[next]
    if (hole === undefined) {
      const filled = units.map((unit) => unit.toSorted((a, b) => a.at - b.at))
      if (!isFitting(filled)) return
      total++
      if (options.length < LISTED_MAX) options.push(filled)
      return
    }
    for (const unit of units) {
      unit.push(hole)
      place(next + 1)
      unit.pop()
    }
  }
  if (booked * guests.length <= STEPS_MAX) place(0)
  else steps = Infinity
  return steps > STEPS_MAX ? { options: [], total: Infinity } : { options, total }
}

/** Steps of the search; beyond them the codes do not tell. */
const STEPS_MAX = 20_000

/**
 * The one way to put groups of equal code together into units of these sizes, whatever order the sizes stand in; undefined where there are several ways, or none.
 * Units stand in the order of their first guest.
 */
export function mergeToSizes<G extends { at: number }>(groups: readonly G[][], sizes: readonly number[]): G[][] | undefined {
  const wanted = sizes.toSorted((a, b) => a - b).join()
  const largest = Math.max(...sizes)
  const units: G[][] = []
  const found: G[][][] = []
  let steps = 0
  const place = (next: number): void => {
    if (found.length > 1 || ++steps > STEPS_MAX) return
    const group = groups[next]
    if (group === undefined) {
      if (units.length === sizes.length && units.map(({ length }) => length).toSorted((a, b) => a - b).join() === wanted) found.push(units.map((unit) => unit.toSorted((a, b) => a.at - b.at)))
      return
    }
    for (const [at, unit] of units.entries()) {
      if (unit.length + group.length > largest) continue
      units[at] = [...unit, ...group]
      place(next + 1)
      units[at] = unit
    }
    if (units.length < sizes.length && group.length <= largest) {
      units.push(group)
      place(next + 1)
      units.pop()
    }
  }
  place(0)
  return found.length === 1 && steps <= STEPS_MAX ? found[0] : undefined
}

/** More than a reservation has are taken one after the other. */
const EXACT_MAX = 60
/** And still more as they stand. */
const WEIGHED_MAX = 400

/**
 * Pairs of two lists with the greatest sum of weights; as many pairs as the shorter one has. Weights are not negative.
 * @returns pairs in the order of the first list
 */
export function heaviestPairs<T>(
  left: readonly T[],
  right: readonly T[],
  weight: (one: T, other: T) => number,
): [T, T][] {
  if (left.length === 0 || right.length === 0) return []
  const size = Math.max(left.length, right.length)
  if (size > WEIGHED_MAX) return left.slice(0, right.length).map((one, at): [T, T] => [one, right[at] as T])
  const weights = left.map((one) => right.map((other) => weight(one, other)))
  const taken = size > EXACT_MAX ? inTurn(weights) : assigned(weights, size)
  return left.flatMap((one, at): [T, T][] => {
    const other = right[taken[at] ?? -1]
    return other === undefined ? [] : [[one, other]]
  })
}

/** The heaviest that is left, again and again. */
function inTurn(weights: readonly (readonly number[])[]): number[] {
  const found: number[] = []
  const used = new Set<number>()
  const all = weights.flatMap((row, at) => row.map((weight, to) => ({ at, to, weight })))
  for (const { at, to } of all.toSorted((a, b) => b.weight - a.weight)) {
    if (found[at] !== undefined || used.has(to)) continue
    found[at] = to
    used.add(to)
  }
  return found
}

/** Hungarian method: the column of each row, in a square of a size. */
function assigned(weights: readonly (readonly number[])[], size: number): number[] {
  const cost = (row: number, column: number): number => -(weights[row - 1]?.[column - 1] ?? 0)
  const zeros = (): number[] => Array.from({ length: size + 1 }, () => 0)
  const of = (list: readonly number[], at: number): number => list[at] ?? 0
  const [rows, columns, rowOf, wayTo] = [zeros(), zeros(), zeros(), zeros()]
  for (let row = 1; row <= size; row++) {
    rowOf[0] = row
    let column = 0
    const least = zeros().map(() => Infinity)
    const used = new Set<number>()
    do {
      used.add(column)
      const from = of(rowOf, column)
      let [delta, next] = [Infinity, 0]
      for (let at = 1; at <= size; at++) {
        if (used.has(at)) continue
        const reduced = cost(from, at) - of(rows, from) - of(columns, at)
        if (reduced < of(least, at)) [least[at], wayTo[at]] = [reduced, column]
        if (of(least, at) < delta) [delta, next] = [of(least, at), at]
      }
      for (let at = 0; at <= size; at++)
        if (used.has(at)) {
          rows[of(rowOf, at)] = of(rows, of(rowOf, at)) + delta
          columns[at] = of(columns, at) - delta
        } else least[at] = of(least, at) - delta
      column = next
    } while (of(rowOf, column) !== 0)
    while (column !== 0) {
      const previous = of(wayTo, column)
      rowOf[column] = of(rowOf, previous)
      column = previous
    }
  }
  const found: number[] = []
  for (let column = 1; column <= size; column++) found[of(rowOf, column) - 1] = column - 1
  return found
}

/** A longer text is no name that was mistyped: comparing takes the product of both lengths. */
const NAME_MAX = 100

/**
 * The known name most like what was typed, or undefined where none is near: at most a third of the letters differ.
 */
export function nearest(typed: string, known: Iterable<string>): string | undefined {
  if (typed.length > NAME_MAX) return undefined
  const wanted = typed.toLowerCase()
  let best: string | undefined
  let bestDistance = Math.floor(typed.length / 3) + 1
  for (const name of known) {
    // As many letters as they differ in length must be inserted or dropped.
    if (Math.abs(name.length - typed.length) >= bestDistance) continue
    const distance = editDistance(wanted, name.toLowerCase(), bestDistance)
    if (distance < bestDistance) [best, bestDistance] = [name, distance]
    if (bestDistance === 0) break
  }
  return best
}

/** Letters to insert, drop, change or swap with their neighbour to get from one word to the other; `enough` or more where there are so many. */
export function editDistance(a: string, b: string, enough: number): number {
  let before = new Uint16Array(b.length + 1)
  let previous = Uint16Array.from({ length: b.length + 1 }, (_, i) => i)
  let current = new Uint16Array(b.length + 1)
  let leastBefore = 0
  for (let i = 1; i <= a.length; i++) {
    current[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let cost = Math.min(
        (previous[j] as number) + 1,
        (current[j - 1] as number) + 1,
        (previous[j - 1] as number) + (same ? 0 : 1),
      )
      if (i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1))
        cost = Math.min(cost, (before[j - 2] as number) + 1)
      current[j] = cost
      if (cost < least) least = cost
    }
    // A swap reaches back two lines, and no line is below both of them.
    if (Math.min(least, leastBefore + 1) >= enough) return enough
    leastBefore = least
    ;[before, previous, current] = [previous, current, before]
  }
  return previous[b.length] as number
}

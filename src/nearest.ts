/**
 * The known name most like what was typed, or undefined where none is near: at most a third of the letters differ.
 */
export function nearest(typed: string, known: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Math.floor(typed.length / 3) + 1
  for (const name of known) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [name, distance]
  }
  return best
}

/** Letters to insert, drop, change or swap with their neighbour to get from one word to the other. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((previous[j] as number) + 1, (current[j - 1] as number) + 1, (previous[j - 1] as number) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] as number) + 1)
      current.push(cost)
    }
    ;[before, previous] = [previous, current]
  }
  return previous[b.length] as number
}

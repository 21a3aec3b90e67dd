/** How often a piece of work is measured before it counts as too slow: a busy machine spoils some measurements, what is quadratic is so every time. */
const TRIES = 5

/** Milliseconds of CPU that a piece of work takes at its fastest; measured once where `enough` is not given, or until it takes less than that. */
export function cpuTime(work: () => void, enough = Infinity): number {
  let least = Infinity
  for (let tries = 0; tries < TRIES && least >= enough; tries += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/**
 * What was measured where work grows faster than its size: empty where one measurement shows that it does not.
 * `small` and `large` are done one after the other; `most` is how many times as long `large` may take, and what takes less than `below` milliseconds is fast enough.
 */
export function fastGrowth(small: () => void, large: () => void, most: number, below: number): string[] {
  const told: string[] = []
  while (told.length < TRIES) {
    const long = cpuTime(large)
    if (long < below) return []
    const short = cpuTime(small)
    if (long < short * most) return []
    told.push(`${short} ms, ${long} ms`)
  }
  return told
}

/** Numbers that look random and are the same for the same seed, on every machine (mulberry32). */
export class SeededRandom {
  #state: number

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce(
      (state, seed) => (Math.imul(state ^ (seed >>> 0), 0x9e3779b1) ^ (state >>> 15)) >>> 0,
      0x2545f491,
    )
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T
  }

  /** One of the values, each as likely as its weight says. */
  weighted<T>(values: readonly (readonly [value: T, weight: number])[]): T {
    let rest = this.next() * values.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of values) {
      rest -= weight
      if (rest < 0) return value
    }
    return (values[values.length - 1] as readonly [T, number])[0]
  }

  /** `count` different values, in the order of the list. */
  some<T>(values: readonly T[], count: number): T[] {
    let [left, wanted] = [values.length, Math.min(count, values.length)]
    return values.filter(() => {
      const isTaken = this.next() * left < wanted
      left -= 1
      if (isTaken) wanted -= 1
      return isTaken
    })
  }
}

/** A guest as numbering sees it, and its place among all guests of the reservation. */
export interface CodedGuest {
  /** What tells units apart: the code as a number, or for a guest without one the code of a neighbour. */
  key?: string
  /** Place among all guests, in document order. */
  at: number
}

/**
 * How guests of one product fall into physical units. `certain`: the message's own codes or counts tell.
 * `dealt`: codes do not tell, so guests are dealt in even blocks; that is a guess.
 */
export interface Grouping<G> {
  units: G[][]
  kind: 'certain' | 'dealt'
}

/** By equal code, in the order of first appearance. */
export function groupByCode<G extends CodedGuest>(guests: readonly G[]): G[][] {
  const groups = new Map<string, G[]>()
  for (const guest of guests) {
    const key = guest.key ?? `\u0000${guest.at}`
    groups.set(key, [...(groups.get(key) ?? []), guest])
  }
  return [...groups.values()]
}

/** Stretches of equal code; a guest of another product in between ends one. */
export function groupByRuns<G extends CodedGuest>(guests: readonly G[]): G[][] {
  const runs: G[][] = []
  guests.forEach((guest, i) => {
    const before = guests[i - 1]
    if (before !== undefined && before.key === guest.key && before.at === guest.at - 1) runs.at(-1)?.push(guest)
    else runs.push([guest])
  })
  return runs
}

/** Consecutive blocks, as numbering deals guests without a unit. */
export function dealBlocks<G>(guests: readonly G[], units: number): G[][] {
  const [size, rest] = [Math.floor(guests.length / units), guests.length % units]
  const blocks: G[][] = []
  for (let unit = 0, from = 0; unit < units; unit++) {
    const to = from + size + (unit < rest ? 1 : 0)
    blocks.push(guests.slice(from, to))
    from = to
  }
  return blocks
}

/**
 * Guests without a number as code: where the others already make all booked units, such a guest shares a unit with its neighbour (a guess);
 * else it is a unit of its own. Returns whether it had to guess.
 */
export function lendKeys<G extends CodedGuest>(guests: readonly G[], booked: number | undefined): boolean {
  const keyed = guests.filter(({ key }) => key !== undefined)
  const isFull = new Set(keyed.map(({ key }) => key)).size >= (booked ?? 1)
  if (!isFull || keyed.length === guests.length) return false
  guests.forEach((guest, i) => {
    guest.key ??= guests.slice(i + 1).find(({ key }) => key !== undefined)?.key ?? guests[i - 1]?.key
  })
  return true
}

/**
 * The units of one product where the codes begin anew on each line. Where a line ends and the next begins with one code, the stretch of
 * that code is dealt among the units it stands for. Undefined where the codes are none of such a count.
 * @param lines units of each line
 */
export function groupByLines<G extends CodedGuest>(guests: readonly G[], lines: readonly number[]): G[][] | undefined {
  const wanted = lines.flatMap((units) => Array.from({ length: units }, (_, i) => String(i + 1)))
  const runs = groupByRuns(guests)
  const units: G[][] = []
  let next = 0
  runs.forEach((run, i) => {
    const key = run[0]?.key
    let count = 0
    while (wanted[next + count] === key && (count === 0 || runs[i + 1]?.[0]?.key !== key)) count += 1
    next += count
    if (count > 0) units.push(...dealBlocks(run, count))
  })
  return next === wanted.length && units.length === wanted.length && units.every((unit) => unit.length > 0) && units.flat().length === guests.length ? units : undefined
}

/** The units of one product, from its guests and how many units are booked. */
export function groupUnits<G extends CodedGuest>(guests: readonly G[], booked: number | undefined): Grouping<G> {
  const byCode = groupByCode(guests)
  if (booked === undefined || byCode.length === booked || guests.length < booked) return { units: byCode, kind: 'certain' }
  if (guests.length === booked) return { units: guests.map((guest) => [guest]), kind: 'certain' }
  const runs = groupByRuns(guests)
  if (runs.length === booked) return { units: runs, kind: 'certain' }
  return { units: dealBlocks(guests, Math.max(1, booked)), kind: 'dealt' }
}

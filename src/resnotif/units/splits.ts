/** A guest as numbering sees it, and its place among all guests of the reservation. */
export interface CodedGuest {
  /** What tells units apart: the code as a number. */
  key?: string
  /** The code where it is a word, such as `Room 1`. */
  label?: string
  /** Place among all guests, in document order. */
  at: number
}

/** Ways in which guests, in the order of the message, fall into units. */
export interface Splits<G> {
  /** At most `LISTED_MAX` of them. */
  options: G[][][]
  /** How many there are in all; Infinity beyond what can be counted. */
  total: number
}

/** How many ways are listed one by one. */
export const LISTED_MAX = 60
/** Beyond this many guests times units nothing is searched. */
const CELLS_MAX = 2_000_000

/**
 * The ways to cut a row of guests into so many units that go best with the codes: neighbours of one code stay together, neighbours of different codes do not.
 * Several ways that go equally well mean that the codes do not tell.
 */
export function splitGuests<G extends CodedGuest>(guests: readonly G[], units: number): Splits<G> {
  const count = guests.length
  if (units < 1 || count < units) return { options: [], total: 0 }
  if (count * units > CELLS_MAX) return { options: [], total: Infinity }
  const { cut, join } = costs(guests)
  // cost[i][j]: the least cost of the guests up to i in j units, i standing last in its unit so far; ways[i][j]: how many reach it.
  const width = units + 1
  const cost = new Float64Array(count * width).fill(Infinity)
  const ways = new Float64Array(count * width)
  cost[1] = 0
  ways[1] = 1
  for (let i = 1; i < count; i++) {
    for (let j = 1; j <= Math.min(units, i + 1); j++) {
      const joined = (cost[(i - 1) * width + j] as number) + (join[i] as number)
      const apart = (cost[(i - 1) * width + j - 1] as number) + (cut[i] as number)
      const least = Math.min(joined, apart)
      if (least === Infinity) continue
      cost[i * width + j] = least
      ways[i * width + j] =
        (joined === least ? (ways[(i - 1) * width + j] as number) : 0) +
        (apart === least ? (ways[(i - 1) * width + j - 1] as number) : 0)
    }
  }
  const options: G[][][] = []
  const walk = (i: number, j: number, from: readonly number[]): void => {
    if (options.length >= LISTED_MAX) return
    if (i === 0) {
      options.push(blocksOf(guests, [0, ...from]))
      return
    }
    const here = cost[i * width + j] as number
    if ((cost[(i - 1) * width + j - 1] as number) + (cut[i] as number) === here) walk(i - 1, j - 1, [i, ...from])
    if ((cost[(i - 1) * width + j] as number) + (join[i] as number) === here) walk(i - 1, j, from)
  }
  walk(count - 1, units, [])
  return { options, total: ways[(count - 1) * width + units] as number }
}

/** What it costs to cut, or to join, at each guest: codes that say otherwise. A guest of another product in between makes a new unit likelier. */
function costs<G extends CodedGuest>(guests: readonly G[]): { cut: number[]; join: number[] } {
  const cut = [0]
  const join = [0]
  guests.slice(1).forEach((guest, at) => {
    const before = guests[at] as G
    const isTold = guest.key !== undefined && before.key !== undefined
    const isNeighbour = before.at === guest.at - 1
    cut.push(isTold && isNeighbour && guest.key === before.key ? 1 : 0)
    join.push((isTold && guest.key !== before.key ? 1 : 0) + (isTold && !isNeighbour ? 1 : 0))
  })
  return { cut, join }
}

/** Blocks that begin at these places. */
function blocksOf<G>(guests: readonly G[], starts: readonly number[]): G[][] {
  return starts.map((start, at) => guests.slice(start, starts[at + 1]))
}

/** Blocks of these sizes; undefined where they do not make up the guests. */
export function blocksBySize<G>(guests: readonly G[], sizes: readonly number[]): G[][] | undefined {
  if (sizes.some((size) => size < 1) || sizes.reduce((sum, size) => sum + size, 0) !== guests.length) return undefined
  let next = 0
  return sizes.map((size) => guests.slice(next, (next += size)))
}

import type { Call } from '../../property-file/index.js'
import type { ResultOf } from '../../contract/index.js'
import { formatNight, type Night } from '../../calendar/index.js'

type Offer = ResultOf<'product.search'>

/** Stays that are asked for where one night alone is not on offer: the usual minimum stays. */
const LENGTHS = [1, 2, 3, 7] as const
const SIDE_BY_SIDE = 4

/** Which of some nights can be booked, and in which rooms. */
export interface SoldNights {
  /** Those that no stay on offer covers. */
  unsold: Night[]
  /** Rooms that were on offer, by id. */
  rooms: Set<string>
  /** Rooms on offer without a price. */
  unpriced: Set<string>
  requests: number
}

/** Asks what can be booked, night by night, then with the usual minimum stays for what is left. */
export async function findSoldNights(
  call: Call,
  body: { propertyId: string; distributorId: string; distributorCode: string },
  first: Night,
  nights: number,
): Promise<SoldNights> {
  const all = Array.from({ length: nights }, (_, at) => first + at)
  const sold = new Set<Night>()
  const found: SoldNights = { unsold: [], rooms: new Set(), unpriced: new Set(), requests: 0 }
  for (const length of LENGTHS) {
    const open = all.filter((night) => !sold.has(night))
    const queue = open[Symbol.iterator]()
    const work = async (): Promise<void> => {
      for (const night of queue) {
        if (sold.has(night)) continue
        found.requests += 1
        const offer = await call('product.search', {
          body: { ...body, checkInDate: formatNight(night), checkOutDate: formatNight(night + length) },
        })
        if (!note(offer, found)) continue
        for (let each = night; each < night + length; each++) sold.add(each)
      }
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
  }
  found.unsold = all.filter((night) => !sold.has(night))
  return found
}

/** @returns whether anything was on offer */
function note({ roomTypes }: Offer, { rooms, unpriced }: SoldNights): boolean {
  const offered = roomTypes.filter(({ ratePlans, availableUnits }) => ratePlans.length > 0 && availableUnits !== 0)
  for (const { roomId, ratePlans } of offered) {
    rooms.add(String(roomId))
    if (ratePlans.every(({ totalPrice }) => totalPrice === undefined || Number(totalPrice) === 0))
      unpriced.add(String(roomId))
  }
  return offered.length > 0
}

/** Nights as ranges: `2027-07-01`, `2027-07-03 to 2027-07-09`. */
export function nightRanges(nights: readonly Night[]): string[] {
  const ranges: [Night, Night][] = []
  for (const night of nights) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === night - 1) last[1] = night
    else ranges.push([night, night])
  }
  return ranges.map(([from, to]) => (from === to ? formatNight(from) : `${formatNight(from)} to ${formatNight(to)}`))
}

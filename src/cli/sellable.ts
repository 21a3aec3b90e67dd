import type { Settings } from '../config/index.js'
import { Fault } from '../errors.js'
import type { ReservationBody } from './booking.js'
import { distributorOf } from './distributor.js'
import type { Call } from './property-records.js'

/**
 * Asks the service for its products before anything is booked: each line must be on offer with enough units.
 * @param expectTotal amount that the sum must be, such as 240.00
 * @throws Fault REFUSED where a line is not on offer; GUARD_RAIL where the price is another one
 */
export async function checkSellable(call: Call, settings: Settings, body: ReservationBody, expectTotal: string | undefined): Promise<void> {
  const { propertyId, checkInDate, checkOutDate } = body
  const offer = await call('product.search', { body: { propertyId, checkInDate, checkOutDate, ...(await distributorOf(settings)) } })
  let total = 0n
  for (const [at, { roomId, ratePlanId, units = 1 }] of body.rooms.entries()) {
    const room = offer.roomTypes.find((one) => String(one.roomId) === String(roomId))
    const plan = room?.ratePlans.find((one) => String(one.ratePlanId) === String(ratePlanId))
    const why = room === undefined ? 'is not on offer for this stay' : plan === undefined ? `is not on offer under plan ${ratePlanId}` : (room.availableUnits ?? units) < units ? `has ${room.availableUnits} units free, ${units} are wanted` : undefined
    if (why !== undefined || plan === undefined) {
      throw new Fault('REFUSED', `Room ${roomId} ${why}. Nothing was booked.`, {
        findings: [{ field: `rooms[${at}]`, value: `${roomId}/${ratePlanId}`, reason: why ?? 'is not on offer' }],
        next: `Run "hubswitch product search ${propertyId} --check-in ${checkInDate} --check-out ${checkOutDate}" to see what is.`,
      })
    }
    total += tenThousandths(String(plan.totalPrice)) * BigInt(units)
  }
  if (expectTotal !== undefined && tenThousandths(expectTotal) !== total) {
    throw new Fault('GUARD_RAIL', `The total is ${textOf(total)}, not ${expectTotal}. Nothing was booked.`, { next: 'Check the price, or give the new one with --expect-total.' })
  }
}

function tenThousandths(amount: string): bigint {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,4}))?$/.exec(amount.trim()) ?? []
  if (whole === undefined) throw new Fault('USAGE', `"${amount}" is no amount such as 240.00.`)
  return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'))
}

const textOf = (total: bigint): string => `${total / 10_000n}.${String(total % 10_000n).padStart(4, '0').replace(/00$/, '')}`

import { STATE_UNKNOWN } from '../../contract/index.js'
import { isKnownState } from '../../outcome/index.js'

/** Why a look-up does not settle what a reservation is. */
export function unknownState(bookingId: string, status: string): string {
  if (isKnownState(status)) return `Reservation ${bookingId} is ${status}, which is not what was asked for.`
  return status === STATE_UNKNOWN
    ? `The answer names no state of reservation ${bookingId}.`
    : `Reservation ${bookingId} is "${status}", a state this version does not know.`
}

/** Builds a notification from a reservation. */

export {
  type Decimal,
  isDecimal,
  isMoreDecimal,
  isSameDecimal,
  isWithinHalves,
  parseDecimal,
  parseMoney,
  parsePercent,
  placesOf,
  scaleDecimal,
  sumDecimals,
  timesDecimal,
  writeAmount,
  writeDecimal,
} from './amount.js'
export type { ReservationSource } from './booking.js'
export { buildNotification, type BuildOptions } from './build.js'
export { type Envelope, openEnvelope, SOAP_NAMESPACES, type UsernameToken } from './envelope.js'
export { readTotals } from './guest-totals.js'
export { composeRph, type GuestNode, numberNodes } from './number.js'
export { arePlacesOpen, openAmounts } from './places.js'

/** Which nights the RoomRates and Rates of a stay are of. */

export { nightsIn, readNights, type StayNights } from './nights.js'

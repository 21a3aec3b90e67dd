/** Which nights the RoomRates and Rates of a stay are of. */

export { isOfNight, nightsIn, readNights, type StayNights } from './nights.js'

/** Which nights the RoomRates and Rates of a stay are of. */

export {
  daysOfStays,
  daysTold,
  isOfNight,
  nightsBetween,
  nightsIn,
  nightsTwice,
  readNights,
  type StayNights,
} from './nights.js'

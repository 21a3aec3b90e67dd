/** Which nights the RoomRates and Rates of a stay are of, and of how many people. */

export { makesTotal } from './counted.js'
export {
  daysOfStays,
  daysTold,
  isOfNight,
  nightsIn,
  NIGHTS_MAX,
  readNights,
  type StayNights,
  type StayRead,
} from './nights.js'
export { peopleOfAge, personsOfRate, waysByAge } from './people.js'
export { nightsBetween, nightsTwice } from './priced.js'

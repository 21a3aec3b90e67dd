/** Guard rails: changes that are too large, rooms that are not there. */

export { type GuardLimits, Guards, type GuardStop, TELLING_NIGHTS } from './guards.js'
export { OddPrices } from './odd-prices.js'
export {
  absentHotelRows,
  type AbsentHotels,
  absentHotelWords,
  type FactsByHotel,
  type RoomsByHotel,
  unknownRoomRows,
  unknownRooms,
  unknownRoomWords,
  withoutRooms,
} from './unknown-rooms.js'

/** What a notification says of a booking, as facts, and how two of them differ. */

export { compareFacts, type FactChange, moneyText, nightsOf } from './compare.js'
export type {
  CountFacts,
  GuestFacts,
  MessageFacts,
  Money,
  PriceFacts,
  ReservationFacts,
  RoomFacts,
  ServiceFacts,
  StayFacts,
} from './facts.js'
export { readMessageFacts } from './message.js'

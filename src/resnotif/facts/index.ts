/** What a notification says of a booking, as facts, and how two of them differ. */

export type { FactChange } from './change.js'
export { compareFacts, pairReservations, type ReservationPair } from './compare.js'
export { guestPairs, renamedGuests } from './compare-guests.js'
export { moneyInFull, moneyText, nightsOf, taxText } from './compare-prices.js'
export type {
  AdditionFacts,
  ChargeFacts,
  ChargeOf,
  CommissionFacts,
  ContactFacts,
  DepositFacts,
  CountFacts,
  DiscountFacts,
  FeeFacts,
  GuestAmountFacts,
  GuestFacts,
  LoyaltyFacts,
  MessageFacts,
  Money,
  PenaltyFacts,
  PriceFacts,
  ReservationFacts,
  RoomFacts,
  ServiceFacts,
  ServicePrice,
  StayFacts,
} from './facts.js'
export { readMessageFacts } from './message.js'

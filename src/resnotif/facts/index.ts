/** What a notification says of a booking, as facts. */

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
export { moneyIn } from './money.js'

import type { NameParts, OpenUnits } from '../read/index.js'

/** An amount as a message has it: never reckoned, never rounded. */
export interface Money {
  amount: string
  /** What stands there, where DecimalPlaces makes another amount of it: `200, DecimalPlaces 2`. */
  written?: string
  /** What it is by its DecimalPlaces, where other amounts of the message have a decimal point beside theirs, so that nothing tells which of the two is meant. */
  orAmount?: string
  currency?: string
  isBeforeTax?: boolean
  /** What it is before tax, where both stand there. */
  beforeTax?: string
  /** All taxes together, as the message says it, and the currency that stands beside it. */
  taxes?: string
  taxesCurrency?: string
  /** Each tax by itself. */
  taxList?: TaxFacts[]
}

export interface TaxFacts {
  /** Its description, or else its code. */
  name?: string
  amount?: string
  /** As it stands beside the amount. */
  currency?: string
  percent?: string
  /** How often it is charged, and for what: `per person per night`. */
  per?: string
  /** Whether it is in the price, as it stands: `Inclusive`, `Exclusive` or `Cumulative`. */
  type?: string
}

/** What a cancellation costs: an amount, a share of the price, or some nights of it. */
export interface PenaltyFacts {
  line: number
  amount?: string
  currency?: string
  percent?: string
  nights?: string
  /** What the share or the nights are of, such as `FullStay`. */
  basis?: string
  /** Until when, or from when on: a time, or `3 days before arrival`. */
  deadline?: string
  isNonRefundable?: true
  text?: string
}

/** A membership of a guest or of the booking, by its ids. */
export interface LoyaltyFacts {
  line: number
  program?: string
  id?: string
  level?: string
  /** Whose it is, where a guest has it. */
  guest?: string
}

/** The number of a room that is assigned already. */
export interface RoomNumberFacts {
  line: number
  number: string
  room?: string
}

/** What is to be paid before the stay: an amount, a share of the price, or some nights of it. */
export interface DepositFacts {
  line: number
  amount?: string
  currency?: string
  percent?: string
  nights?: string
  /** When. */
  due?: string
}

/**
 * A price and what it is the price of. `per` is `night` where the message says so, by RateTimeUnit or ChargeType; `other` where it names another unit, such as three days;
 * else the amount stands for the stretch in a way that is not told.
 */
export interface PriceFacts extends Money {
  line: number
  /** First night, and the day behind the last. */
  from?: string
  to?: string
  per: 'night' | 'other' | 'not told'
  /** The unit of `other`: `for 3 days`. Of `not told` the ChargeType, where it has one that is not known: `charge type 18, …`. */
  perText?: string
  /** It is the price of one person, as ChargeType says. */
  isPerPerson?: true
  /** The people of one age whose price it is: `children aged 3 to 11`. */
  people?: string
  /** It repeats another price in another currency. */
  isAlternate?: true
  room?: string
  plan?: string
  units?: number
  /** Several units are booked, and nothing tells whether the amount is that of one or of all. */
  isOfAllOpen?: true
  /** Units that are booked at it, where `isOfAllOpen`. */
  ofUnits?: number
}

export interface RoomFacts {
  line: number
  room?: string
  plan?: string
  units?: number
  /** First night, where the same units change to this room or plan during the stay. They are counted with the first of them. */
  from?: string
}

export interface CountFacts {
  /** 0 where no number is told. */
  count: number
  /** Why no number is told: `not told`, `"two" cannot be read`. */
  countOpen?: string
  kind: 'adult' | 'child' | 'infant' | 'senior' | 'guest'
  age?: number
  /** Age as it stands, where that is no whole number. */
  ageText?: string
  /** AgeQualifyingCode as it stands, where it is none of an infant, child, adult or senior. */
  kindText?: string
  /** AgeBucket as it stands: `3-6`. */
  ageBucket?: string
}

/** How somebody is reached. */
export interface ContactFacts {
  /** The first e-mail address, and the first number. */
  email?: string
  phone?: string
  /** All of them, where there are several; a number with what it is: `+49 170 1 (mobile)`. */
  emails?: string[]
  phones?: string[]
  /** Postal address in one line, and another one behind a stroke. */
  address?: string
}

/** How a room or a plan is called, beside its code. */
export interface NameFacts {
  kind: 'room' | 'plan'
  code: string
  name: string
}

/** An amount of a commission, and what it is: to be paid, a flat one, or one that is paid already. */
export interface CommissionAmount {
  kind: 'payable' | 'flat' | 'prepaid' | 'other'
  amount: string
  currency?: string
}

/** What the sender keeps of the price, or is paid. */
export interface CommissionFacts {
  line: number
  /** StatusType as it stands, such as `Non-paying`. */
  status?: string
  percent?: string
  /** What it is reckoned from: no amount of the commission itself. */
  base?: { amount: string; currency?: string }
  /** The first of its amounts. */
  amount?: string
  currency?: string
  amounts: CommissionAmount[]
  plan?: string
}

export interface StayFacts {
  line: number
  index?: string
  /** RoomStayStatus, such as `Cancelled`. */
  status?: string
  hotelCode?: string
  hotelName?: string
  arrival?: string
  departure?: string
  nights?: number
  /** Where arrival and departure are from, where no TimeSpan tells both: `from the rates, as there is no TimeSpan`. */
  daysFrom?: string
  /** What it is, where it begins and ends on one day: `day use, no night`. */
  dayUse?: string
  /** Times of the day of arrival and departure, as they stand: `10:00:00`. */
  arrivalTime?: string
  departureTime?: string
  /** Duration as it stands, where it is no whole number of days. */
  durationText?: string
  rooms: RoomFacts[]
  /** Room types of which RoomType and RoomRates tell different numbers of units. */
  openUnits?: OpenUnits[]
  counts: CountFacts[]
  countsPerRoom: boolean
  prices: PriceFacts[]
  /** What a room costs over all its nights, where the message has a Total of the RoomRate. */
  roomTotals: PriceFacts[]
  /** Nights without a price between others that have one. */
  unpriced?: string[]
  /** Nights for which one RoomRate has several prices. */
  pricedTwice?: string[]
  total?: Money
  comments: string[]
  requests: string[]
  meals: string[]
  /** What the plans include, in the words of the message. */
  inclusions: string[]
}

/** One Price of a service, with the days that it is for, as they stand. */
export interface ServicePrice {
  price: Money
  isTotal?: true
  per?: string
  from?: string
  to?: string
}

/** Something that is booked beside the room, such as a place to park. */
export interface ServiceFacts {
  line: number
  name: string
  quantity?: number
  price?: Money
  /** The price is the Total of the service, not that of one. */
  isTotal?: true
  /** How often it is charged: `a day`. */
  per?: string
  /** All of its Prices, where it has several or one has days of its own. */
  prices?: ServicePrice[]
  /** ServicePricingType as it stands, such as `Per night`. */
  pricing?: string
  /** It is in the price of the room. */
  isInclusive?: true
  /** The days that it is for, as they stand. */
  from?: string
  to?: string
  /** How long it lasts, as Duration says in the place of an end: `PT1H`. */
  duration?: string
  isMandatory?: boolean
}

/** What a charge belongs to. */
export interface ChargeOf {
  /** The element that has it, such as `Rate`, `RoomRate`, `RoomStay`, `Service` or `ResGlobalInfo`. */
  element: string
  /** Which RoomStay, from 1. */
  stay?: number
  room?: string
  plan?: string
  /** First night, and the day behind the last. */
  from?: string
  to?: string
  service?: string
}

/** Something that is charged beside the price of a night, or taken off it: an amount, a share, or what is not told. */
export interface ChargeFacts {
  line: number
  name: string
  price?: Money
  percent?: string
  /** How often it is charged: `a day`, `a night`. */
  per?: string
  of: ChargeOf
}

/** What is charged beside the rooms, such as a resort fee. */
export interface FeeFacts extends ChargeFacts {
  /** Whether it is in the price, as it stands: `Inclusive`, `Exclusive` or `Cumulative`. */
  type?: string
  isMandatory?: boolean
  /** Whether taxes are in its amount, where it says so. */
  isTaxInclusive?: boolean
}

export interface DiscountFacts extends ChargeFacts {
  reason?: string
}

/** What a guest beyond those of the price costs. */
export interface GuestAmountFacts extends ChargeFacts {
  kind?: CountFacts['kind']
  /** `3 to 11`. */
  ages?: string
  /** How many such guests at most. */
  upTo?: number
}

/** What something in the room costs, such as an extra bed. */
export interface AdditionFacts extends ChargeFacts {
  quantity?: number
}

export interface GuestFacts extends ContactFacts {
  line: number
  /** Path of the ResGuest, which tells guests of one line apart. */
  node: string
  name: string
  /** Prefix, given and middle name, surname and suffix, as they stand. */
  nameParts?: NameParts
  kind?: 'adult' | 'child' | 'infant' | 'senior'
  age?: number
  /** Age as it stands, where that is no whole number. */
  ageText?: string
  /** AgeQualifyingCode as it stands, where it is none of an infant, child, adult or senior. */
  kindText?: string
  /** BirthDate of the customer, as it stands; without the time, where one stands behind it. */
  birthDate?: string
  /** BirthDate as it stands, where that is no day alone, or an empty one: `0001-01-01T00:00:00`. */
  birthText?: string
  /** Reckoned from BirthDate and the day of arrival, where the message has both and no Age. */
  ageAtArrival?: number
  arrivalTime?: string
  isPrimary: boolean
  rph?: string
  code?: string
  /** Where the message tells the room: product, and which unit of it. */
  room?: string
  plan?: string
  unit?: number
  /** Several groupings fit, so nothing tells the unit. */
  isUnitOpen?: boolean
  /** Which RoomStays name this guest, from 1. */
  stays: number[]
}

export interface ReservationFacts {
  line: number
  /** A hotel that is named outside of the stays, where none of these names one. */
  strayHotel?: { code: string; element: string; line: number }
  status?: string
  /** `source` and `context`: who gave the id. */
  ids: { element: 'UniqueID' | 'HotelReservationID'; type?: string; id: string; source?: string; context?: string }[]
  created?: string
  changed?: string
  /** Hotel and days as ResGlobalInfo tells them, for all stays together or in their place. */
  hotelCode?: string
  hotelName?: string
  arrival?: string
  departure?: string
  nights?: number
  /** Duration as it stands, where it is no whole number of days. */
  durationText?: string
  booker?: { name?: string; nameParts?: NameParts } & ContactFacts
  /** Companies beside the booker, such as a travel agency. */
  companies: ({ name: string } & ContactFacts)[]
  stays: StayFacts[]
  /** Guests of all stays together, where the message counts them so. */
  counts: CountFacts[]
  guests: GuestFacts[]
  total?: Money
  deposits: DepositFacts[]
  /** How payment is guaranteed, never the card itself. */
  guarantee?: string
  comments: string[]
  requests: string[]
  services: ServiceFacts[]
  /** Fees, discounts and the like, wherever in the reservation they stand. */
  fees: FeeFacts[]
  discounts: DiscountFacts[]
  guestAmounts: GuestAmountFacts[]
  additions: AdditionFacts[]
  /** What a guest with a disability needs. */
  access: string[]
  penalties: PenaltyFacts[]
  loyalty: LoyaltyFacts[]
  roomNumbers: RoomNumberFacts[]
  names: NameFacts[]
  promotions: string[]
  commissions: CommissionFacts[]
  /** Who pays what, in the words of the message. */
  billing: string[]
}

/** What a notification says, whoever sent it. */
export interface MessageFacts {
  status?: string
  echoToken?: string
  timeStamp?: string
  target?: string
  version?: string
  transaction?: string
  isRepeat: boolean
  envelope: 'none' | 'soap11' | 'soap12' | 'other'
  security: 'none' | 'digest' | 'text' | 'other'
  requestor?: { id?: string; type?: string; company?: string }
  /** ISOCurrency of the sender's Source: that of amounts which name none. */
  currency?: string
  /** Through which channels the booking came. */
  channels: { type?: string; company?: string; code?: string }[]
  reservations: ReservationFacts[]
  /** Amounts of which nothing tells whether they are as they stand or as their DecimalPlaces have them, each once. */
  openAmounts?: { written: string; places: string; placed: string }[]
  /** What a hotel would look at twice. */
  unusual: string[]
}

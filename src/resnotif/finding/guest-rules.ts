import type { Severity } from './dialect-rules.js'

/** Rules of who stays. */
export const GUEST_RULES = {
  'surname-missing': [
    'error',
    'A PMS files a guest under the surname and refuses one who has none.',
    'Write Surname; a name of one part is the Surname.',
  ],
  'name-too-long': [
    'warning',
    'Names have at most 64 characters in the schema; longer ones are cut off or refused.',
    'Shorten the name.',
  ],
  'guest-count-zero': [
    'error',
    'The message names guests, but its GuestCounts count nobody.',
    'Count the guests who sleep there.',
  ],
  'guest-count-invalid': [
    'error',
    'Count is a whole number of people; a PMS cannot read this one.',
    'Write a whole number, 0 or more.',
  ],
  'guest-age-invalid': [
    'error',
    'Age is a whole number of years; a PMS cannot read this one, or takes a child for somebody else.',
    'Write the years as a whole number, such as 5, or leave Age out.',
  ],
  'birth-date-invalid': [
    'error',
    'BirthDate is a day of the calendar, YYYY-MM-DD, without a time (xs:date), and not year 1, which programs write where they have none; a PMS cannot read this one, refuses the message, or takes day for month.',
    'Write the day as YYYY-MM-DD, such as 1980-12-31, or leave BirthDate out.',
  ],
  'birth-date-mismatch': [
    'warning',
    'BirthDate is after the arrival, or is that of somebody of another age than Age or AgeQualifyingCode says (Age as it is on the day of the booking, of a change, of arrival or of departure); the PMS prepares and charges for one or the other. Houses draw the line between children and adults differently, so an infant may be up to 5, a child up to 20, an adult 12 or older and a senior 18 or older.',
    'Check the date of birth, and the guest that it stands at.',
  ],
  'guest-kind-invalid': [
    'error',
    'AgeQualifyingCode is a code of OpenTravel: 7 infant, 8 child, 10 adult, 11 senior. With another text a PMS cannot tell adults from children.',
    'Write the code, such as 10 for an adult.',
  ],
  'guest-count-mismatch': [
    'error',
    'The counts of guests contradict each other, or the guests that are sent; the PMS prepares the rooms for other people. Another sender may name fewer guests than it counts.',
    'Make GuestCounts and ResGuests agree, unit by unit.',
  ],
  'guest-age-mismatch': [
    'warning',
    'GuestCounts and ResGuests, or the counts of RoomStays and ResGlobalInfo, say different children, or Age and AgeQualifyingCode different people; the PMS prepares beds and meals for one or the other. An infant may be up to 5, a child up to 20, an adult 12 or older and a senior 18 or older.',
    'Make AgeQualifyingCode and Age agree in both places.',
  ],
  'guest-count-order': [
    'warning',
    'The counts of the RoomStays fit the units in neither the order of the codes nor that of the guests; a PMS that takes the first RoomStay for unit 1 puts the wrong number of people into it.',
    'Give the RoomStays the order of the units.',
  ],
  'guest-not-named': [
    'warning',
    'More people are counted than guests are sent, so the PMS has no names for some.',
    'Send one ResGuest for each guest of each booked room, where the names are known.',
  ],
  'booker-not-counted': [
    'warning',
    'More guests are sent than are counted: the booker, alone in a unit, may be counted or stand there for somebody who is not named; the PMS prepares one bed less or one more.',
    'Count everybody who sleeps there, and name each guest where the names are known.',
  ],
} as const satisfies Record<string, readonly [Severity, string, string]>

/** Rules of the nights that are priced, and of the hotel. */
export const NIGHT_RULES = {
  'hotel-mixed': [
    'warning',
    'The stays of one reservation are in several hotels; a PMS of one hotel stores them all in its own, or refuses the message.',
    'Send one reservation for each hotel, or correct the HotelCode.',
  ],
  'rate-time-unit': [
    'error',
    'RateTimeUnit is one of the words Year, Month, Week, Day, Hour, Second, FullDuration and Minute, in these very capitals; a PMS that reads by the schema refuses another text, or cannot tell whether the price is that of a night.',
    'Write RateTimeUnit="Day" for the price of a night.',
  ],
  'night-outside': [
    'error',
    'A night is priced that is not part of the stay, or the price of the whole stay is for other days.',
    'Price the nights from Start to the day before End.',
  ],
  'night-twice': ['error', 'A night is priced twice, so the PMS bills it twice.', 'Price each night once.'],
  'night-missing': [
    'error',
    'A night of the stay has no price. Where no TimeSpan tells the days of the stay, they are those from the first to the last that is priced.',
    'Price each night from Start to the day before End.',
  ],
  'expire-date-unclear': [
    'warning',
    'Each night has one price only where ExpireDate is the last night, and so it is read here. A PMS that takes it for the day of departure, as this service means it, finds no price for these nights.',
    'Write the day of departure as ExpireDate, or one Rate for each night.',
  ],
  'counter-unchecked': [
    'info',
    'Nothing tells how many units are booked of this product: no NumberOfUnits of its RoomRates or RoomType, and its guests carry more or fewer codes than it has RoomRates; or RoomStays that follow each other, and guests of one of them, as if they were parts of one stay.',
    'Write NumberOfUnits at each RoomRate, and one RoomStay for a stay in one room.',
  ],
  'guest-unchecked': [
    'info',
    'The RoomStay of another sender does not say how many rooms it is for, so its counts may be those of all guests or of each room, and nothing proves them right or wrong.',
    'Tell NumberOfUnits, or IsPerRoom="false" where the counts are those of all rooms.',
  ],
  'guests-unnamed': [
    'info',
    'In the message of another sender all adults are sent, or more guests than one for each room, and more people are counted; whether somebody is missing, or is counted too much, is not told. Without IsPerRoom the counts may be those of each room.',
    'Name each guest where the names are known, or correct GuestCounts; IsPerRoom tells what it counts.',
  ],
  'guest-count-untold': [
    'info',
    'A GuestCount of another sender has no Count, so how many people of its kind come is not told, and guests were not compared with it. The schema leaves Count optional.',
    'Write how many people of this kind come as Count.',
  ],
  'guests-counted-again': [
    'info',
    'RoomStays that follow each other name the same guests: they change room, and ResGlobalInfo counts them once for each RoomStay.',
    'Count each guest once in ResGlobalInfo.',
  ],
  'guest-move-unchecked': [
    'info',
    'Guests of one room are sent for another one on other nights, and one of them is not, as if he left early, arrived late or were missing there. The counts fit if each guest counts once, so they do not tell.',
    'Send one ResGuest for each guest of each room.',
  ],
  'infant-not-counted': [
    'info',
    'An infant is sent, and GuestCounts count none. Some senders count nobody who sleeps in a cot; else the PMS prepares none.',
    'Count infants with AgeQualifyingCode 7.',
  ],
  'rate-unit-mismatch': [
    'warning',
    'RateTimeUnit says that the price is that of a week, a month or a year, and the total adds it as the price of a night. A PMS that goes by RateTimeUnit charges a part of it.',
    'Write RateTimeUnit="Day" for the price of a night.',
  ],
  'rate-unit-unchecked': [
    'info',
    'The price of a week, a month or a year stands for fewer nights, and no total says how it is charged.',
    'Write RateTimeUnit="Day" for the price of a night, or "FullDuration" for that of the stay.',
  ],
  'night-unchecked': [
    'info',
    'A price of several days does not say whether it is that of a night or of all of them, has more days than the stay, or tells days that may be meant in more than one way, so nothing proves its nights right or wrong.',
    'Check its days; RateTimeUnit="Day" says that it is the price of a night.',
  ],
} as const satisfies Record<string, readonly [Severity, string, string]>

/** Rules of the services that are booked. */
export const SERVICE_RULES = {
  'service-dangling': [
    'warning',
    'The reference names a service that the reservation does not have, so a PMS books none, or refuses the message.',
    'Name the ServiceRPH of a Service, or take the reference out.',
  ],
  'service-rph-twice': [
    'warning',
    'Two services have one ServiceRPH, and a reference names it; a PMS takes the first, the last, or both.',
    'Give each service a ServiceRPH of its own, and name those that are meant.',
  ],
  'service-repeated': [
    'warning',
    'A list of one room names one service twice, so the PMS books it twice, or refuses the message.',
    'Name the service once, and tell its number by Quantity; check whether the second is another service.',
  ],
  'service-outside': [
    'warning',
    'The days of a service are all before the arrival or after the departure, so the PMS gives it to nobody.',
    'Correct the days of the service: from the day of arrival to that of departure.',
  ],
  'service-unchecked': [
    'info',
    'A service is for days beyond the stay, or for more people than stay: parking may be for longer, and a dinner for others as well.',
    'Check the days and the guests of the service.',
  ],
} as const satisfies Record<string, readonly [Severity, string, string]>

import { ageOn, dayNumber, isAgeCode, isCancellation, isEmptyDate } from '../read/index.js'
import type { CountFacts, GuestFacts, MessageFacts, ReservationFacts, StayFacts } from './facts.js'

const DAY = /^\d{4}-\d\d-\d\d$/
const LONG_STAY = 30
const MANY_UNITS = 10

/** What a hotel would look at twice, in plain words. Rules of lint are not repeated here. */
export function findUnusual(facts: Omit<MessageFacts, 'unusual'>): string[] {
  const { status, target, isRepeat, timeStamp, reservations, openAmounts = [] } = facts
  const several = reservations.length > 1
  return [
    ...(target !== undefined && target !== 'Production' ? [`Target is ${target}, not Production.`] : []),
    ...(isRepeat ? ['It is marked as a repeat of a message sent before.'] : []),
    ...emptyMoments({ TimeStamp: timeStamp }).map((words) => `${words}.`),
    ...ofOpenAmounts(openAmounts),
    ...(several ? [`${reservations.length} reservations stand in one message.`] : []),
    ...reservations.flatMap((one, at) =>
      ofReservation(one, several ? `Reservation ${at + 1}: ` : '', timeStamp, one.status ?? status),
    ),
  ]
}

/** Amounts that a PMS may read in two ways. */
function ofOpenAmounts(all: NonNullable<MessageFacts['openAmounts']>): string[] {
  if (all.length === 0) return []
  const each = listed(all.map(({ written, places, placed }) => `${written} (DecimalPlaces ${places}) may be ${placed}`))
  return [`DecimalPlaces is in doubt, for other amounts have a decimal point beside it: ${each}.`]
}

/** Moments that programs write where they have none. */
const emptyMoments = (moments: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(moments).flatMap(([name, text]) =>
    isEmptyDate(text) ? [`${name} ${text?.slice(0, 60) ?? ''} is an empty date`] : [],
  )

/** Codes of OpenTravel list AQC. */
const isCode = (text: string | undefined): boolean => text === undefined || isAgeCode(text)

const QUOTED_MAX = 5

/** `"five", "-1"`: each once. */
function quoted(texts: readonly (string | undefined)[]): string {
  const all = [...new Set(texts.filter((text) => text !== undefined))]
  const more = all.length - QUOTED_MAX
  return `${all
    .slice(0, QUOTED_MAX)
    .map((text) => `"${text}"`)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** A cancellation need not name stays and guests. */
function ofReservation(
  reservation: ReservationFacts,
  head: string,
  timeStamp: string | undefined,
  status: string | undefined,
): string[] {
  const isCancel = isCancellation(status)
  const { stays, guests, counts, booker, total, strayHotel, created, changed: modified } = reservation
  const currencies = new Set(
    stays
      .flatMap((stay) => [...stay.prices, ...(stay.total === undefined ? [] : [stay.total])])
      .flatMap((one) => ('isAlternate' in one && one.isAlternate === true ? [] : (one.currency ?? []))),
  )
  const hotels = new Set(stays.flatMap(({ hotelCode }) => hotelCode ?? []))
  const unnamed = guests.filter(({ name }) => name === '').length
  const lone = childrenWithoutAge(reservation)
  const unread = [...guests, ...stays.flatMap(({ counts }) => counts), ...counts]
  const ages = quoted(unread.map(({ ageText }) => ageText))
  const kinds = quoted(unread.flatMap(({ kindText }) => (isCode(kindText) ? [] : kindText)))
  const units = stays.flatMap(({ rooms }) => rooms).reduce((sum, room) => sum + (room.units ?? 0), 0)
  const found = [
    ...(stays.length === 0 && !isCancel ? withoutStays(reservation) : []),
    ...(stays.length === 0 ? [{ ...reservation, prices: [] }] : stays).flatMap((stay) => ofStay(stay, timeStamp)),
    ...(strayHotel === undefined
      ? []
      : [
          `the hotel, ${strayHotel.code}, stands in the wrong place: in ${strayHotel.element}, line ${strayHotel.line}, not in a RoomStay`,
        ]),
    ...(hotels.size > 1 ? [`the stays are in ${hotels.size} hotels`] : []),
    ...(currencies.size > 1 ? [`prices are in ${[...currencies].join(' and ')}`] : []),
    ...(guests.length === 0 && !isCancel ? ['no guest is named'] : []),
    ...(unnamed > 0 && guests.length > 0
      ? [`${unnamed === 1 ? 'a guest has' : `${unnamed} guests have`} no name`]
      : []),
    ...(lone.length > 0 ? [`${minorsText(lone)} no age`] : []),
    ...(ages === '' ? [] : [`age ${ages} cannot be read`]),
    ...(isCancel ? [] : withoutPrice(stays)),
    ...new Set(ofAges(reservation)),
    ...ofBirths(reservation),
    ...emptyMoments({ CreateDateTime: created, LastModifyDateTime: modified }),
    ...(kinds === '' ? [] : [`AgeQualifyingCode ${kinds} is no code of OpenTravel`]),
    ...(guests.length > 0 && guests.every(({ kind }) => kind === 'child' || kind === 'infant')
      ? ['all guests are children']
      : []),
    ...(units > MANY_UNITS ? [`${units} units are booked`] : []),
    ...(total !== undefined && /^0*(?:\.0*)?$/.test(total.amount) ? ['the total is 0'] : []),
    ...(booker !== undefined && booker.email === undefined ? ['the booker has no e-mail address'] : []),
  ]
  return found.map((words) => `${head}${words.charAt(0).toUpperCase()}${words.slice(1)}.`)
}

/** `a child has`, `2 infants have`. */
function minorsText(minors: readonly GuestFacts[]): string {
  const areInfants = minors.every(({ kind }) => kind === 'infant')
  const many = minors.length
  if (many === 1) return areInfants ? 'an infant has' : 'a child has'
  return `${many} ${areInfants ? 'infants' : 'children'} have`
}

const isMinor = ({ kind }: Pick<GuestFacts, 'kind'>): boolean => kind === 'child' || kind === 'infant'

const isAged = ({ age, ageText, birthDate }: GuestFacts): boolean =>
  [age, ageText, birthDate].some((one) => one !== undefined)

/** Children whose age stands nowhere: neither with them nor among the GuestCounts of their stays or of the reservation. */
function childrenWithoutAge({ guests, stays, counts }: ReservationFacts): GuestFacts[] {
  const isCounted = (all: readonly GuestFacts[], counted: readonly CountFacts[], times: number): boolean => {
    const ages = counted.flatMap(({ count, age }) => (age === undefined ? [] : [{ age, count: count * times }]))
    const told = ages.reduce((sum, { count }) => sum + count, 0)
    // An age that stands with a child is not that of another one; of a date of birth nothing tells which it is.
    const theirs = all.filter(isAged).length
    return told - theirs >= all.length - theirs
  }
  const unitsOf = ({ countsPerRoom, rooms }: StayFacts): number =>
    countsPerRoom
      ? Math.max(
          1,
          rooms.reduce((sum, { units = 1, from }) => sum + (from === undefined ? units : 0), 0),
        )
      : 1
  const known = new Map<string, boolean>()
  const once = (key: string, test: () => boolean): boolean => {
    const found = known.get(key) ?? test()
    known.set(key, found)
    return found
  }
  return guests.filter(({ kind, stays: own, ...guest }) => {
    if (!isMinor({ kind }) || isAged({ kind, stays: own, ...guest })) return false
    const isTold = (at: number | 'only' | 'all', from: readonly CountFacts[], times: number): boolean =>
      once(`${at} ${kind ?? ''}`, () =>
        isCounted(
          guests.filter((one) => one.kind === kind && (typeof at === 'string' || one.stays.includes(at))),
          from.filter((one) => one.kind === kind),
          times,
        ),
      )
    // Of the only stay, everybody is a guest.
    const only = stays.length === 1 ? stays[0] : undefined
    return !(
      own.some((at) => {
        const stay = stays[at - 1]
        return stay !== undefined && isTold(at, stay.counts, unitsOf(stay))
      }) ||
      (only !== undefined && own.length === 0 && isTold('only', only.counts, unitsOf(only))) ||
      isTold('all', counts, 1)
    )
  })
}

const LONE_STAYS_MAX = 5

/** Stays without any price beside others that have one. */
function withoutPrice(stays: readonly StayFacts[]): string[] {
  const isPriced = ({ prices, roomTotals, total }: StayFacts): boolean =>
    prices.length > 0 || roomTotals.length > 0 || total !== undefined
  const bare = stays.flatMap((stay, at) =>
    isPriced(stay) || isCancellation(stay.status) ? [] : [{ stay, at: at + 1 }],
  )
  if (bare.length === 0 || bare.length === stays.length || !stays.some(isPriced)) return []
  const more = bare.length - LONE_STAYS_MAX
  return [
    ...bare.slice(0, LONE_STAYS_MAX).map(({ stay, at }) => {
      const rooms = [...new Set(stay.rooms.flatMap(({ room }) => room ?? []))]
      return `no price is told for RoomStay ${at} (${rooms.map((room) => `room ${room}, `).join('')}line ${stay.line}), beside others that have one`
    }),
    ...(more > 0 ? [`no price is told for ${more} more RoomStays`] : []),
  ]
}

/** What a reservation leaves open that has no RoomStay. */
function withoutStays({ arrival, departure, hotelCode, hotelName, strayHotel }: ReservationFacts): string[] {
  if (arrival === undefined && departure === undefined) return ['no stay is told']
  const isNamed = [hotelCode, hotelName, strayHotel].some((part) => part !== undefined)
  return ['no room is told: the reservation has no RoomStay', ...(isNamed ? [] : ['no hotel is named'])]
}

const KIND_WORDS = { infant: 'an infant', child: 'a child', adult: 'an adult', senior: 'a senior' } as const
type Kind = keyof typeof KIND_WORDS
const AGE_OF_MAJORITY = 18
const INFANT_MAX = 5

/** What makes one look twice, though houses may draw the line elsewhere. */
function isOddAge(kind: string | undefined, years: number): kind is Kind {
  if (kind === 'infant') return years > INFANT_MAX
  if (kind === 'child') return years >= AGE_OF_MAJORITY
  return (kind === 'adult' || kind === 'senior') && years < AGE_OF_MAJORITY
}

/** Who is sent or counted as somebody of another age. */
function ofAges({ guests, stays, counts }: ReservationFacts): string[] {
  return [
    ...guests.map((one) => ({ ...one, who: `${one.name || 'a guest without a name'} is sent as` })),
    ...[...stays.flatMap((stay) => stay.counts), ...counts].map((one) => ({ ...one, who: 'GuestCounts have' })),
  ].flatMap(({ who, kind, age }) =>
    age === undefined || !isOddAge(kind, age) ? [] : [`${who} ${KIND_WORDS[kind]} aged ${age}`],
  )
}

/** Ages are told at the booking, or at arrival. */
const YEARS_APART = 1

/** Dates of birth that are none, or that do not go with the rest. */
function ofBirths({ guests, stays, arrival: whole }: ReservationFacts): string[] {
  const [arrival = whole] = stays.flatMap((stay) => stay.arrival ?? []).toSorted()
  const day = dayNumber(arrival)
  const texts = guests.map(({ birthText }) => birthText)
  const others = texts.filter((text) => !isEmptyDate(text))
  const [empty, timed, unread] = [
    texts.filter(isEmptyDate),
    others.filter((text) => dayNumber(text) !== undefined),
    others.filter((text) => dayNumber(text) === undefined),
  ].map(quoted) as [string, string, string]
  return [
    ...(empty === '' ? [] : [`date of birth ${empty} is an empty date`]),
    ...(timed === '' ? [] : [`date of birth ${timed} has a time of the day`]),
    ...(unread === '' ? [] : [`date of birth ${unread} cannot be read`]),
    ...guests.flatMap(({ name, kind, age, birthDate }) => {
      const who = name || 'a guest without a name'
      const born = dayNumber(birthDate)
      if (born === undefined || day === undefined) return []
      if (born > day) return [`${who} is born after arrival (${birthDate ?? ''})`]
      const years = ageOn(birthDate, day)
      if (years === undefined) return []
      if (age !== undefined && Math.abs(age - years) > YEARS_APART)
        return [`${who} is ${age} by Age, and ${years} at arrival by the date of birth`]
      return age === undefined && isOddAge(kind, years)
        ? [`${who} is sent as ${KIND_WORDS[kind]}, and ${years} years old at arrival by the date of birth`]
        : []
    }),
  ]
}

type Days = Pick<
  StayFacts,
  'arrival' | 'departure' | 'nights' | 'dayUse' | 'durationText' | 'prices' | 'unpriced' | 'pricedTwice'
>

const listed = (days: readonly string[]): string =>
  `${days.slice(0, QUOTED_MAX).join(', ')}${days.length > QUOTED_MAX ? ` and ${days.length - QUOTED_MAX} more` : ''}`

/** Prices for other days than those of the stay. What is not the price of a night may have the days of an offer, which are more. */
function ofOtherDays({
  arrival,
  departure,
  prices,
}: { [key in 'arrival' | 'departure']: string | undefined } & Pick<Days, 'prices'>): string[] {
  if (arrival === undefined || departure === undefined || !DAY.test(arrival) || !DAY.test(departure)) return []
  return prices.flatMap(({ from, to, per }) => {
    if (from === undefined || to === undefined || !DAY.test(from) || !DAY.test(to)) return []
    const isAround = from <= arrival && to >= departure && per !== 'night'
    return (from >= arrival && to <= departure) || isAround
      ? []
      : [
          `a price is for ${from === to ? from : `${from} to ${to}`}, and the stay is ${arrival === departure ? arrival : `${arrival} to ${departure}`}`,
        ]
  })
}

const OTHER_MAX = 5

function ofStay(
  { arrival, departure, nights, dayUse, durationText, prices, unpriced = [], pricedTwice = [] }: Days,
  timeStamp: string | undefined,
): string[] {
  const sent = timeStamp?.slice(0, 10)
  return [
    ...(durationText === undefined
      ? []
      : [
          `Duration "${durationText}" is no whole number of days${nights === undefined ? ', so it does not tell the departure' : ''}`,
        ]),
    ...(nights === 0
      ? [
          dayUse === undefined || !dayUse.startsWith('day use')
            ? 'the stay has no night: it is a day use, or its dates are a slip'
            : 'the stay is a day use and has no night',
        ]
      : []),
    ...(nights !== undefined && nights > LONG_STAY ? [`the stay has ${nights} nights`] : []),
    ...(arrival !== undefined && sent !== undefined && DAY.test(sent) && DAY.test(arrival) && arrival < sent
      ? [`arrival ${arrival} is before the message was sent (${sent})`]
      : []),
    ...[...new Set(ofOtherDays({ arrival, departure, prices }))].slice(0, OTHER_MAX),
    ...(pricedTwice.length === 0 ? [] : [`more than one price is told for ${listed(pricedTwice)}`]),
    ...(unpriced.length === 0 ? [] : [`no price is told for ${listed(unpriced)}, between nights that have one`]),
    ...(prices.some(({ amount }) => amount.startsWith('-')) ? ['a price is negative'] : []),
    ...(prices.some(({ amount }) => /^0*(?:\.0*)?$/.test(amount)) ? ['a night costs nothing'] : []),
  ]
}

import fc from 'fast-check'
import type { ReservationRequest } from '../../src/contract/endpoints/reservation-fields.js'
import { line, people, reservation } from './reservations.js'

/** What a mutation of a valid message works on: the request it was built from, and its text. */
export interface Valid {
  request: ReservationRequest
  text: string
  roomStays: 'reservation' | 'room'
}

/** One physical unit, counted here by hand and not by the code under test. */
export interface UnitFact {
  room: string
  plan: string
  line: number
  rankInLine: number
  /** From 1, in its product. */
  code: number
  guests: number
}

/** Requests in which each unit names one to three guests, so that all of them are known. */
export const validRequests: fc.Arbitrary<ReservationRequest> = fc
  .record({
    lines: fc.array(
      fc.record({
        room: fc.constantFrom('101', '102', '103'),
        plan: fc.constantFrom('77', '78'),
        sleepers: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    big: fc.boolean(),
    price: fc.integer({ min: 1, max: 99_999 }),
  })
  .map(({ lines, big, price }) => {
    const all = big
      ? [...lines, { room: '104', plan: '77', sleepers: Array.from({ length: 12 }, (_, i) => 1 + (i % 2)) }]
      : lines
    const rooms = all.map(({ room, plan, sleepers }, at) => {
      const guests = sleepers.flatMap((count, unit) =>
        people(count, at * 100 + unit * 3).map((guest) => ({ ...guest, unit: unit + 1 })),
      )
      const cents = (amount: number): string => (amount / 100).toFixed(2)
      const nights = [price, price + 7]
      return {
        ...line(room, plan, sleepers.length, guests),
        totalPrice: cents((nights[0] as number) * sleepers.length + (nights[1] as number) * sleepers.length),
        dailyPrices: [
          { date: '2027-03-01', price: cents(nights[0] as number) },
          { date: '2027-03-02', price: cents(nights[1] as number) },
        ],
      }
    })
    const sleepers = all.reduce((sum, one) => sum + one.sleepers.reduce((a, b) => a + b, 0), 0)
    const total = rooms.reduce((sum, one) => sum + Math.round(Number(one.totalPrice) * 100), 0)
    return {
      ...reservation(rooms, { totalGuestCounts: { adults: sleepers } }),
      totalPrice: (total / 100).toFixed(2),
    } as ReservationRequest
  })

export function unitsOf({ rooms }: ReservationRequest): UnitFact[] {
  const units: UnitFact[] = []
  rooms.forEach((one, at) => {
    for (let unit = 1; unit <= one.units; unit++) {
      const [room, plan] = [String(one.roomId), String(one.ratePlanId)]
      const before = units.filter((other) => other.room === room && other.plan === plan).length
      units.push({
        room,
        plan,
        line: at,
        rankInLine: unit,
        code: before + 1,
        guests: (one.guests ?? []).filter((guest) => guest.unit === unit).length,
      })
    }
  })
  return units
}

/** Guests of each unit by product, as a person would name them. */
export function sizesOf(request: ReservationRequest): Map<string, number[]> {
  const sizes = new Map<string, number[]>()
  for (const { room, plan, guests } of unitsOf(request))
    sizes.set(`${room}-${plan}`, [...(sizes.get(`${room}-${plan}`) ?? []), guests])
  return sizes
}

/** The codes of a message, one per guest, when each unit gets what `codeOf` says. */
export const perGuestNode = (units: UnitFact[], codeOf: (unit: UnitFact, at: number) => number | string): string[] =>
  units.flatMap((unit, at) => Array.from({ length: unit.guests }, () => String(codeOf(unit, at))))

/** The text with its GroupEventCodes replaced in order. */
export function withCodes(text: string, codes: readonly string[]): string {
  let at = 0
  return text.replaceAll(/GroupEventCode="[^"]*"/g, () => `GroupEventCode="${codes[at++] as string}"`)
}

/** A mutation: the rule that must name it, and the changed text; undefined where the message has no room for that fault. */
export type Mutate = (valid: Valid) => string | undefined

const rank = (units: UnitFact[], at: number, isAlike: (other: UnitFact) => boolean): number =>
  units.slice(0, at + 1).filter(isAlike).length
const products = (units: UnitFact[]): Set<string> => new Set(units.map(({ room, plan }) => `${room}-${plan}`))
const sameProduct =
  (a: UnitFact) =>
  (b: UnitFact): boolean =>
    a.room === b.room && a.plan === b.plan

/** Sequences of wrong counters by the rule each belongs to. */
export const SEQUENCES: Readonly<Record<string, (units: UnitFact[]) => string[]>> = {
  'counter-zero-based': (units) => perGuestNode(units, ({ code }) => code - 1),
  'counter-across-products': (units) => perGuestNode(units, (_, at) => at + 1),
  'counter-by-room-type': (units) =>
    perGuestNode(units, (unit, at) => rank(units, at, ({ room }) => room === unit.room)),
  'counter-by-rate-plan': (units) =>
    perGuestNode(units, (unit, at) => rank(units, at, ({ plan }) => plan === unit.plan)),
  'counter-restarted-per-line': (units) => perGuestNode(units, ({ rankInLine }) => rankInLine),
  'counter-per-guest': (units) => {
    const counts = new Map<string, number>()
    return units.flatMap(({ room, plan, guests }) =>
      Array.from({ length: guests }, () => {
        const key = `${room}-${plan}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        return String(counts.get(key))
      }),
    )
  },
  'counter-string-sorted': (units) =>
    perGuestNode(units, (unit) => {
      const count = units.filter(sameProduct(unit)).length
      return Array.from({ length: count }, (_, i) => String(i + 1)).sort()[unit.code - 1] as string
    }),
  'counter-gap': (units) =>
    perGuestNode(units, (unit) => (unit.code === units.filter(sameProduct(unit)).length ? unit.code + 3 : unit.code)),
  'counter-duplicate': (units) => perGuestNode(units, ({ code }) => (code === 3 ? 1 : code)),
}

/** A message has room for a sequence when it changes a code, and no other simple way of counting writes the same. */
export function sequenceOf(rule: string, units: UnitFact[], roomStays: Valid['roomStays']): string[] | undefined {
  const codes = SEQUENCES[rule]?.(units) as string[]
  const same = (other: readonly string[]): boolean => other.join() === codes.join()
  if (same(perGuestNode(units, ({ code }) => code))) return undefined
  if (rule === 'counter-across-products' && products(units).size < 2) return undefined
  // One RoomStay per room hides where a line ends, unless another product stands in between.
  const isHidden = units.some(
    (unit, at) =>
      at > 0 && sameProduct(unit)(units[at - 1] as UnitFact) && unit.line !== (units[at - 1] as UnitFact).line,
  )
  if (rule === 'counter-restarted-per-line' && roomStays === 'room' && isHidden) return undefined
  const others = Object.keys(SEQUENCES).filter((name) => name !== rule)
  return others.some((name) => same((SEQUENCES[name] as (given: UnitFact[]) => string[])(units))) ? undefined : codes
}

const replaceOnce =
  (from: string | RegExp, to: string): Mutate =>
  ({ text }) => {
    const changed = text.replace(from, to)
    return changed === text ? undefined : changed
  }

const lastGuest = /<ResGuest [^>]*>(?:(?!<ResGuest )[\s\S])*?<\/ResGuest>(?=\s*<\/ResGuests>)/

/** Mutations other than of the sequence. */
export const MUTATIONS: readonly (readonly [string, Mutate])[] = [
  ['counter-not-number', replaceOnce(/GroupEventCode="\d+"/, 'GroupEventCode="A"')],
  ['counter-not-number', replaceOnce(/GroupEventCode="(\d+)"/, 'GroupEventCode="0$1"')],
  ['counter-missing', replaceOnce(/ GroupEventCode="\d+"/, '')],
  [
    'rph-missing',
    ({ text, request }) => (unitsOf(request)[0]?.guests === 1 ? undefined : text.replace(/ResGuestRPH="[^"]*" /, '')),
  ],
  ['rph-not-from-parts', replaceOnce(/ResGuestRPH="1-(\d+)-(\d+)"/, 'ResGuestRPH="1-$2-$1"')],
  ['rph-not-from-parts', replaceOnce(/ResGuestRPH="1-(\d+)-(\d+)"/, 'ResGuestRPH="1_$1_$2"')],
  ['rph-not-from-parts', replaceOnce(/ResGuestRPH="1-(\d+)-(\d+)"/, 'ResGuestRPH="$1-$2"')],
  [
    'rph-not-from-parts',
    ({ text, request }) =>
      unitsOf(request).reduce((sum, unit) => sum + unit.guests, 0) < 2 || !/GroupEventCode="1"/.test(text)
        ? undefined
        : text.replace(/ResGuestRPH="1-(\d+)-(\d+)"/, 'ResGuestRPH="7-$1-$2"'),
  ],
  ['rph-dangling', replaceOnce(/(<ResGuestRPH RPH=")[^"]*"/, '$11-999-99"')],
  [
    'rph-unreferenced',
    ({ text, roomStays, request }) =>
      roomStays === 'room' || products(unitsOf(request)).size < 2
        ? undefined
        : text.replace(/<ResGuestRPH RPH="[^"]*"\/>/, ''),
  ],
  [
    'rph-ambiguous',
    ({ text, roomStays }) =>
      roomStays === 'room'
        ? undefined
        : text
            .replace(
              '</RoomRates>',
              '<RoomRate RoomTypeCode="A-B" NumberOfUnits="1" RatePlanCode="C"/><RoomRate RoomTypeCode="A" NumberOfUnits="1" RatePlanCode="B-C"/></RoomRates>',
            )
            .replace('</ResGuests>', '<ResGuest ResGuestRPH="1-A-B-C" GroupEventCode="1"/></ResGuests>'),
  ],
  [
    'guest-of-unbooked-unit',
    replaceOnce('</ResGuests>', '<ResGuest ResGuestRPH="1-101-999" GroupEventCode="1"/></ResGuests>'),
  ],
  [
    'guest-of-unbooked-unit',
    ({ text, request }) => {
      const [first] = unitsOf(request) as [UnitFact]
      const booked = unitsOf(request).filter(sameProduct(first)).length
      return text.replace(
        '</ResGuests>',
        `<ResGuest ResGuestRPH="1-${first.room}-${first.plan}" GroupEventCode="${booked + 1}"/></ResGuests>`,
      )
    },
  ],
  [
    'unit-without-guest',
    ({ text, request }) => {
      const units = unitsOf(request)
      const last = units.at(-1) as UnitFact
      // Only where as many guests as units are left would the message itself be open to two readings.
      return units.length > 1 && units.filter(sameProduct(last)).every(({ guests }) => guests === 1)
        ? text.replace(lastGuest, '')
        : undefined
    },
  ],
  ['index-missing', replaceOnce(/ IndexNumber="1"/, '')],
  ['index-out-of-range', replaceOnce(/IndexNumber="1"/, 'IndexNumber="1000"')],
  ['index-out-of-range', replaceOnce(/IndexNumber="1"/, 'IndexNumber="0"')],
  [
    'index-changing',
    ({ text, roomStays, request }) => {
      if (roomStays === 'reservation' || unitsOf(request).length < 2) return undefined
      let at = 4
      return text.replaceAll(/IndexNumber="1"/g, () => `IndexNumber="${at++}"`)
    },
  ],
  [
    'index-from-counter',
    ({ text, request }) =>
      unitsOf(request).some(({ code }) => code > 1)
        ? text.replaceAll(
            /ResGuestRPH="1-([^"]*)"([^>]*)GroupEventCode="(\d+)"/g,
            'ResGuestRPH="$3-$1"$2GroupEventCode="$3"',
          )
        : undefined,
  ],
  [
    'code-too-long',
    ({ text }) =>
      text
        .replaceAll('"101"', '"10100000000000000"')
        .replaceAll('1-101-', '1-10100000000000000-')
        .replaceAll('HotelCode="', 'HotelCode="12345678901'),
  ],
  ['hotel-missing', replaceOnce(/HotelCode="[^"]*"/, 'HotelCode=""')],
  ['element-order', replaceOnce(/(<RatePlans>[\s\S]*?<\/RatePlans>)(\s*)(<RoomRates>[\s\S]*?<\/RoomRates>)/, '$3$2$1')],
  [
    'element-order',
    replaceOnce(/(<ResGuests>[\s\S]*<\/ResGuests>)(\s*)(<ResGlobalInfo>[\s\S]*<\/ResGlobalInfo>)/, '$3$2$1'),
  ],
  ['control-character', replaceOnce('<GivenName>', '<GivenName>\u0007')],
  ['odd-character', replaceOnce('<GivenName>', '<GivenName>\u0085')],
  ['unique-id-missing', replaceOnce(/<UniqueID[^>]*>/, '')],
  ['time-span-missing', replaceOnce(/<TimeSpan[^>]*>/, '')],
  ['date-order', replaceOnce(/Start="[^"]*"/, 'Start="2027-04-01"')],
  ['date-order', replaceOnce(/End="[^"]*"/, 'End="2027-03-01"')],
  ['date-invalid', replaceOnce(/End="[^"]*"/, 'End="2027-02-30"')],
  ['total-mismatch', replaceOnce(/(<ResGlobalInfo>\s*<Total AmountAfterTax=")/, '$19')],
  ['total-mismatch', replaceOnce(/(<Base AmountAfterTax=")/, '$19')],
  ['xml-broken', replaceOnce('</ResGuests>', '')],
  ['xml-doctype', replaceOnce('?>', '?><!DOCTYPE x>')],
  ['xml-entity', replaceOnce('<GivenName>', '<GivenName>&nbsp;')],
  ['not-a-notification', ({ text }) => text.replaceAll('OTA_HotelResNotifRQ', 'OTA_HotelResRQ')],
  ['namespace', replaceOnce('http://www.opentravel.org/OTA/2003/05', 'http://www.opentravel.org/OTA')],
  [
    'card-number',
    replaceOnce(
      '</ResGuests>',
      '<ResGuest ResGuestRPH="1-101-77"><PaymentCard CardNumber="4111 1111 1111 1111"/></ResGuest></ResGuests>',
    ),
  ],
]

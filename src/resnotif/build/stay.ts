import type { XmlBuilder } from '../xml/index.js'
import {
  type Decimal,
  isSameDecimal,
  parseDecimal,
  shareDecimal,
  sumDecimals,
  timesDecimal,
  writeDecimal,
} from './amount.js'
import type { BookedLine, Booking } from './booking.js'
import { addElement, addText } from './element.js'
import { ADULT_AGE, type GuestTotals, peopleIn } from './guest-totals.js'
import type { GuestNode } from './number.js'

/** A RoomStay to write: some units of some lines, and the guests in them. */
interface StayPlan {
  indexNumber: number
  parts: { line: BookedLine; at: number; units: number }[]
  nodes: GuestNode[]
  /** The whole reservation stands in this one stay. */
  isWhole: boolean
}

/** OpenTravel list AQC: 8 child, 10 adult. */
const [CHILD, ADULT] = [8, 10]
export const ageCode = (age: number | undefined): number => (age !== undefined && age < ADULT_AGE ? CHILD : ADULT)

/** RoomStays of a reservation: one, or one for each booked unit. */
export function planStays(booking: Booking, nodes: GuestNode[], roomStays: 'reservation' | 'room'): StayPlan[] {
  if (roomStays === 'reservation') {
    return [
      {
        indexNumber: nodes[0]?.indexNumber ?? 1,
        parts: booking.lines.map((line, at) => ({ line, at, units: line.units })),
        nodes,
        isWhole: true,
      },
    ]
  }
  return booking.lines.flatMap((line, at) =>
    Array.from({ length: line.units }, (_, unit) => {
      const inside = nodes.filter((node) => node.line === at && node.unitOfLine === unit + 1)
      return {
        indexNumber: inside[0]?.indexNumber ?? 1,
        parts: [{ line, at, units: 1 }],
        nodes: inside,
        isWhole: false,
      }
    }),
  )
}

/** The children of RoomStay in the schema's order (wire defaults, "The reservation notification"). */
export function addStay(parent: XmlBuilder, booking: Booking, plan: StayPlan, ratePlanIdCopy: boolean): void {
  const stay = addElement(parent, 'RoomStay', { IndexNumber: plan.indexNumber })
  const roomTypes = stay.ele('RoomTypes')
  for (const [code, units] of unitsBy(plan, 'roomTypeCode'))
    addElement(roomTypes, 'RoomType', { RoomTypeCode: code, NumberOfUnits: units })
  const ratePlans = stay.ele('RatePlans')
  for (const [code] of unitsBy(plan, 'ratePlanCode'))
    addElement(ratePlans, 'RatePlan', { RatePlanCode: code, RatePlanID: ratePlanIdCopy ? code : undefined })
  const roomRates = stay.ele('RoomRates')
  for (const part of plan.parts) addRoomRate(roomRates, booking, part)
  addGuestCounts(stay, booking, plan)
  addElement(stay, 'TimeSpan', { Start: booking.checkInDate, End: booking.checkOutDate })
  addGuarantee(stay, booking)
  addTotal(stay, plan.isWhole ? parseDecimal(booking.totalPrice) : stayTotal(plan), booking.currencyCode)
  if (booking.propertyId !== undefined) addElement(stay, 'BasicPropertyInfo', { HotelCode: booking.propertyId })
  const references = stay.ele('ResGuestRPHs')
  for (const rph of new Set(plan.nodes.map((node) => node.resGuestRph)))
    addElement(references, 'ResGuestRPH', { RPH: rph })
  if (booking.comment !== undefined) addText(stay.ele('Comments').ele('Comment'), 'Text', 'comment', booking.comment)
}

function unitsBy(plan: StayPlan, key: 'roomTypeCode' | 'ratePlanCode'): Map<string, number> {
  const units = new Map<string, number>()
  for (const part of plan.parts) units.set(part.line[key], (units.get(part.line[key]) ?? 0) + part.units)
  return units
}

type Part = StayPlan['parts'][number]

function addRoomRate(parent: XmlBuilder, booking: Booking, part: Part): void {
  const { line, units } = part
  const rate = addElement(parent, 'RoomRate', {
    RoomTypeCode: line.roomTypeCode,
    NumberOfUnits: units,
    RatePlanCode: line.ratePlanCode,
    EffectiveDate: booking.checkInDate,
    ExpireDate: booking.checkOutDate,
  })
  if (line.nights.length > 0) {
    const rates = rate.ele('Rates')
    const basis = nightsAreForLine(line) ? line.units : undefined
    for (const { date, price } of line.nights) {
      const night = addElement(rates, 'Rate', {
        NumberOfUnits: basis,
        RateTimeUnit: 'Day',
        UnitMultiplier: 1,
        EffectiveDate: date,
        ExpireDate: dayAfter(date),
      })
      addElement(night, 'Base', { AmountAfterTax: price, CurrencyCode: booking.currencyCode })
    }
  }
  addTotal(rate, partTotal(part), booking.currencyCode)
}

/** Prices per night are of one unit, unless together they make the total of a line of several. */
function nightsAreForLine(line: BookedLine): boolean {
  const [nights, total] = [nightSum(line), parseDecimal(line.totalPrice)]
  return line.units > 1 && nights !== undefined && total !== undefined && isSameDecimal(nights, total)
}

function nightSum(line: BookedLine): Decimal | undefined {
  const amounts = line.nights.map(({ price }) => parseDecimal(price))
  return amounts.length > 0 && amounts.every((amount) => amount !== undefined) ? sumDecimals(amounts) : undefined
}

function partTotal({ line, units }: Part): Decimal | undefined {
  const total = parseDecimal(line.totalPrice)
  if (units === line.units && total !== undefined) return total
  const nights = nightSum(line)
  if (nights !== undefined && !nightsAreForLine(line)) return timesDecimal(nights, units)
  const share = total === undefined ? undefined : shareDecimal(total, line.units)
  return share === undefined ? undefined : timesDecimal(share, units)
}

function stayTotal(plan: StayPlan): Decimal | undefined {
  const totals = plan.parts.map(partTotal)
  return totals.every((total) => total !== undefined) ? sumDecimals(totals) : undefined
}

export function addTotal(parent: XmlBuilder, amount: Decimal | undefined, currencyCode: string | undefined): void {
  if (amount !== undefined)
    addElement(parent, 'Total', { AmountAfterTax: writeDecimal(amount), CurrencyCode: currencyCode })
}

function addGuestCounts(stay: XmlBuilder, booking: Booking, plan: StayPlan): void {
  const totals = plan.isWhole ? booking.guests : unitTotals(booking, plan)
  if (totals !== undefined) addTotals(stay, totals, !plan.isWhole)
}

/** GuestCounts with a GuestCount for the adults and for children of each age; nothing where there is nobody to count. */
export function addTotals(parent: XmlBuilder, { adults, children }: GuestTotals, isPerRoom?: boolean): void {
  if (adults === 0 && children.length === 0) return
  const holder = addElement(parent, 'GuestCounts', { IsPerRoom: isPerRoom })
  if (adults > 0) addElement(holder, 'GuestCount', { AgeQualifyingCode: ADULT, Count: adults })
  for (const { age, count } of children)
    addElement(holder, 'GuestCount', { AgeQualifyingCode: CHILD, Age: age, Count: count })
}

/** Who sleeps in one unit: as the line counts it, or as its guests are named where they are all that were booked; undefined where nothing tells. */
function unitTotals({ lines, guests }: Booking, { parts, nodes }: StayPlan): GuestTotals | undefined {
  const [part] = parts
  if (part?.line.counts !== undefined && part.line.units === 1) return part.line.counts
  if (lines.length === 1 && part?.line.units === 1) return peopleIn(guests) > 0 ? guests : namedTotals(nodes)
  const booked = part?.line.counts ?? guests
  const named = part?.line.counts === undefined ? lines : [part.line]
  const isAll =
    named.every((line) => line.guests.length >= line.units) &&
    named.reduce((sum, line) => sum + line.guests.length, 0) === peopleIn(booked)
  return peopleIn(booked) === 0 || isAll || peopleIn(booked) === named.reduce((sum, line) => sum + line.units, 0)
    ? namedTotals(nodes)
    : undefined
}

function namedTotals(nodes: GuestNode[]): GuestTotals {
  const children = nodes.filter(({ age }) => ageCode(age) === CHILD)
  return { adults: nodes.length - children.length, children: children.map(({ age }) => ({ age, count: 1 })) }
}

/** How the stay is guaranteed, in words. No part of a card ever stands in a message. */
function addGuarantee(stay: XmlBuilder, { paymentMethod }: Booking): void {
  if (paymentMethod === undefined) return
  const isCard = /card|credit|debit/i.test(paymentMethod)
  const guarantee = addElement(stay, 'Guarantee', { GuaranteeType: isCard ? 'CC/DC/Voucher' : 'None' })
  addText(guarantee.ele('GuaranteeDescription'), 'Text', 'payment.method', paymentMethod)
}

/** The next calendar day; text that is no day stays as it is. */
function dayAfter(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(time) ? day : new Date(time + 86_400_000).toISOString().slice(0, 10)
}

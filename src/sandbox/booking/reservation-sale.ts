import { checkStay, formatNight, type Night, type StayObstacle } from '../../calendar/index.js'
import type { ReservationRequest } from '../../contract/index.js'
import { addDecimals, type Decimal, multiplyDecimal, Refusal, writeDecimal, ZERO } from '../ground/index.js'
import type { Context } from '../http/index.js'
import {
  findOffer,
  type Offer,
  type PropertyNights,
  readPropertyNights,
  readStayDates,
  refusePastStay,
  todayOf,
  type WantedStay,
} from '../products/index.js'
import type { RatePlan, SoldLine, StoredProperty, StoredUnit, TakenNight } from '../store/index.js'
import { allotGuests } from './guest-allotment.js'

type Line = ReservationRequest['rooms'][number]

/** What a reservation buys: lines with prices, the nights they take, the sum. */
export interface Sale {
  lines: SoldLine[]
  nights: TakenNight[]
  totalPrice: string
  currency: string | undefined
}

const refuse = (status: 400 | 422, field: string, message: string): never => {
  throw new Refusal(status, `${field} ${message}.`, { details: [{ field, message }] })
}

/**
 * Prices the lines of a reservation and takes units for them. Call it inside a transaction: what it reads must still hold when the nights
 * are written.
 * @throws Refusal 400 for an unknown room or plan, 422 where a rule, a count or the guests forbid the stay
 */
export function sellStay(
  request: ReservationRequest,
  property: StoredProperty,
  { store, now }: Pick<Context, 'store' | 'now'>,
): Sale {
  const dates = readStayDates(request)
  const today = todayOf(property, now())
  refusePastStay(dates, today)
  if (!property.active) refuse(422, 'propertyId', 'takes no reservations: the property is not active')
  const calendar = readPropertyNights(store, property, dates.arrival, dates.departure)
  const taken = new TakenUnits(calendar)
  const stay: WantedStay = { ...dates, today, percentOff: 0, decimalsOf: store.decimalsOf }
  const lines = request.rooms.map((line, at) => ({
    line,
    place: `rooms[${at}]`,
    product: productOf(line, `rooms[${at}]`, calendar),
  }))
  const guests = allotGuests(
    request.totalGuestCounts,
    lines.map(({ line, product }) => ({ ...line, room: product.room })),
  )
  const sold = lines.map(({ line, place, product }, at) =>
    sellLine(line, place, product, guests[at] as number, { calendar, taken, stay }),
  )
  const currencies = new Set(sold.map(({ offer }) => offer.currency))
  if (currencies.size > 1) refuse(422, 'rooms', `are sold in several currencies (${[...currencies].join(', ')})`)
  const [first] = sold
  const currency = first?.offer.currency
  if (request.currencyCode !== undefined && request.currencyCode !== currency)
    refuse(422, 'currencyCode', `is ${request.currencyCode}, but the rooms are sold in ${currency ?? 'none'}`)
  const total = sold.reduce((sum, { amount }) => addDecimals(sum, amount), ZERO)
  return {
    lines: sold.map(({ line }) => line),
    nights: taken.nights(),
    totalPrice: writeDecimal(total, first?.offer.decimals ?? 2),
    currency,
  }
}

interface Market {
  calendar: PropertyNights
  taken: TakenUnits
  stay: WantedStay
}

function sellLine(
  line: Line,
  place: string,
  { room, plan }: Product,
  counted: number,
  { calendar, taken, stay }: Market,
): { line: SoldLine; offer: Offer; amount: Decimal } {
  const { units, guests = [], guestCounts } = line
  const wrong = guests.find(({ unit = 1 }) => unit > units)
  if (wrong !== undefined) refuse(400, `${place}.guests`, `name unit ${wrong.unit} of ${units}`)
  const perUnit = counted === 0 ? undefined : Math.ceil(counted / units)
  const offer = findOffer(calendar, room, plan, { ...stay, guests: perUnit })
  if (offer === undefined) throw notSold(calendar, room, plan, stay, place)
  taken.take(room, stay, units, place)
  const dailyPrices = offer.nights.map(({ night, price }) => ({
    date: formatNight(night),
    price: writeDecimal(price, offer.decimals),
  }))
  const amount = multiplyDecimal(offer.total, units)
  const sold: SoldLine = {
    roomId: room.roomCode,
    ratePlanId: plan.planCode,
    units,
    guests,
    ...(guestCounts === undefined ? {} : { guestCounts }),
    totalPrice: writeDecimal(amount, offer.decimals),
    dailyPrices,
  }
  return { line: sold, offer, amount }
}

interface Product {
  room: StoredUnit
  plan: RatePlan
}

function productOf({ roomId, ratePlanId }: Line, place: string, { rooms, plans }: PropertyNights): Product {
  const room =
    rooms.find(({ roomCode }) => roomCode === String(roomId)) ??
    refuse(400, `${place}.roomId`, `names no room of the property (${roomId})`)
  const plan =
    plans.find(({ planCode }) => planCode === String(ratePlanId)) ??
    refuse(400, `${place}.ratePlanId`, `names no rate plan of the property (${ratePlanId})`)
  if (!plan.unitIds.has(room.id)) refuse(400, `${place}.ratePlanId`, `does not sell room ${roomId}`)
  return { room, plan }
}

const WORDS: Record<StayObstacle['rule'], (obstacle: StayObstacle) => string> = {
  closed: ({ night }) => `is closed on ${formatNight(night)}`,
  closedToArrival: ({ night }) => `takes no arrivals on ${formatNight(night)}`,
  closedToDeparture: ({ night }) => `allows no departure on ${formatNight(night)}`,
  minStay: ({ limit }) => `is sold for ${limit} nights or more`,
  maxStay: ({ limit }) => `is sold for at most ${limit} nights`,
  noPrice: ({ night }) => `has no price on ${formatNight(night)}`,
  noInventory: ({ night }) => `is sold out on ${formatNight(night)}`,
}

function notSold(
  calendar: PropertyNights,
  room: StoredUnit,
  plan: RatePlan,
  { arrival, departure }: WantedStay,
  place: string,
): Refusal {
  const terms = Array.from({ length: departure - arrival }, (_, at) => calendar.termsOn(room, plan, arrival + at))
  const obstacles = checkStay(terms, calendar.termsOn(room, plan, departure))
  const [first] = obstacles
  const message = first === undefined ? 'is not sold for this stay' : WORDS[first.rule](first)
  return new Refusal(422, `Room ${room.roomCode} with plan ${plan.planCode} ${message}.`, {
    details:
      obstacles.length === 0
        ? [{ field: place, message }]
        : obstacles.map((obstacle) => ({ field: place, message: WORDS[obstacle.rule](obstacle) })),
  })
}

/** Units that the lines of one reservation take from the same nights. */
class TakenUnits {
  readonly #calendar: PropertyNights
  readonly #taken = new Map<string, TakenNight>()

  constructor(calendar: PropertyNights) {
    this.#calendar = calendar
  }

  take(room: StoredUnit, { arrival, departure }: WantedStay, units: number, place: string): void {
    for (let night: Night = arrival; night < departure; night += 1) {
      const key = `${room.id} ${night}`
      const before = this.#taken.get(key) ?? {
        unitId: room.id,
        night,
        units: 0,
        unitCount: this.#calendar.countOn(room, night),
      }
      const free = this.#calendar.availableOn(room, night) - before.units
      if (free < units)
        refuse(
          422,
          `${place}.units`,
          `are ${units}, and on ${formatNight(night)} ${free} of room ${room.roomCode} are free`,
        )
      this.#taken.set(key, { ...before, units: before.units + units })
    }
  }

  nights(): TakenNight[] {
    return [...this.#taken.values()]
  }
}

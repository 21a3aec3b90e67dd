import { EVERY_DAY, parseNight } from '../../calendar/index.js'
import { type Overlay, type Problem, WEEKDAYS } from '../../contract/index.js'
import { RANGE_NIGHTS_MAX, Refusal } from '../ground/index.js'
import type { Nights, RatePlan, StoredUnit } from '../store/index.js'

/** Details of one answer; a request may hold thousands of entries at fault. */
const DETAILS_MAX = 100

/** The entries at fault in one `/v1` request. One is enough to reject it whole. */
export class EntryFaults {
  readonly #details: Problem['details'] = []
  #code: string | undefined
  #count = 0

  add(code: string, field: string, message: string): void {
    this.#code ??= code
    this.#count += 1
    if (this.#details.length < DETAILS_MAX) this.#details.push({ field, message })
  }

  get count(): number {
    return this.#count
  }

  /** @throws Refusal with the first fault's code, naming the entries */
  done(): void {
    const [first] = this.#details
    if (first === undefined) return
    const others = this.#count > 1 ? ` ${this.#count - 1} more ${this.#count === 2 ? 'fault' : 'faults'}.` : ''
    throw new Refusal(422, `${first.field}: ${first.message}.${others} Nothing of the request was applied.`, {
      ...(this.#code === undefined ? {} : { code: this.#code }),
      details: this.#details,
    })
  }
}

/** The nights of an entry. `to` is the last night, or the day after it where the overlay says so (wire default 5). */
export function nightsOf(
  entry: { from: string; to: string; days?: readonly (typeof WEEKDAYS)[number][] | undefined },
  end: Overlay['end'],
  place: string,
  faults: EntryFaults,
): Nights | undefined {
  const from = parseNight(entry.from)
  const to = parseNight(entry.to)
  if (from === undefined || to === undefined) {
    faults.add('INVALID_RANGE', `${place}.${from === undefined ? 'from' : 'to'}`, 'is no day of the calendar')
    return undefined
  }
  const until = end === 'inclusive' ? to + 1 : to
  if (until <= from) {
    faults.add(
      'INVALID_RANGE',
      `${place}.to`,
      end === 'inclusive'
        ? `${entry.to} is before from, ${entry.from}`
        : `${entry.to} is not after from, ${entry.from}`,
    )
    return undefined
  }
  if (until - from > RANGE_NIGHTS_MAX) {
    faults.add(
      'INVALID_RANGE',
      `${place}.to`,
      `the range holds ${until - from} nights, at most ${RANGE_NIGHTS_MAX} are possible`,
    )
    return undefined
  }
  return { from, until, days: entry.days?.reduce((mask, day) => mask | (1 << WEEKDAYS.indexOf(day)), 0) ?? EVERY_DAY }
}

/** The rooms and rate plans of one hotel, by the integers that `/v1` requests name. */
export class HotelRooms {
  readonly #rooms: Map<string, StoredUnit>
  readonly #plans: Map<string, RatePlan>
  readonly #active: readonly StoredUnit[]

  /** @param active the rooms that an entry without a room means */
  constructor(rooms: readonly StoredUnit[], plans: readonly RatePlan[], active: readonly StoredUnit[]) {
    this.#rooms = new Map(rooms.map((room) => [room.roomCode, room]))
    this.#plans = new Map(plans.map((plan) => [plan.planCode, plan]))
    this.#active = active
  }

  room(roomId: number | bigint, place: string, faults: EntryFaults): StoredUnit | undefined {
    const room = this.#rooms.get(String(roomId))
    if (room === undefined) faults.add('INVALID_ROOM', `${place}.room_id`, `the hotel has no room ${roomId}`)
    return room
  }

  /** The room named, or all active ones that the rate plan sells; with the plan's id, 0 for none. */
  selected(
    entry: { room_id?: number | bigint | undefined; rate_plan_id?: number | bigint | undefined },
    place: string,
    faults: EntryFaults,
  ): { rooms: readonly StoredUnit[]; planId: number } | undefined {
    const plan = entry.rate_plan_id === undefined ? undefined : this.#plans.get(String(entry.rate_plan_id))
    if (entry.rate_plan_id !== undefined && plan === undefined) {
      faults.add('INVALID_RATE_PLAN', `${place}.rate_plan_id`, `the hotel has no rate plan ${entry.rate_plan_id}`)
      return undefined
    }
    if (entry.room_id !== undefined) {
      const room = this.room(entry.room_id, place, faults)
      if (room === undefined) return undefined
      if (plan !== undefined && !plan.unitIds.has(room.id)) {
        faults.add(
          'INVALID_RATE_PLAN',
          `${place}.rate_plan_id`,
          `rate plan ${entry.rate_plan_id} does not sell room ${entry.room_id}`,
        )
        return undefined
      }
      return { rooms: [room], planId: plan?.id ?? 0 }
    }
    const rooms = plan === undefined ? this.#active : this.#active.filter(({ id }) => plan.unitIds.has(id))
    if (rooms.length === 0) {
      faults.add(
        'INVALID_ROOM',
        place,
        plan === undefined ? 'the hotel has no active room' : `rate plan ${entry.rate_plan_id} sells no active room`,
      )
      return undefined
    }
    return { rooms, planId: plan?.id ?? 0 }
  }
}

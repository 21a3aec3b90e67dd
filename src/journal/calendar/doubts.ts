import { type NightFields, overlay, type Segment, withinFields, withoutFields } from '../../calendar/index.js'
import type { KnownSeries } from './known-calendar.js'

/** A value that a run sent, or may have sent, and the service has not acknowledged. */
interface SentValue {
  run: number
  value: NightFields[string]
}

/** Fields that may hold another value at the service than the acknowledged one: what was sent of each, the oldest first. */
export type SentFields = Readonly<Record<string, readonly SentValue[]>>

/** What is in doubt of a room and plan. */
export interface DoubtfulSeries {
  /** '' means all active rooms. */
  room: string
  plan: string
  segments: Segment<SentFields>[]
}

/** What was in doubt of a room and plan until a run had it acknowledged. */
export interface SettledSeries extends DoubtfulSeries {
  by: number
}

/** Doubts by room and plan. Cells for all rooms speak of every room; a room that has none of its own keeps those of all rooms. */
export class Doubts {
  readonly #byPlan = new Map<string, Map<string, Segment<SentFields>[]>>()

  /** @param named rooms that are known by name, whatever is in doubt of them */
  constructor(named: readonly Pick<KnownSeries, 'room' | 'plan'>[] = []) {
    for (const { room, plan } of named) this.#roomsOf(plan, room)
  }

  /** Cells that a run sent without an answer. */
  add(run: number, { room, plan, segments }: KnownSeries): void {
    const sent = segments.map(({ value, ...span }) => ({ ...span, value: sentFields(run, value) }))
    const rooms = this.#roomsOf(plan, room)
    for (const name of room === '' ? rooms.keys() : [room]) rooms.set(name, overlay(rooms.get(name) ?? [], sent, both))
  }

  /** Cells that the service has acknowledged since. */
  clear({ room, plan, segments }: KnownSeries): void {
    const rooms = this.#roomsOf(plan, room)
    for (const name of room === '' ? rooms.keys() : [room])
      rooms.set(name, withoutFields(rooms.get(name) ?? [], segments))
  }

  /** The same of one run; returns what of it was in doubt until then. */
  settle(by: number, cells: KnownSeries): SettledSeries[] {
    const { room, plan } = cells
    const rooms = this.#roomsOf(plan, room)
    const settled = (room === '' ? [...rooms.keys()] : [room]).map((name) => ({
      by,
      room: name,
      plan,
      segments: withinFields(rooms.get(name) ?? [], cells.segments),
    }))
    this.clear(cells)
    return settled.filter(({ segments }) => segments.length > 0)
  }

  list(): DoubtfulSeries[] {
    return [...this.#byPlan].flatMap(([plan, rooms]) =>
      [...rooms].map(([room, segments]) => ({ room, plan, segments })),
    )
  }

  /** The rooms of a plan, with the one that is named: it begins with what is in doubt of all. */
  #roomsOf(plan: string, room: string): Map<string, Segment<SentFields>[]> {
    const rooms = this.#byPlan.get(plan) ?? new Map<string, Segment<SentFields>[]>([['', []]])
    this.#byPlan.set(plan, rooms)
    if (!rooms.has(room)) rooms.set(room, [...(rooms.get('') ?? [])])
    return rooms
  }
}

function sentFields(run: number, fields: NightFields): SentFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [{ run, value }]]))
}

/** What came later stands behind what came first; both may be what the service holds. */
function both(under: SentFields, over: SentFields): SentFields {
  return {
    ...under,
    ...Object.fromEntries(Object.entries(over).map(([name, values]) => [name, [...(under[name] ?? []), ...values]])),
  }
}

/** What is in doubt of one room and plan: its own doubts, which hold those of all rooms, or those of all rooms. */
export function doubtsOf(doubts: readonly DoubtfulSeries[], room: string, plan: string): Segment<SentFields>[] {
  const ofPlan = doubts.filter((one) => one.plan === plan)
  return (ofPlan.find((one) => one.room === room) ?? ofPlan.find((one) => one.room === ''))?.segments ?? []
}

/** What is known without the fields in doubt. Cells for all rooms are in doubt as soon as those of one room are. */
export function trustedSeries(known: readonly KnownSeries[], doubts: readonly DoubtfulSeries[]): KnownSeries[] {
  return known.map(({ room, plan, segments }) => {
    const own =
      room === ''
        ? doubts.filter((one) => one.plan === plan).map((one) => one.segments)
        : [doubtsOf(doubts, room, plan)]
    return { room, plan, segments: own.reduce((left, gone) => withoutFields(left, gone), segments) }
  })
}

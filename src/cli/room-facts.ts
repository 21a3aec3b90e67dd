import type { Command } from '@oclif/core'
import type { Kind } from '../bulk/index.js'
import { Fault } from '../errors.js'
import type { RoomFact } from '../journal/index.js'
import type { ServiceCommand } from './service-command.js'

/** More hotels than this are not asked about in one push: a load of an estate must not double its requests. */
const HOTELS_ASKED_MAX = 500
const SIDE_BY_SIDE = 8

/** Faults that are the service's word on one hotel; any other ends the asking, and the push itself meets it. */
const ABOUT_THE_HOTEL = new Set(['REFUSED', 'NOT_FOUND', 'FORBIDDEN'])

/**
 * Asks the service how many units of each room there are and in which currency they are sold (interface: "Rooms, rates,
 * inventory"). Answers are believed for a day. A hotel that the service says nothing of is absent.
 */
export async function askRooms(command: ServiceCommand<typeof Command>, kind: Kind, hotels: readonly string[]): Promise<ReadonlyMap<string, RoomFact[]>> {
  const journal = command.journal()
  const target = journal.runs.targetId(command.target(), { create: true }) as number
  const found = new Map<string, RoomFact[]>()
  const unknown: string[] = []
  for (const hotel of hotels) {
    const rooms = journal.rooms.of(target, hotel)
    if (rooms === undefined) unknown.push(hotel)
    else found.set(hotel, rooms)
  }
  const asked = unknown.slice(0, HOTELS_ASKED_MAX)
  if (unknown.length > asked.length) command.notice(`${kind.name}: ${unknown.length - asked.length} of ${hotels.length} hotels were not compared with the service's rooms; ${HOTELS_ASKED_MAX} are, in one push.`)
  const answered = new Map<string, RoomFact[]>()
  let isAnswering = true
  const ask = async (hotel: string): Promise<void> => {
    try {
      const { rooms } = await command.call('room.list', { body: { hotel_code: hotel } })
      const facts = rooms.map(({ id, name, quantity, price }): RoomFact => ({
        room: String(id), ...(name === undefined ? {} : { name }), ...(quantity === undefined ? {} : { quantity }), ...(price?.currency === undefined ? {} : { currency: price.currency }),
      }))
      answered.set(hotel, facts)
      found.set(hotel, facts)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (!ABOUT_THE_HOTEL.has(error.code)) isAnswering = false
    }
  }
  const next = asked[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (const hotel of next) {
      if (!isAnswering) return
      await ask(hotel)
    }
  }
  // The first question alone: a service that is gone is met once, not eight times.
  const [first] = asked
  if (first !== undefined) await ask(next.next().value as string)
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker))
  // All in one commit: each waits for the disk.
  journal.transaction(() => answered.forEach((facts, of) => journal.rooms.keep(target, of, facts)))
  return found
}

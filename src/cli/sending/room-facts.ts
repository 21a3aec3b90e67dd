import type { Command } from '@oclif/core'
import type { ResultOf } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import type { Kind } from '../../files/index.js'
import type { KeptRooms, RoomFact } from '../../journal/index.js'
import { isSignIn } from '../../outcome/index.js'
import {
  type AbsentHotels,
  absentHotelWords,
  type FactsByHotel,
  type RoomsByHotel,
  unknownRooms,
} from '../../push/index.js'
import { ASKED_SANDBOX, type ServiceCommand } from '../command/index.js'
import { shownValue } from '../terminal/index.js'
import { refusedSignIn } from './sign-in-first.js'

/** More hotels than this are not asked about in one push: a load of an estate must not double its requests. */
const HOTELS_ASKED_MAX = 500
const SIDE_BY_SIDE = 8
/** Hotels of earlier pushes among which the one that was meant is looked for. */
const HOTELS_KNOWN = 10_000

/** Faults that are the service's word on one hotel; any other ends the asking, and the push itself meets it. */
const ABOUT_THE_HOTEL = new Set(['REFUSED', 'NOT_FOUND', 'FORBIDDEN'])

/**
 * Asks the service which rooms it lists, how many units of each there are and in which currency they are sold (interface: "Rooms, rates,
 * inventory"). Every hotel of a push is asked about once; for those beyond the limit,
 * or that give no answer, a list of the last day stands in, and its age is told. What could not be compared is told.
 */
export function roomAsker(command: Asking, kind: Kind): RoomAsker {
  const fresh = new Set<string>()
  const absentHotels = new Map<string, { reason: string; remedy: string }>()
  return {
    roomsOf: (wanted, { isDoubted = false } = { isDoubted: false }) =>
      askRooms(command, kind, wanted, { fresh, absentHotels, isDoubted }),
    absentHotels,
  }
}

/** Asks for rooms, and keeps which hotels the service said it does not have. */
export interface RoomAsker {
  roomsOf(wanted: RoomsByHotel, how?: { isDoubted: boolean }): Promise<FactsByHotel>
  absentHotels: AbsentHotels
}

type Asking = Pick<ServiceCommand<typeof Command>, 'journal' | 'target' | 'call' | 'notice' | 'settings'>

/** @param how hotels that were asked about a moment ago; whether what is kept of the others is doubted */
async function askRooms(
  command: Asking,
  kind: Kind,
  wanted: RoomsByHotel,
  {
    fresh,
    absentHotels,
    isDoubted,
  }: { fresh: Set<string>; absentHotels: Map<string, { reason: string; remedy: string }>; isDoubted: boolean },
): Promise<FactsByHotel> {
  const journal = command.journal()
  const target = journal.runs.targetId(command.target(), { create: true }) as number
  const found = new Map<string, RoomFact[]>()
  const unkept: string[] = []
  const kept = new Map<string, KeptRooms>()
  for (const [hotel, rooms] of wanted) {
    const known = journal.rooms.of(target, hotel)
    if (known !== undefined && fresh.has(hotel)) found.set(hotel, known.rooms)
    // A list that was empty, or lacks a room, may have grown since.
    else if (
      known === undefined ||
      known.rooms.length === 0 ||
      isDoubted ||
      unknownRooms(new Map([[hotel, rooms]]), new Map([[hotel, known.rooms]])).size > 0
    )
      unkept.push(hotel)
    else kept.set(hotel, known)
  }
  const open = [...unkept, ...kept.keys()]
  const asked = open.slice(0, HOTELS_ASKED_MAX)
  const answered = new Map<string, RoomFact[]>()
  const silent = new Map<string, Fault>()
  const absent = new Map<string, string>()
  let isAnswering = true
  let hasSignedIn = true
  const ask = async (hotel: string): Promise<void> => {
    try {
      const { rooms } = await command.call('room.list', { body: { hotel_code: hotel } })
      answered.set(hotel, rooms.filter((room) => room['active'] !== false).map(factOf))
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'INTERRUPTED') throw error
      const refused = refusedSignIn(error)
      if (refused !== undefined) throw refused
      hasSignedIn &&= !isSignIn(error)
      if (saysNoHotel(hotel, error)) absent.set(hotel, error.message)
      else silent.set(hotel, error)
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
  journal.transaction(() => answered.forEach((facts, of) => journal.rooms.keep(target, of, shownValue(facts))))
  for (const [hotel, facts] of answered) {
    found.set(hotel, facts)
    fresh.add(hotel)
  }
  const old = [...kept].filter(([hotel]) => !answered.has(hotel) && !absent.has(hotel))
  for (const [hotel, { rooms }] of old) found.set(hotel, rooms)
  const others = [...journal.pushedHotels(command.target(), HOTELS_KNOWN), ...found.keys()].filter(
    (hotel) => !absent.has(hotel),
  )
  const otherwise = command.settings().isEmbedded ? ASKED_SANDBOX : undefined
  for (const [hotel, said] of absent) absentHotels.set(hotel, absentHotelWords(hotel, said, others, otherwise))
  for (const line of notCompared({ wanted, found, open, asked, silent, absent, hasSignedIn, old }))
    command.notice(`${kind.name}: ${line}`)
  return found
}

/** Whether the service says that it has no such hotel. A refusal that names no hotel may be about the account, and judges nothing. */
function saysNoHotel(hotel: string, { code, facts, findings }: Fault): boolean {
  // A 404 that is no answer of the service's own may be about the path.
  if (code === 'NOT_FOUND') return facts['provesAbsence'] === true
  if (code !== 'REFUSED') return false
  const said = [
    facts['code'],
    facts['serviceMessage'],
    ...findings.map(({ field, reason }) => `${field ?? ''} ${reason}`),
  ]
    .filter((one) => typeof one === 'string')
    .join(' ')
    .slice(0, 1000)
    .toLowerCase()
  const has = (words: readonly string[]): boolean => words.some((word) => said.includes(word))
  return (
    has(['hotel', 'property', hotel]) &&
    has(['unknown', 'not known', 'not found', 'no such', 'no hotel', 'not exist', 'invalid']) &&
    !has(['allow', 'permi', 'forbid', 'access', 'author', 'credential'])
  )
}

function factOf({ id, name, code, quantity, price }: ResultOf<'room.list'>['rooms'][number]): RoomFact {
  return {
    room: String(id),
    ...(name === undefined ? {} : { name }),
    ...(code === undefined ? {} : { code }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(price?.currency === undefined ? {} : { currency: price.currency }),
  }
}

interface Asked {
  wanted: RoomsByHotel
  found: FactsByHotel
  open: readonly string[]
  asked: readonly string[]
  silent: ReadonlyMap<string, Fault>
  /** Hotels that the service says it does not have. */
  absent: ReadonlyMap<string, string>
  /** False where the service was not asked for want of a token. */
  hasSignedIn: boolean
  /** Compared with a list of an earlier push. */
  old: readonly (readonly [string, KeptRooms])[]
}

/** Why rooms of some hotels were not compared with the service's list; what is not known refuses nothing. */
function notCompared({ wanted, found, open, asked, silent, absent, hasSignedIn, old }: Asked): string[] {
  const hotels = (list: readonly string[]): string => (list.length === 1 ? `hotel ${list[0]}` : `${list.length} hotels`)
  const missing = asked.filter((hotel) => !found.has(hotel) && !absent.has(hotel))
  const uncompared = open.filter((hotel) => !asked.includes(hotel) && !found.has(hotel)).length
  const oldest = Math.max(0, ...old.map(([, { ageMs }]) => ageMs))
  const [fault] = silent.values()
  const unreached = fault === undefined ? undefined : unreachedWords(fault)
  const why = unreached === undefined && fault !== undefined ? `: ${fault.message}` : '.'
  const cause = unreached === undefined ? '' : ` (${unreached})`
  return [
    ...(missing.length === 0
      ? []
      : [
          `${hasSignedIn ? 'the service did not list its rooms for' : 'there was no sign-in to ask for the rooms of'} ${hotels(missing)}${cause}, so room ids were not checked there${why}`,
        ]),
    ...(old.length === 0
      ? []
      : [
          `room ids of ${hotels(old.map(([hotel]) => hotel))} were compared with what the service listed up to ${ageText(oldest)} ago${asked.length < open.length ? `; one push asks about ${HOTELS_ASKED_MAX} hotels.` : fault === undefined ? '.' : `; asked now, it did not answer${cause}${why}`}`,
        ]),
    ...(uncompared === 0
      ? []
      : [
          `${uncompared} of ${wanted.size} hotels were not compared with the service's rooms; one push compares ${HOTELS_ASKED_MAX}.`,
        ]),
  ]
}

/** Why the service could not be reached. What the push ends with tells the whole of it. */
function unreachedWords({ code, message }: Fault): string | undefined {
  const [, why] =
    code === 'UNREACHABLE' ? (/ could not be reached[^:]{0,40}: (.{1,200})$/.exec(message.slice(0, 500)) ?? []) : []
  return why?.replace(/(?: \([^()]*\))?\.$/, '')
}

function ageText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000))
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}

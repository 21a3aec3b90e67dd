import type { Command } from '@oclif/core'
import type { ResultOf } from '../../contract/index.js'
import { type ErrorCode, Fault } from '../../errors.js'
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
import type { ServiceCommand } from '../command/index.js'
import { ASKED_SANDBOX } from '../show/index.js'
import { shownValue } from '../terminal/index.js'
import { evenly } from './evenly.js'
import { askedMost, notCompared } from './rooms-not-compared.js'
import { refusedSignIn } from './sign-in-first.js'

const SIDE_BY_SIDE = 8
/** Hotels of earlier pushes among which the one that was meant is looked for. */
const HOTELS_KNOWN = 10_000

/** Faults that are the service's word on one hotel; any other ends the asking, and the push itself meets it. */
const ABOUT_THE_HOTEL: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['REFUSED', 'NOT_FOUND', 'FORBIDDEN'])

/** Faults in which the service, or the way to it, has its part. Any other is one of this machine, and says nothing of what the service would have answered. */
const BEYOND_THIS_MACHINE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...ABOUT_THE_HOTEL,
  'SIGN_IN_REFUSED',
  'UNREACHABLE',
  'ANSWER_UNKNOWN',
  'OUTCOME_UNKNOWN',
  'DEADLINE',
])

/**
 * Asks the service which rooms it lists, how many units of each there are and in which currency they are sold (interface: "Rooms, rates,
 * inventory"). Every hotel of a push is asked about once; for those beyond the limit,
 * or that give no answer, a list of the last day stands in, and its age is told. What could not be compared is told.
 */
export function roomAsker(command: Asking, kind: Kind): RoomAsker {
  const fresh = new Set<string>()
  const absentHotels = new Map<string, { reason: string; remedy: string }>()
  const unchecked = new Set<string>()
  return {
    roomsOf: (wanted, { isDoubted = false } = { isDoubted: false }) =>
      askRooms(command, kind, wanted, { fresh, absentHotels, unchecked, isDoubted }),
    absentHotels,
    unchecked,
  }
}

/** Asks for rooms, and keeps which hotels the service said it does not have. */
export interface RoomAsker {
  /** What was not checked, and why; told as it was found. */
  readonly unchecked: ReadonlySet<string>
  roomsOf(wanted: RoomsByHotel, how?: { isDoubted: boolean }): Promise<FactsByHotel>
  absentHotels: AbsentHotels
}

type Asking = Pick<
  ServiceCommand<typeof Command>,
  'journal' | 'target' | 'call' | 'notice' | 'insist' | 'settings' | 'ending'
>

/** @param how hotels that were asked about a moment ago; whether what is kept of the others is doubted */
async function askRooms(
  command: Asking,
  kind: Kind,
  wanted: RoomsByHotel,
  {
    fresh,
    absentHotels,
    unchecked,
    isDoubted,
  }: {
    fresh: Set<string>
    absentHotels: Map<string, { reason: string; remedy: string }>
    unchecked: Set<string>
    isDoubted: boolean
  },
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
  const rate = command.settings().limits.ratePerSecond.value
  const asked = open.slice(0, askedMost(rate))
  const answered = new Map<string, RoomFact[]>()
  const silent = new Map<string, Fault>()
  const absent = new Map<string, string>()
  let isAnswering = true
  let hasSignedIn = true
  const turn = evenly(rate, command.ending())
  const ask = async (hotel: string): Promise<void> => {
    try {
      await turn()
      const { rooms } = await command.call('room.list', { body: { hotel_code: hotel } })
      answered.set(hotel, rooms.filter((room) => room['active'] !== false).map(factOf))
    } catch (error) {
      if (!(error instanceof Fault) || error.code === 'INTERRUPTED') throw error
      const refused = refusedSignIn(error)
      if (refused !== undefined) throw refused
      if (isOfThisMachine(error)) throw unasked(hotel, error)
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
  const left = notCompared({ wanted, found, open, asked, rate, silent, absent, hasSignedIn, old })
  for (const line of left.others) command.notice(`${kind.name}: ${line}`)
  for (const line of left.unchecked) {
    if (unchecked.has(line)) continue
    unchecked.add(line)
    // What goes out unchecked is told whatever --quiet says.
    command.insist(`${kind.name}: ${line}`)
  }
  return found
}

/** The wait for the sign-in of another process is one of this machine, whatever it waits for. */
function isOfThisMachine({ code, cause }: Fault): boolean {
  return !BEYOND_THIS_MACHINE.has(code) || (cause instanceof Fault && cause.code === 'LOCKED')
}

/** A guard that could not ask for want of something here lets nothing through. */
function unasked(hotel: string, cause: Fault): Fault {
  const { code, message, next, findings, facts } = cause
  return new Fault(code, `The rooms of hotel ${hotel} could not be asked for: ${message}`, {
    next: /nothing was sent/i.test(`${message} ${next}`) ? next : `${next} Nothing was sent.`,
    findings,
    facts,
    cause,
  })
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

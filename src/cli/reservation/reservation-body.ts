import { Flags } from '@oclif/core'
import * as z from '../../zod/index.js'
import { isDivisionOpen, newChannelId, type ReservationBody } from '../../booking/index.js'
import { GuestCounts, ReservationCreate } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import { assignFields, type Body, guestName } from '../body/index.js'
import { assignFlags, guestCounts, readBodyFile, stayDates, stayFlags } from '../flags/index.js'

/** Flags of the simple case: one kind of room, guests by name. */
export const reservationFlags = {
  file: Flags.string({
    char: 'f',
    summary: 'Read the reservation from a YAML or JSON file; - for standard input',
    helpValue: '<file>',
  }),
  ...assignFlags,
  property: Flags.string({ summary: 'Property id', helpValue: '<id>' }),
  ...stayFlags,
  'check-in': Flags.string({ summary: 'Arrival date', helpValue: '<YYYY-MM-DD>' }),
  room: Flags.string({ summary: 'Room id', helpValue: '<id>' }),
  plan: Flags.string({ summary: 'Rate plan id', helpValue: '<id>' }),
  units: Flags.integer({ summary: '[default: 1] Number of units', min: 1 }),
  guest: Flags.string({
    multiple: true,
    summary: 'Guest, "Ada Lovelace" or "de la Cruz, María José"; can be repeated. The first guest is the booker',
    helpValue: '<name>',
  }),
  email: Flags.string({ summary: 'E-mail address of the booker', helpValue: '<address>' }),
  adults: Flags.integer({ summary: '[default: the number of guests] Number of adults', min: 0 }),
  children: Flags.string({ summary: 'Ages of the children, such as 5,8', helpValue: '<age,…>' }),
  'channel-booking-id': Flags.string({
    summary: '[default: generated] Your own id for the booking',
    helpValue: '<id>',
  }),
}

/** The flag of each field, for messages. */
export const RESERVATION_FIELD_FLAGS = {
  propertyId: '--property',
  checkInDate: '--check-in',
  checkOutDate: '--check-out or --nights',
  channelBookingId: '--channel-booking-id',
  'booker.email': '--email',
  booker: '--guest',
  'totalGuestCounts.children': '--children',
  totalGuestCounts: '--adults',
  'rooms.roomId': '--room',
  'rooms.ratePlanId': '--plan',
  'rooms.units': '--units',
  'rooms.guests': '--guest',
  rooms: '--room and --plan',
} as const

interface Given {
  file?: string | undefined
  set?: string[] | undefined
  field?: string[] | undefined
  property?: string | undefined
  'check-in'?: string | undefined
  'check-out'?: string | undefined
  nights?: number | undefined
  room?: string | undefined
  plan?: string | undefined
  units?: number | undefined
  guest?: string[] | undefined
  email?: string | undefined
  adults?: number | undefined
  children?: string | undefined
  'channel-booking-id'?: string | undefined
}

/**
 * Puts a reservation together: the file, then flags over it, then `--set`. A card has no place in it. `isOwnId`: the channel booking id is the user's own.
 * @throws Fault USAGE, INVALID_INPUT
 */
export async function readReservation(flags: Given): Promise<{ body: ReservationBody; isOwnId: boolean }> {
  const body: Record<string, unknown> =
    flags.file === undefined ? {} : await readBodyFile(flags.file, { schema: ReservationCreate })
  if (flags.property !== undefined) body['propertyId'] = flags.property
  refuseUnused(flags, body)
  Object.assign(body, stayOf(flags, body['checkInDate']))
  const guests = (flags.guest ?? []).map(guestName)
  const [booker = body['booker'] as object | undefined] = guests
  if (booker !== undefined || flags.email !== undefined)
    body['booker'] = { ...booker, ...(flags.email === undefined ? {} : { email: flags.email }) }
  if (flags.room !== undefined || flags.plan !== undefined) {
    if (flags.room === undefined || flags.plan === undefined)
      throw new Fault('USAGE', 'A product is a room and a rate plan: give --room and --plan.')
    body['rooms'] = [
      {
        roomId: flags.room,
        ratePlanId: flags.plan,
        units: flags.units ?? 1,
        ...(guests.length === 0 ? {} : { guests }),
      },
    ]
  }
  const counts = guestCounts(
    flags.adults ??
      (flags.children === undefined && body['totalGuestCounts'] !== undefined ? undefined : Math.max(guests.length, 1)),
    flags.children,
  )
  if (
    counts !== undefined &&
    (body['totalGuestCounts'] === undefined || flags.adults !== undefined || flags.children !== undefined)
  )
    body['totalGuestCounts'] = counts
  assignFields(body, flags, { schema: ReservationCreate, taken: takenBy(flags) })
  refuseCard(body)
  refuseUncounted(body)
  refuseUndivided(body)
  const ownId = flags['channel-booking-id'] ?? body['channelBookingId']
  body['channelBookingId'] = ownId ?? newChannelId(String(body['checkInDate'] ?? ''))
  return { body: body as unknown as ReservationBody, isOwnId: ownId !== undefined }
}

/** The fields that flags of their own have set. */
function takenBy(flags: Given): Record<string, string> {
  const { guest = [], nights, 'check-out': checkOut } = flags
  const hasGuests = guest.length > 0
  const fields: [string, string, boolean][] = [
    ['propertyId', '--property', flags.property !== undefined],
    ['checkInDate', '--check-in', flags['check-in'] !== undefined],
    [
      'checkOutDate',
      checkOut === undefined ? '--nights' : '--check-out',
      checkOut !== undefined || nights !== undefined,
    ],
    ['channelBookingId', '--channel-booking-id', flags['channel-booking-id'] !== undefined],
    ['booker.email', '--email', flags.email !== undefined],
    ['booker.firstName', '--guest', hasGuests],
    ['booker.lastName', '--guest', hasGuests],
    ['rooms[0].roomId', '--room', flags.room !== undefined],
    ['rooms[0].ratePlanId', '--plan', flags.plan !== undefined],
    ['rooms[0].units', '--units', flags.units !== undefined],
    ['totalGuestCounts.adults', '--adults', flags.adults !== undefined],
    ['totalGuestCounts.children', '--children', flags.children !== undefined],
  ]
  return Object.fromEntries(fields.filter(([, , isGiven]) => isGiven).map(([field, flag]) => [field, flag]))
}

/** The stay as flags name it; what they leave out is the file's. */
function stayOf(flags: Given, fromFile: unknown): object {
  const checkIn = flags['check-in'] ?? (typeof fromFile === 'string' ? fromFile : undefined)
  const hasEnd = flags['check-out'] !== undefined || flags.nights !== undefined
  if (checkIn === undefined || (flags['check-in'] === undefined && !hasEnd)) return {}
  return stayDates({ ...flags, 'check-in': checkIn })
}

/**
 * A flag that would do nothing, or put one room in place of the file's, is refused: what was typed is what is booked.
 * @throws Fault USAGE
 */
function refuseUnused({ file, ...flags }: Given, { rooms }: Body): void {
  const given = (['room', 'plan', 'units', 'guest'] as const).filter((name) => flags[name] !== undefined)
  const [first] = given
  if (first === undefined) return
  if (Array.isArray(rooms) && rooms.length > 0) {
    throw new Fault(
      'USAGE',
      `--${first} describes a reservation of one room, and ${file === '-' ? 'standard input' : file} has rooms of its own.`,
      {
        next: `Change the file, or one field of it with --set, such as --set 'rooms[0].units=1'. Nothing was sent.`,
      },
    )
  }
  if (flags.units !== undefined && flags.room === undefined && flags.plan === undefined)
    throw new Fault('USAGE', '--units needs --room and --plan.', { next: 'Nothing was sent.' })
}

/** What of a line tells who sleeps in which unit. */
const Whole = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
])
const DivisibleLine = z.looseObject({
  units: Whole,
  guests: z.array(z.looseObject({ unit: Whole.nullish().transform((unit) => unit ?? undefined) })),
})

/** Every guest of a room is one of the guests in all: two figures that differ would be booked at one of them. */
function refuseUncounted({ totalGuestCounts, rooms }: Record<string, unknown>): void {
  const counts = GuestCounts.safeParse(totalGuestCounts)
  if (!counts.success || !Array.isArray(rooms)) return
  const all = guestsIn(counts.data)
  const named = (rooms as { guests?: unknown; guestCounts?: unknown }[]).reduce((sum, room) => {
    const own = GuestCounts.safeParse(room?.guestCounts)
    return sum + Math.max(Array.isArray(room?.guests) ? room.guests.length : 0, own.success ? guestsIn(own.data) : 0)
  }, 0)
  if (named <= all) return
  throw new Fault('INVALID_INPUT', `The rooms have ${named} guests, and the reservation counts ${all}.`, {
    findings: [
      {
        field: 'totalGuestCounts',
        reason: `counts ${all}, and the rooms have ${named}`,
        remedy: 'Count every guest with --adults and --children, or in totalGuestCounts',
      },
    ],
    next: 'Correct the number of guests. Nothing was sent.',
  })
}

/**
 * Who sleeps in which unit may decide the price, and the hotel is told: it is asked for, not guessed.
 * @throws Fault INVALID_INPUT naming each line whose guests can be divided in several ways
 */
export function refuseUndivided(
  { rooms }: { rooms?: unknown },
  next = `Give each guest the field "unit" in the file, or with --set, such as --set 'rooms[0].guests[0].unit=1'. Nothing was sent.`,
): void {
  if (!Array.isArray(rooms)) return
  const findings = (rooms as unknown[]).flatMap((room, at) => {
    const line = DivisibleLine.safeParse(room)
    if (!line.success || !isDivisionOpen(line.data)) return []
    const { guests, units } = line.data
    return [
      {
        field: `rooms[${at}].guests`,
        reason: `${guests.length} guests can be divided over ${units} units in several ways, and not all say theirs`,
        remedy: `Give every guest of the line a unit from 1 to ${units}`,
      },
    ]
  })
  if (findings.length === 0) return
  throw new Fault('INVALID_INPUT', 'It is open which guests share a unit.', { findings, next })
}

const guestsIn = ({ adults, children = [] }: { adults: number; children?: { count: number }[] | undefined }): number =>
  children.reduce((sum, { count }) => sum + count, adults)

function refuseCard({ payment }: Record<string, unknown>): void {
  if (typeof payment !== 'object' || payment === null || !('card' in payment)) return
  throw new Fault('INVALID_INPUT', 'A card must not stand in a file or a flag.', {
    findings: [{ field: 'payment.card', reason: 'must not stand here' }],
    next: 'Take it out, and give it with "hubswitch reservation card" once the booking exists. Nothing was sent.',
  })
}

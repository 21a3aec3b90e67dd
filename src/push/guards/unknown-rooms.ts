import type { BadRow } from '../../files/index.js'
import type { RoomFact } from '../../journal/index.js'
import { nearest } from '../../nearest.js'
import { type FileNames, type HotelRows, placeOf, rowsOf } from '../merge/index.js'

/** Rooms by hotel. */
export type RoomsByHotel = ReadonlyMap<string, ReadonlySet<string>>

/** What the service says of its rooms, by hotel; a hotel it says nothing of is absent. */
export type FactsByHotel = ReadonlyMap<string, readonly RoomFact[]>

/** Hotels that the service says it does not have, with why their rows are refused and what was probably meant. */
export type AbsentHotels = ReadonlyMap<string, { reason: string; remedy: string }>

const ROOMS_NAMED = 3

/** Rooms that the service does not list. A list that is empty is an answer too; a hotel without one proves nothing. */
export function unknownRooms(wanted: RoomsByHotel, facts: FactsByHotel): RoomsByHotel {
  const unknown = new Map<string, Set<string>>()
  for (const [hotel, rooms] of wanted) {
    const answered = facts.get(hotel)
    if (answered === undefined) continue
    const listed = new Set(answered.map(({ room }) => plainId(room)))
    const missing = new Set([...rooms].filter((room) => !listed.has(plainId(room))))
    if (missing.size > 0) unknown.set(hotel, missing)
  }
  return unknown
}

/** The same rows without those of some rooms. */
export function withoutRooms(rows: HotelRows, rooms: ReadonlySet<string> | undefined): HotelRows {
  return rooms === undefined ? rows : { ...rows, series: rows.series.filter(({ room }) => !rooms.has(room)) }
}

/** Every row of rooms that the service does not list. A row that stands for several nights comes once. */
export function* unknownRoomRows(
  { hotel, series }: HotelRows,
  unknown: RoomsByHotel,
  facts: FactsByHotel,
  fileName: FileNames,
): Iterable<BadRow> {
  const rooms = unknown.get(hotel)
  const seen = new Set<string>()
  for (const { room, stretches } of series) {
    if (rooms?.has(room) !== true) continue
    const words = unknownRoomWords(hotel, room, facts.get(hotel) ?? [])
    for (const stretch of stretches) {
      for (const row of rowsOf(stretch)) {
        const place = `${room} ${placeOf(row)}`
        if (seen.has(place)) continue
        seen.add(place)
        yield { file: fileName(row.file), fileIndex: row.file, line: row.line, field: 'room_id', value: room, ...words }
      }
    }
  }
}

/** Every row of a hotel that the service does not have, once. */
export function* absentHotelRows(
  { hotel, series }: HotelRows,
  absent: AbsentHotels,
  fileName: FileNames,
): Iterable<BadRow> {
  const words = absent.get(hotel)
  if (words === undefined) return
  const seen = new Set<string>()
  for (const { stretches } of series) {
    for (const row of stretches.flatMap((stretch) => [...rowsOf(stretch)])) {
      const place = placeOf(row)
      if (seen.has(place)) continue
      seen.add(place)
      yield {
        file: fileName(row.file),
        fileIndex: row.file,
        line: row.line,
        field: 'hotel_code',
        value: hotel,
        ...words,
      }
    }
  }
}

/**
 * Why a hotel is refused.
 * @param otherwise what helps where no other hotel was meant
 */
export function absentHotelWords(
  hotel: string,
  said: string,
  known: Iterable<string>,
  otherwise = 'To send it anyway, add --allow-unknown-rooms.',
): { reason: string; remedy: string } {
  const meant = nearest(hotel, known)
  return {
    reason: `the service has no hotel ${hotel}: ${said.replace(/\.$/, '')}`,
    remedy: `${meant === undefined ? '' : `Did you mean ${meant}? `}${otherwise}`,
  }
}

/** Why a room is refused, and what was probably meant. */
export function unknownRoomWords(
  hotel: string,
  room: string,
  facts: readonly RoomFact[],
): { reason: string; remedy: string } {
  if (facts.length === 0)
    return {
      reason: `the service lists no active room for hotel ${hotel}`,
      remedy:
        'Activate the room first. To send it anyway, for example for a hotel that is loaded before it opens, add --allow-unknown-rooms.',
    }
  const meant = nearest(
    room,
    facts.map((fact) => fact.room),
  )
  const near = facts.find((fact) => fact.room === meant)
  const named = facts.slice(0, ROOMS_NAMED).map(roomText).join(', ')
  const hint =
    near === undefined
      ? `It lists ${named}${facts.length > ROOMS_NAMED ? ', …' : ''}`
      : `Did you mean ${roomText(near)}?`
  return {
    reason: `the service lists ${facts.length === 1 ? 'one active room' : `${facts.length} active rooms`} for hotel ${hotel}, and this is ${facts.length === 1 ? 'another' : 'not among them'}`,
    remedy: `${hint}${hint.endsWith('?') ? '' : '.'} To send it anyway, for example for a room that is inactive, add --allow-unknown-rooms.`,
  }
}

/** `101 (DBL, Double room)`. */
function roomText({ room, code, name }: RoomFact): string {
  const more = [code, name].filter((text) => text !== undefined && text !== '' && text !== room).join(', ')
  return more === '' ? room : `${room} (${more})`
}

/** On the wire ids are integers, which have no leading zeros. */
function plainId(room: string): string {
  return room.replace(/^0+(?=\d)/, '')
}

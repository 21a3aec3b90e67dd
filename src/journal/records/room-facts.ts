import type { Database } from '../../sql/index.js'

/** What a service says of one room. */
export interface RoomFact {
  /** Room id, digits as text. */
  room: string
  name?: string
  code?: string
  /** Units that there are. */
  quantity?: number
  currency?: string
}

/** The rooms of a hotel, and how long ago the service gave them. */
export interface KeptRooms {
  rooms: RoomFact[]
  ageMs: number
}

/** How long an answer is believed: units are built and closed rarely. */
const BELIEVED_MS = 86_400_000

/** The rooms of hotels as a service gave them, for a push that cannot ask again. */
export class RoomFacts {
  constructor(private readonly database: Database) {}

  /** What was answered about a hotel within the last day. */
  of(target: number, hotel: string): KeptRooms | undefined {
    const row = this.database.get<{ rooms: string; fetched_at: number }>(
      'SELECT rooms, fetched_at FROM room_fact WHERE target = ? AND hotel = ? AND fetched_at > ?',
      target,
      hotel,
      Date.now() - BELIEVED_MS,
    )
    return row === undefined
      ? undefined
      : { rooms: JSON.parse(row.rooms) as RoomFact[], ageMs: Math.max(0, Date.now() - row.fetched_at) }
  }

  keep(target: number, hotel: string, rooms: readonly RoomFact[]): void {
    this.database.run(
      'INSERT INTO room_fact (target, hotel, rooms, fetched_at) VALUES (?, ?, ?, ?) ON CONFLICT (target, hotel) DO UPDATE SET rooms = excluded.rooms, fetched_at = excluded.fetched_at',
      target,
      hotel,
      JSON.stringify(rooms),
      Date.now(),
    )
  }

  forget(target: number): void {
    this.database.run('DELETE FROM room_fact WHERE target = ?', target)
  }
}

import type { Database } from '../sql/index.js'

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

/** How long an answer is believed: units are built and closed rarely. */
const BELIEVED_MS = 86_400_000

/** The rooms of hotels as a service gave them, so that a push need not ask each time. */
export class RoomFacts {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** What was answered about a hotel within the last day. */
  of(target: number, hotel: string): RoomFact[] | undefined {
    const row = this.#database.get<{ rooms: string }>('SELECT rooms FROM room_fact WHERE target = ? AND hotel = ? AND fetched_at > ?', target, hotel, Date.now() - BELIEVED_MS)
    return row === undefined ? undefined : (JSON.parse(row.rooms) as RoomFact[])
  }

  keep(target: number, hotel: string, rooms: readonly RoomFact[]): void {
    this.#database.run(
      'INSERT INTO room_fact (target, hotel, rooms, fetched_at) VALUES (?, ?, ?, ?) ON CONFLICT (target, hotel) DO UPDATE SET rooms = excluded.rooms, fetched_at = excluded.fetched_at',
      target, hotel, JSON.stringify(rooms), Date.now(),
    )
  }

  forget(target: number): void {
    this.#database.run('DELETE FROM room_fact WHERE target = ?', target)
  }
}

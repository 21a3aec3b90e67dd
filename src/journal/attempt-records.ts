import type { Database } from '../sql/index.js'
import type { Target } from './run-records.js'

/**
 * What became of a booking attempt. `sending`: written, no answer yet (also after a crash); `unknown`: the answer never came;
 * `absent`: surely not there; every other word is the service's own state.
 */
export type AttemptState = 'sending' | 'unknown' | 'absent' | 'refused' | (string & {})

export interface Attempt {
  id: number
  channelId: string
  /** Property, dates, rooms and booker as one digest. */
  fingerprint: string
  /** What a person reads, such as `1000001, 2027-07-01 to 2027-07-03, 2 × 101/501`. */
  summary: string
  state: AttemptState
  bookingId?: string | undefined
  /** Epoch milliseconds. */
  createdAt: number
}

interface Row {
  id: number
  channel_id: string
  fingerprint: string
  summary: string
  state: string
  booking_id: string | null
  created_at: number
}

const toAttempt = (row: Row): Attempt => ({
  id: row.id, channelId: row.channel_id, fingerprint: row.fingerprint, summary: row.summary, state: row.state, bookingId: row.booking_id ?? undefined, createdAt: row.created_at,
})

const SELECT = 'SELECT id, channel_id, fingerprint, summary, state, booking_id, created_at FROM attempt'

/** The bookings that this machine tried to make, with the fate of each. */
export class AttemptRecords {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Writes an attempt down before it is sent. */
  begin({ service, profile }: Target, { channelId, fingerprint, summary, createdAt }: Pick<Attempt, 'channelId' | 'fingerprint' | 'summary' | 'createdAt'>): number {
    const sql = `INSERT INTO attempt (service, profile, channel_id, fingerprint, summary, state, created_at) VALUES (?, ?, ?, ?, ?, 'sending', ?)`
    return this.#database.run(sql, service, profile, channelId, fingerprint, summary, createdAt).lastInsertRowid
  }

  /** Records what became of it. */
  settle(id: number, state: AttemptState, bookingId: string | undefined, at: number): void {
    this.#database.run('UPDATE attempt SET state = ?, booking_id = coalesce(?, booking_id), settled_at = ? WHERE id = ?', state, bookingId ?? null, at, id)
  }

  /** Records a state that a look-up or a confirmation showed, for every attempt with this booking id. */
  settleBooking({ service }: Target, bookingId: string, state: AttemptState, at: number): void {
    this.#database.run('UPDATE attempt SET state = ?, settled_at = ? WHERE service = ? AND booking_id = ?', state, at, service, bookingId)
  }

  /** Attempts that may have become the same booking: of this channel id, or of the same content since `since`. */
  similar({ service }: Target, { channelId, fingerprint, since }: { channelId: string; fingerprint: string; since: number }): Attempt[] {
    const sql = `${SELECT} WHERE service = ? AND state NOT IN ('absent', 'refused', 'cancelled') AND (channel_id = ? OR (fingerprint = ? AND created_at >= ?)) ORDER BY id DESC`
    return this.#database.all<Row>(sql, service, channelId, fingerprint, since).map(toAttempt)
  }

  /** Newest first. */
  list({ service }: Target, limit: number): Attempt[] {
    return this.#database.all<Row>(`${SELECT} WHERE service = ? ORDER BY id DESC LIMIT ?`, service, limit).map(toAttempt)
  }
}

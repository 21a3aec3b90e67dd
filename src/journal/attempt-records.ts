import type { Database } from '../sql/index.js'
import type { Target } from './run-records.js'

/**
 * What became of a booking attempt. `sending`: written, no answer yet (also after a crash); `unknown`: the answer never came; `answered`: one came that neither
 * books nor refuses, and a look-up does not find it;
 * `absent`: surely not there; every other word is the service's own state.
 */
export type AttemptState = 'sending' | 'unknown' | 'answered' | 'absent' | 'refused' | (string & {})

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
  /** The process that sends or sent it. */
  holder?: number | undefined
  /** Bookings that carried the channel id before this attempt: they are not its fruit. */
  known: string[]
  propertyId?: string | undefined
  checkInDate?: string | undefined
  /** The total that it was to be booked at, such as `240.00 EUR`. */
  expectedTotal?: string | undefined
}

/** An attempt before it is sent. */
export type NewAttempt = Pick<Attempt, 'channelId' | 'fingerprint' | 'summary' | 'createdAt' | 'propertyId' | 'checkInDate' | 'expectedTotal'> & { known?: readonly string[] }

interface Row {
  id: number
  channel_id: string
  fingerprint: string
  summary: string
  state: string
  booking_id: string | null
  created_at: number
  holder: number | null
  known: string
  property: string | null
  check_in: string | null
  expected_total: string | null
}

const toAttempt = (row: Row): Attempt => ({
  id: row.id, channelId: row.channel_id, fingerprint: row.fingerprint, summary: row.summary, state: row.state, bookingId: row.booking_id ?? undefined, createdAt: row.created_at,
  holder: row.holder ?? undefined, known: JSON.parse(row.known) as string[],
  ...(row.property === null ? {} : { propertyId: row.property }), ...(row.check_in === null ? {} : { checkInDate: row.check_in }), ...(row.expected_total === null ? {} : { expectedTotal: row.expected_total }),
})

const SELECT = 'SELECT id, channel_id, fingerprint, summary, state, booking_id, created_at, holder, known, property, check_in, expected_total FROM attempt'

/** The bookings that this machine tried to make, with the fate of each. */
export class AttemptRecords {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Writes an attempt down before it is sent. With `seen`, the ids of similar attempts that the caller knows of, undefined where another
   * process of this machine has begun the same booking since.
   */
  begin(target: Target, attempt: NewAttempt, seen?: { since: number; ids: readonly number[] }): Attempt | undefined {
    const { service, profile } = target
    const { channelId, fingerprint, summary, createdAt, known = [], propertyId, checkInDate, expectedTotal } = attempt
    return this.#database.transaction(() => {
      if (seen !== undefined && this.similar(target, { channelId, fingerprint, since: seen.since }).some(({ id }) => !seen.ids.includes(id))) return undefined
      const sql = `INSERT INTO attempt (service, profile, channel_id, fingerprint, summary, state, created_at, holder, known, property, check_in, expected_total) VALUES (?, ?, ?, ?, ?, 'sending', ?, ?, ?, ?, ?, ?)`
      const id = this.#database.run(sql, service, profile, channelId, fingerprint, summary, createdAt, process.pid, JSON.stringify(known), propertyId ?? null, checkInDate ?? null, expectedTotal ?? null).lastInsertRowid
      return { id, channelId, fingerprint, summary, state: 'sending', createdAt, holder: process.pid, known: [...known], propertyId, checkInDate, expectedTotal }
    })
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

  /** Attempts whose fate is not known, oldest first: no answer came, or it was taken for absent only after `since`. */
  doubtful({ service }: Target, { since, fingerprint, channelId }: { since: number; fingerprint?: string; channelId?: string }): Attempt[] {
    const sql = `${SELECT} WHERE service = ? AND (state IN ('sending', 'unknown', 'answered') OR (state = 'absent' AND created_at >= ?)) AND (? IS NULL OR fingerprint = ? OR channel_id = ?) ORDER BY id`
    return this.#database.all<Row>(sql, service, since, fingerprint ?? null, fingerprint ?? null, channelId ?? null).map(toAttempt)
  }

  /** Attempts whose reservation was last seen in a state, oldest first. */
  inState({ service }: Target, state: AttemptState): Attempt[] {
    return this.#database.all<Row>(`${SELECT} WHERE service = ? AND state = ? ORDER BY id`, service, state).map(toAttempt)
  }

  /** Bookings that other attempts with this channel id have become. */
  bookingsOf({ service }: Target, channelId: string, exceptAttempt: number): string[] {
    const sql = 'SELECT booking_id FROM attempt WHERE service = ? AND channel_id = ? AND id <> ? AND booking_id IS NOT NULL'
    return this.#database.all<{ booking_id: string }>(sql, service, channelId, exceptAttempt).map((row) => row.booking_id)
  }

  /** Attempts that became a booking, newest first. */
  ofBooking({ service }: Target, bookingId: string): Attempt[] {
    return this.#database.all<Row>(`${SELECT} WHERE service = ? AND booking_id = ? ORDER BY id DESC`, service, bookingId).map(toAttempt)
  }

  /** Newest first. */
  list({ service }: Target, limit: number): Attempt[] {
    return this.#database.all<Row>(`${SELECT} WHERE service = ? ORDER BY id DESC LIMIT ?`, service, limit).map(toAttempt)
  }
}

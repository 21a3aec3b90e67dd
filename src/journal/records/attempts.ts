import { withoutSecrets } from '../../redaction/index.js'
import { type Database, withoutNulls } from '../../sql/index.js'
import type { Target } from './runs.js'

/**
 * What became of a booking attempt. `sending`: written, no answer yet (also after a crash); `unknown`: the answer never came; `answered`: the service had it, as an
 * answer or a look-up shows, and nothing says that it is booked as it was asked;
 * `absent`: no answer came, and several look-ups do not find it; `given-up`: nobody knows, and a person has closed it; every other word is the service's own state.
 */
type AttemptState = 'sending' | 'unknown' | 'answered' | 'absent' | 'refused' | 'given-up' | (string & {})

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
  /** When the state was last seen or written, epoch milliseconds. */
  seenAt?: number | undefined
  /** The process that sends or sent it. */
  holder?: number | undefined
  /** Bookings that carried the channel id before this attempt: they are not its fruit. */
  known: string[]
  propertyId?: string | undefined
  checkInDate?: string | undefined
  /** The total that it was to be booked at, such as `240.00 EUR`. */
  expectedTotal?: string | undefined
  /** What was asked of the service, as far as it is compared; undefined in attempts of older releases. */
  asked?: Readonly<Record<string, unknown>> | undefined
  /** Every booking that it is known to have become, with its last known state. */
  bookings: Readonly<Record<string, string>>
  /** A field that an answer said otherwise: a look-up has to say it rightly. */
  disputed?: string | undefined
  /** The total at which it was first held, such as `240.00 EUR`. */
  heldTotal?: string | undefined
  /** In what the booking was last seen to differ from what was asked. */
  differs?: string | undefined
  /** When a confirmation was last sent, epoch milliseconds. */
  confirmSentAt?: number | undefined
}

/** An attempt before it is sent. */
type NewAttempt = Pick<
  Attempt,
  'channelId' | 'fingerprint' | 'summary' | 'createdAt' | 'propertyId' | 'checkInDate' | 'expectedTotal' | 'asked'
> & { known?: readonly string[] }

type Row = { [Name in Exclude<keyof Attempt, Packed>]-?: Exclude<Attempt[Name], undefined> | null } & Record<
  'known' | 'bookings',
  string
> & { asked: string | null }
type Packed = 'known' | 'bookings' | 'asked'

const toAttempt = ({ known, bookings, asked, ...row }: Row): Attempt => ({
  ...(withoutNulls(row) as Attempt),
  known: JSON.parse(known) as string[],
  bookings: JSON.parse(bookings) as Record<string, string>,
  ...(asked === null ? {} : { asked: JSON.parse(asked) as Record<string, unknown> }),
})

const SELECT =
  'SELECT id, channel_id AS channelId, fingerprint, summary, state, booking_id AS bookingId, created_at AS createdAt, settled_at AS seenAt, holder, known, property AS propertyId, check_in AS checkInDate, expected_total AS expectedTotal, asked, bookings, disputed, held_total AS heldTotal, differs, confirm_sent_at AS confirmSentAt FROM attempt'

/** The bookings that this machine tried to make, with the fate of each. */
export class AttemptRecords {
  constructor(private readonly database: Database) {}

  /**
   * Writes an attempt down before it is sent. With `seen`, the ids of similar attempts that the caller knows of, undefined where another
   * process of this machine has begun the same booking since.
   */
  begin(target: Target, attempt: NewAttempt, seen?: { since: number; ids: readonly number[] }): Attempt | undefined {
    const { channelId, fingerprint, known = [], asked } = attempt
    return this.database.transaction(() => {
      if (
        seen !== undefined &&
        this.similar(target, { channelId, fingerprint, since: seen.since }).some(({ id }) => !seen.ids.includes(id))
      )
        return undefined
      const sql = `INSERT INTO attempt (service, profile, channel_id, fingerprint, summary, state, created_at, holder, known, property, check_in, expected_total, asked) VALUES (?, ?, ?, ?, ?, 'sending', ?, ?, ?, ?, ?, ?, ?)`
      const id = this.database.run(
        sql,
        target.service,
        target.profile,
        channelId,
        fingerprint,
        attempt.summary,
        attempt.createdAt,
        process.pid,
        JSON.stringify(known),
        attempt.propertyId ?? null,
        attempt.checkInDate ?? null,
        attempt.expectedTotal ?? null,
        asked === undefined ? null : JSON.stringify(asked),
      ).lastInsertRowid
      return { ...attempt, id, state: 'sending', holder: process.pid, known: [...known], bookings: {} }
    })
  }

  /** Records what became of it. */
  settle(id: number, state: AttemptState, bookingId: string | undefined, at: number): void {
    this.database.transaction(() => {
      this.database.run(
        'UPDATE attempt SET state = ?, booking_id = coalesce(?, booking_id), settled_at = ? WHERE id = ?',
        keptState(state),
        bookingId ?? null,
        at,
        id,
      )
      if (bookingId !== undefined) this.remember(id, [[bookingId, state]])
    })
  }

  /** Keeps bookings that an attempt became, or that stand under its channel id, with their states; and the field that an answer said otherwise. */
  remember(id: number, bookings: Iterable<readonly [string, string]>, disputed?: string): void {
    this.database.transaction(() => {
      const row = this.database.get<{ bookings: string }>('SELECT bookings FROM attempt WHERE id = ?', id)
      const all = {
        ...(JSON.parse(row?.bookings ?? '{}') as Record<string, string>),
        ...Object.fromEntries([...bookings].map(([booking, state]) => [booking, keptState(state)])),
      }
      this.database.run(
        'UPDATE attempt SET bookings = ?, disputed = coalesce(?, disputed) WHERE id = ?',
        JSON.stringify(all),
        disputed ?? null,
        id,
      )
    })
  }

  /** Keeps the total at which a booking is held, unless an earlier one is kept. */
  heldAt(id: number, total: string | undefined): void {
    if (total !== undefined)
      this.database.run(
        'UPDATE attempt SET held_total = coalesce(held_total, ?) WHERE id = ?',
        withoutSecrets(total),
        id,
      )
  }

  /** Keeps in what a booking differs from what was asked; undefined where in nothing. */
  differ(id: number, words: string | undefined): void {
    const kept = words === undefined ? null : withoutSecrets(words)
    this.database.run('UPDATE attempt SET differs = ? WHERE id = ? AND differs IS NOT ?', kept, id, kept)
  }

  /** Records that a confirmation is about to be sent; undefined where none is open after all. */
  confirming({ service }: Target, bookingId: string, at: number | undefined): void {
    this.database.run(
      'UPDATE attempt SET confirm_sent_at = ? WHERE service = ? AND booking_id = ?',
      at ?? null,
      service,
      bookingId,
    )
  }

  /** Records a state that a look-up or a confirmation showed, for every attempt with this booking id. */
  settleBooking({ service }: Target, bookingId: string, state: AttemptState, at: number): void {
    this.database.transaction(() => {
      const rows = this.database.all<{ id: number }>(
        'SELECT id FROM attempt WHERE service = ? AND EXISTS (SELECT 1 FROM json_each(bookings) WHERE key = ?)',
        service,
        bookingId,
      )
      for (const { id } of rows) this.remember(id, [[bookingId, state]])
      // A refused attempt does not become what another one has booked.
      const others =
        "state <> 'refused' OR NOT EXISTS (SELECT 1 FROM attempt AS other WHERE other.service = ?3 AND other.booking_id = ?4 AND other.state <> 'refused')"
      this.database.run(
        `UPDATE attempt SET state = ?1, settled_at = ?2 WHERE service = ?3 AND booking_id = ?4 AND (${others})`,
        state,
        at,
        service,
        bookingId,
      )
    })
  }

  /** Attempts that may have become the same booking: of this channel id, or of the same content since `since`. */
  similar(
    { service }: Target,
    { channelId, fingerprint, since }: { channelId: string; fingerprint: string; since: number },
  ): Attempt[] {
    const sql = `${SELECT} WHERE service = ? AND lower(state) NOT IN ('absent', 'refused', 'cancelled', 'given-up') AND (channel_id = ? OR (fingerprint = ? AND created_at >= ?)) ORDER BY id DESC`
    return this.database.all<Row>(sql, service, channelId, fingerprint, since).map(toAttempt)
  }

  /** Attempts whose fate is not known, oldest first: no answer came, or it was taken for absent only after `since`. */
  doubtful(
    { service }: Target,
    { since, fingerprint, channelId }: { since: number; fingerprint?: string; channelId?: string },
  ): Attempt[] {
    const sql = `${SELECT} WHERE service = ? AND (state IN ('sending', 'unknown', 'answered') OR (state = 'absent' AND created_at >= ?)) AND (? IS NULL OR fingerprint = ? OR channel_id = ?) ORDER BY id`
    return this.database
      .all<Row>(sql, service, since, fingerprint ?? null, fingerprint ?? null, channelId ?? null)
      .map(toAttempt)
  }

  /** Attempts to look at again, oldest first: holds that were last seen pending, bookings that differ from what was asked, and those of whose stay or channel id several bookings may stand. */
  watched({ service }: Target): Attempt[] {
    const stands = "service = ?1 AND booking_id IS NOT NULL AND lower(state) IN ('pending', 'confirmed', 'modified')"
    const several = (column: string): string =>
      `(${stands} AND ${column} IN (SELECT ${column} FROM attempt WHERE ${stands} GROUP BY ${column} HAVING count(DISTINCT booking_id) > 1))`
    const sql = `${SELECT} WHERE service = ?1 AND state <> 'given-up' AND booking_id IS NOT NULL AND (lower(trim(state)) = 'pending' OR differs IS NOT NULL OR (SELECT count(*) FROM json_each(bookings)) > 1 OR ${several('fingerprint')} OR ${several('channel_id')}) ORDER BY id`
    return this.database.all<Row>(sql, service).map(toAttempt)
  }

  /** Bookings that other attempts with this channel id have become. */
  bookingsOf({ service }: Target, channelId: string, exceptAttempt: number): string[] {
    const sql =
      'SELECT key FROM attempt, json_each(attempt.bookings) WHERE service = ? AND channel_id = ? AND attempt.id <> ?'
    return this.database.all<{ key: string }>(sql, service, channelId, exceptAttempt).map(({ key }) => key)
  }

  /** Whether a booking is that of an attempt under another channel id. */
  isOfOther({ service }: Target, bookingId: string, channelId: string): boolean {
    const sql =
      "SELECT 1 FROM attempt WHERE service = ? AND channel_id <> ? AND state <> 'refused' AND (booking_id = ? OR EXISTS (SELECT 1 FROM json_each(bookings) WHERE key = ?)) LIMIT 1"
    return this.database.get(sql, service, channelId, bookingId, bookingId) !== undefined
  }

  /** Attempts that became a booking: those that were not refused first, newest first. */
  ofBooking({ service }: Target, bookingId: string): Attempt[] {
    return this.database
      .all<Row>(
        `${SELECT} WHERE service = ? AND booking_id = ? ORDER BY state = 'refused', id DESC`,
        service,
        bookingId,
      )
      .map(toAttempt)
  }

  /** Newest first. */
  list({ service }: Target, limit: number): Attempt[] {
    return this.database.all<Row>(`${SELECT} WHERE service = ? ORDER BY id DESC LIMIT ?`, service, limit).map(toAttempt)
  }
}

/** A state is a word of the service's, and kept as one; only what is more than a word may hold a secret. */
const keptState = (state: string): string => (/^[\p{L}_ -]{1,20}$/u.test(state) ? state : withoutSecrets(state))

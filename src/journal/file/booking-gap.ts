import type { Database } from '../../sql/index.js'

/** Bookings made within it may be missing from the journal. */
export interface BookingGap {
  /** The last moment that the journal knows of; absent where it knew of none. */
  since?: number
  /** When it was found that it may be an older copy. */
  until: number
}

/**
 * The time of which a journal that was copied or had lost its mark may lack bookings. A push proves a calendar again, nothing proves that no booking was made:
 * the doubt stands until somebody vouches for the journal.
 */
export class BookingGaps {
  constructor(private readonly database: Database) {}

  /** From now on bookings may be missing that were made since the journal was written to. Call it in a transaction. */
  note(at: number): void {
    const { since } = this.wouldBe(at)
    this.database.run(
      `INSERT INTO booking_gap (id, since, until) VALUES (1, ?, ?)
       ON CONFLICT DO UPDATE SET since = min(since, excluded.since), until = max(until, excluded.until)`,
      since ?? null,
      at,
    )
  }

  /** The gap of a journal that is found to be a copy at this moment. */
  wouldBe(at: number): BookingGap {
    const last = this.database.get<{ last: number | null }>(
      `SELECT max(moment) AS last FROM (
         SELECT max(created_at, coalesce(ended_at, 0), coalesce(resumed_at, 0)) AS moment FROM run
         UNION ALL SELECT max(created_at, coalesce(settled_at, 0), coalesce(confirm_sent_at, 0)) FROM attempt
         UNION ALL SELECT created_at FROM pruned)`,
    )?.last
    return { ...(last == null ? {} : { since: last }), until: at }
  }

  /** Takes the bookings in the journal for all that were made, for which somebody vouches. */
  believe(): void {
    if (this.find() !== undefined) this.database.run('DELETE FROM booking_gap')
  }

  find(): BookingGap | undefined {
    const row = this.database.get<{ since: number | null; until: number }>('SELECT since, until FROM booking_gap')
    return row === undefined ? undefined : { ...(row.since === null ? {} : { since: row.since }), until: row.until }
  }
}

import type { Database } from '../../../sql/index.js'

/**
 * `failed` is a dead letter: nobody sends it again unless a person asks for it. `unknown`: the PMS received it, or may have, and has not said whether it took it.
 * `partial`: the PMS took it, and said that it left something undone; like a dead letter, nobody sends it again unless asked to.
 * `superseded`: a message that was not delivered, or not known to be, whose booking a later one has brought to the PMS or cancelled there, or one of a booking that was cancelled before the PMS had it.
 */
export type OutboxState = 'waiting' | 'delivered' | 'partial' | 'unknown' | 'failed' | 'superseded'

/** One attempt to deliver a message. Times are epoch milliseconds. */
export interface OutboxAttempt {
  /** Of the message, from 1. */
  attempt: number
  at: number
  /** Null while it is under way, and for good where its process ended before the answer. */
  endedAt: number | null
  /** ResStatus of the request; null where none was made. */
  resStatus: string | null
  httpStatus: number | null
  /** State of the message after it. */
  state: OutboxState | null
  answer: string | null
  /** When the next one was to follow; null where none was. */
  nextAt: number | null
  /** What was asked before in the same attempt. */
  earlier?: EarlierRequest | undefined
}

/** The request of an attempt before the one that it ended with: a modification may go out as a Commit first. */
export interface EarlierRequest {
  endedAt: number
  resStatus: string | null
  httpStatus: number | null
  answer: string
}

/** What a later answer, or none, does not undo: a sentence. */
export const IN_PART = 'An earlier attempt was taken in part.'

/** Of one message, the newest. A receiver that is down for a day on a short schedule makes more. */
const KEPT_MAX = 500

/** What was tried, in the ledger of each message. */
export class OutboxAttempts {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Notes that an attempt begins. Inside the transaction that claims its message. */
  begin(messageId: number, { attempt, holder, at }: { attempt: number; holder: string; at: number }): void {
    this.#db.run(
      'INSERT INTO outbox_attempts (message_id, attempt, holder, at) VALUES (?, ?, ?, ?)',
      messageId,
      attempt,
      holder,
      at,
    )
    this.#db.run('DELETE FROM outbox_attempts WHERE message_id = ? AND attempt <= ?', messageId, attempt - KEPT_MAX)
  }

  end(
    messageId: number,
    holder: string | null,
    outcome: Pick<OutboxAttempt, 'resStatus' | 'httpStatus' | 'state' | 'answer' | 'nextAt' | 'earlier'> & {
      at: number
      /** What its answer proves. */
      proves: OutboxState
    },
  ): void {
    const { at, resStatus, httpStatus, state, answer, nextAt, earlier, proves } = outcome
    this.#db.run(
      'UPDATE outbox_attempts SET ended_at = ?, res_status = ?, http_status = ?, state = ?, answer = ?, next_at = ?, earlier = ?, proves = ? WHERE message_id = ? AND holder = ?',
      at,
      resStatus,
      httpStatus,
      state,
      answer,
      nextAt,
      earlier === undefined ? null : JSON.stringify(earlier),
      proves,
      messageId,
      holder,
    )
  }

  /** Whether an attempt before this one sent the message with this ResStatus, or may have. */
  wasSentAs({ id, attempts }: { id: number; attempts: number }, resStatus: string): boolean {
    const before = this.of(id).filter(({ attempt }) => attempt < attempts)
    return (
      before.length < attempts - 1 ||
      before.some((one) => one.endedAt === null || one.resStatus === resStatus || one.earlier?.resStatus === resStatus)
    )
  }

  /** Whether, of the attempts before this one, the last that the PMS took was taken in part. */
  wasInPart({ id, attempts }: { id: number; attempts: number }): boolean {
    const taken = this.#db.get<{ proves: OutboxState }>(
      `SELECT coalesce(proves, state) AS proves FROM outbox_attempts WHERE message_id = ? AND attempt < ? AND coalesce(proves, state) IN ('partial', 'delivered') ORDER BY attempt DESC LIMIT 1`,
      id,
      attempts,
    )
    return taken?.proves === 'partial'
  }

  /** What the last answer proves; undefined where none came. */
  lastProves(id: number): OutboxState | undefined {
    return this.#db.get<{ proves: OutboxState }>(
      'SELECT coalesce(proves, state) AS proves FROM outbox_attempts WHERE message_id = ? AND ended_at IS NOT NULL ORDER BY attempt DESC LIMIT 1',
      id,
    )?.proves
  }

  /** Oldest first. */
  of(messageId: number): OutboxAttempt[] {
    return this.#db
      .all<Omit<OutboxAttempt, 'earlier'> & { earlier: string | null }>(
        `SELECT attempt, at, ended_at AS endedAt, res_status AS resStatus, http_status AS httpStatus, state, answer, next_at AS nextAt, earlier
         FROM outbox_attempts WHERE message_id = ? ORDER BY attempt`,
        messageId,
      )
      .map(({ earlier, ...attempt }) =>
        earlier === null ? attempt : { ...attempt, earlier: JSON.parse(earlier) as EarlierRequest },
      )
  }
}

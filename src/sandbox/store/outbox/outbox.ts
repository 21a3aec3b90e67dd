import type { Database } from '../../../sql/index.js'
import { endDeadClaims, newHolder } from './claims.js'
import { type EarlierRequest, IN_PART, type OutboxAttempt, OutboxAttempts, type OutboxState } from './attempts.js'
import {
  IS_NEXT,
  IS_OPEN,
  type NotificationKind,
  type OutboxEnd,
  type OutboxMessage,
  type Reach,
  SELECT,
  SELECT_TAKEN,
  undecidedOf,
} from './message.js'

/**
 * Begins a new series of attempts. One that is under way, or whose process died, is the first of it: it may end only now, and what it leaves behind is decided by the new
 * series. Its window begins when that attempt is over: when it ends, or when its lease does. The time stands for both `?`.
 */
const NEW_SERIES = `series_start = attempts - (${IS_OPEN}), series_at = iif(${IS_OPEN}, max(?, lease_until), NULL), series_arrived = 0, next_at = ?, ended = NULL`

/** What was said of a message when it became needless is no longer true once it is sent again: what its last attempt ended with stays. */
const ANSWER_OF_PMS = `iif(state = 'superseded', (SELECT t.answer FROM outbox_attempts AS t WHERE t.message_id = outbox.id AND t.ended_at IS NOT NULL ORDER BY t.attempt DESC LIMIT 1), answer)`

/** Why a message ends that is needless: takes the time, the message that made it so, and the retry window where it may have begun. */
const endInSql = (why: 'superseded' | 'untold'): string =>
  `json_object('at', ?, 'why', '${why}', 'by', nullif(?, id), 'before', state, 'deadline', coalesce(json_extract(ended, '$.deadline'), series_at + ?))`

/** Notifications on their way to the PMS. Several processes may work on one outbox. */
export class OutboxStore {
  readonly #db: Database
  readonly #attempts: OutboxAttempts

  constructor(db: Database) {
    this.#db = db
    this.#attempts = new OutboxAttempts(db)
  }

  /** What was tried with a message, oldest first. */
  attemptsOf(id: number): OutboxAttempt[] {
    return this.#attempts.of(id)
  }

  /** Whether an attempt before the present one sent the message with this ResStatus, or may have. */
  wasSentAs(message: Pick<OutboxMessage, 'id' | 'attempts'>, resStatus: string): boolean {
    return this.#attempts.wasSentAs(message, resStatus)
  }

  /** Whether, of the attempts before this one, the last that the PMS took was taken in part. */
  wasInPart(message: Pick<OutboxMessage, 'id' | 'attempts'>): boolean {
    return this.#attempts.wasInPart(message)
  }

  /** The earlier message of its reservation that a waiting one waits for; undefined where it waits for none. */
  heldBackBy({
    id,
    reservationId,
    kind,
    state,
    undecided,
  }: Pick<OutboxMessage, 'id' | 'reservationId' | 'kind' | 'state' | 'undecided'>): number | undefined {
    if (state !== 'waiting') return undefined
    if (undecided !== null) return undecided
    return (
      this.#db.get<{ id: number | null }>(
        `SELECT min(id) AS id FROM outbox AS e WHERE reservation_id = ? AND id < ? AND state = 'waiting' AND (? <> 'cancel' OR (${undecidedOf('e')}) IS NULL)`,
        reservationId,
        id,
        kind,
      )?.id ?? undefined
    )
  }

  /** Puts a message in. Inside the transaction of what it tells. */
  add({
    reservationId,
    kind,
    message,
    source,
    failure,
    at,
  }: {
    reservationId: number
    kind: NotificationKind
    message: string
    source: string
    failure?: string | undefined
    at: number
  }): number {
    return this.#db.run(
      'INSERT INTO outbox (reservation_id, kind, message, source, state, next_at, answer, created_at, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      reservationId,
      kind,
      message,
      source,
      failure === undefined ? 'waiting' : 'failed',
      at,
      failure ?? null,
      at,
      failure === undefined ? null : JSON.stringify({ at, why: 'unmade', deadline: null } satisfies OutboxEnd),
    ).lastInsertRowid
  }

  byId(id: number): OutboxMessage | undefined {
    return this.#db.get<OutboxMessage>(`${SELECT} WHERE id = ?`, id)
  }

  newestOf(reservationId: number): OutboxMessage | undefined {
    return this.#db.get<OutboxMessage>(`${SELECT} WHERE reservation_id = ? ORDER BY id DESC LIMIT 1`, reservationId)
  }

  /** Oldest first. */
  list(state?: OutboxState): OutboxMessage[] {
    return state === undefined
      ? this.#db.all<OutboxMessage>(`${SELECT} ORDER BY id`)
      : this.#db.all<OutboxMessage>(`${SELECT} WHERE state = ? ORDER BY id`, state)
  }

  /**
   * Takes the message that has been due longest, for `leaseMs`; nobody else takes it in that time. Its attempt counts from now on, so that
   * one that is cut off by the end of the process is counted as well.
   * @param isFirstOnly only messages that were never tried
   */
  claim({
    now,
    leaseMs,
    isFirstOnly = false,
  }: {
    now: number
    leaseMs: number
    isFirstOnly?: boolean
  }): OutboxMessage | undefined {
    const where = `${IS_NEXT} AND next_at <= ? AND lease_until <= ?${isFirstOnly ? ' AND attempts = series_start' : ''}`
    // A look without a lock first: most of the time there is nothing to take.
    if (this.#db.get(`SELECT 1 FROM outbox AS o WHERE ${where} LIMIT 1`, now, now) === undefined) return undefined
    return this.#db.transaction(() => {
      const found = this.#db.get<{ id: number }>(
        `SELECT id FROM outbox AS o WHERE ${where} ORDER BY next_at, id LIMIT 1`,
        now,
        now,
      )
      if (found === undefined) return undefined
      // A lease that nobody gave back: its attempt may have reached the PMS before the process died.
      const holder = newHolder()
      this.#db.run(
        `UPDATE outbox SET attempts = attempts + 1, series_at = coalesce(series_at, ?), arrived = CASE WHEN lease_holder IS NULL THEN arrived ELSE 1 END,
         series_arrived = CASE WHEN lease_holder IS NULL THEN series_arrived ELSE 1 END, lease_until = ?, lease_holder = ? WHERE id = ?`,
        now,
        now + leaseMs,
        holder,
        found.id,
      )
      const claimed = this.#db.get<OutboxMessage>(`${SELECT_TAKEN} WHERE id = ?`, found.id)
      if (claimed !== undefined) this.#attempts.begin(claimed.id, { attempt: claimed.attempts, holder, at: now })
      return claimed
    })
  }

  /**
   * Ends messages whose time to be tried is over, `retryForMs` from their first attempt: nothing is sent after it. What may have arrived is unknown, the rest dead letters.
   * @param graceMs for who had the last attempt planned, and is a little late
   * @returns what was ended
   */
  giveUp({ now, retryForMs, graceMs }: { now: number; retryForMs: number; graceMs: number }): OutboxMessage[] {
    const late = `state = 'waiting' AND series_at + ? < ? AND lease_until <= ?`
    const times = [retryForMs + graceMs, now, now]
    if (this.#db.get(`SELECT 1 FROM outbox WHERE ${late} LIMIT 1`, ...times) === undefined) return []
    return this.#db.transaction(() =>
      this.#db.all<OutboxMessage>(`${SELECT} WHERE ${late} ORDER BY id`, ...times).flatMap((message) => {
        const { id, arrived, leaseHolder, answer, seriesAt, undecided, attempts } = message
        if (undecided !== null) return []
        const deadline = (seriesAt ?? 0) + retryForMs
        const until = new Date(deadline).toISOString()
        // Whether nothing ran then, or what ran had others to send, is not known.
        const [over, last] =
          leaseHolder === null
            ? ['and no further attempt was made by then', `The last answer: ${answer ?? 'none'}`]
            : ['which is over', 'No answer to its last attempt was noted, so it may have arrived.']
        const inPart = this.#attempts.wasInPart({ id, attempts: attempts + 1 })
        const isOpen = leaseHolder !== null || this.#attempts.lastProves(id) === 'unknown'
        this.#db.run(
          `UPDATE outbox SET state = ?, answer = ?, arrived = ?, series_arrived = max(series_arrived, ${IS_OPEN}), lease_until = 0, lease_holder = NULL, ended = ? WHERE id = ?`,
          inPart && !isOpen ? 'partial' : arrived === 1 ? 'unknown' : 'failed',
          `Given up: it was to be tried until ${until}, ${over}. ${inPart ? `${IN_PART} ` : ''}${last}`,
          arrived,
          JSON.stringify({ at: now, why: 'window', deadline } satisfies OutboxEnd),
          id,
        )
        return this.byId(id) ?? []
      }),
    )
  }

  /** Notes how an attempt ended and gives the lease back. Says false where the lease has passed to someone else: then theirs counts. */
  settle(
    { id, leaseHolder }: OutboxMessage,
    outcome: {
      state: OutboxState
      answer: string
      /** What its answer proves. */
      proves: OutboxState
      mayHaveArrived: boolean
      isTaken: boolean
      earlier?: EarlierRequest | undefined
      saysExists?: boolean | undefined
      resStatus?: string | undefined
      httpStatus?: number | undefined
      nextAt?: number
      /** Where it is tried no more. */
      end?: Omit<OutboxEnd, 'at'> | undefined
      at: number
    },
  ): boolean {
    const {
      state,
      answer,
      proves,
      mayHaveArrived,
      isTaken,
      earlier,
      saysExists = false,
      resStatus,
      httpStatus,
      nextAt,
      end,
      at,
    } = outcome
    return this.#db.transaction(() => {
      const { changes } = this.#db.run(
        `UPDATE outbox SET series_at = min(series_at, ?), state = ?, answer = ?, http_status = ?, next_at = coalesce(?, next_at), delivered_at = coalesce(?, delivered_at), arrived = max(arrived, ?), series_arrived = max(series_arrived, ?), taken = max(taken, ?), known = iif(arrived = 1, known, max(known, ?)), res_status = coalesce(?, res_status), ended = ?, lease_until = 0, lease_holder = NULL
       WHERE id = ? AND lease_holder = ?`,
        at,
        state,
        answer,
        httpStatus ?? null,
        nextAt ?? null,
        state === 'delivered' ? at : null,
        mayHaveArrived ? 1 : 0,
        mayHaveArrived ? 1 : 0,
        isTaken ? 1 : 0,
        saysExists ? 1 : 0,
        resStatus ?? null,
        end === undefined ? null : JSON.stringify({ at, ...end } satisfies OutboxEnd),
        id,
        leaseHolder,
      )
      if (changes > 0)
        this.#attempts.end(id, leaseHolder, {
          at,
          resStatus: resStatus ?? null,
          httpStatus: httpStatus ?? null,
          state,
          answer,
          nextAt: nextAt ?? null,
          earlier,
          proves,
        })
      return changes > 0
    })
  }

  /** What the PMS has of a booking from this message and earlier ones. One that it took in part it has. */
  reachOf({ id, reservationId }: Pick<OutboxMessage, 'id' | 'reservationId'>): Reach {
    const found = this.#db.get<{ taken: number | null; arrived: number | null }>(
      `SELECT max(taken) AS taken, max(max(arrived, known, ${IS_OPEN})) AS arrived FROM outbox WHERE reservation_id = ? AND id <= ? AND kind <> 'cancel'`,
      reservationId,
      id,
    )
    if (found?.taken === 1) return 'had'
    return found?.arrived === 1 ? 'unknown' : 'never'
  }

  /** The PMS has the booking from an earlier message that may have arrived; one that surely did not is none of ours. */
  noteKnown({ id, reservationId }: Pick<OutboxMessage, 'id' | 'reservationId'>): void {
    this.#db.run(
      `UPDATE outbox SET taken = 1 WHERE reservation_id = ? AND id < ? AND kind <> 'cancel' AND arrived = 1`,
      reservationId,
      id,
    )
  }

  /** What was refused, taken in part or left unknown before a message that brought the PMS the booking is no longer needed, nor is a change of what is cancelled. What the PMS said of it stays. */
  supersedeBefore(
    { id, reservationId, kind }: Pick<OutboxMessage, 'id' | 'reservationId' | 'kind'>,
    { at, retryForMs }: { at: number; retryForMs: number },
  ): void {
    this.#db.run(
      `UPDATE outbox SET state = 'superseded', ended = ${endInSql('superseded')}, answer = iif(answer IS NULL, '', answer || ' ') || ? WHERE reservation_id = ? AND id < ? AND state IN ('failed', 'partial', 'unknown', iif(? = 'cancel', 'waiting', 'failed'))`,
      at,
      id,
      retryForMs,
      kind === 'cancel'
        ? `Message ${id} cancelled the booking at the PMS, whatever became of this one.`
        : `Message ${id} brought the PMS this booking, as it stood later.`,
      reservationId,
      id,
      kind,
    )
  }

  /**
   * Ends what is left to say of a reservation that was cancelled before the PMS had its booking: there is nothing to cancel, and a booking that is sent now would be one of nobody.
   * Nothing is ended while a message may still bring the booking, or may have.
   */
  endUntold(reservationId: number, at: number): void {
    const newest = this.newestOf(reservationId)
    if (
      newest?.kind !== 'cancel' ||
      newest.state !== 'waiting' ||
      newest.arrived === 1 ||
      this.reachOf(newest) !== 'never'
    )
      return
    if (
      this.#db.get(
        `SELECT 1 FROM outbox WHERE reservation_id = ? AND id < ? AND state = 'waiting'`,
        reservationId,
        newest.id,
      ) !== undefined
    )
      return
    this.#db.run(
      `UPDATE outbox SET state = 'superseded', ended = ${endInSql('untold')}, answer = iif(answer IS NULL, '', answer || ' ') || ? WHERE reservation_id = ? AND state IN ('failed', 'waiting')`,
      at,
      newest.id,
      null,
      'The reservation was cancelled before the PMS had its booking, so nothing is left to tell.',
      reservationId,
    )
  }

  /**
   * Begins a new series of attempts with these messages, and with all later ones of their reservations, so that the PMS ends up with what holds now.
   * @param isVouched a person named these, so a change sent without the booking before it says that the PMS has that booking
   * @returns ids of what is sent again, oldest first
   */
  resend(ids: readonly number[], at: number, isVouched = false): number[] {
    return this.#db.transaction(() => {
      endDeadClaims(this.#db, at)
      const rows = this.#db.all<{ id: number }>(
        `SELECT id FROM outbox AS o WHERE EXISTS (SELECT 1 FROM outbox AS n, json_each(?) AS named WHERE n.id = named.value AND n.reservation_id = o.reservation_id AND n.id <= o.id) ORDER BY id`,
        JSON.stringify(ids),
      )
      for (const { id } of rows)
        this.#db.run(
          `UPDATE outbox SET answer = ${ANSWER_OF_PMS}, state = 'waiting', ${NEW_SERIES} WHERE id = ?`,
          at,
          at,
          id,
        )
      for (const { id } of isVouched ? rows : []) {
        const change = this.byId(id)
        if (change?.undecided == null) continue
        this.#db.run(
          `UPDATE outbox SET taken = 1 WHERE reservation_id = ? AND id < ? AND kind <> 'cancel' AND state = 'unknown'`,
          change.reservationId,
          id,
        )
      }
      // A cancellation alone has nothing to cancel still.
      for (const id of rows.map((row) => this.byId(row.id)?.reservationId)) if (id !== undefined) this.endUntold(id, at)
      return rows.map(({ id }) => id)
    })
  }

  /** Begins a new series of attempts with all that waits, at once: what kept it waiting was another address. */
  restartWaiting(at: number): void {
    endDeadClaims(this.#db, at)
    this.#db.run(`UPDATE outbox SET ${NEW_SERIES} WHERE state = 'waiting'`, at, at)
  }

  /** What processes that have ended had taken can be taken again. */
  endDeadClaims(now: number): void {
    endDeadClaims(this.#db, now)
  }

  /** When the next message can be taken; undefined where none waits. */
  nextDue(): number | undefined {
    return (
      this.#db.get<{ due: number | null }>(
        `SELECT min(max(next_at, lease_until)) AS due FROM outbox AS o WHERE ${IS_NEXT}`,
      )?.due ?? undefined
    )
  }
}

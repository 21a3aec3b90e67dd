import type { OutboxState } from './attempts.js'

/** What a notification tells the PMS. */
export type NotificationKind = 'commit' | 'modify' | 'cancel'

/** Whether the PMS has a booking from earlier messages: surely, perhaps, or surely not. */
export type Reach = 'had' | 'unknown' | 'never'

/** A notification as the outbox keeps it. Times are epoch milliseconds. */
export interface OutboxMessage {
  id: number
  reservationId: number
  kind: NotificationKind
  /** The bare message; empty where none could be made. */
  message: string
  /** JSON: what the message was made of. */
  source: string
  state: OutboxState
  /** Attempts so far, one that is under way included. */
  attempts: number
  /** The same, of the present series. */
  seriesAttempts: number
  /** When the present series had its first attempt; null before it. */
  seriesAt: number | null
  /** 1 where an attempt may have reached the PMS: one that is under way, or was cut off, as well. */
  arrived: 0 | 1
  /** The same, of the present series. */
  seriesArrived: 0 | 1
  /** 1 where the PMS said that it took the message, if only in part, or a person says so who sends a later change alone. */
  taken: 0 | 1
  /** 1 where the PMS said that the booking exists already, although no attempt was known to have reached it: it may have it. */
  known: 0 | 1
  nextAt: number
  leaseUntil: number
  leaseHolder: string | null
  /** What the last attempt ended with, in words. */
  answer: string | null
  httpStatus: number | null
  createdAt: number
  deliveredAt: number | null
  /** ResStatus of the last request; null where nothing went out. */
  resStatus: string | null
  /** Of a change that waits: the earlier message with the booking of which it is not known whether the PMS took it. Null for none. */
  undecided: number | null
  /** JSON: why it is tried no more; null while it waits. */
  ended: string | null
}

/**
 * Why a message is tried no more. `answer`: the PMS said so; `fault`: the attempt failed in a way that a repetition does not mend; `window`: its retry window was over;
 * `retry-after`: the PMS asked for a wait that goes past its deadline; `superseded`: a later message made it needless; `untold`: the booking was cancelled before the PMS
 * had it; `unmade`: no message could be made.
 */
export interface OutboxEnd {
  /** Epoch milliseconds. */
  at: number
  why: 'answer' | 'fault' | 'window' | 'retry-after' | 'superseded' | 'untold' | 'unmade'
  /** Until when it was to be tried, epoch milliseconds; null where it was never tried. */
  deadline: number | null
  /** The wait that the PMS asked for. */
  retryAfterMs?: number
  /** The message that made this one needless. */
  by?: number | null
  /** State before it was superseded. */
  before?: OutboxState
}

/** Why a message is tried no more; undefined while it waits, and of one that ended before this was kept. */
export const endOf = ({ ended, state }: Pick<OutboxMessage, 'ended' | 'state'>): OutboxEnd | undefined =>
  state === 'waiting' || ended === null ? undefined : (JSON.parse(ended) as OutboxEnd)

/** Whether an attempt has begun whose end is not noted: it is under way, or its process ended before the answer. */
export const IS_OPEN = 'lease_holder IS NOT NULL'

/**
 * What a change waits for without end: a booking that the PMS may have or not. Sent as a Commit it could be a second booking, sent as a Modify it could be lost.
 */
export const undecidedOf = (own: string): string =>
  `CASE WHEN ${own}.state = 'waiting' AND ${own}.kind = 'modify' AND NOT EXISTS (SELECT 1 FROM outbox AS u WHERE u.reservation_id = ${own}.reservation_id AND u.id <= ${own}.id AND u.kind <> 'cancel' AND u.taken = 1)
  THEN (SELECT min(u.id) FROM outbox AS u WHERE u.reservation_id = ${own}.reservation_id AND u.id < ${own}.id AND u.kind <> 'cancel' AND u.state = 'unknown') END`

/** Said in place of an answer. */
const UNDECIDED_WORDS = `'Not sent: it is not known whether the PMS took message ' || undecided || ', and the booking must not be made twice. Check at the PMS. If it has the booking, "hubswitch sandbox outbox resend ' || id || '" sends this change alone; if not, "hubswitch sandbox outbox resend ' || undecided || '" sends the booking again, marked as a repetition, and then this change.'`

const select = (arrived: string, seriesArrived: string): string =>
  `SELECT id, reservation_id AS reservationId, kind, message, source, state, attempts, attempts - series_start AS seriesAttempts, series_at AS seriesAt, ${arrived} AS arrived, ${seriesArrived} AS seriesArrived, taken, known, next_at AS nextAt,
  lease_until AS leaseUntil, lease_holder AS leaseHolder, iif(undecided IS NULL, answer, ${UNDECIDED_WORDS}) AS answer, http_status AS httpStatus, created_at AS createdAt, delivered_at AS deliveredAt, res_status AS resStatus, undecided, ended FROM (SELECT *, ${undecidedOf('o')} AS undecided FROM outbox AS o) AS o`

export const SELECT = select(`max(arrived, ${IS_OPEN})`, `max(series_arrived, ${IS_OPEN})`)
/** To whoever has just taken a message, its own attempt is none that may have arrived. */
export const SELECT_TAKEN = select('arrived', 'series_arrived')

/**
 * A later message of a reservation waits until the earlier ones are through: a cancellation never overtakes its booking, only a change that waits until it is known whether the PMS has the
 * booking. And it waits where the PMS cannot have the booking: there is nothing to cancel.
 */
export const IS_NEXT = `o.state = 'waiting' AND NOT EXISTS (SELECT 1 FROM outbox AS e WHERE e.reservation_id = o.reservation_id AND e.id < o.id AND e.state = 'waiting' AND (o.kind <> 'cancel' OR (${undecidedOf('e')}) IS NULL))
  AND (${undecidedOf('o')}) IS NULL
  AND (o.kind <> 'cancel' OR EXISTS (SELECT 1 FROM outbox AS e WHERE e.reservation_id = o.reservation_id AND e.id <= o.id AND (e.arrived = 1 OR e.known = 1)))`

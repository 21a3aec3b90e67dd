import { setTimeout as sleep } from 'node:timers/promises'
import type { PostMessage } from '../../resnotif/index.js'
import type { NotificationKind, OutboxEnd, OutboxMessage, OutboxState, Store } from '../store/index.js'
import { IN_PART } from '../store/index.js'
import { steadyMs } from '../../clock.js'
import { attemptDelivery, type AttemptOutcome, type PmsCredentials } from './attempt.js'
import { type PmsAddress, readPmsAddress } from './pms-address.js'

/** Milliseconds and counts of sending; each has a default. */
export interface DeliveryTimes {
  /** Wait after the first attempt that failed; doubled after each further one. 1000. */
  baseMs: number
  /** Longest of these waits, unless the PMS asks for a longer one. 600,000. */
  capMs: number
  /** How long a message is tried again, from its first attempt. 24 hours; the address may say otherwise. */
  retryForMs: number
  /** Wait after each attempt that failed, instead of growing ones; the last one from then on. None; the address may say otherwise. */
  waitsMs: readonly number[]
  /** Longest wait for an answer. 10,000. */
  timeoutMs: number
  /** How often it looks for what other processes have put in. 1000. */
  pollMs: number
  /** How long closing waits for what is under way. 5000. */
  closeMs: number
}

/** How a message is tried again. */
export interface RetrySchedule {
  retryForMs: number
  /** Empty: growing waits. */
  waitsMs: readonly number[]
}

/** One attempt as the log sees it: nothing of the message, no secret. */
export interface DeliveryLogEntry {
  /** ISO time at which it ended. */
  time: string
  id: number
  bookingId: string
  kind: NotificationKind
  attempt: number
  state: OutboxState
  answer: string
  /** Whole milliseconds. */
  ms: number
}

/** How a sandbox reaches the PMS. Where notifications go is kept in its store. */
export interface PmsOptions {
  post: PostMessage
  /** Asked before each attempt where the PMS wants a user and password. */
  credentials?: () => Promise<PmsCredentials | undefined>
  times?: Partial<DeliveryTimes>
  log?: (entry: DeliveryLogEntry) => void
}

const TIMES: DeliveryTimes = {
  baseMs: 1000,
  capMs: 600_000,
  retryForMs: 24 * 3_600_000,
  waitsMs: [],
  timeoutMs: 10_000,
  pollMs: 1000,
  closeMs: 5000,
}
const SIDE_BY_SIDE = 4
/** A lease outlives the longest attempt by this, so that it is never taken over while the attempt runs. */
const LEASE_MARGIN_MS = 2000
/** Requests of one attempt: a modification may go out as a Commit first. */
const POSTS_MAX = 2
const LOOK_MS = 20
/** Looks by which the last attempt of a message may be late. */
const LATE_POLLS = 2

/**
 * Delivers what is in the outbox: one message of a reservation at a time and in order, several reservations side by side. Its times are real
 * time, whatever the sandbox's clock says.
 */
/** What becomes of a message behind an attempt. */
interface Settled {
  state: OutboxState
  nextAt?: number
  end?: Omit<OutboxEnd, 'at'>
  /** More to the answer, a sentence. */
  tail?: string
}

/** Of a message that the PMS has taken in part before, a refusal undoes nothing, and silence leaves only the rest open. */
function behindPart({ state, tail, ...settled }: Settled): Settled {
  if (state !== 'failed' && state !== 'unknown') return { state, ...settled, ...(tail === undefined ? {} : { tail }) }
  return {
    ...settled,
    state: state === 'failed' ? 'partial' : state,
    tail: tail === undefined ? IN_PART : `${IN_PART} ${tail}`,
  }
}

export class OutboxSender {
  readonly #store: Store
  readonly #pms: PmsOptions
  readonly #times: DeliveryTimes
  readonly #running = new Map<number, Promise<void>>()
  #timer: NodeJS.Timeout | undefined
  #pumping: Promise<void> | undefined
  #isWokenAgain = false
  #isClosing = false
  #isClosed = false
  /** Epoch milliseconds. */
  #claimsLookedAt = 0
  /** Epoch milliseconds from when on it has looked for what is due. */
  readonly #since = Date.now()

  constructor(store: Store, pms: PmsOptions) {
    this.#store = store
    this.#pms = pms
    this.#times = { ...TIMES, ...pms.times }
  }

  /** How long an attempt may take, and claims its message. */
  get attemptMsMax(): number {
    return POSTS_MAX * this.#times.timeoutMs + LEASE_MARGIN_MS
  }

  /** Looks for messages that are due, now and from now on. */
  wake(): void {
    if (this.#isClosing) return
    this.#isWokenAgain = true
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = undefined
      if (this.#isWokenAgain) this.wake()
    })
  }

  /** Resolves when the message has had an attempt since `attempts`, or after `waitMs`. Does not wait where nothing can be sent. */
  async settled(id: number, attempts: number, waitMs: number): Promise<void> {
    const deadline = Date.now() + waitMs
    for (;;) {
      const message = this.#isClosed ? undefined : this.#store.outbox.byId(id)
      if (
        message === undefined ||
        message.state !== 'waiting' ||
        message.undecided !== null ||
        (message.attempts > attempts && message.leaseUntil === 0)
      )
        return
      const left = deadline - Date.now()
      if (left <= 0 || (await this.target()) === undefined) return
      const running = this.#running.get(id)
      await Promise.race([
        sleep(running === undefined ? Math.min(LOOK_MS, left) : left),
        ...(running === undefined ? [] : [running]),
      ])
    }
  }

  /** Resolves when what is due has had its attempt, or after the time that closing waits at most. */
  async caughtUp(): Promise<void> {
    const deadline = Date.now() + this.#times.closeMs
    while (!this.#isClosed) {
      await this.#pumping
      const left = deadline - Date.now()
      if (this.#running.size === 0 || left <= 0) return
      const end = new AbortController()
      const late = sleep(left, undefined, { signal: end.signal }).catch(() => undefined)
      await Promise.race([...this.#running.values(), late])
      end.abort()
    }
  }

  /** Gives what is due its first attempt, waits for what is under way (both within `closeMs`), and ends. */
  async close(): Promise<void> {
    this.#isClosing = true
    clearTimeout(this.#timer)
    const end = new AbortController()
    const last = this.#finish().catch(() => undefined)
    await Promise.race([last, sleep(this.#times.closeMs, undefined, { signal: end.signal }).catch(() => undefined)])
    end.abort()
    this.#isClosed = true
  }

  async #finish(): Promise<void> {
    await this.#pumping
    const target = await this.target()
    while (!this.#isClosed) {
      if (target !== undefined) this.#fill(target, true)
      if (this.#running.size === 0) return
      await Promise.race(this.#running.values())
    }
  }

  async #pump(): Promise<void> {
    try {
      while (this.#isWokenAgain) {
        this.#isWokenAgain = false
        this.#endDeadClaims()
        this.#giveUp()
        const target = await this.target()
        if (target !== undefined && !this.#isClosing) this.#fill(target, false)
      }
      this.#plan(this.#running.size >= SIDE_BY_SIDE ? undefined : this.#store.outbox.nextDue())
    } catch (error) {
      this.#complain(error)
      this.#plan(undefined)
    }
  }

  /** The PMS, where an address is known and the credentials that it wants as well. */
  async target(): Promise<{ address: PmsAddress; credentials: PmsCredentials | undefined } | undefined> {
    const address = readPmsAddress(this.#store)
    if (address === undefined) return undefined
    const credentials = address.auth === 'none' ? undefined : await this.#pms.credentials?.().catch(() => undefined)
    return address.auth !== 'none' && credentials === undefined ? undefined : { address, credentials }
  }

  #fill(target: { address: PmsAddress; credentials: PmsCredentials | undefined }, isFirstOnly: boolean): void {
    while (this.#running.size < SIDE_BY_SIDE) {
      const message = this.#store.outbox.claim({
        now: Date.now(),
        leaseMs: this.attemptMsMax,
        isFirstOnly,
      })
      if (message === undefined) return
      const running = this.#deliver(message, target).catch((error: unknown) => this.#complain(error))
      this.#running.set(
        message.id,
        running.finally(() => {
          this.#running.delete(message.id)
          this.wake()
        }),
      )
    }
  }

  #endDeadClaims(): void {
    const now = Date.now()
    if (now - this.#claimsLookedAt < this.#times.pollMs && now >= this.#claimsLookedAt) return
    this.#claimsLookedAt = now
    this.#store.outbox.endDeadClaims(now)
  }

  /** Nothing is sent once its time is over. Who had planned the last attempt may be a little late for it. */
  #giveUp(): void {
    const { outbox } = this.#store
    const address = readPmsAddress(this.#store)
    if (address === undefined || this.#isClosed) return
    const now = Date.now()
    const { retryForMs } = this.scheduleOf(address)
    const graceMs = Math.min(LATE_POLLS * this.#times.pollMs, now - this.#since)
    for (const message of outbox.giveUp({ now, retryForMs, graceMs })) {
      if (message.state === 'failed') outbox.endUntold(message.reservationId, now)
      this.#pms.log?.({
        time: new Date(now).toISOString(),
        id: message.id,
        bookingId: String(message.reservationId),
        kind: message.kind,
        attempt: message.seriesAttempts,
        state: message.state,
        answer: message.answer ?? '',
        ms: 0,
      })
    }
  }

  async #deliver(
    message: OutboxMessage,
    target: { address: PmsAddress; credentials: PmsCredentials | undefined },
  ): Promise<void> {
    const started = steadyMs()
    const { outbox } = this.#store
    const wasInPart = outbox.wasInPart(message)
    const outcome = await attemptDelivery(message, {
      ...target,
      post: this.#pms.post,
      timeoutMs: this.#times.timeoutMs,
      reach: outbox.reachOf(message),
      wasSentAs: (resStatus) => outbox.wasSentAs(message, resStatus),
      wasInPart,
    })
    if (this.#isClosed) return
    const at = Date.now()
    // The series may have begun anew in the meantime, and the address may have another schedule.
    const schedule = this.scheduleOf(readPmsAddress(this.#store) ?? target.address)
    const { seriesAt, seriesAttempts } = outbox.byId(message.id) ?? message
    const series = { seriesAt: Math.min(seriesAt ?? at, at), seriesAttempts }
    const after = this.#afterAttempt({ ...message, ...series }, outcome, at, schedule)
    const settled = wasInPart ? behindPart(after) : after
    const { fate: _fate, isRetryable: _isRetryable, bookingKnown: _known, retryAfterMs: _wait, ...noted } = outcome
    const answer = settled.tail === undefined ? noted.answer : `${noted.answer} ${settled.tail}`
    if (!outbox.settle(message, { ...noted, ...settled, answer, at })) return
    if (outcome.bookingKnown === true) outbox.noteKnown(message)
    if (settled.state === 'delivered') outbox.supersedeBefore(message, { at, retryForMs: schedule.retryForMs })
    if (settled.state === 'failed') outbox.endUntold(message.reservationId, at)
    this.#pms.log?.({
      time: new Date(at).toISOString(),
      id: message.id,
      bookingId: String(message.reservationId),
      kind: message.kind,
      attempt: message.seriesAttempts,
      state: settled.state,
      answer,
      ms: Math.round(steadyMs() - started),
    })
  }

  /** When a message that failed is tried again, and until when. */
  scheduleOf(address: PmsAddress | undefined): RetrySchedule {
    return {
      retryForMs: address?.retryForMs ?? this.#times.retryForMs,
      waitsMs: address?.retryWaitsMs ?? this.#times.waitsMs,
    }
  }

  #afterAttempt(
    { seriesAttempts, seriesAt, arrived }: OutboxMessage,
    { proves, isRetryable, mayHaveArrived, httpStatus, retryAfterMs = 0 }: AttemptOutcome,
    at: number,
    { retryForMs, waitsMs }: RetrySchedule,
  ): Settled {
    const deadline = (seriesAt ?? at) + retryForMs
    if (!isRetryable || proves === 'delivered')
      return { state: proves, end: { why: httpStatus === undefined ? 'fault' : 'answer', deadline } }
    const given = proves === 'failed' && (mayHaveArrived || arrived === 1) ? 'unknown' : proves
    const until = new Date(deadline).toISOString()
    if (at >= deadline)
      return {
        state: given,
        end: { why: 'window', deadline },
        tail: `It was to be tried until ${until}, which is over.`,
      }
    // Who is asked to wait beyond the window does not come back sooner.
    if (at + retryAfterMs > deadline)
      return {
        state: given,
        end: { why: 'retry-after', deadline, retryAfterMs },
        tail: `It asked for a wait of ${Math.ceil(retryAfterMs / 1000)} s (Retry-After), which goes past the deadline ${until}, so it is not tried again.`,
      }
    const { baseMs, capMs } = this.#times
    const named = waitsMs[Math.min(seriesAttempts, waitsMs.length) - 1]
    // Up to a quarter longer, so that messages that failed together do not come back together; waits that were named are kept to.
    const waitMs = Math.max(
      retryAfterMs,
      named ?? Math.min(capMs, baseMs * 2 ** Math.min(seriesAttempts - 1, 30)) * (1 + Math.random() / 4),
    )
    // The last attempt falls on the end of the window.
    return { state: 'waiting', nextAt: Math.min(deadline, Math.ceil(at + waitMs)) }
  }

  /** Comes back when the next message is due, and in any case after a while, because other processes write as well. */
  #plan(due: number | undefined): void {
    clearTimeout(this.#timer)
    if (this.#isClosing) return
    const waitMs = Math.min(this.#times.pollMs, Math.max((due ?? Infinity) - Date.now(), LOOK_MS))
    this.#timer = setTimeout(() => this.wake(), waitMs).unref()
  }

  /** A busy or full disk: the lease ends by itself, and then the message is taken again. */
  #complain(error: unknown): void {
    if (!this.#isClosed)
      process.emitWarning(
        `The outbox could not be written: ${error instanceof Error ? error.message : 'an unknown value was thrown'}`,
      )
  }
}

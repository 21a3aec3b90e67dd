/** Requests a second that mean "as fast as they come". */
export const UNLIMITED = 1_000_000

/**
 * What is known of one hidden limit: how fast requests may start, and what was seen. Plain data, so that two processes can share it.
 * Times in epoch milliseconds, rates in requests a second.
 */
export interface RateState {
  rate: number
  /** Never exceeded. */
  ceiling: number
  /** Start of the next free slot. */
  nextAt: number
  /** Nothing starts before this. */
  heldUntil: number
  /** No limit has been met yet. */
  isRising: boolean
  /** The limit as far as it is known, and the share of it at which the present climb began. */
  peak: number
  share: number
  /** Whether the limit looks like one of a stretch of time, and how often in a row it was met again before the climb was over. */
  isWindow: boolean
  shorts: number
  /** Accepted requests that the climb back to the peak takes, and how many there have been. */
  climb: number
  climbed: number
  /** Since when requests are counted, and how many were accepted since. */
  since: number
  count: number
  /** When the trouble began that is not overcome yet; 0 = there is none. */
  troubleAt: number
  troubleKind: 'refused' | 'failed'
  /** Answer that last said so, how often in a row, and the rate of requests when it began. */
  lastTroubleAt: number
  troubles: number
  rateThen: number
  /** The one request that tries whether the trouble is over; 0 = none is under way. */
  probeAt: number
  /** Last two starts, and requests in the present and the former stretch of two seconds. */
  sentAt: number
  sentBefore: number
  binAt: number
  bin: number
  binBefore: number
  /** When the rate last had a chance to grow. */
  grownAt: number
  /** Milliseconds an answer usually takes, and took lately. */
  usualMs: number
  lateMs: number
}

/** While no limit has been met the rate doubles in this time. */
const DOUBLING_MS = 10_000
const SHORTS_FORGIVEN = 5
const BIN_MS = 2000
const PROBE_TIMEOUT_MS = 30_000
const MAX_WAIT_MS = 60_000
const MAX_FAILURE_WAIT_MS = 15_000
const MAX_HOLD_MS = 3_600_000

/** @param start requests a second to begin with */
export function newRate(start: number, ceiling: number): RateState {
  return {
    rate: Math.min(start, ceiling), ceiling, nextAt: 0, heldUntil: 0, isRising: true, peak: 0, share: 1, isWindow: false, shorts: 0, climb: 0, climbed: 0, since: 0, count: 0,
    troubleAt: 0, troubleKind: 'refused', lastTroubleAt: 0, troubles: 0, rateThen: 0, probeAt: 0, sentAt: 0, sentBefore: 0, binAt: 0, bin: 0, binBefore: 0, grownAt: 0, usualMs: 0, lateMs: 0,
  }
}

/** Milliseconds between two starts. */
export function spacingMs({ rate }: RateState): number {
  return rate >= UNLIMITED ? 0 : 1000 / rate
}

/** When the next request may start at the earliest, as far as holds say; after trouble one at a time, until an answer shows that it is over. */
export function heldUntil(state: RateState, now: number): number {
  if (state.heldUntil > now + MAX_HOLD_MS) state.heldUntil = now
  if (state.troubleAt === 0 || state.probeAt === 0) return state.heldUntil
  return Math.max(state.heldUntil, state.probeAt + PROBE_TIMEOUT_MS)
}

/** Takes the next free slot and answers when it is. */
export function takeSlot(state: RateState, now: number): number {
  // A clock that was set back, or a rate that has grown since: a slot is never further away than two of today's steps.
  const at = Math.max(now, Math.min(state.nextAt, now + 2 * spacingMs(state)), state.heldUntil)
  state.nextAt = at + spacingMs(state)
  return at
}

/** A request starts. */
export function noteSent(state: RateState, now: number): void {
  const isIdle = now - state.sentAt > Math.max(10_000, 3 * spacingMs(state))
  if (state.troubleAt === 0 && (state.since === 0 || isIdle)) {
    state.since = now
    state.count = 0
  }
  if (state.troubleAt !== 0) state.probeAt = now
  state.sentBefore = state.sentAt
  state.sentAt = now
  if (now - state.binAt >= BIN_MS) {
    state.binBefore = now - state.binAt < 2 * BIN_MS ? state.bin : 0
    state.bin = 0
    state.binAt = now
  }
  state.bin += 1
}

/** Requests a second of late, as they were sent. */
export function recentRate(state: RateState, now: number): number {
  const part = Math.min(1, (now - state.binAt) / BIN_MS)
  const counted = ((1 - part) * state.binBefore + state.bin) / (BIN_MS / 1000)
  const mean = state.count < 2 ? counted : (1000 * state.count) / Math.max(1, now - state.since)
  return Math.min(state.rate, Math.max(counted, mean))
}

/** An answer that is no refusal for now. `isOurs`: trouble that was seen here came from this limit, and from no other. */
export function noteAccepted(state: RateState, { now, sentAt, isOurs = true }: { now: number; sentAt: number; isOurs?: boolean }): void {
  noteLatency(state, now - sentAt)
  if (state.troubleAt !== 0) {
    if (sentAt < state.lastTroubleAt) {
      state.count += 1
      return
    }
    overcome(state, sentAt, isOurs)
  }
  state.count += 1
  // A rate that requests do not use up says nothing about the limit.
  const grownMs = Math.min(now - Math.max(state.grownAt, state.since), 2 * spacingMs(state))
  state.grownAt = now
  if (state.sentAt - state.sentBefore > 2 * spacingMs(state) + 20) return
  if (state.isRising) state.rate = Math.min(state.ceiling, isSlow(state) ? state.rate : state.rate * 2 ** (grownMs / DOUBLING_MS))
  else if (!isSlow(state) || state.climbed < state.climb) climb(state)
  if (state.rate > UNLIMITED) state.rate = UNLIMITED
}

/**
 * The service asks to wait (429), or fails (5xx, no answer). Answers to requests that were under way when it was first seen say nothing new.
 * @param waitMs what the service asks for
 */
export function noteTrouble(state: RateState, kind: 'refused' | 'failed', { now, sentAt, waitMs }: { now: number; sentAt: number; waitMs?: number | undefined }): void {
  const isNew = sentAt >= state.lastTroubleAt
  if (waitMs !== undefined) state.heldUntil = Math.max(state.heldUntil, now + waitMs)
  if (!isNew && state.troubleAt !== 0) return
  if (state.troubleAt === 0) {
    state.rateThen = recentRate(state, now)
    state.troubleAt = now
    state.troubles = 0
  }
  state.troubleKind = kind
  state.troubles += 1
  state.lastTroubleAt = now
  state.probeAt = 0
  state.heldUntil = Math.max(state.heldUntil, now + (waitMs ?? ownWaitMs(state, kind, now)))
  state.nextAt = state.heldUntil
}

/** How long to wait where the service does not say: longer each time, in proportion to what has been watched, so that few requests find out when it ends. */
function ownWaitMs(state: RateState, kind: 'refused' | 'failed', now: number): number {
  if (kind === 'failed') return Math.min(MAX_FAILURE_WAIT_MS, 250 * 2 ** (state.troubles - 1))
  const watchedMs = state.since === 0 ? 0 : now - state.since
  const firstMs = state.isRising ? Math.max(500, watchedMs / 8) : Math.min(10_000, Math.max(250, spacingMs(state)))
  return Math.min(MAX_WAIT_MS, firstMs * 2 ** (state.troubles - 1), Math.max(firstMs, 0.4 * watchedMs))
}

/** The first accepted request after trouble: what the time before and the wait say about the limit. */
function overcome(state: RateState, sentAt: number, isOurs: boolean): void {
  const { troubleAt, lastTroubleAt, since, count, rateThen, climbed } = state
  const waitedMs = sentAt - troubleAt
  state.troubleAt = 0
  state.troubles = 0
  state.probeAt = 0
  if (!isOurs) return
  if (state.troubleKind === 'failed') {
    if (state.rate < UNLIMITED) restart(state, { peak: state.rate, share: 0.7, climb: 20 })
    state.since = sentAt
    state.count = 0
    return
  }
  // It ended somewhere between the last refusal and this request.
  const cycleMs = Math.max(1, (lastTroubleAt + sentAt) / 2 - since)
  const mean = (1000 * Math.max(1, count)) / cycleMs
  const then = Math.max(rateThen, mean)
  const costly = Math.ceil((20 * waitedMs * mean) / 1000)
  if (state.isRising) {
    // A long wait after a burst is a window that has to pass: what passed in all of it is its limit. A short one is a bucket that fills drop by drop.
    state.isWindow = waitedMs > cycleMs / 5
    restart(state, state.isWindow ? { peak: mean, share: 0.6, climb: 20 } : { peak: then * 0.8, share: 0.6, climb: 20 })
  } else if (climbed >= state.climb) {
    state.shorts = 0
    restart(state, { peak: waitedMs > 0.08 * cycleMs ? mean : Math.max(mean, 0.95 * then), share: 0.95, climb: Math.max(100, costly) })
  } else if (state.isWindow && ++state.shorts <= SHORTS_FORGIVEN) {
    // What was sent in a burst goes out of the window slowly at first, and then at once: wait low, and come back quickly.
    const peak = 0.93 * state.peak
    restart(state, { peak, share: Math.min(0.9, Math.max(0.1, mean / peak)), climb: 20 })
  } else {
    state.isWindow = false
    restart(state, { peak: Math.min(0.9 * then, Math.max(mean, 0.3 * then)), share: 0.96, climb: Math.max(40, costly) })
  }
  state.since = sentAt
  state.count = 0
}

function restart(state: RateState, { peak, share, climb: length }: { peak: number; share: number; climb: number }): void {
  state.isRising = false
  state.peak = Math.min(peak, state.ceiling)
  state.share = share
  state.climb = length
  state.climbed = 0
  state.rate = Math.min(state.ceiling, state.peak * share)
}

/** Fast towards the known limit, slowly around it, faster again where it turns out to be no limit any more. */
function climb(state: RateState): void {
  state.climbed += 1
  const way = (state.climb - state.climbed) / state.climb
  const gain = way > 0 ? -(1 - state.share) * way ** 3 : 0.25 * -(way ** 3)
  state.rate = Math.min(state.ceiling, state.peak * (1 + gain))
}

function noteLatency(state: RateState, ms: number): void {
  state.lateMs = state.lateMs === 0 ? ms : 0.7 * state.lateMs + 0.3 * ms
  // The usual time follows a faster answer quickly and a slower one over hundreds.
  state.usualMs = state.usualMs === 0 ? ms : ms < state.usualMs ? 0.7 * state.usualMs + 0.3 * ms : state.usualMs * 1.003
}

/** Answers take much longer than they used to: the service is at its limit, whether it says so or not. */
function isSlow({ lateMs, usualMs }: RateState): boolean {
  return lateMs > 3 * usualMs + 100
}

import {
  averageRate,
  fade,
  isSlow,
  isUsedUp,
  noteLatency,
  type RateState,
  recentRate,
  spacingMs,
  UNLIMITED,
} from './rate-state.js'

/** While no limit has been met the rate doubles in this time. */
const DOUBLING_MS = 10_000
/** Where more requests than this are refused, the next try comes later. */
const REFUSED_PERCENT = 1
const PROBE_TIMEOUT_MS = 30_000
const MAX_WAIT_MS = 60_000
const MAX_FAILURE_WAIT_MS = 15_000
/** A wait that is shorter is taken at its word a few times only. */
const SHORTEST_ASKED_MS = 1000
const FREE_TRIES = 2
const MAX_HOLD_MS = 3_600_000
/** From this rate on some slots may be taken late, and which part of those of a second. */
const LATE_FROM = 250
const LATE_SHARE = 0.02
/** One request a minute is never too much. */
const FLOOR = 1 / 60

/** When the next request may start at the earliest, as far as holds say; after trouble one at a time, until an answer shows that it is over. */
export function heldUntil(state: RateState, now: number): number {
  if (state.heldUntil > now + MAX_HOLD_MS) state.heldUntil = now
  if (state.troubleAt === 0 || state.probeAt === 0) return state.heldUntil
  return Math.max(state.heldUntil, state.probeAt + PROBE_TIMEOUT_MS)
}

/** Takes the next free slot and answers when it is: now, or later. */
export function takeSlot(state: RateState, now: number): number {
  const late = lateSlots(state)
  const stepMs = late === 0 ? spacingMs(state) : 1000 / (state.rate - late)
  // A clock that was set back, or a rate that has grown since: a slot is never further away than two of today's steps.
  const at = Math.max(now - late * stepMs, Math.min(state.nextAt, now + 2 * stepMs), state.heldUntil)
  state.nextAt = at + stepMs
  return Math.max(now, at)
}

/**
 * How many slots that went by may be taken at once: a commit to the disk takes longer than a step of a high rate. The steps are longer for it, so that no second
 * has more starts than the rate.
 */
function lateSlots({ rate }: RateState): number {
  return rate < LATE_FROM || rate >= UNLIMITED ? 0 : Math.floor(rate * LATE_SHARE)
}

/** An answer that is no refusal for now. `isOurs`: trouble that was seen here came from this limit, and from no other. */
export function noteAccepted(
  state: RateState,
  { now, sentAt, isOurs = true }: { now: number; sentAt: number; isOurs?: boolean },
): void {
  noteLatency(state, now - sentAt)
  fade(state, now)
  state.average += 1
  let grownSince = state.since
  if (state.troubleAt !== 0) {
    if (sentAt < state.lastTroubleAt) {
      state.count += 1
      return
    }
    // Failures say nothing about a limit: what was waited because of them does not hold up the growth.
    if (state.troubleKind !== 'failed') grownSince = sentAt
    overcome(state, sentAt, isOurs)
  }
  state.count += 1
  // A rate that requests do not use up says nothing about the limit.
  const grownMs = Math.min(now - Math.max(state.grownAt, grownSince), 2 * spacingMs(state))
  state.grownAt = now
  if (!isUsedUp(state)) return
  if (state.isRising)
    state.rate = Math.min(state.ceiling, isSlow(state) ? state.rate : state.rate * 2 ** (grownMs / DOUBLING_MS))
  else if (!isSlow(state) || state.climbed < state.climb)
    climb(state, state.rate * 2 ** (grownMs / (state.peak < state.goal ? DOUBLING_MS : 3 * DOUBLING_MS)))
  if (state.rate > UNLIMITED) state.rate = UNLIMITED
}

/**
 * The service asks to wait (429), or fails (5xx, no answer). Answers to requests that were under way when it was first seen say nothing new.
 * @param waitMs what the service asks for
 */
export function noteTrouble(
  state: RateState,
  kind: 'refused' | 'failed',
  { now, sentAt, waitMs }: { now: number; sentAt: number; waitMs?: number | undefined },
): void {
  const isNew = sentAt >= state.lastTroubleAt
  fade(state, now)
  state.averageRefused += 1
  if (waitMs !== undefined) {
    state.askedUntil = Math.max(state.askedUntil ?? 0, now + waitMs)
    state.heldUntil = Math.max(state.heldUntil, now + waitMs)
  }
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
  state.heldUntil = Math.max(
    state.heldUntil,
    now + (waitMs ?? 0),
    isTooSoon(state, waitMs) ? now + ownWaitMs(state, kind, now) : 0,
  )
  // A pace that a person has set is kept with repeats too.
  state.nextAt = state.rate < state.ceiling ? state.heldUntil : Math.max(state.heldUntil, state.nextAt)
}

/** Whether the service names no wait, or one that has turned out to be none: `Retry-After: 0` again and again is no reason to send as fast as it answers. */
function isTooSoon({ troubles }: RateState, waitMs: number | undefined): boolean {
  return waitMs === undefined || (waitMs < SHORTEST_ASKED_MS && troubles > FREE_TRIES)
}

/** How long to wait where the service does not say: longer each time, in proportion to what has been watched, so that few requests find out when it ends. */
function ownWaitMs(state: RateState, kind: 'refused' | 'failed', now: number): number {
  if (kind === 'failed') return Math.min(MAX_FAILURE_WAIT_MS, 250 * 2 ** (state.troubles - 1))
  const watchedMs = state.since === 0 ? 0 : now - state.since
  const firstMs = state.isRising
    ? Math.max(500, watchedMs / 8)
    : Math.min(10_000, Math.max(250, 1.5 * spacingMs(state)))
  return Math.min(MAX_WAIT_MS, firstMs * 2 ** (state.troubles - 1), Math.max(firstMs, 0.4 * watchedMs))
}

/** The first accepted request after trouble: what the time before and the wait say about the limit. */
function overcome(state: RateState, sentAt: number, isOurs: boolean): void {
  const { troubleAt, lastTroubleAt, since, count, rateThen, climbed, troubles } = state
  const waitedMs = sentAt - troubleAt
  state.troubleAt = 0
  state.troubles = 0
  state.probeAt = 0
  if (!isOurs) return
  if (state.troubleKind === 'failed') {
    // A service that fails now and then says nothing about a limit that was not met: the wait was enough.
    if (!state.isRising && state.rate < UNLIMITED) restart(state, { peak: state.rate, share: 0.7, climb: 20 })
    state.since = sentAt
    state.count = 0
    return
  }
  // It ended somewhere between the last refusal and this request.
  const cycleMs = Math.max(1, (lastTroubleAt + sentAt) / 2 - since)
  const mean = (1000 * Math.max(1, count)) / cycleMs
  const then = Math.max(rateThen, mean)
  // What trying costs, in sends that are lost and in requests that are refused: the more, the longer until the next try.
  const costly = Math.max(100, 60 * troubles, Math.min((15 * waitedMs * mean) / 1000, 120 * mean))
  const patience = Math.min(4, Math.max(0.3, (100 * state.averageRefused) / (state.average + 1) / REFUSED_PERCENT))
  // In a full window what passed in the long run is the limit, whatever the last rate was; a rate close to that is the better measure.
  const average = averageRate(state, sentAt)
  const isEarly = !state.isRising && climbed < state.climb
  state.goal = isEarly
    ? 0.93 * state.goal
    : state.isRising || then > 1.5 * average
      ? Math.max(mean, average)
      : 0.95 * then
  state.patience = Math.ceil(costly * patience)
  if (state.isRising) restart(state, { peak: mean, share: 0.6, climb: 20 })
  else if (!isEarly)
    restart(state, { peak: waitedMs > 0.08 * cycleMs ? mean : state.goal, share: 0.95, climb: state.patience })
  else {
    // Met again before the climb was over. A bucket is empty, or a burst goes out of a window as slowly as it went in: wait low, and come back soon, but not
    // below half of what was borne in the long run.
    const peak = Math.max(0.5 * average, Math.min(0.9 * then, Math.max(mean, 0.4 * then)))
    restart(state, {
      peak,
      share: Math.min(0.95, Math.max(0.1, mean / peak)),
      climb: Math.ceil(Math.max(20, 30 * patience)),
    })
  }
  state.since = sentAt
  state.count = 0
}

function restart(
  state: RateState,
  { peak, share, climb: length }: { peak: number; share: number; climb: number },
): void {
  state.isRising = false
  state.peak = Math.min(Math.max(FLOOR, peak), state.ceiling)
  state.share = share
  state.climb = length
  state.climbed = 0
  state.rate = Math.min(state.ceiling, Math.max(FLOOR, state.peak * share))
}

/** Fast towards the known limit, slowly around it, faster again where it turns out to be no limit any more, up to `most`. */
function climb(state: RateState, most: number): void {
  state.climbed += 1
  if (state.rate >= state.goal && state.peak < state.goal)
    restart(state, { peak: state.goal, share: 0.97, climb: state.patience })
  const way = (state.climb - state.climbed) / state.climb
  const gain = way > 0 ? -(1 - state.share) * way ** 3 : 0.25 * -(way ** 3)
  state.rate = Math.min(
    state.ceiling,
    way > 0 ? Infinity : Math.max(most, state.peak),
    Math.max(FLOOR, state.peak * (1 + gain)),
  )
}

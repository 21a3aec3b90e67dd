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
  /** Until when the service itself has asked to wait; absent where it never did. */
  askedUntil?: number
  /** No limit has been met yet. */
  isRising: boolean
  /** The limit as far as it is known, and the share of it at which the present climb began. */
  peak: number
  share: number
  /** What was borne in the long run; from there on the climb is slow. */
  goal: number
  /** Accepted requests between two tries of more than that. */
  patience: number
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
  /** Accepted and refused in the long run, those of long ago counted less; from when, and when it was last brought up to date. */
  average: number
  averageRefused: number
  averageSince: number
  averageAt: number
  /** When the rate last had a chance to grow. */
  grownAt: number
  /** Milliseconds an answer usually takes, and took lately. */
  usualMs: number
  lateMs: number
}

/** Over which what is borne in the long run is averaged. */
const AVERAGE_MS = 120_000
const BIN_MS = 2000

/** @param start requests a second to begin with */
export function newRate(start: number, ceiling: number): RateState {
  return {
    rate: Math.min(start, ceiling),
    ceiling,
    nextAt: 0,
    heldUntil: 0,
    isRising: true,
    peak: 0,
    share: 1,
    goal: 0,
    patience: 0,
    climb: 0,
    climbed: 0,
    since: 0,
    count: 0,
    troubleAt: 0,
    troubleKind: 'refused',
    lastTroubleAt: 0,
    troubles: 0,
    rateThen: 0,
    probeAt: 0,
    sentAt: 0,
    sentBefore: 0,
    binAt: 0,
    bin: 0,
    binBefore: 0,
    grownAt: 0,
    average: 0,
    averageRefused: 0,
    averageSince: 0,
    averageAt: 0,
    usualMs: 0,
    lateMs: 0,
  }
}

/** Milliseconds between two starts. */
export function spacingMs({ rate }: RateState): number {
  return rate >= UNLIMITED ? 0 : 1000 / rate
}

/** Whether requests go out about as fast as the rate allows, so that the rate is what bounds them. */
export function isUsedUp(state: RateState): boolean {
  return state.sentAt - state.sentBefore <= 2 * spacingMs(state) + 20
}

/** A request starts. */
export function noteSent(state: RateState, now: number): void {
  const isIdle = now - state.sentAt > Math.max(10_000, 3 * spacingMs(state))
  if (state.troubleAt === 0 && (state.since === 0 || isIdle)) {
    state.since = now
    state.count = 0
    state.average = 0
    state.averageRefused = 0
    state.averageSince = now
    state.averageAt = now
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

/** Brings the long run up to date. */
export function fade(state: RateState, now: number): void {
  const part = Math.exp((state.averageAt - now) / AVERAGE_MS)
  state.average *= part
  state.averageRefused *= part
  state.averageAt = now
}

/** Accepted requests a second in the long run. */
export function averageRate({ average, averageSince, averageAt }: RateState, now: number): number {
  const watched = 1 - Math.exp((averageSince - now) / AVERAGE_MS)
  return watched <= 0 ? 0 : (1000 * average * Math.exp((averageAt - now) / AVERAGE_MS)) / (AVERAGE_MS * watched)
}

/** An answer took so long. */
export function noteLatency(state: RateState, ms: number): void {
  state.lateMs = state.lateMs === 0 ? ms : 0.7 * state.lateMs + 0.3 * ms
  // The usual time follows a faster answer quickly and a slower one over hundreds.
  state.usualMs = state.usualMs === 0 ? ms : ms < state.usualMs ? 0.7 * state.usualMs + 0.3 * ms : state.usualMs * 1.003
}

/** Answers take much longer than they used to: the service is at its limit, whether it says so or not. */
export function isSlow({ lateMs, usualMs }: RateState): boolean {
  return lateMs > 3 * usualMs + 100
}

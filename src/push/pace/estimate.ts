import { readPace } from './kept-pace.js'
import { type AccountPace, aheadNow, burstOf, type HotelPace, newAccount, newHotel, type PaceLimits } from './pace.js'
import { type RateState, UNLIMITED } from './rate-state.js'

/** How long a plan takes at the pace that is configured, or was learned, or that a service which is not known is asked at. */
export interface TimeEstimate {
  /** Absent where nothing but the service's answers takes time, and those are not known. */
  seconds?: number
  /** What takes so long: the pace of one hotel, that of all hotels together, or the service's answers. */
  bound: 'hotel' | 'account' | 'answers'
  source: 'configured' | 'learned' | 'start' | 'unknown'
  /** The hotel that takes longest. */
  hotel?: string
  writesPerMinute?: number
  requestsPerSecond?: number
  answerSeconds?: number
  /** Requests under way side by side. */
  atOnce?: number
}

/** What of a plan takes time. */
export interface PlannedRequests {
  hotels: number
  requests: number
  /** As many of the hotels as are known by name. */
  perHotel: readonly { hotel: string; requests: number }[]
}

export interface EstimateInput {
  plan: PlannedRequests
  kind: string
  limits: PaceLimits
  concurrency: number
  /** What the pace store holds under a scope. */
  stateOf(scope: string): unknown
  /** Epoch milliseconds. */
  now: number
}

interface Bound extends TimeEstimate {
  ms: number
}

const ACCOUNT = 'account'
const HOUR_MS = 3_600_000

/** The time that a plan takes if the pace stays as it is. It never does: a rate is tried out further, and a service may ask to wait. */
export function estimateTime(input: EstimateInput): TimeEstimate {
  const account = readPace<AccountPace>(input.stateOf(ACCOUNT), newAccount(input.limits))
  const answerMs = account?.rate.usualMs ?? 0
  const bounds = [
    hotelBound(input, account, answerMs),
    accountBound(input, account, answerMs),
    answersBound(input, account, answerMs),
  ]
  const { ms, ...longest } = bounds.reduce((a, b) => (b.ms >= a.ms ? b : a))
  if (answerMs === 0 && ms < 1000) return { bound: 'answers', source: 'unknown' }
  // To the millisecond first: a third of a minute is none too much in binary.
  return { seconds: Math.ceil(Math.round(ms) / 1000), ...longest }
}

/** Of one hotel one request at a time is under way. */
function hotelBound(
  { plan, kind, limits, stateOf, now }: EstimateInput,
  account: AccountPace | undefined,
  answerMs: number,
): Bound {
  const unknown = newHotel(limits, account ?? newAccount(limits))
  let longest: Bound = { ms: 0, bound: 'hotel', source: 'start' }
  for (const { hotel, requests } of hotelsOf(plan)) {
    const state =
      (hotel === undefined ? undefined : readPace<HotelPace>(stateOf(`${kind} ${hotel}`), unknown)) ?? unknown
    const rate = rateOf(state.rate, limits.hotel)
    const spaced = Math.max(0, requests - 1 - aheadOf(state, limits, now))
    const ms =
      requests === 0
        ? 0
        : heldFor(state, now) + spaced * Math.max(spacingOf(rate), answerMs) + (requests - spaced) * answerMs
    if (ms <= longest.ms) continue
    const source = rate >= limits.hotel.ceiling ? 'configured' : rate === limits.hotel.start ? 'start' : 'learned'
    longest = {
      ms,
      bound: 'hotel',
      source,
      ...(hotel === undefined ? {} : { hotel }),
      writesPerMinute: rounded(rate * 60),
    }
  }
  return longest
}

/** Requests that may go out ahead of the rate, less those that have. */
function aheadOf(hotel: HotelPace, limits: PaceLimits, now: number): number {
  const { rate } = hotel
  return rate.isRising && rate.troubleAt === 0 ? Math.max(0, Math.floor(burstOf(limits) - aheadNow(hotel, now))) : 0
}

/** Until the first request may go: where some may go ahead of their time, only what the service or a failure holds up counts. */
function heldFor({ rate, burst = 0 }: HotelPace, now: number): number {
  return rate.isRising && rate.troubleAt === 0 && burst > 0 ? waitOf({ ...rate, nextAt: 0 }, now) : waitOf(rate, now)
}

/** The first 1,000 hotels are known by name; the others stand for one another. */
function* hotelsOf({
  hotels,
  requests,
  perHotel,
}: EstimateInput['plan']): Iterable<{ hotel?: string; requests: number }> {
  yield* perHotel
  const rest = requests - perHotel.reduce((sum, hotel) => sum + hotel.requests, 0)
  if (rest > 0) yield { requests: Math.ceil(rest / Math.max(1, hotels - perHotel.length)) }
}

function accountBound({ plan, limits, now }: EstimateInput, account: AccountPace | undefined, answerMs: number): Bound {
  const rate = account === undefined ? limits.account.start : rateOf(account.rate, limits.account)
  const ms = (account === undefined ? 0 : waitOf(account.rate, now)) + (plan.requests - 1) * spacingOf(rate) + answerMs
  return {
    ms,
    bound: 'account',
    source: rate >= limits.account.ceiling ? 'configured' : 'learned',
    requestsPerSecond: rounded(rate),
  }
}

function answersBound({ plan, concurrency }: EstimateInput, account: AccountPace | undefined, answerMs: number): Bound {
  const borne = account?.isMostMet === true ? account.most : Infinity
  const atOnce = Math.max(1, Math.min(concurrency, borne, plan.hotels))
  const most = Math.max(0, ...[...hotelsOf(plan)].map(({ requests }) => requests))
  return {
    ms: Math.max(plan.requests / atOnce, most) * answerMs,
    bound: 'answers',
    source: 'learned',
    answerSeconds: rounded(answerMs / 1000),
    atOnce,
  }
}

/** What is configured now holds, whatever was configured when the state was written. */
function rateOf({ rate, isRising }: RateState, { start, ceiling }: { start: number; ceiling: number }): number {
  return Math.min(ceiling, isRising ? Math.max(rate, start) : rate)
}

function spacingOf(rate: number): number {
  return rate >= UNLIMITED ? 0 : 1000 / rate
}

/** Until the first request may go. A time far ahead is that of a clock that was set back. */
function waitOf({ heldUntil, nextAt }: RateState, now: number): number {
  return Math.max(0, ...[heldUntil, nextAt].filter((at) => at <= now + HOUR_MS).map((at) => at - now))
}

/** Two digits, or all of a whole number. */
function rounded(value: number): number {
  return value >= 10 ? Math.round(value) : Number(value.toPrecision(2))
}

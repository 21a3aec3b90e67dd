import type { PaceLimits } from '../../../src/push/pace/pace.js'
import { UNLIMITED } from '../../../src/push/pace/rate-state.js'
import { concurrencyCap, fixedWindow, type Limiter, slidingWindow, tokenBucket } from '../../support/limiters.js'
import { simulate } from './pace-simulation.js'

/** Nothing is configured: ten writes a minute of a hotel to begin with. */
export const FIRST: PaceLimits = {
  account: { start: UNLIMITED, ceiling: UNLIMITED },
  hotel: { start: 10 / 60, ceiling: UNLIMITED },
}

/** Milliseconds of service, and of the way there and back. */
const LATENCY = [40, 120] as const
const ROUND_TRIP_S = 0.1

export interface PaceCase {
  name: string
  limiter: () => Limiter
  scope: 'hotel' | 'account'
  /** Requests a second that one such limiter serves at most. */
  perSecond: number
}

const rate = (scope: PaceCase['scope'], perMinute: number): PaceCase[] => [
  {
    name: `token bucket ${perMinute}/min, 10 at once`,
    limiter: () => tokenBucket(perMinute / 60, 10),
    scope,
    perSecond: perMinute / 60,
  },
  {
    name: `token bucket ${perMinute}/min, ${perMinute} at once`,
    limiter: () => tokenBucket(perMinute / 60, perMinute),
    scope,
    perSecond: perMinute / 60,
  },
  {
    name: `fixed window ${perMinute}/min`,
    limiter: () => fixedWindow(perMinute, 60_000, 17_000),
    scope,
    perSecond: perMinute / 60,
  },
  {
    name: `sliding window ${perMinute}/min`,
    limiter: () => slidingWindow(perMinute, 60_000),
    scope,
    perSecond: perMinute / 60,
  },
]

export const RATE_CASES = {
  hotel: (perMinute: number) => rate('hotel', perMinute),
  account: (perMinute: number) => rate('account', perMinute),
}

export const SHORT_WINDOWS: PaceCase[] = [
  { name: 'fixed window 10/s', limiter: () => fixedWindow(10, 1000), scope: 'account', perSecond: 10 },
  { name: 'sliding window 100/10 s', limiter: () => slidingWindow(100, 10_000), scope: 'account', perSecond: 10 },
]

export const CAPS: PaceCase[] = [1, 2, 4].map((most) => ({
  name: `${most} at once`,
  limiter: () => concurrencyCap(most),
  scope: 'account',
  perSecond: most / ROUND_TRIP_S,
}))

export interface CaseFigures {
  /** Of the possible throughput, after the first minute. */
  share: number
  /** Of the requests, after the first minute and in all. */
  refused: number
  refusedInAll: number
  /** The first process's part of what was served. */
  part: number
}

const HOTELS = { hotel: 8, account: 12 }

/** @param processes one or two, which push to the same hotels; with two each has half of them where the account is what is limited */
export function measure(
  { limiter, scope, perSecond }: PaceCase,
  { tellsWhen, processes, minutes }: { tellsWhen: boolean; processes: 1 | 2; minutes: number },
): CaseFigures {
  const hotels = processes === 1 ? [HOTELS[scope]] : [HOTELS[scope] / 2, HOTELS[scope] / 2]
  const { served, refusedLater, refused, requests } = simulate({
    limiter,
    scope,
    tellsWhen,
    minutes,
    hotels,
    limits: FIRST,
    latency: LATENCY,
  })
  const sum = served.reduce((a, b) => a + b, 0)
  const possible = perSecond * (scope === 'hotel' ? (hotels[0] as number) : 1) * 60 * (minutes - 1)
  return {
    share: sum / possible,
    refused: refusedLater / (sum + refusedLater),
    refusedInAll: refused / requests,
    part: (served[0] as number) / sum,
  }
}

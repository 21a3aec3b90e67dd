import { describe, expect, it } from 'vitest'
import { estimateTime, type EstimateInput } from '../../../src/push/pace/estimate.js'
import { newAccount, newHotel, type PaceLimits } from '../../../src/push/pace/pace.js'
import { UNLIMITED } from '../../../src/push/pace/rate-state.js'
import { paceLimits } from '../../../src/push/pace/limits.js'
import { timeText } from '../../../src/cli/report/plan-time.js'

const NOW = 1_800_000_000_000
const HOTEL = {
  nights: 0,
  unchanged: 0,
  ranges: 0,
  firstNight: 0,
  lastNight: 0,
  changes: { newNights: 0, sameNights: 0, priceUp: 0, priceDown: 0, opened: 0, closed: 0 },
}

const told = (
  requests: Record<string, number>,
  limits: PaceLimits,
  states: Record<string, unknown> = {},
  more: Partial<EstimateInput> = {},
) => {
  const perHotel = Object.entries(requests).map(([hotel, count]) => ({ ...HOTEL, hotel, requests: count }))
  const total = perHotel.reduce((sum, { requests: count }) => sum + count, 0)
  const estimate = estimateTime({
    plan: { hotels: perHotel.length, requests: total, perHotel },
    kind: 'rates',
    limits,
    concurrency: 8,
    stateOf: (scope) => states[scope],
    now: NOW,
    ...more,
  })
  return { estimate, text: timeText(estimate, more.plan?.requests ?? total) }
}

describe('how long a plan takes', () => {
  it('at a service of which nothing is known: 10 writes a minute of a hotel, and that it begins so', () => {
    // The first ten go at once, each of the other 30 six seconds later.
    expect(told({ 7: 40, 8: 2 }, paceLimits(undefined, undefined))).toEqual({
      estimate: { seconds: 180, bound: 'hotel', source: 'start', hotel: '7', writesPerMinute: 10 },
      text: 'about 3 min at the pace of 10 writes a minute for each hotel; nothing is known of this service yet, and it is asked faster once it takes more',
    })
  })

  it('at a configured pace of each hotel', () => {
    expect(told({ 7: 31, 8: 61 }, paceLimits(undefined, 60))).toEqual({
      estimate: { seconds: 60, bound: 'hotel', source: 'configured', hotel: '8', writesPerMinute: 60 },
      text: 'about 60 s at the pace of 60 writes a minute for each hotel, as configured',
    })
  })

  it('at a configured pace of all hotels together', () => {
    expect(
      told(Object.fromEntries(Array.from({ length: 7201 }, (_, i) => [String(i), 1])), paceLimits(0.5, undefined)),
    ).toEqual({
      estimate: { seconds: 14_400, bound: 'account', source: 'configured', requestsPerSecond: 0.5 },
      text: 'about 4 h at the pace of 0.5 requests a second over all hotels, as configured',
    })
  })

  it('at a pace that was learned: of one hotel, and of hotels that are not known yet', () => {
    const limits = paceLimits(undefined, undefined)
    const hotel = newHotel(limits, newAccount(limits))
    const slow = { ...hotel, rate: { ...hotel.rate, isRising: false, rate: 0.05, peak: 0.05 } }
    expect(told({ 7: 11, 8: 30 }, limits, { 'rates 7': slow, 'inventory 8': slow })).toEqual({
      estimate: { seconds: 200, bound: 'hotel', source: 'learned', hotel: '7', writesPerMinute: 3 },
      text: 'about 3 min at the pace of 3 writes a minute for hotel 7, which takes longest, as learned from this service',
    })
    // Other hotels were found to bear 2 a second; one that is not known begins at nine tenths of that.
    expect(told({ 9: 181 }, limits, { account: { ...newAccount(limits), hotelPeak: 2 } }).estimate).toEqual({
      seconds: 100,
      bound: 'hotel',
      source: 'learned',
      hotel: '9',
      writesPerMinute: 108,
    })
  })

  it('a limit that was configured after the pace was learned holds', () => {
    const open = paceLimits(undefined, undefined)
    const hotel = newHotel(open, newAccount(open))
    const fast = { ...hotel, rate: { ...hotel.rate, isRising: false, rate: 50, peak: 50 } }
    expect(told({ 7: 31 }, paceLimits(undefined, 30), { 'rates 7': fast }).estimate).toMatchObject({
      seconds: 60,
      source: 'configured',
      writesPerMinute: 30,
    })
  })

  it('waits that the service has asked for count', () => {
    const limits = paceLimits(undefined, 60)
    const hotel = newHotel(limits, newAccount(limits))
    expect(
      told({ 7: 1 }, limits, { 'rates 7': { ...hotel, rate: { ...hotel.rate, heldUntil: NOW + 90_000 } } }).estimate,
    ).toMatchObject({ seconds: 90, bound: 'hotel' })
    // A clock that was set back: no hold is a day long.
    expect(
      told({ 7: 2 }, limits, { 'rates 7': { ...hotel, rate: { ...hotel.rate, heldUntil: NOW + 86_400_000 } } })
        .estimate,
    ).toMatchObject({ seconds: 1 })
  })

  it('the time that answers take, where that is more than the pace', () => {
    const limits = paceLimits(undefined, 60_000)
    const account = newAccount(limits)
    const known = { ...account, isMostMet: true, most: 4, rate: { ...account.rate, usualMs: 500 } }
    // 400 requests of half a second, four at once.
    expect(
      told(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [String(i), 10])), limits, { account: known }),
    ).toEqual({
      estimate: { seconds: 50, bound: 'answers', source: 'learned', answerSeconds: 0.5, atOnce: 4 },
      text: 'about 50 s at the pace of the service, which answers in 0.5 s, 4 requests at once',
    })
    // Of one hotel one at a time.
    expect(told({ 7: 30 }, limits, { account: known }).estimate).toMatchObject({
      seconds: 15,
      bound: 'answers',
      atOnce: 1,
    })
  })

  it('says so where no pace holds it up and nothing else is known', () => {
    expect(told({ 7: 1, 8: 1, 9: 1 }, paceLimits(undefined, undefined))).toEqual({
      estimate: { bound: 'answers', source: 'unknown' },
      text: 'as long as the service takes to answer 3 requests; no rate limit applies',
    })
    expect(
      told(
        { 7: 1 },
        { account: { start: UNLIMITED, ceiling: UNLIMITED }, hotel: { start: UNLIMITED, ceiling: UNLIMITED } },
      ).text,
    ).toBe('as long as the service takes to answer 1 request; no rate limit applies')
  })

  it('hotels beyond the first thousand stand for one another', () => {
    const perHotel = [{ ...HOTEL, hotel: '1', requests: 2 }]
    // 420 more requests of 30 more hotels: fourteen each, of which ten go at once: four waits of six seconds.
    expect(
      told({}, paceLimits(undefined, undefined), {}, { plan: { hotels: 31, requests: 422, perHotel } }).estimate,
    ).toEqual({ seconds: 24, bound: 'hotel', source: 'start', writesPerMinute: 10 })
  })

  it.each([
    [99, '99 s'],
    [100, '2 min'],
    [5_940, '99 min'],
    [6_000, '1 h 40 min'],
    [7_200, '2 h'],
    [172_800, '2 d'],
    [190_800, '2 d 5 h'],
  ])('%i seconds are %s', (seconds, words) => {
    expect(timeText({ seconds, bound: 'account', source: 'configured', requestsPerSecond: 1 }, 2)).toBe(
      `about ${words} at the pace of 1 requests a second over all hotels, as configured`,
    )
  })
})

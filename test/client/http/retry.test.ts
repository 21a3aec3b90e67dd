import { describe, expect, it } from 'vitest'
import { attemptOf, DEFAULT_RETRY, waitBefore } from '../../../src/client/http/retry.js'
import { readRetryAfter } from '../../../src/outcome/index.js'

const NOW = Date.parse('2026-12-01T12:00:00Z')

describe('readRetryAfter', () => {
  it.each([
    ['3', 3_000],
    [' 0 ', 0],
    ['1.5', 1_500],
    ['Tue, 01 Dec 2026 12:00:30 GMT', 30_000],
    ['Tue, 01 Dec 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s', (value, expected) => {
    expect(readRetryAfter(value, NOW)).toBe(expected)
  })
})

describe('attemptOf', () => {
  it('tells what a status says about the call', () => {
    const table = Object.fromEntries(
      [200, 201, 302, 400, 401, 404, 408, 409, 425, 429, 500, 501, 502, 503, 504, 520].map((status) => [
        status,
        attemptOf(status, {}, NOW)?.arrived,
      ]),
    )
    expect(table).toEqual({
      200: undefined,
      201: undefined,
      302: undefined,
      400: undefined,
      401: undefined,
      404: undefined,
      408: 'maybe',
      409: undefined,
      425: 'maybe',
      429: 'maybe',
      500: 'maybe',
      501: undefined,
      502: 'maybe',
      503: 'maybe',
      504: 'maybe',
      520: 'maybe',
    })
    expect(attemptOf(503, { 'retry-after': '5' }, NOW)).toEqual({
      arrived: 'maybe',
      isTransient: true,
      retryAfterMs: 5_000,
    })
  })
})

describe('waitBefore', () => {
  const lost = { arrived: 'maybe', isTransient: true } as const
  const refused = { arrived: 'no', isTransient: true } as const

  it('grows, is jittered and stays below the cap', () => {
    for (let attempt = 1; attempt < DEFAULT_RETRY.maxAttempts; attempt++) {
      const waits = Array.from({ length: 200 }, () => waitBefore(lost, 'safe', attempt, DEFAULT_RETRY) ?? Number.NaN)
      const limit = Math.min(DEFAULT_RETRY.capMs, DEFAULT_RETRY.baseMs * 2 ** (attempt - 1))
      expect(Math.max(...waits)).toBeLessThanOrEqual(limit)
      expect(Math.max(...waits)).toBeGreaterThan(limit / 2)
      expect(new Set(waits).size).toBeGreaterThan(20)
    }
    expect(waitBefore(lost, 'safe', DEFAULT_RETRY.maxAttempts, DEFAULT_RETRY)).toBeUndefined()
  })

  it('lets only a safe call go out twice when it may have arrived', () => {
    const table = (['safe', 'lookup-first', 'never'] as const).map((retry) =>
      [lost, refused].map((attempt) => waitBefore(attempt, retry, 1, DEFAULT_RETRY) !== undefined),
    )
    expect(table).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ])
    expect(waitBefore({ arrived: 'no', isTransient: false }, 'safe', 1, DEFAULT_RETRY)).toBeUndefined()
  })

  it('waits what the service asks for, up to the cap', () => {
    const wait = waitBefore({ ...refused, retryAfterMs: 10_000 }, 'never', 1, DEFAULT_RETRY) ?? 0
    expect(wait).toBeGreaterThanOrEqual(10_000)
    expect(wait).toBeLessThanOrEqual(11_000)
    expect(waitBefore({ ...refused, retryAfterMs: 120_001 }, 'safe', 1, DEFAULT_RETRY)).toBeUndefined()
  })

  it('of 0 s asked again and again are our own, longer each time', () => {
    const waits = Array.from(
      { length: 200 },
      () => waitBefore({ ...lost, retryAfterMs: 0 }, 'safe', 4, DEFAULT_RETRY) ?? Number.NaN,
    )
    expect(Math.max(...waits)).toBeGreaterThan(500)
  })
})

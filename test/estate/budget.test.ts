import { describe, expect, it } from 'vitest'
import { next } from '../../src/estate/budget.js'
import { tokenBucket } from '../support/limiters.js'

const fresh = (rate: number) => ({ rate, met: 0, cutAt: 0, grownAt: 0, accepted: 0 })

/** Hosts that send at the rate of the budget against a hidden limit, on a counted clock; what was served and refused of the second half. */
function play(limit: number, seconds: number): { served: number; refused: number } {
  const limiter = tokenBucket(limit, limit / 5)
  let budget = fresh(10)
  let heldUntil = 0
  let due = 0
  const counted = { served: 0, refused: 0 }
  let tick = { accepted: 0, refused: 0 }
  for (let now = 1; now <= seconds * 1000; now += 1) {
    if (now >= heldUntil) due += budget.rate / 1000
    for (; due >= 1; due -= 1) {
      const isServed = limiter.arrive(now).ok
      tick[isServed ? 'accepted' : 'refused'] += 1
      if (now > seconds * 500) counted[isServed ? 'served' : 'refused'] += 1
    }
    if (now % 250 !== 0) continue
    if (tick.refused > 0) heldUntil = now + 1000
    budget = next(budget, { ...tick, now })
    tick = { accepted: 0, refused: 0 }
  }
  return counted
}

describe('the budget of an estate', () => {
  it.each([5, 50, 400])('finds a hidden limit of %d a second, uses most of it and is refused little', (limit) => {
    const { served, refused } = play(limit, 600)
    expect(served / 300).toBeGreaterThan(0.7 * limit)
    expect(refused / (served + refused)).toBeLessThan(0.03)
  })

  it('never exceeds the rate that a person has set', () => {
    let budget = fresh(20)
    for (let second = 1; second <= 60; second += 1)
      budget = next(budget, { accepted: 20, refused: 0, now: second * 1000, most: 20 })
    expect(budget.rate).toBe(20)
  })

  it('does not grow while the rate is not used up', () => {
    const budget = next(fresh(100), { accepted: 10, refused: 0, now: 2000 })
    expect(budget.rate).toBe(100)
  })

  it('takes refusals of requests that were under way together for one', () => {
    const once = next({ ...fresh(100), accepted: 100, grownAt: 4000 }, { accepted: 0, refused: 3, now: 5000 })
    expect(once.rate).toBeLessThan(100)
    expect(next({ ...once }, { accepted: 0, refused: 5, now: 5500 }).rate).toBe(once.rate)
  })
})

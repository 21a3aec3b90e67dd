import { expect, it } from 'vitest'
import { noteSent, newRate } from '../../../src/push/pace/rate-state.js'
import { takeSlot } from '../../../src/push/pace/adaptive-rate.js'

const NOW = 1_800_000_000_000
const SECONDS = 20

/** When requests start that are asked for without end, by a process that does nothing for `stallMs` after each turn of its work. */
function starts(rate: number, stallMs: number): number[] {
  const state = newRate(rate, rate)
  const at: number[] = []
  let slot = takeSlot(state, NOW)
  for (let now = NOW; now < NOW + 1000 * SECONDS; now += stallMs) {
    while (slot <= now) {
      at.push(now)
      noteSent(state, now)
      slot = takeSlot(state, now)
    }
  }
  return at
}

/** The most that start within one second, wherever it begins. */
function mostInASecond(at: readonly number[]): number {
  let [most, from] = [0, 0]
  at.forEach((now, index) => {
    while (now - (at[from] as number) >= 1000) from += 1
    most = Math.max(most, index - from + 1)
  })
  return most
}

it.each([250, 300, 999, 1000, 2500, 10_000])(
  'a rate of %i a second is met though a commit takes some milliseconds, and no second has more',
  (rate) => {
    for (const stallMs of [0.5, 1, 3, 7.3, 11]) {
      const at = starts(rate, stallMs)
      expect(mostInASecond(at), String(stallMs)).toBeLessThanOrEqual(rate)
      expect(at.length / SECONDS, String(stallMs)).toBeGreaterThan(0.97 * rate)
    }
  },
)

it('nothing is taken late where the rate is low', () => {
  for (const rate of [1, 5, 20, 100, 249]) {
    const STALL_MS = 0.7
    const at = starts(rate, STALL_MS)
    at.slice(1).forEach((now, index) =>
      expect(now - (at[index] as number)).toBeGreaterThanOrEqual(1000 / rate - STALL_MS),
    )
  }
})

it('a long stop is not made up for', () => {
  const state = newRate(1000, 1000)
  takeSlot(state, NOW)
  const after = NOW + 60_000
  const free = Array.from({ length: 100 }, () => takeSlot(state, after)).filter((slot) => slot <= after)
  expect(free.length).toBeLessThanOrEqual(21)
})

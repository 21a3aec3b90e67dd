import { expect, it } from 'vitest'
import { noteAccepted, noteTrouble } from '../../../src/bulk/adaptive-rate.js'
import { newRate, noteSent } from '../../../src/bulk/rate-state.js'

it('failures now and then wait and teach no pace below the one at the start', () => {
  const state = newRate(10 / 60, 100)
  let now = 1_000_000
  for (let i = 0; i < 30; i += 1) {
    noteSent(state, now)
    if (i % 3 === 0) noteTrouble(state, 'failed', { now: now + 5, sentAt: now })
    else noteAccepted(state, { now: now + 5, sentAt: now })
    expect(state.heldUntil - now).toBeLessThanOrEqual(300)
    now += 1000
  }
  expect(state.rate).toBeGreaterThanOrEqual(10 / 60)
})

import { describe, expect, it } from 'vitest'
import { evenly } from '../../../src/cli/sending/evenly.js'
import { askedMost } from '../../../src/cli/sending/rooms-not-compared.js'
import { steadyNow } from '../../../src/clock.js'

describe('questions before a push', () => {
  it('begin no faster than the rate that was set, however many ask side by side', async () => {
    const turn = evenly(50, new AbortController().signal)
    const begun = steadyNow()
    const times = await Promise.all(Array.from({ length: 6 }, () => turn().then(() => steadyNow() - begun)))
    // A timer may be a millisecond early.
    times.forEach((time, index) => expect(time).toBeGreaterThanOrEqual(20 * index - 2))
  })

  it('wait no longer once the command ends, and not at all without a rate', async () => {
    const ending = new AbortController()
    const turn = evenly(0.001, ending.signal)
    await turn()
    const second = turn()
    ending.abort()
    await second
    const free = evenly(undefined, new AbortController().signal)
    for (let at = 0; at < 1000; at++) await free()
  })

  it('are as many as fit into a minute at that rate, one at least', () => {
    expect([undefined, 10_000, 5, 0.5, 0.01].map(askedMost)).toEqual([500, 500, 300, 30, 1])
  })
})

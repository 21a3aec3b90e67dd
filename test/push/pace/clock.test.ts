import { afterEach, describe, expect, it } from 'vitest'
import { memoryPace, Pacer } from '../../../src/push/pace/pacer.js'
import { Outage } from '../../../src/push/pace/outage.js'
import { steadyNow } from '../../../src/clock.js'
import { Fault } from '../../../src/errors.js'

const HOUR_MS = 3_600_000
const real = Date.now

describe('a clock that is set by an hour', () => {
  afterEach(() => {
    Date.now = real
  })

  it('does not hold back the next try of a service that was away', async () => {
    const outage = new Outage({ next: '' })
    outage.failed(new Fault('UNREACHABLE', 'away', { facts: { connected: false } }), {
      sentAt: steadyNow(),
      now: steadyNow(),
      isProven: true,
    })
    Date.now = () => real() - HOUR_MS
    const begun = performance.now()
    await outage.pass(AbortSignal.timeout(10_000))
    expect(performance.now() - begun).toBeLessThan(5_000)
  })

  it.each([-HOUR_MS, HOUR_MS])('changes no pace within a process: by %i ms', async (jump) => {
    const limits = { account: { start: 1000, ceiling: 1000 }, hotel: { start: 5, ceiling: 5 } }
    const pacer = new Pacer({ store: memoryPace(), limits, kind: 'rates', concurrency: 1 })
    const starts: number[] = []
    for (let at = 0; at < 3; at += 1) {
      const turn = await pacer.turn('1', AbortSignal.timeout(10_000))
      starts.push(performance.now())
      if (turn !== undefined) pacer.settle(turn, { kind: 'accepted' })
      Date.now = () => real() + jump
    }
    const [first = 0, , last = 0] = starts
    expect([last - first > 300, last - first < 5_000]).toEqual([true, true])
  })
})

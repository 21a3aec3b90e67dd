import { afterEach, describe, expect, it } from 'vitest'
import { Outage } from '../../../src/bulk/send/outage.js'
import { steadyNow } from '../../../src/bulk/send/steady-clock.js'
import { Fault } from '../../../src/errors.js'

const HOUR_MS = 3_600_000
const real = Date.now

describe('a clock that is set back by an hour', () => {
  afterEach(() => {
    Date.now = real
  })

  it('does not hold back the next try of a service that was away', async () => {
    const outage = new Outage({ next: '' })
    outage.failed(new Fault('UNREACHABLE', 'away', { facts: { connected: false } }), { sentAt: steadyNow(), now: steadyNow(), isProven: true })
    Date.now = () => real() - HOUR_MS
    const begun = performance.now()
    await outage.pass(AbortSignal.timeout(10_000))
    expect(performance.now() - begun).toBeLessThan(5_000)
  })
})

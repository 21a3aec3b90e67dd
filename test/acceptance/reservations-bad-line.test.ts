import { describe, expect, it } from 'vitest'
import { proveReservations } from '../proof/reservations.js'

/** Short form of test/proof/reservations.ts. */
describe('reservations by processes that are killed, on a bad line', () => {
  it('none is doubled, none is lost, and the journal says what the service says', async () => {
    const report = await proveReservations({ count: 10, workers: 2, kills: 2, seed: 11, share: 0.4 })
    expect(report).toMatchObject({ wanted: 10, doubled: [], lost: [], differ: [], stillOpen: [] })
    expect(report.killed).toBeGreaterThan(0)
    expect(Object.keys(report.mishaps).length).toBeGreaterThan(2)
  })
})

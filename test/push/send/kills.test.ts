import { describe, expect, it } from 'vitest'
import { provePushKills, proveServiceKills } from '../../proof/kills.js'

const GOOD = { repeatedAcknowledged: 0, differ: 0 }

describe('kill -9 at random moments', () => {
  it('of the push: after resuming the service holds exactly what was pushed, and nothing acknowledged was sent again', async () => {
    const report = await provePushKills({ kills: 2, seed: 3, nights: 50 })
    expect(report).toMatchObject({ kills: 2, ...GOOD })
    expect(report.mostRepeated).toBeLessThanOrEqual(4)
  })

  it('of the service: the push rides it out or is resumed, with the same end', async () => {
    expect(await proveServiceKills({ kills: 1, seed: 3, nights: 50 })).toMatchObject({ kills: 1, ...GOOD })
  })
})

import { describe, expect, it } from 'vitest'
import { tokenEnd, warningOfEnd } from '../../../src/cli/auth/token-end.js'

const FAR = Date.UTC(2999, 0, 1)

describe('the end of a token', () => {
  it('is shown where the service told it, and not where it is assumed', () => {
    expect(tokenEnd({ expiresAt: FAR })).toEqual({ tokenExpires: '2999-01-01T00:00:00.000Z' })
    expect(tokenEnd({ expiresAt: FAR, guess: 'unsaid' })).toEqual({ tokenLife: 'not known: the service did not say' })
    expect(tokenEnd({ expiresAt: FAR, guess: 'over' })).toEqual({
      tokenLife: 'not known: the service says it is over already',
    })
    expect(tokenEnd({ expiresAt: 1e300 })).toEqual({ tokenLife: expect.stringContaining('no calendar') as string })
  })

  it('is warned of where it is past', () => {
    expect(warningOfEnd({ expiresAt: 1_000 })).toContain('ended already, at 1970-01-01T00:00:01.000Z')
    expect(warningOfEnd({ expiresAt: FAR, guess: 'over' })).toContain('no life left')
    for (const fine of [{ expiresAt: FAR }, { expiresAt: FAR, guess: 'unsaid' as const }, { expiresAt: 1e300 }])
      expect(warningOfEnd(fine)).toBeUndefined()
  })
})

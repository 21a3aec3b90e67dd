import { describe, expect, it } from 'vitest'
import { expiryOf, isFresh } from '../../../src/client/sign-in/token-life.js'
import { jwt } from '../scripted-server.js'

const NOW = 1_800_000_000_000

describe('expiryOf (wire default 28)', () => {
  it.each([
    ['seconds', 3_600, NOW + 3_600_000],
    ['seconds as text', '3600', NOW + 3_600_000],
    ['a lifetime in ms', 3_600_000, NOW + 3_600_000],
    ['just below a lifetime in ms', 999_999, NOW + 999_999_000],
    ['epoch seconds', 1_800_003_600, 1_800_003_600_000],
    ['epoch ms', 1_800_003_600_000, 1_800_003_600_000],
    ['a time', new Date(NOW + 90_000).toISOString(), NOW + 90_000],
    ['a time of another zone', '2027-01-15T09:00:00+01:00', Date.UTC(2027, 0, 15, 8)],
    ['a time that is over', '2020-01-01T00:00:00Z', Date.UTC(2020, 0, 1)],
  ])('reads %s by its magnitude', (_name, expiresIn, expected) => {
    expect(expiryOf('opaque', expiresIn, 'auto', NOW)).toEqual({ expiresAt: expected })
  })

  it.each<[unknown, string]>([
    [undefined, 'unsaid'],
    [null, 'unsaid'],
    ['soon', 'unsaid'],
    ['2027-01-15T09:00:00', 'unsaid'],
    [0, 'over'],
    [-1, 'over'],
    ['0', 'over'],
  ])('assumes an hour for %s, and says that it does', (expiresIn, guess) => {
    expect(expiryOf('opaque', expiresIn, 'auto', NOW)).toEqual({ expiresAt: NOW + 3_600_000, guess })
  })

  it('obeys the unit of the overlay', () => {
    expect(expiryOf('opaque', 5_000_000, 'seconds', NOW)).toEqual({ expiresAt: NOW + 5_000_000_000 })
    expect(expiryOf('opaque', 5_000, 'milliseconds', NOW)).toEqual({ expiresAt: NOW + 5_000 })
    expect(expiryOf('opaque', 1_800_000_100, 'epoch', NOW)).toEqual({ expiresAt: 1_800_000_100_000 })
    expect(expiryOf('opaque', 1_800_000_100_000, 'epoch', NOW)).toEqual({ expiresAt: 1_800_000_100_000 })
  })

  it("lets the token's own exp win", () => {
    expect(expiryOf(jwt({ exp: NOW / 1_000 + 600 }), 3_600, 'seconds', NOW)).toEqual({ expiresAt: NOW + 600_000 })
    expect(expiryOf(jwt({ exp: NOW / 1_000 + 600, iat: NOW / 1_000 - 5 }), 3_600, 'auto', NOW)).toEqual({
      expiresAt: NOW + 600_000,
    })
    expect(
      expiryOf(jwt({ exp: String(NOW / 1_000 + 600), iat: ` ${NOW / 1_000 - 5}.5 ` }), 3_600, 'seconds', NOW),
    ).toEqual({ expiresAt: NOW + 600_000 })
    expect(expiryOf(jwt({ exp: 'soon' }), 60, 'auto', NOW)).toEqual({ expiresAt: NOW + 60_000 })
    expect(expiryOf(jwt({ sub: 'x' }), 60, 'auto', NOW)).toEqual({ expiresAt: NOW + 60_000 })
    expect(expiryOf('not.a.jwt', 60, 'auto', NOW)).toEqual({ expiresAt: NOW + 60_000 })
  })

  it('counts the lifetime from here when the clocks differ', () => {
    const issued = NOW / 1_000 - 7_200
    expect(expiryOf(jwt({ iat: issued, exp: issued + 3_600 }), undefined, 'auto', NOW)).toEqual({
      expiresAt: NOW + 3_600_000,
    })
  })
})

describe('isFresh', () => {
  it('ends 60 s before expiry, and for a short life at its half', () => {
    const token = { accessToken: 'x', obtainedAt: NOW, expiresAt: NOW + 3_600_000 }
    expect([isFresh(token, NOW + 3_539_999), isFresh(token, NOW + 3_540_000)]).toEqual([true, false])
    const short = { accessToken: 'x', obtainedAt: NOW, expiresAt: NOW + 30_000 }
    expect([isFresh(short, NOW + 14_999), isFresh(short, NOW + 15_000)]).toEqual([true, false])
    expect(isFresh({ accessToken: 'x', obtainedAt: NOW, expiresAt: NOW - 1 }, NOW)).toBe(false)
  })
})

import { expect, it } from 'vitest'
import { outrankedBy } from '../../../src/cli/profile/outranking.js'

it('names what of the environment wins over a profile, and never its value', () => {
  expect(outrankedBy({ HUBSWITCH_PARTNER_SECRET: 'hush', HUBSWITCH_CONFIG_DIR: 'x' })).toBe(
    'HUBSWITCH_PARTNER_SECRET is set in the environment and wins over what the profile keeps. Unset it to use the profile.',
  )
  expect(outrankedBy({ HUBSWITCH_PARTNER_ID: 'p', HUBSWITCH_BASE_URL: 'http://127.0.0.1:1' })).toBe(
    'HUBSWITCH_PARTNER_ID, HUBSWITCH_BASE_URL are set in the environment and win over what the profile keeps. Unset them to use the profile.',
  )
  expect(outrankedBy({ HUBSWITCH_PARTNER_SECRET: '', HUBSWITCH_QUIET: '1' })).toBeUndefined()
})

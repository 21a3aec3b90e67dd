import { describe, expect, it } from 'vitest'
import { faultOfEstate } from '../../../src/config/profiles/estate-address.js'
import { resolveSettings } from '../../../src/config/index.js'
import { temporaryDirectory } from '../../support/sandbox.js'

describe('the address of an estate', () => {
  it.each([
    'redis://10.0.0.5:6379/0',
    'rediss://hub@cache.example',
    'valkey://h:1',
    'postgres://hub@h/db',
    'postgresql://h/db',
  ])('may be %s', (text) => expect(faultOfEstate(text)).toBeUndefined())

  it.each(['', '10.0.0.5:6379', 'http://h', 'redis:', 'mysql://h/db'])('may not be %j', (text) =>
    expect(faultOfEstate(text)).toMatch(/^must be the address of Redis/),
  )

  it('holds no password where others can read it, and the words do not show it', () => {
    const folder = temporaryDirectory()
    const settings = (flags: object, env: Record<string, string>) =>
      resolveSettings({ flags, env, configDir: folder.dir, dataDir: folder.dir })
    try {
      const address = 'redis://hub:s3cret-pass@10.0.0.5:6379'
      expect(faultOfEstate(address)).toMatch(/^must hold no password/)
      expect(() => settings({ estate: address }, {})).toThrow(/^--estate must hold no password/)
      expect(() => settings({ estate: address }, {})).not.toThrow(/s3cret/)
      // Nobody else sees the environment.
      expect(settings({}, { HUBSWITCH_ESTATE: address }).estate.value).toBe(address)
      expect(() => settings({}, { HUBSWITCH_ESTATE: 'ftp://h' })).toThrow(/^HUBSWITCH_ESTATE must be/)
    } finally {
      folder.remove()
    }
  })
})

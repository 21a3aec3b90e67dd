import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBeDeflated } from '../../../src/resnotif/conceal/packed.js'

function isDeflated(bytes: Uint8Array): boolean {
  try {
    inflateRawSync(bytes)
    return true
  } catch {
    return false
  }
}

describe('what may be deflated', () => {
  it('is everything that zlib has deflated, in whatever way', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 400 }), fc.string({ unit: fc.constantFrom('a', 'b', '<x>'), maxLength: 3000 })),
        fc.constantFrom(0, 1, 6, 9),
        fc.constantFrom(constants.Z_DEFAULT_STRATEGY, constants.Z_FIXED, constants.Z_HUFFMAN_ONLY, constants.Z_RLE),
        (text, level, strategy) => {
          expect(mayBeDeflated(deflateRawSync(text, { level, strategy }))).toBe(true)
        },
      ),
    )
  })

  it('is nothing that zlib takes where this does not', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
        if (!mayBeDeflated(bytes)) expect(isDeflated(bytes)).toBe(false)
      }),
      { numRuns: 3000 },
    )
  })

  it('is hardly any id', () => {
    const ids = Array.from({ length: 1000 }, (_, at) =>
      Buffer.from(`HS-20270701-${(at * 7_919_191).toString(16).padStart(12, '0')}-commit`, 'base64'),
    )
    expect(ids.filter(mayBeDeflated).length).toBeLessThan(50)
  })
})

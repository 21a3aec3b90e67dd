import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ByteNumbers } from '../../../src/files/csv/byte-numbers.js'

it('numbers tell byte strings apart, also where their hashes are equal, and where their bytes are cut at another place', () => {
  const words = fc.tuple(fc.stringMatching(/^[ab]{0,9}$/), fc.stringMatching(/^[ab]{0,9}$/))
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 900 }), fc.integer({ min: 1, max: 40 }), (parts, hashes) => {
      const numbers = new ByteNumbers(400)
      const known = new Map<string, number>()
      for (const [first, second] of parts) {
        const bytes = Buffer.from(`..${first}--${second}..`)
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
        const hash = Math.imul((first.length + 3 * second.length) % hashes, 0x9e37_79b1)
        const part = { at: 2, size: first.length, moreAt: first.length + 4, moreSize: second.length, hash }
        const key = `${first}|${second}`
        expect(numbers.find(view, part)).toBe(known.get(key) ?? 0)
        if (known.has(key)) continue
        const number = numbers.add(bytes, part)
        expect(number).toBe(known.size < 400 ? known.size + 1 : 0)
        if (number > 0) known.set(key, number)
      }
    }),
    { numRuns: 60 },
  )
})

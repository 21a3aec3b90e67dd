import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KeptTexts } from '../../../src/files/csv/kept-texts.js'

describe('kept texts', () => {
  it('are the texts that were asked for, and a number stands for one text alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 9_999_999 })), {
          minLength: 1,
          maxLength: 3000,
        }),
        (prices) => {
          const kept = new KeptTexts()
          const texts = new Map<number, string>()
          for (const price of prices) {
            const text = `,${price}.50,`
            const place = kept.placeOf(Buffer.from(text), text, 1, text.length - 1)
            expect(kept.textAt(place)).toBe(`${price}.50`)
            const number = kept.numberAt(place)
            expect(number).toBeGreaterThan(0)
            expect(texts.get(number) ?? `${price}.50`).toBe(`${price}.50`)
            texts.set(number, `${price}.50`)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  it('come back under their number while there is room', () => {
    const kept = new KeptTexts()
    const numberOf = (text: string): number => kept.numberAt(kept.placeOf(Buffer.from(text), text, 0, text.length))
    const first = Array.from({ length: 40 }, (_, at) => numberOf(`${at}.00`))
    const again = Array.from({ length: 40 }, (_, at) => numberOf(`${at}.00`))
    expect(again.filter((number, at) => number === first[at]).length).toBeGreaterThan(35)
    expect(kept.placeOf(Buffer.from('1234567890123'), '1234567890123', 0, 13)).toBe(-1)
    expect(kept.textAt(kept.placeOf(Buffer.from(''), '', 0, 0))).toBe('')
  })
})

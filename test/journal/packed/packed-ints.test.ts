import { describe, expect, it } from 'vitest'
import {
  decodeBlock,
  decodeSources,
  encodeBlock,
  encodeSources,
  type LineRun,
} from '../../../src/journal/packed/index.js'
import { packRanges, packSources, unpackRanges, unpackSources } from '../../../src/journal/packed/packed-ints.js'
import { randomFrom } from '../../support/limiters.js'

const EXTREMES = [0, 1, -1, 63, 64, -64, -65, 0x7fff_ffff, -0x8000_0000, 20_454, 2_739]

/** Numbers of every size, from one bit to all of them. */
function anyInt(random: () => number): number {
  if (random() < 0.1) return EXTREMES[Math.floor(random() * EXTREMES.length)] as number
  return (Math.floor(random() * 2 ** 32) >> Math.floor(random() * 32)) | 0
}

describe('packed numbers of the journal', () => {
  const random = randomFrom(20)

  it('gives back ranges of whatever numbers', () => {
    for (let round = 0; round < 400; round += 1) {
      const ints = Int32Array.from({ length: 3 * Math.floor(random() * 40) }, () => anyInt(random))
      expect(unpackRanges(packRanges(ints))).toEqual(ints)
    }
  })

  it('gives back source lines of whatever numbers, with and without nights', () => {
    for (let round = 0; round < 400; round += 1) {
      const ints: number[] = []
      for (let entry = Math.floor(random() * 20); entry > 0; entry -= 1) {
        const runs = 1 + Math.floor(random() * 4)
        const hasNights = random() < 0.5
        ints.push(hasNights ? -runs : runs)
        for (let at = runs * (hasNights ? 6 : 4); at > 0; at -= 1) ints.push(anyInt(random))
      }
      expect(unpackSources(packSources(Int32Array.from(ints)))).toEqual(Int32Array.from(ints))
    }
  })

  it('takes a byte or two for what stands beside each other in a calendar', () => {
    const nights = Int32Array.from({ length: 365 * 3 }, (_, at) => 20_454 + Math.floor(at / 3) + (at % 3 === 0 ? 0 : 1))
    for (let at = 2; at < nights.length; at += 3) nights[at] = (at - 2) / 3
    expect(packRanges(nights).length).toBeLessThan(365 * 3 + 16)
    const byDate = Array.from({ length: 365 }, (_, at): LineRun[] => [
      { file: 0, line: 2 + 2_740 * at, step: 0, count: 1 },
    ])
    expect(encodeSources(byDate).length).toBeLessThan(365 * 5 + 16)
  })

  it('reads what older releases stored as it lies in memory', () => {
    const block = {
      series: [
        {
          room: '1',
          plan: '2',
          ranges: [
            { from: 20_454, until: 20_460, value: 0 },
            { from: 20_461, until: 20_462, value: 1 },
          ],
        },
      ],
      fields: [{ price: '10.00' }, { price: '11.00' }],
    }
    const { head } = encodeBlock(block)
    const ranges = Int32Array.of(20_454, 20_460, 0, 20_461, 20_462, 1)
    // SQLite hands out bytes at any place of its memory.
    const askew = new Uint8Array(ranges.byteLength + 1)
    askew.set(new Uint8Array(ranges.buffer), 1)
    for (const ints of [new Uint8Array(ranges.buffer), askew.subarray(1)])
      expect(decodeBlock({ head, ints })).toEqual(block)
    const lines = Int32Array.of(1, 0, 7, 1, 6, -2, 0, 13, 0, 1, 20_461, 1, 0, 20, 0, 1, 20_462, 1)
    expect(decodeSources(new Uint8Array(lines.buffer), 0, 2)).toEqual([
      [{ file: 0, line: 7, step: 1, count: 6 }],
      [
        { file: 0, line: 13, step: 0, count: 1, nights: { from: 20_461, length: 1 } },
        { file: 0, line: 20, step: 0, count: 1, nights: { from: 20_462, length: 1 } },
      ],
    ])
    expect(decodeSources(new Uint8Array(0), 0, 0)).toEqual([])
  })

  it('refuses a count that the bytes cannot hold', () => {
    expect(() => unpackRanges(Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0x0f))).toThrow(RangeError)
  })
})

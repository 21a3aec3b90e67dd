import type { NightFields, Segment } from '../calendar/index.js'

/** Ranges of one room and plan, their values as numbers into a list of field sets. */
export interface SeriesRanges {
  /** Room id, digits as text; '' means all active rooms. */
  room: string
  /** Rate plan id, digits as text; '' means none. */
  plan: string
  ranges: Segment<number>[]
}

/** Cells of one hotel as the journal keeps them. */
export interface CellBlock {
  series: SeriesRanges[]
  fields: NightFields[]
}

/** A block in two columns: text for what varies in shape, numbers for the rest. */
export interface StoredBlock {
  head: string
  ints: Uint8Array
}

interface Head {
  /** Room, plan, number of ranges. */
  s: [string, string, number][]
  f: NightFields[]
}

const INTS_PER_RANGE = 3

export function encodeBlock(block: CellBlock): StoredBlock {
  const head: Head = { s: block.series.map(({ room, plan, ranges }) => [room, plan, ranges.length]), f: block.fields }
  const ints = new Int32Array(head.s.reduce((sum, [, , count]) => sum + count, 0) * INTS_PER_RANGE)
  let at = 0
  for (const { ranges } of block.series) {
    for (const { from, until, value } of ranges) {
      ints[at] = from
      ints[at + 1] = until
      ints[at + 2] = value
      at += INTS_PER_RANGE
    }
  }
  return { head: JSON.stringify(head), ints: bytesOf(ints) }
}

export function decodeBlock({ head, ints }: StoredBlock): CellBlock {
  const { s, f } = JSON.parse(head) as Head
  const numbers = intsOf(ints)
  let at = 0
  const series = s.map(([room, plan, count]) => {
    const ranges: Segment<number>[] = []
    for (let i = 0; i < count; i += 1, at += INTS_PER_RANGE) {
      ranges.push({ from: numbers[at] as number, until: numbers[at + 1] as number, value: numbers[at + 2] as number })
    }
    return { room, plan, ranges }
  })
  return { series, fields: f }
}

/** The part of a block that entries [from, until) make up, counted over all its series. */
export function sliceBlock(block: CellBlock, from: number, until: number): CellBlock {
  const series: SeriesRanges[] = []
  let start = 0
  for (const { room, plan, ranges } of block.series) {
    const part = ranges.slice(Math.max(0, from - start), Math.max(0, until - start))
    if (part.length > 0) series.push({ room, plan, ranges: part })
    start += ranges.length
  }
  return { series, fields: block.fields }
}

export function bytesOf(ints: Int32Array): Uint8Array {
  return new Uint8Array(ints.buffer, ints.byteOffset, ints.byteLength)
}

/** A copy, because bytes from the database need not lie on a multiple of four. */
export function intsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

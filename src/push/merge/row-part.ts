import { CodedSets, ValueCodes } from '../../calendar/index.js'
import type { CellFields } from '../../files/index.js'
import type { SeriesRows, Stretch } from './hotel-rows.js'
import type { RowSpill, SpillPlace } from './row-spill.js'

/** Places of a stretch's numbers: its first night, the nights of each row, how many rows, where they stand, then the codes of its values, then where the series' next stretch stands in the log. */
export const FROM = 0,
  LENGTH = 1,
  COUNT = 2,
  FILE = 3,
  LINE = 4,
  STEP = 5,
  CODES = 6

/** Where no next stretch stands. */
export const NONE = -1

const INT_BYTES = Int32Array.BYTES_PER_ELEMENT

interface PartHead {
  /** Room, plan, number of stretches. */
  s: [string, string, number][]
  /** Places in the list of values that are known to this part alone, and the values. */
  v: [number, CellFields[string]][]
}

/** A series to be written: `first` is where its first stretch begins in the log's numbers. */
interface PartSeries {
  room: string
  plan: string
  count: number
  first: number
}

/** What the log's numbers are made of. */
interface PartNumbers {
  ints: Int32Array
  /** Numbers of a stretch, the last of which is where the next one stands. */
  size: number
  values: ValueCodes
  /** Values that are listed below this place mean the same for as long as the log lives. */
  lasting: number
}

/** Writes one hotel's stretches: the length of the head, the head as JSON, filled up to where numbers can stand, the numbers. */
export function writePart(series: readonly PartSeries[], numbers: PartNumbers, spill: RowSpill): SpillPlace {
  const { size, values, lasting } = numbers
  const stretches = series.reduce((sum, { count }) => sum + count, 0)
  const passing = values.listed > lasting ? passingValues(series, numbers) : []
  const head: PartHead = { s: series.map(({ room, plan, count }) => [room, plan, count]), v: passing }
  const text = JSON.stringify(head)
  const start = numbersAt(Buffer.byteLength(text))
  const { place, room } = spill.append(start + stretches * size * INT_BYTES)
  room.writeUInt32LE(room.write(text, 4), 0)
  copyStretches(series, numbers, intsIn(room, start))
  return place
}

/** Where the numbers of a part begin whose head is so long. */
function numbersAt(headBytes: number): number {
  return Math.ceil((4 + headBytes) / INT_BYTES) * INT_BYTES
}

function intsIn(bytes: Buffer, start: number): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset + start, (bytes.length - start) / INT_BYTES)
}

/** Stretches that stand one behind the other, as those of a file that goes by room do, are copied together. */
function copyStretches(series: readonly PartSeries[], { ints, size }: PartNumbers, into: Int32Array): void {
  let to = 0
  for (const { first } of series) {
    for (let at = first; at !== NONE;) {
      let until = at + size
      let next = ints[until - 1] as number
      for (; next === until; next = ints[until - 1] as number) until += size
      if (until - at > size) into.set(ints.subarray(at, until), to)
      else for (let i = 0; i < size; i += 1) into[to + i] = ints[at + i] as number
      to += until - at
      at = next
    }
  }
}

/** Values of a hotel that its part alone will know, by their places. */
function passingValues(
  series: readonly PartSeries[],
  { ints, size, values, lasting }: PartNumbers,
): [number, CellFields[string]][] {
  const passing = new Map<number, CellFields[string]>()
  for (const { first } of series)
    for (let at = first; at !== NONE; at = ints[at + size - 1] as number)
      for (let i = CODES; i < size - 1; i += 1) {
        const code = ints[at + i] as number
        const place = ValueCodes.placeOf(code)
        if (place >= lasting) passing.set(place, values.valueOf(code) as CellFields[string])
      }
  return [...passing]
}

/** Adds the stretches of a part to the series of their room and plan. */
export function readPart(bytes: Buffer, sets: CodedSets, byKey: Map<string, SeriesRows>): void {
  const headBytes = bytes.readUInt32LE(0)
  const head = JSON.parse(bytes.toString('utf8', 4, 4 + headBytes)) as PartHead
  const ints = intsIn(bytes, numbersAt(headBytes))
  const size = CODES + sets.names.length + 1
  if (head.v.length > 0) listAgain(ints, size, new Map(head.v), sets.values)
  let at = 0
  for (const [room, plan, count] of head.s) {
    const { stretches } = seriesIn(byKey, room, plan)
    for (let i = 0; i < count; i += 1, at += size) stretches.push(stretchAt(ints, at, sets))
  }
}

/** Gives values that only a part has listed the codes that they have here. */
function listAgain(
  ints: Int32Array,
  size: number,
  listed: ReadonlyMap<number, CellFields[string]>,
  values: ValueCodes,
): void {
  for (let at = 0; at < ints.length; at += size)
    for (let i = CODES; i < size - 1; i += 1) {
      const value = listed.get(ValueCodes.placeOf(ints[at + i] as number))
      if (value !== undefined) ints[at + i] = values.codeOf(value)
    }
}

export function stretchAt(ints: Int32Array, at: number, sets: CodedSets): Stretch {
  const [from, count] = [ints[at + FROM] as number, ints[at + COUNT] as number]
  return {
    from,
    until: from + (ints[at + LENGTH] as number) * count,
    value: sets.idOfCodes(ints, at + CODES),
    count,
    file: ints[at + FILE] as number,
    line: ints[at + LINE] as number,
    step: ints[at + STEP] as number,
  }
}

export function seriesIn(byKey: Map<string, SeriesRows>, room: string, plan: string): SeriesRows {
  const key = seriesKey(room, plan)
  let series = byKey.get(key)
  if (series === undefined) byKey.set(key, (series = { room, plan, stretches: [] }))
  return series
}

function seriesKey(room: string, plan: string): string {
  return `${room}|${plan}`
}

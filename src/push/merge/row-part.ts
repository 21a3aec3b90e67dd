import { CodedSets, ValueCodes } from '../../calendar/index.js'
import type { CellFields } from '../../files/index.js'
import type { SeriesRows, Stretch } from './hotel-rows.js'

/** Places of a stretch's numbers: those of Stretch but for its field set, then the codes of its values. In memory alone, where the series' next stretch stands follows. */
export const FROM = 0,
  LENGTH = 1,
  COUNT = 2,
  FILE = 3,
  LINE = 4,
  STEP = 5,
  CODES = 6

interface PartHead {
  /** Room, plan, number of stretches. */
  s: [string, string, number][]
  /** Places in the list of values that are known to this part alone, and the values. */
  v: [number, CellFields[string]][]
}

/** A series to be written: `places` are where its stretches begin in the log's numbers. */
interface PartSeries {
  room: string
  plan: string
  count: number
  places: Iterable<number>
}

/** What the log's numbers are made of. */
interface PartNumbers {
  ints: Int32Array
  /** Numbers of a stretch that are written: up to its last code. */
  stored: number
  values: ValueCodes
  /** Values that are listed below this place mean the same for as long as the log lives. */
  lasting: number
}

/** One hotel's stretches as bytes: the length of the head, the head as JSON, the numbers. */
export function writePart(
  series: readonly PartSeries[],
  { ints: log, stored, values, lasting }: PartNumbers,
): Uint8Array {
  const passing = new Map<number, CellFields[string]>()
  const isPassing = values.listed > lasting
  const ints = new Int32Array(series.reduce((sum, { count }) => sum + count, 0) * stored)
  let to = 0
  for (const { places } of series) {
    for (const at of places) {
      for (let i = 0; i < stored; i += 1) ints[to + i] = log[at + i] as number
      if (isPassing)
        for (let i = CODES; i < stored; i += 1) {
          const code = log[at + i] as number
          const place = ValueCodes.placeOf(code)
          if (place >= lasting) passing.set(place, values.valueOf(code) as CellFields[string])
        }
      to += stored
    }
  }
  const head: PartHead = { s: series.map(({ room, plan, count }) => [room, plan, count]), v: [...passing] }
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, Buffer.from(ints.buffer)])
}

/** Adds the stretches of a part to the series of their room and plan. */
export function readPart(bytes: Buffer, sets: CodedSets, byKey: Map<string, SeriesRows>): void {
  const start = 4 + bytes.readUInt32LE(0)
  const head = JSON.parse(bytes.toString('utf8', 4, start)) as PartHead
  const ints = new Int32Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length))
  const stored = CODES + sets.names.length
  if (head.v.length > 0) listAgain(ints, stored, new Map(head.v), sets.values)
  let at = 0
  for (const [room, plan, count] of head.s) {
    const { stretches } = seriesIn(byKey, room, plan)
    for (let i = 0; i < count; i += 1, at += stored) stretches.push(stretchAt(ints, at, sets))
  }
}

/** Gives values that only a part has listed the codes that they have here. */
function listAgain(
  ints: Int32Array,
  stored: number,
  listed: ReadonlyMap<number, CellFields[string]>,
  values: ValueCodes,
): void {
  for (let at = 0; at < ints.length; at += stored)
    for (let i = CODES; i < stored; i += 1) {
      const value = listed.get(ValueCodes.placeOf(ints[at + i] as number))
      if (value !== undefined) ints[at + i] = values.codeOf(value)
    }
}

export function stretchAt(ints: Int32Array, at: number, sets: CodedSets): Stretch {
  return {
    from: ints[at + FROM] as number,
    length: ints[at + LENGTH] as number,
    count: ints[at + COUNT] as number,
    file: ints[at + FILE] as number,
    line: ints[at + LINE] as number,
    step: ints[at + STEP] as number,
    fields: sets.idOfCodes(ints, at + CODES),
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

import type { FieldSets } from '../../calendar/index.js'
import type { CellFields } from '../../files/index.js'
import { columnsOf, type FieldColumns, setsOf } from '../../journal/index.js'
import type { SeriesRows, Stretch } from './hotel-rows.js'

/** Places of a stretch's numbers: the fields of Stretch, then, in memory alone, where the series' next stretch stands. */
export const FROM = 0,
  LENGTH = 1,
  COUNT = 2,
  FILE = 3,
  LINE = 4,
  STEP = 5,
  FIELDS = 6,
  NEXT = 7
export const SIZE = 8
const STORED = SIZE - 1
/** Above every number of a set. */
const NO_SET = 0x7fff_ffff

interface PartHead {
  /** Room, plan, number of stretches. */
  s: [string, string, number][]
  /** Field sets that are known to this part alone, numbered from `n` on: as columns where all of them name the same fields in the same order. */
  f: FieldColumns | CellFields[]
  n: number
}

/** The numbers of field sets below `lasting` mean the same for as long as the log lives. */
interface PartSets {
  sets: FieldSets
  lasting: number
}

/** A series to be written: `places` are where its stretches begin in the log's numbers. */
interface PartSeries {
  room: string
  plan: string
  count: number
  places: Iterable<number>
}

/** One hotel's stretches as bytes: the length of the head, the head as JSON, the numbers. */
export function writePart(series: readonly PartSeries[], log: Int32Array, { sets, lasting }: PartSets): Uint8Array {
  const fields: CellFields[] = []
  const places = new Map<number, number>()
  const ints = new Int32Array(series.reduce((sum, { count }) => sum + count, 0) * STORED)
  let to = 0
  for (const { places: starts } of series) {
    for (const at of starts) {
      for (let i = 0; i < STORED; i += 1) ints[to + i] = log[at + i] as number
      const id = log[at + FIELDS] as number
      if (id >= lasting) {
        let place = places.get(id)
        if (place === undefined) places.set(id, (place = lasting + fields.push(sets.fieldsOf(id)) - 1))
        ints[to + FIELDS] = place
      }
      to += STORED
    }
  }
  const head: PartHead = {
    s: series.map(({ room, plan, count }) => [room, plan, count]),
    f: areAlike(fields) ? columnsOf(fields) : fields,
    n: Math.min(lasting, NO_SET),
  }
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, Buffer.from(ints.buffer)])
}

/** Whether sets come back from columns as they are, the order of their names included. */
function areAlike(sets: readonly CellFields[]): boolean {
  const names = Object.keys(sets[0] ?? {})
  return sets.every((set) => {
    let at = 0
    for (const name in set) if (names[at++] !== name) return false
    return at === names.length
  })
}

/** Adds the stretches of a part to the series of their room and plan. */
export function readPart(bytes: Buffer, sets: FieldSets, byKey: Map<string, SeriesRows>): void {
  const start = 4 + bytes.readUInt32LE(0)
  const head = JSON.parse(bytes.toString('utf8', 4, start)) as PartHead
  const ints = new Int32Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length))
  const ids = (Array.isArray(head.f) ? head.f : setsOf(head.f)).map((fields) => sets.idOf(fields))
  const idOf = (place: number): number => (place < head.n ? place : (ids[place - head.n] as number))
  let at = 0
  for (const [room, plan, count] of head.s) {
    const { stretches } = seriesIn(byKey, room, plan)
    for (let i = 0; i < count; i += 1, at += STORED) stretches.push(stretchAt(ints, at, idOf))
  }
}

export function stretchAt(ints: Int32Array, at: number, idOf: (fields: number) => number): Stretch {
  return {
    from: ints[at + FROM] as number,
    length: ints[at + LENGTH] as number,
    count: ints[at + COUNT] as number,
    file: ints[at + FILE] as number,
    line: ints[at + LINE] as number,
    step: ints[at + STEP] as number,
    fields: idOf(ints[at + FIELDS] as number),
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

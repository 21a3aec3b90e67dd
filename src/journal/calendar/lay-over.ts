import { append, FieldSets, type NightFields, overlay, type Segment } from '../../calendar/index.js'
import type { CellBlock, SeriesRanges } from '../packed/index.js'

/** A series by itself, in the fewest segments, with only the field sets that it uses: a request holds those of all its rooms. */
export function alone({ room, plan, ranges }: SeriesRanges, all: readonly NightFields[]): CellBlock {
  const places = new Map<number, number>()
  const fields: NightFields[] = []
  const placed: Segment<number>[] = []
  for (const { from, until, value } of ranges) {
    let place = places.get(value)
    if (place === undefined) places.set(value, (place = fields.push(all[value] as NightFields) - 1))
    append(placed, from, until, place)
  }
  return { series: [{ room, plan, ranges: placed }], fields }
}

/** Numbers each set of a list once: most of its ranges have one of a few. */
function numbering(sets: FieldSets, all: readonly NightFields[]): (value: number) => number {
  const ids = new Map<number, number>()
  return (value) => {
    let id = ids.get(value)
    if (id === undefined) ids.set(value, (id = sets.idOf(all[value] as NightFields)))
    return id
  }
}

function allOf(sets: FieldSets): NightFields[] {
  return Array.from({ length: sets.size }, (_, id) => sets.fieldsOf(id))
}

/** What a room holds: its own cells over those for all rooms. */
export function beneath(general: CellBlock, own: CellBlock | undefined): CellBlock {
  const top = own?.series[0]
  return top === undefined || own === undefined ? general : laidOver(general, top, own.fields)
}

/** A series over what is known of its room and plan. */
export function laidOver(known: CellBlock, top: SeriesRanges, fields: readonly NightFields[]): CellBlock {
  const sets = new FieldSets()
  const numbered = (ranges: readonly Segment<number>[], all: readonly NightFields[]) => {
    const numberOf = numbering(sets, all)
    return ranges.map(({ from, until, value }) => ({ from, until, value: numberOf(value) }))
  }
  const laid = overlay(
    numbered(known.series[0]?.ranges ?? [], known.fields),
    numbered(top.ranges, fields),
    (under, over) => sets.combine(under, over),
  )
  // Only the sets that some range still has.
  return alone({ ...top, ranges: laid }, allOf(sets))
}

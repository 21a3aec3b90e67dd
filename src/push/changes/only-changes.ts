import { align, append, type NightFields, overlay, type Segment } from '../../calendar/index.js'
import type { Kind } from '../../files/index.js'
import type { KnownSeries } from '../../journal/index.js'
import {
  isEqualValue,
  type MergedHotel,
  type MergedRange,
  type MergedSeries,
  sourcesOf,
  type Stretch,
} from '../merge/index.js'
import { segmentsOf } from './changes.js'

/** Fields of a kind as bits, by their place among its fields. */
type FieldMask = number

/**
 * Leaves out what the service has acknowledged already, field by field: a field that is sent is set, and would overwrite
 * what somebody has changed at the service meanwhile. What a kind says together is sent together. Cells for all rooms
 * count as there only where every room known by name has them too, or is given its own value in this same plan; and where
 * cells for all rooms are sent with another value, a room's own cells follow them.
 */
export function onlyChanges(
  merged: MergedHotel,
  known: readonly KnownSeries[],
  kind: Pick<Kind, 'fields' | 'together'>,
): MergedHotel {
  const fields = new FieldPicker(merged, kind)
  const sentForAll = new Map<string, MergedRange[]>()
  const series: MergedSeries[] = []
  for (const wanted of merged.series) {
    const { room, plan, ranges } = wanted
    const needed =
      room === ''
        ? neededForAll(wanted, merged, known, fields)
        : neededForRoom(wanted, known, sentForAll.get(plan) ?? [], fields)
    const kept = fields.pickFrom(ranges, needed)
    if (room === '') sentForAll.set(plan, kept)
    if (kept.length > 0) series.push({ room, plan, ranges: kept })
  }
  return { ...merged, series }
}

/** What is sent for all rooms may change a room's cell, but never stands in for sending it: those entries could be refused. */
function neededForRoom(
  { room, plan, ranges }: MergedSeries,
  known: readonly KnownSeries[],
  general: readonly Segment<number>[],
  fields: FieldPicker,
): Segment<FieldMask>[] {
  const missing: Segment<FieldMask>[] = []
  align(ranges, segmentsOf(known, room, plan), (from, until, wanted, held) => {
    const mask = wanted === undefined ? 0 : fields.notHeld(fields.of(wanted), held)
    if (mask !== 0) append(missing, from, until, mask)
  })
  if (general.length === 0) return missing
  const overwritten: Segment<FieldMask>[] = []
  align(ranges, general, (from, until, wanted, laid) => {
    const mask =
      wanted === undefined || laid === undefined ? 0 : fields.contradicting(fields.of(wanted), fields.of(laid))
    if (mask !== 0) append(overwritten, from, until, mask)
  })
  return overlay(missing, overwritten, both)
}

function neededForAll(
  { plan, ranges }: MergedSeries,
  { series }: MergedHotel,
  known: readonly KnownSeries[],
  fields: FieldPicker,
): Segment<FieldMask>[] {
  let needed = neededForRoom({ room: '', plan, ranges }, known, [], fields)
  for (const held of known) {
    if (held.plan !== plan || held.room === '') continue
    const differing: Segment<FieldMask>[] = []
    align(ranges, held.segments, (from, until, wanted, before) => {
      const mask = wanted === undefined || before === undefined ? 0 : fields.contradicting(fields.of(wanted), before)
      if (mask !== 0) append(differing, from, until, mask)
    })
    const own = series.find((one) => one.room === held.room && one.plan === plan)?.ranges ?? []
    needed = overlay(needed, withoutOwn(differing, own, fields), both)
  }
  return needed
}

/** What a room is not given itself in the same plan. */
function withoutOwn(
  differing: readonly Segment<FieldMask>[],
  own: readonly MergedRange[],
  fields: FieldPicker,
): Segment<FieldMask>[] {
  const left: Segment<FieldMask>[] = []
  align(differing, own, (from, until, mask = 0, ownValue) => {
    const open = ownValue === undefined ? mask : mask & ~fields.all(fields.of(ownValue))
    if (open !== 0) append(left, from, until, open)
  })
  return left
}

const both = (one: FieldMask, other: FieldMask): FieldMask => one | other

/** Tells fields of cells apart, and makes sets of some of them. */
class FieldPicker {
  readonly #sets: MergedHotel['sets']
  readonly #names: readonly string[]
  /** One mask for each group of fields that are one statement. */
  readonly #together: readonly FieldMask[]
  /** The picked set by number of the whole set and mask. */
  readonly #picked = new Map<number, number>()

  constructor({ sets }: MergedHotel, { fields, together = [] }: Pick<Kind, 'fields' | 'together'>) {
    this.#sets = sets
    this.#names = fields.map(({ name }) => name)
    this.#together = together.map((names) => names.reduce((mask, name) => mask | (1 << this.#names.indexOf(name)), 0))
  }

  of(value: number): NightFields {
    return this.#sets.fieldsOf(value)
  }

  all(set: NightFields): FieldMask {
    return this.#mask((name) => set[name] !== undefined)
  }

  /** Fields of `wanted` that are not known to have their value. */
  notHeld(wanted: NightFields, held: NightFields = {}): FieldMask {
    return this.#mask((name) => wanted[name] !== undefined && !isEqualValue(wanted[name], held[name]))
  }

  /** Fields that both have, with different values. */
  contradicting(wanted: NightFields, other: NightFields): FieldMask {
    return this.#mask(
      (name) => wanted[name] !== undefined && other[name] !== undefined && !isEqualValue(wanted[name], other[name]),
    )
  }

  /** The parts of ranges on which fields are needed, with just those fields; each keeps the rows it came from. */
  pickFrom(ranges: readonly MergedRange[], needed: readonly Segment<FieldMask>[]): MergedRange[] {
    const kept: (MergedRange & { sources: Stretch[] })[] = []
    align(
      ranges.map((range) => ({ from: range.from, until: range.until, value: range })),
      needed,
      (from, until, range, mask) => {
        if (range === undefined || mask === undefined) return
        const value = this.#pick(range.value, mask)
        const last = kept.at(-1)
        if (last === undefined || last.until !== from || last.value !== value) {
          kept.push({ from, until, value, sources: [...sourcesOf(range)] })
          return
        }
        last.until = until
        for (const source of sourcesOf(range)) if (last.sources.at(-1) !== source) last.sources.push(source)
      },
    )
    return kept
  }

  #mask(isMeant: (name: string) => boolean): FieldMask {
    let mask = 0
    for (let at = 0; at < this.#names.length; at += 1) if (isMeant(this.#names[at] as string)) mask |= 1 << at
    return mask
  }

  #pick(value: number, mask: FieldMask): number {
    const key = value * (1 << this.#names.length) + mask
    const known = this.#picked.get(key)
    if (known !== undefined) return known
    let wide = mask
    for (const group of this.#together) if ((mask & group) !== 0) wide |= group
    const whole = this.of(value)
    const names = Object.keys(whole).filter((name) => (wide & (1 << this.#names.indexOf(name))) !== 0)
    const id =
      names.length === Object.keys(whole).length
        ? value
        : this.#sets.idOf(Object.fromEntries(names.map((name) => [name, whole[name] as string])))
    this.#picked.set(key, id)
    return id
  }
}

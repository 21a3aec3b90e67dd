import { align, FieldSets, type NightFields, overlay, type Segment } from '../../calendar/index.js'
import type { KnownSeries } from '../../journal/index.js'
import type { MergedHotel, MergedRange, MergedSeries } from '../merge/index.js'

/**
 * How what was acknowledged before bears on a night that is planned. `own`: under the same room and plan. `effective`: for the same room, with what was set
 * for all rooms beneath. `overwritten`: for a room by name, which a row for all rooms sets too. `near`: with a rate plan where the row has none, or the
 * reverse; how these overlap is not known, so it serves only where nothing else does.
 */
type Bearing = 'own' | 'effective' | 'overwritten' | 'near'

/** What a planned night held before. */
export interface Held {
  bearing: Bearing
  room: string
  plan: string
  fields: NightFields
}

/** Nights of a planned range on which the same was held before. */
type HeldNights = Segment<{ range: MergedRange; held: readonly Held[] }>

interface Base extends Omit<Held, 'fields'> {
  segments: readonly Segment<NightFields>[]
}

/** Finds what a hotel's planned nights held before, whatever name it was acknowledged under. */
export class HeldBefore {
  readonly #known: readonly KnownSeries[]
  readonly #planned: ReadonlyMap<string, MergedSeries>
  readonly #byName: ReadonlyMap<string, KnownSeries>

  constructor({ series }: MergedHotel, known: readonly KnownSeries[]) {
    this.#known = known
    this.#planned = new Map(series.map((one) => [nameOf(one), one]))
    this.#byName = new Map(known.map((one) => [nameOf(one), one]))
  }

  /** The nights of a planned series in order, each stretch with all that was held there. */
  of({ room, plan, ranges }: MergedSeries): HeldNights[] {
    let nights: HeldNights[] = ranges.map((range) => ({
      from: range.from,
      until: range.until,
      value: { range, held: [] },
    }))
    for (const { segments, ...base } of this.#bases(room, plan)) {
      const next: HeldNights[] = []
      align(nights, segments, (from, until, value, fields) => {
        if (value !== undefined)
          next.push({
            from,
            until,
            value: fields === undefined ? value : { range: value.range, held: [...value.held, { ...base, fields }] },
          })
      })
      nights = next
    }
    return nights
  }

  #bases(room: string, plan: string): Base[] {
    const bases: Base[] = [
      { bearing: 'own', room, plan, segments: this.#segments(room, plan) },
      { bearing: 'effective', room, plan, segments: this.#effective(room, plan) },
    ]
    if (room === '')
      for (const one of this.#known)
        if (one.plan === plan && one.room !== '')
          bases.push({ bearing: 'overwritten', room: one.room, plan, segments: this.#notPlanned(one) })
    if (plan !== '') bases.push({ bearing: 'near', room, plan: '', segments: this.#effective(room, '') })
    else
      for (const { room: at, plan: other } of this.#othersOf(room))
        bases.push({ bearing: 'near', room: at, plan: other, segments: this.#effective(at, other) })
    if (room === '' && plan !== '')
      for (const one of this.#known)
        if (one.plan === '' && one.room !== '')
          bases.push({ bearing: 'near', room: one.room, plan: '', segments: this.#notPlanned(one) })
    return bases.filter(({ segments }) => segments.length > 0)
  }

  /** Series with a rate plan that a row without one may bear on. */
  #othersOf(room: string): Pick<KnownSeries, 'room' | 'plan'>[] {
    const found = new Map<string, Pick<KnownSeries, 'room' | 'plan'>>()
    for (const one of this.#known) {
      if (one.plan === '' || (room !== '' && one.room !== '' && one.room !== room)) continue
      const at = { room: room === '' ? one.room : room, plan: one.plan }
      found.set(nameOf(at), at)
    }
    return [...found.values()]
  }

  #segments(room: string, plan: string): readonly Segment<NightFields>[] {
    return this.#byName.get(nameOf({ room, plan }))?.segments ?? []
  }

  /** What holds for a room: its own cells over those for all rooms. */
  #effective(room: string, plan: string): readonly Segment<NightFields>[] {
    const [own, general] = [this.#segments(room, plan), room === '' ? [] : this.#segments('', plan)]
    if (own.length === 0 || general.length === 0) return own.length === 0 ? general : own
    const sets = new FieldSets()
    const numbered = (segments: readonly Segment<NightFields>[]): Segment<number>[] =>
      segments.map(({ from, until, value }) => ({ from, until, value: sets.idOf(value) }))
    return overlay(numbered(general), numbered(own), (under, over) => sets.combine(under, over)).map(
      ({ from, until, value }) => ({ from, until, value: sets.fieldsOf(value) }),
    )
  }

  /** The nights of a room that the plan does not set by its name as well. */
  #notPlanned(one: KnownSeries): readonly Segment<NightFields>[] {
    const own = this.#planned.get(nameOf(one))?.ranges ?? []
    if (own.length === 0) return one.segments
    const left: Segment<NightFields>[] = []
    align(one.segments, own, (from, until, fields, planned) => {
      if (fields !== undefined && planned === undefined) left.push({ from, until, value: fields })
    })
    return left
  }
}

function nameOf({ room, plan }: Pick<KnownSeries, 'room' | 'plan'>): string {
  return `${room}\n${plan}`
}

/** What a planned price or closing changes: what it overwrites for certain, else what comes nearest to it. */
export function changedBy(held: readonly Held[]): { certain: readonly Held[]; near: readonly Held[] } {
  const certain = held.filter(({ bearing }) => bearing === 'effective' || bearing === 'overwritten')
  return { certain, near: certain.length > 0 ? [] : held.filter(({ bearing }) => bearing === 'near') }
}

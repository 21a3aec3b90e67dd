import {
  align,
  append,
  type NightFields,
  overlay,
  overlayFields,
  type Segment,
  withinFields,
  withoutFields,
} from '../../calendar/index.js'
import type { Journal, LaidLayer } from '../../journal/index.js'
import { isEqualValue } from '../merge/index.js'

/** Fields that later runs have had acknowledged, each with those runs in their order. */
export type LaterRuns = Readonly<Record<string, readonly number[]>>

/**
 * Finds by room and plan what other runs have had acknowledged since a run, whatever its value: the same value once more is theirs as well. What was undone
 * since is none of it.
 */
export class SetLater {
  readonly #bySeries = new Map<string, Segment<LaterRuns>[]>()
  readonly #undoes = new Map<number, number | undefined>()
  readonly #isUndone = new Map<number, boolean>()
  readonly #underUndo = new Map<
    string,
    { held: readonly Segment<NightFields>[]; runs: readonly Segment<LaterRuns>[] }
  >()
  readonly #seen = new Set<number>()

  /** @param layers those of all runs since this one, in the order in which they were laid */
  constructor(
    private readonly journal: Journal,
    private readonly undone: number,
    layers: Iterable<LaidLayer>,
  ) {
    for (const layer of layers) {
      const key = keyOf(layer)
      this.#bySeries.set(key, this.#after(this.#bySeries.get(key) ?? [], layer))
    }
  }

  of(place: { room: string; plan: string }): readonly Segment<LaterRuns>[] {
    return this.#bySeries.get(keyOf(place)) ?? []
  }

  #after(runs: readonly Segment<LaterRuns>[], layer: LaidLayer): Segment<LaterRuns>[] {
    const { run, before, laid } = layer
    const undoes = this.#undoneIn(run)
    // Its own layers, those that undo it, and those that take such an undo back: nothing has been set since them.
    if (run === this.undone) return withoutFields(runs, laid)
    const isOfIt = undoes === this.undone || (undoes !== undefined && this.#undoneIn(undoes) === this.undone)
    const takesBack = undoes !== undefined && this.#seen.has(undoes) && this.#undoneIn(undoes) === undefined
    this.#seen.add(run)
    if (isOfIt || takesBack)
      return this.#withKept(runs, isOfIt ? withoutFields(runs, laid) : without(runs, laid, undoes), layer)
    const marked: Segment<NightFields>[] = []
    align(laid, before, (from, until, set, was = {}) => {
      if (set === undefined) return
      // An undo sends nothing of what its run had set to the value that was there already; with that run it is undone all the same.
      const names = Object.keys(set).filter((name) => !isEqualValue(was[name], set[name]) || !this.#wasUndone(run))
      if (names.length > 0) append(marked, from, until, Object.fromEntries(names.map((name) => [name, run])))
    })
    return overlay(
      runs,
      marked.map(({ value, ...span }) => ({ ...span, value: listed(value) })),
      (under, over) => ({
        ...under,
        ...Object.fromEntries(Object.keys(over).map((name) => [name, [...(under[name] ?? []), run]])),
      }),
    )
  }

  /** An undo for all rooms sends single rooms what they are to keep: with its last layer they hold what they held under its first one, and whose it was. */
  #withKept(
    runs: readonly Segment<LaterRuns>[],
    left: Segment<LaterRuns>[],
    { run, before, laid, ...place }: LaidLayer,
  ): Segment<LaterRuns>[] {
    const key = `${run} ${keyOf(place)}`
    const under = this.#underUndo.get(key)
    const first = under === undefined ? { held: before, runs } : { ...under, held: overlayFields(before, under.held) }
    this.#underUndo.set(key, first)
    if (under === undefined) return left
    const kept: Segment<NightFields>[] = []
    align(laid, first.held, (from, until, set, was = {}) => {
      const names = Object.entries(set ?? {}).filter(([name, value]) => isEqualValue(value, was[name]))
      if (names.length > 0) append(kept, from, until, Object.fromEntries(names))
    })
    return overlay(left, withinFields(first.runs, kept), (own, more) => ({ ...own, ...more }))
  }

  #undoneIn(run: number | undefined): number | undefined {
    if (run === undefined) return undefined
    if (!this.#undoes.has(run)) {
      const undoes = this.journal.getRun(run)?.command['undo']
      this.#undoes.set(run, typeof undoes === 'number' ? undoes : undefined)
    }
    return this.#undoes.get(run)
  }

  #wasUndone(run: number): boolean {
    const found = this.#isUndone.get(run) ?? this.journal.runs.undoneBy(run).length > 0
    this.#isUndone.set(run, found)
    return found
  }
}

/** An undo brings back what was there before its run, and so before all that came after that one. */
function without(
  runs: readonly Segment<LaterRuns>[],
  laid: readonly Segment<NightFields>[],
  undone: number,
): Segment<LaterRuns>[] {
  const left: Segment<LaterRuns>[] = []
  align(runs, laid, (from, until, value, back = {}) => {
    if (value === undefined) return
    const kept = Object.entries(value).flatMap(([name, all]): [string, readonly number[]][] => {
      const at = back[name] === undefined ? -1 : all.indexOf(undone)
      return at === 0 ? [] : [[name, at === -1 ? all : all.slice(0, at)]]
    })
    if (kept.length > 0) append(left, from, until, Object.fromEntries(kept))
  })
  return left
}

function listed(fields: NightFields): LaterRuns {
  return Object.fromEntries(Object.entries(fields).map(([name, run]) => [name, [run as number]]))
}

function keyOf({ room, plan }: { room: string; plan: string }): string {
  return JSON.stringify([room, plan])
}

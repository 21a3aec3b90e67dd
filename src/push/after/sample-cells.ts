import type { Night } from '../../calendar/index.js'
import { type Journal, plainRanges } from '../../journal/index.js'

/** One night of a room and plan that a run set and the service acknowledged. */
export interface SampledCell {
  hotel: string
  /** '' means all active rooms. */
  room: string
  plan: string
  night: Night
}

/** A cell with the names of the fields that the run set there. */
export interface DrawnCell extends SampledCell {
  fields: readonly string[]
}

/** Cells that were drawn, each with the same chance, and how many there were to draw from. */
export interface CellSample {
  population: number
  cells: DrawnCell[]
}

/**
 * Draws cells of a run that were acknowledged, from night `from` on, none twice.
 * @param random numbers from 0 to below 1
 */
export function sampleCells(
  journal: Journal,
  run: number,
  size: number,
  from: Night,
  random: () => number,
): CellSample {
  let population = 0
  for (const { nights } of acknowledgedRanges(journal, run, from)) population += nights
  const chosen = choose(population, Math.min(size, population), random)
  const cells: DrawnCell[] = []
  let passed = 0
  let next = 0
  for (const { nights, first, hotel, room, plan, fields } of acknowledgedRanges(journal, run, from)) {
    while (next < chosen.length && (chosen[next] as number) < passed + nights)
      cells.push({ hotel, room, plan, night: first + (chosen[next++] as number) - passed, fields })
    passed += nights
  }
  return { population, cells }
}

function* acknowledgedRanges(
  journal: Journal,
  run: number,
  from: Night,
): Iterable<Omit<DrawnCell, 'night'> & { first: Night; nights: number }> {
  for (const { seq, hotel, fromEntry, untilEntry } of journal.pieces.of(run, ['acknowledged'])) {
    const block = journal.batches.cells(run, seq).part(fromEntry, untilEntry).unpack()
    const names = block.fields.map((values) => Object.keys(values))
    for (const series of block.series) {
      for (const range of plainRanges(series)) {
        const first = Math.max(range.from, from)
        if (first < range.until)
          yield {
            hotel,
            room: series.room,
            plan: series.plan,
            first,
            nights: range.until - first,
            fields: names[range.value] ?? [],
          }
      }
    }
  }
}

/** So many different numbers below `total`, in order (Floyd's way: no list of all of them is made). */
function choose(total: number, size: number, random: () => number): number[] {
  const chosen = new Set<number>()
  for (let at = total - size; at < total; at += 1) {
    const candidate = Math.floor(random() * (at + 1))
    chosen.add(chosen.has(candidate) ? at : candidate)
  }
  return [...chosen].sort((a, b) => a - b)
}

/**
 * The share that the true one stays below with the given confidence, where `found` of `size` drawn ones were hits
 * (the exact binomial bound of Clopper and Pearson).
 */
export function upperShare(found: number, size: number, confidence = 0.95): number {
  if (size === 0 || found >= size) return 1
  let low = found / size
  let high = 1
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (atMost(found, size, middle) > 1 - confidence) low = middle
    else high = middle
  }
  return high
}

/** The chance of at most `found` hits among `size`, each with chance `share`. */
function atMost(found: number, size: number, share: number): number {
  let term = size * Math.log1p(-share)
  let sum = Math.exp(term)
  for (let hits = 1; hits <= found; hits += 1) {
    term += Math.log((size - hits + 1) / hits) + Math.log(share) - Math.log1p(-share)
    sum += Math.exp(term)
  }
  return sum
}

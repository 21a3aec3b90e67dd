import type { CodedSets, Night } from '../../calendar/index.js'
import type { CellFields, Kind } from '../../files/index.js'
import { requireFew } from './overlaps.js'
import { isEqualValue } from './values.js'
import { rowsOf, type Stretch } from './hotel-rows.js'

/** A stretch in a merge; `isGeneral` where it is for all rooms and the series being merged is for one. */
export interface Layer {
  stretch: Stretch
  isGeneral: boolean
}

/** Where rows cannot all be right. `row` is the later one; where the merged cell is wrong, the one that sets `field`. */
export interface Contradiction {
  row: Stretch
  /** The row that said otherwise before; undefined where the merged cell itself is wrong. */
  against: Stretch | undefined
  field: string
  value: CellFields[string]
  otherValue: CellFields[string] | undefined
  night: Night
  /** Why the merged cell is wrong, where no value contradicts another. */
  reason?: string
}

export interface SweepSink {
  /** The specific rows' outcome on [from, until), and the rows it came from. */
  cell(from: Night, until: Night, fields: number, rows: readonly Stretch[]): void
  contradiction(found: Contradiction): void
  /** A row of which something is not sent on some nights, because a later one has set it. */
  replaced(row: Stretch, by: Stretch): void
  /** Every row that takes part in a contradiction. */
  doubtful(row: Stretch): void
  /** Nights on which a row repeats what was said. */
  repeated(nights: number): void
}

interface SweepRules {
  kind: Kind
  sets: CodedSets
  /** Later rows win instead of contradicting. */
  isLastWins: boolean
}

interface Winner {
  row: Stretch
  value: CellFields[string]
}

/** Merges rows that overlap, night by night where it must, into cells. */
export function sweep(layers: readonly Layer[], rules: SweepRules, sink: SweepSink): void {
  const rows = layers.flatMap(({ stretch, isGeneral }) => [...rowsOf(stretch)].map((row) => ({ row, isGeneral })))
  // Array sort is stable: rows on one line keep the order in which they were read.
  const inFileOrder = [...rows].sort((a, b) => a.row.file - b.row.file || a.row.line - b.row.line)
  const rank = new Map(inFileOrder.map((entry, i) => [entry, i]))
  const byNight = rows.sort((a, b) => a.row.from - b.row.from)
  let active: typeof rows = []
  let next = 0
  let night = -Infinity
  let overlaps = 0
  while (active.length > 0 || next < byNight.length) {
    if (active.length === 0) night = (byNight[next] as Entry).row.from
    while (next < byNight.length && (byNight[next] as Entry).row.from <= night) active.push(byNight[next++] as Entry)
    active.sort((a, b) => (rank.get(a) as number) - (rank.get(b) as number))
    requireFew((overlaps += active.length), night, (active[0] as Entry).row.line)
    let until = byNight[next]?.row.from ?? Infinity
    for (const { row } of active) until = Math.min(until, row.until)
    decide(active, night, until, rules, sink)
    night = until
    active = active.filter(({ row }) => row.until > night)
  }
}

interface Entry {
  row: Stretch
  isGeneral: boolean
}

/** One stretch of nights on which the same rows speak, in file order. */
function decide(active: readonly Entry[], from: Night, until: Night, rules: SweepRules, sink: SweepSink): void {
  const first = active[0] as Entry
  if (active.length === 1) {
    if (!first.isGeneral) sink.cell(from, until, first.row.value, [first.row])
    return
  }
  const { sets, isLastWins, kind } = rules
  const winners = new Map<string, Winner>()
  const own = new Map<string, CellFields[string]>()
  const disputed = new Set<string>()
  for (const { row, isGeneral } of active) {
    let isRepeat = true
    for (const [field, value] of Object.entries(sets.fieldsOf(row.value))) {
      if (!isGeneral) own.set(field, value)
      const winner = winners.get(field)
      if (winner !== undefined && isEqualValue(winner.value, value)) continue
      isRepeat = false
      if (winner === undefined || isLastWins) winners.set(field, { row, value })
      else {
        disputed.add(field)
        sink.contradiction({ row, against: winner.row, field, value, otherValue: winner.value, night: from })
      }
    }
    if (isRepeat && !isGeneral) sink.repeated(until - from)
  }
  markDoubtful(active, disputed, sets, sink)
  if (disputed.size === 0) checkMerged(winners, from, rules, sink)
  const lost = [...own].flatMap(([field, value]) => (isEqualValue(winners.get(field)?.value, value) ? [] : [field]))
  // A price that one for all rooms replaces takes its currency along.
  const kept = [...own].filter(
    ([field]) =>
      !lost.includes(field) &&
      !(kind.together ?? []).some((group) => group.includes(field) && group.some((name) => lost.includes(name))),
  )
  const rows = active.filter((entry) => !entry.isGeneral).map((entry) => entry.row)
  const sent = isLastWins
    ? withoutReplaced(rows, { kept: new Set(kept.map(([field]) => field)), winners, sets, sink })
    : rows
  if (kept.length > 0) sink.cell(from, until, sets.idOf(Object.fromEntries(kept)), sent)
}

/**
 * The rows of which a value of their own is sent. Where a row has lost a value to a later one of its room, what they have in common, such as the currency,
 * goes out for the later row. A row of which some value is lost is told as replaced in any case.
 * @param rows of the room by its name, in file order
 */
function withoutReplaced(
  rows: readonly Stretch[],
  {
    kept,
    winners,
    sets,
    sink,
  }: { kept: ReadonlySet<string>; winners: ReadonlyMap<string, Winner>; sets: CodedSets; sink: SweepSink },
): Stretch[] {
  const isWinning = (field: string, value: CellFields[string] | undefined): boolean =>
    isEqualValue(winners.get(field)?.value, value)
  /** Fields whose value a later row of the room has said. */
  const said = new Set<string>()
  const sent = new Set<Stretch>()
  for (const row of rows.toReversed()) {
    const values = Object.entries(sets.fieldsOf(row.value)).filter(
      ([field, value]) => kept.has(field) && isWinning(field, value),
    )
    if (values.some(([field]) => !said.has(field))) sent.add(row)
    for (const [field] of values) said.add(field)
  }
  return rows.filter((row) => {
    const values = Object.entries(sets.fieldsOf(row.value))
    const lost = values.find(([field, value]) => !isWinning(field, value))
    if (lost === undefined) return true
    sink.replaced(row, (winners.get(lost[0]) as Winner).row)
    return sent.has(row)
  })
}

/** Where a field is in dispute, none of the rows that set it can be trusted. */
function markDoubtful(active: readonly Entry[], disputed: ReadonlySet<string>, sets: CodedSets, sink: SweepSink): void {
  if (disputed.size === 0) return
  for (const { row } of active) {
    if (Object.keys(sets.fieldsOf(row.value)).some((field) => disputed.has(field))) sink.doubtful(row)
  }
}

function checkMerged(winners: ReadonlyMap<string, Winner>, night: Night, { kind }: SweepRules, sink: SweepSink): void {
  const cell: CellFields = Object.fromEntries([...winners].map(([field, { value }]) => [field, value]))
  const wrong = kind.checkCell?.(cell)
  if (wrong === undefined) return
  const rows = [...new Set([...winners.values()].map(({ row }) => row))].sort(
    (a, b) => a.file - b.file || a.line - b.line,
  )
  for (const row of rows) sink.doubtful(row)
  const { row, value } = winners.get(wrong.field) ?? { row: rows.at(-1) as Stretch, value: '' }
  // The row without whose value nothing would be wrong; others that set the night have no part in it.
  const other = [...winners].find(([field, one]) => {
    const { [field]: _, ...rest } = cell
    return one.row !== row && kind.checkCell?.(rest) === undefined
  })
  sink.contradiction({
    row,
    against: other?.[1].row,
    field: wrong.field,
    value,
    otherValue: undefined,
    night,
    reason: wrong.reason,
  })
}

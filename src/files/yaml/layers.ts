import { expandWeekdays, type Span } from '../../calendar/index.js'
import type { ColumnPlan, ReadOptions } from '../reading/index.js'
import { nightsOf, type Scope, type ScopeRow, withNights } from './rows.js'

/** A value that an entry gives beats what it inherits, whatever the layers are. */
const OWN = 100

interface LayeredRow {
  row: ScopeRow
  layer: number
  /** Undefined where the nights cannot be read: the row then stands as it is. */
  spans: readonly Span[] | undefined
}

interface LayerRules {
  plan: ColumnPlan
  options: ReadOptions
  /** Depth of the level whose layers they are: values written deeper are the entries' own. */
  depth: number
  /** Told of the runs of nights of each row; may throw where they become too many. */
  count: (spans: number) => void
}

/**
 * Lays rows over each other, value by value: what an upper layer says of a night is taken from the rows of lower ones. Rows
 * of one layer that contradict each other still do. Only rows of one hotel, room and plan meet.
 * @param layers from the lowest to the uppermost
 */
export function layRows(layers: readonly (readonly ScopeRow[])[], rules: LayerRules): ScopeRow[] {
  if (layers.filter((rows) => rows.length > 0).length < 2) return layers.flat()
  const { keys } = rules.plan
  const series = new Map<string, LayeredRow[]>()
  for (const [layer, rows] of layers.entries()) {
    for (const row of rows) {
      const key = [keys.hotel_code, keys.room_id, keys.rate_plan_id]
        .map((slot) => row.scope.get(slot)?.text.trim() ?? '')
        .join('\n')
      const nights = row.problem === undefined ? nightsOf(row.scope, rules.plan, rules.options) : undefined
      const laid: LayeredRow = {
        row,
        layer,
        spans: nights === undefined ? undefined : expandWeekdays(nights.from, nights.until, nights.days),
      }
      rules.count(laid.spans?.length ?? 0)
      const group = series.get(key)
      if (group === undefined) series.set(key, [laid])
      else group.push(laid)
    }
  }
  return [...series.values()].flatMap((group) => laySeries(group, rules))
}

function laySeries(group: readonly LayeredRow[], rules: LayerRules): ScopeRow[] {
  if (new Set(group.map(({ layer }) => layer)).size === 1) return group.map(({ row }) => row)
  const fields = rules.plan.fields.filter(({ spec }) => spec.type !== 'currency').map(({ at }) => at)
  const covers = new Map(fields.map((field) => [field, coverOf(group, field, rules)]))
  return group.flatMap((laid) =>
    laid.spans === undefined ? [laid.row] : restOf(laid, laid.spans, fields, covers, rules),
  )
}

/** Rank of what a row says of a field; undefined where it says nothing. */
function rankOf({ row, layer }: LayeredRow, field: number, { depth }: LayerRules): number | undefined {
  const said = row.scope.get(field)
  return said === undefined ? undefined : said.depth > depth ? OWN + layer : layer
}

/** For each rank at which a field is given, the nights for which a higher rank gives it. */
function coverOf(group: readonly LayeredRow[], field: number, rules: LayerRules): Map<number, readonly Span[]> {
  const byRank = new Map<number, Span[]>()
  for (const laid of group) {
    const rank = rankOf(laid, field, rules)
    if (rank === undefined || laid.spans === undefined) continue
    const spans = byRank.get(rank)
    if (spans === undefined) byRank.set(rank, [...laid.spans])
    else for (const span of laid.spans) spans.push(span)
  }
  const cover = new Map<number, readonly Span[]>()
  let above: Span[] = []
  for (const rank of [...byRank.keys()].toSorted((a, b) => b - a)) {
    cover.set(rank, above)
    above = union([...above, ...(byRank.get(rank) as Span[])])
  }
  return cover
}

/** What is left of a row: its values by the nights for which no higher rank gives them. */
function restOf(
  laid: LayeredRow,
  spans: readonly Span[],
  fields: readonly number[],
  covers: ReadonlyMap<number, ReadonlyMap<number, readonly Span[]>>,
  rules: LayerRules,
): ScopeRow[] {
  const rests = new Map<string, { spans: readonly Span[]; fields: Set<number> }>()
  let isWhole = true
  let said = 0
  for (const field of fields) {
    const rank = rankOf(laid, field, rules)
    if (rank === undefined) continue
    said += 1
    const above = covers.get(field)?.get(rank) ?? []
    const left = above.length === 0 ? spans : without(spans, above)
    if (left !== spans) isWhole &&= sameSpans(left, spans)
    const key = left.map(({ from, until }) => `${from}-${until}`).join(' ')
    const rest = rests.get(key)
    if (rest === undefined) rests.set(key, { spans: left, fields: new Set([field]) })
    else rest.fields.add(field)
  }
  const { row } = laid
  if (isWhole || said === 0) return [row]
  return [...rests.values()].flatMap((rest) => {
    const scope: Scope = new Map([...row.scope].filter(([slot]) => !fields.includes(slot) || rest.fields.has(slot)))
    return rest.spans.map((span) => ({
      line: row.line,
      scope: withNights(scope, span, undefined, rules.depth + 1, rules.plan),
    }))
  })
}

function sameSpans(a: readonly Span[], b: readonly Span[]): boolean {
  return a.length === b.length && a.every(({ from, until }, at) => from === b[at]?.from && until === b[at]?.until)
}

/** The nights of both, in as few spans as they take. */
function union(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until)
    else merged.push({ from, until })
  }
  return merged
}

/** Sorted spans without the nights of others, which are sorted and apart. */
function without(spans: readonly Span[], others: readonly Span[]): Span[] {
  const left: Span[] = []
  let at = 0
  for (const span of spans) {
    while (at < others.length && (others[at] as Span).until <= span.from) at += 1
    let { from } = span
    for (let i = at; i < others.length && (others[i] as Span).from < span.until; i += 1) {
      const other = others[i] as Span
      if (other.from > from) left.push({ from, until: other.from })
      from = Math.max(from, other.until)
    }
    if (from < span.until) left.push({ from, until: span.until })
  }
  return left
}

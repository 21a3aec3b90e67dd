import { type Document, isMap, isSeq, type Node } from 'yaml'
import { nearestName } from '../columns.js'
import { Problem, showText } from '../values.js'
import { inputFaults } from './input-fault.js'
import type { NamedColumns } from './named-columns.js'
import type { ReadContext } from './reading.js'
import { deriveRows } from './yaml-derived.js'
import { layRows } from './yaml-layers.js'
import { DEPTH_MAX, type Derivation, type Level, YamlLevels } from './yaml-levels.js'
import { YamlNodes } from './yaml-nodes.js'
import type { Said, Scope, ScopeRow } from './yaml-rows.js'

/** Rows that layers and derived plans of one document may make. */
const MADE_ROWS_MAX = 200_000
/** Runs of nights that layers of one document are compared by. */
const SPANS_MAX = 2_000_000

/** A row of a YAML file: what it says itself and what it inherits. */
export interface YamlRow {
  line: number
  values: ReadonlyMap<number, string>
  /** Set where the row cannot be what it says. */
  problem?: Problem
}

/** An entry of a list of plans in which one derives from another. */
interface PlanEntry {
  written: Node
  level: Level
  scope: Scope
  rows: ScopeRow[] | undefined
  isOpen: boolean
}

/** Walks one YAML document and gives its rows. A map without lists is a row; a map with lists only hands its values down. */
export class YamlScopes {
  private readonly nodes: YamlNodes
  private readonly levels: YamlLevels
  private madeRows = 0
  private spans = 0

  constructor(
    private readonly document: Document,
    private readonly columns: NamedColumns,
    private readonly context: ReadContext,
    lineAt: (offset: number) => number,
  ) {
    this.nodes = new YamlNodes(document, context.name, lineAt)
    this.levels = new YamlLevels(this.nodes, columns, context)
  }

  /** @throws Fault INVALID_INPUT naming every key and shape that is not of the layout */
  *rows(): Generator<YamlRow> {
    const top = this.document.contents
    if (top !== null) {
      for (const { line, scope, problem } of this.walk(top as Node, new Map(), 0)) {
        yield { line, values: new Map([...scope].map(([slot, { text }]) => [slot, text])), ...(problem === undefined ? {} : { problem }) }
      }
    }
    const [first, ...more] = this.nodes.findings
    if (first !== undefined) throw inputFaults([first, ...more])
  }

  private *walk(written: Node, outer: Scope, depth: number): Generator<ScopeRow> {
    if (depth > DEPTH_MAX) throw this.nodes.fault(written, `is nested more than ${DEPTH_MAX} levels deep`)
    const node = this.nodes.enter(written)
    if (isSeq(node)) {
      for (const item of node.items) yield* this.walk(item as Node, outer, depth + 1)
    } else if (isMap(node)) {
      const level = this.levels.levelOf(node)
      if (level.derivation !== undefined) this.nodes.note(written, 'derives its prices, which only an entry of plans can do', 'Put it into the list plans, beside the plan it derives from.')
      yield* this.walkLevel(level, written, this.scopeOf(level, outer, depth), depth)
    } else this.nodes.note(written, 'is no map of names and values', 'Write NAME: VALUE.')
    this.nodes.leave(written)
  }

  private *walkLevel(level: Level, written: Node, scope: Scope, depth: number): Generator<ScopeRow> {
    const plans = level.lists.get('plans')
    const isDeriving = plans !== undefined && this.derives(plans)
    if (!isDeriving && !level.lists.has('base') && !level.lists.has('exceptions')) {
      if (level.lists.size === 0) yield { line: this.nodes.lineOf(written), scope }
      for (const list of level.lists.values()) yield* this.walk(list, scope, depth + 1)
      return
    }
    const rows = this.count(this.layersOf(level, written, scope, depth, []))
    yield* rows
    for (const [name, list] of level.lists) {
      if (name === 'plans' && isDeriving) yield* this.walkPlans(list, scope, depth + 1, rows)
      else if (name === 'hotels' || name === 'rooms' || name === 'plans') yield* this.walk(list, scope, depth + 1)
    }
  }

  /** The rows of a level itself: its base, its seasons over that, its exceptions over both. */
  private layersOf({ lists, own }: Level, written: Node, scope: Scope, depth: number, derived: readonly ScopeRow[]): ScopeRow[] {
    const rowsOf = (name: string): ScopeRow[] => {
      const list = lists.get(name)
      return list === undefined ? [] : [...this.walk(list, scope, depth + 1)]
    }
    const seasons = [...rowsOf('seasons'), ...rowsOf(this.context.kind.name)]
    // A map with exceptions alone is the row that they are exceptions of.
    const isRow = derived.length === 0 && [...lists.keys()].every((name) => name === 'exceptions') && own.size > 0
    const self = isRow && this.saysSomething(own) ? [{ line: this.nodes.lineOf(written), scope: deeper(scope, depth) }] : []
    return layRows([[...rowsOf('base'), ...derived], [...seasons, ...self], rowsOf('exceptions')], { plan: this.columns.plan, options: this.context.options, depth, count: (spans) => this.countSpans(spans) })
  }

  /** True where values name a night or something to send. */
  private saysSomething(own: ReadonlyMap<number, string>): boolean {
    const { keys, fields } = this.columns.plan
    return [keys.date, keys.from, keys.to, ...fields.filter(({ spec }) => spec.type !== 'currency').map(({ at }) => at)].some((slot) => own.has(slot))
  }

  private derives(list: Node): boolean {
    const node = this.nodes.enter(list)
    const items = isSeq(node) ? node.items : []
    const isDeriving = items.some((item) => {
      const map = this.nodes.enter(item as Node)
      const found = isMap(map) && this.levels.levelOf(map).derivation !== undefined
      this.nodes.leave(item as Node)
      return found
    })
    this.nodes.leave(list)
    return isDeriving
  }

  private *walkPlans(list: Node, outer: Scope, depth: number, base: readonly ScopeRow[]): Generator<ScopeRow> {
    const node = this.nodes.enter(list)
    const entries: PlanEntry[] = []
    for (const item of isSeq(node) ? (node.items as Node[]) : []) {
      const map = this.nodes.enter(item)
      if (isMap(map)) {
        const level = this.levels.levelOf(map)
        entries.push({ written: item, level, scope: this.scopeOf(level, outer, depth + 1), rows: undefined, isOpen: false })
      } else this.nodes.note(item, 'is no map of names and values', 'Write NAME: VALUE.')
      this.nodes.leave(item)
    }
    for (const entry of entries) yield* this.rowsOfPlan(entry, entries, base, depth + 1, [])
    this.nodes.leave(list)
  }

  private rowsOfPlan(entry: PlanEntry, entries: readonly PlanEntry[], base: readonly ScopeRow[], depth: number, way: readonly string[]): ScopeRow[] {
    if (entry.rows !== undefined) return entry.rows
    const { level, written, scope } = entry
    const { derivation } = level
    entry.isOpen = true
    const rows = derivation === undefined ? [...this.walkLevel(level, written, scope, depth)] : this.derivedRows(entry, derivation, entries, base, depth, way)
    entry.isOpen = false
    entry.rows = this.count(rows)
    return entry.rows
  }

  private derivedRows({ level, written, scope }: PlanEntry, derivation: Derivation, entries: readonly PlanEntry[], base: readonly ScopeRow[], depth: number, way: readonly string[]): ScopeRow[] {
    const source = this.sourceOf(derivation.from, entries, written)
    const names = [...way, derivation.from]
    if (typeof source === 'object' && source.isOpen) this.nodes.note(written, `derives from itself: ${names.map(showText).join(', which derives from ')}`, 'Give one of these plans prices of its own.')
    if (!this.mayDerive(level, written) || source === undefined || (source !== 'base' && source.isOpen)) return []
    const rows = source === 'base' ? base : this.rowsOfPlan(source, entries, base, depth, names)
    const derived = deriveRows({ line: this.nodes.lineOf(written), derivation, scope, own: level.own, depth }, rows, this.columns, this.context)
    if (!(derived instanceof Problem)) return this.layersOf(level, written, scope, depth, derived)
    // What a source lacks because it is wrong itself has been said of it.
    if (this.nodes.findings.length === 0 || rows.length > 0) this.nodes.note(written, derived.reason, derived.remedy)
    return []
  }

  private mayDerive({ own, lists }: Level, written: Node): boolean {
    const { keys, fields } = this.columns.plan
    const before = this.nodes.findings.length
    const list = [...lists.keys()].find((name) => name === 'base' || name === 'hotels' || name === 'rooms' || name === 'plans')
    if (list !== undefined) this.nodes.note(written, `derives its prices and holds the list ${list}`, 'A derived plan may hold seasons and exceptions.')
    if (!own.has(keys.rate_plan_id)) this.nodes.note(written, 'derives prices and does not say for which plan', 'Add plan: ID.')
    if (fields.some(({ spec, at }) => spec.type === 'amount' && own.has(at))) this.nodes.note(written, 'derives its prices and has one of its own', 'Put prices for some nights into exceptions.')
    return this.nodes.findings.length === before
  }

  /** The plan of this name or id beside the one that derives from it; `base` is also the level that holds the plans. */
  private sourceOf(name: string, entries: readonly PlanEntry[], written: Node): PlanEntry | 'base' | undefined {
    const { rate_plan_id: plan } = this.columns.plan.keys
    const same = (text: string | undefined) => text?.trim().toLowerCase() === name.trim().toLowerCase()
    const [found, ...others] = entries.filter(({ level }) => same(level.name) || same(level.own.get(plan)))
    if (others.length > 0) this.nodes.note(written, `"${showText(name)}" is the name of several plans`, 'Give each plan a name of its own.')
    else if (found === undefined && name.trim().toLowerCase() === 'base') return 'base'
    else if (found === undefined) {
      const near = nearestName(name, entries.flatMap(({ level }) => [level.name, level.own.get(plan)].filter((text) => text !== undefined)))
      this.nodes.note(written, `no plan "${showText(name)}" stands beside this one`, near === undefined ? 'Name a plan of the same list, or base for the prices of the level around it.' : `Did you mean ${showText(near)}?`)
    }
    return others.length > 0 ? undefined : found
  }

  private scopeOf(level: Level, outer: Scope, depth: number): Scope {
    return this.levels.inherit(outer, new Map([...level.own].map(([slot, text]): [number, Said] => [slot, { text, depth }])))
  }

  private count(rows: ScopeRow[]): ScopeRow[] {
    this.madeRows += rows.length
    if (this.madeRows > MADE_ROWS_MAX) throw this.nodes.fault(this.document.contents as Node, `makes more than ${MADE_ROWS_MAX} rows of layers and derived plans`)
    return rows
  }

  private countSpans(spans: number): void {
    this.spans += spans
    if (this.spans > SPANS_MAX) throw this.nodes.fault(this.document.contents as Node, `has more than ${SPANS_MAX} runs of nights in its layers`)
  }
}

/** The values of a level as the own ones of a row in it. */
function deeper(scope: Scope, depth: number): Scope {
  return new Map([...scope].map(([slot, said]) => [slot, said.depth === depth ? { ...said, depth: depth + 1 } : said]))
}

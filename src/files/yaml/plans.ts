import { isMap, isSeq, type Node } from 'yaml'
import { nearestName } from '../columns/index.js'
import type { ReadContext } from '../reading/index.js'
import type { NamedColumns } from '../records/index.js'
import { type PriceStep, Problem, showText } from '../values/index.js'
import { deriveRows } from './derived.js'
import type { Derivation, Level, YamlLevels } from './levels.js'
import type { YamlNodes } from './nodes.js'
import type { Scope, ScopeRow } from './rows.js'
import type { Need } from './siblings.js'

/** What reads the levels inside and around a list of plans. */
export interface LevelReader {
  /** What holds at a level: its own values over those written further out. */
  scopeOf(level: Level, outer: Scope, depth: number): Scope
  walkLevel(level: Level, written: Node, scope: Scope, depth: number): Iterable<ScopeRow>
  /** The rows of a level's own layers, over rows that derive from others. */
  layersOf(level: Level, written: Node, scope: Scope, depth: number, derived: readonly ScopeRow[]): ScopeRow[]
  /** Counts rows that are kept. @throws Fault INVALID_INPUT where they are too many */
  count(rows: ScopeRow[]): ScopeRow[]
  /** What the rows of each entry of a list have to name. */
  needsOf(list: string, items: readonly Node[]): Need[]
  /** Notes what the rows of an entry lack of it. */
  named(rows: Iterable<ScopeRow>, item: Node, needs: readonly Need[], depth: number): Iterable<ScopeRow>
}

/** An entry of a list of plans in which one derives from another. */
interface PlanEntry {
  written: Node
  level: Level
  scope: Scope
  rows: ScopeRow[] | undefined
  isOpen: boolean
}

/** Reads lists of plans in which one derives its prices from another. */
export class YamlPlans {
  private readonly steps = new Map<string, PriceStep>()

  constructor(
    private readonly nodes: YamlNodes,
    private readonly levels: YamlLevels,
    private readonly columns: NamedColumns,
    private readonly context: ReadContext,
    private readonly reader: LevelReader,
  ) {}

  /** True where an entry of a list derives its prices. */
  areDerived(list: Node): boolean {
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

  /** The rows of a list of plans. `base` holds the rows of the level around it. */
  *rows(list: Node, outer: Scope, depth: number, base: readonly ScopeRow[]): Generator<ScopeRow> {
    const node = this.nodes.enter(list)
    const entries: PlanEntry[] = []
    for (const item of isSeq(node) ? (node.items as Node[]) : []) {
      const map = this.nodes.enter(item)
      if (isMap(map)) {
        const level = this.levels.levelOf(map)
        entries.push({
          written: item,
          level,
          scope: this.reader.scopeOf(level, outer, depth + 1),
          rows: undefined,
          isOpen: false,
        })
      } else this.nodes.note(item, 'is no map of names and values', 'Write NAME: VALUE.')
      this.nodes.leave(item)
    }
    const needs = this.reader.needsOf(
      'plans',
      entries.map(({ written }) => written),
    )
    for (const entry of entries) {
      const rows = this.rowsOfPlan(entry, entries, base, depth + 1, [])
      // Of a plan that derives its prices it has been said already.
      yield* entry.level.derivation === undefined ? this.reader.named(rows, entry.written, needs, depth + 1) : rows
    }
    this.nodes.leave(list)
  }

  private rowsOfPlan(
    entry: PlanEntry,
    entries: readonly PlanEntry[],
    base: readonly ScopeRow[],
    depth: number,
    way: readonly string[],
  ): ScopeRow[] {
    if (entry.rows !== undefined) return entry.rows
    const { level, written, scope } = entry
    const { derivation } = level
    entry.isOpen = true
    const rows =
      derivation === undefined
        ? [...this.reader.walkLevel(level, written, scope, depth)]
        : this.derivedRows(entry, derivation, entries, base, depth, way)
    entry.isOpen = false
    entry.rows = this.reader.count(rows)
    return entry.rows
  }

  private derivedRows(
    { level, written, scope }: PlanEntry,
    derivation: Derivation,
    entries: readonly PlanEntry[],
    base: readonly ScopeRow[],
    depth: number,
    way: readonly string[],
  ): ScopeRow[] {
    const source = this.sourceOf(derivation.from, entries, written)
    const names = [...way, derivation.from]
    if (typeof source === 'object' && source.isOpen)
      this.nodes.note(
        written,
        `derives from itself: ${names.map(showText).join(', which derives from ')}`,
        'Give one of these plans prices of its own.',
      )
    if (!this.mayDerive(level, written) || source === undefined || (source !== 'base' && source.isOpen)) return []
    const rows = source === 'base' ? base : this.rowsOfPlan(source, entries, base, depth, names)
    const derived = deriveRows(
      { line: this.nodes.lineOf(written), derivation, scope, own: level.own, depth, steps: this.steps },
      rows,
      this.columns,
      this.context,
    )
    if (!(derived instanceof Problem)) return this.reader.layersOf(level, written, scope, depth, derived)
    // What a source lacks because it is wrong itself has been said of it.
    if (this.nodes.findings.length === 0 || rows.length > 0) this.nodes.note(written, derived.reason, derived.remedy)
    return []
  }

  private mayDerive({ own, lists }: Level, written: Node): boolean {
    const { keys, fields } = this.columns.plan
    const before = this.nodes.findings.length
    const list = [...lists.keys()].find(
      (name) => name === 'base' || name === 'hotels' || name === 'rooms' || name === 'plans',
    )
    if (list !== undefined)
      this.nodes.note(
        written,
        `derives its prices and holds the list ${list}`,
        'A derived plan may hold seasons and exceptions.',
      )
    if (!own.has(keys.rate_plan_id))
      this.nodes.note(written, 'derives prices and does not say for which plan', 'Add plan: ID.')
    if (fields.some(({ spec, at }) => spec.type === 'amount' && own.has(at)))
      this.nodes.note(
        written,
        'derives its prices and has one of its own',
        'Put prices for some nights into exceptions.',
      )
    return this.nodes.findings.length === before
  }

  /** The plan of this name or id beside the one that derives from it; `base` is also the level that holds the plans. */
  private sourceOf(name: string, entries: readonly PlanEntry[], written: Node): PlanEntry | 'base' | undefined {
    const { rate_plan_id: plan } = this.columns.plan.keys
    const same = (text: string | undefined) => text?.trim().toLowerCase() === name.trim().toLowerCase()
    const [found, ...others] = entries.filter(({ level }) => same(level.name) || same(level.own.get(plan)))
    if (others.length > 0)
      this.nodes.note(written, `"${showText(name)}" is the name of several plans`, 'Give each plan a name of its own.')
    else if (found === undefined && name.trim().toLowerCase() === 'base') return 'base'
    else if (found === undefined) {
      const near = nearestName(
        name,
        entries.flatMap(({ level }) => [level.name, level.own.get(plan)].filter((text) => text !== undefined)),
      )
      this.nodes.note(
        written,
        `no plan "${showText(name)}" stands beside this one`,
        near === undefined
          ? 'Name a plan of the same list, or base for the prices of the level around it.'
          : `Did you mean ${showText(near)}?`,
      )
    }
    return others.length > 0 ? undefined : found
  }
}

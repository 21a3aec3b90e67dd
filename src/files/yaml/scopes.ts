import { type Document, isMap, isSeq, type Node } from 'yaml'
import { inputFaults, type ReadContext } from '../reading/index.js'
import type { NamedColumns } from '../records/index.js'
import type { Problem } from '../values/index.js'
import { layRows } from './layers.js'
import { DEPTH_MAX, type Level, YamlLevels } from './levels.js'
import { YamlNodes } from './nodes.js'
import { type LevelReader, YamlPlans } from './plans.js'
import type { Said, Scope, ScopeRow } from './rows.js'
import { type Entry, namedRows, type Need, type YamlSiblings } from './siblings.js'

/** Rows that layers and derived plans of one document may make; each holds about a kilobyte until all are read. */
const MADE_ROWS_MAX = 100_000
/** Runs of nights that layers of one document are compared by. */
const SPANS_MAX = 2_000_000

/** A row of a YAML file: what it says itself and what it inherits. */
export interface YamlRow {
  line: number
  values: ReadonlyMap<number, string>
  /** Set where the row cannot be what it says. */
  problem?: Problem
}

/** Walks one YAML document and gives its rows. A map without lists is a row; a map with lists only hands its values down. */
export class YamlScopes implements LevelReader {
  private readonly nodes: YamlNodes
  private readonly levels: YamlLevels
  private readonly plans: YamlPlans
  private madeRows = 0
  private spans = 0

  constructor(
    private readonly document: Document,
    private readonly columns: NamedColumns,
    private readonly context: ReadContext,
    lineAt: (offset: number) => number,
    private readonly siblings: YamlSiblings,
  ) {
    this.nodes = new YamlNodes(document, context.name, lineAt)
    this.levels = new YamlLevels(this.nodes, columns, context)
    this.plans = new YamlPlans(this.nodes, this.levels, columns, context, this)
  }

  /** The map that the document is; undefined for a list of maps. */
  top(): Entry | undefined {
    const node = this.document.contents
    return isMap(node) ? { level: this.levels.levelOf(node), line: this.nodes.lineOf(node) } : undefined
  }

  /**
   * @param documents the maps of all documents of the file
   * @throws Fault INVALID_INPUT naming every key and shape that is not of the layout
   */
  *rows(documents: readonly Entry[]): Generator<YamlRow> {
    const top = this.document.contents
    if (top !== null) {
      const needs = isMap(top) ? this.siblings.needsOf('', documents) : []
      for (const { line, scope, problem } of this.named(this.walk(top as Node, new Map(), 0), top as Node, needs, 0)) {
        const values = new Map<number, string>()
        for (const [slot, { text }] of scope) values.set(slot, text)
        yield { line, values, ...(problem === undefined ? {} : { problem }) }
      }
    }
    const [first, ...more] = this.nodes.findings
    if (first !== undefined) throw inputFaults([first, ...more])
  }

  /** @param list the name of a list; '' for other nodes */
  private *walk(written: Node, outer: Scope, depth: number, list = ''): Generator<ScopeRow> {
    if (depth > DEPTH_MAX) throw this.nodes.fault(written, `is nested more than ${DEPTH_MAX} levels deep`)
    const node = this.nodes.enter(written)
    if (isSeq(node)) {
      const needs = this.needsOf(list, node.items as Node[])
      for (const item of node.items as Node[])
        yield* this.named(this.walk(item, outer, depth + 1), item, needs, depth + 1)
    } else if (isMap(node)) {
      const level = this.levels.levelOf(node)
      if (level.derivation !== undefined)
        this.nodes.note(
          written,
          'derives its prices, which only an entry of plans can do',
          'Put it into the list plans, beside the plan it derives from.',
        )
      yield* this.walkLevel(level, written, this.scopeOf(level, outer, depth), depth)
    } else this.nodes.note(written, 'is no map of names and values', 'Write NAME: VALUE.')
    this.nodes.leave(written)
  }

  needsOf(list: string, items: readonly Node[]): Need[] {
    const entries = items.flatMap((item): Entry[] => {
      const map = this.nodes.enter(item)
      this.nodes.leave(item)
      return isMap(map) ? [{ level: this.levels.levelOf(map), line: this.nodes.lineOf(item) }] : []
    })
    return this.siblings.needsOf(list, entries)
  }

  named(rows: Iterable<ScopeRow>, item: Node, needs: readonly Need[], depth: number): Iterable<ScopeRow> {
    if (needs.length === 0) return rows
    return namedRows(
      rows,
      (row) => this.siblings.lackOf(row, needs, depth),
      ({ reason, remedy }) => this.nodes.note(item, reason, remedy),
    )
  }

  *walkLevel(level: Level, written: Node, scope: Scope, depth: number): Generator<ScopeRow> {
    const plans = level.lists.get('plans')
    const isDeriving = plans !== undefined && this.plans.areDerived(plans)
    if (!isDeriving && !level.lists.has('base') && !level.lists.has('exceptions')) {
      if (level.lists.size === 0) yield { line: this.nodes.lineOf(written), scope }
      for (const [name, list] of level.lists) yield* this.walk(list, scope, depth + 1, name)
      return
    }
    const rows = this.count(this.layersOf(level, written, scope, depth, []))
    yield* rows
    for (const [name, list] of level.lists) {
      if (name === 'plans' && isDeriving) yield* this.plans.rows(list, scope, depth + 1, rows)
      else if (name === 'hotels' || name === 'rooms' || name === 'plans') yield* this.walk(list, scope, depth + 1, name)
    }
  }

  /** The rows of a level itself: its base, its seasons over that, its exceptions over both. */
  layersOf(
    { lists, own }: Level,
    written: Node,
    scope: Scope,
    depth: number,
    derived: readonly ScopeRow[],
  ): ScopeRow[] {
    const rowsOf = (name: string): ScopeRow[] => {
      const list = lists.get(name)
      return list === undefined ? [] : [...this.walk(list, scope, depth + 1, name)]
    }
    const seasons = [...rowsOf('seasons'), ...rowsOf(this.context.kind.name)]
    // A map with exceptions alone is the row that they are exceptions of.
    const isRow = derived.length === 0 && [...lists.keys()].every((name) => name === 'exceptions') && own.size > 0
    const self =
      isRow && this.saysSomething(own) ? [{ line: this.nodes.lineOf(written), scope: deeper(scope, depth) }] : []
    return layRows([[...rowsOf('base'), ...derived], [...seasons, ...self], rowsOf('exceptions')], {
      plan: this.columns.plan,
      options: this.context.options,
      depth,
      count: (spans) => this.countSpans(spans),
    })
  }

  /** True where values name a night or something to send. */
  private saysSomething(own: ReadonlyMap<number, string>): boolean {
    const { keys, fields } = this.columns.plan
    return [
      keys.date,
      keys.from,
      keys.to,
      ...fields.filter(({ spec }) => spec.type !== 'currency').map(({ at }) => at),
    ].some((slot) => own.has(slot))
  }

  scopeOf(level: Level, outer: Scope, depth: number): Scope {
    for (const [slot, name] of level.names) this.columns.callSlot(slot, name)
    return this.levels.inherit(
      outer,
      new Map([...level.own].map(([slot, text]): [number, Said] => [slot, { text, depth }])),
    )
  }

  count(rows: ScopeRow[]): ScopeRow[] {
    this.madeRows += rows.length
    if (this.madeRows > MADE_ROWS_MAX)
      throw this.nodes.fault(
        this.document.contents as Node,
        `makes more than ${MADE_ROWS_MAX} rows of layers and derived plans`,
      )
    return rows
  }

  private countSpans(spans: number): void {
    this.spans += spans
    if (this.spans > SPANS_MAX)
      throw this.nodes.fault(this.document.contents as Node, `has more than ${SPANS_MAX} runs of nights in its layers`)
  }
}

/** The values of a level as the own ones of a row in it. */
function deeper(scope: Scope, depth: number): Scope {
  return new Map([...scope].map(([slot, said]) => [slot, said.depth === depth ? { ...said, depth: depth + 1 } : said]))
}

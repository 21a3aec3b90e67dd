import { isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap } from 'yaml'
import { nearestName } from '../columns/index.js'
import { readDate } from '../dates/index.js'
import type { ReadContext } from '../reading/index.js'
import type { NamedColumns } from '../records/index.js'
import { Problem, showText } from '../values/index.js'
import { textOfScalar, type YamlNodes } from './nodes.js'

export const DEPTH_MAX = 32

/** Lists that a map may hold. Each entry is a map that inherits every value written further out. */
export const LIST_KEYS = ['hotels', 'rooms', 'plans', 'seasons'] as const
/** Layers under and over the seasons of a level. */
export const LAYER_KEYS = ['base', 'exceptions'] as const

/** The prices of a plan as a change of another's. All as written. */
export interface Derivation {
  /** Name or id of the plan whose prices are changed. */
  from: string
  change: string
  /** What prices are rounded to; undefined for the smallest unit of their currency. */
  round: string | undefined
}

/** What one map says, merged maps (`<<`) included. */
export interface Level {
  name: string | undefined
  /** Values by cell. */
  own: Map<number, string>
  /** What the map itself calls them. */
  names: Map<number, string>
  lists: Map<string, Node>
  derivation: Derivation | undefined
}

interface Parts extends Level {
  change: string | undefined
  round: string | undefined
}

/** Reads maps of the layout, each once. */
export class YamlLevels {
  private readonly known = new Map<YAMLMap, Level>()

  constructor(
    private readonly nodes: YamlNodes,
    private readonly columns: NamedColumns,
    private readonly context: ReadContext,
  ) {}

  levelOf(map: YAMLMap): Level {
    let level = this.known.get(map)
    if (level === undefined) this.known.set(map, (level = this.derived(this.read(map, 0), map)))
    return level
  }

  /** The date of an inner level replaces the range of an outer one, and the other way round. */
  inherit<V>(outer: ReadonlyMap<number, V>, own: ReadonlyMap<number, V>): Map<number, V> {
    const { date, from, to } = this.columns.plan.keys
    const values = new Map(outer)
    if (own.has(date)) {
      values.delete(from)
      values.delete(to)
    }
    if (own.has(from) || own.has(to)) values.delete(date)
    for (const [slot, value] of own) values.set(slot, value)
    return values
  }

  /** Merged maps first, so that a map's own keys win. */
  private read(map: YAMLMap, depth: number): Parts {
    if (depth > DEPTH_MAX) throw this.nodes.fault(map, `merges more than ${DEPTH_MAX} levels deep`)
    const level: Parts = {
      name: undefined,
      own: new Map(),
      names: new Map(),
      lists: new Map(),
      derivation: undefined,
      change: undefined,
      round: undefined,
    }
    for (const { key, value } of map.items) if (isMergeKey(key)) this.merge(level, value as Node, depth)
    const own = new Map<number, string>()
    for (const { key, value } of map.items) {
      if (isMergeKey(key)) continue
      if (!isScalar(key)) this.nodes.note(key as Node, 'is no plain name')
      else this.takeEntry(textOfScalar(key), key, value as Node | null, own, level)
    }
    level.own = this.inherit(level.own, own)
    return level
  }

  private merge(level: Parts, written: Node, depth: number): void {
    const node = this.nodes.enter(written)
    const maps = isSeq(node) ? node.items : [node]
    for (const entry of maps) {
      const map = this.nodes.enter(entry as Node)
      if (isMap(map)) {
        const { own, names, lists, ...rest } = this.read(map, depth + 1)
        for (const [slot, key] of names) if (!level.names.has(slot)) level.names.set(slot, key)
        for (const [slot, text] of own) if (!level.own.has(slot)) level.own.set(slot, text)
        for (const [name, list] of lists) if (!level.lists.has(name)) level.lists.set(name, list)
        level.derivation ??= rest.derivation
        level.change ??= rest.change
        level.round ??= rest.round
      } else this.nodes.note(written, '"<<" merges maps only')
      this.nodes.leave(entry as Node)
    }
    this.nodes.leave(written)
  }

  private takeEntry(name: string, key: Scalar, value: Node | null, own: Map<number, string>, level: Parts): void {
    const { nodes, columns } = this
    if (name.startsWith('x-')) return
    if (name === 'name') level.name = value === null ? undefined : nodes.textOf(value, name, false)
    else if (name === 'change' || name === 'round') level[name] = nodes.textOf(value, name, false, true)
    else if (name === 'derive') level.derivation = this.readDerivation(key, value)
    else if (name === this.context.kind.name || [...LIST_KEYS, ...LAYER_KEYS].some((list) => list === name))
      this.takeList(name, key, value, level)
    else {
      const slots = columns.slotsOf(name)
      if (slots === undefined) this.noteUnknown(name, key)
      const text =
        slots === undefined || slots.length === 0
          ? ''
          : nodes.textOf(
              value,
              name,
              slots.includes(columns.plan.keys.days),
              slots.some((slot) => columns.plan.fields.some(({ at }) => at === slot)),
            )
      for (const slot of slots ?? []) {
        if (own.has(slot)) nodes.note(key, `"${showText(name)}" names one thing twice`, 'Leave one of them out.')
        level.names.set(slot, name)
        own.set(slot, text)
      }
    }
  }

  private takeList(name: string, key: Scalar, value: Node | null, level: Parts): void {
    const node = value === null ? undefined : this.nodes.enter(value)
    if (value !== null && (isSeq(node) || (name === 'base' && isMap(node)))) level.lists.set(name, value)
    else this.nodes.note(key, `"${name}" takes a list`, 'Begin each entry with "- ".')
    if (value !== null) this.nodes.leave(value)
  }

  private readDerivation(key: Scalar, value: Node | null): Derivation | undefined {
    const node = value === null ? undefined : this.nodes.enter(value)
    const texts = new Map<string, string>()
    if (isMap(node)) {
      for (const item of node.items) {
        const name = isScalar(item.key) ? textOfScalar(item.key) : ''
        if (['from', 'change', 'round'].includes(name))
          texts.set(name, this.nodes.textOf(item.value as Node | null, name, false, name !== 'from'))
        else
          this.nodes.note(
            item.key as Node,
            `"${showText(name)}" has no meaning inside derive`,
            'It takes from, change and round.',
          )
      }
    }
    if (value !== null) this.nodes.leave(value)
    const from = texts.get('from') ?? ''
    const change = texts.get('change') ?? ''
    if (from === '' || change === '')
      this.nodes.note(key, '"derive" lacks from or change', 'Write derive: {from: PLAN, change: +10%}.')
    return from === '' || change === '' ? undefined : { from, change, round: texts.get('round') }
  }

  /** `from` beside `change` names a plan, not a night. */
  private derived({ change, round, ...level }: Parts, map: YAMLMap): Level {
    const { from, to, date } = this.columns.plan.keys
    if (change === undefined && round === undefined) return level
    if (level.derivation !== undefined || change === undefined) {
      this.nodes.note(
        map,
        change === undefined ? '"round" stands without change' : '"change" stands beside derive, which has its own',
        'Write derive: {from: PLAN, change: +10%, round: 1}.',
      )
      return level
    }
    const source = level.own.get(from) ?? ''
    const isNight = !(readDate(source, this.context.options.dateFormat) instanceof Problem)
    if (source === '' || isNight || level.own.has(to) || level.own.has(date)) {
      this.nodes.note(
        map,
        source === '' ? '"change" lacks the plan that it changes' : '"change" stands in a map with nights of its own',
        'Write derive: {from: PLAN, change: +10%}, which may stand beside from and to.',
      )
      return level
    }
    const own = new Map(level.own)
    own.delete(from)
    return { ...level, own, derivation: { from: source, change, round } }
  }

  private noteUnknown(name: string, key: Scalar): void {
    const list = nearestName(name, [...LIST_KEYS, ...LAYER_KEYS, this.context.kind.name])
    const { reason, remedy } = this.columns.unknown(name)
    this.nodes.note(key, reason.replace(/^column/, 'the name'), list === undefined ? remedy : `Did you mean ${list}?`)
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && (typeof key.value === 'symbol' || (key.value === '<<' && key.type === 'PLAIN'))
}

import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Scalar, visit, type YAMLMap } from 'yaml'
import type { Finding } from '../../errors.js'
import { nearestName } from '../columns.js'
import { showText } from '../values.js'
import { inputFault, inputFaults } from './input-fault.js'
import type { NamedColumns } from './named-columns.js'
import type { ReadContext } from './reading.js'

const DEPTH_MAX = 32
const ALIASED_NODES_MAX = 100_000
const FINDINGS_MAX = 50

/** Lists that a map may hold. Each entry is a map that inherits every value written further out. */
export const LIST_KEYS = ['hotels', 'rooms', 'plans', 'seasons'] as const

/** Values known at one level, by cell. */
type Scope = ReadonlyMap<number, string>

/** A row of a YAML file: what it says itself and what it inherits. */
export interface YamlRow {
  line: number
  values: Scope
}

interface Level {
  own: Map<number, string>
  lists: Map<string, Node>
}

/** Walks one YAML document and gives its rows. A map without lists is a row; a map with lists only hands its values down. */
export class YamlScopes {
  private readonly findings: (Finding & { file: string })[] = []
  private readonly targets: ReadonlyMap<Node, Node>
  private aliasedNodes = 0
  private aliasDepth = 0

  constructor(
    private readonly document: Document,
    private readonly columns: NamedColumns,
    private readonly context: ReadContext,
    private readonly lineAt: (offset: number) => number,
  ) {
    this.targets = aliasTargets(document)
  }

  /** @throws Fault INVALID_INPUT naming every key and shape that is not of the layout */
  *rows(): Generator<YamlRow> {
    const top = this.document.contents
    if (top !== null) yield* this.walk(top as Node, new Map(), 0)
    const [first, ...more] = this.findings
    if (first !== undefined) throw inputFaults([first, ...more])
  }

  private *walk(written: Node, outer: Scope, depth: number): Generator<YamlRow> {
    if (depth > DEPTH_MAX) throw this.fault(written, `is nested more than ${DEPTH_MAX} levels deep`)
    const node = this.enter(written)
    if (isSeq(node)) {
      for (const item of node.items) yield* this.walk(item as Node, outer, depth + 1)
    } else if (isMap(node)) yield* this.walkMap(node, written, outer, depth)
    else this.note(written, 'is no map of names and values', 'Write NAME: VALUE.')
    this.leave(written)
  }

  private *walkMap(map: YAMLMap, written: Node, outer: Scope, depth: number): Generator<YamlRow> {
    const level = this.levelOf(map, 0)
    const values = this.inherit(outer, level.own)
    if (level.lists.size === 0) yield { line: this.lineOf(written), values }
    for (const list of level.lists.values()) yield* this.walk(list, values, depth + 1)
  }

  /** The date of an inner level replaces the range of an outer one, and the other way round. */
  private inherit(outer: Scope, own: Scope): Scope {
    const { date, from, to } = this.columns.plan.keys
    const values = new Map(outer)
    if (own.has(date)) {
      values.delete(from)
      values.delete(to)
    }
    if (own.has(from) || own.has(to)) values.delete(date)
    for (const [slot, text] of own) values.set(slot, text)
    return values
  }

  /** What one map says, merged maps (`<<`) first so that its own keys win. */
  private levelOf(map: YAMLMap, depth: number): Level {
    if (depth > DEPTH_MAX) throw this.fault(map, `merges more than ${DEPTH_MAX} levels deep`)
    const level: Level = { own: new Map(), lists: new Map() }
    for (const { key, value } of map.items) if (isMergeKey(key)) this.merge(level, value as Node, depth)
    const own = new Map<number, string>()
    for (const { key, value } of map.items) {
      if (isMergeKey(key)) continue
      if (!isScalar(key)) this.note(key as Node, 'is no plain name')
      else this.takeEntry(textOfScalar(key), key, value as Node | null, own, level.lists)
    }
    level.own = new Map(this.inherit(level.own, own))
    return level
  }

  private merge(level: Level, written: Node, depth: number): void {
    const node = this.enter(written)
    const maps = isSeq(node) ? node.items : [node]
    for (const entry of maps) {
      const map = this.enter(entry as Node)
      if (isMap(map)) {
        const merged = this.levelOf(map, depth + 1)
        for (const [slot, text] of merged.own) if (!level.own.has(slot)) level.own.set(slot, text)
        for (const [name, list] of merged.lists) if (!level.lists.has(name)) level.lists.set(name, list)
      } else this.note(written, '"<<" merges maps only')
      this.leave(entry as Node)
    }
    this.leave(written)
  }

  private takeEntry(name: string, key: Scalar, value: Node | null, own: Map<number, string>, lists: Map<string, Node>): void {
    if (name === 'name' || name.startsWith('x-')) return
    const isList = name === this.context.kind.name || (LIST_KEYS as readonly string[]).includes(name)
    if (isList) {
      if (value !== null && isSeq(this.enter(value))) lists.set(name, value)
      else this.note(key, `"${name}" takes a list`, 'Begin each entry with "- ".')
      if (value !== null) this.leave(value)
      return
    }
    const slots = this.columns.slotsOf(name)
    if (slots === undefined) this.noteUnknown(name, key)
    const text = slots === undefined || slots.length === 0 ? '' : this.textOf(value, name, slots.includes(this.columns.plan.keys.days))
    for (const slot of slots ?? []) {
      if (own.has(slot)) this.note(key, `"${showText(name)}" names one thing twice`, 'Leave one of them out.')
      this.columns.callSlot(slot, name)
      own.set(slot, text)
    }
  }

  private noteUnknown(name: string, key: Scalar): void {
    const list = nearestName(name, [...LIST_KEYS, this.context.kind.name])
    const { reason, remedy } = this.columns.unknown(name)
    this.note(key, reason.replace(/^column/, 'the name'), list === undefined ? remedy : `Did you mean ${list}?`)
  }

  private textOf(written: Node | null, name: string, mayBeList: boolean): string {
    if (written === null) return ''
    const node = this.enter(written)
    this.leave(written)
    if (isScalar(node)) return textOfScalar(node)
    if (mayBeList && isSeq(node) && node.items.length > 0 && node.items.every((item) => isScalar(item))) return node.items.map((item) => textOfScalar(item as Scalar)).join(',')
    this.note(written, `"${showText(name)}" takes one value`)
    return ''
  }

  /** The node itself, or the one an alias stands for. What aliases repeat is counted, so that a small file cannot grow without bound. */
  private enter(node: Node): Node {
    if (this.aliasDepth > 0 || isAlias(node)) this.aliasedNodes += 1
    if (this.aliasedNodes > ALIASED_NODES_MAX) throw this.fault(node, `repeats more than ${ALIASED_NODES_MAX} values through aliases`)
    if (!isAlias(node)) return node
    const target = this.targets.get(node)
    if (target === undefined) throw this.fault(node, `"*${showText(node.source)}" has no anchor before it`)
    this.aliasDepth += 1
    return target
  }

  private leave(node: Node): void {
    if (isAlias(node)) this.aliasDepth -= 1
  }

  private lineOf(node: Node): number {
    return this.lineAt(node.range?.[0] ?? 0)
  }

  private fault(node: Node, reason: string): Error {
    return inputFault({ file: this.context.name, line: this.lineOf(node), reason })
  }

  private note(node: Node, reason: string, remedy?: string): void {
    if (this.findings.length >= FINDINGS_MAX) return
    this.findings.push({ file: this.context.name, line: this.lineOf(node), reason, ...(remedy === undefined ? {} : { remedy }) })
  }
}

/** What each alias stands for: the last anchor of its name before it. */
function aliasTargets(document: Document): Map<Node, Node> {
  const anchors = new Map<string, Node>()
  const targets = new Map<Node, Node>()
  visit(document, {
    Node: (_key, node) => {
      const target = isAlias(node) ? anchors.get(node.source) : undefined
      if (target !== undefined) targets.set(node, target)
      else if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node)
    },
  })
  return targets
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && (typeof key.value === 'symbol' || (key.value === '<<' && key.type === 'PLAIN'))
}

/** A scalar as it is written, so that digits survive; quoted and block text as it is meant. */
function textOfScalar(scalar: Scalar): string {
  if (scalar.value === null || scalar.value === undefined) return ''
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value))
}

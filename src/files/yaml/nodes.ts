import { type Document, isAlias, isScalar, isSeq, type Node, type Scalar, visit } from 'yaml'
import type { Finding } from '../../errors.js'
import { inputFault } from '../reading/index.js'
import { showText } from '../values/index.js'
import { doubtOf } from './doubts.js'

const ALIASED_NODES_MAX = 100_000
const FINDINGS_MAX = 50

/** Follows the nodes of one YAML document through its aliases, and collects what is wrong with it. */
export class YamlNodes {
  readonly findings: (Finding & { file: string })[] = []
  private readonly targets: ReadonlyMap<Node, Node>
  private aliasedNodes = 0
  private aliasDepth = 0

  constructor(
    document: Document,
    private readonly file: string,
    private readonly lineAt: (offset: number) => number,
  ) {
    this.targets = aliasTargets(document)
  }

  /** The node itself, or the one an alias stands for. What aliases repeat is counted, so that a small file cannot grow without bound. */
  enter(node: Node): Node {
    if (this.aliasDepth > 0 || isAlias(node)) this.aliasedNodes += 1
    if (this.aliasedNodes > ALIASED_NODES_MAX)
      throw this.fault(node, `repeats more than ${ALIASED_NODES_MAX} values through aliases`)
    if (!isAlias(node)) return node
    const target = this.targets.get(node)
    if (target === undefined) throw this.fault(node, `"*${showText(node.source)}" has no anchor before it`)
    this.aliasDepth += 1
    return target
  }

  leave(node: Node): void {
    if (isAlias(node)) this.aliasDepth -= 1
  }

  /** The text of a value; of a list of plain values too, where one may stand. */
  textOf(written: Node | null, name: string, mayBeList: boolean, isNumber = false): string {
    if (written === null) return ''
    const node = this.enter(written)
    this.leave(written)
    if (mayBeList || isNumber) this.noteDoubt(written, node, mayBeList ? 'days' : 'number')
    if (isScalar(node)) return textOfScalar(node)
    if (mayBeList && isSeq(node) && node.items.length > 0 && node.items.every((item) => isScalar(item)))
      return node.items.map((item) => textOfScalar(item as Scalar)).join(',')
    this.note(written, `"${showText(name)}" takes one value`)
    return ''
  }

  private noteDoubt(written: Node, node: Node, wanted: 'days' | 'number'): void {
    const scalars = isScalar(node) ? [node] : isSeq(node) ? node.items.filter((item) => isScalar(item)) : []
    const [doubt] = scalars.map((scalar) => doubtOf(scalar, wanted)).filter((found) => found !== undefined)
    if (doubt !== undefined) this.note(written, doubt.reason, doubt.remedy)
  }

  lineOf(node: Node): number {
    return this.lineAt(node.range?.[0] ?? 0)
  }

  fault(node: Node, reason: string): Error {
    return inputFault({ file: this.file, line: this.lineOf(node), reason })
  }

  note(node: Node, reason: string, remedy?: string): void {
    if (this.findings.length >= FINDINGS_MAX) return
    this.findings.push({
      file: this.file,
      line: this.lineOf(node),
      reason,
      ...(remedy === undefined ? {} : { remedy }),
    })
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

/** A scalar as it is written, so that digits survive; quoted and block text as it is meant. */
export function textOfScalar(scalar: Scalar): string {
  if (scalar.value === null || scalar.value === undefined) return ''
  return typeof scalar.value === 'string' ? scalar.value : (scalar.source ?? String(scalar.value))
}

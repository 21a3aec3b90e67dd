import { OTA_NAMESPACE } from './namespace.js'

/** A place in a text: line and column from 1, offset in UTF-16 units from 0. */
export interface Place {
  line: number
  column: number
  offset: number
}

export interface XmlAttribute {
  /** As it is spelled, prefix included. */
  name: string
  value: string
  /** Where the value begins (after the quote) and ends (before it), in the raw text. */
  place: Place
  end: number
}

/** An element with its place. `name` is the local name; a message may use any prefix. */
export interface XmlNode {
  name: string
  prefix: string
  parent: XmlNode | undefined
  children: XmlNode[]
  attributes: XmlAttribute[]
  /** Its own text, at most 10,000 characters. */
  text: string
  /** How many characters of its text were left out, where it is longer. */
  leftOut?: number
  /** Where `<` stands. */
  place: Place
  /** The end of the start tag, after `>`; undefined where the text breaks off inside it. */
  startTagEnd: number | undefined
}

export function attributeOf(node: XmlNode | undefined, name: string): XmlAttribute | undefined {
  if (node === undefined) return undefined
  for (const one of node.attributes) if (one.name === name) return one
  return undefined
}
export const valueOf = (node: XmlNode | undefined, name: string): string | undefined => attributeOf(node, name)?.value
export function childOf(node: XmlNode | undefined, name: string): XmlNode | undefined {
  if (node === undefined) return undefined
  for (const one of node.children) if (one.name === name) return one
  return undefined
}
export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((one) => one.name === name) ?? []

/** The first element down the path of child names. */
export function descend(node: XmlNode | undefined, ...path: string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => childOf(at, name), node)
}

/** The element and everything below it, in document order. The reader bounds the depth. */
export function* walkNodes(node: XmlNode): Generator<XmlNode> {
  const waiting = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next
    for (let at = next.children.length - 1; at >= 0; at--) waiting.push(next.children[at] as XmlNode)
  }
}

/** By element: trees do not change once they are read, and each rule looks through the same ones. */
const STANDARD = new WeakMap<XmlNode, readonly XmlNode[]>()

/**
 * The same without what a sender adds: the content of TPA_Extensions, and elements of a namespace of their own. The schemas let anything stand there, so no rule about what
 * they say looks into it.
 * @param isLeftOut what else is not looked into
 */
export function walkStandard(node: XmlNode, isLeftOut?: (node: XmlNode) => boolean): readonly XmlNode[] {
  if (isLeftOut !== undefined) return standardIn(node, isLeftOut)
  let known = STANDARD.get(node)
  if (known === undefined) STANDARD.set(node, (known = standardIn(node)))
  return known
}

function standardIn(node: XmlNode, isLeftOut?: (node: XmlNode) => boolean): XmlNode[] {
  const own = [spaceOf(node), OTA_NAMESPACE, '']
  const found: XmlNode[] = []
  const waiting = [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name === 'TPA_Extensions' || isLeftOut?.(next) === true) continue
    if (next !== node && mayBeForeign(next) && !own.includes(spaceOf(next))) continue
    found.push(next)
    for (let at = next.children.length - 1; at >= 0; at--) waiting.push(next.children[at] as XmlNode)
  }
  return found
}

const spaceOf = (node: XmlNode): string => namespaceOf(node) ?? node.prefix
function mayBeForeign({ prefix, parent, attributes }: XmlNode): boolean {
  if (prefix !== parent?.prefix) return true
  for (const { name } of attributes) if (name === 'xmlns' || name.startsWith('xmlns:')) return true
  return false
}

/** `RoomStay[2]`: the name, and which of its kind it is where there are several. */
export function nodeName(node: XmlNode): string {
  const alike = childrenOf(node.parent, node.name)
  return alike.length > 1
    ? `${node.name}[${alike.findIndex(({ place }) => place.offset === node.place.offset) + 1}]`
    : node.name
}

/** The namespace that a prefix means at a node. */
export function namespaceOf(node: XmlNode): string | undefined {
  const name = node.prefix === '' ? 'xmlns' : `xmlns:${node.prefix}`
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) {
    const value = valueOf(at, name)
    if (value !== undefined) return value
  }
  return undefined
}

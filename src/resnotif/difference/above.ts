import type { XmlNode } from '../xml/index.js'

/** An element and those that it stands in, up to the root. */
export function chainOf(node: XmlNode): XmlNode[] {
  const chain: XmlNode[] = []
  for (let at: XmlNode | undefined = node; at !== undefined; at = at.parent) chain.push(at)
  return chain
}

/** The nearest element of a name that a value stands in. */
export const nearest = (node: XmlNode, name: string): XmlNode | undefined =>
  chainOf(node).find((one) => one.name === name)

import type { XmlNode } from './node.js'

const XML = 'http://www.w3.org/XML/1998/namespace'

/** What makes well-formed XML unreadable for every reader that knows namespaces, and where. */
interface UnboundPrefix {
  reason: string
  offset: number
}

type Bindings = ReadonlyMap<string, string>

/** The first prefix that nothing declares, or attribute that stands twice under two prefixes of one namespace. */
export function findUnbound(root: XmlNode, text: string): UnboundPrefix | undefined {
  return check(
    root,
    new Map([
      ['xml', XML],
      ['xmlns', 'xmlns'],
    ]),
    text,
  )
}

function check(node: XmlNode, outer: Bindings, text: string): UnboundPrefix | undefined {
  const declared = node.attributes.filter(({ name }) => name.startsWith('xmlns:'))
  const bindings =
    declared.length === 0
      ? outer
      : new Map([
          ...outer,
          ...declared.map(({ name, value }): [string, string] => [name.slice('xmlns:'.length), value]),
        ])
  if (node.prefix !== '' && !isBound(node.prefix, bindings))
    return { reason: reasonOf(node.prefix), offset: node.place.offset }
  const seen = new Set<string>()
  for (const { name, place } of node.attributes) {
    const colon = name.indexOf(':')
    const prefix = name.slice(0, Math.max(0, colon))
    if (prefix === '') continue
    const offset = text.lastIndexOf(name, place.offset)
    if (!isBound(prefix, bindings)) return { reason: reasonOf(prefix), offset }
    const expanded = `${bindings.get(prefix) ?? ''} ${name.slice(colon + 1)}`
    if (seen.has(expanded))
      return { reason: `the attribute ${name.slice(0, 60)} a second time, under another prefix`, offset }
    seen.add(expanded)
  }
  for (const child of node.children) {
    const found = check(child, bindings, text)
    if (found !== undefined) return found
  }
  return undefined
}

const isBound = (prefix: string, bindings: Bindings): boolean => (bindings.get(prefix) ?? '') !== ''
const reasonOf = (prefix: string): string => `the prefix ${prefix.slice(0, 60)} is not declared`

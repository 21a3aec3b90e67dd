import { type Message, pathOf } from '../read/index.js'
import { attributeOf, walkNodes, type XmlNode } from '../xml/index.js'

export interface FixChange {
  /** Where it stands in the given text. */
  line: number
  column: number
  /** Path of the attribute. */
  node: string
  /** Undefined where the attribute was missing. */
  from?: string
  to: string
}

/** The attributes that differ between a message and its correction, which has the same elements. */
export function attributeChanges({ root: before }: Message, { root: after }: Message): FixChange[] {
  if (before === undefined || after === undefined) return []
  const corrected: Iterator<XmlNode, undefined> = walkNodes(after)
  return [...walkNodes(before)].flatMap((node) => {
    const other: XmlNode | undefined = corrected.next().value
    if (other === undefined) return []
    return other.attributes.flatMap(({ name, value }): FixChange[] => {
      const was = attributeOf(node, name)
      if (was?.value === value) return []
      const { line, column } = (was ?? node).place
      return [{ line, column, node: pathOf(node, name), ...(was === undefined ? {} : { from: was.value }), to: value }]
    })
  })
}

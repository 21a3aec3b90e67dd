import type { XmlBuilder } from '../xml/index.js'
import { attributeText, elementText } from './characters.js'

/** Attribute values with the field each comes from; undefined ones are left out. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Adds a child; each value is checked for characters that XML forbids under `field` (a path in the reservation). */
export function addElement(parent: XmlBuilder, name: string, attributes: Attributes = {}, field = name): XmlBuilder {
  const child = parent.ele(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) child.att(key, attributeText(field === name ? `${name}/@${key}` : field, String(value)))
  return child
}

/** Adds a child with text, or nothing where there is no text. */
export function addText(parent: XmlBuilder, name: string, field: string, text: string | undefined): void {
  if (text !== undefined && text !== '') parent.ele(name).txt(elementText(field, text))
}

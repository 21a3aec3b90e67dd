import { valueOf, type XmlNode } from '../xml/index.js'

const SHOWN_MAX = 128

/** An attribute as far as it is shown and compared; undefined where it is absent or blank. */
export const told = (node: XmlNode | undefined, name: string): string | undefined => {
  const value = valueOf(node, name)?.trim().slice(0, SHOWN_MAX)
  return value === '' ? undefined : value
}

/** The day of a date, perhaps with a time or a zone behind it; any other text as it stands. */
export const dayOf = (node: XmlNode | undefined, name: string): string | undefined => {
  const text = told(node, name)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}(?!\d)/.test(text) ? text.slice(0, 10) : text
}

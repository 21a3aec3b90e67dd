import { valueOf, type XmlNode } from '../xml/index.js'

const SHOWN_MAX = 128

/** A text as far as it is shown. What is compared is whole. */
export function cut(text: string, most = SHOWN_MAX): string {
  const letters = text.length > most ? [...text] : []
  return letters.length > most ? `${letters.slice(0, most).join('')}…` : text
}

/** An attribute; undefined where it is absent or blank. */
export const told = (node: XmlNode | undefined, name: string): string | undefined => {
  const value = valueOf(node, name)?.trim()
  return value === '' ? undefined : value
}

/** The day of a date, perhaps with a time or a zone behind it; any other text as it stands. */
export const dayOf = (node: XmlNode | undefined, name: string): string | undefined => {
  const text = told(node, name)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}(?!\d)/.test(text) ? text.slice(0, 10) : text
}

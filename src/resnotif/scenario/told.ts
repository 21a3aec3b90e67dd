import { dayNumber, dayText } from '../read/index.js'
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
  const day = dayNumber(text)
  if (day !== undefined) return dayText(day)
  return text !== undefined && /^\d{4}-\d{2}-\d{2}(?!\d)/.test(text) ? text.slice(0, 10) : text
}

/** The reservation that an element stands in. */
export function reservationOf(node: XmlNode): XmlNode | undefined {
  let at: XmlNode | undefined = node
  while (at !== undefined && at.name !== 'HotelReservation') at = at.parent
  return at
}

/** What an AgeQualifyingCode makes of a guest. */
export type Kind = 'adult' | 'child'

const ADULTS: ReadonlySet<string> = new Set(['1', '2', '10', '11', '15'])
const CHILDREN: ReadonlySet<string> = new Set(['3', '4', '5', '7', '8', '9', '14', '18', '19'])

/** By OpenTravel's list AQC, in which a child may be an infant or a teenager as well; undefined where the code leaves it open, or is of a list of the PMS's own. */
export const kindOfCode = (code: string | undefined): Kind | undefined =>
  code === undefined ? undefined : ADULTS.has(code) ? 'adult' : CHILDREN.has(code) ? 'child' : undefined

/** A number without the zeros before it; any other text as it stands. */
export const numberText = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? String(Number(text)) : text

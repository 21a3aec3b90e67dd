import type { Change } from '../property-file/content.js'
import { cellText } from './print.js'
import type { Column } from './view.js'

const quoted = (value: unknown): string => (value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : typeof value === 'object' ? cellText(value) : String(value))

/** `name: "Seaview" → "Seaview Grand"`. */
export function changeText({ field, from, to }: Change): string {
  return `${field}: ${quoted(from)} → ${quoted(to)}`
}

export const changeColumns: Column[] = [
  { name: 'what', value: ({ what }) => what },
  { name: 'field', value: ({ field }) => field },
  { name: 'from', value: ({ from }) => from },
  { name: 'to', value: ({ to }) => to },
]

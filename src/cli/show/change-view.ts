import type { Change } from '../../property-file/index.js'
import type { Column } from '../terminal/index.js'
import { cellText } from './print.js'

const quoted = (value: unknown): string =>
  value === undefined
    ? 'nothing'
    : Array.isArray(value) && value.length === 0
      ? 'an empty list'
      : typeof value === 'string'
        ? `"${value}"`
        : typeof value === 'object'
          ? cellText(value)
          : String(value)

/** `name: "Seaview" → "Seaview Grand"`. */
export function changeText({ field, from, to, isUnknown }: Change): string {
  return `${field}: ${isUnknown === true ? 'not shown by the service' : quoted(from)} → ${quoted(to)}`
}

export const changeColumns: Column[] = [
  { name: 'what', value: ({ what }) => what },
  { name: 'field', value: ({ field }) => field },
  { name: 'from', value: ({ from }) => from },
  { name: 'to', value: ({ to }) => to },
]

import { formatNight, weekday } from '../../calendar/index.js'
import { asSpreadsheetText } from '../../spreadsheet-cells.js'
import type { CellFields, Kind } from '../reading/index.js'

/** One night of a room, with and without a plan: what is known of it. */
export interface TemplateRow {
  hotel: string
  room: string
  /** For the eye; not read back. */
  roomName?: string | undefined
  /** '' for the price of the room itself. */
  plan: string
  /** Epoch day. */
  night: number
  fields: CellFields
}

/** A column of a template. Those whose name begins with "_" are for people, and no push reads them. */
export interface TemplateColumn {
  name: string
  type: 'id' | 'text' | 'date' | 'amount' | 'number'
  /** Undefined: nothing is known, and a blank cell sends nothing. */
  value: (row: TemplateRow) => string | undefined
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/**
 * The columns of a template. The plan stands in it where there is one; `*` is the room itself, because a push takes a blank among plans for a slip.
 */
export function templateColumns(kind: Kind, rows: readonly TemplateRow[]): TemplateColumn[] {
  const hasPlans = kind.planAllowed && rows.some(({ plan }) => plan !== '')
  return [
    { name: 'hotel_code', type: 'id', value: ({ hotel }) => hotel },
    { name: 'room_id', type: 'id', value: ({ room }) => room },
    { name: '_room', type: 'text', value: ({ roomName }) => roomName },
    ...(hasPlans
      ? [
          {
            name: 'rate_plan_id',
            type: 'id' as const,
            value: ({ plan }: TemplateRow) => (plan === '' ? '*' : plan),
          },
        ]
      : []),
    { name: 'date', type: 'date', value: ({ night }) => formatNight(night) },
    { name: '_weekday', type: 'text', value: ({ night }) => WEEKDAYS[weekday(night)] },
    ...kind.fields.map(({ name, type }): TemplateColumn => ({
      name,
      type: type === 'amount' ? 'amount' : type === 'stay' || type === 'count' ? 'number' : 'text',
      value: ({ fields }) => shown(fields[name]),
    })),
  ]
}

/** A template as CSV, line ends as spreadsheets write them. */
export function templateCsv(kind: Kind, rows: readonly TemplateRow[]): string {
  const columns = templateColumns(kind, rows)
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => value(row) ?? ''))]
  return lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function shown(value: string | number | boolean | undefined): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === undefined ? undefined : String(value)
}

function quoted(cell: string): string {
  const text = asSpreadsheetText(cell)
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

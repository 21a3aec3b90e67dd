import { printable, printableCell, printableJson, printableLines } from '../../printable.js'
import { asSpreadsheetText } from '../../spreadsheet-cells.js'
import { type Answer, folded, print, printAsItIs, shownAnswer, shownText, type Terminal } from '../terminal/index.js'
import { chooseColumns, type KnownNames } from './chosen-columns.js'

export const FORMATS = ['table', 'json', 'yaml', 'csv', 'ndjson'] as const
export type Format = (typeof FORMATS)[number]

export interface PrintOptions {
  /** Undefined: a table on a terminal, tab-separated lines in a pipe. */
  format: Format | undefined
  /** Names given with --columns. */
  only?: readonly string[]
  /** Names that other outcomes of the command have: empty where this one does not. */
  mayMiss?: KnownNames | undefined
  /** CSV as it is, also what a spreadsheet would run as a formula. */
  csvRaw?: boolean
  /** A line of names above a list; undefined: where people and spreadsheets expect one, so not in the lines of a pipe. */
  header?: boolean | undefined
  /** Every text of a table to its end. */
  isWhole?: boolean
  terminal: Terminal
}

/** Writes an answer to standard output. Data only; everything else belongs on standard error. */
export async function printAnswer(answer: Answer, options: PrintOptions): Promise<void> {
  const asked = await renderAnswer(answer, options)
  // Most answers hold no secret. In data it is taken out of the values, so that the document stays one.
  const rendered =
    answer.showsSecret === true || shownText(asked) === asked ? asked : await renderAnswer(shownAnswer(answer), options)
  // Data go into a file or a pipe byte for byte. Words and tables end on a screen as well, in a mail or behind `tee`.
  const isForData = isData(answer, options)
  const clean = options.terminal.stdout || !isForData ? printableLines(rendered, isPainted(answer, options)) : rendered
  // A table fits already, and a message or file to be is left as it is.
  const isSentences = options.terminal.stdout && !isForData && answer.view.kind === 'text' && options.only === undefined
  const text = isSentences ? folded(clean, options.terminal.width) : clean
  if (text !== '') (answer.showsSecret === true ? printAsItIs : print)(text.endsWith('\n') ? text : `${text}\n`)
}

/** CSV, JSON and YAML hold what the service said; a text may be a document. */
function isData({ view, showsSecret }: Answer, { format, only }: PrintOptions): boolean {
  if (showsSecret === true || (format !== undefined && format !== 'table')) return true
  return view.kind === 'text' && only === undefined && view.isDocument === true
}

/** Tables are painted once their cells are clean. */
function isPainted({ view }: Answer, { format }: PrintOptions): boolean {
  return (
    (format === undefined || format === 'table') &&
    (view.kind !== 'text' || view.isPainted === true || format === 'table')
  )
}

/** The same as text. */
export async function renderAnswer({ data, view }: Answer, options: PrintOptions): Promise<string> {
  const { format, terminal } = options
  if (data === undefined) return ''
  if (format === 'json') return writeDocument(data)
  if (format === 'yaml') return (await import('./yaml-text.js')).writeYaml(plain(data))
  const rows = view.kind === 'list' ? view.rows : [data]
  if (format === 'ndjson') return rows.map((row) => printableJson(JSON.stringify(plain(row)))).join('\n')
  if (view.kind === 'text' && format !== 'csv' && options.only === undefined) return view.text
  const shown = chooseColumns(view.kind === 'text' ? undefined : view.columns, rows, options.only, options.mayMiss)
  const cells = (row: unknown): string[] => shown.map(({ value }) => cellText(value(row as never)))
  const names = shown.map(({ name }) => name)
  if (format === 'csv') {
    const cell = (text: string): string =>
      quoteCsv(options.csvRaw === true ? printableCell(text) : asSpreadsheetText(printableCell(text)))
    return [...(options.header === false ? [] : [names]), ...rows.map(cells)]
      .map((line) => `${line.map(cell).join(',')}\r\n`)
      .join('')
  }
  const asTable = format === 'table' || terminal.stdout
  const tabbed = (lines: readonly (readonly string[])[]): string =>
    lines.map((line) => line.map(oneLine).join('\t')).join('\n')
  if (view.kind === 'record') {
    const values = cells(data)
    const pairs = shown
      .map(({ name }, i): [string, string] => [name, values[i] ?? ''])
      .filter(([, value]) => value !== '' || options.only !== undefined)
    return asTable ? (await import('./table.js')).drawPairs(pairs, terminal) : tabbed(pairs)
  }
  if (!asTable) return tabbed([...(options.header === true ? [names] : []), ...rows.map(cells)])
  if (rows.length === 0) return view.kind === 'list' ? view.empty : ''
  if (view.kind === 'list' && view.picture !== undefined && format === undefined && options.only === undefined)
    return folded(view.picture(terminal), terminal.width)
  const footer = view.kind === 'list' && view.footer !== undefined ? `\n${view.footer}` : ''
  return (
    (await import('./table.js')).drawTable(shown, rows.map(cells), terminal, {
      paint: (cell, row, column) => shown[column]?.paint?.(cell, rows[row] as never) ?? cell,
      hasHead: options.header !== false,
      isWhole: options.isWhole === true,
      keepsEmpty: options.only !== undefined,
    }) + footer
  )
}

/** One JSON document. An id beyond 2^53 is text. */
export function writeDocument(data: unknown): string {
  return printableJson(JSON.stringify(plain(data), null, 2))
}

function plain(data: unknown): unknown {
  return JSON.parse(
    JSON.stringify(data ?? null, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  )
}

/** How a value reads in a cell: lists joined, inner objects by what names them, else field by field, nothing for nothing. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(cellText).join(', ')
  if (typeof value === 'object') {
    const { name, text, code, latitude, longitude, phoneNumber, email, url, cityName } = value as Record<
      string,
      unknown
    >
    if (latitude !== undefined && longitude !== undefined) return `${String(latitude)}, ${String(longitude)}`
    if (cityName !== undefined) return addressText(value as Record<string, unknown>)
    const label = phoneNumber ?? email ?? url ?? name ?? text ?? code
    return typeof label === 'string' ? label : pairsText(value as Record<string, unknown>)
  }
  return String(value)
}

/** `Mlýnská 91, 11000 Praha, Czechia`. */
function addressText({ addressLine, postalCode, cityName, country }: Record<string, unknown>): string {
  return [addressLine, [postalCode, cityName].filter(Boolean).join(' '), cellText(country)].filter(Boolean).join(', ')
}

/** `city: Hamburg; postCode: 20095`; what is empty is left out. */
function pairsText(value: Record<string, unknown>): string {
  return Object.entries(value)
    .map(([name, item]) => [name, cellText(item)] as const)
    .filter(([, item]) => item !== '')
    .map(([name, item]) => `${name}: ${item}`)
    .join('; ')
}

function oneLine(cell: string): string {
  return printable(cell.replace(/[\t\r\n]+/g, ' '))
}

function quoteCsv(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

import { blue, bold, cyan, dim, green, magenta, red, yellow } from 'ansis'
import { printable } from '../../printable.js'
import { type Explanation, LINT_RULES, type LintFinding, type SchemaFinding } from '../../resnotif/index.js'
import { columns } from '../show/index.js'
import type { Column, Terminal } from '../terminal/index.js'

const PAINTS = [cyan, magenta, yellow, green, blue] as const

/** Colours each record by its product: the first product in the first colour, and so on. */
export function paintByProduct<R extends { product: string }>(rows: readonly R[]): NonNullable<Column<R>['paint']> {
  const products = [...new Set(rows.map(({ product }) => product).filter((product) => product !== ''))]
  return (cell, { product }) =>
    product === '' ? cell : (PAINTS[products.indexOf(product) % PAINTS.length] as (text: string) => string)(cell)
}

/** One guest of a captured message: its codes as they are and as they should be. */
export interface CounterRow {
  reservation: string
  /** `<room>-<plan>`; empty for a guest that belongs to no product. */
  product: string
  /** Empty where nothing tells it. */
  unit: number | ''
  guest: string
  line: number
  resGuestRph: string
  expectedRph: string
  groupEventCode: string
  expectedCode: string
  isRight: boolean
}

export function counterRows({ reservations }: Explanation): CounterRow[] {
  return reservations.flatMap(({ id, products, strays }, at) => {
    const row = (guest: (typeof strays)[number], product: string, unit: number | ''): CounterRow => ({
      reservation: id ?? String(at + 1),
      product,
      unit,
      guest: guest.name,
      line: guest.line,
      resGuestRph: guest.resGuestRph ?? '',
      expectedRph: guest.expectedRph ?? '',
      groupEventCode: guest.groupEventCode ?? '',
      expectedCode: guest.expectedCode ?? '',
      isRight: guest.isRight,
    })
    return [
      ...products.flatMap(({ roomTypeCode, ratePlanCode, units, numbers, isOpen = false }) =>
        units.flatMap((unit, i) =>
          unit.map((guest) => row(guest, `${roomTypeCode}-${ratePlanCode}`, isOpen ? '' : (numbers[i] ?? i + 1))),
        ),
      ),
      ...strays.map((guest) => row(guest, '', '')),
    ]
  })
}

/** As they are and as they should be, side by side; what is wrong stands in red. */
export function counterColumns(rows: readonly CounterRow[]): Column<CounterRow>[] {
  const byProduct = paintByProduct(rows)
  const wrong =
    (
      is: 'resGuestRph' | 'groupEventCode',
      should: 'expectedRph' | 'expectedCode',
    ): NonNullable<Column<CounterRow>['paint']> =>
    (cell, row) =>
      row[should] !== '' && row[is] !== row[should] ? red(cell) : byProduct(cell, row)
  const plain = (name: string, value: keyof CounterRow): Column<CounterRow> => ({
    name,
    value: (row) => row[value],
    paint: byProduct,
  })
  return [
    plain('product', 'product'),
    plain('unit', 'unit'),
    plain('guest', 'guest'),
    { ...plain('ResGuestRPH', 'resGuestRph'), paint: wrong('resGuestRph', 'expectedRph') },
    plain('RPH should be', 'expectedRph'),
    { ...plain('GroupEventCode', 'groupEventCode'), paint: wrong('groupEventCode', 'expectedCode') },
    plain('code should be', 'expectedCode'),
    plain('line', 'line'),
  ]
}

/** The table on a terminal: how counters should be stands only beside some that are wrong. */
export async function counterTable(explanation: Explanation, terminal: Terminal): Promise<string> {
  const rows = counterRows(explanation)
  if (rows.length === 0) return ''
  const { drawTable } = await import('../show/table.js')
  const { cellText } = await import('../show/print.js')
  const isWrong = {
    'RPH should be': rows.some((row) => row.expectedRph !== '' && row.expectedRph !== row.resGuestRph),
    'code should be': rows.some((row) => row.expectedCode !== '' && row.expectedCode !== row.groupEventCode),
  }
  const shown = counterColumns(rows).filter(({ name }) => isWrong[name as keyof typeof isWrong] !== false)
  return drawTable(
    shown as readonly Column<never>[],
    rows.map((row) => shown.map(({ value }) => cellText(value(row)))),
    terminal,
    { paint: (cell, y, x) => shown[x]?.paint?.(cell, rows[y] as CounterRow) ?? cell },
  )
}

/** A finding of lint or of a schema, with the file it stands in. */
export interface FindingRow extends Omit<LintFinding, 'rule' | 'severity'> {
  file: string
  rule: string
  severity: string
}

export const findingColumns = columns(
  'file',
  'line',
  'column',
  'severity',
  'rule',
  'node',
  'found',
  'expected',
  'why',
  'remedy',
)

export function schemaRow(file: string, { line, message }: SchemaFinding): FindingRow {
  return {
    file,
    rule: 'schema',
    severity: 'error',
    line,
    column: 1,
    node: '',
    found: message,
    why: 'A reader that validates against this schema refuses the message.',
    remedy: 'Write what the schema has at this place.',
  }
}

const SEVERITY_PAINTS: Readonly<Record<string, (text: string) => string>> = { error: red, warning: yellow, info: blue }
const SHOWN_NODES = 12

/** A finding in a few lines for a person. */
export function findingLines({
  line,
  column,
  severity,
  rule,
  nodes = [],
  ...said
}: Omit<FindingRow, 'file'>): string[] {
  const [node, found, expected, why, remedy] = [said.node, said.found, said.expected, said.why, said.remedy].map(
    (words) => (words === undefined ? undefined : printable(words)),
  )
  const values = [
    found === undefined ? undefined : `found ${found}`,
    expected === undefined ? undefined : `expected ${expected}`,
  ].filter((part) => part !== undefined)
  const listed = nodes
    .slice(0, SHOWN_NODES)
    .map((one) =>
      dim(
        printable(
          `      ${one.line}:${one.column}  ${one.node}  ${one.found}${one.expected === undefined || one.expected === one.found ? '' : `, should be ${one.expected}`}`,
        ),
      ),
    )
  return [
    `  ${bold(`${line}:${column}`)}  ${(SEVERITY_PAINTS[severity] ?? String)(severity)}  ${bold(rule)}  ${node}`,
    ...(values.length === 0 ? [] : [`      ${values.join(', ')}`]),
    ...listed,
    ...(nodes.length > SHOWN_NODES ? [dim(`      … and ${nodes.length - SHOWN_NODES} more`)] : []),
    `      ${why} ${remedy}`,
  ]
}

const SHOWN_OBSTACLES = 3

/** Lines of a file that say the same are told in one sentence. */
export function tellAllUnchecked(file: string, notes: readonly Omit<FindingRow, 'file'>[]): string[] {
  const linesOfText = new Map<string, number[]>()
  for (const note of notes) {
    const text = tellUnchecked(file, { ...note, line: 0 })
    linesOfText.set(text, [...(linesOfText.get(text) ?? []), note.line])
  }
  const head = `${printable(file)}: line 0:`
  return [...linesOfText].map(([text, lines]) => `${printable(file)}: ${linesText(lines)}:${text.slice(head.length)}`)
}

const SHOWN_LINES = 8

/** `line 2`, `lines 2 to 11` or `lines 2, 5 and 9`. */
function linesText(all: readonly number[]): string {
  const lines = [...new Set(all)].toSorted((a, b) => a - b)
  const [first = 0, last = first] = [lines[0], lines.at(-1)]
  if (lines.length === 1) return `line ${first}`
  if (lines.length > 2 && last - first === lines.length - 1) return `lines ${first} to ${last}`
  const more = lines.length - SHOWN_LINES
  if (more > 0) return `lines ${lines.slice(0, SHOWN_LINES).join(', ')} and ${more} more`
  return `lines ${lines.slice(0, -1).join(', ')} and ${last}`
}

/** One line on what lint could not check. */
export function tellUnchecked(
  file: string,
  { rule, line, found, expected, why, nodes = [] }: Omit<FindingRow, 'file'>,
): string {
  if (rule === 'total-rounding')
    return printable(
      `${file}: line ${line}: the total ${found ?? ''} and its parts, ${expected ?? ''}, differ by no more than a rounding of each.`,
    )
  if (rule === 'night-unchecked')
    // What is said of one case alone says it better than the words of all.
    return printable(
      why === LINT_RULES['night-unchecked'][1]
        ? `${file}: line ${line}: nights were not checked: ${found ?? ''} would be outside the stay or priced twice, if this price of several days is that of each night.`
        : `${file}: line ${line}: nights were not checked (${found ?? ''}). ${why ?? ''}`,
    )
  if (rule === 'guest-unchecked')
    return printable(
      `${file}: line ${line}: guests were not compared: ${found ?? ''} against ${expected ?? ''}; the counts may be those of each room, and how many rooms there are is not told.`,
    )
  if (rule === 'counter-unchecked')
    return printable(
      `${file}: line ${line}: counters were not compared: ${found ?? ''}, ${expected ?? ''}; how many units are booked is not told.`,
    )
  if (rule === 'guests-unnamed')
    return printable(
      `${file}: line ${line}: guests were not compared: ${found ?? ''} counted and ${expected ?? ''} named; whether somebody is missing is not told.`,
    )
  if (rule === 'guest-count-untold')
    return printable(
      `${file}: line ${line}: guests were not compared: ${found ?? ''} in this GuestCount, so how many come is not told.`,
    )
  if (rule === 'guests-counted-again')
    return printable(
      `${file}: line ${line}: guests were not compared: ${found ?? ''} for ${expected ?? ''}; the count may be that of each room in turn.`,
    )
  if (rule === 'guest-move-unchecked')
    return printable(
      `${file}: line ${line}: guests were not compared: ${found ?? ''} is not sent for ${expected ?? ''}, where others of the room are on other nights; whether somebody is missing is not told.`,
    )
  if (rule === 'infant-not-counted')
    return printable(
      `${file}: line ${line}: guests were not compared: ${found ?? ''} sent and ${expected ?? ''} counted; some senders count nobody who sleeps in a cot.`,
    )
  if (rule === 'service-unchecked')
    return printable(
      `${file}: line ${line}: services were not compared: ${found ?? ''} of the service, ${expected ?? ''} of the stay; it may be for longer, or for others too.`,
    )
  if (rule === 'rate-unit-unchecked')
    return printable(
      `${file}: line ${line}: units of time were not compared: the price of a ${found?.toLowerCase() ?? ''}; whether it is charged once, in part or for each night is not told.`,
    )
  if (rule === 'ids-unchecked')
    return printable(
      `${file}: line ${line}: ids were not compared: HotelReservationID ${found ?? ''} and UniqueID ${expected ?? ''} are both those of a reservation; whether one is of another system is not told.`,
    )
  if (rule === 'soap-action-unchecked')
    return printable(
      `${file}: line ${line}: SOAPAction was not checked: ${found ?? ''}, and the receiver wants ${expected ?? ''}.`,
    )
  if (rule === 'percent-unchecked')
    return printable(
      `${file}: line ${line}: percentages were not checked: ${found ?? ''} go together by no price of the message (${expected ?? ''}); the share may be of a part of it, or of a price before tax that is not told.`,
    )
  const shown = nodes.slice(0, SHOWN_OBSTACLES).map((one) => `${nameOf(one.node)} in line ${one.line} ${one.found}`)
  const more = nodes.length > SHOWN_OBSTACLES ? `, and ${nodes.length - SHOWN_OBSTACLES} more` : ''
  return printable(
    `${file}: line ${line}: totals were not checked: ${found ?? ''} cannot be held against its parts${expected === undefined ? '' : ` (${expected}, as far as they can be read)`}, because ${shown.join(', ')}${more}.`,
  )
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

export { printable }

export const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

import { parseDocument } from 'yaml'
import { parseJson } from '../../contract/index.js'
import { lossOf, tooDeepAt } from '../../foreign-text.js'
import { readLines, tellEndMark } from '../bytes/index.js'
import { inputFault, type ReadContext } from '../reading/index.js'
import { type RowBatch, RowChecker } from '../rows/index.js'
import { Problem, showText } from '../values/index.js'
import { NamedColumns } from './named-columns.js'
import { NamedRooms } from './named-rooms.js'

/** A program that writes null for what it does not know may also leave it out: only days are meant where they are absent. */
const ABSENT = { days: 'daily' } as const

/** One line of a JSON lines file: its object, or why it is none. */
interface JsonLine {
  line: number
  text: string
  value: Readonly<Record<string, unknown>> | Problem
}

/** Splits a JSON lines file into its objects, a list for every stretch. Blank lines are none. */
export async function* readJsonObjects(
  bytes: AsyncIterable<Buffer>,
  name: string,
  onEndMark?: () => void,
): AsyncGenerator<JsonLine[]> {
  for await (const { lines, firstLine } of readLines(bytes, name, onEndMark)) {
    const objects: JsonLine[] = []
    for (const [at, line] of lines.entries()) {
      if (line.trim() !== '') objects.push({ line: firstLine + at, text: line, value: parseObject(line) })
    }
    yield objects
  }
}

/**
 * Reads JSON lines into checked rows: one object per line with the canonical names, values as text, numbers or booleans.
 * @throws Fault INVALID_INPUT for what concerns the whole file
 */
export async function* readJsonLines(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<RowBatch> {
  const columns = new NamedColumns(context)
  const checker = new RowChecker(columns.plan, context)
  // Many programs leave out what is null.
  const rooms = new NamedRooms(columns, context)
  let count = 0
  for await (const objects of readJsonObjects(bytes, context.name, () => tellEndMark(context))) {
    const batch: RowBatch = { rows: [], bad: [], blank: 0 }
    for (const { line, value } of objects) {
      if (value instanceof Problem) checker.refuseWhole(line, value, batch)
      else checkObject(value, line, columns, checker, batch, context, rooms)
    }
    count += objects.length
    yield batch
  }
  if (count === 0)
    throw inputFault({ file: context.name, reason: 'has no rows', remedy: 'Check that the right file was named.' })
  columns.finish()
  rooms.finish('Write the room in every line, or "room_id": "*" to mean all active rooms of the hotel.')
  checker.finish()
}

function checkObject(
  object: Readonly<Record<string, unknown>>,
  line: number,
  columns: NamedColumns,
  checker: RowChecker,
  into: RowBatch,
  { options }: ReadContext,
  rooms: NamedRooms,
): void {
  const values = new Map<number, string>()
  for (const key of Object.keys(object)) {
    const slots = columns.slotsOf(key)
    if (slots === undefined) {
      checker.refuseWhole(line, columns.unknown(key), into, showText(key))
      return
    }
    for (const slot of slots) {
      if (values.has(slot)) {
        checker.refuseWhole(
          line,
          new Problem(
            `names one thing twice: ${columns.plan.names[slot]} and ${showText(key)}`,
            'Leave one of them out.',
          ),
          into,
          showText(key),
        )
        return
      }
      columns.callSlot(slot, key)
      values.set(slot, textOf(object[key], slot === columns.plan.keys.days, options.decimal === ','))
    }
  }
  rooms.take(values, line)
  const conflict = columns.conflict(values)
  const reason = typeof object['_reason'] === 'string' ? object['_reason'] : undefined
  if (conflict === undefined) checker.check(columns.recordOf(values, ABSENT), line, into, { reason })
  else checker.refuseWhole(line, conflict, into)
}

/** A JSON value as a cell would hold it. What no cell can hold becomes its JSON text, which no check takes. */
function textOf(value: unknown, mayBeList: boolean, hasDecimalComma: boolean): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value, hasDecimalComma)
  if (mayBeList && Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string'))
    return value.join(',')
  return JSON.stringify(value)
}

function numberText(value: number, hasDecimalComma: boolean): string {
  // Only an exponent brings an unsafe integer here, and what it stood for is lost.
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : value.toExponential()
  // JSON has no thousands marks: a fourth decimal says that three decimals are decimals.
  const text = /^-?\d+\.\d{3}$/.test(String(value)) ? `${value}0` : String(value)
  return hasDecimalComma ? text.replace('.', ',') : text
}

/** Nesting, a NUL, or the name that an object loses; most lines have none of them and need no closer look. */
const MAY_LOSE = /[[]|.\{|\\u00(?:00|5f)|__proto__/i

function parseObject(line: string): Readonly<Record<string, unknown>> | Problem {
  let value: unknown
  try {
    value = parseJson(line)
  } catch {
    return new Problem('is not JSON', 'Write one JSON object per line.')
  }
  const loss = MAY_LOSE.test(line) ? lossOf(value) : undefined
  if (loss !== undefined) return new Problem(loss, 'Write plain names and values.')
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new Problem(
      'is no JSON object',
      'Write one JSON object per line, such as {"hotel_code":1000001,"date":"2027-01-01"}.',
    )
  if (!mayHaveTwinKeys(line, value)) return value as Record<string, unknown>
  const deep = tooDeepAt(line)
  if (deep !== undefined) return new Problem(deep.reason, 'Write one object per night or season.')
  return hasTwinKeys(line)
    ? new Problem('has one name twice', 'Leave one of them out.')
    : (value as Record<string, unknown>)
}

/** A JSON parser keeps the last of two equal names in silence. */
function hasTwinKeys(line: string): boolean {
  return parseDocument(line, { schema: 'json', logLevel: 'silent' }).errors.some(({ code }) => code === 'DUPLICATE_KEY')
}

/** Only a line with more colons behind quotes than names needs the closer look. */
function mayHaveTwinKeys(line: string, value: object): boolean {
  return (line.match(/"\s*:/g)?.length ?? 0) !== Object.keys(value).length
}

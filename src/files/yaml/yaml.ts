import { Composer, type Document, LineCounter, Parser } from 'yaml'
import type { Finding } from '../../errors.js'
import { tooDeepAt, yamlReason } from '../../foreign-text.js'
import { checkLastLine, readLines, tellEndMark } from '../bytes/index.js'
import { inputFault, inputFaults, type ReadContext } from '../reading/index.js'
import { NamedColumns, NamedRooms } from '../records/index.js'
import { type RowBatch, RowChecker } from '../rows/index.js'
import { type YamlRow, YamlScopes } from './scopes.js'
import { YamlSiblings } from './siblings.js'

/** YAML is held as a whole, at about a hundred times its size. */
export const YAML_BYTES_MAX = 8 * 1024 * 1024

const BATCH_ROWS = 4000
/** The parser takes about a millisecond for so many. */
const LINES_A_TICK = 2000

/** The layout of YAML files, for help texts. */
export const YAML_LAYOUT = `A YAML file is a map, a list of maps, or several of either, separated by "---".
A map may hold the names of the columns and the lists hotels, rooms, plans and seasons (for seasons also rates or inventory).
What is written further out holds for everything inside, unless the inside says otherwise.
A map without a list is a row. "name" is free text; keys that begin with "x-" or "_" are not read. Anchors and "<<" may be used.
"base" holds what seasons beside it lie over; entries of "exceptions" lie over the base and the seasons beside them, value by
value, or over the one map that holds them. Entries of one of these lists must not contradict each other.
An entry of plans may derive its prices from the plan of this name or id beside it, or from the base: the prices around the list.
A change is +10%, -15, +12.50 or x1.2; prices are rounded, halves up, to the currency's smallest unit or to what "round" says.

hotel_code: 1000001
currency: EUR
rooms:
  - room_id: 101
    base: {from: 2027-01-01, to: 2027-06-30, price: 95}
    seasons:
      - {name: spring weekends, from: 2027-04-01, to: 2027-06-30, days: [fri, sat], price: 140, min_stay: 2}
    exceptions:
      - {name: regatta, date: 2027-05-15, price: 210}
    plans:
      - {name: flexible, plan: 77, from: base, change: +10%}
      - {plan: 78, derive: {from: flexible, change: -15, round: 0.50}, to: 2027-03-31, from: 2027-01-01}

"to" is the last night; it is always included.`

/** The levels of a file say what holds for a row: what none of them names is not blank but meant. */
export const ABSENT = { rate_plan_id: '*', days: 'daily' } as const

/**
 * Reads a YAML file into checked rows.
 * @throws Fault INVALID_INPUT for broken YAML, names outside the layout, a file above 8 MB
 */
export async function* readYaml(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<RowBatch> {
  const columns = new NamedColumns(context)
  const checker = new RowChecker(columns.plan, context)
  const rooms = new NamedRooms(columns, context)
  const text = await wholeText(bytes, context)
  let batch: RowBatch = { rows: [], bad: [], blank: 0 }
  let count = 0
  for (const { line, values, problem } of yamlRows(text, columns, context)) {
    rooms.take(values, line)
    const conflict = problem ?? columns.conflict(values) ?? columns.blankKey(values)
    if (conflict === undefined) checker.check(columns.recordOf(values, ABSENT), line, batch)
    else checker.refuseWhole(line, conflict, batch)
    count += 1
    if (count % BATCH_ROWS === 0) {
      yield batch
      batch = { rows: [], bad: [], blank: 0 }
    }
  }
  if (count === 0)
    throw inputFault({ file: context.name, reason: 'has no rows', remedy: 'Check that the right file was named.' })
  yield batch
  columns.finish()
  rooms.finish('Write its room, or room_id: "*" to mean all active rooms of the hotel.')
  checker.finish()
}

/** The rows of all documents of a YAML text, in order. */
export function* yamlRows(text: string, columns: NamedColumns, context: ReadContext): Generator<YamlRow> {
  const lines = new LineCounter()
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line)
  const composer = new Composer({ schema: 'core', merge: true, resolveKnownTags: false, logLevel: 'silent' })
  const deep = tooDeepAt(text)
  if (deep !== undefined) throw inputFault({ file: context.name, ...deep })
  const siblings = new YamlSiblings(columns, context)
  const scopes: YamlScopes[] = []
  const addLine = (offset: number): void => {
    lines.addNewLine(offset)
    if (lines.lineStarts.length % LINES_A_TICK === 0) context.tick?.()
  }
  for (const document of composed(composer.compose(new Parser(addLine).parse(text)), context.name)) {
    context.tick?.()
    refuseErrors(document, context.name, lineAt)
    scopes.push(new YamlScopes(document, columns, context, lineAt, siblings))
  }
  // Documents are entries of one list, as it were: what one of them names, another may have left out.
  const named = scopes.flatMap((document) => document.top() ?? [])
  for (const document of scopes) yield* document.rows(named)
}

function* composed(documents: Generator<unknown>, name: string): Generator<Document> {
  while (true) {
    let next: IteratorResult<unknown>
    try {
      next = documents.next()
    } catch (error) {
      if (error instanceof RangeError)
        throw inputFault({ file: name, reason: 'is nested too deeply to be read' }, error)
      throw error
    }
    if (next.done === true) return
    yield next.value as Document
  }
}

/** The text of a file that is read as a whole. @throws Fault INVALID_INPUT above the size limit, and where it looks cut off */
export async function wholeText(bytes: AsyncIterable<Buffer>, context: ReadContext): Promise<string> {
  const { name } = context
  let size = 0
  let text = ''
  let endsInLine = false
  for await (const { lines, isCut = false } of readLines(bytes, name, () => tellEndMark(context))) {
    endsInLine = isCut
    for (const line of lines) {
      text += `${line}\n`
      size += line.length + 1
    }
    if (size > YAML_BYTES_MAX)
      throw inputFault({
        file: name,
        reason: `is above ${YAML_BYTES_MAX / 1024 / 1024} MB, the limit of YAML files`,
        remedy: 'Split it, or write CSV or JSON lines, which have no limit.',
      })
  }
  if (endsInLine) checkLastLine(text, context)
  return text
}

function refuseErrors(document: Document, name: string, lineAt: (offset: number) => number): void {
  const findings: (Finding & { file: string })[] = [...document.errors, ...document.warnings].map(
    ({ code, message, pos }) => ({
      file: name,
      line: lineAt(pos[0]),
      reason: yamlReason({ code, message }) ?? `is no valid YAML: ${message}`,
    }),
  )
  const [first, ...more] = findings
  if (first !== undefined) throw inputFaults([first, ...more])
}

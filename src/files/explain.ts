import { formatNight } from '../calendar/index.js'
import { Fault, type Finding } from '../errors.js'
import { readFile, surveyOf } from './read-file.js'
import { checkOptions } from './read-options.js'
import type {
  ColumnPlan,
  FileFacts,
  InputFile,
  Kind,
  ReadContext,
  ReadNotice,
  ReadOptions,
  Row,
} from './reading/index.js'
import { type FileReading, findingOf, keepingOf } from './rows/index.js'
import { daysText, showText } from './values/index.js'

/** How one column of a file is read. */
export interface ExplainedColumn {
  /** Canonical name. */
  name: string
  /** As the file calls it. */
  column: string
  reading: string
  proof: string
  /** Up to three different values and what they are read as. */
  samples: { line: number; text: string; value: string }[]
}

/** How one file is read. */
export interface ExplainedFile extends FileFacts {
  file: string
  rows: { read: number; good: number; wrong: number; blank: number; past: number }
  columns: ExplainedColumn[]
  notRead: readonly string[]
  /** What was inferred, left out or looks odd. */
  notices: Omit<ReadNotice, 'file'>[]
  /** Why it cannot be read, or the first rows that cannot. */
  problems: Finding[]
  /** A mapping file that reads files like this one. */
  mapping: Record<string, unknown>
}

interface ExplainInput {
  files: readonly InputFile[]
  kind: Kind
  options: ReadOptions
  /** Called now and then by what reads long; throws where it is to end. */
  tick?: (() => void) | undefined
  /** Set where only the mapping is asked for: rows are looked at to tell how they are read, and not read themselves. */
  isForMapping?: boolean
}

const SAMPLES = 3
const PROBLEMS_SHOWN = 10

const READINGS: Readonly<Record<string, string>> = {
  currency: 'currency code',
  count: 'whole number',
  stay: 'number of nights',
  flag: 'yes or no',
  amount: 'amounts with one meaning',
}

/**
 * Reads files only to tell how they are read.
 * @throws Fault USAGE for impossible options
 */
export async function explainFiles({
  files,
  kind,
  options,
  tick,
  isForMapping = false,
}: ExplainInput): Promise<ExplainedFile[]> {
  const checked = checkOptions(options)
  const explained: ExplainedFile[] = []
  for (const [index, file] of files.entries())
    explained.push(await explainFile(file, { name: file.name, index, kind, options: checked, tick }, isForMapping))
  return explained
}

async function explainFile(file: InputFile, given: ReadContext, isForMapping: boolean): Promise<ExplainedFile> {
  const facts: FileFacts = {}
  const samples = new Samples()
  let read: Readonly<Record<string, string>> = {}
  let reading: FileReading | undefined
  const result: ExplainedFile = {
    file: file.name,
    rows: { read: 0, good: 0, wrong: 0, blank: 0, past: 0 },
    columns: [],
    notRead: [],
    notices: [],
    problems: [],
    mapping: {},
  }
  const onColumns: ReadContext['onColumns'] = (report) => {
    read = report.read
    result.notRead = report.notRead
  }
  try {
    reading = await surveyOf(file, { ...given, facts, onColumns }).findings()
    result.problems.push(...reading.open.map((open) => findingOf(open, file.name)))
    if (reading.open.length === 0 && !isForMapping)
      await countRows(
        file,
        {
          ...given,
          onNotice: ({ file: _, ...notice }) => result.notices.push(notice),
          onRow: (row, plan, cells) => samples.take(row, plan, cells),
        },
        result,
      )
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'INVALID_INPUT') throw error
    result.problems.push(...(error.findings.length > 0 ? error.findings : [{ file: file.name, reason: error.message }]))
  }
  const { plan } = reading ?? {}
  if (plan !== undefined && reading !== undefined) result.columns = columnsOf(plan, reading, samples, given)
  return {
    ...result,
    ...facts,
    mapping: keepingOf({ read, reading, facts, notRead: result.notRead, options: given.options }),
  }
}

async function countRows(file: InputFile, context: ReadContext, { rows, problems }: ExplainedFile): Promise<void> {
  for await (const batch of readFile(file, context, { bytes: 0 })) {
    rows.good += batch.rows.length
    rows.wrong += batch.bad.length
    rows.blank += batch.blank
    rows.past += batch.past?.rows ?? 0
    for (const { fileIndex: _, ...finding } of batch.bad.slice(0, PROBLEMS_SHOWN - problems.length))
      problems.push(finding)
  }
  rows.read = rows.good + rows.wrong + rows.blank + rows.past
}

/** Keeps the first values of each column with what good rows were made of them. */
class Samples {
  readonly #byColumn = new Map<string, ExplainedColumn['samples']>()

  take(row: Row, plan: ColumnPlan, cells: readonly string[]): void {
    for (const [name, at] of placesOf(plan)) {
      const text = (cells[at] ?? '').trim()
      let known = this.#byColumn.get(name)
      if (known === undefined) this.#byColumn.set(name, (known = []))
      if (text === '' || known.length >= SAMPLES || known.some((sample) => sample.text === showText(text))) continue
      known.push({ line: row.line, text: showText(text), value: valueOf(name, row) })
    }
  }

  of(name: string): ExplainedColumn['samples'] {
    return this.#byColumn.get(name) ?? []
  }
}

function columnsOf(
  plan: ColumnPlan,
  { proofs }: FileReading,
  samples: Samples,
  { options }: ReadContext,
): ExplainedColumn[] {
  const types = new Map<string, string>(plan.fields.map(({ spec }) => [spec.name, spec.type]))
  const codes: Readonly<Record<string, unknown>> = {
    hotel_code: options.codes?.hotels,
    room_id: options.codes?.rooms,
    rate_plan_id: options.codes?.plans,
  }
  return placesOf(plan).map(([name, at]) => {
    const reading =
      name in codes
        ? codes[name] === undefined
          ? 'id'
          : 'own code'
        : name === 'days'
          ? 'weekdays'
          : (READINGS[types.get(name) ?? ''] ?? '')
    const proof = codes[name] === undefined ? 'each value by itself' : 'the mapping file'
    return { name, column: plan.names[at] ?? '', reading, proof, ...proofs.get(at), samples: samples.of(name) }
  })
}

/** Canonical names and places of the columns that are read. */
function placesOf({ keys, fields }: ColumnPlan): [name: string, at: number][] {
  const places: [string, number][] = [
    ...Object.entries(keys),
    ...fields.map(({ spec, at }): [string, number] => [spec.name, at]),
  ]
  return places.filter(([, at]) => at >= 0)
}

function valueOf(name: string, { hotel, room, plan, from, until, days, fields }: Row): string {
  if (name === 'date' || name === 'from') return formatNight(from)
  const keys: Readonly<Record<string, string>> = {
    hotel_code: hotel,
    room_id: room === '' ? 'all rooms' : room,
    rate_plan_id: plan,
    to: formatNight(until - 1),
    days: daysText(days),
  }
  return keys[name] ?? String(fields[name] ?? '')
}

import { Fault, type Finding } from '../../errors.js'
import {
  EIGHT_BIT_ENCODINGS,
  eightBitDecoder,
  type EightBitEncoding,
  type EightBitFact,
  readBytes,
  tellFormat,
} from '../bytes/index.js'
import { IdReaders, resolveColumns } from '../columns/index.js'
import { readDate, readDays } from '../dates/index.js'
import {
  type ColumnPlan,
  DATE_FORMATS,
  DECIMAL_MARKS,
  inputFault,
  inputFaults,
  type InputFile,
  type ReadContext,
} from '../reading/index.js'
import { readCsvRecords } from '../table/index.js'
import { Problem, readerOf, showText } from '../values/index.js'

/** All the readings of one text, as one comparable text; undefined where there is none. */
type Readings = (text: string) => string | undefined

/** An encoding that has all characters of the file, and the columns that the header has under it. */
interface Candidate {
  encoding: EightBitEncoding
  decode: (bytes: string) => string | undefined
  plan: ColumnPlan
}

interface DoubtfulCell {
  at: number
  /** Each character is a byte. */
  bytes: string
  line: number
}

const CELLS_MAX = 20_000

/**
 * Proves the encoding of a CSV file that is not UTF-8: one under which every cell that is read, the header included, has
 * a meaning, and which is alone in that or gives the same meanings as the others.
 * @throws Fault INVALID_INPUT with the flag that settles it, where nothing is proved
 */
export async function proveEncoding(file: InputFile, context: ReadContext): Promise<EightBitFact> {
  const { name } = context
  const seen = new Uint8Array(256)
  const { format, bytes } = await tellFormat(
    latin1(readBytes(file, { bytes: 0 }, context.tick), seen),
    name,
    context.options.format,
  )
  try {
    if (format !== 'csv') throw open(name, `is not UTF-8, which files of the form ${format} are written in`)
    return await proveCsv(bytes, seen, context)
  } finally {
    await bytes.return(undefined)
  }
}

async function proveCsv(bytes: AsyncGenerator<Buffer>, seen: Uint8Array, context: ReadContext): Promise<EightBitFact> {
  let candidates: readonly Candidate[] | undefined
  const cells = new Map<string, DoubtfulCell>()
  // What looks odd in it is told by the reading that follows.
  for await (const { records } of readCsvRecords(bytes, { ...context, onNotice: undefined })) {
    let rows = records
    if (candidates === undefined) {
      const [header, ...rest] = records
      if (header === undefined) continue
      candidates = candidatesOf(header.cells, header.line, context)
      rows = rest
    }
    for (const { cells: record, line } of rows) {
      for (const at of columnsOf((candidates[0] as Candidate).plan)) {
        const text = record[at]
        // Only these differ between the encodings.
        if (text === undefined || !/[\u0080-\u00ff]/.test(text) || cells.has(`${at} ${text}`)) continue
        if (cells.size >= CELLS_MAX)
          throw open(
            context.name,
            `is not UTF-8, and more than ${CELLS_MAX} different values would have to be compared`,
          )
        cells.set(`${at} ${text}`, { at, bytes: text, line })
      }
    }
  }
  const used = [...seen.keys()]
    .filter((byte) => seen[byte] === 1)
    .map((byte) => String.fromCharCode(byte))
    .join('')
  return compare(
    [...cells.values()],
    (candidates ?? []).filter(({ decode }) => decode(used) !== undefined),
    context,
  )
}

/** The encodings that give the header a meaning. @throws Fault where there is none, or where they differ in the columns */
function candidatesOf(header: readonly string[], line: number, context: ReadContext): Candidate[] {
  const candidates: Candidate[] = []
  let fault: Fault | undefined
  for (const encoding of EIGHT_BIT_ENCODINGS) {
    const decode = eightBitDecoder(encoding)
    const names = header.map(decode)
    if (names.includes(undefined)) continue
    try {
      candidates.push({
        encoding,
        decode,
        plan: resolveColumns(names as string[], line, { ...context, onColumns: undefined }),
      })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      fault ??= error
    }
  }
  if (candidates.length === 0) throw headerless(context.name, fault)
  const columns = new Set(candidates.map(({ plan }) => columnsOf(plan).join()))
  if (columns.size > 1)
    throw open(
      context.name,
      `is not UTF-8, and its header has other columns in ${candidates.map(({ encoding }) => encoding).join(' than in ')}`,
    )
  return candidates
}

function columnsOf({ keys, fields }: ColumnPlan): number[] {
  return [...Object.values(keys), ...fields.map(({ at }) => at)].filter((at) => at >= 0)
}

function compare(cells: readonly DoubtfulCell[], candidates: readonly Candidate[], context: ReadContext): EightBitFact {
  const against = new Map<Candidate, string>()
  let doubt: { line: number; texts: readonly string[] } | undefined
  let meaningless: { line: number; text: string } | undefined
  let isRead = false
  const read = readingsOf(candidates[0]?.plan, context)
  for (const { at, bytes, line } of cells) {
    const texts = candidates.map(({ decode }) => decode(bytes))
    const values = texts.map((text) => (text === undefined ? undefined : read.get(at)?.(text)))
    const meant = texts.filter((text, index): text is string => text !== undefined && values[index] !== undefined)
    if (meant.length === 0) {
      meaningless ??= { line, text: texts.find((text) => text !== undefined) ?? '' }
      continue
    }
    isRead = true
    for (const [index, candidate] of candidates.entries()) {
      if (values[index] === undefined && !against.has(candidate))
        against.set(candidate, `line ${line}, "${showText(meant[0] as string)}"`)
    }
    if (new Set(values.filter((value) => value !== undefined)).size > 1) doubt ??= { line, texts: meant }
  }
  if (meaningless !== undefined && !isRead)
    throw open(
      context.name,
      `is not UTF-8, and values such as "${showText(meaningless.text)}" have no meaning in another encoding`,
      meaningless.line,
    )
  const fitting = candidates.filter((candidate) => !against.has(candidate))
  const [first, second] = fitting
  if (first === undefined)
    throw open(
      context.name,
      `is not UTF-8, and no other encoding gives a meaning to every value (${[...against].map(([{ encoding }, where]) => `${encoding}: ${where}`).join('; ')})`,
    )
  if (second !== undefined && doubt !== undefined)
    throw open(
      context.name,
      `is not UTF-8, and "${doubt.texts.map(showText).join('" or "')}" are both possible`,
      doubt.line,
    )
  return { name: first.encoding, proof: [...against.values()][0] ?? 'nothing that is read depends on it' }
}

/** Everything that a cell of a column can mean, whatever the other columns settle. */
function readingsOf(plan: ColumnPlan | undefined, { options }: ReadContext): Map<number, Readings> {
  const readings = new Map<number, Readings>()
  if (plan === undefined) return readings
  const { keys, fields } = plan
  const ids = new IdReaders(options.codes)
  const hotels = [
    undefined,
    ...Object.keys(options.codes?.rooms?.byHotel ?? {}),
    ...Object.keys(options.codes?.plans?.byHotel ?? {}),
  ]
  const marks = options.decimal === undefined ? DECIMAL_MARKS : [options.decimal]
  const add = (at: number, reads: readonly ((text: string) => unknown)[]): void => {
    if (at >= 0) readings.set(at, (text) => allOf(reads.map((read) => read(text))))
  }
  const formats = options.dateFormat === undefined ? DATE_FORMATS : [options.dateFormat]
  for (const at of [keys.date, keys.from, keys.to])
    add(
      at,
      formats.map((format) => (text: string) => readDate(text, format)),
    )
  add(keys.hotel_code, [ids.hotel])
  add(
    keys.room_id,
    hotels.map((hotel) => ids.room(hotel ?? '')),
  )
  add(
    keys.rate_plan_id,
    hotels.map((hotel) => ids.plan(hotel ?? '')),
  )
  add(keys.days, [readDays])
  for (const { spec, at } of fields)
    add(at, spec.type === 'amount' ? marks.map((mark) => readerOf('amount', mark)) : [readerOf(spec.type, undefined)])
  return readings
}

function allOf(values: readonly unknown[]): string | undefined {
  return values.every((value) => value instanceof Problem)
    ? undefined
    : JSON.stringify(values.map((value) => (value instanceof Problem ? null : value)))
}

/** What is wrong with the header stands beside the way out of the encoding: either may be what has to be mended. */
function headerless(file: string, fault: Fault | undefined): Fault {
  const { findings } = open(file, 'is not UTF-8, and its header has no meaning in another encoding')
  return inputFaults(
    [...findings, ...(fault?.findings ?? [])].map((finding) => ({ ...finding, file })) as [Finding & { file: string }],
  )
}

function open(file: string, reason: string, line?: number): Fault {
  return inputFault({
    file,
    ...(line === undefined ? {} : { line }),
    reason,
    remedy: `Name its encoding with --encoding (${EIGHT_BIT_ENCODINGS.join(', ')}, or another such as cp850 or gb18030), or save the file as UTF-8 (in Excel: "CSV UTF-8").`,
  })
}

/** Bytes as characters of the same numbers, in UTF-8: what separates cells and lines is ASCII in all these encodings. */
async function* latin1(bytes: AsyncGenerator<Buffer>, seen: Uint8Array): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    for (const byte of chunk) seen[byte] = 1
    yield Buffer.from(chunk.toString('latin1'), 'utf8')
  }
}

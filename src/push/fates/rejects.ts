import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { writeJson } from '../../contract/index.js'
import { Fault } from '../../errors.js'
import {
  checkOutput,
  fileTitle,
  headOf,
  inputFault,
  type InputFile,
  type Kind,
  openOriginals,
  type OriginalRow,
  type Originals,
  placeBeside,
  type ReadContext,
  type ReadOptions,
  REJECTS_COLUMNS,
} from '../../files/index.js'
import { printableCell, printableJson } from '../../printable.js'
import { asSpreadsheetText } from '../../spreadsheet-cells.js'
import { NEW_FILE, partOf, requirePlainFile, standingAt, writeReason, writeRemedy } from '../../whole-file.js'
import { RefusedCells } from './refused-cells.js'
import type { RefusedNights } from './refused-nights.js'
import { type RefusedPart, RefusedParts } from './refused-part.js'
import { joinReasons, RowsAsRead } from './rows-as-read.js'
import type { RunNights } from './run-nights.js'
import { SentValues } from './sent-values.js'

const ADDED: readonly string[] = REJECTS_COLUMNS
const WRITE_CHARACTERS = 64 * 1024

export interface RejectsInput {
  /** The files of the run, by the index that rows carry. */
  files: readonly InputFile[]
  kind: Kind
  /** The options with which the files were read. */
  options: ReadOptions
  rejected: Iterable<{ file: number; line: number; reason: string }>
  /** What the service refused, night by night; the lines of it are among `rejected`, beside those that a check refused. `replaced`: lines that have lost values to later ones. */
  refused?: {
    nights: Iterable<RunNights>
    byLine: Iterable<RefusedNights>
    lines: Iterable<{ file: number; line: number }>
    replaced?: Iterable<{ file: number; line: number }>
  }
  /** Where to write. Replaced as a whole, readable by its owner alone. */
  to: string
}

interface Source {
  name: string
  index: number
  originals: Originals
  reasons: ReadonlyMap<number, string>
  /** What is written of a row in place of it, where only some of its nights were refused. */
  partsOf: (row: OriginalRow, reason: string) => RefusedPart[] | undefined
}

/**
 * Writes the rejected rows as their files have them, each with line and reason, in a form that can be pushed again once mended:
 * CSV where all sources are CSV, else JSON lines. A row that cannot be taken apart keeps its text and stays refused until mended.
 * @returns the number of rows written; with no row nothing is written
 * @throws Fault USAGE for sources that cannot be read twice, INVALID_INPUT where a source has changed meanwhile
 */
export async function writeRejects(input: RejectsInput): Promise<number> {
  const reasons = groupByFile(input.rejected)
  if (reasons.size === 0) return 0
  await checkRejectsTarget(input)
  const sources: Source[] = []
  // Own codes stand in the file, and those of the service in what was refused: such rows stay as they are.
  const parts =
    input.refused === undefined || input.options.codes !== undefined
      ? undefined
      : new RefusedParts(input.refused.nights, input.options.hotel ?? '')
  const refusedLines = [...(input.refused?.lines ?? [])]
  const byLine = input.refused === undefined ? undefined : [...input.refused.byLine]
  const sent = byLine === undefined ? undefined : new SentValues(input.refused?.replaced ?? [], byLine, input.kind)
  const refusedOf = (index: number) => new Set(refusedLines.filter((one) => one.file === index).map(({ line }) => line))
  try {
    const read: RowsAsRead[] = []
    for (const [index, lines] of [...reasons].toSorted(([a], [b]) => a - b)) {
      const file = input.files[index] as InputFile
      const context: ReadContext = { name: file.name, index, kind: input.kind, options: input.options }
      sources.push({
        name: file.name,
        index,
        originals: await openOriginals(file, context),
        reasons: lines,
        partsOf: () => undefined,
      })
      // It was read for the push without a fault.
      const asRead = RowsAsRead.of(file, context, { lines: new Set(lines.keys()), refused: byLine, sent })
      read.push(
        await asRead.catch((error: unknown) =>
          Promise.reject(error instanceof Fault && error.code === 'INVALID_INPUT' ? changed(file.name) : error),
        ),
      )
    }
    const isSettled = read.some((one) => one.isSettled || one.hasLostValues)
    for (const [at, source] of sources.entries()) {
      const refused = refusedOf(source.index)
      const asRead = read[at] as RowsAsRead
      if (isSettled) {
        source.originals = asRead.over(source.originals)
        source.partsOf = (row, reason) =>
          asRead.of(
            row,
            reason,
            refused.has(row.line) ||
              (source.originals.matrix !== undefined && byLine !== undefined && !asRead.isWhole(row.line, reason)),
          )
      } else if (source.originals.format === 'yaml')
        source.partsOf = (row) => (refused.has(row.line) ? parts?.of(row) : undefined)
      else if (byLine !== undefined) {
        // A line of a matrix that a check has refused may have other cells that were sent.
        const inParts =
          source.originals.nights === undefined
            ? refused
            : new Set([...source.reasons].flatMap(([line, reason]) => (asRead.isWhole(line, reason) ? [] : [line])))
        const context: ReadContext = {
          name: source.name,
          index: source.index,
          kind: input.kind,
          options: input.options,
        }
        const cells =
          inParts.size === 0
            ? undefined
            : await RefusedCells.of(input.files[source.index] as InputFile, context, {
                originals: source.originals,
                lines: inParts,
                refused: byLine,
              })
        source.partsOf = (row, reason) => (inParts.has(row.line) ? cells?.of(row, reason) : undefined)
      }
    }
    return await replaceFile(input.to, async (handle) => {
      const written = await writeAll(sources, handle)
      // Lines of another file under the same name would be other rows.
      for (const index of reasons.keys()) await input.files[index]?.watch?.check()
      return written
    })
  } finally {
    for (const { originals } of sources) await originals.close()
  }
}

/**
 * Whether rejects of these files can be written there; to be asked before anything is sent, when it can still be mended.
 * @throws Fault USAGE
 */
async function checkRejectsTarget({
  files,
  to,
  besides = [],
}: Pick<RejectsInput, 'files' | 'to'> & { besides?: readonly string[] }): Promise<void> {
  refuseUnreadable(files)
  await checkOutput({
    to,
    flag: '--rejects',
    what: 'the rejects',
    sources: [...files, ...besides.map((name) => ({ name }))],
    isOurs: isRejectsHead,
  })
}

/**
 * Removes the rejects that an earlier push has left there, so that nobody takes them for those of this one. A file of another kind stays.
 * @returns whether there were any
 */
export async function removeStaleRejects(to: string): Promise<boolean> {
  if (!isRejectsHead(await headOf(to))) return false
  await rm(to, { force: true })
  return true
}

/**
 * Where rejects of these files can be written: the place that is named, or one beside it where a file stands there that is none of a push.
 * @throws Fault USAGE
 */
export function rejectsPlace({
  files,
  to,
  besides = [],
}: Pick<RejectsInput, 'files' | 'to'> & { besides?: readonly string[] }): Promise<string> {
  refuseUnreadable(files)
  return placeBeside({
    to,
    flag: '--rejects',
    what: 'the rejects',
    sources: [...files, ...besides.map((name) => ({ name }))],
    isOurs: isRejectsHead,
  })
}

/** Whether the rejects of a push stand there. */
export async function isRejectsFile(name: string): Promise<boolean> {
  return isRejectsHead(await headOf(name))
}

/** Whether a file begins as the rejects do: with a column that a push adds. */
function isRejectsHead(head: string): boolean {
  return ADDED.some(
    (name) => head.startsWith(`{"${name}":`) || (head.startsWith(name) && /^[,;\t|]/.test(head.slice(name.length))),
  )
}

/** Writes beside the file and puts the result in its place once it is complete. */
export async function replaceFile(to: string, write: (handle: FileHandle) => Promise<number>): Promise<number> {
  const temporary = partOf(to)
  try {
    requirePlainFile(await standingAt(to), to, '--rejects')
    const handle = await open(temporary, NEW_FILE, 0o600)
    const written = await write(handle).finally(() => handle.close())
    requirePlainFile(await standingAt(to), to, '--rejects')
    await rename(temporary, to)
    return written
  } catch (error) {
    await rm(temporary, { force: true })
    throw error instanceof Fault
      ? error
      : // Rows were sent by then: whatever the reason, it is no word of a wrong command.
        new Fault('DATA_DIRECTORY', `The rejects cannot be written to ${to}: ${writeReason(error)}.`, {
          next: writeRemedy(error, '--rejects'),
          cause: error,
        })
  }
}

/** True where --rejects can work for these files: all can be read a second time. */
function canReadAgain(files: readonly InputFile[]): boolean {
  return files.every(({ name, path, stream }) => (name !== '-' || path !== undefined) && stream === undefined)
}

function groupByFile(rejected: RejectsInput['rejected']): Map<number, Map<number, string>> {
  const files = new Map<number, Map<number, string>>()
  for (const { file, line, reason } of rejected) {
    const lines = files.get(file) ?? new Map<number, string>()
    lines.set(line, joinReasons([lines.get(line) ?? '', reason]))
    files.set(file, lines)
  }
  return files
}

function refuseUnreadable(files: readonly InputFile[]): void {
  if (!canReadAgain(files))
    throw new Fault('USAGE', 'Rejects cannot be taken from standard input, which cannot be read twice.', {
      next: 'Save the input to a file and push that.',
    })
}

async function writeAll(sources: readonly Source[], handle: FileHandle): Promise<number> {
  const layout = layoutOf(sources)
  let buffer = layout.first
  let written = 0
  for (const source of sources) {
    const found = new Set<number>()
    for await (const row of source.originals.rows) {
      const reason = source.reasons.get(row.line)
      if (reason === undefined) continue
      found.add(row.line)
      for (const part of source.partsOf(row, reason) ?? [{ row, reason }]) {
        buffer += layout.write(part.row, part.reason, source)
        written += 1
      }
      if (buffer.length > WRITE_CHARACTERS) {
        await handle.appendFile(buffer)
        buffer = ''
      }
    }
    if (found.size < source.reasons.size) throw changed(source.name)
  }
  await handle.appendFile(buffer)
  return written
}

function changed(file: string): Fault {
  return inputFault({ file, reason: 'has changed since it was read, so its rejected rows cannot be found' })
}

interface Layout {
  first: string
  write: (row: OriginalRow, reason: string, source: Source) => string
}

function layoutOf(sources: readonly Source[]): Layout {
  const hasFile = sources.length > 1
  const added = (row: OriginalRow, reason: string, { name }: Source) => [
    ...(hasFile ? [fileTitle(name)] : []),
    String(row.line),
    reason,
  ]
  const names = hasFile ? ADDED : ADDED.slice(1)
  if (sources.some(({ originals }) => originals.format !== 'csv')) {
    const write: Layout['write'] = (row, reason, source) => {
      const notes = Object.fromEntries(added(row, reason, source).map((text, at) => [names[at], text]))
      const rest = Object.entries(row.object ?? { _record: row.cells.join(source.originals.delimiter) }).filter(
        ([name]) => !ADDED.includes(name),
      )
      // JSON reads back the same with escapes.
      return `${printableJson(writeJson({ ...notes, ...Object.fromEntries(rest) }))}\n`
    }
    return { first: '', write }
  }
  const headers = sources.map(({ originals }) => originals.header.filter((name) => !ADDED.includes(name)))
  const isOneHeader = headers.every((header) => header.join('\n') === headers[0]?.join('\n'))
  const delimiter = sources.every(({ originals }) => originals.delimiter === sources[0]?.originals.delimiter)
    ? (sources[0] as Source).originals.delimiter
    : ','
  const columns = isOneHeader ? (headers[0] as string[]) : [...new Set(headers.flat())].filter((name) => name !== '')
  const lineOf = (cells: readonly string[]) =>
    `${cells.map((cell) => quoted(asSpreadsheetText(cell), delimiter)).join(delimiter)}\n`
  const write: Layout['write'] = (row, reason, source) => {
    // The cells behind them are the file's own and stay as they are, so that they read back the same.
    const notes = added(row, reason, source).map(printableCell)
    const { object } = row
    if (object !== undefined && !isOneHeader)
      return lineOf([...notes, ...columns.map((name) => String(object[name] ?? ''))])
    if (object !== undefined)
      return lineOf([...notes, ...row.cells.filter((_, at) => !ADDED.includes(source.originals.header[at] as string))])
    return lineOf([...notes, row.cells.join(source.originals.delimiter)])
  }
  return { first: lineOf([...names, ...columns]), write }
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes('"') ||
    cell.includes('\n') ||
    cell.includes('\r') ||
    cell.includes(delimiter) ||
    cell !== cell.trim()
    ? `"${cell.replaceAll('"', '""')}"`
    : cell
}

import type { ByteCount } from './bytes/index.js'
import { readFile } from './read-file.js'
import { checkOptions } from './read-options.js'
import {
  type ColumnReport,
  countRows,
  type InputFile,
  type Kind,
  type ReadContext,
  type ReadNotice,
  type ReadOptions,
  type RowChunk,
} from './reading/index.js'

export type { ColumnReport, ReadNotice, ReadOptions } from './reading/index.js'

/** A chunk with the counts that a summary needs. Counts are of all files so far. */
interface ReadChunk extends RowChunk {
  /** Rows whose value cells are all blank: they send nothing and are no error. */
  blankRows: number
  /** Bad rows, also those beyond `maxBadKept`. */
  badRows: number
  /** Nights left out because they are past at the property; the rows that held no others, and the hotels of these. */
  past: { rows: number; nights: number; hotels: ReadonlySet<string> }
  /** Files of which all rows are past. Complete behind the last chunk. */
  pastFiles: readonly string[]
}

interface ReadInput {
  files: readonly InputFile[]
  kind: Kind
  options: ReadOptions
  /** After this many bad rows the others are counted, not described. Default: all are described. */
  maxBadKept?: number
  /** Told once per file how its columns were taken (JSON lines: once more for each new column). */
  onColumns?: (report: ColumnReport) => void
  /** Told of what was inferred, left out or looks odd. */
  onNotice?: (notice: ReadNotice) => void
  /** Called now and then by what reads long without a turn for timers and signals; throws where it is to end. */
  tick?: (() => void) | undefined
}

/**
 * Reads files into checked rows, in order, a chunk of some thousand rows at a time. Nothing is read ahead of the
 * consumer, so memory does not grow with the file (a YAML file is held as a whole and limited in size).
 * @throws Fault INVALID_INPUT for a file that cannot be read as it stands; USAGE for impossible options.
 *   What earlier chunks held is then not to be sent.
 */
export async function* readRows(input: ReadInput): AsyncGenerator<ReadChunk> {
  const options = checkOptions(input.options)
  const count: ByteCount = { bytes: 0 }
  const most = input.maxBadKept ?? Number.POSITIVE_INFINITY
  let rowsRead = 0
  let blankRows = 0
  let badRows = 0
  const past = { rows: 0, nights: 0, hotels: new Set<string>() }
  const pastFiles: string[] = []
  for (const [index, file] of input.files.entries()) {
    if (index > 0) input.tick?.()
    const context: ReadContext = {
      name: file.name,
      index,
      kind: input.kind,
      options,
      onColumns: input.onColumns,
      onNotice: input.onNotice,
      tick: input.tick,
    }
    let pastRows = 0
    let others = 0
    for await (const { rows, bad, blank, past: gone } of readFile(file, context, count)) {
      const kept = bad.slice(0, Math.max(0, most - badRows))
      pastRows += gone?.rows ?? 0
      others += rows.length + bad.length
      past.rows += gone?.rows ?? 0
      past.nights += gone?.nights ?? 0
      for (const hotel of gone?.hotels ?? []) past.hotels.add(hotel)
      rowsRead += countRows(rows) + bad.length + blank + (gone?.rows ?? 0)
      blankRows += blank
      badRows += bad.length
      yield { rows, bad: kept, rowsRead, bytesRead: count.bytes, blankRows, badRows, past: { ...past }, pastFiles }
    }
    if (pastRows > 0 && others === 0) pastFiles.push(file.name)
  }
}

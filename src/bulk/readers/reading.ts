import type { Readable } from 'node:stream'
import type { BadRow, Kind, Row } from '../row.js'
import type { DecimalMark } from '../values-amount.js'
import type { DateFormat } from '../values-date.js'

export type FileFormat = 'csv' | 'yaml' | 'ndjson'

/** What a person may say about the files of a run. Each settles what a file alone leaves open. */
export interface ReadOptions {
  /** Otherwise told from the name and the first bytes. */
  format?: FileFormat
  /** Canonical name → column of the file. */
  map?: Readonly<Record<string, string>>
  /** Columns to leave unread. */
  ignoreColumns?: readonly string[]
  /** Hotel code of files that have no such column. */
  hotel?: string
  /** Separator of CSV columns: one character, or `tab`. */
  delimiter?: string
  /** Mark that begins the decimals of prices. */
  decimal?: DecimalMark
  dateFormat?: DateFormat
  /** Currency of prices in files that have no such column. */
  currency?: string
}

/** A file to read. `name` is a path, or `-` for standard input; `stream` replaces both. */
export interface InputFile {
  name: string
  stream?: Readable
}

/** How the columns of one file were taken, for a notice to the person. */
export interface ColumnReport {
  file: string
  /** Canonical name → column of the file. */
  read: Readonly<Record<string, string>>
  /** Columns left unread because --map is in use; those that begin with "_" are not listed. */
  notRead: readonly string[]
}

/** One file on its way through a reader. */
export interface ReadContext {
  name: string
  index: number
  kind: Kind
  options: ReadOptions
  onColumns?: ((report: ColumnReport) => void) | undefined
}

/** What a reader makes of one stretch of a file. */
export interface RowBatch {
  rows: Row[]
  bad: BadRow[]
  /** Rows of the stretch that send nothing because all their value cells are blank. */
  blank: number
}

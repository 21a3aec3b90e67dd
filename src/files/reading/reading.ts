import type { Readable } from 'node:stream'
import type { DateCells, DateFormat, DecimalMark, Encoding, EncodingFact, RangeEnd } from './choices.js'
import type { CodeMaps } from './code-maps.js'
import type { ColumnPlan } from './column-plan.js'
import type { FileWatch } from './file-watch.js'
import type { Kind, Row } from './row.js'

export type FileFormat = 'csv' | 'yaml' | 'ndjson' | 'xlsx'

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
  /** Sheet of a workbook: its name, or its number among the visible ones. Otherwise the first visible one. */
  sheet?: string
  /** The field whose values stand in the cells of a table with dates across. */
  matrix?: string
  /** Mark that begins the decimals of prices. */
  decimal?: DecimalMark
  dateFormat?: DateFormat
  /** Whether dates that a spreadsheet program has read have day and month exchanged. */
  dateCells?: DateCells
  /** What the column `to` of a table holds. The last night unless said. */
  rangeEnd?: RangeEnd
  /** What prices are rounded to, halves up, such as 0.01. */
  round?: string
  /** Encoding of text files. */
  encoding?: Encoding
  /** Own codes and the ids behind them. */
  codes?: CodeMaps
  /** The property's own day; nights before it are past. Absent: none is. */
  today?: number
  /** Past nights are left out and counted unless said. */
  past?: 'skip' | 'error' | 'send'
  /** Currency of prices in files that have no such column. */
  currency?: string
}

/** A file to read. `name` is a path, or `-` for standard input; `path` and `stream` replace both. A stream can be read once only. */
export interface InputFile {
  name: string
  path?: string
  stream?: Readable
  /** Holds the file to what is read of it. */
  watch?: FileWatch
}

/** How the columns of one file were taken, for a notice to the person. */
export interface ColumnReport {
  file: string
  /** Canonical name → column of the file. */
  read: Readonly<Record<string, string>>
  /** Columns left unread because --map is in use; those that begin with "_" are not listed. */
  notRead: readonly string[]
}

/** Something about a file that a person should know although nothing is wrong with it. */
export interface ReadNotice {
  file: string
  line?: number
  what: 'inferred' | 'sheets-not-read' | 'hidden' | 'cut-off'
  text: string
  /** The line of a mapping file that settles it for files to come. */
  keep?: string
}

/** One file on its way through a reader. */
export interface ReadContext {
  name: string
  index: number
  kind: Kind
  options: ReadOptions
  onColumns?: ((report: ColumnReport) => void) | undefined
  onNotice?: ((notice: ReadNotice) => void) | undefined
  /** Rows with a doubtful cell are handed back in their batch, to be checked again once the file has been surveyed. */
  mayDefer?: boolean
  /** Takes every record instead of the checks. */
  survey?: RecordSurvey
  /** Told of every good row, with the record it comes from. */
  onRow?: ((row: Row, plan: ColumnPlan, cells: readonly string[]) => void) | undefined
  /** Told of every record that a check refuses, with its cells by canonical name. */
  onRefused?: ((line: number, cells: ReadonlyMap<string, RefusedCell>) => void) | undefined
  /** What was found out about the file as a whole. */
  facts?: FileFacts
  /** Called now and then by what reads long without a turn for timers and signals; throws where it is to end. */
  tick?: (() => void) | undefined
}

/** What was found out about a file on the way. */
export interface FileFacts {
  format?: FileFormat
  encoding?: EncodingFact
  delimiter?: string
}

/** A cell of a record that is refused. */
export interface RefusedCell {
  text: string
  isWrong: boolean
  /** What it was read as, or would be if nothing else told against it; undefined where it is blank or says nothing. */
  value: unknown
}

/** What looks at every record of a file instead of checking it. */
export interface RecordSurvey {
  take(plan: ColumnPlan, cells: readonly string[], line: number): void
}

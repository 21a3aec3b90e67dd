import type { BadRow, Row } from '../reading/index.js'
import type { FileReading } from './file-reading.js'

/** A record that is to be checked again, and what its columns were called. */
export interface DeferredRecord {
  cells: readonly string[]
  line: number
  names: readonly string[]
}

/** What checks records again once the file is known as a whole. */
interface SecondCheck {
  settle(reading: FileReading): void
  settleBlanks(filled: FileReading['filled']): void
  checkAgain(record: DeferredRecord, into: RowBatch): void
}

/** What a reader makes of one stretch of a file. */
export interface RowBatch {
  rows: Row[]
  bad: BadRow[]
  /** Rows of the stretch that send nothing because all their value cells are blank. */
  blank: number
  /** Nights left out because they are past; rows that have no others, and the hotels of these. */
  past?: { rows: number; nights: number; hotels: Set<string> }
  /** Rows of the stretch whose cells leave more than one reading. */
  deferred?: {
    checker: SecondCheck
    records: DeferredRecord[]
    /** Set where blank cells of some can be judged only beside the rest of the file. */
    hasBlanks?: boolean
  }
}

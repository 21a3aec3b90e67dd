import type { Finding } from '../../errors.js'
import type { DateReading } from '../dates/index.js'
import type { ColumnPlan, DecimalMark } from '../reading/index.js'
import type { Witness } from '../values/index.js'

export interface ColumnProof {
  reading: string
  proof: string
}

export interface Inferred {
  column: string
  /** Such as `the day first`. */
  reading: string
  /** The cell that settles it. */
  proof: string
  /** The line of a mapping file that settles it without one; undefined where none can. */
  keep?: string
}

/** How the doubtful columns of a file are read, by their places in its records. */
export interface FileReading {
  /** Undefined where the file has no records. */
  plan: ColumnPlan | undefined
  dates: ReadonlyMap<number, DateReading>
  decimals: ReadonlyMap<number, DecimalMark>
  /** What settled each, in words. */
  proofs: ReadonlyMap<number, ColumnProof>
  /** What the file's own cells have settled, and no flag. */
  inferred: readonly Inferred[]
  /** The first filled cell of each column that must not be blank here and there. */
  filled: ReadonlyMap<number, Witness>
  /** Columns that stay open, or that contradict themselves or a flag. */
  open: readonly OpenColumn[]
}

export interface OpenColumn extends Omit<Finding, 'file'> {
  /** What settles it where a person chooses: a setting of a mapping file, and what the doubtful cell is under each of its values. */
  choice?: OpenChoice
}

export interface OpenChoice {
  setting: 'decimal' | 'date_format'
  values: { value: string; meaning: string }[]
}

export const DECIMAL_MARKS = ['.', ','] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

/** How a date that is not written YYYY-MM-DD is meant: the order of its parts, or the day from which a spreadsheet counts. */
export const DATE_FORMATS = ['ymd', 'dmy', 'mdy', 'serial', 'serial-1904'] as const
export type DateFormat = (typeof DATE_FORMATS)[number]

/** Whether cells that are dates by themselves are taken as they are, or with day and month exchanged back. */
export const DATE_CELLS = ['as-is', 'swapped'] as const
export type DateCells = (typeof DATE_CELLS)[number]

/** Whether the second day of a range is its last night, or the day on which guests leave. */
export const RANGE_ENDS = ['last-night', 'departure'] as const
export type RangeEnd = (typeof RANGE_ENDS)[number]

/** An encoding by any of its names. */
export type Encoding = string

/** How the text of a file is encoded, and what says so. */
export interface EncodingFact {
  name: Encoding | 'ascii'
  proof: string
}

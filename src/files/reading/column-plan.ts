import type { FieldSpec } from './row.js'

export type KeyName = 'hotel_code' | 'room_id' | 'rate_plan_id' | 'date' | 'from' | 'to' | 'days'

/** Where each column of a kind stands in the records of one file; -1 = the file has none. */
export interface ColumnPlan {
  keys: Readonly<Record<KeyName, number>>
  fields: readonly { spec: FieldSpec; at: number }[]
  /** Columns as the file names them, by position. */
  names: readonly string[]
  /** Columns without a name: their cells must be blank. */
  unnamed: readonly number[]
}

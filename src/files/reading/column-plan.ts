import type { FieldSpec } from './row.js'

const KEYS = ['hotel_code', 'room_id', 'rate_plan_id', 'date', 'from', 'to', 'days'] as const

export type KeyName = (typeof KEYS)[number]

/** Where each key column stands. */
export function keysAt(at: (name: KeyName) => number): ColumnPlan['keys'] {
  return Object.fromEntries(KEYS.map((name) => [name, at(name)])) as ColumnPlan['keys']
}

/** Where each column of a kind stands in the records of one file; -1 = the file has none. */
export interface ColumnPlan {
  keys: Readonly<Record<KeyName, number>>
  fields: readonly { spec: FieldSpec; at: number }[]
  /** Columns as the file names them, by position. */
  names: readonly string[]
  /** Columns without a name: their cells must be blank. */
  unnamed: readonly number[]
}

import type { EndpointKey } from '../../contract/index.js'
import type { Finding } from '../../errors.js'

/** Values of one cell's fields, by the contract's names. An absent field is left alone by the service. */
export type CellFields = Readonly<Record<string, string | number | boolean>>

/** A row that has passed every check. Nights are epoch days, half-open. */
export interface Row {
  file: number
  /** 1-based line where the row begins. */
  line: number
  /** Hotel code, digits as text. */
  hotel: string
  /** Room id, digits as text; '' means all active rooms of the hotel. */
  room: string
  /** Rate plan id, digits as text; '' means none. */
  plan: string
  from: number
  until: number
  /** Weekday mask, bit 0 = Monday; 127 = every day. */
  days: number
  /** Rows may share the object; it never changes. */
  fields: CellFields
  /** Above 0: rows of one file with the same number share the object of their fields. */
  set?: number
  /** How many rows on the lines below say the same, each of the night after. Only a row of one night has any. */
  repeats?: number
}

/** A row that failed a check: what a person needs to mend it. */
export interface BadRow extends Finding {
  fileIndex: number
  line: number
}

/** What a reader yields: rows in file order, and the bad ones of the same stretch. */
export interface RowChunk {
  rows: Row[]
  bad: BadRow[]
  /** Data rows read so far in all files. */
  rowsRead: number
  /** Bytes of all files consumed so far (as stored, before gunzip), for progress. */
  bytesRead: number
  /** Nights left out because they are past, of all files so far; rows that held no others, and the hotels of these. */
  past?: { rows: number; nights: number; hotels: ReadonlySet<string> }
  /** Files of which all rows are past. */
  pastFiles?: readonly string[]
}

export type FieldType = 'amount' | 'currency' | 'count' | 'stay' | 'flag'

/** A value column of a kind. */
export interface FieldSpec {
  /** The contract's name, such as `min_stay`. */
  name: string
  type: FieldType
  /** Other headers that mean this field. */
  aliases: readonly string[]
}

/** What can be pushed in bulk: one file each in files/kinds. */
export interface Kind {
  name: 'rates' | 'inventory'
  endpoint: EndpointKey & ('rates.push' | 'inventory.push')
  /** The array in the request body that takes the entries. */
  listField: 'room_settings' | 'availabilities'
  /** Value columns in the order they are written. */
  fields: readonly FieldSpec[]
  /** False where no room means all active rooms. */
  roomRequired: boolean
  planAllowed: boolean
  daysAllowed: boolean
  /** Fields that are one statement: where one of them is sent, the others of the same cell go with it. */
  together?: readonly (readonly string[])[]
  /** Why the merged fields of one cell cannot be right, such as a minimum stay above the maximum. */
  checkCell?(fields: CellFields): { field: string; reason: string } | undefined
}

/** How many rows of the files these stand for. */
export function countRows(rows: readonly Row[]): number {
  let count = rows.length
  for (const { repeats = 0 } of rows) count += repeats
  return count
}

import type { BadRow } from '../../files/index.js'
import { type ChangeCounts, noChanges, type PriceMove } from '../changes/index.js'
import type { GuardStop } from '../guards/index.js'
import type { Hole } from './coverage.js'
import type { ValueSummary } from './value-tally.js'

/** What one hotel's part of a plan holds. */
export interface HotelPlan {
  hotel: string
  /** Nights to send: cells of (room, plan, night). */
  nights: number
  unchanged: number
  /** Values to send: each field of each night. */
  values: number
  /** Values left out, of nights that are sent in part too. */
  unchangedValues: number
  ranges: number
  requests: number
  /** First and last night of the file's cells, unchanged ones included. */
  firstNight: number
  lastNight: number
  changes: ChangeCounts
}

/** What a push would do. */
export interface Plan {
  /** Absent for a dry run and for a plan that was refused. */
  runId?: number
  /** False when bad rows or a guard stop the plan: nothing can be sent. */
  isSendable: boolean
  hotels: number
  /** Good rows read. */
  rows: number
  badRows: number
  /** One for each cause, with the lines it stands on; the first 100. */
  bad: BadRow[]
  /** Wrong rows of further causes, which `bad` does not list; absent where it lists all. */
  badUnlisted?: number
  /** Nights that a row set to what an earlier row had said already. Harmless. */
  duplicates: number
  /** Rows of which nothing is sent, because later ones set the same values of the same nights (`--overlap last-wins`). */
  replacedRows: number
  /** Nights to send. */
  nights: number
  /** Nights left out because the service has acknowledged just these values. */
  unchanged: number
  /** Nights to send that an earlier run sent without a usable answer. */
  unanswered: number
  /** Values to send: each field of each night. */
  values: number
  /** Values left out because the service has acknowledged them, of nights that are sent in part too. */
  unchangedValues: number
  /** Entries over all requests. */
  ranges: number
  requests: number
  /** Bytes of all bodies, without credentials. */
  bytes: number
  /** Over all cells of the files, unchanged ones included; undefined when there is none. */
  firstNight?: number
  lastNight?: number
  changes: ChangeCounts
  /** Prices that move farthest. */
  moves: PriceMove[]
  /** Nights to come that the run before from the same files had and these lack; the first 100 runs of them. */
  holeNights: number
  holes: Hole[]
  /** The values that the files hold, unchanged ones included; absent where nobody asked for them. */
  fileValues?: ValueSummary[] | undefined
  /** Rooms to be sent that nobody has compared with the service's list and that it has acknowledged nothing for. */
  uncheckedRooms: number
  /** Guards that stop the plan. */
  stops: GuardStop[]
  /** Nights that the files hold and that are left out, because they are before this day at the property; rows that held no others, files that held no other rows, and hotels of which nothing else is in the files (the first 1,000). */
  past?: {
    rows: number
    nights: number
    before: string
    files: readonly string[]
    hotels: readonly string[]
    hotelCount: number
  }
  /** How each file was read: its columns, what is not read, what was inferred. */
  input?: readonly object[]
  /** The first 1,000 hotels. */
  perHotel: HotelPlan[]
}

/** What a plan counts before its first hotel. */
export function nothingPlanned(): Omit<Plan, 'isSendable' | 'rows' | 'badRows' | 'bad'> & {
  firstNight: undefined
  lastNight: undefined
} {
  return {
    hotels: 0,
    duplicates: 0,
    replacedRows: 0,
    nights: 0,
    unchanged: 0,
    unanswered: 0,
    values: 0,
    unchangedValues: 0,
    ranges: 0,
    requests: 0,
    bytes: 0,
    firstNight: undefined,
    lastNight: undefined,
    changes: noChanges(),
    moves: [],
    holeNights: 0,
    holes: [],
    uncheckedRooms: 0,
    stops: [],
    perHotel: [],
  }
}

export type PlanProgress =
  | { phase: 'reading'; rowsRead: number; bytesRead: number }
  | { phase: 'planning'; hotelsDone: number; hotels: number }

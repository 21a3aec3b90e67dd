import type { Night } from '../../calendar/index.js'
import type { BadRow, Kind, RowChunk } from '../../files/index.js'
import type { Journal, RunFile, Target } from '../../journal/index.js'
import type { HotelWatch } from '../changes/index.js'
import type { AbsentHotels, FactsByHotel, GuardLimits, RoomsByHotel } from '../guards/index.js'
import type { LogLimits } from '../merge/index.js'
import type { RequestBounds, ValuesOf } from '../requests/index.js'
import type { PlanProgress } from './plan.js'

export interface PlanOptions extends RequestBounds {
  /** Leave out cells whose every value the service has acknowledged. */
  changesOnly: boolean
  /** Later rows win over earlier ones instead of contradicting them. */
  overlapLastWins: boolean
  /** Plan the good rows although others are bad. */
  skipInvalid: boolean
  /** Whether the service's `to` is the last night or the day after. */
  end: 'inclusive' | 'exclusive'
  /** The service's name of a field path such as `room_settings.min_stay`. */
  fieldName(path: string, list?: string): string
  valuesOf?: ValuesOf
  /** What looks like an accident; absent: nothing but the rows themselves is judged. */
  guards?: GuardLimits
  /** Nights before this one may be missing from files without being named. */
  today?: Night
  /** Flags to keep with the run; no secrets. */
  command?: Record<string, unknown>
}

export interface PlanInput {
  kind: Kind
  chunks: AsyncIterable<RowChunk>
  /** In the order of the rows' file numbers. Sizes and digests may be filled in while the chunks are read. */
  files: readonly RunFile[]
  journal: Journal
  target: Target
  options: PlanOptions
  /** False for a dry run: the journal is read, never written. */
  persist: boolean
  /** Where to save the plan instead of making it a run. */
  savePlanTo?: string | undefined
  signal?: AbortSignal
  /** Called every few hotels; throws where the plan is given up. */
  tick?: (() => void) | undefined
  onProgress?(progress: PlanProgress): void
  onBad?(bad: BadRow): void
  /** Look over the values of the files: smallest, median, largest, and what stands out. */
  surveysValues?: boolean
  /** Sees each hotel as it is planned. */
  onHotel?: HotelWatch | undefined
  /** What the service says of its rooms; asked with the rooms that are to be sent, and once more where what it said before contradicts the plan. */
  roomsOf?(wanted: RoomsByHotel, how?: { isDoubted: boolean }): Promise<FactsByHotel>
  /** Hotels that the service has said it does not have; filled while `roomsOf` asks. */
  absentHotels?: AbsentHotels
  /** Bounds of memory; for tests. */
  limits?: Partial<LogLimits>
}

import type { HotelChanges, Plan } from '../../push/index.js'
import type { RejectsFile } from './rejects-file.js'

export interface PlannedFiles {
  plan: Plan
  rejects: RejectsFile
  /** What a dry run shows night by night: the hotel of --calendar, else the first in which anything changes. */
  preview?: HotelChanges | undefined
}

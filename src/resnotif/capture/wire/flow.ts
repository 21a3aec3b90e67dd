import type { Traced } from '../bytes/index.js'

/** What went over the line in one direction, put together again. */
export interface Flow {
  stream: Traced
  /** Bytes before or behind it went over the line and were not captured. */
  isTorn: boolean
}

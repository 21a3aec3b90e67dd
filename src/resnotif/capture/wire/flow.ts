import type { Traced } from '../bytes/index.js'

/** What went over the line in one direction, put together again. */
export interface Flow {
  stream: Traced
  /** The direction of which connection. */
  way: string
  /** Bytes right before it went over the line and were not captured, or right behind it. */
  gap?: 'before' | 'behind'
  /** Why it cannot be put together, where what it shows stands as it was written down. */
  unreadable?: string
}

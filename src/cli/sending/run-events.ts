import type { RunRecord } from '../../journal/index.js'
import type { RequestEvent, SendNews, SendProgress } from '../../push/index.js'

/** Whoever wants to hear, as it happens, how a run is sent. Nothing that it does holds the run up. */
export interface RunEvents {
  /** The run is sent from here on: for the first time, or what is left of it. */
  begins(run: RunRecord): void
  request(event: RequestEvent): void
  news(news: SendNews): void
  progress(progress: SendProgress): void
}

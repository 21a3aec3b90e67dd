import { durationText } from '../../duration-text.js'
import type { SendProgress } from '../../push/index.js'
import { count } from '../show/index.js'

/** The rate is that of the last requests: a pace changes on the way. */
const WINDOW_MS = 15_000

/** Words the progress of a run: how much is done, how fast, how long the rest will take. */
export class ProgressText {
  readonly #marks: { at: number; done: number }[] = []

  text({ batches: { planned, acknowledged, rejected } }: SendProgress, now: number): string {
    const done = acknowledged + rejected
    this.#marks.push({ at: now, done })
    while (this.#marks.length > 2 && now - (this.#marks[0]?.at ?? now) > WINDOW_MS) this.#marks.shift()
    const first = this.#marks[0] as { at: number; done: number }
    const perSecond = now - first.at < 1000 ? 0 : (1000 * (done - first.done)) / (now - first.at)
    const rate =
      perSecond === 0
        ? ''
        : `, ${perSecond >= 10 ? Math.round(perSecond) : perSecond.toPrecision(2)} a second, about ${durationText(Math.ceil((planned - done) / perSecond))} left`
    return `Sending … ${done} of ${count(planned, 'request')}${rejected === 0 ? '' : `, ${rejected} with refused rows`}${rate}`
  }
}

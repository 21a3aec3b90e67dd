import { durationText } from '../../duration-text.js'
import type { SendProgress } from '../../push/index.js'
import { count } from '../show/index.js'

/** The rate is that of the last requests: a pace changes on the way. */
const WINDOW_MS = 15_000

/** Words the progress of a run: how much is done, how fast, how long the rest will take, and what became of the nights. */
export class ProgressText {
  readonly #marks: { at: number; done: number }[] = []

  /**
   * One line, the most telling first, since a narrow terminal cuts it.
   * @param waiting what is waited for just now, such as `; waiting 6 s for the service`
   */
  text({ batches, nights }: SendProgress, now: number, waiting = ''): string {
    const { planned, acknowledged, rejected } = batches
    const done = acknowledged + rejected
    this.#marks.push({ at: now, done })
    while (this.#marks.length > 2 && now - (this.#marks[0]?.at ?? now) > WINDOW_MS) this.#marks.shift()
    const first = this.#marks[0] as { at: number; done: number }
    const perSecond = now - first.at < 1000 ? 0 : (1000 * (done - first.done)) / (now - first.at)
    const rate =
      perSecond === 0
        ? ''
        : `, ${perSecond >= 10 ? Math.round(perSecond) : perSecond.toPrecision(2)} a second, about ${durationText(Math.ceil((planned - done) / perSecond))} left`
    return `${done.toLocaleString('en')} of ${count(planned, 'request')}${rate}${waiting}${statesText(nights)}`
  }
}

/** `; 11,020 nights acknowledged, 3 refused`: what there is of each. */
function statesText({ acknowledged, rejected, untried = 0, unanswered }: SendProgress['nights']): string {
  const states = [
    ...(rejected === 0 ? [] : [`${rejected.toLocaleString('en')} refused`]),
    ...(untried === 0 ? [] : [`${untried.toLocaleString('en')} given up`]),
    ...(unanswered === 0 ? [] : [`${unanswered.toLocaleString('en')} without a usable answer`]),
  ]
  if (acknowledged === 0 && states.length === 0) return ''
  return `; ${[`${count(acknowledged, 'night')} acknowledged`, ...states].join(', ')}`
}

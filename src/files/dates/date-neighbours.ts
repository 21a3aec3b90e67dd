import { formatNight, type Night } from '../../calendar/index.js'

/** Nights of some fifty years. */
const KEPT_MAX = 20_000
const MONTH_CHARACTERS = 7

/** Holds the dates of a file, in the order of their first appearance, against each other: as they stand, and with day and month exchanged. */
export class Neighbours {
  /** Each night as it stands, and as it is once exchanged; the same where nothing could exchange it. */
  readonly #nights = new Map<Night, Night>()
  #last: { night: Night; other: Night } | undefined
  /** Steps of one night from a date to the next one. */
  #stepsAsIs = 0
  #stepsExchanged = 0

  has(night: Night): boolean {
    return this.#nights.has(night)
  }

  take(night: Night, other: Night): void {
    if (this.#nights.get(night) === other || this.#nights.size >= KEPT_MAX) return
    this.#nights.set(night, other)
    const last = this.#last
    if (last !== undefined && (night !== other || last.night !== last.other)) {
      if (Math.abs(night - last.night) === 1) this.#stepsAsIs += 1
      if (Math.abs(other - last.other) === 1) this.#stepsExchanged += 1
    }
    this.#last = { night, other }
  }

  /** True where one date stands alone in its month and has company in the other, or where most dates follow each other, and are of the months of the sure ones, only when exchanged. */
  fitBetterExchanged(): boolean {
    const sure = new Set([...this.#nights].filter(([night, other]) => night === other).map(([night]) => monthOf(night)))
    let asIs = this.#stepsAsIs
    let swapped = this.#stepsExchanged
    for (const [night, other] of this.#nights) {
      if (night === other) continue
      const isAtHome = sure.has(monthOf(night))
      const isAtHomeExchanged = sure.has(monthOf(other))
      if (isAtHomeExchanged && !isAtHome && !this.has(night - 1) && !this.has(night + 1)) return true
      if (isAtHome) asIs += 1
      if (isAtHomeExchanged) swapped += 1
    }
    return swapped > asIs
  }
}

function monthOf(night: Night): string {
  return formatNight(night).slice(0, MONTH_CHARACTERS)
}

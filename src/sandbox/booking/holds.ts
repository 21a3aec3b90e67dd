import { Fault } from '../../errors.js'
import type { Store } from '../store/index.js'

const SETTING = 'holdMinutes'
const HOLD_MINUTES = 60
const MINUTES_MAX = 525_600
const MINUTE_MS = 60_000

/** How long a pending reservation keeps its units (wire default 26). A setting of the data, so that all processes on them agree. */
export class Holds {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  get minutes(): number {
    return Number(this.#store.setting(SETTING) ?? HOLD_MINUTES)
  }

  /**
   * Sets how long reservations are held that are made from now on; undefined is the default again.
   * @throws Fault USAGE for what is no whole number of minutes from 1 to a year
   */
  set(minutes: number | undefined): void {
    if (minutes !== undefined && !(Number.isInteger(minutes) && minutes >= 1 && minutes <= MINUTES_MAX))
      throw new Fault('USAGE', `A hold lasts from 1 to ${MINUTES_MAX} minutes.`)
    this.#store.keepSetting(SETTING, minutes === undefined ? undefined : String(minutes))
  }

  /** @param now epoch milliseconds of the sandbox's clock */
  untilAfter(now: number): number {
    return now + this.minutes * MINUTE_MS
  }
}

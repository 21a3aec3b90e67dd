import { Fault } from '../../errors.js'
import type { Store } from './store.js'

const SETTING = 'clockOffsetMs'
/** The farthest that the calendar of the interface reaches in four digits. */
const [EARLIEST, LATEST] = [Date.UTC(1970, 0, 1), Date.UTC(9998, 11, 31)]

/** The sandbox's clock: the machine's, moved by an offset that its data keeps, so that all processes on them agree. */
export class Clock {
  readonly #store: Store
  readonly #machine: () => number

  /** @param machine epoch milliseconds */
  constructor(store: Store, machine: () => number) {
    this.#store = store
    this.#machine = machine
  }

  /** Epoch milliseconds. */
  readonly now = (): number => this.#machine() + this.offsetMs

  get offsetMs(): number {
    return Number(this.#store.setting(SETTING) ?? 0)
  }

  /**
   * Moves it to a moment; it goes on from there.
   * @param at epoch milliseconds
   * @throws Fault USAGE for a moment outside the years 1970 to 9998
   */
  set(at: number): void {
    if (!(at >= EARLIEST && at <= LATEST)) throw new Fault('USAGE', 'The clock goes from 1970 to 9998.')
    this.#store.keepSetting(SETTING, String(Math.round(at - this.#machine())))
  }

  /** Moves it on by milliseconds; back where they are negative. */
  advance(ms: number): void {
    this.set(this.now() + ms)
  }

  /** Back to the machine's own time. */
  reset(): void {
    this.#store.keepSetting(SETTING, undefined)
  }
}

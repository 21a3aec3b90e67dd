import { Fault } from '../../errors.js'
import type { Problem } from '../../journal/index.js'
import { isUnconnected, Outage, type OutageNews, type Turn } from '../pace/index.js'
import { steadyNow } from '../../clock.js'
import { Breaker } from './breaker.js'
import type { HaltSwitch } from './halt-switch.js'
import type { ServiceWatch } from './send-hotel.js'
import type { SendOutcome } from './send-outcome.js'

const LAST_TRIES = 2

/** The service has done nothing but put requests off for so long, milliseconds. */
export interface ThrottleNews {
  kind: 'throttled'
  ms: number
  /** For how long it is tried still. */
  leftMs: number
}

/** Requests fail and go out again. */
export interface FailingNews {
  kind: 'failing'
  /** What the last failure said. */
  message: string
  /** For how long they do at most, milliseconds. */
  ms: number
}

/** Decides after each answer whether the run goes on, and keeps what must be said of its end. */
export class RunWatch implements ServiceWatch {
  readonly #halt: HaltSwitch
  readonly #breaker: Breaker
  readonly #keepsGoing: boolean
  readonly #active = new Set<string>()
  readonly #outage: Outage
  readonly #aside = new Map<string, Fault>()
  /** Hotels that get no other round. */
  readonly #setAside = new Set<string>()
  #isProven = false
  #tries: Map<string, number> | undefined
  throttled = 0
  /** Hotels whose last request the service put off. */
  readonly #putOff = new Set<string>()
  failed = 0
  /** Rejections that say nothing about their rows, because the run was stopped over them. */
  calledOff: ((problem: Problem) => boolean) | undefined

  constructor({
    halt,
    keepsGoing,
    onNews,
  }: {
    halt: HaltSwitch
    keepsGoing: boolean
    onNews?: ((news: OutageNews | ThrottleNews | FailingNews) => void) | undefined
  }) {
    this.#halt = halt
    this.#keepsGoing = keepsGoing
    this.#outage = new Outage({ next: halt.next, onNews })
    this.#breaker = new Breaker({
      next: halt.next,
      keepsGoing,
      onThrottled: (ms, leftMs) => onNews?.({ kind: 'throttled', ms, leftMs }),
      onFailing: ({ message }, ms) => onNews?.({ kind: 'failing', message, ms }),
    })
  }

  began(hotel: string): void {
    this.#active.add(hotel)
  }

  ended(hotel: string): void {
    this.#active.delete(hotel)
  }

  /** Waits while the service takes no connections. */
  pass(): Promise<void> {
    return this.#outage.pass(this.#halt.signal)
  }

  /** Requests that were put off and not sent again by the end. */
  get throttledLeft(): number {
    return this.#putOff.size
  }

  /** Hotels that were left for later, without those that are left for good. */
  asideHotels(): string[] {
    return [...this.#aside.keys()].filter((hotel) => !this.#setAside.has(hotel))
  }

  /** Whether nothing more is sent to a hotel in this run. */
  isSetAside(hotel: string): boolean {
    return this.#setAside.has(hotel)
  }

  /** Hotels that were left for later get another try each; answers which they are. */
  nextRound(): string[] {
    const hotels = this.asideHotels()
    for (const hotel of hotels) this.#aside.delete(hotel)
    this.#tries = new Map()
    this.#breaker.forget(hotels)
    return hotels
  }

  heard(hotel: string, { sentAt }: Turn, outcome: SendOutcome): 'judged' | 'again' | 'aside' | 'stop' {
    const now = steadyNow()
    this.#putOff.delete(hotel)
    if (outcome.fate === 'failed' && isUnconnected(outcome.fault)) {
      const fault = this.#outage.failed(outcome.fault, { sentAt, now, isProven: this.#isProven })
      return fault === undefined ? 'again' : this.#stop(fault)
    }
    this.#outage.over(now)
    switch (outcome.fate) {
      case 'acknowledged':
      case 'rejected':
        this.#isProven = true
        this.#breaker.answered(hotel, now, outcome.fate === 'acknowledged')
        return 'judged'
      case 'throttled': {
        this.throttled += 1
        this.#putOff.add(hotel)
        const fault = this.#breaker.throttled(now)
        if (fault !== undefined) return this.#stop(fault)
        return this.#halt.mayNotWait(outcome.retryAfterMs) ? 'stop' : 'again'
      }
      case 'failed': {
        if (outcome.reach !== 'unsent') this.failed += 1
        const verdict = this.#breaker.failed(hotel, outcome.fault, { sentAt, now, active: this.#active.size })
        if (verdict instanceof Fault) return this.#stop(verdict)
        if (verdict === 'aside' || this.#isOutOfTries(hotel)) {
          this.#aside.set(hotel, outcome.fault)
          return 'aside'
        }
        return verdict === 'again' && this.#halt.mayNotWait(outcome.retryAfterMs) ? 'stop' : verdict
      }
      case 'stop':
        if (this.#keepsGoing && outcome.reach === 'unanswered' && outcome.fault.code !== 'UNEXPECTED') {
          this.failed += 1
          this.#aside.set(hotel, outcome.fault)
          // Asking again cannot help: it is left as it is.
          this.#setAside.add(hotel)
          return 'aside'
        }
        return this.#stop(outcome.fault)
    }
  }

  refused(hotel: string, problem: Problem): boolean {
    const trip = this.#breaker.refused(hotel, problem)
    if (trip === undefined) return false
    this.calledOff ??= trip.isSame
    this.#stop(trip.fault)
    return true
  }

  /** Why hotels were left for later, where any were. */
  asideFault(): Fault | undefined {
    const [first] = this.#aside
    if (first === undefined) return undefined
    const [hotel, fault] = first
    const others = this.#aside.size === 1 ? '' : ` and ${this.#aside.size - 1} more`
    const what = this.#setAside.has(hotel)
      ? `Hotel ${hotel}${others} brought no usable answer and nothing more was sent there`
      : `Requests for hotel ${hotel}${others} failed again and again, while others were answered`
    return new Fault(fault.code, `${what}. ${fault.message}`, {
      next: this.#halt.next,
      facts: { ...fault.facts, hotels: [...this.#aside.keys()].slice(0, 100) },
      cause: fault,
    })
  }

  /** In the last rounds a hotel has few tries, so that one that cannot be served does not hold up the end. */
  #isOutOfTries(hotel: string): boolean {
    if (this.#tries === undefined) return false
    const tries = (this.#tries.get(hotel) ?? 0) + 1
    this.#tries.set(hotel, tries)
    return tries >= LAST_TRIES
  }

  #stop(fault: Fault): 'stop' {
    this.#halt.stop('stopped', fault)
    return 'stop'
  }
}

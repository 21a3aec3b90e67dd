import { Fault } from '../../errors.js'
import type { Problem } from '../../journal/index.js'

interface BreakerOptions {
  /** How to go on, such as `Run "hubswitch run resume 7" to send the rest.` */
  next: string
  /** Go on although hotel after hotel is refused for one reason. */
  keepsGoing: boolean
  /** Told once where the service has done nothing but put requests off for some seconds, and for how long it is tried still. */
  onThrottled?: ((ms: number, leftMs: number) => void) | undefined
  /** Told once where requests fail and go out again, and for how long they do at most. */
  onFailing?: ((fault: Fault, leftMs: number) => void) | undefined
}

/** Failures that follow one another, no answer between, before the run stops: at once where nothing was ever answered. */
const ROUNDS = { unproven: 5, proven: 8 } as const
const HOTELS_FAILING = 3
/** And told with the second of them. */
const TOLD_ROUND = 2
/** Failures of one hotel, others being at work or served meanwhile, before it is left for later. */
const HOTEL_FAILURES = 5
/** Hotels refused for one reason, at least ten for each batch that was accepted. */
const HOTELS_REFUSED = 10
/** Nothing but failures, or nothing but "too many requests", for so long: whatever their order, and however slow each is. */
const PATIENCE_MS = 600_000
/** And told after so long. */
const TOLD_AFTER_MS = 4_000

/**
 * Sees when the service as a whole fails, rather than one batch. It only counts; what it stops stays resumable, and what it calls off was never judged.
 * Times in epoch milliseconds.
 */
export class Breaker {
  #rounds = 0
  #failedAt = 0
  #answeredAt: number | undefined
  #accepted = 0
  #throttledSince: number | undefined
  #failingSince: number | undefined
  #isThrottleTold = false
  /** Told once in a run: a service that fails now and then would have it told again and again. */
  #isFailingTold = false
  /** By hotel: failures that followed one another, and whether the service has served others in between. */
  readonly #failing = new Map<string, { times: number; hasServedOthers: boolean }>()
  readonly #since = new Set<string>()
  readonly #refused = new Map<string, { hotels: Set<string>; problem: Problem }>()

  constructor(private readonly options: BreakerOptions) {}

  /** The service has judged a batch. */
  answered(hotel: string, now: number, isAccepted: boolean): void {
    this.#rounds = 0
    this.#answeredAt = now
    this.#throttledSince = undefined
    this.#failingSince = undefined
    this.#isThrottleTold = false
    this.#since.clear()
    this.#failing.delete(hotel)
    for (const other of this.#failing.values()) other.hasServedOthers = true
    if (isAccepted) this.#accepted += 1
  }

  /**
   * A request failed: 5xx, no answer.
   * @param active hotels at work just now
   * @returns whether to try again, to leave the hotel for later, or to stop with a fault
   */
  failed(
    hotel: string,
    fault: Fault,
    { sentAt, now, active }: { sentAt: number; now: number; active: number },
  ): 'again' | 'aside' | Fault {
    const failing = this.#failing.get(hotel) ?? { times: 0, hasServedOthers: false }
    this.#failing.set(hotel, failing)
    failing.times += 1
    this.#since.add(hotel)
    this.#failingSince ??= now
    // Requests that were under way together fail together: that is one failure. The next one is the first that was sent after it, however many end in between.
    if (sentAt >= this.#failedAt) {
      this.#rounds += 1
      this.#failedAt = now
      if (this.#rounds === TOLD_ROUND && !this.#isFailingTold) {
        this.#isFailingTold = true
        this.options.onFailing?.(fault, Math.max(0, PATIENCE_MS - (now - this.#failingSince)))
      }
    }
    const isBroad = this.#since.size >= Math.min(HOTELS_FAILING, active)
    const isLong = now - this.#failingSince >= PATIENCE_MS
    if (isLong || (isBroad && this.#rounds >= (this.#answeredAt === undefined ? ROUNDS.unproven : ROUNDS.proven))) {
      const hotels = this.#since.size > 1 ? ` for ${this.#since.size} hotels` : ` for hotel ${hotel}`
      return new Fault(fault.code, `The service fails again and again${hotels}. ${fault.message}`, {
        next: this.options.next,
        facts: { ...fault.facts, failures: this.#rounds, hotels: this.#since.size },
        cause: fault,
      })
    }
    return failing.times >= HOTEL_FAILURES && (failing.hasServedOthers || active > this.#since.size) ? 'aside' : 'again'
  }

  /** What was counted of these hotels is past: they get another round. */
  forget(hotels: readonly string[]): void {
    for (const hotel of hotels) this.#failing.delete(hotel)
  }

  /** The service asks to wait. A fault where it has done nothing else for long. */
  throttled(now: number): Fault | undefined {
    this.#throttledSince ??= now
    if (now - this.#throttledSince >= TOLD_AFTER_MS && !this.#isThrottleTold) {
      this.#isThrottleTold = true
      this.options.onThrottled?.(now - this.#throttledSince, PATIENCE_MS - (now - this.#throttledSince))
    }
    if (now - this.#throttledSince < PATIENCE_MS) return undefined
    return new Fault(
      'UNREACHABLE',
      `The service has answered nothing but "too many requests" for ${PATIENCE_MS / 60_000} minutes.`,
      { next: this.options.next, facts: { status: 429 } },
    )
  }

  /**
   * A whole batch was rejected. A fault where hotel after hotel is refused for the same reason and hardly one accepted: then the account or the file is
   * wrong, and not its rows.
   */
  refused(hotel: string, problem: Problem): { fault: Fault; isSame(other: Problem): boolean } | undefined {
    if (this.options.keepsGoing) return undefined
    const key = reasonOf(problem)
    const entry = this.#refused.get(key) ?? { hotels: new Set<string>(), problem }
    this.#refused.set(key, entry)
    entry.hotels.add(hotel)
    const count = entry.hotels.size
    if (count < HOTELS_REFUSED || count <= 10 * this.#accepted) return undefined
    const message = `The service refuses hotel after hotel for one reason (${problem.code === undefined ? '' : `${problem.code}: `}${problem.message.replace(/\.$/, '')}); ${count} so far.`
    const next = `Check the account and the hotel codes. ${this.options.next} Add --keep-going to have each hotel judged all the same.`
    return {
      fault: new Fault('REFUSED', message, {
        next,
        facts: { hotels: count, ...(problem.code === undefined ? {} : { code: problem.code }) },
      }),
      isSame: (other) => reasonOf(other) === key,
    }
  }
}

/** The code, or the words without the numbers in them: "hotel 17 is unknown" and "hotel 18 is unknown" are one reason. */
function reasonOf({ code, message }: Problem): string {
  return code ?? message.replace(/\d+/g, '#')
}

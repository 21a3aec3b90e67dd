import type { Engine } from './engine/index.js'
import type { Estate } from './estate.js'
import { KEY } from './keys.js'

/** How fast the account may be asked over all hosts, as far as it is known. Times in epoch milliseconds, rates in requests a second. */
interface Budget {
  rate: number
  /** The rate at which the service last refused; 0 while it never has. */
  met: number
  /** When it was last cut, and last grown. */
  cutAt: number
  grownAt: number
  /** Accepted since then, over all hosts. */
  accepted: number
}

/** A service of which nothing is known. */
const FIRST_RATE = 10
const FASTEST = 5_000
const SLOWEST = 0.2
const GROW_EVERY_MS = 1_000
const TICK_MS = 250
/** Refusals of requests that were under way together are one. */
const ONE_TROUBLE_MS = 1_500
const FIRST_WAIT_MS = 1_000
/** The engine counts in windows of this length: shorter ones come nearer to an even pace. */
const WINDOW_MS = 100

/**
 * One budget of requests for all hosts of an estate. Each host tells what it was answered; the rate that follows is set on the queue, which holds it. The queue
 * counts in fixed windows, so the rate is given in tenths of a second.
 */
export class SharedBudget {
  #accepted = 0
  #refused = 0
  #waitMs = 0
  #timer: NodeJS.Timeout | undefined
  #line: Promise<void> = Promise.resolve()

  /** Requests a second that are never exceeded: the lowest that any host was given. */
  most: number | undefined

  readonly #engine: Engine

  constructor(private readonly estate: Pick<Estate, 'engine' | 'now'>) {
    this.#engine = estate.engine
  }

  /** Sets the rate that is known, or a careful one. */
  async start(): Promise<void> {
    const found = await this.#engine.store.field(KEY.budget, 'state')
    const { rate } = found === undefined ? this.#first() : (JSON.parse(found.toString()) as Budget)
    await setRate(this.#engine, Math.min(rate, this.most ?? FASTEST))
    this.#timer = setInterval(() => void this.flush().catch(() => undefined), TICK_MS)
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  accepted(requests: number): void {
    this.#accepted += requests
  }

  /** The service asks all of us to wait. */
  refused(waitMs: number | undefined): void {
    this.#refused += 1
    this.#waitMs = Math.max(this.#waitMs, waitMs ?? FIRST_WAIT_MS)
    void this.flush().catch(() => undefined)
  }

  /** Tells what was heard since the last time. */
  flush(): Promise<void> {
    const turn = this.#line.then(() => this.#tell())
    this.#line = turn.catch(() => undefined)
    return turn
  }

  async #tell(): Promise<void> {
    if (this.#waitMs > 0) {
      const wait = this.#waitMs
      this.#waitMs = 0
      await this.#engine.hold(wait)
    }
    const [accepted, refused] = [this.#accepted, this.#refused]
    if (accepted === 0 && refused === 0) return
    const { store } = this.#engine
    const found = await store.field(KEY.budget, 'state')
    const now = this.estate.now()
    const before = found === undefined ? this.#first() : (JSON.parse(found.toString()) as Budget)
    const after = next({ ...before }, { accepted, refused, now, most: this.most })
    const done = await store.change({
      when: [{ key: KEY.budget, field: 'state', is: found }],
      set: [{ key: KEY.budget, field: 'state', value: JSON.stringify(after) }],
    })
    // Another host was faster: what was heard here is told with the next.
    if (done === undefined) return
    this.#accepted -= accepted
    this.#refused -= refused
    if (after.rate !== before.rate) await setRate(this.#engine, after.rate)
  }

  #first(): Budget {
    // A rate that a person has set is begun with: it is known to be borne.
    return { rate: this.most ?? FIRST_RATE, met: 0, cutAt: 0, grownAt: this.estate.now(), accepted: 0 }
  }
}

/** Sets a rate on the queue, in windows as short as whole requests allow. */
export async function setRate(engine: Engine, rate: number): Promise<void> {
  const perWindow = (rate * WINDOW_MS) / 1000
  if (perWindow >= 1)
    await engine.limit(
      Math.max(1, Math.floor(perWindow)),
      Math.round((Math.max(1, Math.floor(perWindow)) / rate) * 1000),
    )
  else await engine.limit(1, Math.round(1000 / rate))
}

/** What follows from answers. */
export function next(
  budget: Budget,
  {
    accepted,
    refused,
    now,
    most = FASTEST,
  }: { accepted: number; refused: number; now: number; most?: number | undefined },
): Budget {
  budget.accepted += accepted
  if (refused > 0) {
    if (now - budget.cutAt < ONE_TROUBLE_MS) return budget
    const borne = (1000 * budget.accepted) / Math.max(GROW_EVERY_MS / 2, now - budget.grownAt)
    budget.met = Math.min(
      budget.rate,
      Math.max(SLOWEST, borne === 0 ? budget.rate : Math.max(borne, 0.5 * budget.rate)),
    )
    budget.rate = Math.max(SLOWEST, 0.75 * budget.met)
    return { ...budget, cutAt: now, grownAt: now, accepted: 0 }
  }
  const since = now - budget.grownAt
  if (since < GROW_EVERY_MS) return budget
  // A rate that is not used up says nothing about the limit.
  const isUsed = (1000 * budget.accepted) / since >= 0.7 * budget.rate
  const factor = budget.met === 0 ? 1.5 : budget.rate < 0.9 * budget.met ? 1.08 : 1.01
  const rate = Math.min(most, isUsed ? budget.rate * factor : budget.rate)
  return { ...budget, rate: Math.max(SLOWEST, rate), grownAt: now, accepted: 0 }
}

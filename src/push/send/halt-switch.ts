import { setMaxListeners } from 'node:events'
import { Fault } from '../../errors.js'
import { waitWords } from '../../outcome/index.js'
import { steadyMs } from '../../clock.js'

interface HaltInput {
  runId: number
  /** Set off by the person. */
  signal?: AbortSignal | undefined
  /** Time budget in milliseconds from now. */
  deadlineMs?: number | undefined
  /** Whether another process has asked this run to stop. */
  isStopAsked(): boolean
}

const LOOK_EVERY_MS = 200
/** Without a time budget, the longest wait that a service may ask for. */
const WAIT_MAX_MS = 600_000

/** Ends the run at most once: by the person's signal, another process, the time budget, or the service. The first reason stays. */
export class HaltSwitch {
  readonly #controller = new AbortController()
  readonly #input: HaltInput
  readonly #timers: NodeJS.Timeout[] = []
  readonly #onAbort: () => void
  readonly #endsAt: number | undefined
  state: 'interrupted' | 'stopped' | undefined
  fault: Fault | undefined

  constructor(input: HaltInput) {
    this.#input = input
    const { runId, signal, deadlineMs } = input
    // Where the journal cannot be read, nothing is left running.
    this.#look()
    // Each hotel that waits for its turn listens.
    setMaxListeners(0, this.signal)
    // What bounds the whole command may be heard a moment before the timer here.
    this.#onAbort = () =>
      signal?.reason instanceof Fault && signal.reason.code === 'DEADLINE'
        ? this.#expire()
        : this.stop('interrupted', new Fault('INTERRUPTED', `Run ${runId} was interrupted.`, { next: this.next }))
    signal?.addEventListener('abort', this.#onAbort)
    if (signal?.aborted === true) this.#onAbort()
    if (deadlineMs !== undefined) {
      this.#endsAt = steadyMs() + deadlineMs
      if (deadlineMs <= 0) this.#expire()
      // A timer takes no more than 2^31 ms; that is beyond any budget.
      else this.#timers.push(setTimeout(() => this.#expire(), Math.min(deadlineMs, 2_147_483_647)))
    }
    this.#timers.push(setInterval(() => this.#look(), LOOK_EVERY_MS))
  }

  get next(): string {
    return `Run "hubswitch run resume ${this.#input.runId}" to send the rest.`
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  stop(state: 'interrupted' | 'stopped', fault: Fault): void {
    if (this.signal.aborted) return
    this.state = state
    this.fault = fault
    this.#controller.abort()
  }

  /** Ends the run at once where the service asks to wait longer than there is time; true when it does. */
  mayNotWait(waitMs: number | undefined): boolean {
    if (waitMs === undefined) return false
    const { runId } = this.#input
    const wait = waitWords(Math.ceil(waitMs / 1000))
    if (this.#endsAt !== undefined && steadyMs() + waitMs > this.#endsAt) {
      this.stop(
        'interrupted',
        new Fault('DEADLINE', `The service asks to wait ${wait}; run ${runId} has less time than that left.`, {
          next: this.next,
          facts: { retryAfterMs: waitMs },
        }),
      )
    } else if (waitMs > WAIT_MAX_MS) {
      this.stop(
        'stopped',
        new Fault('UNREACHABLE', `The service asks to wait ${wait}.`, {
          next: `Come back in ${wait}. ${this.next}`,
          facts: { retryAfterMs: waitMs },
        }),
      )
    }
    return this.signal.aborted
  }

  dispose(): void {
    this.#timers.forEach(clearTimeout)
    this.#input.signal?.removeEventListener('abort', this.#onAbort)
  }

  #expire(): void {
    this.stop(
      'interrupted',
      new Fault('DEADLINE', `Run ${this.#input.runId} has used up its time.`, { next: this.next }),
    )
  }

  #look(): void {
    if (this.signal.aborted || !this.#input.isStopAsked()) return
    this.stop(
      'interrupted',
      new Fault('INTERRUPTED', `Run ${this.#input.runId} was stopped by another process.`, {
        next: this.next,
        facts: { stoppedBy: 'run stop' },
      }),
    )
  }
}

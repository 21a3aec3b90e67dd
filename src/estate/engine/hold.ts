import { setTimeout as sleep } from 'node:timers/promises'
import { steadyMs } from '../../clock.js'

/** The engine has given the task to another worker, or may have. */
export class TaskLost extends Error {}

/** Behind this share of a spell nothing leaves any more: the word of the engine took its time, too. */
const SURE_SHARE = 0.9
const LOOK_MS = 500
const ASK_AGAIN_MS = 500

/**
 * What a worker has of a task while it works on it. One that was asleep, or cut off from the engine, finds on waking that another has the task: nothing may
 * leave from it any more, because a later run may have been sent meanwhile.
 */
export class TaskHold {
  readonly #lost = new AbortController()
  readonly #timer: NodeJS.Timeout
  #heard = clocks()

  /**
   * @param ask whether the task is still ours, and takes it for another spell
   * @param spellMs how long the engine leaves it to us
   */
  constructor(
    private readonly ask: () => Promise<boolean>,
    private readonly spellMs: number,
  ) {
    this.#timer = setInterval(() => this.#isYoung() || this.lose(), LOOK_MS).unref()
  }

  /** Aborted once the word of the engine is too old, or was no. */
  get signal(): AbortSignal {
    return this.#lost.signal
  }

  /** Asks the engine. @throws TaskLost */
  readonly onAttempt = async (): Promise<void> => {
    for (;;) {
      if (this.#lost.signal.aborted) throw new TaskLost('the task is lost')
      const at = clocks()
      const isOurs = await this.ask().catch(() => undefined)
      if (isOurs === true) return this.renewed(at)
      if (isOurs === false) this.lose()
      // An engine that is away says nothing yet.
      else await sleep(ASK_AGAIN_MS)
    }
  }

  /** Asks nobody: whether the engine's last word is young enough. @throws TaskLost */
  readonly onLeave = (): void => {
    if (!this.#isYoung()) this.lose()
    if (this.#lost.signal.aborted) throw new TaskLost('the task is lost')
  }

  /** The engine has left it to us once more. */
  renewed(at = clocks()): void {
    this.#heard = at
  }

  lose(): void {
    clearInterval(this.#timer)
    this.#lost.abort(new TaskLost('the task is lost'))
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #isYoung(): boolean {
    const now = clocks()
    // The one stands still while the machine sleeps, the other may be set.
    const age = Math.max(now.steady - this.#heard.steady, now.wall - this.#heard.wall)
    return age < this.spellMs * SURE_SHARE
  }
}

const clocks = (): { steady: number; wall: number } => ({ steady: steadyMs(), wall: Date.now() })

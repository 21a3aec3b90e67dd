import { randomUUID } from 'node:crypto'
import {
  type AccountPace,
  type Answered,
  claimTurn,
  type HotelPace,
  type PaceLimits,
  settleTurn,
  type Ticket,
  type Turn,
} from './pace.js'
import { PaceStates, type PaceStore } from './pace-states.js'
import { steadyNow } from '../../clock.js'

export { memoryPace, type PaceStore } from './pace-states.js'

interface PacerOptions {
  store: PaceStore
  limits: PaceLimits
  /** What is pushed: hotels have a pace for each kind. */
  kind: string
  /** Requests of this process in flight, at most. */
  concurrency: number
  /** When the run must end, by the steady clock: its first request waits for no careful start that is longer than that. */
  endsAt?: number | undefined
  /** Told of a wait of more than a minute. */
  onLongWait?: ((ms: number) => void) | undefined
  /** Told when nothing is under way because of the pace that this machine has set for a hotel by itself, and for how long. */
  onOwnPace?: ((wait: OwnPaceWait) => void) | undefined
  /** Told when the service has asked a hotel to wait, and for how long. */
  onAsked?: ((wait: { hotel: string; ms: number }) => void) | undefined
}

/** A wait that the service has not asked for. */
export interface OwnPaceWait {
  hotel: string
  ms: number
  /** Requests of the hotel a minute. */
  perMinute: number
  /** Why: a careful start, what earlier refusals have taught, or failures that are being waited out; absent means the start. */
  because?: 'start' | 'refusals' | 'failures'
}

/** Another process may have changed the pace meanwhile. */
const LOOK_AGAIN_MS = 1000
const LONG_WAIT_MS = 60_000

/** A request that waits for the account's slot. */
interface Asking {
  ticket: Ticket
  signal: AbortSignal
  resolve: (asked: Asked | undefined) => void
  reject: (error: unknown) => void
}

/** Its turn, or when its hotel may ask again. */
type Asked =
  | { turn: Turn }
  | { at: number; isHotel: boolean; perMinute?: number; because?: OwnPaceWait['because']; isAsked?: boolean }

/**
 * Lets requests start when the account and the hotel may send, and learns from the answers. What comes in one turn of the event loop, answers and requests
 * that want to start, is put on record in one change of the store.
 */
export class Pacer {
  /** A process number alone comes back, in a container at every start. */
  readonly #process = `${process.pid}.${randomUUID().slice(0, 8)}`
  readonly #wakers = new Set<() => void>()
  readonly #states: PaceStates
  /** One request of this process at a time asks for the account's slot, so that processes share it evenly however many hotels each has. */
  readonly #line: Asking[] = []
  /** Answers that are not on record yet. */
  #settled: { turn: Turn; answered: Answered; now: number }[] = []
  #isAtWork = false
  #failure: { error: unknown } | undefined
  #underWay = 0
  #hasSent = false

  constructor(private readonly options: PacerOptions) {
    this.#states = new PaceStates(options, this.#process)
  }

  /** Waits for a turn; undefined when the signal is aborted first. */
  async turn(hotel: string, signal: AbortSignal): Promise<Turn | undefined> {
    const ticket: Ticket = { hotel, process: this.#process }
    while (!signal.aborted) {
      const asked = await this.#ask(ticket, signal)
      if (asked === undefined || 'turn' in asked) return asked?.turn
      if (asked.perMinute !== undefined && this.#underWay === 0)
        this.options.onOwnPace?.({
          hotel,
          ms: asked.at - steadyNow(),
          perMinute: asked.perMinute,
          because: asked.because ?? 'start',
        })
      if (asked.isAsked === true) this.options.onAsked?.({ hotel, ms: asked.at - steadyNow() })
      await this.#sleep(asked.at, signal, false)
    }
    return undefined
  }

  /** @param answered `lost` where nothing is known of it */
  settle(turn: Turn, answered: Answered): void {
    this.#underWay -= 1
    // When it came, whatever is written to the disk before it is put on record.
    this.#settled.push({ turn, answered, now: steadyNow() })
    this.#begin()
    const wakers = [...this.#wakers]
    this.#wakers.clear()
    wakers.forEach((wake) => wake())
  }

  /** Puts on record what has been settled. */
  flush(): void {
    if (this.#settled.length > 0) this.#serve([])
  }

  /** Has hotels whose requests failed tried again without a wait of our own; what the service asked for stands. */
  relax(hotels: readonly string[]): void {
    this.flush()
    this.#states.change(hotels, (_account, hotelOf) => {
      for (const name of hotels) {
        const { rate } = hotelOf(name)
        if (rate.troubleAt === 0 || rate.troubleKind !== 'failed') continue
        rate.troubles = 0
        rate.heldUntil = rate.askedUntil ?? 0
        rate.nextAt = rate.heldUntil
      }
    })
  }

  #ask(ticket: Ticket, signal: AbortSignal): Promise<Asked | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) return reject(this.#failure.error)
      this.#line.push({ ticket, signal, resolve, reject })
      this.#begin()
    })
  }

  #begin(): void {
    if (this.#isAtWork) return
    this.#isAtWork = true
    void this.#work()
  }

  /** Serves the line until nobody waits in it. */
  async #work(): Promise<void> {
    try {
      await nextTurn()
      // Whoever waited for these answers asks for a turn once they are in the journal: at the end of this turn of the event loop.
      if (this.#line.length === 0) await nextTurn()
      let isHeld = false
      while (this.#line.length > 0 || this.#settled.length > 0) {
        while (this.#line[0]?.signal.aborted === true) this.#line.shift()?.resolve(undefined)
        const room = Math.max(0, this.options.concurrency - this.#underWay)
        // Where the account keeps the first, those behind it need not be looked at.
        const asking = this.#line.slice(0, isHeld ? Math.min(1, room) : room)
        const at = asking.length + this.#settled.length > 0 ? this.#serve(asking) : undefined
        isHeld = at !== undefined
        const [head] = this.#line
        if (head === undefined || (at === undefined && asking.length > 0)) continue
        await this.#sleep(at ?? Infinity, head.signal, true)
        await nextTurn()
      }
    } catch (error) {
      this.#failure = { error }
      for (const { reject } of this.#line.splice(0)) reject(error)
    } finally {
      this.#isAtWork = false
    }
  }

  /**
   * Puts on record what has been settled, and gives turns to the first of the line.
   * @returns when the head of the line may ask again, where it is the account that keeps it
   */
  #serve(asking: readonly Asking[]): number | undefined {
    const settled = this.#settled
    this.#settled = []
    const hotels = [...settled.map(({ turn }) => turn.hotel), ...asking.map(({ ticket }) => ticket.hotel)]
    const served: Asked[] = []
    const at = this.#states.change(hotels, (account, hotelOf) => {
      // A store that fails has the work done again elsewhere.
      served.length = 0
      for (const { turn, answered, now } of settled)
        settleTurn(account, hotelOf(turn.hotel), turn, answered, { now, process: this.#process })
      for (const { ticket, signal } of asking) {
        if (signal.aborted) return undefined
        const asked = this.#claim(ticket, account, hotelOf(ticket.hotel))
        if (!('turn' in asked) && !asked.isHotel) return asked.at
        served.push(asked)
      }
      return undefined
    })
    for (const asked of served) {
      if ('turn' in asked) this.#underWay += 1
      this.#line.shift()?.resolve(asked)
    }
    return at
  }

  #claim(ticket: Ticket, account: AccountPace, hotel: HotelPace): Asked {
    const now = steadyNow()
    ticket.isPressed = false
    const first = claimTurn(account, hotel, ticket, now)
    ticket.isPressed =
      !this.#hasSent && 'at' in first && first.isOwnPace === true && first.at >= (this.options.endsAt ?? Infinity)
    const asked = ticket.isPressed ? claimTurn(account, hotel, ticket, now) : first
    if ('turn' in asked) this.#hasSent = true
    return 'at' in asked && asked.isOwnPace === true
      ? { ...asked, perMinute: 60 * hotel.rate.rate, because: reasonOf(hotel) }
      : { ...asked, isAsked: 'at' in asked && (hotel.rate.askedUntil ?? 0) >= asked.at }
  }

  /** Until then, until the run ends, or until an answer changes the pace. */
  #sleep(at: number, signal: AbortSignal, wakes: boolean): Promise<void> {
    const wait = at - steadyNow()
    if (wait > LONG_WAIT_MS && Number.isFinite(wait)) this.options.onLongWait?.(wait)
    const ms = Math.min(LOOK_AGAIN_MS, wait)
    if (ms <= 0 || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#wakers.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      signal.addEventListener('abort', end, { once: true })
      if (wakes) this.#wakers.add(end)
    })
  }
}

/** The end of this turn of the event loop. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

function reasonOf({ rate: { isRising, troubleAt, troubleKind } }: HotelPace): OwnPaceWait['because'] {
  if (troubleKind === 'failed' && troubleAt !== 0) return 'failures'
  return isRising && troubleAt === 0 ? 'start' : 'refusals'
}

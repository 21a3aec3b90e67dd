import { randomUUID } from 'node:crypto'
import { readPace } from './kept-pace.js'
import {
  type AccountPace,
  type Answered,
  burstOf,
  claimTurn,
  type HotelPace,
  newAccount,
  newHotel,
  type PaceLimits,
  settleTurn,
  type Ticket,
  type Turn,
} from './pace.js'
import { steadyNow } from '../../clock.js'

/** Where the pace is kept: for this process alone, or for all processes of the machine. */
export interface PaceStore {
  /** Reads the states of these scopes, lets `work` change them, and keeps them: all at once, and no other process in between. */
  change<T>(scopes: readonly string[], work: (states: Map<string, unknown>) => T): T
}

/** The pace of one process alone. */
export function memoryPace(): PaceStore {
  const states = new Map<string, unknown>()
  return { change: (_scopes, work) => work(states) }
}

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

const ACCOUNT = 'account'
/** Another process may have changed the pace meanwhile. */
const LOOK_AGAIN_MS = 1000
const LONG_WAIT_MS = 60_000
const SILENT_AFTER_MS = 120_000

/** Lets requests start when the account and the hotel may send, and learns from the answers. */
export class Pacer {
  /** A process number alone comes back, in a container at every start. */
  readonly #process = `${process.pid}.${randomUUID().slice(0, 8)}`
  readonly #wakers = new Set<() => void>()
  #line: Promise<unknown> = Promise.resolve()
  #underWay = 0
  #hasSent = false

  constructor(private readonly options: PacerOptions) {}

  /** Waits for a turn; undefined when the signal is aborted first. */
  async turn(hotel: string, signal: AbortSignal): Promise<Turn | undefined> {
    const ticket: Ticket = { hotel, process: this.#process }
    while (!signal.aborted) {
      const claim = await this.#inLine(() => this.#claim(ticket, signal))
      if (claim === undefined || 'turn' in claim) return claim?.turn
      if (claim.perMinute !== undefined && this.#underWay === 0)
        this.options.onOwnPace?.({
          hotel,
          ms: claim.at - steadyNow(),
          perMinute: claim.perMinute,
          because: claim.because ?? 'start',
        })
      if (claim.isAsked === true) this.options.onAsked?.({ hotel, ms: claim.at - steadyNow() })
      await this.#sleep(claim.at, signal, false)
    }
    return undefined
  }

  /** @param answered `lost` where nothing is known of it */
  settle(turn: Turn, answered: Answered): void {
    this.#underWay -= 1
    this.#change(turn.hotel, (account, hotel) =>
      settleTurn(account, hotel, turn, answered, { now: steadyNow(), process: this.#process }),
    )
    const wakers = [...this.#wakers]
    this.#wakers.clear()
    wakers.forEach((wake) => wake())
  }

  /** Has hotels whose requests failed tried again without a wait of our own; what the service asked for stands. */
  relax(hotels: readonly string[]): void {
    for (const name of hotels) {
      this.#change(name, (_account, { rate }) => {
        if (rate.troubleAt === 0 || rate.troubleKind !== 'failed') return
        rate.troubles = 0
        rate.heldUntil = rate.askedUntil ?? 0
        rate.nextAt = rate.heldUntil
      })
    }
  }

  /** One request of this process at a time asks for the account's slot, so that processes share it evenly however many hotels each has. */
  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#line.then(work)
    this.#line = turn.catch(() => undefined)
    return turn
  }

  async #claim(
    ticket: Ticket,
    signal: AbortSignal,
  ): Promise<
    { turn: Turn } | { at: number; perMinute?: number; because?: OwnPaceWait['because']; isAsked?: boolean } | undefined
  > {
    while (!signal.aborted) {
      if (this.#underWay >= this.options.concurrency) {
        await this.#sleep(Infinity, signal, true)
        continue
      }
      const claim = this.#change(ticket.hotel, (account, hotel) => {
        const now = steadyNow()
        ticket.isPressed = false
        const first = claimTurn(account, hotel, ticket, now)
        ticket.isPressed =
          !this.#hasSent && 'at' in first && first.isOwnPace === true && first.at >= (this.options.endsAt ?? Infinity)
        const asked = ticket.isPressed ? claimTurn(account, hotel, ticket, now) : first
        return 'at' in asked && asked.isOwnPace === true
          ? { ...asked, perMinute: 60 * hotel.rate.rate, because: reasonOf(hotel) }
          : { ...asked, isAsked: 'at' in asked && (hotel.rate.askedUntil ?? 0) >= asked.at }
      })
      if ('turn' in claim) {
        this.#underWay += 1
        this.#hasSent = true
      }
      if ('turn' in claim || claim.isHotel) return claim
      await this.#sleep(claim.at, signal, true)
    }
    return undefined
  }

  #change<T>(name: string, work: (account: AccountPace, hotel: HotelPace) => T): T {
    const { store, limits, kind } = this.options
    const scope = `${kind} ${name}`
    return store.change([ACCOUNT, scope], (states) => {
      const account = readPace<AccountPace>(states.get(ACCOUNT), newAccount(limits)) ?? newAccount(limits)
      const hotel = readPace<HotelPace>(states.get(scope), newHotel(limits, account)) ?? newHotel(limits, account)
      keepWithin(account.rate, limits.account)
      keepWithin(hotel.rate, limits.hotel)
      hotel.burst = burstOf(limits)
      this.#forgetTheDead(account)
      const result = work(account, hotel)
      states.set(ACCOUNT, account)
      states.set(scope, hotel)
      return result
    })
  }

  /** A process that was killed has nothing under way any more. */
  #forgetTheDead({ underWay, rate }: AccountPace): void {
    for (const [name, { at }] of Object.entries(underWay)) {
      if (name === this.#process) continue
      const pid = Number.parseInt(name, 10)
      if (pid === process.pid || Math.abs(steadyNow() - at) > SILENT_AFTER_MS || !isRunning(pid)) delete underWay[name]
    }
    if (Object.keys(underWay).length === 0) rate.probeAt = 0
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

function reasonOf({ rate: { isRising, troubleAt, troubleKind } }: HotelPace): OwnPaceWait['because'] {
  if (troubleKind === 'failed' && troubleAt !== 0) return 'failures'
  return isRising && troubleAt === 0 ? 'start' : 'refusals'
}

/** A limit that was configured since the state was written holds at once. */
function keepWithin(rate: AccountPace['rate'], { start, ceiling }: { start: number; ceiling: number }): void {
  if (rate.isRising) rate.rate = Math.max(rate.rate, Math.min(start, ceiling))
  if (rate.ceiling === ceiling) return
  rate.ceiling = ceiling
  rate.rate = Math.min(rate.rate, ceiling)
  rate.peak = Math.min(rate.peak, ceiling)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

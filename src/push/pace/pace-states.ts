import { readPace } from './kept-pace.js'
import { type AccountPace, burstOf, type HotelPace, newAccount, newHotel, type PaceLimits } from './pace.js'
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

const ACCOUNT = 'account'
const SILENT_AFTER_MS = 120_000

/** The states of an account and its hotels, as a store keeps them for all processes. */
export class PaceStates {
  /** States that were read and found good, or made here. */
  readonly #good = new WeakSet<object>()

  constructor(
    private readonly options: { store: PaceStore; limits: PaceLimits; kind: string },
    /** The name of this process in what is kept. */
    private readonly process: string,
  ) {}

  /** Lets `work` change the states of the account and of these hotels, all at once. */
  change<T>(names: readonly string[], work: (account: AccountPace, hotelOf: (name: string) => HotelPace) => T): T {
    const { store, limits, kind } = this.options
    const scopeOf = (name: string): string => `${kind} ${name}`
    return store.change([...new Set([ACCOUNT, ...names.map(scopeOf)])], (states) => {
      const account = this.#stateOf<AccountPace>(states, ACCOUNT, () => newAccount(limits))
      keepWithin(account.rate, limits.account)
      this.#forgetTheDead(account)
      return work(account, (name) => {
        const hotel = this.#stateOf<HotelPace>(states, scopeOf(name), () => newHotel(limits, account))
        keepWithin(hotel.rate, limits.hotel)
        hotel.burst = burstOf(limits)
        return hotel
      })
    })
  }

  #stateOf<T extends { version: number }>(states: Map<string, unknown>, scope: string, fresh: () => T): T {
    const kept = states.get(scope)
    if (typeof kept === 'object' && kept !== null && this.#good.has(kept)) return kept as T
    const state = readPace<T>(kept, fresh()) ?? fresh()
    this.#good.add(state)
    states.set(scope, state)
    return state
  }

  /** A process that was killed has nothing under way any more. */
  #forgetTheDead({ underWay, rate }: AccountPace): void {
    for (const [name, { at }] of Object.entries(underWay)) {
      if (name === this.process) continue
      const pid = Number.parseInt(name, 10)
      if (pid === process.pid || Math.abs(steadyNow() - at) > SILENT_AFTER_MS || !isRunning(pid)) delete underWay[name]
    }
    if (Object.keys(underWay).length === 0) rate.probeAt = 0
  }
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

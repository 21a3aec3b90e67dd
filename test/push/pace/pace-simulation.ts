import {
  type AccountPace,
  type Claim,
  claimTurn,
  type HotelPace,
  newAccount,
  newHotel,
  type PaceLimits,
  settleTurn,
  type Ticket,
  type Turn,
} from '../../../src/push/pace/pace.js'
import { type Limiter, randomFrom } from '../../support/limiters.js'

export interface Simulated {
  /** A new limiter for each hotel, or one for the account. */
  limiter: () => Limiter
  scope: 'hotel' | 'account'
  tellsWhen: boolean
  minutes: number
  /** Hotels of each process; a kind of push for each. */
  hotels: readonly number[]
  limits: PaceLimits
  concurrency?: number
  /** Milliseconds of service, from and to. */
  latency?: readonly [number, number]
  seed?: number
}

export interface Figures {
  /** Served after the first minute, by process, and refused: all the time, and after the first minute. */
  served: number[]
  requests: number
  refused: number
  refusedLater: number
  servedInAll: number
}

interface Machine {
  hotels: Map<string, HotelPace>
  line: Ticket[]
  underWay: number
  served: number
  name: string
  pumpAt: number
}

/** The pace against a limiter, on a clock that is only counted: what the pacer does, without its sleep. */
export function simulate({
  limiter,
  scope,
  tellsWhen,
  minutes,
  hotels,
  limits,
  concurrency = 8,
  latency = [40, 120],
  seed = 1,
}: Simulated): Figures {
  const random = randomFrom(seed)
  const events: { at: number; run: (now: number) => void }[] = []
  const plan = (at: number, run: (now: number) => void): void => {
    let low = 0
    let high = events.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((events[middle] as { at: number }).at > at) low = middle + 1
      else high = middle
    }
    events.splice(low, 0, { at, run })
  }
  const START = 1_000_000_000_000
  let account: AccountPace = newAccount(limits)
  const one = limiter()
  const limiters = new Map<string, Limiter>()
  const figures: Figures = { served: hotels.map(() => 0), requests: 0, refused: 0, refusedLater: 0, servedInAll: 0 }
  const isLater = (now: number): boolean => now - START >= 60_000

  const machines = hotels.map((count, index): Machine => ({
    hotels: new Map(),
    line: Array.from({ length: count }, (_, at) => ({ hotel: `${at}`, process: `${index}` })),
    underWay: 0,
    served: 0,
    name: String(index),
    pumpAt: 0,
  }))
  const hotelOf = (machine: Machine, name: string): HotelPace => {
    const known = machine.hotels.get(name) ?? newHotel(limits, account)
    machine.hotels.set(name, known)
    return known
  }
  const pump = (machine: Machine, now: number): void => {
    while (machine.line.length > 0 && machine.underWay < concurrency) {
      const ticket = machine.line[0] as Ticket
      const claim: Claim = claimTurn(account, hotelOf(machine, ticket.hotel), ticket, now)
      if ('turn' in claim) {
        machine.line.shift()
        send(machine, claim.turn, now)
      } else if (claim.isHotel) {
        machine.line.shift()
        plan(Math.min(claim.at, now + 1000), (later) => {
          machine.line.push({ hotel: ticket.hotel, process: machine.name })
          pump(machine, later)
        })
      } else {
        const at = Math.min(claim.at, now + 1000)
        if (machine.pumpAt <= now || at < machine.pumpAt) {
          machine.pumpAt = at
          plan(at, (later) => pump(machine, later))
        }
        return
      }
    }
  }
  const send = (machine: Machine, turn: Turn, now: number): void => {
    machine.underWay += 1
    figures.requests += 1
    const way = 5 + random() * 10
    plan(now + way, (arrived) => {
      let known = scope === 'account' ? one : limiters.get(turn.hotel)
      if (known === undefined) limiters.set(turn.hotel, (known = limiter()))
      const held = known
      const verdict = held.arrive(arrived)
      const ms = verdict.ok ? latency[0] + random() * (latency[1] - latency[0]) : 2
      plan(arrived + ms, (done) => {
        if (verdict.ok) held.leave(done)
        plan(done + way, (back) => answer(machine, turn, verdict, back))
      })
    })
  }
  const answer = (machine: Machine, turn: Turn, verdict: ReturnType<Limiter['arrive']>, now: number): void => {
    machine.underWay -= 1
    if (verdict.ok) {
      figures.servedInAll += 1
      if (isLater(now)) figures.served[Number(machine.name)] = (figures.served[Number(machine.name)] ?? 0) + 1
    } else {
      figures.refused += 1
      if (isLater(now)) figures.refusedLater += 1
    }
    // As another process would read it.
    if (figures.requests % 16 === 0) account = JSON.parse(JSON.stringify(account)) as AccountPace
    const waitMs = verdict.ok || !tellsWhen ? undefined : Math.ceil(verdict.retryAfterMs / 1000) * 1000
    settleTurn(
      account,
      hotelOf(machine, turn.hotel),
      turn,
      verdict.ok ? { kind: 'accepted' } : { kind: 'refused', waitMs },
      { now, process: machine.name },
    )
    machine.line.push({ hotel: turn.hotel, process: machine.name })
    machines.forEach((each) => pump(each, now))
  }
  machines.forEach((machine) => plan(START, (now) => pump(machine, now)))
  const end = START + minutes * 60_000
  for (let event = events.pop(); event !== undefined && event.at < end; event = events.pop()) event.run(event.at)
  return figures
}

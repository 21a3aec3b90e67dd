import { describe, expect, it } from 'vitest'
import {
  type Answered,
  claimTurn,
  newAccount,
  newHotel,
  type PaceLimits,
  settleTurn,
  type Ticket,
  type Turn,
} from '../../../src/push/pace/pace.js'
import { spacingMs, UNLIMITED } from '../../../src/push/pace/rate-state.js'
import { CAPS, FIRST, measure, type PaceCase, RATE_CASES, SHORT_WINDOWS } from './pace-cases.js'

const NOW = 1_800_000_000_000

/** One account and its hotels, asked and answered by hand. */
function bench(limits: PaceLimits = FIRST) {
  const account = newAccount(limits)
  const hotels = new Map<string, ReturnType<typeof newHotel>>()
  const hotelOf = (name: string) => {
    const hotel = hotels.get(name) ?? newHotel(limits, account)
    hotels.set(name, hotel)
    return hotel
  }
  const ask = (ticket: Ticket, now: number) => claimTurn(account, hotelOf(ticket.hotel), ticket, now)
  return {
    account,
    hotelOf,
    ask,
    /** When the next request of a hotel may start. */
    start(hotel: string, now: number, process = 'a'): { turn: Turn; at: number } {
      const ticket: Ticket = { hotel, process }
      let at = now
      for (let asked = 0; asked < 1000; asked += 1) {
        const claim = ask(ticket, at)
        if ('turn' in claim) return { turn: claim.turn, at }
        expect(claim.at).toBeGreaterThan(at)
        at = claim.at
      }
      throw new Error(`hotel ${hotel} got no turn`)
    },
    settle: (turn: Turn, answered: Answered, now: number, process = 'a') =>
      settleTurn(account, hotelOf(turn.hotel), turn, answered, { now, process }),
  }
}

describe('the pace of a service that nothing is known of', () => {
  it('is ten writes of a hotel and then ten a minute at first, one request at once, and grows with what is accepted', () => {
    const { start, settle, hotelOf, account } = bench()
    const first = start('1', NOW)
    expect(first.at).toBe(NOW)
    expect(account.most).toBe(1)
    settle(first.turn, { kind: 'accepted' }, NOW + 50)
    for (let more = 1; more <= 9; more += 1) {
      const ahead = start('1', NOW + 50 * more)
      expect(ahead.at).toBeLessThan(NOW + 50 * more + 50)
      settle(ahead.turn, { kind: 'accepted' }, NOW + 50 * (more + 1))
    }
    const second = start('1', NOW + 500)
    expect(second.at).toBeGreaterThan(NOW + 450 + 5000)
    expect(second.at).toBeLessThanOrEqual(NOW + 450 + 6000)
    settle(second.turn, { kind: 'accepted' }, second.at + 50)
    expect(spacingMs(hotelOf('1').rate)).toBeLessThan(6000)
    expect(spacingMs(hotelOf('1').rate)).toBeGreaterThan(3000)
    // More would be allowed now; a second hotel need not wait for the first.
    expect(account.most).toBeGreaterThanOrEqual(2)
    expect(start('2', second.at + 60).at).toBe(second.at + 60)
  })

  it('waits exactly as long as the service asks, and then tries one request alone', () => {
    const { start, settle, ask, account } = bench({
      account: { start: 100, ceiling: UNLIMITED },
      hotel: { start: UNLIMITED, ceiling: UNLIMITED },
    })
    const others = ['2', '3', '4'].map((hotel, at) => start(hotel, NOW + 20 * at).turn)
    others.forEach((turn) => settle(turn, { kind: 'refused', waitMs: 7000 }, NOW + 200))
    const one = start('1', NOW + 500)
    expect(one.at).toBeGreaterThanOrEqual(NOW + 7200)
    expect(one.at).toBeLessThan(NOW + 7300)
    expect(account.rate.troubles).toBe(1)
    const next: Ticket = { hotel: '2', process: 'a' }
    expect(ask(next, one.at + 100)).toMatchObject({ isHotel: false })
    settle(one.turn, { kind: 'accepted' }, one.at + 200)
    expect(start('2', one.at + 200).at).toBeLessThan(one.at + 1000)
  })

  it('a refusal of one hotel among others that are served slows that hotel alone', () => {
    const { start, settle, hotelOf, account } = bench()
    const names = ['1', '2', '3', '4', '5']
    let now = NOW
    for (let round = 0; round < 10; round += 1) {
      for (const name of names) {
        const { turn, at } = start(name, now)
        now = at + 30
        settle(turn, name === '3' && round > 4 ? { kind: 'refused' } : { kind: 'accepted' }, now)
      }
    }
    expect(hotelOf('3').rate.troubleAt).toBeGreaterThan(0)
    expect(hotelOf('1').rate.troubleAt).toBe(0)
    expect(account.rate.troubleAt).toBe(0)
  })

  it('a request that is not answered for long does not hold up the others, of another process either', () => {
    const { start } = bench()
    expect(start('1', NOW).at).toBe(NOW)
    expect(start('2', NOW + 10).at).toBeLessThanOrEqual(NOW + 1100)
    expect(start('1', NOW + 20, 'b').at).toBeLessThanOrEqual(NOW + 7000)
    expect(start('3', NOW + 30, 'b').at).toBeLessThanOrEqual(NOW + 9000)
  })

  it('what is configured is never exceeded, whatever is accepted', () => {
    const { start, settle } = bench({ account: { start: 5, ceiling: 5 }, hotel: { start: 2, ceiling: 2 } })
    const starts: { hotel: string; at: number }[] = []
    let now = NOW
    for (let i = 0; i < 200; i += 1) {
      const { turn, at } = start(String(i % 4), now)
      starts.push({ hotel: turn.hotel, at })
      settle(turn, { kind: 'accepted' }, at + 1)
      now = at + 1
    }
    const within = (times: number[], windowMs: number) =>
      Math.max(...times.map((at) => times.filter((other) => other >= at && other < at + windowMs).length))
    expect(
      within(
        starts.map(({ at }) => at),
        10_000,
      ),
    ).toBeLessThanOrEqual(51)
    expect(
      within(
        starts.filter(({ hotel }) => hotel === '2').map(({ at }) => at),
        10_000,
      ),
    ).toBeLessThanOrEqual(21)
  })

  it('never stands still, however often it is refused', () => {
    const { start, settle, hotelOf } = bench()
    let now = NOW
    for (let i = 0; i < 60; i += 1) {
      const { turn, at } = start('1', now)
      expect(at - now).toBeLessThanOrEqual(60_000)
      settle(turn, i % 10 === 9 ? { kind: 'accepted' } : { kind: 'refused' }, at + 20)
      now = at + 20
    }
    expect(spacingMs(hotelOf('1').rate)).toBeLessThanOrEqual(60_000)
  })

  it('survives the way through JSON, and a clock that is set back', () => {
    const { start, settle, account, hotelOf } = bench()
    const first = start('1', NOW)
    settle(first.turn, { kind: 'accepted' }, NOW + 10)
    const again = {
      account: JSON.parse(JSON.stringify(account)) as typeof account,
      hotel: JSON.parse(JSON.stringify(hotelOf('1'))) as ReturnType<typeof hotelOf>,
    }
    const claim = claimTurn(again.account, again.hotel, { hotel: '1', process: 'b' }, NOW - 86_400_000)
    expect('turn' in claim).toBe(true)
  })
})

/** At least 85 % of what is possible after the first minute, at most 2 % refused, and both processes alike. */
function expectGood(one: PaceCase, tellsWhen: boolean, processes: 1 | 2): void {
  const { share, refused, part } = measure(one, { tellsWhen, processes, minutes: 10 })
  expect({ share, isEnough: share >= 0.85 }).toEqual({ share, isEnough: true })
  expect({ refused, isLittle: refused <= 0.02 }).toEqual({ refused, isLittle: true })
  if (processes === 2) expect(Math.abs(part - 0.5)).toBeLessThan(0.1)
}

describe('hidden limiters', () => {
  const told = (cases: readonly PaceCase[]) =>
    cases.flatMap(
      (one) =>
        [
          [one.name, 'told', one],
          [one.name, 'not told', one],
        ] as const,
    )

  it.each(told(RATE_CASES.hotel(60)))('of a hotel: %s, %s how long to wait', (_, tells, one) => {
    expectGood(one, tells === 'told', 1)
  })

  it.each(told([...RATE_CASES.account(300), ...SHORT_WINDOWS, ...CAPS]))(
    'of the account, shared by two processes: %s, %s how long to wait',
    (_, tells, one) => {
      expectGood(one, tells === 'told', 2)
    },
  )
})

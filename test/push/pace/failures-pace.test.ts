import { describe, expect, it } from 'vitest'
import { noteAccepted, noteTrouble } from '../../../src/push/pace/adaptive-rate.js'
import {
  claimTurn,
  newAccount,
  newHotel,
  type HotelPace,
  type PaceLimits,
  settleTurn,
  type Ticket,
} from '../../../src/push/pace/pace.js'
import { newRate, noteSent } from '../../../src/push/pace/rate-state.js'

it('failures now and then wait and teach no pace below the one at the start', () => {
  const state = newRate(10 / 60, 100)
  let now = 1_000_000
  for (let i = 0; i < 30; i += 1) {
    noteSent(state, now)
    if (i % 3 === 0) noteTrouble(state, 'failed', { now: now + 5, sentAt: now })
    else noteAccepted(state, { now: now + 5, sentAt: now })
    expect(state.heldUntil - now).toBeLessThanOrEqual(300)
    now += 1000
  }
  expect(state.rate).toBeGreaterThanOrEqual(10 / 60)
})

/** Sends so many batches of each hotel, in a clock of its own; says how long that takes and when requests went out. */
function send(
  limits: PaceLimits,
  {
    hotels,
    batches,
    fails,
  }: { hotels: number; batches: number; fails(request: number, hotel: string, tries: number): boolean },
): { ms: number; sent: { hotel: string; at: number }[] } {
  const account = newAccount(limits)
  const paces = new Map<string, HotelPace>()
  const left = new Map(Array.from({ length: hotels }, (_, i) => [String(i), batches]))
  const sent: { hotel: string; at: number }[] = []
  const start = 1_000_000
  let now = start
  for (; left.size > 0; now += 10) {
    for (const [name, open] of left) {
      const hotel = paces.get(name) ?? newHotel(limits, account)
      paces.set(name, hotel)
      const ticket: Ticket = { hotel: name, process: 'p' }
      const claim = claimTurn(account, hotel, ticket, now)
      if (!('turn' in claim)) continue
      const isFailed = fails(sent.push({ hotel: name, at: now }), name, sent.filter((one) => one.hotel === name).length)
      settleTurn(account, hotel, claim.turn, { kind: isFailed ? 'failed' : 'accepted' }, { now: now + 5, process: 'p' })
      if (isFailed) continue
      if (open === 1) left.delete(name)
      else left.set(name, open - 1)
    }
  }
  return { ms: now - start, sent }
}

describe('a service that fails three of ten requests', () => {
  const careful: PaceLimits = {
    account: { start: 1_000_000, ceiling: 1_000_000 },
    hotel: { start: 10 / 60, ceiling: 1_000_000 },
  }
  /** Runs of failures too, as chance has them. */
  const fails = (request: number): boolean => [1, 4, 5, 13, 14, 15, 17, 20, 24].includes(request % 30)

  it.each([
    [1, 20],
    [20, 1],
    [5, 6],
  ])(
    'costs %d hotels of %d batches the waits for its failures, and no careful start for repeats',
    (hotels, batches) => {
      const well = send(careful, { hotels, batches, fails: () => false })
      const { ms, sent } = send(careful, { hotels, batches, fails })
      expect(sent.length).toBeGreaterThan(1.2 * hotels * batches)
      expect(ms).toBeLessThan(1.1 * well.ms + 350 * (sent.length - hotels * batches))
      // Repeats still wait.
      const gaps = sent.flatMap(({ hotel, at }, i) =>
        fails(i + 1) ? [(sent.slice(i + 1).find((one) => one.hotel === hotel)?.at ?? 0) - at] : [],
      )
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(hotels === 1 ? 250 : 10)
    },
  )

  it('costs a hotel that fails with others, and once more alone, no step of its careful start', () => {
    const { ms } = send(careful, {
      hotels: 20,
      batches: 1,
      fails: (_request, hotel, tries) => (tries === 1 && Number(hotel) < 8) || (hotel === '0' && tries < 4),
    })
    expect(ms).toBeLessThan(4000)
  })

  it('gets no more requests a minute than a person allows it, repeats counted', () => {
    const { sent } = send({ ...careful, hotel: { start: 1, ceiling: 1 } }, { hotels: 1, batches: 20, fails })
    const gaps = sent.slice(1).map(({ at }, i) => at - (sent[i]?.at ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000)
  })
})

import { describe, expect, it } from 'vitest'
import { Breaker } from '../../../src/push/send/breaker.js'
import { Fault } from '../../../src/errors.js'

const fault = new Fault('UNREACHABLE', 'No usable answer: HTTP 500.')

/** Fails the hotel again and again, with this many hotels at work; returns what each failure came to. */
function failures(
  breaker: Breaker,
  hotel: string,
  { from = 0, active, most = 20 }: { from?: number; active: number; most?: number },
): string[] {
  const verdicts: string[] = []
  for (let at = from; verdicts.length < most; at += 10) {
    const verdict = breaker.failed(hotel, fault, { sentAt: at, now: at + 5, active })
    verdicts.push(typeof verdict === 'string' ? verdict : verdict.message)
    if (verdict !== 'again') return verdicts
  }
  return verdicts
}

const open = (): Breaker => new Breaker({ next: 'Run "hubswitch run resume 7".', keepsGoing: false })

describe('a hotel that fails again and again', () => {
  it('stops the run after five failures where nothing was ever answered, after eight where something was', () => {
    expect(failures(open(), '2', { active: 1 })).toEqual([
      ...Array.from({ length: 4 }, () => 'again'),
      'The service fails again and again for hotel 2. No usable answer: HTTP 500.',
    ])
    const proven = open()
    proven.answered('2', 1, true)
    expect(failures(proven, '2', { from: 10, active: 1 })).toHaveLength(8)
  })

  it('stops it also where requests end one by one, each sent before the one before it failed', () => {
    const told: number[] = []
    const breaker = new Breaker({ next: '', keepsGoing: false, onFailing: (_fault, ms) => told.push(ms) })
    const verdicts: unknown[] = []
    // Four hotels, 100 ms a request, one of them ending every 25 ms.
    for (let now = 100; verdicts.length < 40 && !(verdicts.at(-1) instanceof Fault); now += 25)
      verdicts.push(breaker.failed(String((now / 25) % 4), fault, { sentAt: now - 100, now, active: 4 }))
    expect(verdicts.at(-1)).toBeInstanceOf(Fault)
    expect(told).toEqual([599_900])
  })

  it('stops it after ten minutes without any other answer, however slow each failure is and whatever else comes between', () => {
    const breaker = open()
    breaker.answered('1', 0, true)
    const slow = (now: number) => breaker.failed('2', fault, { sentAt: now - 300_000, now, active: 9 })
    expect([slow(300_000), breaker.throttled(400_000), slow(600_000)]).toEqual(['again', undefined, 'again'])
    expect(slow(900_000)).toMatchObject({
      code: 'UNREACHABLE',
      message: expect.stringContaining('again and again for hotel 2') as string,
    })
  })

  it('is left for later after five where others are at work, or were served meanwhile', () => {
    const breaker = open()
    breaker.answered('1', 1, true)
    expect(failures(breaker, '2', { from: 10, active: 2 })).toEqual(['again', 'again', 'again', 'again', 'aside'])
    const last = open()
    expect(failures(last, '2', { active: 2, most: 4 })).toEqual(['again', 'again', 'again', 'again'])
    last.answered('3', 50, true)
    expect(failures(last, '2', { from: 60, active: 1 })).toEqual(['aside'])
  })
})

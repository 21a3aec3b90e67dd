import { describe, expect, it } from 'vitest'
import { Breaker } from '../../../src/bulk/breaker.js'
import { Fault } from '../../../src/errors.js'

const fault = new Fault('UNREACHABLE', 'No usable answer: HTTP 500.')

/** Fails the hotel again and again, with this many hotels at work; returns what each failure came to. */
function failures(breaker: Breaker, hotel: string, { from = 0, active, most = 20 }: { from?: number; active: number; most?: number }): string[] {
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
    expect(failures(open(), '2', { active: 1 })).toEqual([...Array.from({ length: 4 }, () => 'again'), 'The service fails again and again for hotel 2. No usable answer: HTTP 500.'])
    const proven = open()
    proven.answered('2', 1, true)
    expect(failures(proven, '2', { from: 10, active: 1 })).toHaveLength(8)
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

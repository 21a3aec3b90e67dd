import { describe, expect, it } from 'vitest'
import { chosenHotel } from '../../../src/cli/flags/chosen-hotel.js'
import type { Fault } from '../../../src/errors.js'
import type { Journal } from '../../../src/journal/index.js'

const TARGET = { profile: 'p', service: 'https://one.example' }

function choose(pushed: readonly string[], named?: string): string {
  const journal = { pushedHotels: (_target: unknown, limit: number) => pushed.slice(0, limit) } as Journal
  try {
    return chosenHotel(journal, TARGET, named)
  } catch (error) {
    const { code, message, next } = error as Fault
    return `${code} ${message} ${next}`
  }
}

describe('the hotel of a calendar', () => {
  it('is the one that is named, whatever was pushed', () => {
    expect(choose(['1', '2'], '7')).toBe('7')
  })

  it('is the only one that was pushed', () => {
    expect(choose(['1000001'])).toBe('1000001')
  })

  it('has to be named where there are several or none', () => {
    expect(choose(['1', '2', '3'])).toBe(
      'USAGE Several hotels were pushed to this service, and none is named. Name one of 1, 2, 3.',
    )
    expect(choose(['1', '2', '3', '4', '5', '6', '7'])).toMatch(/Name one of 1, 2, 3, 4, 5, …\.$/)
    expect(choose([])).toMatch(/^USAGE Nothing was pushed/)
  })
})

import { describe, expect, it } from 'vitest'
import { impersonalAnswer, impersonalFault } from '../../../src/cli/unattended/personal.js'
import { Fault } from '../../../src/errors.js'

const LONG = 'Augusta Ada King '.repeat(8)

describe('what is kept or sent elsewhere', () => {
  it.each([
    ['booker.lastName', 'Lovelace', 'Hopper'],
    ['booker.phones[0].phoneNumber', '+43 1 234567', '+43 1 765432'],
    ['booker.email', 'ada@guests.example', 'empty'],
    ['rooms.guests', 'Ada Lovelace, age 36', LONG],
  ])('names %s and no value of it', (field, asked, answered) => {
    const shown = answered.length > 80 ? `${answered.slice(0, 79)}…` : answered
    const message = `It is not known whether the service has booked: it answered with ${field} ${shown}, not ${asked}.`
    const facts = { mismatch: { field, asked, answered }, bookingId: 9 }
    const findings = [{ field, value: asked, reason: `is not ${asked}` }]
    const kept = impersonalFault(new Fault('OUTCOME_UNKNOWN', message, { facts, findings }))
    const answer = impersonalAnswer({
      data: { error: { message, next: 'Look.', facts, findings } },
      view: { kind: 'text', text: message },
    })
    for (const text of [JSON.stringify([kept.message, kept.next, kept.findings, kept.facts]), JSON.stringify(answer)]) {
      expect(text).toContain(field)
      for (const value of [asked, answered.slice(0, 30)].filter((one) => one !== 'empty'))
        expect(text).not.toContain(value)
    }
    expect(kept.facts['bookingId']).toBe(9)
  })

  it('keeps the values of what is no guest', () => {
    const fault = new Fault('OUTCOME_UNKNOWN', 'it answered with rooms.checkIn 2027-01-02, not 2027-01-01', {
      facts: { mismatch: { field: 'rooms.checkIn', asked: '2027-01-01', answered: '2027-01-02' } },
    })
    expect(impersonalFault(fault)).toBe(fault)
  })
})

import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/index.js'
import { messageOf } from '../totals/messages.js'

const OURS = messageOf({ stays: [{ rooms: [{ nights: [{ after: 10_000 }], units: 1 }] }] })
const of = (root: string, own: string): string[] =>
  lintMessage(
    OURS.replace('ResStatus="Commit"', `ResStatus="${root}"`).replace(
      '<HotelReservation>',
      `<HotelReservation ResStatus="${own}">`,
    ),
  ).findings.flatMap(({ rule, severity, found }) =>
    rule.startsWith('status-') ? [`${severity} ${rule} ${found ?? ''}`] : [],
  )

describe('ResStatus of a reservation of this service', () => {
  it('is one of the words that the schema has for it', () => {
    for (const own of ['Reserved', 'Waitlisted', 'Requested', 'No-show', 'In-house', 'Checked out', 'Commit'])
      expect(of('Commit', own), own).toEqual([])
    expect(of('Cancel', 'Cancelled')).toEqual([])
    expect(of('Cancel', 'No-show')).toEqual([])
  })

  it('does not contradict that of the message', () => {
    for (const root of ['Commit', 'Modify'])
      expect(of(root, 'Cancelled')).toEqual([`error status-contradiction Cancelled in a message of ${root}`])
    expect(of('Cancel', 'Reserved')).toEqual(['error status-contradiction Reserved in a message of Cancel'])
  })

  it('is no other word, and that of the message none of a reservation', () => {
    expect(of('Commit', 'Booked')).toEqual(['error status-unknown Booked'])
    expect(of('Reserved', 'Reserved')).toEqual(['error status-unknown Reserved'])
  })
})

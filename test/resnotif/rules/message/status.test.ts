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

describe('ResStatus of a message of this service', () => {
  const root = (status: string): string[] =>
    lintMessage(OURS.replace('ResStatus="Commit"', `ResStatus="${status}"`)).findings.flatMap(
      ({ rule, severity, found }) => (rule.startsWith('status-') ? [`${severity} ${rule} ${found ?? ''}`] : []),
    )

  it('is a warning with another word that the schema has for a message', () => {
    for (const status of ['Book', 'Hold', 'Initiate'])
      expect(root(status)).toEqual([`warning status-unknown ${status}`])
    expect(root('Booked')).toEqual(['error status-unknown Booked'])
  })

  it('is missing once where it is empty', () => {
    expect(root('')).toEqual(['error status-missing '])
    expect(root(' ')).toEqual(['error status-missing '])
    expect(of('Commit', '')).toEqual(['error status-unknown '])
  })

  it('is a warning beside one of several reservations that is told as cancelled', () => {
    const several = (own: string, next: string): string[] =>
      lintMessage(
        OURS.replace('ResStatus="Commit"', 'ResStatus="Modify"').replace(
          /<HotelReservation>([^]*<\/HotelReservation>)/,
          (_, rest: string) =>
            `<HotelReservation ResStatus="${own}">${rest}<HotelReservation ResStatus="${next}">${rest.replace(/<UniqueID Type="14" ID="/, '$&9')}`,
        ),
      ).findings.flatMap(({ rule, severity }) => (rule === 'status-contradiction' ? [severity] : []))
    expect(several('Modify', 'Cancelled')).toEqual(['warning'])
    expect(several('Modify', 'Cancel')).toEqual(['error'])
    expect(several('Cancelled', 'Cancelled')).toEqual(['error', 'error'])
  })
})

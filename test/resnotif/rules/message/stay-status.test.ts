import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { foreign, NIGHTS, roomRate, stay } from '../totals/foreign.js'

const room = (status: string): string =>
  stay(roomRate(NIGHTS), '', { told: status === '' ? '' : ` RoomStayStatus="${status}"` })
const told = (stays: string[], status = 'Commit'): string[] =>
  lintMessage(foreign(stays.map(room).join(''), { status })).findings.map(({ rule, severity, found }) =>
    [severity, rule, found].join(' | '),
  )

describe('RoomStayStatus', () => {
  it.each([
    [['Cancelled'], 'Commit', 'the only RoomStay is cancelled, ResStatus Commit'],
    [['Cancelled', 'Cancelled'], 'Reserved', 'all 2 RoomStays are cancelled, ResStatus Reserved'],
  ])('contradicts a booking all of whose RoomStays are cancelled: %s in %s', (stays, status, found) => {
    expect(told(stays, status)).toEqual([`warning | status-contradiction | ${found}`])
  })

  it.each([
    [['Cancelled', ''], 'Commit'],
    [['Cancelled'], 'Modify'],
    [['Cancelled'], 'Cancel'],
    [['Reserved'], 'Commit'],
    [['Commit', 'No-show'], 'Commit'],
    [['XY'], 'Commit'],
  ])('agrees with other messages: %s in %s', (stays, status) => {
    expect(told(stays, status)).toEqual([])
  })

  it('is a word of the schemas', () => {
    expect(told(['Foobar'])).toEqual(['warning | status-unknown | Foobar'])
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { explainMessage, lintMessage } from '../../../src/resnotif/index.js'
import { ROOT } from '../../support/cli.js'

const BOOKED = readFileSync(path.join(ROOT, 'samples', 'notification.xml'), 'utf8')
const withStatus = (text: string, status: string): string => text.replace('ResStatus="Commit"', `ResStatus="${status}"`)
const BARE = BOOKED.replace(/<ResGuests>[\s\S]*<\/ResGuests>/, '')
const rules = (text: string): string[] => [...new Set(lintMessage(text).findings.map(({ rule }) => rule))]

describe('a cancellation', () => {
  it('need not repeat guests, days and prices', () => {
    const least = BARE.replace(/<TimeSpan [^>]*\/>/, '').replace(/<Rates>[\s\S]*?<\/Rates>/, '')
    for (const status of ['Cancel', ' Cancel', 'Cancelled']) {
      const ofWord = rules(withStatus(BOOKED, status))
      expect(rules(withStatus(BARE, status))).toEqual(ofWord)
      expect(rules(withStatus(least, status))).toEqual(ofWord)
    }
    for (const status of ['Commit', 'Modify']) {
      expect(rules(withStatus(BARE, status))).toContain('unit-without-guest')
      expect(rules(withStatus(least, status))).toContain('time-span-missing')
    }
  })

  it('needs its id, and the guests that it repeats have right codes', () => {
    expect(rules(withStatus(BARE.replace(/<UniqueID [^>]*\/>/, ''), 'Cancel'))).toContain('unique-id-missing')
    const wrong = withStatus(BOOKED, 'Cancel').replaceAll(/GroupEventCode="\d+"/g, 'GroupEventCode="0"')
    expect(rules(wrong)).toContain('counter-duplicate')
  })

  it('of one RoomStay needs no guests for it either', () => {
    const one = withStatus(BARE, 'Modify').replaceAll(/<RoomStay /g, '<RoomStay RoomStayStatus="Cancelled" ')
    expect(rules(one)).not.toContain('unit-without-guest')
  })

  it.each(['Cancel', 'Cancelled'])('is told as one, whatever its word: %s', (status) => {
    expect(explainMessage(withStatus(BARE, status)).lines).toContain(
      `Status: ${status}, a cancellation: what is told here is no longer booked.`,
    )
  })
})

describe('two rates for one night of a room', () => {
  const rate = /<RoomRate [\s\S]*?(?:<\/RoomRate>|\/>)/
  const [first = ''] = rate.exec(BOOKED) ?? []
  const doubled = BOOKED.replace(first, first + first)

  it('are told as what they are, and not as more units', () => {
    const { findings } = lintMessage(doubled)
    const [found] = findings.filter(({ rule }) => rule === 'night-twice')
    expect(found?.found).toMatch(/^\d{4}-\d\d-\d\d.*: another RoomRate of room \d+, beside the one of line \d+$/)
    expect(found?.why).toContain('Two rates are for the same night of the same room')
    const others = findings.map(({ rule }) => rule)
    for (const rule of ['units-mismatch', 'unit-without-guest'] as const) expect(others).not.toContain(rule)
  })

  it('are one room in the story', () => {
    const stay = (text: string): string | undefined =>
      explainMessage(text).lines.find((line) => line.startsWith('Stay'))
    expect(stay(doubled)).toBe(stay(BOOKED))
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const [STAY = ''] = /<RoomStay [\s\S]*?<\/RoomStay>/.exec(SAMPLE) ?? []
const [GUEST = ''] = /<ResGuest [\s\S]*?<\/ResGuest>/.exec(SAMPLE) ?? []

type PerRoom = 'true' | 'false' | undefined
const PER_ROOM: PerRoom[] = [undefined, 'true', 'false']

interface Room {
  code?: string
  people: number
  /** NumberOfUnits of the RoomType. */
  byType?: number
  /** NumberOfUnits of each RoomRate. */
  each?: number
  rates?: number
}

const units = (many: number | undefined): string => (many === undefined ? '' : ` NumberOfUnits="${many}"`)

function room({ code = '101', people, byType, each, rates = 1 }: Room, isPerRoom: PerRoom): string {
  const rate = `<RoomRate RoomTypeCode="${code}" RatePlanCode="501"${units(each)}/>`
  return STAY.replace(
    /<RoomTypes>[\s\S]*?<\/RoomRates>/,
    `<RoomTypes><RoomType RoomTypeCode="${code}"${units(byType)}/></RoomTypes><RatePlans><RatePlan RatePlanCode="501"/></RatePlans><RoomRates>${rate.repeat(rates)}</RoomRates>`,
  )
    .replace('Count="4"', `Count="${people}"`)
    .replace(' IsPerRoom="false"', isPerRoom === undefined ? '' : ` IsPerRoom="${isPerRoom}"`)
    .replace(/<ResGuestRPHs>[\s\S]*?<\/ResGuestRPHs>/, '')
}

/** A guest for each code, in rooms 101 and 102. */
function told(rooms: readonly Room[], guests: Record<string, number[]>, isPerRoom: PerRoom): string {
  const nodes = Object.entries(guests)
    .flatMap(([code, codes]) => codes.map((one) => [code, one] as const))
    .map(([code, one], at) =>
      GUEST.replace('1-101-501', `1-${code}-501`)
        .replace('GroupEventCode="1"', `GroupEventCode="${one}"`)
        .replace('>Ada<', `>Guest${at}<`)
        .replace(at === 0 ? '\u0000' : ' PrimaryIndicator="true"', ''),
    )
  const { findings, notes } = lintMessage(
    SAMPLE.replace(STAY, rooms.map((one) => room(one, isPerRoom)).join('')).replace(
      /<ResGuests>[\s\S]*<\/ResGuests>/,
      `<ResGuests>${nodes.join('')}</ResGuests>`,
    ),
  )
  const rules = [...findings.map(({ rule }) => rule), ...notes.map(({ rule }) => `note ${rule}`)]
  return [...new Set(rules)].toSorted().join(', ') || 'clean'
}

describe.each(PER_ROOM)('units that their codes alone tell, with IsPerRoom %s', (isPerRoom) => {
  it.each<[string, Room[], Record<string, number[]>, string]>([
    ['one room of three, one counted', [{ people: 1 }], { 101: [1, 1, 1] }, 'guest-count-mismatch'],
    ['one room of one, two counted', [{ people: 2 }], { 101: [1] }, 'guest-not-named'],
    ['one room, all counted', [{ people: 2 }], { 101: [1, 1] }, 'clean'],
    ['two rooms, all counted', [{ people: 2 }, { people: 2 }], { 101: [1, 1, 2, 2] }, 'clean'],
    ['two rooms, one lacks a guest', [{ people: 2 }, { people: 2 }], { 101: [1, 1, 2] }, 'guest-not-named'],
    ['two rooms, one guest too many', [{ people: 1 }, { people: 1 }], { 101: [1, 1, 2] }, 'guest-count-mismatch'],
    ['a guest in the wrong unit', [{ people: 2 }, { people: 2 }], { 101: [1, 1, 1, 2] }, 'guest-count-mismatch'],
    [
      'a guest in the wrong room',
      [{ people: 2 }, { people: 2, code: '102' }],
      { 101: [1, 1, 1], 102: [1] },
      'guest-count-mismatch, guest-not-named',
    ],
  ])('hold counts against guests: %s', (_name, rooms, guests, expected) => {
    expect(told(rooms, guests, isPerRoom)).toBe(expected)
  })

  it('may be more or fewer than RoomRates', () => {
    const people = isPerRoom === 'true' ? 1 : 2
    expect(told([{ people }], { 101: [1, 2] }, isPerRoom)).toBe('note counter-unchecked')
    expect(told([{ people: 2 }], { 101: [1, 2] }, isPerRoom)).toBe('note counter-unchecked')
    expect(told([{ people: 5 }], { 101: [1, 2] }, isPerRoom)).toBe('guest-not-named, note counter-unchecked')
  })
})

it('counts of several rooms without IsPerRoom may be those of each, whatever tells the units', () => {
  const both = [1, undefined].map((each): Room[] => [{ people: 2, ...(each === undefined ? {} : { each }), rates: 2 }])
  expect(both.map((rooms) => told(rooms, { 101: [1, 1, 2, 2] }, undefined))).toEqual(['clean', 'clean'])
})

it('a RoomStay that names no room tells no units', () => {
  const text = SAMPLE.replace(/<RoomTypes>[\s\S]*?<\/RoomRates>/, '')
    .replace('IsPerRoom="false"', 'IsPerRoom="true"')
    .replace('Count="4"', 'Count="2"')
    .replace('<ResGlobalInfo>', '$&<GuestCounts><GuestCount AgeQualifyingCode="10" Count="4"/></GuestCounts>')
  expect(lintMessage(text).findings).toEqual([])
})

describe('units of a RoomType', () => {
  it.each(PER_ROOM)('count as well where each has a RoomRate of its own: IsPerRoom %s', (isPerRoom) => {
    for (let people = 1; people <= 6; people++) {
      const [one, each] = [1, 2].map((rates) => told([{ people, byType: 2, rates }], { 101: [1, 1, 2, 2] }, isPerRoom))
      expect([people, each]).toEqual([people, one])
    }
  })
})

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { HotelChanges, NightMark } from '../../../src/push/index.js'
import { changePicture, shownCalendar } from '../../../src/cli/push/change-picture.js'

/** 2027-01-01, a Friday. */
const FRIDAY = 20_819

type Part = [from: number, nights: number, mark: NightMark]

const series = (room: string, plan: string, ...parts: Part[]): HotelChanges['series'][number] => ({
  room,
  plan,
  nights: parts.map(([from, nights, mark]) => ({
    from: FRIDAY + from,
    until: FRIDAY + from + nights,
    mark,
    factor: 1.1,
  })),
})
const picture = (all: HotelChanges['series'], { width = 80, hotels = 1 } = {}): string[] =>
  stripVTControlCharacters(changePicture({ hotel: '1000001', series: all }, { width, hotels })).split('\n')

describe('the calendar of what would change', () => {
  it('has a mark for each night while that fits, months and Mondays above', () => {
    const shown = picture(
      [
        series('102', '501', [0, 3, 'up'], [3, 2, 'down'], [31, 1, 'closed']),
        series('101', '', [0, 4, 'same'], [4, 1, 'opened'], [5, 1, 'other'], [6, 2, 'new']),
      ],
      { hotels: 3 },
    )
    expect(shown).toEqual([
      'Calendar   hotel 1000001, a mark a night',
      '           2027-01                        2027-02',
      '              04     11     18     25     01',
      '101        ====○~++························',
      '102 · 501  ▲▲▲▼▼··························×',
      '           × closes   ○ opens   ▲ dearer   ▼ cheaper   ~ other values',
      '           + not known before   = unchanged   · not in the files',
      '           --calendar HOTEL shows another of the 3 hotels',
    ])
  })

  it('of several bands repeats the head', () => {
    const shown = picture([series('101', '', [0, 20, 'new'])], { width: 25 })
    expect(shown).toEqual([
      'Calendar   hotel 1000001, a mark a night',
      '           2027-01',
      '              04     11',
      '101        ++++++++++++++',
      '           2027-01',
      '              18',
      '101        ++++++',
      '           + not known before',
    ])
  })

  it('has a mark for each week where nights do not fit: the gravest of its nights; weeks begin on Mondays', () => {
    const rooms = ['101', '102', '103', '104']
    // Weeks from Monday 2026-12-28: the first holds 2027-01-01 to 03, the second the next seven nights.
    const shown = picture(
      rooms.map((room) => series(room, '', [0, 3, 'same'], [3, 6, 'up'], [9, 1, 'closed'], [10, 350, 'down'])),
    )
    expect(shown[0]).toBe('Calendar   hotel 1000001, a mark a week: the gravest of its nights')
    expect(shown[1]).toBe('           2027')
    // Days from that Monday to the first of each month: 4, 35, 63, 94, 124, 155, 185, 216, 247, 277, 308, 338; whole weeks of them: 0, 5, 9, 13, 17, 22, 26, 30, 35, 39, 44, 48.
    expect(shown[2]).toBe('           Jan  Feb Mar Apr May  Jun Jul Aug  Sep Oct  Nov Dec')
    // 2027-12-26, the last night, is a Sunday: 52 weeks.
    for (const [i, room] of rooms.entries()) expect(shown[3 + i]).toBe(`${room}        =×${'▼'.repeat(50)}`)
    expect(shown.slice(7)).toEqual(['           × closes   ▼ cheaper   = unchanged'])
  })

  it('of many rooms leaves out those in which nothing changes, and says how many; never more than 20 lines of 80', () => {
    const rooms = Array.from({ length: 60 }, (_, i) =>
      series(String(101 + i), '501', [0, 365 * 2, i === 41 ? 'up' : 'same']),
    )
    const shown = picture(rooms, { hotels: 2000 })
    expect(shown.some((line) => line.startsWith('142 · 501  ▲▲▲'))).toBe(true)
    expect(shown).toContain(`           … and ${60 - shown.filter((line) => / · 501/.test(line)).length} more rooms`)
    expect(shown.length).toBeLessThanOrEqual(20)
    for (const line of shown) expect(line.length).toBeLessThanOrEqual(80)
    for (const nights of [1, 60, 1500, 30_000]) {
      for (const count of [1, 15, 40]) {
        const one = picture(
          Array.from({ length: count }, (_, i) => series(String(i), '', [i % 5, nights, 'down'])),
          { hotels: 2 },
        )
        expect(one.length).toBeLessThanOrEqual(21)
        expect(one.filter((line) => line.includes('▼')).length).toBeGreaterThan(1)
        for (const line of one) expect(line.length).toBeLessThanOrEqual(80)
      }
    }
  })
})

describe('where it is shown', () => {
  const terminal = (stdout: boolean) => ({ stdout, progress: false, mayAsk: false, width: 80 })
  const planned = {
    plan: { requests: 1, hotels: 1 },
    preview: { hotel: '1000001', series: [series('101', '', [0, 1, 'new'])] },
  } as never

  it('is a terminal; in a pipe only where a hotel is named', () => {
    expect(shownCalendar(planned, undefined, terminal(true))).toContain('hotel 1000001')
    expect(shownCalendar(planned, undefined, terminal(false))).toBeUndefined()
    expect(shownCalendar(planned, '1000001', terminal(false))).toContain('hotel 1000001')
  })

  it('a hotel that the files do not hold is refused', () => {
    expect(() => shownCalendar({ plan: { requests: 1, hotels: 1 } } as never, '7', terminal(true))).toThrow(
      'The files have no rows for hotel 7',
    )
  })
})

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { calendarPage } from '../../../src/cli/calendar/page.js'
import { calendarPicture } from '../../../src/cli/calendar/picture.js'
import type { KnownNight } from '../../../src/cli/calendar/view.js'

const nights: KnownNight[] = [
  { night: '2027-06-29', weekday: 'Tue', room: '101', plan: '501', price: '90.00', min_stay: 2 },
  {
    night: '2027-06-30',
    weekday: 'Wed',
    room: '101',
    plan: '501',
    price: '140.00',
    closed_to_arrival: true,
    availability: 3,
  },
  { night: '2027-07-01', weekday: 'Thu', room: '101', plan: '501', price: '1250.00', closed: true },
  { night: '2027-07-03', weekday: 'Sat', room: '102', plan: '501', price: '95.00', availability: 0 },
]
const page = calendarPage({
  hotel: '1000001',
  service: 'https://service.example/<x>&"',
  nights,
  madeAt: '2026-11-21 12:00',
  run: {
    id: 7,
    changes: [
      { night: '2027-06-30', room: '101', plan: '501', before: { price: '120.00' } },
      { night: '2027-07-03', room: '102', plan: '501', before: {} },
    ],
  },
})

describe('the calendar page', () => {
  it('holds everything in one file: no address to load from, and nothing but its own style and script may run', () => {
    expect(page).not.toMatch(/(src|href)=/)
    expect(page).toContain(`default-src 'none'`)
    expect(page).toContain('https://service.example/&#60;x&#62;&#38;&#34;')
    expect(page.match(/<script>/g)?.length).toBe(1)
  })

  it('tells each night in full, what forbids a stay, and what the run changed with the value before', () => {
    const details = [...page.matchAll(/data-detail="([^"]*)"/g)].map(([, text]) => text)
    expect(details).toContain('Room 101, plan 501, Tue 2027-06-29: price 90.00, minimum stay 2.')
    expect(details).toContain(
      'Room 101, plan 501, Wed 2027-06-30: price 140.00 (was 120.00), closed to arrival yes, units free 3.',
    )
    expect(details).toContain('Room 101, plan 501, Thu 2027-07-01: price 1250.00, closed yes.')
    expect(details).toContain('Room 102, plan 501, Sat 2027-07-03: price 95.00, units free 0 (not known before).')
    expect(details).toContain('Room 101, plan 501, 2027-07-02: nothing is known.')
    expect(page.match(/class="[^"]*\bchanged\b[^"]*" tabindex/g)?.length).toBe(2)
    expect(page).toMatch(/<h2>June 2027<\/h2>[\s\S]*<h2>July 2027<\/h2>/)
  })

  it('says the names of rooms where they are known, and the weekday of each night', () => {
    const named = calendarPage({
      hotel: '1000001',
      service: 's',
      nights,
      madeAt: '2026-11-21 12:00',
      run: undefined,
      names: new Map([['101', 'Double <room>']]),
    })
    expect([...named.matchAll(/<th scope="row">([^<]*)/g)].map(([, name]) => name)).toEqual([
      'Room 101 (Double &#60;room&#62;), plan 501',
      'Room 101 (Double &#60;room&#62;), plan 501',
      'Room 102, plan 501',
    ])
    expect(
      [...page.matchAll(/<abbr title="([^"]*)">([^<]*)/g)].map(([, day, text]) => [day, text]).slice(0, 2),
    ).toEqual([
      ['2027-06-29', 'Tue 29'],
      ['2027-06-30', 'Wed 30'],
    ])
  })

  it('compares the prices of a room and plan with each other, not with those of another room', () => {
    const at = (night: string, room: string, price: string): KnownNight => ({
      night,
      weekday: 'Thu',
      room,
      plan: '501',
      price,
    })
    const two = calendarPage({
      hotel: '1',
      service: 's',
      madeAt: 'now',
      run: undefined,
      nights: [
        at('2027-07-01', '101', '80'),
        at('2027-07-02', '101', '90'),
        at('2027-07-01', '102', '800'),
        at('2027-07-02', '102', '900'),
      ],
    })
    expect([...two.matchAll(/<td class="(s\d)"/g)].map(([, kind]) => kind)).toEqual(['s0', 's4', 's0', 's4'])
    expect(two).toContain('Colours and heights compare the prices of one room and plan with each other')
    for (const word of ['cheap', 'dear', 'shortest', 'longest']) expect(two).not.toContain(word)
  })

  it('can be walked by keyboard: every night takes the focus and has a name that is read aloud', () => {
    const cells = page.match(/<td class="[^"]*" tabindex="-1"[^>]*>/g) ?? []
    expect(cells.length).toBe(8)
    expect(page).toContain('aria-live="polite"')
    expect([...page.matchAll(/<th scope="row">([^<]*)/g)].map(([, name]) => name)).toEqual([
      'Room 101, plan 501',
      'Room 101, plan 501',
      'Room 102, plan 501',
    ])
  })
})

describe('the calendar as a picture', () => {
  const plain = (width: number): string[] =>
    stripVTControlCharacters(calendarPicture(nights, { stdout: true, progress: false, mayAsk: false, width })).split(
      '\n',
    )

  it('shows nights by products with price, level, stay rules and free units, gaps as unknown, in bands that fit', () => {
    const lines = plain(80).map((line) => line.trimEnd())
    expect(lines).toEqual([
      '             2027-06     2027-07',
      '             Tu29  We30  Th01  Fr02  Sa03',
      '101 · 501      90▁  140▄    ×     ·     ·',
      '  stay rules 2+    ‹',
      '  free                3',
      '102 · 501       ·     ·     ·     ·    95',
      '  free                                  0',
      '',
      '▁ lowest to █ highest price of that room and plan   × closed   ‹ no arrival',
      '3+ minimum stay   · not on record',
    ])
    for (const line of plain(30).slice(0, -8)) expect(line.trimEnd().length).toBeLessThanOrEqual(30)
    expect(plain(30).filter((line) => line.startsWith('101'))).toHaveLength(3)
  })

  it('names the rooms where they are known and there is room, and keeps the ids whole', () => {
    const names = new Map([['101', 'Double room with a view of the sea and of the park']])
    const terminal = { stdout: true, progress: false, mayAsk: false }
    const label = (width: number): string | undefined =>
      stripVTControlCharacters(calendarPicture(nights, { ...terminal, width }, names))
        .split('\n')
        .find((line) => line.startsWith('101'))
    expect(label(80)).toMatch(/^101 Double room… · 501 {2}/)
    expect(label(30)).toMatch(/^101 · 501 {2}/)
  })

  it('shows every rule of a night, however many there are', () => {
    const all: KnownNight = {
      night: '2027-07-01',
      weekday: 'Thu',
      room: '101',
      plan: '501',
      price: '95.50',
      closed_to_arrival: true,
      closed_to_departure: true,
      min_stay: 14,
      max_stay: 28,
      unacknowledged: { price: ['96.00'] },
    }
    const shown = stripVTControlCharacters(
      calendarPicture([all], { stdout: true, progress: false, mayAsk: false, width: 80 }),
    )
    expect(shown).toContain('‹› 14+ ≤28')
    expect(shown).toContain('96?')
    expect(shown).toMatch(/prices rounded[^]*≤7 maximum stay[^]*\? sent, not acknowledged/)
  })
})

describe('marks that need no colour', () => {
  it('tell the level of a price on the page, and the key says what stands there and nothing else', () => {
    const key = [.../<ul class="key">(.*)<\/ul>/.exec(page)![1]!.matchAll(/<b[^>]*>([^<]*)<\/b>([^<]*)/g)].map(
      ([, sign, words]) => `${sign} ${words}`,
    )
    expect(key).toEqual([
      '▁ lowest prices',
      '▄ middle',
      '█ highest prices',
      '× closed',
      '0 free none left',
      '‹ no arrival',
      '3+ minimum stay',
      '· not on record',
      '∆ changed by the run',
    ])
    expect(page).toContain('<b>90.00<u>▁</u></b>')
    expect(page).toContain('<i>∆ ‹ 3 free</i>')
  })

  it('come to paper: the sheet lies on its side, and what only a screen can do is left out', () => {
    expect(page).toMatch(/@media print\{@page\{size:A4 landscape[^]*#detail,\.keys\{display:none\}/)
  })
})

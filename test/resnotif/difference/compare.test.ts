import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ComparedMessage, compareMessages, type Comparison } from '../../../src/resnotif/difference/index.js'
import { readMessageFacts } from '../../../src/resnotif/facts/index.js'
import { captureMessage } from '../../../src/resnotif/read/index.js'
import type { ReservationRequest } from '../../../src/contract/endpoints/reservation-fields.js'
import { buildNotification } from '../../../src/resnotif/build/build.js'
import { line, people, reservation } from '../reservations.js'
import { ROOT } from '../../support/cli.js'
import { elementsOf, RICH, type Spot, spotsOf } from './messages.js'

const [FIRST, CHANGED] = ['notification.xml', 'notification-modify.xml'].map((name) =>
  readFileSync(path.join(ROOT, 'samples', name), 'utf8'),
) as [string, string]

const sides = new Map<string, ComparedMessage>()

function sideOf(text: string): ComparedMessage {
  const known = sides.get(text)
  if (known !== undefined) return known
  const captured = captureMessage(text)
  const side = { text, facts: captured.concealed.conceal(readMessageFacts(captured.message)), captured }
  if (text === RICH || text === FIRST) sides.set(text, side)
  return side
}

const compare = (before: string, after: string): Comparison => compareMessages(sideOf(before), sideOf(after))
const words = (before: string, after: string): string[] => compare(before, after).changes.map(({ text }) => text)
const replaced = (text: string, { start, end }: Spot, value: string): string =>
  text.slice(0, start) + value + text.slice(end)
const without = (text: string, { start, end }: { start: number; end: number }): string =>
  text.slice(0, start) + text.slice(end)
const SPOTS = spotsOf(RICH)
const ELEMENTS = elementsOf(RICH).filter(({ depth }) => depth > 0)
const SECRET = new Set(['CardNumber', 'SeriesCode', 'CardCode'])
const nameOfSpot = (spot: Spot): string =>
  `${spot.name ?? RICH.slice(0, spot.start).match(/<(\w+)[^<]*$/)?.[1] ?? ''} ${RICH.slice(spot.start, spot.end)}`

describe('whatever differs is told', () => {
  it('the oracle knows every place', () => {
    expect([SPOTS.length, ELEMENTS.length]).toEqual([158, 136])
  })

  it('another value of any attribute and any text stands in the answer', () => {
    const silent = SPOTS.flatMap((spot) => {
      const value = RICH.slice(spot.start, spot.end)
      const changed = /^[\d.]+$/.test(value) ? `${Number(value) + 7}` : `${value}zq7`
      const told = words(RICH, replaced(RICH, spot, changed))
      const has = SECRET.has(spot.name ?? '') ? told.length > 0 : told.some((text) => text.includes(changed))
      return has ? [] : [[nameOfSpot(spot), changed, ...told]]
    })
    expect(silent).toEqual([])
  })

  it('days of a room rate that are not those of the new stay', () => {
    const day = (at: number): string => `2027-07-${String(at).padStart(2, '0')}`
    const silent: string[] = []
    for (let start = 1; start <= 4; start++)
      for (let end = start + 1; end <= 8; end++)
        for (let from = 1; from <= 5; from++)
          for (let to = from + 1; to <= 9; to++) {
            const later = FIRST.replace(
              /<TimeSpan [^>]*>/,
              `<TimeSpan Start="${day(start)}" End="${day(end)}"/>`,
            ).replace(
              /EffectiveDate="[^"]*" ExpireDate="[^"]*"/,
              `EffectiveDate="${day(from)}" ExpireDate="${day(to)}"`,
            )
            const told = words(FIRST, later).join('\n')
            const isTold = (name: string, was: number, is: number, ofStay: number): boolean =>
              is === was || is === ofStay || told.includes(`${name}: ${day(was)} → ${day(is)}`)
            if (!isTold('EffectiveDate', 1, from, start) || !isTold('ExpireDate', 4, to, end))
              silent.push(`stay ${start} to ${end}, rate ${from} to ${to}: ${told}`)
          }
    expect(silent.slice(0, 3)).toEqual([])
  })

  it('an attribute or element that is missing, and one that is there twice', () => {
    const silent = [
      ...SPOTS.filter(({ name }) => name !== undefined).flatMap((spot) => {
        const gone = without(RICH, { start: spot.start - (spot.name ?? '').length - 3, end: spot.end + 1 })
        return words(RICH, gone).length > 0 ? [] : [nameOfSpot(spot)]
      }),
      ...ELEMENTS.flatMap((element) => {
        const gone = without(RICH, element)
        const doubled = RICH.slice(0, element.end) + RICH.slice(element.start)
        return words(gone, RICH).length > 0 && words(RICH, doubled).length > 0 ? [] : [element.name]
      }),
    ]
    expect(silent).toEqual([])
  })

  it('all of several changes at once', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: SPOTS.length - 1 }), { minLength: 2, maxLength: 6 }), (picked) => {
        const chosen = picked.map((at, i) => ({ spot: SPOTS[at] as Spot, value: `q${i}z${at}x` }))
        const text = chosen
          .toSorted((a, b) => b.spot.start - a.spot.start)
          .reduce((all, { spot, value }) => replaced(all, spot, value), RICH)
        const told = words(RICH, text).join('\n')
        for (const { spot, value } of chosen)
          if (!SECRET.has(spot.name ?? '')) expect(told, `${nameOfSpot(spot)} is ${value}`).toContain(value)
      }),
      { numRuns: 60 },
    )
  })

  it('beyond the part of a text that is read as a fact', () => {
    const long = (end: string): string => RICH.replace('Late arrival', `${'very '.repeat(4_000)}${end}`)
    expect(words(long('late'), long('early'))).toEqual([
      expect.stringMatching(/^Comment: …(?:very )+late → …(?:very )+early \(.*Text, line \d+, before line \d+\)\.$/),
    ])
  })

  it('without a card number, its code or a password', () => {
    const [one] = compare(RICH, RICH.replace('4111111111111111', '4012888888881111')).changes
    expect(one?.text).toMatch(
      /^Payment card, CardNumber differs in what is not shown \(HotelReservation\/.*\/@CardNumber/,
    )
    const told = JSON.stringify(compare(RICH, RICH.replace('SeriesCode="987"', 'SeriesCode="654"')))
    expect(told).toContain('SeriesCode')
    expect(told).not.toMatch(/987|654/)
    const signed = (password: string): string =>
      RICH.replace('<RequestorID ', `<RequestorID MessagePassword="${password}" `)
    expect(words(signed('hush-hush-1'), signed('hush-2'))).toEqual([
      expect.stringMatching(
        /^Sender, MessagePassword differs in what is not shown \(OTA_\S+@MessagePassword, line 4, before line 4\)\.$/,
      ),
    ])
    expect(JSON.stringify(compare(FIRST, RICH))).not.toMatch(/4111111111111111|"987"/)
  })

  it('also of what XML that breaks off hides', () => {
    const torn = RICH.slice(0, RICH.indexOf('<ResGlobalInfo>'))
    expect(words(RICH, torn).at(-1)).toMatch(/^The XML of the later message is broken at line \d+, .* not compared\.$/)
    expect(words(torn, torn)).toHaveLength(2)
  })
})

describe('what is no difference', () => {
  /** Elements and attributes in another order, by the text alone. */
  function shuffled(text: string, seed: number): string {
    let state = seed
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return state % below
    }
    const mix = (parts: string[]): string[] => {
      for (let at = parts.length - 1; at > 0; at--) {
        const other = random(at + 1)
        ;[parts[at], parts[other]] = [parts[other] as string, parts[at] as string]
      }
      return parts
    }
    const tag = (start: string): string =>
      start.replace(/^<([\w:]+)((?: [\w:]+="[^"]*")+)/, (_, name: string, all: string) => {
        return `<${name}${mix(all.match(/ [\w:]+="[^"]*"/g) ?? []).join('')}`
      })
    const write = (part: string): string => {
      const all = elementsOf(part).filter(({ depth }) => depth === 0)
      const own = all.map(({ start, end }) => {
        const element = part.slice(start, end)
        const [open = ''] = /^<[^>]*>/.exec(element) ?? []
        const close = /<\/[^>]*>$/.exec(element)?.[0] ?? ''
        return open.endsWith('/>') ? tag(open) : tag(open) + write(element.slice(open.length, -close.length)) + close
      })
      const free = all.length === 0 ? part.trim() : ''
      return free + mix(own).join('\n\t')
    }
    return write(text.slice(text.indexOf('<OTA_')))
  }

  it.each([RICH, FIRST, CHANGED])('is order, indentation and prefix', (text) => {
    for (let seed = 1; seed <= 25; seed++) {
      const other = shuffled(text, seed)
        .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1o:')
        .replace('xmlns=', 'xmlns:o=')
      expect(compare(text, other)).toEqual({ changes: [], own: [] })
    }
  })

  it('is what every message has of its own, and that is named', () => {
    const other = RICH.replace('e-1', 'e-2').replace('09:00:00Z', '10:00:00Z')
    expect(compare(RICH, other)).toEqual({ changes: [], own: ['EchoToken', 'TimeStamp'] })
    const soap = (nonce: string, digest: string): string =>
      `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header><w:Security xmlns:w="urn:w"><w:UsernameToken><w:Username>hub</w:Username><w:Password Type="urn:x#PasswordDigest">${digest}</w:Password><w:Nonce>${nonce}</w:Nonce></w:UsernameToken></w:Security></s:Header><s:Body>${FIRST.replace(/<\?.*\?>/, '')}</s:Body></s:Envelope>`
    expect(compare(soap('a', 'b'), soap('c', 'd'))).toEqual({ changes: [], own: ['Password', 'Nonce'] })
    expect(words(soap('a', 'b'), soap('a', 'b').replace('>hub<', '>other<'))).toEqual([
      expect.stringContaining('Username: hub → other'),
    ])
    expect(words(FIRST, soap('a', 'b'))).toEqual(['Envelope: none → SOAP 1.1 with WS-Security.'])
  })

  it('is the spelling of an amount', () => {
    for (const [from, to] of [
      ['"571.40"', '"571.4"'],
      ['"100.10"', '"100.100"'],
      ['"75.40"', '"+75.40"'],
    ] as const)
      expect(words(RICH, RICH.replace(from, to))).toEqual([])
    expect(words(RICH, RICH.replace('"571.40"', '"57140"'))).toHaveLength(1)
  })
})

describe('a change is told once, in words of a hotel', () => {
  it('of a stay that changes, and of nothing else', () => {
    expect(words(FIRST, CHANGED)).toEqual([
      'Status: Commit → Modify.',
      'Stay: 2027-07-01 to 2027-07-04 → 2027-07-01 to 2027-07-05.',
      'Room 101 with plan 501: 2 units → 1 unit.',
      'Charles Babbage moves: room 101 with plan 501, unit 2 → room 102 with plan 501, unit 1.',
    ])
  })

  const part = (from: string | RegExp, to: string): [string, string] => [RICH, RICH.replace(from, to)]
  it.each<[string[], [string, string]]>([
    [['Total of the stay: 571.40 EUR → 600.00 EUR (+28.60 EUR).'], part('"571.40"', '"600.00"')],
    [
      ['Total of the reservation: 583.40 EUR → 583.40 USD.'],
      part('"583.40" CurrencyCode="EUR"', '"583.40" CurrencyCode="USD"'),
    ],
    [['Total of the reservation is gone: 583.40 EUR.'], part(/\s+<Total AmountAfterTax="583[^>]*>/, '')],
    [['Night 2027-07-02, Room 101 with plan 501: 2 × 110.20 EUR → 2 × 99.00 EUR.'], part('"110.20"', '"99.00"')],
    [['Status: Commit → Cancel.'], part('ResStatus="Commit"', 'ResStatus="Cancel"')],
    [
      ['Status: Reserved → Cancel.'],
      ['Reserved', 'Cancel'].map((status) =>
        RICH.replace(' ResStatus="Commit"', '').replace(
          'RoomStayReservation=',
          `ResStatus="${status}" RoomStayReservation=`,
        ),
      ) as [string, string],
    ],
    [['Hotel: 1000001 → 1000002.'], part('1000001', '1000002')],
    [['Comments: Late arrival → Early arrival.'], part('Late arrival', 'Early arrival')],
    [['Special request: Baby cot → Two cots (…, line N, before line N).'], part('Baby cot', 'Two cots')],
    [
      ['E-mail of Ada Lovelace: ada@guests.example → al@guests.example (…, line N, before line N).'],
      part('ada@guests', 'al@guests'),
    ],
    [
      ['Booker: Ada Lovelace, booker@guests.example, +44 20 2 → Ada Lovelace, b@guests.example, +44 20 2.'],
      part('booker@guests', 'b@guests'),
    ],
    [['Arrival time of Ada Lovelace: 18:00:00 → 23:30:00 (…, line N, before line N).'], part('18:00:00', '23:30:00')],
    [
      ['Primary guest: Ada Lovelace → Charles Babbage.'],
      part(/ PrimaryIndicator="true"(.*\n.*GroupEventCode="2")/, '$1 PrimaryIndicator="true"'),
    ],
    [['Meals of plan 501, Dinner: false → true (…, line N, before line N).'], part('Dinner="false"', 'Dinner="true"')],
    [
      ['Service PARK: 1 × 12.00 EUR → 2 × 12.00 EUR (…, line N, before line N).'],
      part('PARK" Quantity="1"', 'PARK" Quantity="2"'),
    ],
    [
      ['Service SPA added: 60.00 (…, line N).'],
      part(
        '</Services>',
        '<Service ServiceInventoryCode="SPA"><Price><Base AmountAfterTax="60.00"/></Price></Service></Services>',
      ),
    ],
    [
      ['Age of Byron Babbage: child, 5 → child, 6.'],
      part('AgeQualifyingCode="8" Age="5" GroupEventCode', 'AgeQualifyingCode="8" Age="6" GroupEventCode'),
    ],
    [['Guests counted: 4 × adult, 1 × child aged 5 → 3 × adult, 1 × child aged 5.'], part('Count="4"', 'Count="3"')],
    [
      ['Alan Turing leaves (room 102 with plan 501, unit 1).'],
      part(/\s+<ResGuest (?!.*<ResGuest ).*Turing.*<\/ResGuest>/, ''),
    ],
    [
      ['Name changed: Alan Turing → Alan Kay (room 102 with plan 501, unit 1), unless it is another guest.'],
      part('Turing', 'Kay'),
    ],
    [['HotelReservation/RoomStays/RoomStay/@MarketCode: M1 → M2 (line N, before line N).'], part('"M1"', '"M2"')],
  ])('%s', (expected, [before, after]) => {
    expect(after).not.toBe(before)
    expect(
      words(before, after).map((text) =>
        text.replace(/\(HotelReservation\/[^,]*, /, '(…, ').replaceAll(/line \d+/g, 'line N'),
      ),
    ).toEqual(expected)
  })

  it('units that are numbered otherwise, and nobody who moves', () => {
    const third = FIRST.replace(/RoomTypeCode="101" NumberOfUnits="2"/g, 'RoomTypeCode="101" NumberOfUnits="1"')
      .replace(/ {8}<ResGuest (?:(?!<ResGuest )[^])*Lovelace[^]*?<\/ResGuest>\n/, '')
      .replace('GroupEventCode="2"', 'GroupEventCode="1"')
    expect(words(FIRST, third)).toEqual([
      'Room 101 with plan 501: 2 units → 1 unit.',
      'Ada Lovelace leaves (room 101 with plan 501, unit 1).',
      'Unit 2 of room 101 with plan 501 is unit 1 now (Charles Babbage).',
      'Primary guest is gone: Ada Lovelace.',
    ])
    // Where one of the messages does not tell who shares a unit, nobody is said to move.
    const open = FIRST.replace('GroupEventCode="2"', '')
    expect(words(FIRST, open)).toEqual(['GroupEventCode of Charles Babbage is gone: 2.'])
  })

  it('with the guests in another order as well', () => {
    const lines = FIRST.match(/ {8}<ResGuest [^]*?<\/ResGuest>\n/g) as string[]
    const turned = FIRST.replace(lines.join(''), lines.toReversed().join('')).replace('Late arrival', 'Early arrival')
    expect(words(FIRST, turned)).toEqual(['Comments: Late arrival → Early arrival.'])
  })

  it('and a booking that is told room by room is the same booking', () => {
    const booking = reservation([line(101, 77, 2, people(4)), line(102, 77, 1, people(2, 9))], {
      comment: 'Late arrival',
      totalGuestCounts: { adults: 6 },
    })
    const priced = {
      ...booking,
      rooms: booking.rooms.map((room) => ({
        ...room,
        totalPrice: room.units === 2 ? '420.00' : '210.00',
        dailyPrices: [
          { date: '2027-03-01', price: '100.00' },
          { date: '2027-03-02', price: '110.00' },
        ],
      })),
    } as ReservationRequest
    const told = (roomStays: 'reservation' | 'room', other: object = {}): string =>
      buildNotification({ ...priced, ...other } as ReservationRequest, { roomStays, timeStamp: 'T', echoToken: 'e' })
    const text = 'RoomStays: 1 → 3.'
    const found = words(told('reservation'), told('room'))
    expect([found[0], found.filter((one) => /Night|Room \d|Plan|moves|leaves|joins/.test(one))]).toEqual([text, []])
    expect(words(told('reservation'), told('room', { comment: 'Early arrival' }))).toContain(
      'Comments: Late arrival → Early arrival.',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { compareMessages } from '../../../src/resnotif/difference/index.js'
import { explainMessage } from '../../../src/resnotif/explain/index.js'
import { RICH } from './messages.js'

const told = (before: string, after: string): string[] => {
  const [one, other] = [before, after].map((text) => ({ text, facts: explainMessage(text).facts }))
  return compareMessages(one as never, other as never).changes.map(({ text }) =>
    text.replace(/ \((?:HotelReservation[[/][^)]*, )?line \d+[^)]*\)\.$/, '.'),
  )
}

describe('another rate plan in a room of the same type', () => {
  it('is no move', () => {
    const plan = RICH.replace(
      '"102" NumberOfUnits="1" RatePlanCode="501"',
      '"102" NumberOfUnits="1" RatePlanCode="502"',
    )
      .replace('<RatePlan RatePlanCode="501">', '<RatePlan RatePlanCode="502"/>$&')
      .replaceAll('1-102-501', '1-102-502')
    const lines = told(RICH, plan)
    expect(lines).toContain('Rate plan of Grace Hopper changes: 501 → 502 (room 102, unit 1).')
    expect(lines).toContain('Rate plan of Alan Turing changes: 501 → 502 (room 102, unit 1).')
    expect(lines.join('\n')).not.toContain('moves')
  })

  it('is a move where others sleep there, and in a room of another type', () => {
    // One of two guests of a unit has another plan, and so another unit.
    const apart = RICH.replace(
      /(<RoomRate RoomTypeCode="102") NumberOfUnits="1" RatePlanCode="501"([^]*?<\/RoomRate>)/,
      '$1 NumberOfUnits="1" RatePlanCode="501"$2$1 NumberOfUnits="1" RatePlanCode="502"$2',
    ).replace(/"1-102-501"( AgeQualifyingCode="10" GroupEventCode="1">(?:(?!<ResGuest ).)*Turing)/, '"1-102-502"$1')
    expect(told(RICH, apart)).toContain(
      'Alan Turing moves: room 102 with plan 501, unit 1 → room 102 with plan 502, unit 1.',
    )
    expect(told(RICH, RICH.replaceAll('"102"', '"103"').replaceAll('1-102-', '1-103-'))).toContain(
      'Grace Hopper moves: room 102 with plan 501, unit 1 → room 103 with plan 501, unit 1.',
    )
  })

  it('nor are other days of the only stay, of another sender', () => {
    const stay = (end: string): string =>
      `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Modify"><HotelReservations><HotelReservation><UniqueID ID="9"/><RoomStays><RoomStay><RoomTypes><RoomType RoomTypeCode="DBL"/></RoomTypes><TimeSpan Start="2027-03-01" End="${end}"/><ResGuestRPHs><ResGuestRPH RPH="1"/></ResGuestRPHs></RoomStay></RoomStays><ResGuests><ResGuest ResGuestRPH="1"><Profiles><ProfileInfo><Profile><Customer><PersonName><GivenName>Anna</GivenName><Surname>Berg</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest></ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
    expect(told(stay('2027-03-04'), stay('2027-03-05'))).toEqual([
      'Stay: 2027-03-01 to 2027-03-04 → 2027-03-01 to 2027-03-05.',
    ])
  })
})

describe('a guest with another name', () => {
  const place = '(room 102 with plan 501, unit 1)'
  it.each([
    ['a slip of the keyboard', 'Hopper', 'Hoper', `Name corrected: Grace Hopper → Grace Hoper ${place}.`],
    ['accents', 'Hopper', 'Höpper', `Name corrected: Grace Hopper → Grace Höpper ${place}.`],
    ['capitals', 'Hopper', 'HOPPER', `Name corrected: Grace Hopper → Grace HOPPER ${place}.`],
    [
      'parts the other way round',
      'Grace</GivenName><Surname>Hopper',
      'Hopper</GivenName><Surname>Grace',
      `Name corrected: Grace Hopper → Hopper Grace ${place}.`,
    ],
    [
      'another surname',
      'Hopper',
      'Murray',
      `Name changed: Grace Hopper → Grace Murray ${place}, unless it is another guest.`,
    ],
  ])('is told once: %s', (_, from, to, line) => {
    expect(told(RICH, RICH.replace(from, to))).toEqual([line])
  })

  it('with all else that is told of the same guest', () => {
    const lines = told(RICH, RICH.replace('>Lovelace<', '>Lovelase<').replace('ada@guests', 'al@guests'))
    expect(lines).toEqual([
      'Name corrected: Ada Lovelace → Ada Lovelase (room 101 with plan 501, unit 1).',
      'E-mail of Ada Lovelase: ada@guests.example → al@guests.example.',
    ])
  })

  it('is another guest where nothing of the name is the same, or the age is another one', () => {
    expect(told(RICH, RICH.replace('Grace</GivenName><Surname>Hopper', 'Otto</GivenName><Surname>Berg'))).toEqual(
      expect.arrayContaining([`Grace Hopper leaves ${place}.`, `Otto Berg joins ${place}.`]),
    )
    const older = RICH.replace('Byron', 'Georgiana').replace('Age="5" GroupEventCode', 'Age="9" GroupEventCode')
    expect(told(RICH, older).join('\n')).toMatch(/Byron Babbage leaves.*\n.*Georgiana Babbage joins/)
  })

  it('of several who leave and join, those who are told apart by a name; nobody is guessed', () => {
    const both = RICH.replace('Grace</GivenName><Surname>Hopper', 'Grace</GivenName><Surname>Berg').replace(
      'Alan</GivenName><Surname>Turing',
      'Alan</GivenName><Surname>Berg',
    )
    expect(told(RICH, both)).toEqual([
      `The name is now Grace Berg instead of Grace Hopper ${place}: a changed name, or another guest.`,
      `The name is now Alan Berg instead of Alan Turing ${place}: a changed name, or another guest.`,
    ])
    const family = both.replace('Grace<', 'Inge<').replace('Alan<', 'Nils<')
    expect(told(both, family).filter((line) => /leaves|joins/.test(line))).toHaveLength(4)
  })
})

describe('of several reservations', () => {
  const [head = '', body = '', tail = ''] = RICH.split(/(<HotelReservation [^]*<\/HotelReservation>)/)
  const of = (...bodies: string[]): string => head + bodies.join('') + tail
  const second = body.replaceAll('"R-1"', '"R-2"')

  it('each line says whose it is', () => {
    const changed = second.replace('"583.40"', '"600.00"').replace('Baby cot', 'Two cots')
    const lines = told(of(body, second), of(changed, body))
    expect(lines).toEqual([
      'Reservation R-2: Total of the reservation: 583.40 EUR → 600.00 EUR (+16.60 EUR).',
      'Reservation R-2: Special request: Baby cot → Two cots.',
    ])
  })

  it('the same change of two is told of each, and one that is new by its id', () => {
    const more = (text: string): string => text.replace('"583.40"', '"600.00"')
    expect(told(of(body, second), of(more(body), more(second)))).toEqual(
      ['R-1', 'R-2'].map((id) => `Reservation ${id}: Total of the reservation: 583.40 EUR → 600.00 EUR (+16.60 EUR).`),
    )
    const [first, ...others] = told(of(body), of(body, second))
    expect(first).toBe(
      'Reservation R-2 stands in the later message only: Ada Lovelace, Charles Babbage, Byron Babbage, Grace Hopper, Alan Turing; 2027-07-01 to 2027-07-03; 2 × room 101 with plan 501 and 1 × room 102 with plan 501; total 583.40 EUR.',
    )
    expect(others).toEqual([])
  })

  it('those with other ids are not compared with each other, unless they share an id of their own', () => {
    const other = body.replaceAll('"R-1"', '"R-4"').replaceAll('2027-07', '2027-09').replaceAll('Grace', 'Di')
    const lines = told(of(body, second), of(second, other))
    expect(lines.map((line) => line.slice(0, 60))).toEqual([
      'Reservation R-1 stands in the earlier message only: Ada Love',
      'Reservation R-4 stands in the later message only: Ada Lovela',
    ])
    const renumbered = body.replace('ID="R-1"', 'ID="R-9"')
    expect(told(of(body, second), of(renumbered, second))).toEqual([
      expect.stringMatching(/^Reservation R-9: Ids: R-1, R-1 → R-9, R-1/),
    ])
    // The only ones of both messages.
    expect(told(of(body), of(other)).join()).toContain('Stay: 2027-07-01 to 2027-07-03 → 2027-09-01 to 2027-09-03.')
  })

  it('a status is told of each as well', () => {
    const status = (text: string, is: string): string => text.replace('RoomStayReservation', `ResStatus="${is}" $&`)
    expect(
      told(
        of(status(body, 'Commit'), status(second, 'Commit')),
        of(status(body, 'Commit'), status(second, 'Modify')).replace('ResStatus="Commit">', 'ResStatus="Modify">'),
      ),
    ).toEqual(['Status: Commit → Modify.', 'Reservation R-2: Status of the reservation: Commit → Modify.'])
  })
})

describe('a Count that is no number', () => {
  const counted = (count: string): string => RICH.replaceAll('AgeQualifyingCode="10" Count="4"', count)
  it.each([
    ['AgeQualifyingCode="10" Count="two"', '"two" cannot be read'],
    ['AgeQualifyingCode="10" Count="-2"', '"-2" cannot be read'],
    ['AgeQualifyingCode="10" Count="2.5"', '"2.5" cannot be read'],
    ['AgeQualifyingCode="10"', 'not told'],
  ])('%s is told as that, never as a number', (count, words) => {
    expect(counted(count)).not.toBe(RICH)
    const lines = told(RICH, counted(count))
    expect(lines).toContain(`Guests counted: 4 × adult, 1 × child aged 5 → adult (number ${words}), 1 × child aged 5.`)
    expect(lines.join('\n')).not.toMatch(/0 × adult/)
    expect(explainMessage(counted(count)).lines.join('\n')).toContain(`adults (number ${words})`)
  })
})

import { describe, expect, it } from 'vitest'
import { textsOf } from './compared.js'

/** A unit with the people who share it; the booker's name stands in each of them. */
interface Unit {
  room: string
  people: readonly string[]
}

const BOOKER = 'Ada Lovelace'
const [CHARLES, GRACE, ALAN] = ['Charles Babbage', 'Grace Hopper', 'Alan Turing'] as const
const ROOMS = ['101', '102', '103']

/** What the first node has that the others have not. */
const MARKS = {
  nothing: ['', ''],
  PrimaryIndicator: [' PrimaryIndicator="true"', ''],
  'an e-mail address': ['', '<Email>ada@guests.example</Email>'],
  'a telephone': ['', '<Telephone PhoneNumber="+49301234"/>'],
  'an address': ['', '<Address><CityName>Wien</CityName></Address>'],
} as const
type Mark = keyof typeof MARKS

interface Node {
  room: string
  unit: number
  name: string
}

/** The number of a unit counts those of its room that stand before it. */
const numbered = (units: readonly Unit[]): (Unit & { unit: number })[] =>
  units.map((one, at) => ({ ...one, unit: units.slice(0, at + 1).filter(({ room }) => room === one.room).length }))

const nodesOf = (units: readonly Unit[]): Node[] =>
  numbered(units).flatMap(({ room, unit, people }) => people.map((name) => ({ room, unit, name })))

const guestXml = ({ room, unit, name }: Node, [attribute, element]: readonly [string, string]): string => {
  const [given = '', surname = ''] = name.split(' ')
  return `<ResGuest ResGuestRPH="1-${room}-501" AgeQualifyingCode="10" GroupEventCode="${unit}"${attribute}><Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><GivenName>${given}</GivenName><Surname>${surname}</Surname></PersonName>${element}</Customer></Profile></ProfileInfo></Profiles></ResGuest>`
}

function message(units: readonly Unit[], mark: Mark, nodes: readonly Node[] = nodesOf(units)): string {
  const booked = [...new Set(units.map(({ room }) => room))].map((room) => ({
    room,
    many: units.filter((one) => one.room === room).length,
  }))
  const each = (of: (one: (typeof booked)[number]) => string): string => booked.map(of).join('')
  return `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" Version="5.000" ResStatus="Commit">
<HotelReservations><HotelReservation><UniqueID Type="14" ID="R-1"/><RoomStays><RoomStay IndexNumber="1">
<RoomTypes>${each(({ room, many }) => `<RoomType RoomTypeCode="${room}" NumberOfUnits="${many}"/>`)}</RoomTypes><RatePlans><RatePlan RatePlanCode="501"/></RatePlans>
<RoomRates>${each(({ room, many }) => `<RoomRate RoomTypeCode="${room}" NumberOfUnits="${many}" RatePlanCode="501"/>`)}</RoomRates>
<GuestCounts IsPerRoom="false"><GuestCount AgeQualifyingCode="10" Count="${nodes.length}"/></GuestCounts><TimeSpan Start="2027-07-01" End="2027-07-04"/>
<ResGuestRPHs>${each(({ room }) => `<ResGuestRPH RPH="1-${room}-501"/>`)}</ResGuestRPHs></RoomStay></RoomStays>
<ResGuests>
${nodes.map((node, at) => guestXml(node, at === 0 ? MARKS[mark] : ['', ''])).join('\n')}
</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`
}

/** What is told of people: who, what, and the rooms; of units with others than the booker, their numbers. */
function fates(texts: readonly string[]): string[] {
  const name = String.raw`^(?:One of \w+ guests named )?(\w+ \w+)(?: \([^()]*\))?`
  const forms: [RegExp, (found: string[]) => string][] = [
    [new RegExp(`${name} moves: room (\\w+) .* → room (\\w+) `), ([, who, from, to]) => `${who} ${from} → ${to}`],
    [new RegExp(`${name} (leaves|joins) \\(room (\\w+) `), ([, who, what, room]) => `${who} ${what} ${room}`],
    [new RegExp(`${name} is sent once (more|less) \\(room (\\w+) `), ([, who, what, room]) => `${who} ${what} ${room}`],
    [
      /^Unit (\d+) of room (\w+) .* is unit (\d+) now \(([^()]*)\)/,
      ([, from, room, to, people]) => `unit ${from} → ${to} of ${room}: ${people}`,
    ],
    [/^Name |^The name /, ([text]) => String(text)],
  ]
  return texts
    .flatMap((text) => forms.flatMap(([form, said]) => (form.test(text) ? [said([...(form.exec(text) ?? [])])] : [])))
    .filter((text) => text !== '')
    .toSorted()
}

interface Change {
  units: Unit[]
  /** What becomes of whom. */
  told: string[]
}

const left = (unit: Unit, isGone: boolean): string[] =>
  unit.people.map((who) =>
    who === BOOKER
      ? `${who} ${isGone ? 'less' : 'more'} ${unit.room}`
      : `${who} ${isGone ? 'leaves' : 'joins'} ${unit.room}`,
  )

/** Units of both lists whose number is another one; where only the booker sleeps nothing tells which is which. */
function renumbered(before: readonly Unit[], after: readonly Unit[]): string[] {
  const now = numbered(after)
  return numbered(before).flatMap(({ room, unit, people }) => {
    const same = now.find((one) => one.room === room && one.people.length > 1 && one.people.join() === people.join())
    return same === undefined || same.unit === unit
      ? []
      : [`unit ${unit} → ${same.unit} of ${room}: ${people.join(', ')}`]
  })
}

const CHANGES: Readonly<Record<string, (units: readonly Unit[], at: number) => Change>> = {
  'a room is dropped': (units, at) => ({
    units: units.filter((_, index) => index !== at),
    told: left(units[at]!, true),
  }),
  'a room is put in front': (units) => {
    const one = { room: '103', people: [BOOKER, 'Zoe Quist'] }
    return { units: [one, ...units], told: left(one, false) }
  },
  'a room is put behind': (units) => {
    const one = { room: '102', people: [BOOKER] }
    return { units: [...units, one], told: left(one, false) }
  },
  'the rooms stand in another order': (units) => ({ units: units.toReversed(), told: [] }),
  'a room is of another type': (units, at) => ({
    units: units.map((one, index) => (index === at ? { ...one, room: '201' } : one)),
    told: units[at]!.people.map((who) => `${who} ${units[at]!.room} → 201`),
  }),
  'a guest is another one': (units, at) => {
    const { room, people } = units[at]!
    const who = people.at(-1)!
    return {
      units: units.map((one, index) => (index === at ? { room, people: [...people.slice(0, -1), 'Zoe Quist'] } : one)),
      told: [...left({ room, people: [who] }, true), `Zoe Quist joins ${room}`],
    }
  },
}

/** Units of several rooms, each with the booker, and every second one with somebody else. */
function bookings(): Unit[][] {
  const companions = ['Bela Berg', 'Carl Dachs', 'Dora Eich', 'Emil Fink']
  return Array.from({ length: 10 }, (_, seed) =>
    Array.from({ length: 2 + (seed % 3) }, (__, at) => ({
      room: ROOMS[(seed * 7 + at * (1 + (seed % 2)) * (seed % 4)) % ROOMS.length]!,
      people: [BOOKER, ...((seed + at) % 3 === 0 ? [] : [companions[at]!])],
    })),
  )
}

/** Of units in which only the booker sleeps nothing but their number tells that one is another. */
const isOfCompany = (fate: string): boolean => !/^unit .*: Ada Lovelace$/.test(fate)

describe('the booker who stands for every room', () => {
  const marks = Object.keys(MARKS) as Mark[]
  it.each(Object.keys(CHANGES))('moves only where the room changes: %s', (kind) => {
    for (const [seed, before] of bookings().entries()) {
      const [at, mark] = [seed % before.length, marks[seed % marks.length]!]
      const { units, told } = CHANGES[kind]!(before, at)
      const texts = textsOf(message(before, mark), message(units, mark))
      expect(
        fates(texts).filter(isOfCompany),
        `${mark}, ${at} of ${JSON.stringify(before)}\n${texts.join('\n')}`,
      ).toEqual([...told, ...renumbered(before, units)].toSorted())
    }
  })

  it.each(marks)('does not move where the nodes stand in another order: %s', (mark) => {
    for (const units of bookings()) {
      const texts = textsOf(message(units, mark), message(units, mark, nodesOf(units).toReversed()))
      expect(fates(texts), JSON.stringify(units)).toEqual([])
      if (mark === 'nothing') expect(texts).toEqual([])
    }
  })
})

describe('a mark of the first node', () => {
  const [two, one] = [
    [
      { room: '101', people: [BOOKER] },
      { room: '102', people: [BOOKER] },
    ],
    [{ room: '102', people: [BOOKER] }],
  ]

  it('is told by itself where it is at another node of the same name', () => {
    const lines = textsOf(message(two, 'PrimaryIndicator'), message(two, 'PrimaryIndicator', nodesOf(two).toReversed()))
    expect(lines.map((line) => line.slice(0, line.indexOf(':')))).toEqual([
      'Mark of the primary guest of Ada Lovelace is gone',
      'Mark of the primary guest of Ada Lovelace is new',
    ])
  })

  it('is not hidden by what becomes of a namesake', () => {
    expect(textsOf(message(two, 'PrimaryIndicator'), message(one, 'PrimaryIndicator')).join('\n')).toMatch(
      /is sent once less \(room 101 [^]*Mark of the primary guest of Ada Lovelace is new/,
    )
  })
})

describe('units of one product', () => {
  const unit = (...people: string[]): Unit => ({ room: '101', people: [BOOKER, ...people] })

  it('keep their people where another one is dropped', () => {
    const before = [unit(), unit(CHARLES), unit(GRACE)]
    expect(textsOf(message(before, 'PrimaryIndicator'), message(before.slice(1), 'PrimaryIndicator'))).toEqual(
      expect.arrayContaining([
        'Ada Lovelace is sent once less (room 101 with plan 501, unit 1): the same guest in another room, or a namesake.',
        'Unit 2 of room 101 with plan 501 is unit 1 now (Ada Lovelace, Charles Babbage).',
        'Unit 3 of room 101 with plan 501 is unit 2 now (Ada Lovelace, Grace Hopper).',
      ]),
    )
  })

  it('that are equal are not told apart', () => {
    const lines = textsOf(message([unit(), unit(), unit(ALAN)], 'nothing'), message([unit(), unit(ALAN)], 'nothing'))
    expect(lines).toContain(
      'Ada Lovelace is sent once less (room 101 with plan 501): the same guest in another room, or a namesake.',
    )
    expect(lines.join('\n')).not.toContain('unit 1)')
  })
})

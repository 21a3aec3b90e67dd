import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareMessages } from '../../../../src/resnotif/difference/index.js'
import { explainMessage } from '../../../../src/resnotif/explain/index.js'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const [STAY = ''] = /<RoomStay [\s\S]*?<\/RoomStay>/.exec(SAMPLE) ?? []
const [GUEST = ''] = /<ResGuest [\s\S]*?<\/ResGuest>/.exec(SAMPLE) ?? []
const DAYS = 'EffectiveDate="2027-07-01" ExpireDate="2027-07-04"'

interface Sent {
  rph?: string
  code: number
  name?: string
}

const guest = ({ rph = '1-101-501', code, name = `Ada${code}` }: Sent, at: number): string =>
  GUEST.replace('1-101-501', rph)
    .replace('GroupEventCode="1"', `GroupEventCode="${code}"`)
    .replace('>Ada<', `>${name}<`)
    .replace(at === 0 ? '\u0000' : ' PrimaryIndicator="true"', '')

interface Room {
  types: string
  rates: string
  people: number
  span?: [string, string]
  plans?: string
}

function room({ types, rates, people, span = ['2027-07-01', '2027-07-04'], plans = '501' }: Room): string {
  const listed = plans.split(' ').map((plan) => `<RatePlan RatePlanCode="${plan}"/>`)
  return STAY.replace(
    /<RoomTypes>[\s\S]*?<\/RoomRates>/,
    `<RoomTypes>${types}</RoomTypes><RatePlans>${listed.join('')}</RatePlans>${rates === '' ? '' : `<RoomRates>${rates}</RoomRates>`}`,
  )
    .replace('Count="4"', `Count="${people}"`)
    .replace('Start="2027-07-01" End="2027-07-04"', `Start="${span[0]}" End="${span[1]}"`)
    .replace(/<ResGuestRPHs>[\s\S]*?<\/ResGuestRPHs>/, '')
}

const message = (rooms: readonly Room[], guests: readonly Sent[]): string =>
  SAMPLE.replace(STAY, rooms.map(room).join('')).replace(
    /<ResGuests>[\s\S]*<\/ResGuests>/,
    `<ResGuests>${guests.map(guest).join('')}</ResGuests>`,
  )

function told(text: string): string {
  const { findings, notes } = lintMessage(text)
  const rules = [...findings, ...notes.map(({ rule }) => ({ rule: `note ${rule}` }))].map(({ rule }) => rule)
  return [...new Set(rules)].join(', ') || 'clean'
}

const type = (units = ''): string => `<RoomType RoomTypeCode="101"${units === '' ? '' : ` NumberOfUnits="${units}"`}/>`
const RATE = `<RoomRate RoomTypeCode="101" RatePlanCode="501" ${DAYS}/>`
/** Two rooms, whose units no RoomRate tells. */
const FORMS: [string, Room[]][] = [
  ['a RoomStay for each', [1, 2].map(() => ({ types: type(), rates: RATE, people: 2 }))],
  ['one RoomType of two units and two RoomRates', [{ types: type('2'), rates: RATE + RATE, people: 4 }]],
  ['one RoomType of two units and no RoomRate', [{ types: type('2'), rates: '', people: 4 }]],
  ['two RoomTypes of one unit and no RoomRate', [{ types: type('1') + type('1'), rates: '', people: 4 }]],
]

describe.each(FORMS)('two rooms without NumberOfUnits at the RoomRates: %s', (_name, rooms) => {
  const coded = (...codes: number[]): string =>
    told(
      message(
        rooms,
        codes.map((code, at) => ({ code, name: `Guest${at}` })),
      ),
    )
  it('are right with a code for each', () => {
    expect(coded(1, 1, 2, 2)).toBe('clean')
  })
  it('are not one where all guests share a code', () => {
    expect(coded(1, 1, 1, 1)).toMatch(/^counter-/)
  })
  it('are not judged or wrong where there are more codes', () => {
    expect(coded(1, 2, 3, 4)).toMatch(/^counter-per-guest$|^note counter-unchecked$/)
  })
})

it('units of RoomType alone are held against the guests', () => {
  const rooms = (units: string): Room[] => [{ types: type(units), rates: RATE + RATE, people: 2 }]
  const two = [{ code: 1 }, { code: 2 }]
  expect(told(message(rooms('2'), two))).toBe('clean')
  expect(told(message(rooms('3'), two))).toBe('unit-without-guest')
  expect(told(message(rooms('1'), two))).toMatch(/counter-/)
})

describe('guests who change the room during the stay', () => {
  const rate = (roomCode: string, plan: string, from: number, to: number): string =>
    `<RoomRate RoomTypeCode="${roomCode}" RatePlanCode="${plan}" NumberOfUnits="1" EffectiveDate="2027-07-0${from}" ExpireDate="2027-07-0${to}"/>`
  const types = (...codes: string[]): string =>
    codes.map((code) => `<RoomType RoomTypeCode="${code}" NumberOfUnits="1"/>`).join('')
  const both = (rph: string): Sent[] => [
    { rph, code: 1, name: 'Ada' },
    { rph, code: 1, name: 'Eve' },
  ]
  const before = message([{ types: types('101'), rates: rate('101', '501', 1, 4), people: 2 }], both('1-101-501'))
  const moved = (people: number): string =>
    message(
      [{ types: types('101', '102'), rates: rate('101', '501', 1, 3) + rate('102', '501', 3, 4), people }],
      [...both('1-101-501'), ...both('1-102-501')],
    )

  it.each([
    [2, 'clean'],
    [4, 'note guests-counted-again'],
    [3, 'guest-not-named'],
    [1, 'guest-count-mismatch'],
  ])('are counted once, or in each room: %i of two', (people, expected) => {
    expect(told(moved(people))).toBe(expected)
  })

  it('are no more people where both rooms are taken at once', () => {
    const atOnce = message(
      [{ types: types('101', '102'), rates: rate('101', '501', 1, 4) + rate('102', '501', 1, 4), people: 2 }],
      [...both('1-101-501'), ...both('1-102-501')],
    )
    expect(told(atOnce)).toBe('guest-count-mismatch')
  })

  describe('in two RoomStays that follow each other', () => {
    const whole = (text: string, people: number): string =>
      text.replace(
        '<ResGlobalInfo>',
        `$&<GuestCounts><GuestCount AgeQualifyingCode="10" Count="${people}"/></GuestCounts>`,
      )
    const parts = (second: number): string =>
      message(
        [
          { types: types('101'), rates: rate('101', '501', 1, 3), people: 2, span: ['2027-07-01', '2027-07-03'] },
          { types: types('102'), rates: rate('102', '501', 3, 4), people: second, span: ['2027-07-03', '2027-07-04'] },
        ],
        [...both('1-101-501'), ...both('1-102-501')],
      )

    it.each([
      [2, 2, 'clean'],
      [2, 4, 'clean'],
      [2, 3, 'guest-count-mismatch'],
      [3, 2, 'guest-not-named, guest-count-mismatch'],
      [1, 2, 'guest-count-mismatch'],
    ])('are held against both counts: %i in the second one, %i in all', (second, all, expected) => {
      expect(
        told(whole(parts(second), all))
          .split(', ')
          .toSorted(),
      ).toEqual(expected.split(', ').toSorted())
    })
  })

  it('are as many as IsPerRoom says of the one room that is theirs at a time', () => {
    const text = moved(2)
      .replace('IsPerRoom="false"', 'IsPerRoom="true"')
      .replace('<ResGlobalInfo>', '$&<GuestCounts><GuestCount AgeQualifyingCode="10" Count="2"/></GuestCounts>')
    expect(told(text)).toBe('clean')
  })

  it('leave no night of their room without a price, where a RoomStay of another room has it', () => {
    const text = message(
      [
        {
          types: types('101').replace('"1"', '"2"'),
          rates: rate('101', '501', 1, 4) + rate('101', '501', 1, 3),
          people: 2,
        },
        { types: types('102'), rates: rate('102', '501', 3, 4), people: 1, span: ['2027-07-03', '2027-07-04'] },
      ],
      [
        { code: 1, name: 'Ada' },
        { code: 2, name: 'Eve' },
        { rph: '1-102-501', code: 1, name: 'Eve' },
      ],
    )
    expect(told(text)).toBe('clean')
  })

  it('may go different ways from two rooms of which RoomType alone tells the number', () => {
    const silent = (roomCode: string, plan: string, from: number, to: number): string =>
      rate(roomCode, plan, from, to).replace(' NumberOfUnits="1"', '')
    const text = message(
      [
        {
          types: types('101', '102').replace('"1"', '"2"'),
          rates: silent('101', '501', 1, 3) + silent('101', '502', 3, 4) + silent('102', '501', 3, 4),
          people: 2,
          plans: '501 502',
        },
      ],
      [
        { code: 1, name: 'Ada' },
        { code: 2, name: 'Eve' },
        { rph: '1-101-502', code: 1, name: 'Ada' },
        { rph: '1-102-501', code: 1, name: 'Eve' },
      ],
    )
    expect(told(text)).toBe('note counter-unchecked')
  })

  it('do not join', () => {
    const [was, is] = [before, moved(2)].map((text) => ({ text, facts: explainMessage(text).facts }))
    const changes = compareMessages(was as never, is as never).changes.map(({ text }) => text)
    expect(changes.filter((text) => /joins/.test(text))).toEqual([])
    expect(changes).toContain(
      'Ada Lovelace is sent once more (room 102 with plan 501, unit 1): the same guest in another room, or a namesake.',
    )
  })
})

describe('guests of whom some change the plan within one RoomStay', () => {
  const rates = ['501', '502'].map(
    (plan, at) =>
      `<RoomRate RoomTypeCode="101" RatePlanCode="${plan}" NumberOfUnits="1" EffectiveDate="2027-07-0${1 + at * 2}" ExpireDate="2027-07-0${3 + at}"/>`,
  )
  const sent = (first: string[], second: string[], people: number, all?: number): string => {
    const text = message(
      [{ types: type(), rates: rates.join(''), people, plans: '501 502' }],
      [first, second].flatMap((names, at) =>
        names.map((name) => ({ rph: `1-101-${['501', '502'][at] ?? ''}`, code: 1, name })),
      ),
    )
    const count = `<GuestCounts><GuestCount AgeQualifyingCode="10" Count="${all ?? ''}"/></GuestCounts>`
    return all === undefined ? text : text.replace('<ResGlobalInfo>', `$&${count}`)
  }
  const both = ['Ada', 'Eve']

  it.each([
    ['one is not sent for the second', both, ['Ada'], 2, undefined, 'note guest-move-unchecked'],
    ['one is not sent for the first', ['Ada'], both, 2, 2, 'note guest-move-unchecked'],
    ['both are sent for both', both, both, 2, 2, 'clean'],
    ['one is counted once again', both, ['Ada'], 3, undefined, 'note guests-counted-again'],
    ['each has a plan', ['Ada'], ['Eve'], 2, 2, 'clean'],
  ])('are told where somebody may be missing: %s', (_name, first, second, people, all, expected) => {
    expect(told(sent(first, second, people, all))).toBe(expected)
  })

  it.each([
    [4, 2, 'note guests-counted-again'],
    [4, 4, 'note guests-counted-again'],
    [2, 2, 'clean'],
    [2, 4, 'guest-count-mismatch'],
    [4, 3, 'guest-count-mismatch'],
  ])('are counted in each room in the RoomStay, and once in ResGlobalInfo: %i and %i', (people, all, expected) => {
    expect(told(sent(both, both, people, all))).toBe(expected)
  })
})

describe('one stay in two RoomStays that follow each other, of one room and plan', () => {
  const part = (from: number, to: number): Room => ({
    types: type('1'),
    rates: `<RoomRate RoomTypeCode="101" RatePlanCode="501" NumberOfUnits="1" EffectiveDate="2027-07-0${from}" ExpireDate="2027-07-0${to}"/>`,
    people: 1,
    span: [`2027-07-0${from}`, `2027-07-0${to}`],
  })
  const parts = (sent: Sent[], second = part(2, 4)): string => told(message([part(1, 2), second], sent))

  it.each<[string, Sent[], string]>([
    ['sent once', [{ code: 1, name: 'Ada' }], 'note counter-unchecked'],
    ['sent for each with one code', ['Ada', 'Ada'].map((name) => ({ code: 1, name })), 'note counter-unchecked'],
    ['sent for each with a code', ['Ada', 'Ada'].map((name, at) => ({ code: at + 1, name })), 'clean'],
    ['others in each with one code', ['Ada', 'Eve'].map((name) => ({ code: 1, name })), 'counter-restarted-per-line'],
  ])('may be one unit: its guest is %s', (_name, sent, expected) => {
    expect(parts(sent)).toBe(expected)
  })

  it('is two units where a night is in both', () => {
    expect(parts([{ code: 1, name: 'Ada' }], part(1, 4))).toBe('unit-without-guest, guest-not-named')
  })
})

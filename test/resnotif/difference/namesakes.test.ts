import { describe, expect, it } from 'vitest'
import { tellMore } from '../../../src/cli/explained/index.js'
import { compareMessages } from '../../../src/resnotif/difference/index.js'
import { explainMessage } from '../../../src/resnotif/explain/index.js'
import { captureMessage } from '../../../src/resnotif/index.js'

interface Guest {
  rph: string
  name?: string
  born?: string
  email?: string
  age?: string
}

const guestXml = ({ rph, name = 'Jan', born, email, age }: Guest): string =>
  `<ResGuest ResGuestRPH="${rph}" AgeQualifyingCode="10"${age === undefined ? '' : ` Age="${age}"`}><Profiles><ProfileInfo><Profile><Customer${born === undefined ? '' : ` BirthDate="${born}"`}><PersonName><GivenName>${name}</GivenName><Surname>Smith</Surname></PersonName>${email === undefined ? '' : `<Email>${email}</Email>`}</Customer></Profile></ProfileInfo></Profiles></ResGuest>`

/** Rooms by the guests that they refer to. */
const message = (guests: readonly Guest[], rooms: Readonly<Record<string, readonly string[]>> = { DBL: ['1', '2'] }) =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" ResStatus="Modify">
<HotelReservations><HotelReservation><UniqueID ID="9"/><RoomStays>${Object.entries(rooms)
    .map(
      ([room, rphs]) =>
        `<RoomStay><RoomTypes><RoomType RoomTypeCode="${room}"/></RoomTypes><TimeSpan Start="2027-03-14" End="2027-03-16"/><ResGuestRPHs>${rphs.map((rph) => `<ResGuestRPH RPH="${rph}"/>`).join('')}</ResGuestRPHs></RoomStay>`,
    )
    .join('')}</RoomStays>
<ResGuests>
${guests.map(guestXml).join('\n')}
</ResGuests></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

function told(before: string, after: string): string[] {
  const [one, other] = [before, after].map((text) => ({ text, facts: explainMessage(text).facts }))
  return compareMessages(one as never, other as never).changes.map(({ text }) => text)
}

const OLD = { rph: '1', born: '1950-01-01' }
const YOUNG = { rph: '2', born: '1980-01-01', email: 'jan@x.example' }

describe('two guests of one name', () => {
  it('are told apart in the story', () => {
    const { facts } = explainMessage(message([OLD, YOUNG]))
    const lines = tellMore(facts, false)
    expect(lines).toContain('Jan Smith (line 4): born 1950-01-01.')
    expect(lines).toContain('Jan Smith (line 5): jan@x.example, born 1980-01-01.')
  })

  it('are the same in any order', () => {
    expect(told(message([OLD, YOUNG]), message([YOUNG, OLD]))).toEqual([])
  })

  it.each([
    ['the elder', [OLD], [YOUNG], 'Jan Smith (born 1950-01-01) leaves (stay 2027-03-14 to 2027-03-16, room DBL).'],
    ['the younger', [YOUNG], [OLD], 'Jan Smith (born 1980-01-01) leaves (stay 2027-03-14 to 2027-03-16, room DBL).'],
  ])('of whom %s leaves', (_, gone, left, text) => {
    const lines = told(message([OLD, YOUNG]), message(left, { DBL: left.map(({ rph }) => rph) }))
    expect(lines.filter((line) => line.includes('leaves'))).toEqual([text])
    expect(lines.join('\n')).not.toContain('→ 19')
    expect(gone).toHaveLength(1)
  })

  it('of whom one gets another e-mail address, whatever their order', () => {
    const lines = told(message([OLD, YOUNG]), message([{ ...YOUNG, email: 'new@x.example' }, OLD]))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(/^E-mail of Jan Smith: jan@x\.example → new@x\.example/)
  })

  it('of whom both move, each with what tells them apart', () => {
    const rooms = (dbl: string, sgl: string) => ({ DBL: [dbl], SGL: [sgl] })
    const lines = told(message([OLD, YOUNG], rooms('1', '2')), message([OLD, YOUNG], rooms('2', '1')))
    const [dbl, sgl] = ['DBL', 'SGL'].map((room) => `stay 2027-03-14 to 2027-03-16, room ${room}`)
    expect(lines).toContain(`Jan Smith (born 1950-01-01) moves: ${dbl} → ${sgl}.`)
    expect(lines).toContain(`Jan Smith (born 1980-01-01) moves: ${sgl} → ${dbl}.`)
  })

  it('without a date of birth are told by their lines', () => {
    const [one, other] = [
      { rph: '1', age: '30' },
      { rph: '2', age: '40' },
    ]
    const lines = told(message([one, other]), message([{ ...one, age: '31' }, other]))
    expect(lines).toEqual(['Age of Jan Smith (line 4): adult, 30 → adult, 31.'])
  })
})

describe('references', () => {
  const [ann, bob] = [
    { rph: '1', name: 'Ann' },
    { rph: '2', name: 'Bob' },
  ]
  const rooms = { DBL: ['1'], SGL: ['2'] }
  const before = message([ann, bob], rooms)
  const parking = (park: string, spa: string, of: string, price = '5.00'): string =>
    message([ann, bob], rooms)
      .replace('<ResGuestRPHs>', `<ServiceRPHs><ServiceRPH RPH="${of}"/></ServiceRPHs>$&`)
      .replace(
        '<ResGuests>',
        `<Services><Service ServiceRPH="${park}" ServiceInventoryCode="PARK"><Price><Base AmountAfterTax="${price}"/></Price></Service><Service ServiceRPH="${spa}" ServiceInventoryCode="SPA"/></Services>$&`,
      )

  it('of another number to the same guests say the same', () => {
    const [a, b] = [
      { ...ann, rph: '7' },
      { ...bob, rph: '1' },
    ]
    expect(told(before, message([b, a], { DBL: ['7'], SGL: ['1'] }))).toEqual([])
    expect(
      told(
        before,
        message(
          [
            { ...ann, rph: '2' },
            { ...bob, rph: '1' },
          ],
          { DBL: ['2'], SGL: ['1'] },
        ),
      ),
    ).toEqual([])
  })

  it('that point to another guest are told, renumbered or not', () => {
    for (const after of [
      message([ann, bob], { DBL: ['2'], SGL: ['1'] }),
      message(
        [
          { ...ann, rph: '2' },
          { ...bob, rph: '1' },
        ],
        rooms,
      ),
    ])
      expect(told(before, after).join('\n')).toContain('Ann Smith moves')
  })

  it('of another number to the same services say the same, and to another one do not', () => {
    expect(told(parking('1', '2', '1'), parking('2', '1', '2'))).toEqual([])
    expect(told(parking('1', '2', '1'), parking('2', '1', '1')).join('\n')).toMatch(/1 \(PARK\) → 1 \(SPA\)/)
    expect(told(parking('1', '2', '1'), parking('1', '2', '2')).join('\n')).toMatch(/1 → 2/)
    const dearer = told(parking('1', '2', '1'), parking('2', '1', '2', '6.00'))
    expect(dearer).toHaveLength(1)
    expect(dearer[0]).toMatch(/5\.00 → 6\.00/)
  })
})

describe('messages that were read before', () => {
  it('are not read again', () => {
    const [before, after] = [message([OLD, YOUNG]), message([OLD])]
    const compared = (text: string, isKept: boolean) => ({
      text: isKept ? '<nothing' : text,
      facts: explainMessage(text).facts,
      ...(isKept ? { captured: captureMessage(text) } : {}),
    })
    const [fresh, kept] = [false, true].map((isKept) =>
      compareMessages(compared(before, isKept), compared(after, isKept)),
    )
    expect(kept).toEqual(fresh)
    expect(kept?.changes.length).toBeGreaterThan(0)
  })
})

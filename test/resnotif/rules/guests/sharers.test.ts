import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'

/** A room with those who sleep in it: A an adult, C a child of six. */
interface Unit {
  product: string
  code: number
  people: string
}

const guest = (sign: string, { product, code }: Unit, name: string): string =>
  `<ResGuest ResGuestRPH="1-${product}" ${sign === 'A' ? 'AgeQualifyingCode="10"' : 'AgeQualifyingCode="8" Age="6"'} GroupEventCode="${code}"><Profiles><ProfileInfo><Profile ProfileType="1"><Customer><PersonName><GivenName>${name}</GivenName><Surname>Roe</Surname></PersonName></Customer></Profile></ProfileInfo></Profiles></ResGuest>`

const count = (sign: string, many: number): string =>
  many === 0
    ? ''
    : `<GuestCount ${sign === 'A' ? 'AgeQualifyingCode="10"' : 'AgeQualifyingCode="8" Age="6"'} Count="${many}"/>`

const counts = (people: string): string =>
  ['A', 'C'].map((sign) => count(sign, [...people].filter((one) => one === sign).length)).join('')

function stay(products: readonly [string, number][], people: string, isPerRoom: string): string {
  const rate = ([product, units]: [string, number]): string => {
    const [room = '', plan = ''] = product.split('-')
    return `<RoomRate RoomTypeCode="${room}" RatePlanCode="${plan}" NumberOfUnits="${units}" EffectiveDate="2027-07-01" ExpireDate="2027-07-04"/>`
  }
  return `<RoomStay><RoomRates>${products.map(rate).join('')}</RoomRates><GuestCounts${isPerRoom}>${counts(people)}</GuestCounts><TimeSpan Start="2027-07-01" End="2027-07-04"/><BasicPropertyInfo HotelCode="1000001"/></RoomStay>`
}

const message = (stays: readonly string[], units: readonly Unit[]): string =>
  `<OTA_HotelResNotifRQ xmlns="http://www.opentravel.org/OTA/2003/05" EchoToken="a" TimeStamp="2027-06-01T09:00:00Z" Version="5.000" ResStatus="Commit"><POS><Source><RequestorID Type="13" ID="HUB"/></Source></POS><HotelReservations><HotelReservation><UniqueID Type="14" ID="R-1"/><RoomStays>${stays.join('')}</RoomStays><ResGuests>${units
    .flatMap((unit, at) => [...unit.people].map((sign, one) => guest(sign, unit, `G${at}${one}`)))
    .join(
      '',
    )}</ResGuests><ResGlobalInfo><HotelReservationIDs><HotelReservationID ResID_Type="14" ResID_Value="R-1"/></HotelReservationIDs></ResGlobalInfo></HotelReservation></HotelReservations></OTA_HotelResNotifRQ>`

const rules = (text: string): string[] =>
  [...new Set(lintMessage(text).findings.map(({ rule }) => rule))].filter((rule) => rule.startsWith('guest-'))
const sent = (product: string, ...people: string[]): Unit[] =>
  people.map((one, at) => ({ product, code: at + 1, people: one }))
const PER_ROOM = ' IsPerRoom="true"'
const ALL = ' IsPerRoom="false"'

describe('who shares a unit', () => {
  it.each([
    ['AACC', 'AAAA', 'CCCC'],
    ['AC', 'AA', 'CC'],
    ['AAC', 'AAA', 'CCA'],
  ])('is held against what is counted in each room: %s, sent %s and %s', (counted, ...people) => {
    for (const stays of [
      [stay([['101-501', 2]], counted, PER_ROOM)],
      [1, 2].map(() => stay([['101-501', 1]], counted, ALL)),
    ]) {
      expect(rules(message(stays, sent('101-501', ...people)))).toEqual(['guest-age-mismatch'])
      expect(rules(message(stays, sent('101-501', counted, counted)))).toEqual([])
    }
    // Counts of all rooms do not tell who shares one.
    const all = stay([['101-501', 2]], counted.repeat(2), ALL)
    expect(rules(message([all], sent('101-501', ...people)))).toEqual([])
  })

  it('may be any of the RoomStays', () => {
    const stays = ['A', 'AC', 'AACC'].map((people) => stay([['101-501', 1]], people, ALL))
    for (const people of [
      ['A', 'AC', 'AACC'],
      ['AACC', 'A', 'AC'],
      ['AC', 'AACC', 'A'],
    ])
      expect(rules(message(stays, sent('101-501', ...people))).filter((rule) => rule === 'guest-age-mismatch')).toEqual(
        [],
      )
    expect(rules(message(stays, sent('101-501', 'C', 'AA', 'AACC')))).toContain('guest-age-mismatch')
  })

  it('of several products is held against the counts of each room', () => {
    const of = (first: string[], second: string[]): string[] =>
      rules(
        message(
          [
            stay(
              [
                ['101-501', first.length],
                ['102-501', second.length],
              ],
              'AA',
              PER_ROOM,
            ),
          ],
          [...sent('101-501', ...first), ...sent('102-501', ...second)],
        ),
      )
    expect(of(['AA'], ['AA'])).toEqual([])
    expect(of(['AAA'], ['A'])).toEqual(['guest-count-mismatch'])
    expect(of(['AA', 'AAA'], ['A'])).toEqual(['guest-count-mismatch'])
    expect(of(['AA', 'AA'], ['AA'])).toEqual([])
  })
})

describe('people of any age', () => {
  const aged = (text: string, code: string, ...ages: number[]): string => {
    let at = 0
    return text.replaceAll(/(<ResGuest )(ResGuestRPH="[^"]*") AgeQualifyingCode="8" Age="6"/g, (_, tag, rph) => {
      const age = ages[at++]
      return `${tag}${rph} AgeQualifyingCode="${code}"${age === undefined ? '' : ` Age="${age}"`}`
    })
  }

  it('are adults where both places call them so', () => {
    for (const age of [12, 15, 17]) {
      const stays = [stay([['101-501', 2]], 'AAA', PER_ROOM)]
      expect(rules(aged(message(stays, sent('101-501', 'AAC', 'AAC')), '10', age, age))).toEqual([])
    }
  })

  it('are held against the ages that are counted in each room', () => {
    const stays = [3, 12].map((age) => stay([['101-501', 1]], 'AC', ALL).replace('Age="6"', `Age="${age}"`))
    expect(rules(aged(message(stays, sent('101-501', 'AC', 'AC')), '8', 12, 3))).toEqual([])
    const families = [3, 12].map((age) => stay([['101-501', 1]], 'ACC', ALL).replace('Age="6"', `Age="${age}"`))
    const two = families.map((one, at) =>
      one.replace(
        'Count="2"/></GuestCounts>',
        `Count="1"/>${count('C', 1).replace('Age="6"', `Age="${at === 0 ? 5 : 15}"`)}</GuestCounts>`,
      ),
    )
    expect(rules(aged(message(two, sent('101-501', 'ACC', 'ACC')), '8', 3, 5, 12, 15))).toEqual([])
    expect(rules(aged(message(two, sent('101-501', 'ACC', 'ACC')), '8', 12, 3, 15, 5))).toEqual(['guest-age-mismatch'])
  })

  it('who are infants are too many where fewer of them are counted', () => {
    const stays = [stay([['101-501', 1]], 'AAC', ALL).replace('AgeQualifyingCode="8" Age="6"', 'AgeQualifyingCode="7"')]
    const text = aged(message(stays, sent('101-501', 'AACC')), '7')
    expect(rules(text)).toEqual(['guest-count-mismatch'])
    expect(lintMessage(text).notes).toEqual([])
  })
})

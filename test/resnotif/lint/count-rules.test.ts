import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReservationRequest } from '../../../src/contract/endpoints/reservation-fields.js'
import { buildNotification } from '../../../src/resnotif/build/build.js'
import { lintMessage } from '../../../src/resnotif/lint/lint.js'
import { line, people, reservation } from '../reservations.js'

/** One unit with one guest, one with three, and a suite with two. */
const guests = people(4).map((guest, at) => ({ ...guest, unit: at === 0 ? 1 : 2 }))
const REQUEST = {
  ...reservation([line(101, 77, 2, guests), line(102, 77, 1, people(2, 9))]),
  totalGuestCounts: { adults: 6 },
} as ReservationRequest
const options = { timeStamp: '2027-01-01T00:00:00Z' }
const [WHOLE, ROOMS] = [
  buildNotification(REQUEST, options),
  buildNotification(REQUEST, { ...options, roomStays: 'room' }),
]
const severities = (text: string): string[] =>
  lintMessage(text).findings.map(({ rule, severity }) => `${severity} ${rule}`)

function changed(text: string, from: string | RegExp, to: string): string {
  const other = text.replace(from, to)
  if (other === text) throw new Error(`nothing to replace: ${String(from)}`)
  return other
}

/** The counts of the RoomStays, and of ResGlobalInfo behind them. */
const counted = (text: string, ...counts: (string | number)[]): string => {
  let at = 0
  return text.replaceAll(/ Count="\d+"/g, () => ` Count="${counts[at++]}"`)
}

describe('whole numbers', () => {
  it('may have blanks around them and a sign before them, as the schemas let them', () => {
    const aged = buildNotification(
      reservation([line(101, 77, 1, [...people(1), { ...(people(1, 2)[0] as object), age: 5 }] as never)]),
      options,
    )
    const right = [WHOLE, ROOMS, aged].map(severities)
    for (const name of ['IndexNumber', 'NumberOfUnits', 'Count', 'Age'])
      for (const spelled of [' $1 ', '+$1', '&#10;$1&#10;'])
        expect(
          [WHOLE, ROOMS, aged].map((text) =>
            severities(text.replaceAll(new RegExp(` ${name}="(\\d+)"`, 'g'), ` ${name}="${spelled}"`)),
          ),
          `${name} ${spelled}`,
        ).toEqual(right)
    expect(severities(changed(aged, ' Age="5"', ' Age="5.5"'))).toContain('error guest-age-invalid')
    expect(severities(changed(WHOLE, ' IndexNumber="1"', ' IndexNumber="++1"'))).toContain('error index-out-of-range')
    expect(severities(changed(WHOLE, ' NumberOfUnits="2"', ' NumberOfUnits="+"'))).toContain('error units-invalid')
  })
})

describe('fewer named than counted', () => {
  const message = (adults: number, ages: [number, number][]): string =>
    buildNotification(
      {
        ...reservation([
          line(
            102,
            77,
            1,
            people(2).map((one, at) => (at === 0 ? one : { ...one, age: 9 })),
          ),
        ]),
        totalGuestCounts: { adults, children: ages.map(([age, count]) => ({ age, count })) },
      } as ReservationRequest,
      options,
    )
  it('may not be of another kind than those who are counted', () => {
    expect(severities(message(2, [[9, 1]]))).toEqual(['warning guest-not-named'])
    expect(severities(message(5, [])).toSorted()).toEqual(['warning guest-age-mismatch', 'warning guest-not-named'])
    expect(severities(message(4, [[3, 1]])).toSorted()).toEqual([
      'warning guest-age-mismatch',
      'warning guest-not-named',
    ])
  })
})

describe('numbers of units', () => {
  it.each(['two', '0', '-1', '1.5', '', '1e1', '9999999'])('%j is none, wherever it stands', (value) => {
    for (const name of ['RoomType', 'RoomRate'])
      expect(severities(changed(WHOLE, new RegExp(`(<${name} [^>]*NumberOfUnits=")\\d+`), `$1${value}`))).toContain(
        'error units-invalid',
      )
    expect(severities(changed(WHOLE, '<RoomStay ', `<RoomStay NumberOfUnits="${value}" `))).toContain(
      'error units-invalid',
    )
  })

  it.each([
    ['RoomType', changed(WHOLE, /(<RoomType [^>]*NumberOfUnits=")2/, '$13')],
    ['RoomRate', changed(WHOLE, /(<RoomRate [^>]*NumberOfUnits=")1/, '$12')],
    ['RoomStay', changed(WHOLE, '<RoomStay ', '<RoomStay NumberOfUnits="2" ')],
  ])('%s contradicts the others', (_, text) => {
    expect(severities(text)).toContain('error units-mismatch')
  })

  it('RoomRates that follow each other are the same rooms at another price', () => {
    const split = changed(
      WHOLE,
      /(<RoomRate RoomTypeCode="102"[^>]*) ExpireDate="2027-03-03"\/>/,
      '$1 ExpireDate="2027-03-02"/><RoomRate RoomTypeCode="102" NumberOfUnits="1" RatePlanCode="77" EffectiveDate="2027-03-02" ExpireDate="2027-03-03"/>',
    )
    expect(severities(split)).toEqual([])
  })
})

describe('counts of guests', () => {
  it('right ones are right, whether one RoomStay counts or each', () => {
    expect([severities(WHOLE), severities(ROOMS), severities(counted(ROOMS, 1, 3, 2, 6))]).toEqual([[], [], []])
  })

  it.each(['two', '-1', '1.5', '', '99999999'])('%j is none', (value) => {
    expect(severities(counted(WHOLE, value))).toContain('error guest-count-invalid')
  })

  it.each<[string, string, string]>([
    ['no number', changed(WHOLE, / Count="6"/, ''), 'error guest-count-invalid'],
    ['fewer than are sent', counted(WHOLE, 5), 'error guest-count-mismatch'],
    ['more than are sent', counted(WHOLE, 7), 'warning guest-not-named'],
    ['ResGlobalInfo and RoomStays differ', counted(ROOMS, 1, 3, 2, 7), 'error guest-count-mismatch'],
    ['one RoomStay counts too few for its product', counted(ROOMS, 1, 3, 1, 5), 'error guest-count-mismatch'],
    ['the units are counted otherwise than their codes say', counted(ROOMS, 2, 2, 2, 6), 'error guest-count-mismatch'],
    ['the units are counted in another order', counted(ROOMS, 3, 1, 2, 6), 'warning guest-count-order'],
  ])('%s', (_, text, expected) => {
    expect(severities(text)).toContain(expected)
  })

  it('a booker who stands for units without names may be nobody more: that is no error', () => {
    const text = buildNotification(
      { ...reservation([line(101, 77, 3)]), totalGuestCounts: { adults: 1 } } as ReservationRequest,
      options,
    )
    expect(severities(text)).toEqual(['warning booker-not-counted'])
  })
})

describe('ages that are counted and ages that are sent', () => {
  const Party = fc.array(fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }), { minLength: 1, maxLength: 4 })
  const bookingOf = (units: readonly (readonly (number | undefined)[])[]) => {
    const guests_ = units.flatMap((ages, unit) =>
      ages.map((age, at) => ({
        firstName: `F${unit}${at}`,
        lastName: 'Last',
        unit: unit + 1,
        ...(age === undefined ? {} : { age }),
      })),
    )
    const children = guests_.flatMap(({ age }) => (age !== undefined && age < 18 ? [age] : []))
    return {
      ...reservation([line(101, 77, units.length, guests_ as never)]),
      totalGuestCounts: {
        adults: guests_.length - children.length,
        ...(children.length === 0 ? {} : { children: children.map((age) => ({ age, count: 1 })) }),
      },
    } as ReservationRequest
  }

  it('are held against each other in no message that is right', () => {
    fc.assert(
      fc.property(
        fc.array(Party, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('reservation' as const, 'room' as const),
        (units, roomStays) => {
          const text = buildNotification(bookingOf(units), { ...options, roomStays })
          expect(severities(text), text).not.toContain('warning guest-age-mismatch')
          // A PMS may be told of infants as such.
          const infants = text.replaceAll(/AgeQualifyingCode="8"(?=[^>]* Age="[0-5]")/g, 'AgeQualifyingCode="7"')
          expect(severities(infants), text).not.toContain('warning guest-age-mismatch')
        },
      ),
      { numRuns: 250 },
    )
  })

  const FAMILY = bookingOf([[34, 36, 5, 9]])
  const PAIRS = bookingOf([
    [34, 5],
    [36, 9],
  ])
  it.each<[string, string]>([
    [
      'a child is counted as an adult',
      changed(
        changed(buildNotification(FAMILY, options), /<GuestCount AgeQualifyingCode="8" Age="5" Count="1"\/>/g, ''),
        /(AgeQualifyingCode="10" Count=")2/g,
        '$13',
      ),
    ],
    [
      'a child of another age is counted',
      changed(
        buildNotification(FAMILY, options),
        'AgeQualifyingCode="8" Age="5" Count',
        'AgeQualifyingCode="8" Age="6" Count',
      ),
    ],
    [
      'a guest is sent as an adult',
      changed(buildNotification(FAMILY, options), /(<ResGuest [^>]*AgeQualifyingCode=")8("[^>]*Age="5")/, '$110$2'),
    ],
    [
      'one RoomStay counts another age',
      changed(
        buildNotification(PAIRS, { ...options, roomStays: 'room' }),
        'AgeQualifyingCode="8" Age="5" Count',
        'AgeQualifyingCode="8" Age="6" Count',
      ),
    ],
    [
      'a child is counted, and all are sent as adults without an age',
      changed(
        buildNotification(bookingOf([[undefined, undefined, undefined, undefined]]), options),
        /(AgeQualifyingCode="10" Count=")4("\/>)/,
        '$13$2<GuestCount AgeQualifyingCode="8" Age="5" Count="1"/>',
      ),
    ],
    [
      'two children are counted, and one is sent',
      changed(
        buildNotification(bookingOf([[undefined, undefined, undefined, 5]]), options),
        /(AgeQualifyingCode="10" Count=")3("\/>)/,
        '$12$2<GuestCount AgeQualifyingCode="8" Age="9" Count="1"/>',
      ),
    ],
    [
      'all are counted as children, and sent as adults',
      changed(
        buildNotification(bookingOf([[undefined, undefined]]), options),
        '<GuestCount AgeQualifyingCode="10"',
        '<GuestCount AgeQualifyingCode="8" Age="5"',
      ),
    ],
  ])('%s', (_, text) => {
    expect(severities(text)).toContain('warning guest-age-mismatch')
  })

  it('a guest whose age nobody told is no adult where children are counted who are not told either', () => {
    const booking = {
      ...bookingOf([[undefined, undefined, 9]]),
      totalGuestCounts: {
        adults: 1,
        children: [
          { age: 5, count: 1 },
          { age: 9, count: 1 },
        ],
      },
    }
    const text = buildNotification(booking as ReservationRequest, options)
    expect(text.match(/<ResGuest [^>]*>/g)?.map((tag) => /AgeQualifyingCode="(\d+)"/.exec(tag)?.[1])).toEqual([
      undefined,
      undefined,
      '8',
    ])
    expect(severities(text)).toEqual([])
  })
})

describe('counts of this service that may be meant in two ways', () => {
  const counts = (told: string, ...people: [code: number, count: number][]): string =>
    `<GuestCounts${told}>${people.map(([code, count]) => `<GuestCount AgeQualifyingCode="${code}" Count="${count}"/>`).join('')}</GuestCounts>`
  const FAMILIES = buildNotification(
    {
      ...reservation([
        line(
          101,
          77,
          2,
          people(6).map((one, at) => ({
            ...one,
            unit: at < 3 ? 1 : 2,
            ...(at % 3 === 2 ? { age: 5 } : {}),
          })),
        ),
      ]),
      totalGuestCounts: { adults: 4, children: [{ age: 5, count: 2 }] },
    } as ReservationRequest,
    options,
  )
  const of = (text: string): string[] => {
    const { findings, notes } = lintMessage(text)
    return [...findings, ...notes].map(({ rule, severity, found }) => `${severity} ${rule} ${found ?? ''}`)
  }
  const withCounts = (...told: Parameters<typeof counts>): string =>
    FAMILIES.replaceAll(/<GuestCounts[^>]*>.*?<\/GuestCounts>/gs, counts(...told))

  it('are those of all rooms, or of each where IsPerRoom is missing', () => {
    expect(of(withCounts('', [10, 4], [8, 2]))).toEqual([])
    expect(of(withCounts('', [10, 2], [8, 1]))).toEqual([])
    expect(of(withCounts(' IsPerRoom="true"', [10, 2], [8, 1]))).toEqual([])
    expect(of(withCounts(' IsPerRoom="false"', [10, 2], [8, 1]))).toEqual(['error guest-count-mismatch 3 counted'])
    expect(of(withCounts('', [10, 2]))).toContain('error guest-count-mismatch 2 counted')
    expect(of(withCounts('', [10, 3], [8, 1]))).toEqual(['warning guest-not-named 8 counted'])
  })

  it('are those of all guests, or of all but infants where they count none', () => {
    const infants = (text: string): string =>
      text.replaceAll(/(<ResGuest [^>]*AgeQualifyingCode=")8("[^>]* Age=")5/g, '$17$21')
    expect(of(infants(withCounts(' IsPerRoom="false"', [10, 4])))).toEqual(['info infant-not-counted 2 infants'])
    expect(of(infants(withCounts('', [10, 2])))).toEqual(['info infant-not-counted 2 infants'])
    expect(of(infants(withCounts('', [10, 4], [7, 2])))).toEqual([])
    expect(of(withCounts(' IsPerRoom="false"', [10, 4]))).toEqual(['error guest-count-mismatch 4 counted'])
    expect(of(infants(withCounts(' IsPerRoom="false"', [10, 3])))).toEqual(['error guest-count-mismatch 3 counted'])
  })
})

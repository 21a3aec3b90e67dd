import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintMessage } from '../../../../src/resnotif/lint/lint.js'
import { ROOT } from '../../../support/cli.js'

const SAMPLE = readFileSync(path.join(ROOT, 'samples/notification.xml'), 'utf8')
const [STAY = ''] = /<RoomStay [\s\S]*?<\/RoomStay>/.exec(SAMPLE) ?? []
const [GUEST = ''] = /<ResGuest [\s\S]*?<\/ResGuest>/.exec(SAMPLE) ?? []

interface Room {
  code: string
  /** Who sleeps there. */
  names: string[]
  /** First and last day of TimeSpan, in July. */
  span: [number, number]
  /** Nights with a price. */
  priced: number[]
}

const day = (number: number): string => `2027-07-${String(number).padStart(2, '0')}`

function stay({ code, names, span, priced }: Room, isTold: boolean): string {
  const rates = priced.map(
    (night) =>
      `<Rate EffectiveDate="${day(night)}" ExpireDate="${day(night + 1)}" RateTimeUnit="Day"><Base AmountAfterTax="100.00" CurrencyCode="EUR"/></Rate>`,
  )
  const units = isTold ? ' NumberOfUnits="1"' : ''
  return STAY.replace(
    /<RoomTypes>[\s\S]*?<\/RoomRates>/,
    `<RoomTypes><RoomType RoomTypeCode="${code}"${units}/></RoomTypes><RatePlans><RatePlan RatePlanCode="501"/></RatePlans><RoomRates><RoomRate RoomTypeCode="${code}" RatePlanCode="501"${units}><Rates>${rates.join('')}</Rates></RoomRate></RoomRates>`,
  )
    .replace('Count="4"', `Count="${names.length}"`)
    .replace('Start="2027-07-01" End="2027-07-04"', `Start="${day(span[0])}" End="${day(span[1])}"`)
    .replace(/<Total [^>]*\/>/, '')
    .replace(/<ResGuestRPHs>[\s\S]*?<\/ResGuestRPHs>/, '')
}

/** Nights that are told as missing. */
function missing(rooms: readonly Room[], isTold = true): string[] {
  const nodes = rooms
    .flatMap(({ code, names }) => names.map((name) => ({ code, name })))
    .map(({ code, name }, at) =>
      GUEST.replace('1-101-501', `1-${code}-501`)
        .replace('>Ada<', `>${name}<`)
        .replace(name === '' ? /<PersonName>[\s\S]*?<\/PersonName>/ : '\u0000', '')
        .replace(at === 0 ? '\u0000' : ' PrimaryIndicator="true"', ''),
    )
  const text = SAMPLE.replace(STAY, rooms.map((room) => stay(room, isTold)).join(''))
    .replace(/<ResGuests>[\s\S]*<\/ResGuests>/, `<ResGuests>${nodes.join('')}</ResGuests>`)
    .replace(/<ResGlobalInfo>[\s\S]*?<HotelReservationIDs>/, '<ResGlobalInfo><HotelReservationIDs>')
  return lintMessage(text).findings.flatMap(({ rule, found = '' }) => (rule === 'night-missing' ? [found] : []))
}

const OTHER = (span: [number, number], priced: number[], names = ['Eve']): Room => ({
  code: '102',
  names,
  span,
  priced,
})

describe.each([true, false])('a night without a price, beside a room of other guests (units told: %s)', (isTold) => {
  it.each<[string, Room['span'], number[], Room, string]>([
    ['the last', [1, 3], [1], OTHER([2, 4], [2, 3]), '2027-07-02'],
    ['the last two', [1, 4], [1], OTHER([2, 4], [2, 3]), '2027-07-02, 2027-07-03'],
    ['the first', [1, 4], [2, 3], OTHER([1, 2], [1]), '2027-07-01'],
    ['one in the middle', [1, 4], [1, 3], OTHER([2, 3], [2]), '2027-07-02'],
  ])('is told: %s', (_name, span, priced, other, expected) => {
    expect(missing([{ code: '101', names: ['Ada'], span, priced }, other], isTold)).toEqual([expected])
  })
})

describe('guests who go on in another room', () => {
  const rooms = (first: [number, number], second: [number, number], names = ['Ada', 'Eve']): Room[] => [
    { code: '101', names, span: first, priced: [1] },
    OTHER(second, [2, 3], names),
  ]

  it('need no price where TimeSpan is that of each room, or of the whole stay', () => {
    expect(missing(rooms([1, 2], [2, 4]))).toEqual([])
    expect(missing(rooms([1, 4], [1, 4]))).toEqual([])
    expect(missing(rooms([1, 4], [2, 4]))).toEqual([])
  })

  it('hold both rooms where TimeSpan is that of neither', () => {
    expect(missing(rooms([1, 3], [2, 4]))).toEqual(['2027-07-02'])
  })

  it('may be those whose names are not told', () => {
    const [first, second] = rooms([1, 4], [1, 4], ['']) as [Room, Room]
    expect(missing([first, second])).toEqual([])
    expect(missing([first, { ...second, names: ['Eve'] }])).toEqual([])
  })

  it('may be those who are missing', () => {
    const [first, second] = rooms([1, 4], [1, 4]) as [Room, Room]
    expect(missing([first, { ...second, names: [] }])).toEqual([])
  })

  it('may have a stay of their own that ends before that of others', () => {
    const later: Room = { code: '103', names: ['Carl'], span: [4, 5], priced: [4] }
    expect(missing([...rooms([1, 4], [1, 4]), later])).toEqual([])
  })
})

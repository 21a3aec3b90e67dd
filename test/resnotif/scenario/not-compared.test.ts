import { describe, expect, it } from 'vitest'
import { contradictionIn, notComparedIn } from '../../../src/resnotif/index.js'
import { repeated, sent } from './repeating.js'

const message = sent('scripts')
const told = (...changes: [string, string][]): string => {
  let answer = repeated(message)
  for (const [what, by] of changes) {
    expect(answer).toContain(what)
    answer = answer.replaceAll(what, by)
  }
  return answer
}

describe('names in another script than they were sent in', () => {
  it.each<[string, [string, string][], string]>([
    [
      'Cyrillic',
      [
        ['Соломія', 'Solomiia'],
        ["Лук'яненко", 'Lukianenko'],
      ],
      'Solomiia Lukianenko',
    ],
    [
      'Greek',
      [
        ['Δέσποινα', 'Despoina'],
        ['Παπαδοπούλου', 'Papadopoulou'],
      ],
      'Despoina Papadopoulou',
    ],
    [
      'Arabic',
      [
        ['ليلى', 'Layla'],
        ['الخطيب', 'Al Khatib'],
      ],
      'Layla Al Khatib',
    ],
    [
      'Hebrew',
      [
        ['נועה', 'Noa'],
        ['בן־דוד', 'Ben David'],
      ],
      'Noa Ben David',
    ],
    [
      'Han',
      [
        ['健一', 'KENICHI'],
        ['髙橋', 'TAKAHASHI'],
      ],
      'KENICHI TAKAHASHI',
    ],
    [
      'Han as Kana',
      [
        ['健一', 'ケンイチ'],
        ['髙橋', 'タカハシ'],
      ],
      'ケンイチ タカハシ',
    ],
    ['Hangul, one part of it', [['서연', 'Seoyeon']], 'Seoyeon 남궁'],
  ])('are no contradiction, and are named: %s', (_, changes, name) => {
    const answer = told(...changes)
    expect(contradictionIn(answer, message)).toBeUndefined()
    const was = changes.length === 1 ? '서연 남궁' : changes.map(([one]) => one).join(' ')
    expect(notComparedIn(answer, message)).toEqual([
      `Name not compared: written in another script than it was sent in (${name}; sent was ${was}).`,
    ])
  })

  it('are listed once each', () => {
    const answer = told(['ليلى', 'Layla'], ['الخطيب', 'Al Khatib'], ['서연', 'Seoyeon'])
    expect(notComparedIn(answer, message)).toEqual([
      'Names not compared: written in another script than they were sent in (Layla Al Khatib, Seoyeon 남궁; sent were ليلى الخطيب, 서연 남궁).',
    ])
  })

  it('is none where a letter or two stand for all of it', () => {
    const answer = told(['ليلى', 'X'], ['الخطيب', 'X'])
    expect(contradictionIn(answer, message)).toContain('repeats the name of a guest as X X, sent was ليلى الخطيب')
  })

  it('a part in the same letters is compared all the same', () => {
    expect(contradictionIn(told(['서연', 'Seoyeon'], ['남궁', '김']), message)).toContain('repeats the name of a guest')
  })

  it('what is compared, or not repeated, is not told: the same letters, without accents, hidden, left out', () => {
    for (const answer of [
      repeated(message),
      told(['Małgorzata', 'MALGORZATA'], ['Çağla', 'CAGLA']),
      told(['ليلى', '***'], ['الخطيب', '***']),
      repeated(message).replaceAll(/<PersonName>[^]*?<\/PersonName>/g, ''),
      '<OTA_HotelResNotifRS><Success/></OTA_HotelResNotifRS>',
      'no XML',
    ])
      expect(notComparedIn(answer, message)).toEqual([])
  })
})

describe('guests whom an answer names in part', () => {
  it('are named where only the initial of a given name is repeated', () => {
    const one = sent('one-night')
    const answer = repeated(one).replaceAll('>Ada<', '>A.<')
    expect(contradictionIn(answer, one)).toBeUndefined()
    expect(notComparedIn(answer, one)).toEqual(['Only the initial of the given name is repeated: A. Lovelace.'])
  })

  it('are counted where others are left out', () => {
    const answer = repeated(message).replace(/<ResGuest\b(?![^]*<ResGuest\b)[^]*?<\/ResGuest>/, '')
    const guests = (repeated(message).match(/<ResGuest\b/g) ?? []).length
    expect(contradictionIn(answer, message)).toBeUndefined()
    expect(notComparedIn(answer, message)).toEqual([
      `The answer repeats ${guests - 1} of the ${guests} guests; the others were not compared.`,
    ])
  })
})

describe('guests whom an answer has more often than they were sent', () => {
  it('are counted', () => {
    const one = sent('one-night')
    const [guest = ''] = /<ResGuest\b[^]*?<\/ResGuest>/.exec(repeated(one)) ?? []
    const answer = repeated(one).replace('</ResGuests>', `${guest}${guest}</ResGuests>`)
    expect(contradictionIn(answer, one)).toBeUndefined()
    expect(notComparedIn(answer, one)).toEqual([
      'The answer has 3 guests, sent was 1: look at the PMS whether it has somebody twice.',
    ])
  })
})

describe('nights that an answer prices', () => {
  const one = sent('two-prices')
  const [roomRate = ''] = /<RoomRate\b[^]*?<\/RoomRate>/.exec(repeated(one)) ?? []
  const [rate = ''] = /<Rate\b[^]*?<\/Rate>/.exec(repeated(one)) ?? []

  it('twice are told, not where each unit has a RoomRate of its own', () => {
    const answer = repeated(one).replace('</RoomRates>', `${roomRate}</RoomRates>`)
    expect(contradictionIn(answer, one)).toBeUndefined()
    expect(notComparedIn(answer, one)).toEqual([
      'The answer has prices of 12/3 on 2027-07-01 for 2 units, sent was 1: look at the PMS whether it counts the room twice.',
    ])
    const rooms = sent('two-rooms')
    const [ofBoth = ''] = /<RoomRate\b[^]*?<\/RoomRate>/.exec(repeated(rooms)) ?? []
    const ofOne = ofBoth.replace('NumberOfUnits="2"', 'NumberOfUnits="1"')
    expect(ofOne).not.toBe(ofBoth)
    expect(notComparedIn(repeated(rooms).replace(ofBoth, ofOne + ofOne), rooms)).toEqual([])
  })

  it('in part are counted, not where it has one price for all or none', () => {
    expect(notComparedIn(repeated(one).replace(rate, ''), one)).toEqual([
      'The answer has prices of 1 of the 2 nights; the others were not compared.',
    ])
    expect(notComparedIn(repeated(one).replaceAll(/<Rates>[^]*?<\/Rates>/g, ''), one)).toEqual([])
  })
})

describe('a name of which letters are lost', () => {
  const surnames = (change: (name: string) => string): string =>
    repeated(message).replaceAll(/(?<=<Surname>)[^<]+/g, (name) => change(name))

  it('is told as the one in its place, where all others stand in theirs', () => {
    const answer = surnames((name) => (name === 'Παπαδοπούλου' ? 'Î\ufffdÎ±Ï' : name))
    expect(contradictionIn(answer, message)).toContain('the name Παπαδοπούλου as Î\ufffdÎ±Ï: letters of it are lost')
  })

  it('is no other one, where nothing shows which it was', () => {
    const answer = told(['Małgorzata', 'MaÅ‚gorzata']).replaceAll('Παπαδοπούλου', 'Î\ufffdÎ±Ï')
    const without = answer.replace(/<ResGuest\b[^]*?<\/ResGuest>/, '')
    expect(contradictionIn(without, message)).toContain('repeats a name as Î\ufffdÎ±Ï: letters of it are lost')
  })
})

import { describe, expect, it } from 'vitest'
import { contradictionIn, notComparedIn } from '../../../src/resnotif/index.js'
import { repeated, sent } from './repeating.js'

const SCRIPTS = sent('scripts')
const EMOJI = sent('emoji')

type Names = [given: string, surname: string]
type Change = [from: Names, to: Names]
const MALGORZATA: Names = ['Małgorzata', "Dąbrowska-O'Hara"]
const CAGLA: Names = ['Çağla', 'Işık']
const OLGA: Names = ['Olga', 'Smithers']
const YOSHIDA: Names = ['Ada 🌷', '𠮷田']
const DESPOINA: Change = [
  ['Δέσποινα', 'Παπαδοπούλου'],
  ['Despoina', 'Papadopoulou'],
]
const SOLOMIIA: Change = [
  ['Соломія', "Лук'яненко"],
  ['Solomiia', 'Lukianenko'],
]
const LAYLA: Change = [
  ['ليلى', 'الخطيب'],
  ['Layla', 'Al Khatib'],
]
/** All that a PMS writes in Latin letters. */
const LATIN: Change[] = [
  DESPOINA,
  SOLOMIIA,
  LAYLA,
  [
    ['נועה', 'בן־דוד'],
    ['Noa', 'Ben David'],
  ],
  [
    ['दीक्षा', 'श्रीवास्तव'],
    ['Diksha', 'Shrivastav'],
  ],
  [
    ['สุดารัตน์', 'วงศ์สวัสดิ์'],
    ['Sudarat', 'Wongsawat'],
  ],
  [
    ['健一', '髙橋'],
    ['Kenichi', 'Takahashi'],
  ],
  [
    ['서연', '남궁'],
    ['Seoyeon', 'Namgung'],
  ],
]

const swapped = ([given, surname]: Names): Names => [surname, given]
const elements = ([given, surname]: Names): string => `<GivenName>${given}</GivenName><Surname>${surname}</Surname>`
const profile = (one: Names): string =>
  `<ProfileInfo><Profile><Customer><PersonName>${elements(one)}</PersonName></Customer></Profile></ProfileInfo>`
const partsOf = (answer: string): [guests: string, booker: string] => {
  const [guests = '', booker = ''] = answer.split(/(?=<ResGlobalInfo>)/)
  return [guests, booker]
}

/** The answer with other names of guests; the booker stays. */
function guestsAs(message: string, ...changes: Change[]): string {
  let [guests, booker] = partsOf(repeated(message))
  for (const [[given, surname], to] of changes) {
    const before = guests
    guests = guests.replace(
      new RegExp(`<GivenName>${given}</GivenName>\\s*<Surname>${surname}</Surname>`),
      elements(to),
    )
    expect(guests).not.toBe(before)
  }
  return guests + booker
}
function bookerAs(answer: string, ...names: Names[]): string {
  const [guests, booker] = partsOf(answer)
  return guests + booker.replace(/<ProfileInfo>[^]*<\/ProfileInfo>/, names.map(profile).join(''))
}
/** The answer with some of the guests, by their number from 0. */
function only(answer: string, ...kept: number[]): string {
  let at = 0
  return answer.replaceAll(/<ResGuest [^]*?<\/ResGuest>/g, (guest) => (kept.includes(at++) ? guest : ''))
}

describe('a name whose parts are exchanged', () => {
  it.each(LATIN.map(([own]) => own))('is no name in another script: %s %s', (...own) => {
    expect(contradictionIn(guestsAs(SCRIPTS, [own, swapped(own)]), SCRIPTS)).toContain(
      `repeats the name of a guest as ${own[1]} ${own[0]}, sent was ${own[0]} ${own[1]} (given name and surname are exchanged).`,
    )
  })

  it('is none where those of all guests are, or no other one is told', () => {
    const all = contradictionIn(
      repeated(SCRIPTS).replaceAll(
        /<GivenName>([^<]*)<\/GivenName>\s*<Surname>([^<]*)<\/Surname>/g,
        (_, given: string, surname: string) => elements([surname, given]),
      ),
      SCRIPTS,
    )
    expect(all).toContain("the names of guests as Dąbrowska-O'Hara Małgorzata, Işık Çağla, Παπ")
    expect(all).toContain('(given name and surname are exchanged)')
    const one = guestsAs(SCRIPTS, [MALGORZATA, swapped(MALGORZATA)], DESPOINA)
    for (const answer of [one, only(one, 0)])
      expect(contradictionIn(answer, SCRIPTS)).toContain("the name of a guest as Dąbrowska-O'Hara Małgorzata, sent was")
  })

  it('is none in letters of two scripts, of a guest or the booker', () => {
    expect(contradictionIn(guestsAs(EMOJI, [YOSHIDA, swapped(YOSHIDA)]), EMOJI)).toContain(
      'the name of a guest as 𠮷田 Ada 🌷, sent was Ada 🌷 𠮷田 (given name and surname are exchanged).',
    )
    expect(contradictionIn(guestsAs(EMOJI, [YOSHIDA, ['𠮷田', 'A.']]), EMOJI)).toContain(
      'the name of a guest as 𠮷田 A.',
    )
    expect(contradictionIn(bookerAs(repeated(EMOJI), ['𠮷田', 'Ada']), EMOJI)).toContain(
      'the name of the booker as 𠮷田 Ada, sent was Ada 🌷 𠮷田',
    )
  })
})

describe('an emoji or a letter of more than 16 bits', () => {
  it.each<Names>([
    ['Ada', '吉田'],
    ['ADA', '𠮷田'],
    ['Ada 🌷🌷', '𠮷 田'],
  ])('may be told in another form: %s %s', (...by) => {
    const answer = guestsAs(EMOJI, [YOSHIDA, by])
    expect(contradictionIn(answer, EMOJI)).toBeUndefined()
    expect(notComparedIn(answer, EMOJI)).toEqual([])
  })

  it.each<Names>([
    ['Ada', '田'],
    ['Ada', '𠮟田'],
    ['Eve 🌷', '𠮷田'],
    ['🌷', '𠮷田'],
    ['Ada', '🌷'],
    ['🌷', '🌷'],
  ])('makes no name one in another script: %s %s', (...by) => {
    expect(contradictionIn(guestsAs(EMOJI, [YOSHIDA, by]), EMOJI)).toContain('the name of a guest as')
  })

  it('is not compared where the answer transliterates it, and the name that was sent is told', () => {
    const answer = guestsAs(EMOJI, [YOSHIDA, ['Ada', 'Yoshida']])
    expect(contradictionIn(answer, EMOJI)).toBeUndefined()
    expect(notComparedIn(answer, EMOJI)).toEqual([
      'Name not compared: written in another script than it was sent in (Ada Yoshida; sent was Ada 🌷 𠮷田).',
    ])
  })
})

describe('guests of whom some are told in another script', () => {
  const wrong: Change = [MALGORZATA, OLGA]
  const more = (answer: string, one: Names): string =>
    answer.replace('</ResGuests>', `<ResGuest><Profiles>${profile(one)}</Profiles></ResGuest></ResGuests>`)

  it.each<[string, string, string]>([
    [
      'one',
      guestsAs(SCRIPTS, wrong, DESPOINA),
      "the names of guests as Olga Smithers, Despoina Papadopoulou, and none as Małgorzata Dąbrowska-O'Hara, sent in the same script.",
    ],
    [
      'one of which a part is right',
      guestsAs(SCRIPTS, [MALGORZATA, ['Małgorzata', 'Smithers']], [DESPOINA[0], ['Despoina', 'Παπαδοπούλου']]),
      "the name of a guest as Małgorzata Smithers, sent was Małgorzata Dąbrowska-O'Hara.",
    ],
    ['one beside all others', guestsAs(SCRIPTS, wrong, ...LATIN), 'the names of guests as Olga Smithers, Despoina'],
    ['one, with a guest more', more(guestsAs(SCRIPTS, wrong), ['Eve', 'Smithers']), 'the names of guests as Olga'],
    ['the only one', only(guestsAs(SCRIPTS, wrong), 0), 'the name of a guest as Olga Smithers, sent was Małgorzata'],
    ['the first one of each room', only(guestsAs(SCRIPTS, wrong, ...LATIN), 0, 4, 7), 'Olga Smithers, Layla'],
    [
      'one, with the last one left out',
      only(guestsAs(SCRIPTS, wrong), 0, 1, 2, 3, 4, 5, 6, 7, 8),
      'the name of a guest as Olga Smithers, sent was Małgorzata',
    ],
    [
      'the second one, with the last one left out',
      only(guestsAs(SCRIPTS, [CAGLA, OLGA], ...LATIN), 0, 1, 2, 3, 4, 5, 6, 7, 8),
      'and none as Çağla Işık, sent in the same script',
    ],
  ])('are wrong with another name: %s', (_, answer, words) => {
    expect(contradictionIn(answer, SCRIPTS)).toContain(words)
  })

  it.each<[string, string]>([
    ['all', guestsAs(SCRIPTS, ...LATIN)],
    [
      'in another order',
      guestsAs(SCRIPTS, [MALGORZATA, LAYLA[1]], [LAYLA[0], MALGORZATA]).replaceAll(
        / (?:ResGuestRPH|GroupEventCode)="[^"]*"/g,
        '',
      ),
    ],
    ['the first one alone', only(guestsAs(SCRIPTS, ...LATIN), 0)],
    ['the first one of each room', only(guestsAs(SCRIPTS, ...LATIN), 0, 4, 7)],
    ['two of each room', only(guestsAs(SCRIPTS, ...LATIN), 0, 1, 4, 5, 7, 8)],
    ['the first three', only(guestsAs(SCRIPTS, ...LATIN), 0, 1, 2)],
    ['all but the booker', only(guestsAs(SCRIPTS, ...LATIN), 1, 2, 3, 4, 5, 6, 7, 8, 9)],
    ['without those of one script', only(guestsAs(SCRIPTS, SOLOMIIA, LAYLA), 0, 1, 3, 4)],
    [
      'in a reservation for each room',
      guestsAs(SCRIPTS, ...LATIN).replace(
        /(<ResGuests>\s*(?:<ResGuest [^]*?<\/ResGuest>\s*){4})/,
        '$1</ResGuests></HotelReservation><HotelReservation><ResGuests>',
      ),
    ],
    ['the others hidden', guestsAs(SCRIPTS, [MALGORZATA, ['M*', 'D*']], [CAGLA, ['Ç*', 'I*']], DESPOINA)],
  ])('are right: %s', (_, answer) => {
    expect(contradictionIn(answer, SCRIPTS)).toBeUndefined()
  })
})

describe('a booker', () => {
  it.each<Names>([['Małgorzata', 'Smithers'], OLGA, CAGLA, swapped(MALGORZATA)])(
    'has another name, whatever scripts guests have: %s %s',
    (...by) => {
      for (const answer of [repeated(SCRIPTS), guestsAs(SCRIPTS, ...LATIN)])
        expect(contradictionIn(bookerAs(answer, by), SCRIPTS)).toContain(
          `repeats the name of the booker as ${by.join(' ')}, sent was Małgorzata Dąbrowska-O'Hara`,
        )
    },
  )

  it.each<Names>([
    ['MALGORZATA', 'DABROWSKA OHARA'],
    ['Малгожата', 'Домбровска'],
  ])('may have the name that was sent in other letters: %s %s', (...by) => {
    expect(contradictionIn(bookerAs(repeated(SCRIPTS), by), SCRIPTS)).toBeUndefined()
  })

  it('may stand among guests, and they in other letters', () => {
    const answer = bookerAs(guestsAs(SCRIPTS, ...LATIN), DESPOINA[1], MALGORZATA, LAYLA[1])
    expect(contradictionIn(answer, SCRIPTS)).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import { isSameName } from '../../../src/resnotif/scenario/names.js'
import { judged, sent } from './repeating.js'

type Change = [RegExp | string, string]
const name = (given: string, surname: string): string =>
  `<GivenName>${given}</GivenName>\n                    <Surname>${surname}</Surname>`
const named = (given: string, surname: string): RegExp =>
  new RegExp(`<GivenName>${given}</GivenName>\\s*<Surname>${surname}</Surname>`, 'g')
const ADA = named('Ada', 'Lovelace')
const LONG_IN_ONE: Change = [
  /<GivenName>([^<]*)<\/GivenName>\s*<Surname>([^<]*)<\/Surname>/g,
  '<Surname>$2, $1</Surname>',
]
const GUESTS = /<ResGuests>[^]*<\/ResGuests>/

describe('guests and booker that an answer repeats', () => {
  it.each<[string, string, Change]>([
    ['in capitals', 'children', [ADA, name('ADA', 'LOVELACE')]],
    ['with other blanks', 'children', [ADA, name(' Ada ', '\n Lovelace')]],
    ['in one element', 'children', [ADA, '<Surname>LOVELACE, ADA</Surname>']],
    ['in one element, however long', 'long-names', LONG_IN_ONE],
    ['by the surname alone', 'children', [ADA, '<Surname>Lovelace</Surname>']],
    ['by an initial', 'children', [ADA, name('A.', 'Lovelace')]],
    ['hidden', 'children', [ADA, name('A**', 'L*******')]],
    ['without accents', 'scripts', [named('Małgorzata', "Dąbrowska-O'Hara"), name('MALGORZATA', 'DABROWSKA OHARA')]],
    ['without a dot', 'scripts', [named('Çağla', 'Işık'), name('CAGLA', 'ISIK')]],
    ['in Greek capitals', 'scripts', [named('Δέσποινα', 'Παπαδοπούλου'), name('ΔΕΣΠΟΙΝΑ', 'ΠΑΠΑΔΟΠΟΥΛΟΥ')]],
    ['in Latin letters', 'scripts', [named('Δέσποινα', 'Παπαδοπούλου'), name('Despoina', 'Papadopoulou')]],
    ['in the other form of a character', 'scripts', [named('健一', '髙橋'), name('健一', '高橋')]],
    ['decomposed', 'scripts', [named('서연', '남궁'), name('서연'.normalize('NFD'), '남궁'.normalize('NFD'))]],
    ['without ages', 'children', [/(<ResGuest [^>]*) Age="5"/, '$1']],
    ['without what they are', 'children', [/(<ResGuest [^>]*) AgeQualifyingCode="8"/, '$1']],
    ['as infants', 'children', [/(<ResGuest [^>]*AgeQualifyingCode=")8("[^>]* Age="0")/, '$17$2']],
    ['an adult with an age', 'children', [/(<ResGuest [^>]*AgeQualifyingCode="10")/, '$1 Age="36"']],
    ['the first alone', 'children', [/(<\/ResGuest>)[^]*<\/ResGuests>/, '$1</ResGuests>']],
    ['without names', 'children', [/<PersonName>[^]*?<\/PersonName>/g, '']],
    ['not at all', 'children', [GUESTS, '']],
    [
      'an agency beside the booker',
      'children',
      [
        '<ResGlobalInfo>',
        '<ResGlobalInfo><Profiles><ProfileInfo><Profile ProfileType="4"><Customer><PersonName><Surname>Agency</Surname></PersonName><Email>a@agency.example</Email></Customer></Profile></ProfileInfo></Profiles>',
      ],
    ],
    ['an e-mail address in capitals', 'one-night', ['guest@guests.example', 'Guest@GUESTS.example']],
    ['a national telephone number', 'one-night', ['+44 20 7946 0123', '020 7946-0123']],
    ['a telephone number with a code for abroad', 'one-night', ['+44 20 7946 0123', '0044 (0)20 79460123']],
    [
      'a telephone number in parts',
      'one-night',
      ['PhoneNumber="+44 20 7946 0123"', 'CountryAccessCode="44" AreaCityCode="20" PhoneNumber="79460123"'],
    ],
    [
      'an e-mail address where none was sent',
      'no-email',
      [/<\/PersonName>(?![^]*<\/PersonName>)/, '$&<Email>none@pms.example</Email>'],
    ],
  ])('may be told %s', (_, scenario, change) => {
    expect(judged(scenario, change)).toBeUndefined()
  })

  it.each<[string, string, Change, string]>([
    ['the age of a child', 'children', [/(<ResGuest [^>]* Age=")5/, '$16'], 'the age of Anne King as 6, sent was 5.'],
    [
      'the kind of a child',
      'children',
      [/(<ResGuest [^>]*AgeQualifyingCode=")8("[^>]* Age="5")/, '$110$2'],
      'Anne King as an adult, sent was a child.',
    ],
    [
      'the kind of an adult',
      'children',
      [/(<ResGuest [^>]*AgeQualifyingCode=")10/, '$18'],
      'Ada Lovelace as a child, sent was an adult.',
    ],
    [
      'an age of a guest without a name',
      'children',
      [
        GUESTS,
        '<ResGuests><ResGuest AgeQualifyingCode="8" Age="0"/><ResGuest AgeQualifyingCode="8" Age="6"/></ResGuests>',
      ],
      'the ages of guests as 0, 6, sent were 0, 5, 17.',
    ],
    [
      'more children without a name',
      'families',
      [GUESTS, `<ResGuests>${'<ResGuest AgeQualifyingCode="8"/>'.repeat(5)}</ResGuests>`],
      'the kinds of guests as 0 adults and 5 children, sent were 5 adults and 4 children.',
    ],
    [
      'a guest',
      'one-night',
      [ADA, name('Eve', 'Lovelace')],
      'the name of a guest as Eve Lovelace, sent was Ada Lovelace.',
    ],
    ['a guest of several', 'children', [/Anne/, 'Eve'], 'the name of a guest as Eve King, sent was Anne King.'],
    [
      'one guest in place of another',
      'children',
      [named('William', 'King'), name('Ada', 'Lovelace')],
      'the names of guests as Ada Lovelace, Ralph King, Anne King, Byron King, sent were Ada Lovelace, William King',
    ],
    [
      'the parts of a name the other way round',
      'one-night',
      [ADA, name('Lovelace', 'Ada')],
      'as Lovelace Ada, sent was',
    ],
    ['a name that is cut', 'long-names', [/Marjoribanks of Leveson/g, 'Marjori'], 'the name of a guest as Wolfe'],
    [
      'other letters in capitals',
      'scripts',
      [named('Çağla', 'Işık'), name('CAGLA', 'ISAK')],
      'as CAGLA ISAK, sent was Çağla Işık',
    ],
    [
      'a booker',
      'one-night',
      [/Ada(?![^]*Ada)/, 'Eve'],
      'the name of the booker as Eve Lovelace, sent was Ada Lovelace.',
    ],
    [
      'question marks in a given name',
      'emoji',
      [/Ada 🌷/g, 'Ada ??'],
      'the name Ada 🌷 as Ada ??: letters of it are lost',
    ],
    [
      'an e-mail address',
      'one-night',
      ['guest@guests.example', 'eve@guests.example'],
      'the e-mail address as eve@guests.example, sent was guest@',
    ],
    [
      'a telephone number',
      'one-night',
      ['7946 0123', '7946 0999'],
      'the telephone number as +44 20 7946 0999, sent was +44 20 7946 0123.',
    ],
    [
      'a long name, of which the beginning is shown',
      'long-names',
      [/<Surname>[^<]*/g, `<Surname>${'X'.repeat(200)}`],
      `${'X'.repeat(30)}…, sent was Wolfe`,
    ],
  ])('are held against what was sent: %s', (_, scenario, change, words) => {
    expect(judged(scenario, change)).toContain(words)
  })

  it('sends what these changes are made of', () => {
    expect(sent('children')).toMatch(ADA)
  })
})

const MUELLER = { given: 'Åsa', middle: undefined, surname: 'Müller' }

describe('an initial of more than 16 bits', () => {
  it.each([
    ['𠮷.', true],
    ['𠮟.', false],
  ])('%s', (given, isRight) => {
    const sentName = { given: '𠮷男', middle: undefined, surname: 'Tanaka' }
    expect(isSameName({ given, middle: undefined, surname: 'Tanaka' }, sentName)).toBe(isRight)
  })
})

describe('a name with an umlaut', () => {
  it.each(['Müller', 'MÜLLER', 'Mueller', 'MUELLER', 'Muller', 'Mu\u0308ller'])('may be repeated as %s', (surname) => {
    expect(isSameName({ given: 'Åsa', middle: undefined, surname }, MUELLER)).toBe(true)
  })
  it.each(['Miller', 'Mller', 'Müler', 'Meuller'])('may not be repeated as %s', (surname) => {
    expect(isSameName({ given: 'Åsa', middle: undefined, surname }, MUELLER)).toBe(false)
  })
  it('may have parts in elements of their own', () => {
    const told = { given: 'Ludwig', middle: 'van', surname: 'Beethoven' }
    expect(isSameName(told, { given: 'Ludwig', middle: undefined, surname: 'van Beethoven' })).toBe(true)
  })
})

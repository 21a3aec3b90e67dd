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
    expect(notComparedIn(answer, message)).toEqual([
      `Name not compared: written in another script than it was sent in (${name}).`,
    ])
  })

  it('are listed once each', () => {
    const answer = told(['ليلى', 'Layla'], ['الخطيب', 'Al Khatib'], ['서연', 'Seoyeon'])
    expect(notComparedIn(answer, message)).toEqual([
      'Names not compared: written in another script than they were sent in (Layla Al Khatib, Seoyeon 남궁).',
    ])
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

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { drawPairs, drawTable } from '../../../src/cli/show/table.js'
import type { Terminal } from '../../../src/cli/terminal/terminal.js'
import type { Column } from '../../../src/cli/terminal/answer.js'
import { fastGrowth } from '../../support/cpu-time.js'

const column = (name: string, align?: 'right'): Column<never> => ({
  name,
  value: () => '',
  ...(align === undefined ? {} : { align }),
})
const draw = (
  columns: readonly Column<never>[],
  rows: readonly (readonly string[])[],
  width: number,
  isTerminal = true,
): string[] => stripVTControlCharacters(drawTable(columns, rows, { stdout: isTerminal, width } as Terminal)).split('\n')

describe('a table', () => {
  const columns = [column('id'), column('created'), column('files'), column('nights', 'right')]
  const rows = [
    ['6', '2026-11-22T05:43:12.424Z', 'exports/january/rates.csv', '1085'],
    ['5', '2026-11-22T04:45:13.865Z', '', '1'],
  ]

  it('stands as it is where it fits', () => {
    expect(draw(columns, rows, 80)).toEqual([
      'id  created                   files                      nights',
      '6   2026-11-22T05:43:12.424Z  exports/january/rates.csv    1085',
      '5   2026-11-22T04:45:13.865Z                                  1',
    ])
  })

  it('leaves seconds away, and puts below the row what does not fit beside it: numbers and codes stay whole', () => {
    expect(draw(columns, rows, 56)).toEqual([
      'id  created            files                      nights',
      '6   2026-11-22 05:43Z  exports/january/rates.csv    1085',
      '5   2026-11-22 04:45Z                                  1',
    ])
    expect(draw(columns, rows, 50)).toEqual([
      'id  created            files                nights',
      '6   2026-11-22 05:43Z  exports/january/       1085',
      '                       rates.csv',
      '5   2026-11-22 04:45Z                            1',
    ])
    expect(draw(columns, rows, 36)).toEqual([
      'id  created',
      '6   2026-11-22 05:43Z',
      '    files exports/january/rates.csv',
      '    nights 1085',
      '5   2026-11-22 04:45Z',
      '    nights 1',
    ])
  })

  it('leaves out what no row has where room is scarce, unless it was asked for', () => {
    const empty = rows.map(([id, created, , nights]) => [id, created, '', nights] as string[])
    const asked = drawTable(columns, empty, { stdout: true, width: 40 } as Terminal, { keepsEmpty: true })
    expect(draw(columns, empty, 31)[0]).toBe('id  created            nights')
    expect(draw(columns, empty, 80)[0]).toBe('id  created                   files  nights')
    expect(stripVTControlCharacters(asked).split('\n')[0]).toBe('id  created            files  nights')
  })

  it.each([120, 64, 63, 62, 58, 56, 54, 40, 30, 24])('is no wider than %i', (width) => {
    expect(Math.max(...draw(columns, rows, width).map(({ length }) => length))).toBeLessThanOrEqual(width)
  })

  it('leaves ids and codes whole where nothing fits, and changes nothing in a pipe', () => {
    const code = '12345678901234567890'
    expect(draw([column('code'), column('name')], [[code, 'two rooms with a view']], 24)).toEqual([
      'code',
      code,
      '    name two rooms with',
      '    a view',
    ])
    expect(draw(columns, rows, 56, false)[1]).toBe('6   2026-11-22T05:43:12.424Z  exports/january/rates.csv    1085')
    expect(draw([column('name')], [['word '.repeat(100).trim()]], 40, false)).toHaveLength(2)
  })

  it('wraps a long text between its words, three lines of it, and all of it when asked', () => {
    const texts = [column('name'), column('units', 'right')]
    const long = [['Double room with a balcony over the harbour, a bath and a desk for two', '2']]
    expect(draw(texts, long, 32)).toEqual([
      'name                       units',
      'Double room with a             2',
      'balcony over the harbour,',
      'a bath and a desk for two',
    ])
    expect(draw(texts, long, 24).at(-1)).toBe('the harbour, a…')
    const all = drawTable(texts, long, { stdout: true, width: 24 } as Terminal, { isWhole: true })
    expect(stripVTControlCharacters(all).split('\n').at(-1)).toBe('for two')
    expect(draw([{ ...column('why'), isWhole: true }], [['word '.repeat(30).trim()]], 20)).toHaveLength(9)
  })

  it('has no line of names where none is wanted', () => {
    const bare = drawTable(columns, rows, { stdout: true, width: 80 } as Terminal, { hasHead: false })
    expect(stripVTControlCharacters(bare).split('\n')).toHaveLength(2)
  })

  it('of one record goes on below its own value', () => {
    const pair = ['billingAddress', 'street1: Strandweg 1; city: Hamburg; postCode: 20095'] as const
    const drawn = drawPairs([['id', '1'], pair], { stdout: true, width: 50 } as Terminal)
    expect(stripVTControlCharacters(drawn).split('\n')).toEqual([
      'id              1',
      'billingAddress  street1: Strandweg 1; city:',
      '                Hamburg; postCode: 20095',
    ])
    expect(stripVTControlCharacters(drawPairs([['id', '1'], pair])).split('\n')).toHaveLength(2)
  })

  it('of many rows is drawn in parts that stand in line', () => {
    const many = Array.from({ length: 2501 }, (_, at) => [
      String(at),
      at === 1700 ? 'Zimmer 東京' : 'a room',
      'x',
      String(at % 10),
    ])
    const lines = draw(columns, many, 80)
    expect(lines).toHaveLength(many.length + 1)
    expect(lines[0]).toMatch(/^id {4}created/)
    expect(lines[2501]).toMatch(/^2500 {2}a room +x +0$/)
    expect(lines[1701]).toContain('Zimmer 東京')
    expect(
      new Set(
        lines
          .slice(1)
          .filter((line) => !line.includes('東京'))
          .map((line) => line.indexOf('x')),
      ),
    ).toEqual(new Set([(lines[0] as string).indexOf('files')]))
  })

  it.each([
    ['Japanese', '東京'],
    ['accents of their own', 'e\u0301x'],
    ['emoji', '👩‍👩‍👧'],
    ['blanks that take no room', '\u200b'],
    ['letters', 'ab'],
  ])('draws a long text in %s in time that grows with its length', (_, piece) => {
    const work = (times: number) => () => {
      const long = piece.repeat(times)
      drawPairs([['name', long]], { stdout: true, width: 80 } as Terminal)
      drawTable([{ ...column('text'), isWhole: true }, column('n', 'right')], [[long, '2']], {
        stdout: true,
        width: 80,
      } as Terminal)
    }
    // Eight times as much takes eight times as long; measured again and again it takes sixty-four times.
    expect(fastGrowth(work(1_000), work(8_000), 28, 20)).toEqual([])
  })

  it('gives a character that is two columns wide the room of two', () => {
    expect(
      draw(
        [column('name'), column('n', 'right')],
        [
          ['東京', '2'],
          ['Rome', '10'],
        ],
        80,
        false,
      ),
    ).toEqual(['name   n', '東京   2', 'Rome  10'])
  })
})

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { drawPairs, drawTable } from '../../../src/cli/show/table.js'
import type { Terminal } from '../../../src/cli/terminal/terminal.js'
import type { Column } from '../../../src/cli/terminal/answer.js'

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

  it('cuts the widest texts first, never numbers', () => {
    expect(draw(columns, rows, 56)).toEqual([
      'id  created                files                  nights',
      '6   2026-11-22T05:43:12.…  exports/january/rate…    1085',
      '5   2026-11-22T04:45:13.…                              1',
    ])
  })

  it.each([120, 64, 63, 62, 58, 56, 54])('is no wider than %i', (width) => {
    expect(Math.max(...draw(columns, rows, width).map(({ length }) => length))).toBeLessThanOrEqual(width)
  })

  it('leaves ids and codes whole where nothing fits, and cuts nothing more in a pipe', () => {
    const code = '12345678901234567890'
    expect(draw([column('code'), column('name')], [[code, 'x'.repeat(30)]], 24)[1]).toBe(`${code}  ${'x'.repeat(19)}…`)
    expect(draw(columns, rows, 56, false)[1]).toBe('6   2026-11-22T05:43:12.424Z  exports/january/rates.csv    1085')
  })

  it('cuts one long text to half of the terminal', () => {
    expect(draw([column('name'), column('units', 'right')], [['x'.repeat(60), '2']], 80)[1]).toBe(
      `${'x'.repeat(39)}…      2`,
    )
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
  ])('draws a long text in %s, and does not measure it again and again', (_, piece) => {
    // Quadratic work would take hours here.
    const long = piece.repeat(30_000)
    expect(
      drawPairs([
        ['name', long],
        ['stars', '4'],
      ]),
    ).toMatch(/\nstars|stars.*4$/s)
    expect(
      stripVTControlCharacters(
        drawTable(
          [{ ...column('text'), isWhole: true }, column('n', 'right')],
          [
            [long, '2'],
            ['x', '10'],
          ],
          { stdout: true, width: 80 } as Terminal,
        ),
      ).split('\n'),
    ).toHaveLength(3)
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

import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { drawTable } from '../../src/cli/table.js'
import type { Terminal } from '../../src/cli/terminal.js'
import type { Column } from '../../src/cli/view.js'

const column = (name: string, align?: 'right'): Column<never> => ({ name, value: () => '', ...(align === undefined ? {} : { align }) })
const draw = (columns: readonly Column<never>[], rows: readonly (readonly string[])[], width: number): string[] =>
  stripVTControlCharacters(drawTable(columns, rows, { width } as Terminal)).split('\n')

describe('a table', () => {
  const columns = [column('id'), column('created'), column('files'), column('nights', 'right')]
  const rows = [['6', '2026-11-22T05:43:12.424Z', 'exports/january/rates.csv', '1085'], ['5', '2026-11-22T04:45:13.865Z', '', '1']]

  it('stands as it is where it fits', () => {
    expect(draw(columns, rows, 80)).toEqual([
      'id  created                   files                      nights',
      '6   2026-11-22T05:43:12.424Z  exports/january/rates.csv    1085',
      '5   2026-11-22T04:45:13.865Z                                  1',
    ])
  })

  it('cuts the widest texts first, never numbers', () => {
    expect(draw(columns, rows, 50)).toEqual([
      'id  created             files               nights',
      '6   2026-11-22T05:43:…  exports/january/r…    1085',
      '5   2026-11-22T04:45:…                           1',
    ])
  })

  it.each([120, 64, 63, 62, 50, 40, 34])('is no wider than %i', (width) => {
    expect(Math.max(...draw(columns, rows, width).map(({ length }) => length))).toBeLessThanOrEqual(width)
  })

  it('leaves something of each text where nothing fits', () => {
    expect(draw(columns, rows, 10)[1]).toBe('6   2026-11…  exports…    1085')
  })

  it('cuts one long text to half of the terminal', () => {
    expect(draw([column('name'), column('units', 'right')], [['x'.repeat(60), '2']], 80)[1]).toBe(`${'x'.repeat(39)}…      2`)
  })
})

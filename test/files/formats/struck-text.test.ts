import { describe, expect, it } from 'vitest'
import { type CellValue, workbook } from '../../support/workbook.js'
import { faultOf, readText } from '../reading.js'

const HEADER = ['hotel_code', 'room_id', 'date', 'price', 'currency', 'min_stay', 'closed', 'days']
const GOOD: Record<string, CellValue> = {
  hotel_code: 1000001,
  room_id: 101,
  date: { date: '2027-01-05' },
  price: 90,
  currency: 'EUR',
  min_stay: 2,
  closed: 'true',
  days: 'tue',
}
/** Styles: 0 plain, 1 a date, 2 struck out, 3 said not to be, 4 superscript, 5 struck out with two decimals. */
const STYLES =
  '<styleSheet><fonts count="4"><font><sz val="11"/></font><font><strike/><sz val="11"/></font><font><strike val="0"/></font><font><vertAlign val="superscript"/></font></fonts><cellXfs count="6"><xf numFmtId="0" fontId="0"/><xf numFmtId="14" fontId="0"/><xf numFmtId="0" fontId="1"/><xf numFmtId="0" fontId="2"/><xf numFmtId="0" fontId="3"/><xf numFmtId="2" fontId="1"/></cellXfs></styleSheet>'

const run = (text: string, properties?: string): string =>
  `<r>${properties === undefined ? '' : `<rPr>${properties}</rPr>`}<t xml:space="preserve">${text}</t></r>`

function read(
  cells: Record<string, CellValue>,
  {
    header = HEADER as CellValue[],
    shared = '',
    more = {},
  }: { header?: CellValue[]; shared?: string; more?: Record<string, string> } = {},
) {
  const names = HEADER
  const rows = [header, names.map((name) => ({ ...GOOD, ...cells })[name])]
  return readText(
    workbook({
      strings: 'inline',
      sheets: [{ rows }],
      more: { 'xl/styles.xml': STYLES, 'xl/sharedStrings.xml': `<sst>${shared}</sst>`, ...more },
    }),
    { name: 'rates.xlsx' },
  )
}

const ODD: [string, string, string, string][] = [
  ['price', run('120', '<strike/>') + run('100'), '120100', 'partly struck out'],
  [
    'price',
    run('120', '<strike val="1"/><sz val="11"/>') + run(' 100', '<sz val="11"/>'),
    '120 100',
    'partly struck out',
  ],
  ['price', run('99') + run('90', '<vertAlign val="superscript"/>'), '9990', 'partly superscript'],
  ['price', run('120') + run('2', '<vertAlign val="subscript"/>'), '1202', 'partly subscript'],
  ['price', run('120', '<b/><strike val="true"/>'), '120', 'struck out'],
  ['room_id', run('1', '<strike/>') + run('02'), '102', 'partly struck out'],
  ['min_stay', run('1', '<strike/>') + run('5'), '15', 'partly struck out'],
  ['closed', run('true', '<strike/>'), 'true', 'struck out'],
  ['currency', run('EUR', '<strike/>'), 'EUR', 'struck out'],
  ['days', run('mon', '<strike/>') + run(', tue'), 'mon, tue', 'partly struck out'],
  ['hotel_code', run('100000') + run('1', '<vertAlign val="superscript"/>'), '1000001', 'partly superscript'],
  ['date', run('2027-01-0') + run('5', '<strike/>'), '2027-01-05', 'partly struck out'],
]

describe('text of a sheet', () => {
  it.each(ODD)(
    'of which a part is struck out, raised or lowered is refused: %s %s',
    async (column, runs, text, mark) => {
      for (const reading of [
        await read({ [column]: { raw: `<c t="inlineStr"><is>${runs}</is></c>` } }),
        await read({ [column]: { raw: '<c t="s"><v>1</v></c>' } }, { shared: `<si/><si>${runs}</si>` }),
      ]) {
        expect(reading.rows).toEqual([])
        expect(reading.bad).toMatchObject([
          {
            line: 2,
            field: column,
            value: `${text} (${mark})`,
            reason: `is ${mark}`,
            remedy: expect.stringContaining(mark === 'struck out' ? 'Delete' : 'Write'),
          },
        ])
      }
    },
  )

  it.each(HEADER)('is refused where the font of its cell is struck out: %s', async (column) => {
    const value = GOOD[column]
    const raw =
      typeof value === 'string'
        ? `<c s="2" t="inlineStr"><is><t>${value}</t></is></c>`
        : `<c s="${column === 'price' ? 5 : 2}"><v>${typeof value === 'number' ? value : 46_392}</v></c>`
    const { rows, bad } = await read({ [column]: { raw } })
    expect(rows).toEqual([])
    expect(bad).toMatchObject([{ line: 2, field: column, reason: 'is struck out' }])
  })

  it('in a merged block is struck out wherever the block shows it', async () => {
    const line = (price: CellValue, date: string): CellValue[] => [1000001, 101, { date }, price]
    const bytes = workbook({
      strings: 'inline',
      sheets: [
        {
          rows: [
            HEADER.slice(0, 4),
            line({ raw: '<c s="2"><v>90</v></c>' }, '2027-01-05'),
            line(null, '2027-01-06'),
            line(80, '2027-01-07'),
          ],
          merges: ['D2:D3'],
        },
      ],
      more: { 'xl/styles.xml': STYLES },
    })
    const { rows, bad } = await readText(bytes, { name: 'rates.xlsx' })
    expect(bad.map(({ line: at, reason }) => [at, reason])).toEqual([
      [2, 'is struck out'],
      [3, 'is struck out'],
    ])
    expect(rows).toHaveLength(1)
  })

  it.each([
    run('1', '<strike val="0"/>') + run('20', '<strike val="false"/>'),
    run('12', '<vertAlign val="baseline"/>') + run('0', '<b/>'),
    run('120', '<vertAlign val="superscript"/>'),
    run(' ', '<strike/>') + run('120'),
    '<t>120</t><rPh sb="0" eb="1"><t>99</t></rPh><phoneticPr fontId="1"/>',
    run('120') + '<rPh sb="0" eb="1"><t>99</t></rPh>',
  ])('that looks alike throughout is a value, and what stands above it is none of it: %s', async (runs) => {
    for (const reading of [
      await read({ price: { raw: `<c s="3" t="inlineStr"><is>${runs}</is></c>` } }),
      await read({ price: { raw: '<c s="3" t="s"><v>0</v></c>' } }, { shared: `<si>${runs}</si>` }),
    ]) {
      expect(reading.bad).toEqual([])
      expect(reading.rows.map(({ fields }) => fields.price)).toEqual(['120.00'])
    }
  })

  it('with a run in the font of its cell is partly struck out where the others are not', async () => {
    expect(
      (await read({ price: { raw: `<c s="2" t="inlineStr"><is>${run('120')}${run('100', '<b/>')}</is></c>` } })).bad,
    ).toMatchObject([{ value: '120100 (partly struck out)' }])
    expect(
      (await read({ price: { raw: `<c s="4" t="inlineStr"><is>${run('99')}${run('90', '<b/>')}</is></c>` } })).bad,
    ).toMatchObject([{ value: '9990 (partly superscript)' }])
  })

  it('in a header is refused, unless its column is not read', async () => {
    const struck = { raw: `<c t="inlineStr"><is>${run('price', '<strike/>')}</is></c>` }
    expect(await faultOf(read({}, { header: HEADER.map((name) => (name === 'price' ? struck : name)) }))).toMatchObject(
      {
        code: 'INVALID_INPUT',
        findings: [{ line: 1, field: 'price', reason: expect.stringContaining('struck out in the header') }],
      },
    )
    const note = { raw: `<c t="inlineStr"><is>${run('_old', '<strike/>')}</is></c>` }
    expect((await read({ days: null }, { header: [...HEADER.slice(0, -1), note] })).bad).toEqual([])
    const raised = {
      raw: `<c t="inlineStr"><is>${run('2027-01-0')}${run('5', '<vertAlign val="superscript"/>')}</is></c>`,
    }
    const matrix = workbook({
      strings: 'inline',
      sheets: [
        {
          rows: [
            ['hotel_code', 'room_id', raised, '2027-01-06'],
            [1000001, 101, 90, 91],
          ],
        },
      ],
    })
    expect(await faultOf(readText(matrix, { name: 'm.xlsx', options: { matrix: 'price' } }))).toMatchObject({
      findings: [{ line: 1, reason: expect.stringContaining('partly superscript') }],
    })
  })
})

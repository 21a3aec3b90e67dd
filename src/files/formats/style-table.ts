import { tagsOf } from '../workbook/index.js'
import { CellFormat } from './cell-format.js'
import { lookOf, mayLookOdd, PLAIN_LOOK, type TextLook } from './text-look.js'

/** Formats that a workbook need not spell out. Those of money (5 to 8, 37 to 44) show the currency of the machine, so they say nothing. */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0',
  6: '#,##0',
  7: '#,##0.00',
  8: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'd/m/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'd/m/yyyy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '#,##0',
  43: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
}
const AS_THEY_ARE = /^(general|@|standard)?$/i

/** The number formats of a workbook, and what its fonts do to a text, by the numbers of its styles. */
export class StyleTable {
  readonly #formats: readonly (CellFormat | undefined)[]
  /** Empty where all texts look alike. */
  readonly #looks: readonly TextLook[]
  readonly #dxfs: readonly boolean[]

  constructor(styles: Buffer | undefined) {
    const xml = styles?.toString('utf8') ?? ''
    const own = new Map(
      [...tagsOf(xml, 'numFmt')].map(({ numFmtId = '', formatCode = '' }) => [Number(numFmtId), formatCode]),
    )
    const cells = part(xml, /<(?:[\w.-]{1,40}:)?cellXfs\b/, /<\/(?:[\w.-]{1,40}:)?cellXfs\b/)
    const isOdd = mayLookOdd(xml)
    const fonts = isOdd
      ? elements(
          part(xml, /<(?:[\w.-]{1,40}:)?fonts\b/, /<\/(?:[\w.-]{1,40}:)?fonts\b/),
          /<(?:[\w.-]{1,40}:)?font(?=[\s/>])/,
        ).map(lookOf)
      : []
    this.#looks = fonts.every(({ isStruck, script }) => !isStruck && script === undefined)
      ? []
      : [...tagsOf(cells, 'xf')].map(({ fontId = '0' }) => fonts[Number(fontId)] ?? PLAIN_LOOK)
    this.#dxfs = isOdd
      ? elements(
          part(xml, /<(?:[\w.-]{1,40}:)?dxfs\b/, /<\/(?:[\w.-]{1,40}:)?dxfs\b/),
          /<(?:[\w.-]{1,40}:)?dxf(?=[\s/>])/,
        ).map((dxf) => lookOf(dxf).isStruck)
      : []
    const byId = new Map<number, CellFormat | undefined>()
    this.#formats = [...tagsOf(cells, 'xf')].map(({ numFmtId = '0' }) => {
      const id = Number(numFmtId)
      if (!byId.has(id)) byId.set(id, formatOf(own.get(id) ?? BUILT_IN[id] ?? ''))
      return byId.get(id)
    })
  }

  /** The format of cells of a style, which is the first one where a cell names none; undefined where they are shown as they are. */
  formatOf(style: string | undefined): CellFormat | undefined {
    return this.#formats[style === undefined ? 0 : Number(style)]
  }

  /** True where some style strikes out, raises or lowers its text. */
  get hasLooks(): boolean {
    return this.#looks.length > 0
  }

  /** What the font of a style does to a text. */
  lookOf(style: string | undefined): TextLook {
    return this.#looks[style === undefined ? 0 : Number(style)] ?? PLAIN_LOOK
  }

  /** True for a conditional format that strikes cells out. */
  strikesIf(dxf: string | undefined): boolean {
    return dxf !== undefined && this.#dxfs[Number(dxf)] === true
  }
}

/** What stands between the first start tag and the first end tag behind it. */
function part(xml: string, open: RegExp, close: RegExp): string {
  const start = xml.search(open)
  const end = start < 0 ? -1 : xml.slice(start).search(close)
  return end < 0 ? '' : xml.slice(start, start + end)
}

/** The text of each element, which begins with its start tag. */
function elements(list: string, open: RegExp): string[] {
  return list.split(open).slice(1)
}

function formatOf(code: string): CellFormat | undefined {
  return AS_THEY_ARE.test(code.trim()) ? undefined : new CellFormat(code)
}

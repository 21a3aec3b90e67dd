import { Problem, readAmount, storedAndShownText } from '../values/index.js'
import { cellText, sheetDay, type SheetValue } from '../workbook/index.js'
import { type FormatSection, formatSections, type Token } from './format-code.js'
import { numberShown } from './number-shown.js'

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Which parts of a date a format shows. */
interface DateParts {
  day: boolean
  weekday: boolean
  month: boolean
  year: boolean
  time: boolean
}

/** A number format of a workbook. */
export class CellFormat {
  readonly #sections: readonly FormatSection[]
  readonly #text: readonly Token[] | undefined
  /** What whole numbers and those of one or two decimals, from zero on, are shown with: most formats of prices need no closer look. */
  readonly #plainDecimals: number

  constructor(code: string) {
    const sections = formatSections(code)
    const last = sections.at(-1) as FormatSection
    const hasText = sections.length === 4 || last.tokens.some(({ kind }) => kind === 'text')
    this.#text = hasText ? last.tokens : undefined
    this.#sections = hasText && sections.length > 1 ? sections.slice(0, -1) : sections
    this.#plainDecimals = plainDecimals(this.#sections)
  }

  /** False where texts stand as they are. */
  get changesText(): boolean {
    return (
      this.#text !== undefined &&
      !(
        this.#text.some(({ kind }) => kind === 'text') &&
        this.#text.every(({ kind, text }) => kind === 'text' || text.trim() === '')
      )
    )
  }

  /** The value as it is where the format shows the same; else what it shows, or both where they are not the same value. */
  shown(value: SheetValue, mark: '.' | ','): SheetValue {
    if (typeof value === 'number') return this.#number(value, mark)
    if (value instanceof Date) return this.#date(value)
    return typeof value === 'string' && this.changesText ? storedAndShownText(value, this.#textShown(value)) : value
  }

  /** What a number from zero on is shown as, where that is known. */
  text(value: number): string | undefined {
    const section = value < 0 || !Number.isFinite(value) ? undefined : this.#sectionOf(value)
    const stored = cellText(value, false)
    if (section === undefined || partsOf(section.tokens) !== undefined || !/^\d+(\.\d+)?$/.test(stored))
      return undefined
    return numberShown(section.tokens, stored.replace(/(\.\d{3})0$/, '$1')).trim()
  }

  #number(value: number, mark: '.' | ','): SheetValue {
    // What is below zero is refused wherever a number is asked for.
    if (value < 0 || !Number.isFinite(value)) return value
    const stored = cellText(value, false)
    if (!/^\d+(\.\d+)?$/.test(stored)) return value
    const decimals = stored.length - (stored.indexOf('.') < 0 ? stored.length : stored.indexOf('.') + 1)
    if (decimals <= this.#plainDecimals && value !== 0) return value
    const section = this.#sectionOf(value)
    const tokens = section?.tokens ?? []
    const parts = partsOf(tokens)
    if (section === undefined) return storedAndShownText(cellText(value, mark === ','), '####')
    // Only formats that the parser does not know as dates come here. A column of dates counts the days itself.
    if (parts !== undefined)
      return parts.day
        ? value
        : storedAndShownText(cellText(value, mark === ','), tokens.map(({ text }) => text).join(''))
    const whole = numberShown(tokens, stored.replace(/(\.\d{3})0$/, '$1')).trim()
    const shown = whole.replace(/^['’](?=\d)|(?<=\d)[ '’\u00a0\u202f](?=\d)/g, '')
    if (/^\d*(?:\.\d*)?(?:E[+-]\d+)?$/.test(shown) && shown !== '' && Number(shown) === Number(stored))
      return /^0\d/.test(shown) ? shown : value
    const [own, named] = [readAmount(stored, '.'), readAmount(shown, '.')]
    const isSame = !(own instanceof Problem) && !(named instanceof Problem) && own.amount === named.amount
    const inMark = (text: string): string => (mark === '.' ? text : text.replace(/(\d)\.(?=\d)/, '$1,'))
    // A fourth decimal says that three decimals are no thousands.
    return isSame
      ? inMark(shown).replace(/([.,]\d{3})(?!\d)/, '$10')
      : storedAndShownText(cellText(value, mark === ','), inMark(whole))
  }

  #date(value: Date): SheetValue {
    const day = cellText(value, false)
    const serial = value.getTime() / 86_400_000 + 25_569
    const tokens = this.#sectionOf(serial)?.tokens ?? []
    const parts = partsOf(tokens)
    if (parts === undefined)
      return storedAndShownText(
        day,
        tokens
          .filter(({ kind }) => kind === 'literal')
          .map(({ text }) => text)
          .join('')
          .trim(),
      )
    if (parts.day) return value
    const weekday = WEEKDAYS[value.getUTCDay()] as string
    if (parts.weekday && !parts.month && !parts.year && !parts.time) return weekday
    const [year = '', ofYear] = sheetDay(value).split('-')
    const month = `${MONTHS[Number(ofYear) - 1]} ${year}`
    const shown = parts.time ? value.toISOString().slice(11, 16) : parts.month ? month : year
    return storedAndShownText(day, parts.weekday && !parts.time ? `${weekday} ${shown}` : shown)
  }

  #sectionOf(value: number): FormatSection | undefined {
    const sections = this.#sections
    const [first, second, third] = sections
    if (!sections.some(({ condition }) => condition !== undefined))
      return value === 0 && third !== undefined ? third : first
    const met = sections.find(({ condition }) => condition?.(value) === true)
    // Without a condition of its own a part is for what no condition is for; the second one is for numbers below zero where there is a third.
    return (
      met ??
      (sections.length > 2
        ? third?.condition === undefined
          ? third
          : undefined
        : sections.length === 2
          ? [first, second].find((section) => section?.condition === undefined)
          : undefined)
    )
  }

  #textShown(value: string): string {
    return (this.#text ?? []).map(({ kind, text }) => (kind === 'text' ? value : text)).join('')
  }
}

function partsOf(tokens: readonly Token[]): DateParts | undefined {
  const runs = tokens.flatMap(({ kind, text }) => (kind === 'date' ? [text.toLowerCase()] : []))
  // Letters beside places for digits are words that should have quotes, such as EUR; only seconds have decimals.
  if (runs.length === 0 || (tokens.some(({ kind }) => kind === 'digit') && !runs.some((run) => run.startsWith('s'))))
    return undefined
  const time = runs.some((run) => /^[hs]/.test(run))
  return {
    day: runs.some((run) => run === 'd' || run === 'dd'),
    weekday: runs.some((run) => /^(ddd|aaa)/.test(run)),
    month: !time && runs.some((run) => run.startsWith('m')),
    year: runs.some((run) => /^[yeb]/.test(run)),
    time,
  }
}

/** How many decimals a number may have to be shown as it is, where the format is nothing but places for digits; -1 for other formats. */
function plainDecimals(sections: readonly FormatSection[]): number {
  const [first] = sections
  if (first === undefined || sections.some(({ condition }) => condition !== undefined)) return -1
  const code = first.tokens
    .map(({ kind, text }) => (kind === 'literal' ? (text.trim() === '' ? '' : 'x') : text))
    .join('')
  const plain = /^#?,?#{0,2}0(?:\.(0*#*))?$/.exec(code)
  return plain === null ? -1 : (plain[1] ?? '').length
}

import { parseNight } from '../../calendar/index.js'
import type { PlainText } from '../bytes/index.js'
import { KeptTexts } from './kept-texts.js'
import { KnownLine, type TakenBlock } from './known-line.js'
import { LineParts } from './line-parts.js'
import { dateAt, isDate, nightOfDate } from './line-date.js'
import { areSame } from './line-view.js'
import type { CsvRecord } from './record.js'

const LF = 0x0a
const CR = 0x0d
const ZERO = 0x30
const DATE_BYTES = 'YYYY-MM-DD'.length
const DAY_AT = 'YYYY-MM-'.length
const YEAR_BYTES = 'YYYY'.length
/** Every month has this day, so the one before needs no calendar. */
const SAFE_DAY = 28
/** So many lines of a block are decoded each for itself: mostly few of them have to be, and the text of all the others is not asked for. */
const ALONE_MAX = 32
const NO_PARTS = { head: 0, tail: 0, date: 0, isWithoutFirst: false }
/** More of them may be asked for their cells after all. */
const ASKED_MAX = 64

/** What a reader of records follows in them. Places of cells; -1 for none. */
export interface FollowedCells {
  /** Whose nights may follow each other. */
  date: number
  /** Whose texts are to be numbered. */
  numbered: number
  /** From which on there are values only, behind the date. */
  tail: number
}

/**
 * Splits plain lines into records, byte by byte. A cell that repeats the one above stays the same text, so nothing is
 * read twice; where a column is followed, a line that repeats the one above but for the night after is only counted; and
 * a line whose head and tail have come before is not split at all.
 */
export class PlainLines {
  readonly #delimiter: number
  #followed = -1
  #numbered = -1
  #parts: LineParts | undefined
  /** The number of the text in the numbered cell of the line above; 0 for none. */
  #number = 0
  #cells: string[] = []
  readonly #kept = new KeptTexts()
  /** Where the cells of the line above end, behind its beginning. */
  #ends: number[] = []
  /** Where the date of the line above begins, behind its beginning. */
  #dateAt = 0
  #view: DataView = new DataView(new ArrayBuffer(0))
  /** Whether the numbered cell is the first value. */
  #isFirstNumbered = false
  #block: TakenBlock | undefined

  constructor(delimiter: string) {
    this.#delimiter = delimiter.codePointAt(0) as number
  }

  follow({ date, numbered, tail }: FollowedCells): void {
    this.#followed = date
    this.#numbered = numbered
    this.#parts = date < 0 || tail <= date ? undefined : new LineParts(this.#delimiter, { date, tail })
    this.#isFirstNumbered = numbered === tail
  }

  /** The records of a block of whole lines. Blank lines are none. */
  take(plain: PlainText, firstLine: number): CsvRecord[] {
    const { bytes } = plain
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#cells = []
    this.#number = 0
    if (this.#parts?.isWithoutFirst === true && isOfNoUse(this.#block)) this.#parts = undefined
    const parts = this.#parts
    if (parts === undefined) return this.#splitAll(plain, firstLine)
    const records = this.#takeApart(plain, firstLine, parts)
    if (!parts.isWorthIt) {
      if (this.#isFirstNumbered && !parts.isWithoutFirst) parts.leaveOutFirst()
      else this.#parts = undefined
    }
    return records
  }

  #splitAll(plain: PlainText, firstLine: number): CsvRecord[] {
    const { bytes } = plain
    const records: CsvRecord[] = []
    let line = firstLine
    let above = -1
    let size = 0
    let open: CsvRecord | undefined
    for (let from = 0; from < bytes.length; line += 1) {
      if (open !== undefined && this.#repeats(bytes, above, from, size)) {
        open.repeats = (open.repeats as number) + 1
        above = from
        from += size + 1
        continue
      }
      if (open !== undefined && (open.repeats as number) > 0) this.#catchUp(plain, above)
      size = this.#split(plain, above, from)
      const isBlank = this.#cells.length === 1 && this.#cells[0] === ''
      if (!isBlank) records.push((open = { line, cells: this.#cells.slice(), repeats: 0, number: this.#number }))
      if (isBlank || parseNight(this.#cells[this.#followed] ?? '') === undefined) open = undefined
      else this.#dateAt = this.#startOf(this.#followed)
      above = from
      from += size + 1
    }
    plain.lineCount = line - firstLine
    return records
  }

  /** The same, where lines of known parts are not split. */
  #takeApart(plain: PlainText, firstLine: number, parts: LineParts): CsvRecord[] {
    const { bytes } = plain
    const records: CsvRecord[] = []
    let line = firstLine
    let above = -1
    let size = 0
    let open: CsvRecord | undefined
    let alone = 0
    parts.begin(plain)
    const block = (this.#block = { plain, delimiter: String.fromCharCode(this.#delimiter), known: 0, asked: 0 })
    for (let from = 0; from < bytes.length; line += 1) {
      if (open !== undefined && this.#repeats(bytes, above, from, size)) {
        open.repeats = (open.repeats as number) + 1
        above = from
        from += size + 1
        continue
      }
      const hasParts = parts.take(from)
      const number = hasParts && parts.isKnown ? this.#numberOfFirst(bytes, from, parts) : -1
      if (number >= 0) {
        size = parts.size
        this.#dateAt = parts.dateAt
        const record = new KnownLine(block, line, from, parts, number)
        records.push(record)
        block.known += 1
        open = isDate(parts.date) ? record : undefined
      } else {
        const { head, tail: part, date, isWithoutFirst } = hasParts ? parts : NO_PARTS
        const [tail, rest] = isWithoutFirst ? [0, part] : [part, 0]
        this.#cells = []
        alone += 1
        size = alone > ALONE_MAX ? this.#split(plain, -1, from) : this.#split(lineAt(bytes, from), -1, 0)
        const cells = this.#cells
        const isBlank = cells.length === 1 && cells[0] === ''
        open = isBlank ? undefined : { line, cells, repeats: 0, number: this.#number, head, tail, rest, date }
        if (open !== undefined) records.push(open)
        if (parseNight(this.#cells[this.#followed] ?? '') === undefined) open = undefined
        else this.#dateAt = this.#startOf(this.#followed)
      }
      above = from
      from += size + 1
    }
    plain.lineCount = line - firstLine
    return records
  }

  /** The number of the first value, where it is no part of the tail, or 0; below 0 where it has none. */
  #numberOfFirst(bytes: Uint8Array, from: number, { isWithoutFirst, firstAt, firstEnd }: LineParts): number {
    if (!isWithoutFirst) return 0
    const place = this.#kept.placeOf(bytes, undefined, from + firstAt, from + firstEnd)
    return place < 0 ? -1 : this.#kept.numberAt(place)
  }

  /** Reads the night of the line above, which was only counted. */
  #catchUp({ text }: PlainText, above: number): void {
    const date = above + this.#startOf(this.#followed)
    this.#cells[this.#followed] = text.slice(date, date + DATE_BYTES)
    if (this.#followed === this.#numbered) this.#number = 0
  }

  /** Whether the line at `from` is the one at `above`, of `size` bytes, a night later. */
  #repeats(bytes: Uint8Array, above: number, from: number, size: number): boolean {
    const end = from + size
    if (end > bytes.length || (end < bytes.length && bytes[end] !== LF)) return false
    const date = this.#dateAt
    if (!isDayAfter(bytes, above + date, from + date)) return false
    const [view, behind] = [this.#view, date + DATE_BYTES]
    return areSame(view, above + behind, view, from + behind, size - behind) && areSame(view, above, view, from, date)
  }

  #startOf(cell: number): number {
    return cell === 0 ? 0 : (this.#ends[cell - 1] as number) + 1
  }

  #take({ bytes, text }: PlainText, start: number, end: number, cell: number): void {
    const place = this.#kept.placeOf(bytes, text, start, end)
    this.#cells[cell] = place < 0 ? text.slice(start, end) : this.#kept.textAt(place)
    if (cell === this.#numbered) this.#number = place < 0 ? 0 : this.#kept.numberAt(place)
  }

  /** Splits the line at `from`; returns its bytes, LF not counted. */
  #split(plain: PlainText, above: number, from: number): number {
    const { bytes } = plain
    const delimiter = this.#delimiter
    const cells = this.#cells
    const ends = this.#ends
    const known = cells.length
    let count = 0
    let start = from
    let before = above
    for (let at = from; ; at += 1) {
      const byte = at < bytes.length ? bytes[at] : LF
      if (byte !== delimiter && byte !== LF) continue
      const end = byte === LF && at > from && bytes[at - 1] === CR ? at - 1 : at
      const last = count < known ? above + (ends[count] as number) : -1
      if (count >= known || last - before !== end - start || !isSame(bytes, before, start, end - start))
        this.#take(plain, start, end, count)
      ends[count] = end - from
      count += 1
      start = at + 1
      before = last + 1
      if (byte !== LF) continue
      cells.length = count
      return at - from
    }
  }
}

/** Whether known lines are asked for their cells so often that splitting all would cost less: their first values say something about the others. */
const isOfNoUse = (block: TakenBlock | undefined): boolean =>
  block !== undefined && block.asked > ASKED_MAX && 2 * block.asked > block.known

/** The line at `from` alone, without its LF. */
function lineAt(bytes: Uint8Array, from: number): PlainText {
  const end = bytes.indexOf(LF, from)
  const line = Buffer.from(bytes.buffer, bytes.byteOffset + from, (end < 0 ? bytes.length : end) - from)
  return { bytes: line, text: line.toString('latin1') }
}

function isSame(bytes: Uint8Array, a: number, b: number, size: number): boolean {
  for (let at = 0; at < size; at += 1) if (bytes[a + at] !== bytes[b + at]) return false
  return true
}

/** Whether the date at `b` is the day after the date at `a`, in one year. */
function isDayAfter(bytes: Uint8Array, a: number, b: number): boolean {
  const day = dayAt(bytes, b)
  if (day > 1 && day <= SAFE_DAY) return day === dayAt(bytes, a) + 1 && isSame(bytes, a, b, DAY_AT)
  if (!isSame(bytes, a, b, YEAR_BYTES)) return false
  const before = nightOfDate(dateAt(bytes, a))
  return before !== undefined && before + 1 === nightOfDate(dateAt(bytes, b))
}

/** The day of the month in the date at `at`; below 0 or above 31 where it is none. */
function dayAt(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at + DAY_AT] as number) - ZERO
  const ones = (bytes[at + DAY_AT + 1] as number) - ZERO
  return tens < 0 || tens > 3 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}

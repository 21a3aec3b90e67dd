import type { PlainText } from '../bytes/index.js'
import { ByteNumbers } from './byte-numbers.js'
import { dateAt } from './line-date.js'
import { areSame, hashed, hashOf, type Stretches } from './line-view.js'

const LF = 0x0a
const CR = 0x0d
const DATE_BYTES = 'YYYY-MM-DD'.length
const WORD = 4

const HEADS_MAX = 1 << 16
const TAILS_MAX = 1 << 16
/** Longer parts hardly come again. */
const PART_BYTES = 512
/** Whether tails come again is asked early, so that hardly anything is lost where they do not: after so many lines, and after so many tails that are new. */
const TRIED_LINES = 1 << 12
const TRIED_TAILS = 1 << 14
/** So many times as few may have come before. Of 20,000 that are drawn at random, the first hardly meet. */
const WORTH_FIRST = 32
const WORTH_LATER = 4
/** Lines of another form, or of heads that are new or too many. */
const STRANGE_MAX = 1 << 16

/** Where the cells lie that tell parts from each other: the tail begins behind the date. */
export interface PartCells {
  date: number
  tail: number
}

/**
 * Takes lines apart into the date, what stands before the first value (the head) and the values (the tail), and numbers heads and tails: a file of a million
 * rows has some thousand rooms and some hundred sets of values, and what was read of a part once holds wherever it comes again. Where the first value, mostly
 * the price, makes most sets new, the tail is what stands behind it.
 */
export class LineParts {
  /** Of the line at hand. Numbers are above 0, equal ones of equal bytes. */
  head = 0
  tail = 0
  /** The date as the number YYYYMMDD, of whatever digits stand there. */
  date = 0
  /** Bytes of the line, LF not counted. */
  size = 0
  /** True where head and tail have come before, once it is known that they do. */
  isKnown = false
  /** False once hardly any part has come again. */
  isWorthIt = true
  /** Where the date begins, behind the beginning of the line. */
  dateAt = 0
  /** Where the first value begins and where the tail does: the same place where it is a part of the tail. */
  firstAt = 0
  firstEnd = 0
  /** Whether the tail is without the first value. */
  isWithoutFirst = false

  readonly #delimiter: number
  readonly #cells: PartCells
  readonly #heads = new ByteNumbers(HEADS_MAX)
  #tails = new ByteNumbers(TAILS_MAX)
  readonly #part: Stretches = { at: 0, size: 0, moreAt: 0, moreSize: 0, hash: 0 }
  #bytes: Uint8Array = new Uint8Array(0)
  #view: DataView = new DataView(new ArrayBuffer(0))
  #tailAt = 0
  /** Of the tail at hand. */
  #hash = 0
  /** Of the tail above. */
  #tailStart = 0
  #tailHash = 0
  #tailSize = -1
  /** Where the line before began whose parts are known; -1 for none. */
  #above = -1
  #old = 0
  #fresh = 0
  #isNew = false
  #known = 0
  #strange = 0
  #isTried = false

  constructor(delimiter: number, cells: PartCells) {
    this.#delimiter = delimiter
    this.#cells = cells
  }

  /** Lines of this block follow. */
  begin({ bytes }: PlainText): void {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#above = -1
  }

  /** From here on tails are without the first value. */
  leaveOutFirst(): void {
    this.isWithoutFirst = true
    this.isWorthIt = true
    this.#tails = new ByteNumbers(TAILS_MAX)
    this.#tailSize = -1
    this.#above = -1
    this.#fresh = this.#old = this.#known = this.#strange = 0
    this.#isTried = false
  }

  /** Takes the line at `from` apart. False where it is of another form, or of parts for which no number is left. */
  take(from: number): boolean {
    this.#isNew = false
    const isTaken = (this.#isLikeAbove(from) || this.#findHead(from)) && this.#findTail(from)
    if (isTaken) this.#above = from
    if (!this.#isTried && this.#old + this.#fresh >= TRIED_LINES) this.#judge(WORTH_FIRST)
    this.isKnown = isTaken && !this.#isNew && this.#isTried
    if (isTaken && !this.#isNew) this.#known += 1
    else if ((this.#strange += 1) >= STRANGE_MAX) {
      this.isWorthIt &&= this.#known * WORTH_LATER >= this.#strange
      this.#known = 0
      this.#strange = 0
    }
    return isTaken
  }

  #judge(worth: number): void {
    this.isWorthIt &&= this.#old * worth >= this.#fresh
    this.#isTried = true
    this.#fresh = 0
    this.#old = 0
  }

  /** Whether the head has the form of the one above, and is known. */
  #isLikeAbove(from: number): boolean {
    const above = this.#above
    if (above < 0 || from + this.#tailAt > this.#bytes.length || !this.#readDate(from + this.dateAt)) return false
    const view = this.#view
    const behind = this.dateAt + DATE_BYTES
    const more = this.#tailAt - behind
    if (areSame(view, above, view, from, this.dateAt) && areSame(view, above + behind, view, from + behind, more))
      return true
    const head = this.#heads.find(view, this.#headPart(from))
    if (head === 0) return false
    this.head = head
    return true
  }

  #findHead(from: number): boolean {
    const bytes = this.#bytes
    const { date, tail } = this.#cells
    const most = Math.min(bytes.length, from + PART_BYTES)
    let cell = 0
    if (date === 0) this.dateAt = 0
    for (let at = from; at < most; at += 1) {
      const byte = bytes[at]
      if (byte === LF) break
      if (byte !== this.#delimiter) continue
      if (cell === date && at - from - this.dateAt !== DATE_BYTES) break
      cell += 1
      if (cell === date) this.dateAt = at + 1 - from
      if (cell < tail) continue
      this.#tailAt = at + 1 - from
      if (!this.#readDate(from + this.dateAt)) break
      const part = this.#headPart(from)
      const known = this.#heads.find(this.#view, part)
      this.head = known === 0 ? this.#heads.add(bytes, part) : known
      if (known === 0) this.#isNew = true
      return this.head !== 0
    }
    this.#above = -1
    return false
  }

  #headPart(from: number): Stretches {
    const part = this.#part
    const behind = this.dateAt + DATE_BYTES
    part.at = from
    part.size = this.dateAt
    part.moreAt = from + behind
    part.moreSize = this.#tailAt - behind
    part.hash = hashOf(this.#view, part.moreAt, part.moreSize, hashOf(this.#view, from, part.size, 0))
    return part
  }

  #readDate(at: number): boolean {
    this.date = dateAt(this.#bytes, at)
    return this.date >= 0
  }

  #findTail(from: number): boolean {
    const view = this.#view
    this.firstAt = this.#tailAt
    const at = this.isWithoutFirst ? this.#endOfCell(from + this.#tailAt) : from + this.#tailAt
    const size = this.#sizeOfTail(at)
    this.firstEnd = at - from
    this.size = this.firstEnd + size
    if (this.#above >= 0 && size === this.#tailSize && this.#hash === this.#tailHash) {
      const before = this.#tailStart
      if (areSame(view, before, view, at, size)) {
        this.#tailStart = at
        this.#old += 1
        return true
      }
    }
    const part = this.#part
    part.at = at
    part.size = size
    part.moreSize = 0
    part.hash = this.#hash
    let tail = size > PART_BYTES ? 0 : this.#tails.find(view, part)
    if (tail === 0 && size <= PART_BYTES) {
      tail = this.#tails.add(this.#bytes, part)
      this.#isNew = true
      this.#fresh += 1
      if (this.#fresh >= TRIED_TAILS) this.#judge(WORTH_LATER)
    } else this.#old += 1
    this.tail = tail
    this.#tailHash = this.#hash
    this.#tailSize = tail === 0 ? -1 : size
    this.#tailStart = at
    if (tail === 0) this.#above = -1
    return tail !== 0
  }

  /** Where a cell ends; a CR before LF is none of it. */
  #endOfCell(start: number): number {
    const bytes = this.#bytes
    let at = start
    while (at < bytes.length && bytes[at] !== this.#delimiter && bytes[at] !== LF) at += 1
    return at > start && bytes[at] !== this.#delimiter && bytes[at - 1] === CR ? at - 1 : at
  }

  /** Bytes up to the next LF or the end, and their hash. */
  #sizeOfTail(at: number): number {
    const view = this.#view
    const end = view.byteLength
    let hash = 0
    let here = at
    for (; here + WORD <= end; here += WORD) {
      const word = view.getInt32(here, true)
      const ends = word ^ 0x0a0a_0a0a
      if (((ends - 0x0101_0101) & ~ends & 0x8080_8080) !== 0) break
      hash = hashed(hash, word)
    }
    for (; here < end; here += 1) {
      const byte = view.getUint8(here)
      if (byte === LF) break
      hash = hashed(hash, byte)
    }
    this.#hash = hash
    return here - at
  }
}

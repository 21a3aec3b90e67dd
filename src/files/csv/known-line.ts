import type { PlainText } from '../bytes/index.js'
import { asciiText } from './kept-texts.js'
import type { LineParts } from './line-parts.js'
import type { CsvRecord } from './record.js'

/** A block whose lines are taken apart. */
export interface TakenBlock {
  readonly plain: PlainText
  readonly delimiter: string
  /** Lines of it whose parts were known, and how many of them were asked for their cells. */
  known: number
  asked: number
}

/** A record whose cells are split when they are asked for: who knows its parts never asks. */
export class KnownLine implements CsvRecord {
  repeats = 0
  readonly head: number
  readonly tail: number
  readonly rest: number
  readonly date: number
  private readonly size: number
  private readonly firstAt: number
  private readonly firstEnd: number

  /** @param number of the first value, where it is no part of the tail */
  constructor(
    private readonly block: TakenBlock,
    readonly line: number,
    private readonly from: number,
    { head, tail, date, size, firstAt, firstEnd, isWithoutFirst }: LineParts,
    readonly number: number,
  ) {
    this.head = head
    this.tail = isWithoutFirst ? 0 : tail
    this.rest = isWithoutFirst ? tail : 0
    this.date = date
    this.size = size
    this.firstAt = firstAt
    this.firstEnd = firstEnd
  }

  get first(): string {
    return asciiText(this.block.plain.bytes, this.from + this.firstAt, this.from + this.firstEnd)
  }

  get cells(): readonly string[] {
    this.block.asked += 1
    const { plain, delimiter } = this.block
    const text = plain.text.slice(this.from, this.from + this.size)
    return (text.endsWith('\r') ? text.slice(0, -1) : text).split(delimiter)
  }
}

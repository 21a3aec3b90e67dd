import type { CellFields, Row } from '../reading/index.js'

/** The values of a row, numbered where they may come again. */
export type ReadValues = Required<Pick<Row, 'fields' | 'readAs'>>

/** A power of two. */
const PLACES = 1 << 15
/** Numbers of a place: that of the text, that of the other cells, the one that the values are read as. */
const SIZE = 3
/** Odd: the same texts beside other cells get other places. */
const STRIDE = 0x2545

const NO_FIELDS: CellFields = {}

/**
 * What was read of late, under the number of the first value's text and one that stands for all the other cells. Finding
 * it looks at no text and at no value, because a file of many prices has more of them than lie within reach.
 */
export class NumberedValues {
  #numbers: Int32Array | undefined
  #fields: CellFields[] = []
  readonly #found: { fields: CellFields; readAs: number } = { fields: NO_FIELDS, readAs: 0 }

  /** The object stands until the next call. */
  find(number: number, others: number): ReadValues | undefined {
    if (this.#numbers === undefined) return undefined
    const place = placeOf(number, others)
    const at = place * SIZE
    if (this.#numbers[at] !== number || this.#numbers[at + 1] !== others) return undefined
    const found = this.#found
    found.fields = this.#fields[place] as CellFields
    found.readAs = this.#numbers[at + 2] as number
    return found
  }

  keep(number: number, others: number, { fields, readAs }: ReadValues): void {
    if (this.#numbers === undefined) {
      this.#numbers = new Int32Array(PLACES * SIZE)
      this.#fields = Array.from({ length: PLACES }, () => NO_FIELDS)
    }
    const place = placeOf(number, others)
    const at = place * SIZE
    this.#numbers[at] = number
    this.#numbers[at + 1] = others
    this.#numbers[at + 2] = readAs
    this.#fields[place] = fields
  }
}

function placeOf(number: number, others: number): number {
  return (number + Math.imul(others, STRIDE)) & (PLACES - 1)
}

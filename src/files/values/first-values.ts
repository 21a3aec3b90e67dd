import type { CellFields } from '../reading/index.js'

/** Powers of two. Whole sets that come again and again are few; where they are many, looking them up costs more than making them. */
const TEXTS = 1 << 15
const WHOLES = 1 << 11
/** Odd: the same texts beside other cells get other places. */
const STRIDE = 0x2545

/** A value that means the same beside any other cells that allow its decimals. */
export interface FirstValue {
  value: CellFields[string]
  /** Of a price; 0 for other values. */
  decimals: number
}

/**
 * What the texts of the first value column were read as, under the numbers that a reader gives to texts. Finding it looks at no text, because a file of many
 * prices has more of them than lie within reach. Whole sets are kept too, by the number of the text and one that stands for all the other cells.
 */
export class FirstValues {
  #numbers: Int32Array | undefined
  #decimals = new Uint8Array(0)
  #values: CellFields[string][] = []
  #keys = new Int32Array(0)
  #wholes: (CellFields | undefined)[] = []
  readonly #found: FirstValue = { value: '', decimals: 0 }

  /**
   * The object stands until the next call.
   * @param number 0 for a text without one, which is never found
   */
  find(number: number): FirstValue | undefined {
    if (this.#numbers === undefined || number === 0) return undefined
    const place = number & (TEXTS - 1)
    if (this.#numbers[place] !== number) return undefined
    const found = this.#found
    found.value = this.#values[place] as CellFields[string]
    found.decimals = this.#decimals[place] as number
    return found
  }

  keep(number: number, { value, decimals }: FirstValue): void {
    if (number === 0) return
    if (this.#numbers === undefined) {
      this.#numbers = new Int32Array(TEXTS)
      this.#decimals = new Uint8Array(TEXTS)
      this.#values = Array.from({ length: TEXTS }, () => '')
      this.#keys = new Int32Array(2 * WHOLES)
      this.#wholes = Array.from({ length: WHOLES }, () => undefined)
    }
    const place = number & (TEXTS - 1)
    this.#numbers[place] = number
    this.#values[place] = value
    this.#decimals[place] = decimals
  }

  /** The whole set of a text beside other cells, where it was kept twice. */
  findWhole(number: number, others: number): CellFields | undefined {
    if (number === 0) return undefined
    const place = wholeAt(number, others)
    return this.#keys[2 * place] === number && this.#keys[2 * place + 1] === others ? this.#wholes[place] : undefined
  }

  keepWhole(number: number, others: number, fields: CellFields): void {
    if (this.#numbers === undefined || number === 0) return
    const place = wholeAt(number, others)
    const isSecond = this.#keys[2 * place] === number && this.#keys[2 * place + 1] === others
    // What comes but once is not worth an object that stays.
    if (isSecond) this.#wholes[place] = fields
    else if (this.#wholes[place] !== undefined) this.#wholes[place] = undefined
    this.#keys[2 * place] = number
    this.#keys[2 * place + 1] = others
  }

  /** Forgets everything: texts are read in another way from here on. */
  clear(): void {
    this.#numbers = undefined
    this.#keys = new Int32Array(0)
  }
}

function wholeAt(number: number, others: number): number {
  return (number + Math.imul(others, STRIDE)) & (WHOLES - 1)
}

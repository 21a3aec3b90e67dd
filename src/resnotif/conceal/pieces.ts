/** Text made of pieces of another, and where each character of it stands there. */
export interface JoinedText {
  text: string
  /** The stretch of the source that spells a character. */
  sourceOf(at: number): { start: number; end: number }
}

/** Joins pieces of a source in their order, whole or decoded. */
export class Pieces implements JoinedText {
  readonly #parts: string[] = []
  // Places of the joined text at which the distance to the source changes.
  readonly #joins: number[] = []
  readonly #origins: number[] = []
  readonly #widths: number[] = []
  length = 0

  /** @param width how many characters of the source spell each character of the part */
  add(part: string, origin: number, width: number): void {
    if (part === '') return
    this.#parts.push(part)
    this.#joins.push(this.length)
    this.#origins.push(origin)
    this.#widths.push(width)
    this.length += part.length
  }

  get text(): string {
    return this.#parts.join('')
  }

  readonly sourceOf = (at: number): { start: number; end: number } => {
    let low = 0
    for (let high = this.#joins.length - 1; low < high;) {
      const middle = (low + high + 1) >> 1
      if ((this.#joins[middle] as number) <= at) low = middle
      else high = middle - 1
    }
    const [join, origin, width] = [
      this.#joins[low] as number,
      this.#origins[low] as number,
      this.#widths[low] as number,
    ]
    const start = width === 1 ? origin + at - join : origin
    return { start, end: start + width }
  }
}

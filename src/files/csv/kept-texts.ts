/** Texts of more bytes would not be copies, and hold on to the block they were cut from. */
const KEPT_BYTES = 12

/** Places for texts, powers of two: few at first, so that a small file pays nothing for them. */
const FIRST_PLACES = 1 << 8
const MOST_PLACES = 1 << 16
/** Bytes of a place: the size of the text, then the text. */
const PLACE_BYTES = 16
/** Odd, without a pattern: sums that lie close together get places that do not. */
const SPREAD = 0x9e37_79b1
const LAST_NUMBER = 0x7fff_ffff

/**
 * Short texts of a file, each at one of two places that its bytes give: prices and ids come again, and a text that is
 * there need not be made. What is compared lies close together, because in a file of many prices every look at memory
 * that is far away costs more than all the rest.
 */
export class KeptTexts {
  #texts = placesFor(FIRST_PLACES)
  #bytes = new Uint8Array(FIRST_PLACES * PLACE_BYTES)
  #numbers = new Int32Array(FIRST_PLACES)
  /** The highest bits of a product depend on all bits of its factors. */
  #shift = Math.clz32(FIRST_PLACES - 1)
  /** Texts made since there are so many places. */
  #made = 0
  #given = 0
  #turn = 0

  /**
   * The place of the ASCII text at [start, end) of a block, made if it is new. It stands until the next one is asked for.
   * @param text the block as text; undefined where nobody has asked for it
   * @returns -1 for a text of more than 12 bytes, and where there are no numbers left
   */
  placeOf(bytes: Uint8Array, text: string | undefined, start: number, end: number): number {
    if (end - start > KEPT_BYTES || this.#given === LAST_NUMBER) return -1
    if (this.#made > this.#numbers.length && this.#numbers.length < MOST_PLACES) this.#grow()
    const size = end - start
    let sum = size
    for (let at = start; at < end; at += 1) sum = (Math.imul(sum, 31) + (bytes[at] as number)) | 0
    const place = Math.imul(sum, SPREAD) >>> this.#shift
    if (this.#holds(place, bytes, start, size)) return place
    if (this.#holds(place ^ 1, bytes, start, size)) return place ^ 1
    return this.#make(place, bytes, { text: text?.slice(start, end) ?? asciiText(bytes, start, end), start, size })
  }

  textAt(place: number): string {
    return this.#texts[place] as string
  }

  /** A number above 0 that stands for this text alone. A text may have had another one before. */
  numberAt(place: number): number {
    return this.#numbers[place] as number
  }

  #holds(place: number, bytes: Uint8Array, start: number, size: number): boolean {
    const own = this.#bytes
    const from = place * PLACE_BYTES
    if (own[from] !== size || this.#numbers[place] === 0) return false
    for (let at = 0; at < size; at += 1) if (own[from + 1 + at] !== bytes[start + at]) return false
    return true
  }

  #make(
    wanted: number,
    bytes: Uint8Array,
    { text, start, size }: { text: string; start: number; size: number },
  ): number {
    this.#turn ^= 1
    const place = this.#numbers[wanted] === 0 ? wanted : wanted ^ this.#turn
    const from = place * PLACE_BYTES
    this.#bytes[from] = size
    for (let at = 0; at < size; at += 1) this.#bytes[from + 1 + at] = bytes[start + at] as number
    this.#texts[place] = text
    this.#made += 1
    this.#given += 1
    this.#numbers[place] = this.#given
    return place
  }

  #grow(): void {
    const places = 2 * this.#numbers.length
    this.#texts = placesFor(places)
    this.#bytes = new Uint8Array(places * PLACE_BYTES)
    this.#numbers = new Int32Array(places)
    this.#shift -= 1
    this.#made = 0
  }
}

/** The ASCII text at [start, end) alone. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1')
}

function placesFor(texts: number): (string | undefined)[] {
  return Array.from<string | undefined>({ length: texts })
}

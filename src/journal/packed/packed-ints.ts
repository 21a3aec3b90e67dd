import { intsOf } from './int-list.js'

/** Most bytes of one number. */
const INT_BYTES = 5
const FIRST_BYTES = 1 << 14
const LOW_BITS = 0x7f
const MORE = 0x80
/** What numbers as they lie in memory never are, by their length: so older releases stored them, and so the two are told apart. */
const LENGTH_REST = 1

/** Ranges come in threes: first night, night after the last, number of the field set. */
const RANGE_INTS = 3

/** Writes numbers of 32 bits in as few bytes as they need: small ones, whatever their sign, take one. */
class IntPacker {
  #bytes = new Uint8Array(FIRST_BYTES)
  #size = 0

  /** Begins a list of so many numbers. */
  begin(count: number): void {
    this.#size = 0
    // One more for the count itself, and room for the end.
    const most = (count + 1) * INT_BYTES + Int32Array.BYTES_PER_ELEMENT
    if (this.#bytes.length < most) this.#bytes = new Uint8Array(2 * most)
    this.push(count)
  }

  /** Adds a number; of a larger one its lowest 32 bits. */
  push(int: number): void {
    let rest = ((int << 1) ^ (int >> 31)) >>> 0
    while (rest > LOW_BITS) {
      this.#bytes[this.#size++] = (rest & LOW_BITS) | MORE
      rest >>>= 7
    }
    this.#bytes[this.#size++] = rest
  }

  /** The bytes since the beginning, as a copy. */
  end(): Uint8Array {
    while (this.#size % Int32Array.BYTES_PER_ELEMENT !== LENGTH_REST) this.#bytes[this.#size++] = 0
    return this.#bytes.slice(0, this.#size)
  }
}

class IntUnpacker {
  #at = 0

  constructor(private readonly bytes: Uint8Array) {}

  next(): number {
    let byte = this.bytes[this.#at++] as number
    let rest = byte & LOW_BITS
    for (let shift = 7; byte >= MORE; shift += 7) {
      byte = this.bytes[this.#at++] as number
      rest |= (byte & LOW_BITS) << shift
    }
    return (rest >>> 1) ^ -(rest & 1)
  }

  /** The list that the count at the beginning asks for. */
  list(): Int32Array {
    const count = this.next()
    if (count < 0 || count > this.bytes.length) throw new RangeError('packed numbers are damaged')
    return new Int32Array(count)
  }
}

const packer = new IntPacker()

const isPacked = (bytes: Uint8Array): boolean => bytes.length % Int32Array.BYTES_PER_ELEMENT === LENGTH_REST

/** Ranges, three numbers each, as the journal stores them: what differs from the range before. */
export function packRanges(ints: Int32Array): Uint8Array {
  packer.begin(ints.length)
  let [lastUntil, lastValue] = [0, 0]
  for (let at = 0; at < ints.length; at += RANGE_INTS) {
    const [from, until, value] = [ints[at] as number, ints[at + 1] as number, ints[at + 2] as number]
    packer.push(from - lastUntil)
    packer.push(until - from)
    packer.push(value - lastValue)
    lastUntil = until
    lastValue = value
  }
  return packer.end()
}

/** Stored ranges as numbers; in what older releases stored they lie as in memory. */
export function unpackRanges(bytes: Uint8Array): Int32Array {
  if (!isPacked(bytes)) return intsOf(bytes)
  const packed = new IntUnpacker(bytes)
  const ints = packed.list()
  let [lastUntil, lastValue] = [0, 0]
  for (let at = 0; at < ints.length; at += RANGE_INTS) {
    const from = (lastUntil + packed.next()) | 0
    lastUntil = (from + packed.next()) | 0
    lastValue = (lastValue + packed.next()) | 0
    ints[at] = from
    ints[at + 1] = lastUntil
    ints[at + 2] = lastValue
  }
  return ints
}

/** The run of lines before, from which the next one is told apart. */
class LastRun {
  file = 0
  line = 0
  /** From the line before that. */
  lineStep = 0
  step = 0
  count = 0
  /** The night behind its rows, and the nights of each. */
  until = 0
  length = 0
}

/** The source lines of entries as the journal stores them: numbers as `addSources` gives them, each as it differs from the run of lines before. */
export function packSources(ints: Int32Array): Uint8Array {
  packer.begin(ints.length)
  const last = new LastRun()
  for (let at = 0; at < ints.length;) {
    const runs = ints[at++] as number
    packer.push(runs)
    for (let left = Math.abs(runs); left > 0; left -= 1) {
      const [file, line, step, count] = [ints[at], ints[at + 1], ints[at + 2], ints[at + 3]] as RunInts
      const lineStep = (line - last.line) | 0
      packer.push(file - last.file)
      packer.push(lineStep - last.lineStep)
      packer.push(step - last.step)
      packer.push(count - last.count)
      last.file = file
      last.line = line
      last.lineStep = lineStep
      last.step = step
      last.count = count
      at += 4
      if (runs > 0) continue
      const [from, length] = [ints[at] as number, ints[at + 1] as number]
      packer.push(from - last.until)
      packer.push(length - last.length)
      last.until = (from + Math.imul(length, count)) | 0
      last.length = length
      at += 2
    }
  }
  return packer.end()
}

type RunInts = [number, number, number, number]

/** Stored source lines as numbers, as `addSources` gave them. */
export function unpackSources(bytes: Uint8Array): Int32Array {
  if (!isPacked(bytes)) return intsOf(bytes)
  const packed = new IntUnpacker(bytes)
  const ints = packed.list()
  const last = new LastRun()
  for (let at = 0; at < ints.length;) {
    const runs = packed.next()
    ints[at++] = runs
    for (let left = Math.abs(runs); left > 0; left -= 1) {
      last.file = (last.file + packed.next()) | 0
      last.lineStep = (last.lineStep + packed.next()) | 0
      last.line = (last.line + last.lineStep) | 0
      last.step = (last.step + packed.next()) | 0
      last.count = (last.count + packed.next()) | 0
      ints[at++] = last.file
      ints[at++] = last.line
      ints[at++] = last.step
      ints[at++] = last.count
      if (runs > 0) continue
      const from = (last.until + packed.next()) | 0
      last.length = (last.length + packed.next()) | 0
      last.until = (from + Math.imul(last.length, last.count)) | 0
      ints[at++] = from
      ints[at++] = last.length
    }
  }
  return ints
}

/** Encodings of two bytes for most characters. */
export type Wide = 'utf-16le' | 'utf-16be'

/** Bytes that were taken out of a file, each of which knows where it stands there. */
export interface Traced {
  readonly bytes: Buffer
  /** False where the file holds these bytes packed: then all of them stand where the pack begins. */
  readonly isExact: boolean
  /** They are in UTF-8 here, and were in this encoding when they were sent. */
  readonly wide?: Wide | undefined
  /** Offset in the file of the byte at `at`; of the end, behind its last byte. */
  origin(at: number): number
}

/** A file as it lies there. */
export const wholeOf = (bytes: Buffer): Traced => ({ bytes, isExact: true, origin: (at) => at })

/** A stretch of it. */
export function cutOut(of: Traced, start: number, end: number): Traced {
  return {
    bytes: of.bytes.subarray(start, end),
    isExact: of.isExact,
    wide: of.wide,
    origin: (at) => of.origin(start + at),
  }
}

/** Bytes that stand in the file packed, from `at` on. */
export function unpacked(bytes: Buffer, of: Traced, at = 0): Traced {
  const place = of.origin(at)
  return { bytes, isExact: false, origin: () => place }
}

/** Pieces of one file as one. */
export function concat(parts: readonly Traced[]): Traced {
  const starts: number[] = []
  let size = 0
  for (const { bytes } of parts) {
    starts.push(size)
    size += bytes.length
  }
  return {
    bytes: Buffer.concat(parts.map(({ bytes }) => bytes)),
    isExact: parts.every(({ isExact }) => isExact),
    wide: parts[0]?.wide,
    origin(at) {
      let [low, high] = [0, starts.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] as number) <= at) low = middle
        else high = middle - 1
      }
      return (parts[low] as Traced).origin(at - (starts[low] as number))
    },
  }
}

/** Puts a text together of stretches that are kept and of what was written differently. */
export class Rewriting {
  private readonly parts: Buffer[] = []
  private readonly starts: number[] = []
  private readonly sources: number[] = []
  private size = 0

  constructor(private readonly of: Traced) {}

  /** A stretch as it stands. */
  keep(start: number, end: number): void {
    if (end > start) this.add(this.of.bytes.subarray(start, end), start)
  }

  /** What the characters at `at` stand for. */
  put(text: string | Buffer, at: number): void {
    this.add(typeof text === 'string' ? Buffer.from(text) : text, at)
  }

  end(): Traced {
    const { starts, sources, of } = this
    const bytes = Buffer.concat(this.parts, this.size)
    return {
      bytes,
      isExact: of.isExact,
      wide: of.wide,
      origin(at) {
        let [low, high] = [0, starts.length - 1]
        while (low < high) {
          const middle = (low + high + 1) >> 1
          if ((starts[middle] as number) <= at) low = middle
          else high = middle - 1
        }
        return of.origin((sources[low] ?? 0) + at - (starts[low] ?? 0))
      },
    }
  }

  private add(bytes: Buffer, source: number): void {
    if (bytes.length === 0) return
    this.parts.push(bytes)
    this.starts.push(this.size)
    this.sources.push(source)
    this.size += bytes.length
  }
}

/** A cell that says something about how its column is to be read. */
export interface Witness {
  line: number
  text: string
}

/** What is known of a column once all its cells have been seen. */
export type Verdict<R extends string> =
  /** One reading fits every cell, or several that give the same values. `proof` is the last cell that put another one out. */
  | { kind: 'settled'; reading: R; fitting: readonly R[]; proof: Witness | undefined }
  /** Two readings fit every cell and differ. */
  | { kind: 'open'; witness: Witness; readings: readonly [R, R] }
  /** Cells need different readings. */
  | { kind: 'contradiction'; witnesses: readonly [Witness, Witness]; readings: readonly [R, R] }

const REMEMBERED_MAX = 20_000

/**
 * Lets readings of a column compete: a reading that cannot read a cell which another one reads is out. A cell that no
 * reading takes says nothing. Bounded memory, however long the column is.
 */
export class Contest<R extends string> {
  readonly #against = new Map<R, Witness>()
  readonly #readers = new Map<R, Witness>()
  readonly #differ = new Map<string, Witness>()
  readonly #seen = new Set<string>()

  /** @param read the value of a text under a reading, undefined for none */
  constructor(
    readonly readings: readonly R[],
    private readonly read: (text: string, reading: R) => string | number | undefined,
  ) {}

  take(text: string, line: number): void {
    if (this.#seen.has(text)) return
    if (this.#seen.size >= REMEMBERED_MAX) this.#seen.clear()
    this.#seen.add(text)
    const values = this.readings.map((reading) => this.read(text, reading))
    if (values.every((value) => value === undefined)) return
    for (const [at, reading] of this.readings.entries()) {
      const value = values[at]
      if (value === undefined) {
        if (!this.#against.has(reading)) this.#against.set(reading, { line, text })
        continue
      }
      if (!this.#readers.has(reading)) this.#readers.set(reading, { line, text })
      for (let other = at + 1; other < values.length; other += 1) {
        if (values[other] === undefined || values[other] === value) continue
        const pair = `${reading} ${this.readings[other]}`
        if (!this.#differ.has(pair)) this.#differ.set(pair, { line, text })
      }
    }
  }

  /** Whether no cell has two meanings. */
  get isSureByItself(): boolean {
    return this.#differ.size === 0
  }

  /** @param isWanted which readings come into question; all of them unless a person has named some */
  verdict(isWanted: (reading: R) => boolean = () => true): Verdict<R> {
    const wanted = this.readings.filter(isWanted)
    const fitting = wanted.filter((reading) => !this.#against.has(reading))
    const [first] = fitting
    if (first === undefined) return this.#contradiction(wanted)
    for (const [at, reading] of fitting.entries()) {
      for (const other of fitting.slice(at + 1)) {
        const witness = this.#differ.get(`${reading} ${other}`)
        if (witness !== undefined) return { kind: 'open', witness, readings: [reading, other] }
      }
    }
    const [proof] = [...this.#against.values()].toSorted((a, b) => b.line - a.line)
    return { kind: 'settled', reading: first, fitting, proof }
  }

  /** Of the readings that all failed, the one that held out longest, the cell that put it out, and a cell that speaks against the other. */
  #contradiction(wanted: readonly R[]): Verdict<R> {
    const lineOf = (reading: R): number => this.#against.get(reading)?.line ?? 0
    const [reading] = wanted.toSorted((a, b) => lineOf(b) - lineOf(a)) as [R]
    const against = this.#against.get(reading) as Witness
    const other = this.readings.find((candidate) => this.read(against.text, candidate) !== undefined) as R
    const own = this.#against.get(other) ?? this.#readers.get(reading)
    return { kind: 'contradiction', witnesses: [own ?? against, against], readings: [reading, other] }
  }
}

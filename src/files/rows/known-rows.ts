import { EVERY_DAY } from '../../calendar/index.js'
import { type CsvRecord, dateText } from '../csv/index.js'
import type { CellFields, Row } from '../reading/index.js'
import { Problem, type Read } from '../values/index.js'

/** The hotel, room and plan of a row. */
type RowKey = Pick<Row, 'hotel' | 'room' | 'plan'>

/**
 * What heads and tails of lines were read as: each says the same wherever it comes again, so a line of a head and a tail that were right is right, and none of
 * its cells has to be looked at but the date.
 */
export class KnownRows {
  #keys: (RowKey | undefined)[] = []
  #fields: (CellFields | undefined)[] = []
  readonly #nights = new Map<number, number>()
  #date = 0
  #night: number | undefined

  /** @param file the index of the file */
  constructor(private readonly file: number) {}

  /** Keeps what a record was read as, whose cells were all right. */
  learn({ head = 0, tail = 0 }: Pick<CsvRecord, 'head' | 'tail'>, { hotel, room, plan, days, fields }: Row): void {
    if (head === 0 || days !== EVERY_DAY) return
    while (this.#keys.length <= head) this.#keys.push(undefined)
    while (this.#fields.length <= tail) this.#fields.push(undefined)
    this.#keys[head] ??= { hotel, room, plan }
    if (tail > 0) this.#fields[tail] ??= fields
  }

  /** What the tail of a record was read as. */
  fieldsOf({ tail = 0 }: CsvRecord): CellFields | undefined {
    return this.#fields[tail]
  }

  /**
   * The row of a record; undefined where its head is not known, or its date is none.
   * @param fields what its values were read as
   * @param read what reads a date that has not come before
   */
  rowOf(
    { line, head = 0, tail = 0, date = 0, repeats = 0 }: CsvRecord,
    fields: CellFields | undefined,
    read: Read<number>,
  ): Row | undefined {
    const key = this.#keys[head]
    if (key === undefined || fields === undefined) return undefined
    if (date !== this.#date) {
      this.#date = date
      this.#night = this.#nightOf(date, read)
    }
    const night = this.#night
    if (night === undefined) return undefined
    const { hotel, room, plan } = key
    return {
      file: this.file,
      line,
      hotel,
      room,
      plan,
      from: night,
      until: night + 1,
      days: EVERY_DAY,
      fields,
      set: tail,
      repeats,
    }
  }

  /** Forgets everything: texts are read in another way from here on. */
  clear(): void {
    this.#keys = []
    this.#fields = []
    this.#nights.clear()
    this.#date = 0
    this.#night = undefined
  }

  #nightOf(date: number, read: Read<number>): number | undefined {
    const known = this.#nights.get(date)
    if (known !== undefined) return known
    const night = read(dateText(date))
    if (night instanceof Problem) return undefined
    this.#nights.set(date, night)
    return night
  }
}

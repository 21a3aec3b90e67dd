import { expandWeekdays, formatNight, hasWeekday, type Night } from '../../calendar/index.js'
import {
  type CellFields,
  type ColumnPlan,
  type InputFile,
  NamedColumns,
  type OriginalRow,
  type Originals,
  type ReadContext,
  readFile,
  type Row,
} from '../../files/index.js'
import type { RefusedNights } from './refused-nights.js'
import type { RefusedPart } from './refused-part.js'

interface ReadLine {
  row: Pick<Row, 'hotel' | 'room' | 'plan' | 'from' | 'until' | 'days'>
  keys: ColumnPlan['keys']
}

/**
 * The parts of the rows of one file that the service refused: a range gives way to those of its nights, and a row of a matrix keeps the cells of those alone.
 * What was accepted must not go out again with them.
 */
export class RefusedCells {
  readonly #read: ReadonlyMap<number, readonly ReadLine[]>
  readonly #refused: ReadonlyMap<number, readonly RefusedNights[]>
  readonly #originals: Originals
  readonly #columns: NamedColumns | undefined

  private constructor(
    read: Map<number, ReadLine[]>,
    refused: Map<number, RefusedNights[]>,
    originals: Originals,
    columns: NamedColumns | undefined,
  ) {
    this.#read = read
    this.#refused = refused
    this.#originals = originals
    this.#columns = columns
  }

  /** Reads the file once more, as it was read for sending, to know which nights its lines mean. */
  static async of(
    file: InputFile,
    context: ReadContext,
    {
      originals,
      lines,
      refused,
    }: { originals: Originals; lines: ReadonlySet<number>; refused: Iterable<RefusedNights> },
  ): Promise<RefusedCells> {
    const read = new Map<number, ReadLine[]>()
    const onRow: ReadContext['onRow'] = ({ line, hotel, room, plan, from, until, days }, { keys }) => {
      if (lines.has(line))
        read.set(line, [...(read.get(line) ?? []), { row: { hotel, room, plan, from, until, days }, keys }])
    }
    for await (const _batch of readFile(file, { ...context, onRow }, { bytes: 0 }));
    const byLine = new Map<number, RefusedNights[]>()
    for (const one of refused)
      if (one.file === context.index) byLine.set(one.line, [...(byLine.get(one.line) ?? []), one])
    return new RefusedCells(
      read,
      byLine,
      originals,
      originals.format === 'ndjson' ? new NamedColumns(context) : undefined,
    )
  }

  /** Undefined where the row is to be written as it stands: all of it was refused, or it cannot be taken apart. */
  of(row: OriginalRow, reason: string): RefusedPart[] | undefined {
    const read = this.#read.get(row.line) ?? []
    const refused = this.#refused.get(row.line) ?? []
    if (row.object === undefined || read.length === 0) return undefined
    const { nights } = this.#originals
    if (nights !== undefined)
      return this.#matrixRow(
        row,
        reason,
        nights,
        read.filter((one) => reasonAt(refused, one.row, one.row.from) === undefined),
      )
    const [one] = read
    if (one === undefined || read.length > 1 || refused.length === 0) return undefined
    const stretches = stretchesOf(one.row, refused)
    if (stretches.every((stretch) => stretch.reason !== undefined)) return undefined
    return stretches.flatMap((stretch) =>
      stretch.reason === undefined ? [] : [{ row: this.#withNights(row, one.keys, stretch), reason: stretch.reason }],
    )
  }

  #matrixRow(
    row: OriginalRow,
    reason: string,
    nights: ReadonlyMap<Night, number>,
    accepted: readonly ReadLine[],
  ): RefusedPart[] | undefined {
    if (accepted.length === 0) return undefined
    const blank = new Set(accepted.map((one) => nights.get(one.row.from)))
    const cells = row.cells.map((cell, at) => (blank.has(at) ? '' : cell))
    return [{ row: { ...row, cells, object: this.#objectOf(cells) }, reason }]
  }

  #withNights(row: OriginalRow, keys: ColumnPlan['keys'], { from, last }: Stretch): OriginalRow {
    const dates = new Map([
      [keys.from, formatNight(from)],
      [keys.to, formatNight(last)],
    ])
    if (this.#columns !== undefined) {
      const columns = this.#columns
      const object = Object.fromEntries(
        Object.entries(row.object ?? {}).map(([name, value]) => [
          name,
          columns
            .slotsOf(name)
            ?.map((slot) => dates.get(slot))
            .find((date) => date !== undefined) ?? value,
        ]),
      )
      return { ...row, object }
    }
    const cells = row.cells.map((cell, at) => dates.get(at) ?? cell)
    return { ...row, cells, object: this.#objectOf(cells) }
  }

  #objectOf(cells: readonly string[]): Readonly<Record<string, unknown>> {
    return Object.fromEntries(this.#originals.header.map((name, at) => [name, cells[at]]))
  }
}

/** Nights of a row one after another, as far as its weekdays go, with one fate. */
interface Stretch {
  from: Night
  last: Night
  /** The row's values that were sent there; absent where the row has lost none. */
  fields?: CellFields | undefined
  /** Absent where they were not refused. */
  reason: string | undefined
}

/**
 * The nights of a row, in stretches that share a fate.
 * @param sentOn the row's values that a refused request had on a night, where that may be fewer than it has
 */
export function stretchesOf(
  row: ReadLine['row'],
  refused: readonly RefusedNights[],
  sentOn?: (night: Night) => CellFields,
): Stretch[] {
  const stretches: Stretch[] = []
  for (const span of expandWeekdays(row.from, row.until, row.days)) {
    for (let night = span.from; night < span.until; night += 1) {
      const reason = reasonAt(refused, row, night)
      const last = stretches.at(-1)
      const fields = reason === undefined ? undefined : sentOn?.(night)
      if (last !== undefined && last.reason === reason && areSame(last.fields, fields)) last.last = night
      else stretches.push({ from: night, last: night, fields, reason })
    }
  }
  return stretches
}

function areSame(a: CellFields = {}, b: CellFields = {}): boolean {
  return (
    a === b || (Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((name) => a[name] === b[name]))
  )
}

/** Why a night of a row was refused, undefined where it was not. */
function reasonAt(
  refused: readonly RefusedNights[],
  { hotel, room, plan }: ReadLine['row'],
  night: Night,
): string | undefined {
  const reasons = refused
    .filter(
      (one) =>
        one.from <= night &&
        night < one.until &&
        one.hotel === hotel &&
        one.room === room &&
        one.plan === plan &&
        (one.days === undefined || hasWeekday(night, night + 1, one.days)),
    )
    .map(({ reason }) => reason)
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join('; ')
}

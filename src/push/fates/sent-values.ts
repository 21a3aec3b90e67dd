import { hasWeekday, type Night } from '../../calendar/index.js'
import type { CellFields, Kind, Row } from '../../files/index.js'
import { isEqualValue } from '../merge/index.js'
import type { RefusedNights } from './refused-nights.js'

type SentRow = Pick<Row, 'hotel' | 'room' | 'plan' | 'from' | 'until' | 'days' | 'fields'>

/**
 * What was sent of rows that have lost values to later ones: rejects hold that alone, since the lost values stand in no request, and would contradict those
 * of the later row when they are pushed again.
 */
export class SentValues {
  readonly #replaced: ReadonlySet<string>
  readonly #byCell = new Map<string, RefusedNights[]>()
  readonly #rows = new Map<string, SentRow[]>()
  readonly #together: NonNullable<Kind['together']>

  /** @param replaced lines of which a later one has set something */
  constructor(
    replaced: Iterable<{ file: number; line: number }>,
    refused: Iterable<RefusedNights>,
    { together = [] }: Pick<Kind, 'together'>,
  ) {
    this.#together = together
    this.#replaced = new Set([...replaced].map(({ file, line }) => placeOf(file, line)))
    if (this.#replaced.size === 0) return
    for (const one of refused) this.#byCell.set(cellOf(one), [...(this.#byCell.get(cellOf(one)) ?? []), one])
  }

  isReplaced(file: number, line: number): boolean {
    return this.#replaced.has(placeOf(file, line))
  }

  /** Takes a refused row as it was read; all of them before `of` is asked. */
  add(file: number, line: number, row: SentRow): void {
    if (this.#replaced.size > 0)
      this.#rows.set(placeOf(file, line), [...(this.#rows.get(placeOf(file, line)) ?? []), row])
  }

  /** The values of a row as the refused request had them on a night; the row's own object where all of them were sent. */
  of(file: number, line: number, row: SentRow, night: Night): CellFields {
    if (!this.isReplaced(file, line)) return row.fields
    const at = (this.#byCell.get(cellOf(row)) ?? []).filter(
      (one) =>
        one.from <= night && night < one.until && (one.days === undefined || hasWeekday(night, night + 1, one.days)),
    )
    const sent = at.find((one) => one.file === file && one.line === line)?.fields
    if (sent === undefined) return row.fields
    const lost = Object.keys(row.fields).filter((name) => !isEqualValue(sent[name], row.fields[name]))
    if (lost.length === 0) return row.fields
    const kept: Record<string, CellFields[string]> = Object.fromEntries(
      Object.entries(row.fields).filter(([name]) => !lost.includes(name)),
    )
    for (const group of this.#together) {
      if (!group.some((name) => lost.includes(name))) continue
      const whole = group.flatMap((name): [string, CellFields[string]][] =>
        sent[name] === undefined ? [] : [[name, sent[name]]],
      )
      // A currency does not stand without its price. Where no other row says both, this one does.
      const isSaid = at.some((one) =>
        one.file !== file || one.line !== line ? this.#states(one, night, whole) : false,
      )
      for (const name of group) delete kept[name]
      if (!isSaid && group.every((name) => row.fields[name] === undefined || sent[name] !== undefined))
        Object.assign(kept, Object.fromEntries(whole))
    }
    return kept
  }

  #states(
    { file, line, ...cell }: RefusedNights,
    night: Night,
    values: readonly [string, CellFields[string]][],
  ): boolean {
    const rows = (this.#rows.get(placeOf(file, line)) ?? []).filter(
      (row) =>
        cellOf(row) === cellOf(cell) &&
        row.from <= night &&
        night < row.until &&
        hasWeekday(night, night + 1, row.days),
    )
    return rows.some(({ fields }) => values.every(([name, value]) => isEqualValue(fields[name], value)))
  }
}

const placeOf = (file: number, line: number): string => `${file}:${line}`
const cellOf = ({ hotel, room, plan }: Pick<SentRow, 'hotel' | 'room' | 'plan'>): string => `${hotel} ${room} ${plan}`

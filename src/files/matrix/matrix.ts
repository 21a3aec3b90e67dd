import { formatNight, type Night } from '../../calendar/index.js'
import { resolveColumns } from '../columns/index.js'
import type { BadRow, ColumnPlan, ReadContext, ReadOptions } from '../reading/index.js'
import type { MatrixHeader } from './header.js'

/** Takes the records of a matrix apart: each filled cell is a row with a date. */
export class MatrixRows {
  /** The columns of the rows. The name of the last one is always that of the night in hand, for messages. */
  readonly plan: ColumnPlan
  /** Where the cells of each night stand in the records of the file. */
  readonly nights: ReadonlyMap<Night, number>
  private readonly names: string[]
  private readonly dates: readonly string[]

  /** @throws Fault INVALID_INPUT for columns that cannot be used */
  constructor(
    private readonly header: MatrixHeader,
    line: number,
    context: ReadContext,
  ) {
    const { keys, names, nights, field } = header
    this.nights = new Map(nights.map(({ night, at }) => [night, at]))
    this.dates = nights.map(({ night }) => formatNight(night))
    const columns = [...keys.map((at) => names[at] as string), 'date', field]
    const plan = resolveColumns(columns, line, {
      ...context,
      options: withoutNights(context.options, header),
      onColumns: this.reporter(context),
    })
    this.names = [...plan.names]
    this.plan = { ...plan, names: this.names }
  }

  /** The rows of a record, none where no night has a value. The cells of a row are overwritten by the next one. */
  *rowsOf(cells: readonly string[]): Generator<readonly string[]> {
    const { keys, nights } = this.header
    const row = [...keys.map((at) => cells[at] ?? ''), '', '']
    const value = row.length - 1
    for (let index = 0; index < nights.length; index += 1) {
      const { at, name } = nights[index] as (typeof nights)[number]
      const text = cells[at]
      if (text === undefined || text === '' || text.trim() === '') continue
      row[value - 1] = this.dates[index] as string
      row[value] = text
      this.names[value] = name
      yield row
    }
  }

  /** True where a row is bad for the same reason as one before it of its record: in a cell that all of them share. */
  isRepeated(bad: BadRow, before: readonly BadRow[]): boolean {
    if (bad.field === this.names.at(-1)) return false
    for (let at = before.length - 1; at >= 0 && before[at]?.line === bad.line; at -= 1)
      if (before[at]?.field === bad.field && before[at]?.reason === bad.reason) return true
    return false
  }

  private reporter({ onColumns }: ReadContext): ReadContext['onColumns'] {
    return (report) => {
      const { date: _, ...read } = report.read
      const count = this.dates.length
      const nights =
        count === 1
          ? `the night ${this.dates[0]}`
          : `${count} nights from ${this.dates.toSorted()[0]} to ${this.dates.toSorted().at(-1)}`
      onColumns?.({ ...report, read: { ...read, [this.header.field]: nights } })
    }
  }
}

/** What --map says of dates and of the field is meant for other files: here the header gives both. */
function withoutNights(options: ReadOptions, { field }: MatrixHeader): ReadOptions {
  if (options.map === undefined) return options
  return {
    ...options,
    map: Object.fromEntries(
      Object.entries(options.map).filter(([name]) => !['date', 'from', 'to', field].includes(name)),
    ),
  }
}

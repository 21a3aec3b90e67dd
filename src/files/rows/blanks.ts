import type { CellFields, ColumnPlan } from '../reading/index.js'
import { showText } from '../values/index.js'
import { isFilled } from './cells.js'

interface WatchedColumn {
  at: number
  name: string
  /** Only rows with this value need the cell; all rows where it is undefined. */
  beside: string | undefined
  remedy: string
  filled: { line: number; text: string } | undefined
  blankLine: number
  blankRows: number
}

const REMEDIES = {
  rate_plan_id: 'Repeat the plan in every row; write * where the price of the room itself is meant, without a plan.',
  days: 'Write the days in every row, and daily where every night is meant.',
  currency: 'Write the currency in every row.',
} as const

/**
 * Notices columns in which some cells are filled and others blank, where a blank cell would make a row say more than was meant:
 * the price of a plan would become that of the room, that of a weekend one of every night. Merged cells that are saved as CSV look like that.
 */
export class Blanks {
  readonly #columns: WatchedColumn[] = []

  /** @param plan undefined where nothing is to be watched */
  constructor(plan: ColumnPlan | undefined) {
    if (plan === undefined) return
    const { keys, fields, names } = plan
    const watch = (name: keyof typeof REMEDIES, at: number, beside?: string): void => {
      if (at >= 0)
        this.#columns.push({
          at,
          name: names[at] ?? name,
          beside,
          remedy: REMEDIES[name],
          filled: undefined,
          blankLine: 0,
          blankRows: 0,
        })
    }
    watch('rate_plan_id', keys.rate_plan_id)
    watch('days', keys.days)
    watch(
      'currency',
      fields.find(({ spec }) => spec.type === 'currency')?.at ?? -1,
      fields.find(({ spec }) => spec.type === 'amount')?.spec.name,
    )
  }

  /** Takes the cells of a row that sends these values. */
  take(cells: readonly string[], line: number, values: CellFields): void {
    for (const column of this.#columns) {
      const text = cells[column.at]
      if (isFilled(text)) column.filled ??= { line, text: text as string }
      // A price may name its currency itself.
      else if (
        column.beside === undefined ||
        (values[column.beside] !== undefined && values['currency'] === undefined)
      ) {
        if (column.blankRows === 0) column.blankLine = line
        column.blankRows += 1
      }
    }
  }

  /** The first column that is filled here and blank there; undefined where there is none. */
  finding(): { line: number; field: string; reason: string; remedy: string } | undefined {
    for (const { name, filled, blankLine, blankRows, remedy } of this.#columns) {
      if (filled === undefined || blankRows === 0) continue
      const more = blankRows === 1 ? '' : `, and in ${blankRows - 1} more rows`
      return {
        line: blankLine,
        field: showText(name),
        reason: `${showText(name)} is blank${more}, but line ${filled.line} has "${showText(filled.text.trim())}"`,
        remedy,
      }
    }
    return undefined
  }
}

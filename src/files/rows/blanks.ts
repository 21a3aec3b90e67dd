import type { CellFields, ColumnPlan } from '../reading/index.js'
import { Problem, showText, type Witness } from '../values/index.js'
import { isFilled } from './cells.js'

interface WatchedColumn {
  at: number
  name: string
  /** Only rows with this value need the cell; all rows where it is undefined. */
  beside: { name: string; at: number } | undefined
  remedy: string
  filled: Witness | undefined
  blankLine: number
  blankRows: number
}

interface BlankProblem {
  at: number
  problem: Problem
}

const NO_PROBLEMS: readonly BlankProblem[] = []

const REMEDIES = {
  rate_plan_id: 'Repeat the plan in every row; write * where the price of the room itself is meant, without a plan.',
  days: 'Write the days in every row, and daily where every night is meant.',
  currency: 'Write the currency in every row.',
} as const

/** Also what tells a row of rejects that was refused for it. */
const WHY = 'is blank, but '

/**
 * Notices columns in which some cells are filled and others blank, where a blank cell would make a row say more than was meant:
 * the price of a plan would become that of the room, that of a weekend one of every night. Merged cells that are saved as CSV look like that.
 * Such a row is refused; one above the first filled cell waits until the file is known as a whole.
 */
export class Blanks {
  readonly #columns: WatchedColumn[] = []
  readonly #values: readonly number[]
  /** Columns whose cell is blank in the row looked at last, and may be. */
  readonly #taken: WatchedColumn[] = []
  /** As the records at hand call them; JSON lines may change that. */
  readonly #names: readonly string[]
  /** Where rejects say why the row was refused. */
  readonly #reasonAt: number
  /** True once it is known which columns are filled anywhere in the file. */
  isSettled = false

  /** @param plan undefined where nothing is to be watched */
  constructor(plan: ColumnPlan | undefined) {
    this.#values = plan?.fields.filter(({ spec }) => spec.type !== 'currency').map(({ at }) => at) ?? []
    this.#names = plan?.names ?? []
    this.#reasonAt = plan?.names.indexOf('_reason') ?? -1
    if (plan === undefined) return
    const { keys, fields, names } = plan
    const watch = (name: keyof typeof REMEDIES, at: number, beside?: WatchedColumn['beside']): void => {
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
    const price = fields.find(({ spec }) => spec.type === 'amount')
    watch(
      'currency',
      fields.find(({ spec }) => spec.type === 'currency')?.at ?? -1,
      price === undefined ? undefined : { name: price.spec.name, at: price.at },
    )
  }

  /** The first filled cell of each column, by its place. */
  get filled(): Map<number, Witness> {
    return new Map(this.#columns.flatMap(({ at, filled }) => (filled === undefined ? [] : [[at, filled] as const])))
  }

  /** From here on it is known which columns are filled, and where first. */
  settle(filled: ReadonlyMap<number, Witness>): void {
    for (const column of this.#columns) column.filled = filled.get(column.at)
    this.isSettled = true
  }

  /** Notes which cells of a record are filled. One that sends nothing proves nothing. */
  note(cells: readonly string[], line: number): void {
    for (const column of this.#columns)
      if (column.filled === undefined && isFilled(cells[column.at]) && this.#hasValues(cells))
        column.filled = { line, text: cells[column.at] as string }
  }

  #hasValues(cells: readonly string[]): boolean {
    for (const at of this.#values) if (isFilled(cells[at])) return true
    return false
  }

  /** Whether a blank cell of the record can be judged only once the file is known as a whole. */
  isDoubtful(cells: readonly string[]): boolean {
    if (this.isSettled) return false
    for (const { at, filled, beside } of this.#columns)
      if (
        filled === undefined &&
        !isFilled(cells[at]) &&
        (beside === undefined ? this.#hasValues(cells) : isFilled(cells[beside.at]))
      )
        return true
    return false
  }

  /** Whether no cell is blank that must not be blank here and there. */
  areFilled(cells: readonly string[]): boolean {
    for (const { at } of this.#columns) if (!isFilled(cells[at])) return false
    return true
  }

  /**
   * What is wrong with the blank cells of a row that sends these values.
   * @param reason why an earlier push has refused it, where the file is of rejects
   */
  problems(
    cells: readonly string[],
    values: CellFields,
    reason = cells[this.#reasonAt] ?? '',
  ): readonly BlankProblem[] {
    for (const column of this.#columns) if (!isFilled(cells[column.at])) return this.#look(cells, values, reason)
    return NO_PROBLEMS
  }

  /** Counts the blank cells that were taken for right in the row looked at last, on so many lines from its own on. */
  count(line: number, lines: number): void {
    for (const column of this.#taken) {
      if (column.blankRows === 0) column.blankLine = line
      column.blankRows += lines
    }
    this.#taken.length = 0
  }

  /** Leaves uncounted what was taken for right: its lines are looked at one by one. */
  forget(): void {
    this.#taken.length = 0
  }

  #look(cells: readonly string[], values: CellFields, reason: string): BlankProblem[] {
    const found: BlankProblem[] = []
    for (const column of this.#columns) {
      const { at, name, beside, remedy, filled } = column
      if (isFilled(cells[at])) continue
      // A price may name its currency itself.
      if (beside !== undefined && (values[beside.name] === undefined || values['currency'] !== undefined)) continue
      if (filled !== undefined)
        found.push({
          at,
          problem: new Problem(`${WHY}line ${filled.line} has "${showText(filled.text.trim())}"`, remedy),
        })
      else if (this.#wasRefused(reason, this.#names[at] ?? name))
        found.push({ at, problem: new Problem(`${WHY}an earlier push refused it for that`, remedy) })
      else this.#taken.push(column)
    }
    return found
  }

  /** Whether a row of rejects says that its blank cell is why it is there: without the filled rows it would be taken. */
  #wasRefused(reason: string, name: string): boolean {
    if (!reason.includes(WHY)) return false
    const names = (one: string): boolean =>
      reason.includes(`${showText(one)}: ${WHY}`) || reason.includes(`${showText(one)} ${WHY}`)
    // Rejects that are written as they were read have other names than the file that the reason is about.
    return names(name) || !this.#columns.some((column) => names(this.#names[column.at] ?? column.name))
  }

  /** The first column with rows that were taken before a filled cell came, in a file that can be read only once; undefined where there is none. */
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

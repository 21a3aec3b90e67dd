import { EVERY_DAY, formatNight, type Span } from '../../calendar/index.js'
import { readDate, readDays } from '../dates/index.js'
import type { ColumnPlan, ReadOptions } from '../reading/index.js'
import { Problem } from '../values/index.js'

/** A value of a level, and how deep in the document it was written. */
export interface Said {
  text: string
  depth: number
}

/** Values known at one level, by cell. */
export type Scope = ReadonlyMap<number, Said>

/** A row of a YAML file on its way: what it says itself and what it inherits. */
export interface ScopeRow {
  line: number
  scope: Scope
  /** Set where the row cannot be what it says. */
  problem?: Problem
}

export interface RowNights extends Span {
  /** Weekday mask. */
  days: number
}

/** The nights of a row; undefined where its dates or days cannot be read, which the checks of rows will say. */
export function nightsOf(
  scope: Pick<Scope, 'get'>,
  { keys }: ColumnPlan,
  { dateFormat }: ReadOptions,
): RowNights | undefined {
  const text = (slot: number): string => scope.get(slot)?.text.trim() ?? ''
  const date = text(keys.date)
  const [first, last] = [date === '' ? text(keys.from) : date, date === '' ? text(keys.to) : date].map((written) =>
    readDate(written, dateFormat),
  )
  const days = text(keys.days) === '' ? EVERY_DAY : readDays(text(keys.days))
  if (typeof first !== 'number' || typeof last !== 'number' || days instanceof Problem || last < first) return undefined
  return { from: first, until: last + 1, days }
}

/** The same values for other nights. */
export function withNights(
  scope: Scope,
  { from, until }: Span,
  days: string | undefined,
  depth: number,
  { keys }: ColumnPlan,
): Map<number, Said> {
  const values = new Map(scope)
  values.delete(keys.date)
  values.delete(keys.days)
  values.set(keys.from, { text: formatNight(from), depth })
  values.set(keys.to, { text: formatNight(until - 1), depth })
  if (days !== undefined) values.set(keys.days, { text: days, depth })
  return values
}

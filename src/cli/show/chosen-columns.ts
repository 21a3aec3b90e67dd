import { Fault } from '../../errors.js'
import type { Column } from '../terminal/index.js'
import { columns, valueAt } from './view.js'

/** Names that a command can show in one outcome or another: columns in any case, fields as they are written. */
export interface KnownNames {
  columns: ReadonlySet<string>
  fields: ReadonlySet<string>
}

export function isKnown(name: string, known: KnownNames): boolean {
  return known.columns.has(name.toLowerCase()) || known.fields.has(name.split('.')[0] ?? '')
}

/**
 * The columns of a view that were asked for, all of them where none was.
 * @param mayMiss names of other outcomes of the same command, which are empty in this one
 * @throws Fault USAGE for a name that neither a row nor `mayMiss` has
 */
export function chooseColumns(
  view: readonly Column<never>[] | undefined,
  rows: readonly unknown[],
  only: readonly string[] | undefined,
  mayMiss?: KnownNames,
): readonly Column<never>[] {
  if (only === undefined) return view ?? (columns(...keysOf(rows[0])) as readonly Column<never>[])
  return only.map((name) => {
    const found = view?.find((column) => column.name.toLowerCase() === name.toLowerCase())
    if (found !== undefined) return found
    const isMissing = rows.length > 0 && rows.every((row) => valueAt(row, name) === undefined)
    if (isMissing && (mayMiss === undefined || !isKnown(name, mayMiss))) {
      throw new Fault('USAGE', `There is no column "${name}".`, {
        next: `Columns here: ${[...new Set([...(view ?? []).map((column) => column.name), ...keysOf(rows[0])])].join(', ')}.`,
      })
    }
    return columns(name)[0] as Column<never>
  })
}

/** A name inside an object that is there without it, such as `run.nigths`; undefined where none is. */
export function missingInside(
  rows: readonly unknown[],
  only: readonly string[],
): { name: string; known: readonly string[] } | undefined {
  for (const name of only.filter((one) => one.includes('.'))) {
    const parents = rows.map((row) => keysOf(valueAt(row, name.slice(0, name.lastIndexOf('.')))))
    const known = [...new Set(parents.flat())]
    if (known.length > 0 && rows.every((row) => valueAt(row, name) === undefined)) return { name, known }
  }
  return undefined
}

function keysOf(row: unknown): string[] {
  return typeof row === 'object' && row !== null && !Array.isArray(row) ? Object.keys(row) : []
}

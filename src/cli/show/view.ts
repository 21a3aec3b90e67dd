import type { Answer, Column } from '../terminal/index.js'
import { type Remark, remarkText } from './remarks.js'

/** What `--columns` may name of a command that changes something, over all its outcomes. */
export interface Shows {
  columns?: readonly { name: string }[]
  fields?: readonly string[]
  /** A document of its own, not the record that the service answers with. */
  isOwn?: true
}

/** Columns that are plain fields of the record; a dotted name reaches inside. */
export function columns(...names: string[]): Column[] {
  return names.map((name) => ({ name, value: (record) => valueAt(record, name) }))
}

/** The value at a dotted path, or undefined. */
export function valueAt(record: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      record,
    )
}

export function record(data: unknown, shown?: readonly Column<never>[]): Answer {
  return { data, view: { kind: 'record', ...(shown === undefined ? {} : { columns: shown }) } }
}

export function list(
  data: unknown,
  rows: readonly unknown[],
  shown: readonly Column<never>[],
  empty: string,
  footer?: string,
): Answer {
  return { data, view: { kind: 'list', columns: shown, rows, empty, ...(footer === undefined ? {} : { footer }) } }
}

export function text(data: unknown, shown: string): Answer {
  return { data, view: { kind: 'text', text: shown } }
}

/** Text that is data, such as a message or a file to be: it leaves through a pipe byte for byte. */
export function document(data: unknown, content: string): Answer {
  return { data, view: { kind: 'text', text: content, isDocument: true } }
}

/** An answer whose document tells what the service said beside its success as well; where the record brings its own, they stay. Tables and columns are the record's. */
export function withWarnings(answer: Answer, remarks: readonly Remark[], notes: readonly string[] = []): Answer {
  const { data, view } = answer
  const warnings = [...remarks.map(remarkText), ...notes]
  if (warnings.length === 0 || typeof data !== 'object' || data === null || Array.isArray(data)) return answer
  const shown =
    view.kind === 'record' && view.columns === undefined
      ? { ...view, columns: columns(...Object.keys(data)) as readonly Column<never>[] }
      : view
  const { warnings: own } = data as { warnings?: unknown }
  // Those of the record are told as well, in its own words.
  const all = Array.isArray(own) ? [...own, ...warnings.filter((one) => !wordsOf(own).has(one))] : (own ?? warnings)
  return { ...answer, data: { ...data, warnings: all }, view: shown }
}

/** The texts of warnings, which a service writes as texts or as records with one. */
function wordsOf(own: readonly unknown[]): ReadonlySet<string> {
  return new Set(
    own.flatMap((one) =>
      (typeof one === 'object' && one !== null ? Object.values(one) : [one]).filter((text) => typeof text === 'string'),
    ),
  )
}

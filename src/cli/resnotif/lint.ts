import { bold, green } from 'ansis'
import { Fault } from '../../errors.js'
import { checkSchema, LINT_RULES, lintDecoded, type SchemaReport } from '../../resnotif/index.js'
import { columns, list } from '../show/index.js'
import type { Answer, Column, Terminal } from '../terminal/index.js'
import { readMessageFile, readSchemaFile } from './files.js'
import { count, findingColumns, findingLines, type FindingRow, printable, schemaRow } from './view.js'

export interface LintInput {
  files: readonly string[]
  xsd: string | undefined
  terminal: Terminal
  output: string | undefined
  columns: string | undefined
  notice: (line: string) => void
}

interface LintedFile {
  file: string
  findings: Omit<FindingRow, 'file'>[]
  errors: number
  warnings: number
  reservations: number
  /** Schema findings that no release avoids, and why they do not count. */
  setAside?: { count: number; note: string }
}

/**
 * Checks captured messages. Exit 8 where one has an error, else 0.
 * @throws Fault INVALID_INPUT naming a file that cannot be read
 */
export async function lintFiles({ files, xsd, terminal, output, columns: chosen, notice }: LintInput): Promise<Answer> {
  if (files.length === 0)
    throw new Fault('USAGE', 'Name at least one captured message; - reads standard input.', {
      facts: { missing: ['<file>'] },
    })
  if (files.filter((file) => file === '-').length > 1) throw new Fault('USAGE', 'Standard input can be read once.')
  const schema = xsd === undefined ? undefined : await readSchemaFile(xsd)
  const linted: LintedFile[] = []
  for (const file of files) linted.push(await lintOne(file, schema))
  const sum = (key: 'errors' | 'warnings'): number => linted.reduce((total, one) => total + one[key], 0)
  const data = {
    files: linted.map((one) => ({ ...one, isClean: one.findings.length === 0 })),
    errors: sum('errors'),
    warnings: sum('warnings'),
  }
  const answer = { data, exitCode: sum('errors') > 0 ? (8 as const) : (0 as const) }
  for (const { file, setAside } of linted) if (setAside !== undefined) notice(`${file}: ${setAside.note}`)
  if (terminal.stdout && output === undefined && chosen === undefined)
    return { ...answer, view: { kind: 'text', text: linted.flatMap(linesOf).join('\n'), isPainted: true } }
  const rows = linted.flatMap(({ file, findings }) =>
    findings.length === 0 ? [{ file, severity: 'clean' }] : findings.map((finding) => ({ file, ...finding })),
  )
  return { ...answer, view: { kind: 'list', rows, columns: findingColumns as readonly Column<never>[], empty: '' } }
}

async function lintOne(name: string, schema: string | undefined): Promise<LintedFile> {
  const { shown, decoded } = await readMessageFile(name)
  const { findings, reservations } = lintDecoded(decoded)
  const report =
    schema === undefined ||
    findings.some(
      ({ rule }) => rule.startsWith('xml-') || rule === 'control-character' || rule === 'not-a-notification',
    )
      ? undefined
      : await checkSchema(decoded.text, schema)
  const all: Omit<FindingRow, 'file'>[] = [
    ...findings,
    ...(report?.findings ?? []).map((finding) => withoutFile(schemaRow(shown, finding))),
  ].sort((a, b) => a.line - b.line)
  const number = (severity: string): number => all.filter((finding) => finding.severity === severity).length
  return {
    file: shown,
    findings: all,
    errors: number('error'),
    warnings: number('warning'),
    reservations,
    ...setAsideOf(report),
  }
}

function withoutFile({ file: _file, ...finding }: FindingRow): Omit<FindingRow, 'file'> {
  return finding
}

function setAsideOf(report: SchemaReport | undefined): Pick<LintedFile, 'setAside'> {
  return report?.note === undefined ? {} : { setAside: { count: report.setAside.length, note: report.note } }
}

function linesOf({ file, findings, errors, warnings, reservations }: LintedFile): string[] {
  const name = bold(printable(file))
  if (findings.length === 0) return [`${name}: ${green('clean')} (${count(reservations, 'reservation')})`]
  return [`${name}: ${count(errors, 'error')}, ${count(warnings, 'warning')}`, ...findings.flatMap(findingLines)]
}

/** Every rule of lint: how grave, why a PMS minds, what to change. */
export function listRules(): Answer {
  const rules = Object.entries(LINT_RULES).map(([rule, [severity, why, remedy]]) => ({ rule, severity, why, remedy }))
  return list(rules, rules, columns('rule', 'severity', 'why', 'remedy'), 'No rules.')
}

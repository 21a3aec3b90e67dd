import { bold, green } from 'ansis'
import { Fault } from '../../errors.js'
import {
  type CapturedPart,
  checkSchema,
  LINT_RULES,
  lintDecoded,
  type OtherPart,
  placeFindings,
  type SchemaReport,
} from '../../resnotif/index.js'
import { type CaptureFile, openCaptures, tellOthers } from '../capture/index.js'
import { columns, list } from '../show/index.js'
import type { Answer, Column, Terminal } from '../terminal/index.js'
import { readSchemaFile } from './files.js'
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
  /** Where each message stands in the file, and what it was taken out of. */
  messages: { line: number; column: number; wrapping: readonly string[]; reservations: number; errors: number }[]
  /** Parts of the file that hold no notification. */
  others: OtherPart[]
  /** Schema findings that no release avoids, and why they do not count. */
  setAside?: { count: number; note: string }
}

type Finding = Omit<FindingRow, 'file'>

/**
 * Checks captured messages, whatever they are wrapped in. Exit 8 where one has an error, or cannot be read; else 0.
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
  for await (const file of openCaptures(files)) linted.push(await lintCapture(file, schema))
  const sum = (key: 'errors' | 'warnings'): number => linted.reduce((total, one) => total + one[key], 0)
  const data = {
    files: linted.map((one) => ({ ...one, isClean: one.findings.length === 0 })),
    errors: sum('errors'),
    warnings: sum('warnings'),
  }
  const answer = { data, exitCode: sum('errors') > 0 ? (8 as const) : (0 as const) }
  for (const { file, setAside, others } of linted) {
    if (setAside !== undefined) notice(`${file}: ${setAside.note}`)
    const told = tellOthers(file, others)
    if (told !== undefined) notice(told)
  }
  if (terminal.stdout && output === undefined && chosen === undefined)
    return { ...answer, view: { kind: 'text', text: linted.flatMap(linesOf).join('\n'), isPainted: true } }
  const rows = linted.flatMap(({ file, findings }) =>
    findings.length === 0 ? [{ file, severity: 'clean' }] : findings.map((finding) => ({ file, ...finding })),
  )
  return { ...answer, view: { kind: 'list', rows, columns: findingColumns as readonly Column<never>[], empty: '' } }
}

async function lintCapture({ shown, capture }: CaptureFile, schema: string | undefined): Promise<LintedFile> {
  const read: { part: CapturedPart; findings: Finding[]; reservations: number; report: SchemaReport | undefined }[] = []
  for (const part of capture.messages) {
    const linted = await lintPart(part, schema)
    read.push({ part, ...linted, findings: placeFindings(part, linted.findings) })
  }
  const findings = [
    ...read.flatMap((one) => one.findings),
    ...capture.unread.map(unreadFinding),
    ...(capture.messages.length + capture.unread.length === 0 ? [nothingFound(capture.others)] : []),
  ].sort((a, b) => a.line - b.line)
  const setAside = read.flatMap(({ report }) => report?.setAside ?? [])
  const note = read.find(({ report }) => report?.note !== undefined)?.report?.note
  return {
    file: shown,
    findings,
    errors: countOf(findings, 'error'),
    warnings: countOf(findings, 'warning'),
    reservations: read.reduce((sum, one) => sum + one.reservations, 0),
    messages: read.map(({ part: { place, wrapping }, reservations, findings: own }) => ({
      ...place,
      wrapping,
      reservations,
      errors: countOf(own, 'error'),
    })),
    others: capture.others,
    ...(note === undefined ? {} : { setAside: { count: setAside.length, note } }),
  }
}

const countOf = (findings: readonly Finding[], severity: string): number =>
  findings.filter((finding) => finding.severity === severity).length

async function lintPart(
  { decoded }: CapturedPart,
  schema: string | undefined,
): Promise<{ findings: Finding[]; reservations: number; report: SchemaReport | undefined }> {
  const { findings, reservations } = lintDecoded(decoded)
  const isUnreadable = findings.some(
    ({ rule }) => rule.startsWith('xml-') || rule === 'control-character' || rule === 'not-a-notification',
  )
  const report = schema === undefined || isUnreadable ? undefined : await checkSchema(decoded.text, schema)
  const all = [...findings, ...(report?.findings ?? []).map((finding) => withoutFile(schemaRow('', finding)))].sort(
    (a, b) => a.line - b.line,
  )
  return { findings: all, reservations, report }
}

function unreadFinding({ line, column, what }: OtherPart): Finding {
  return {
    rule: 'unread',
    severity: 'error',
    line,
    column,
    node: 'the capture',
    found: what,
    why: 'What stands here cannot be read, so no message in it was checked.',
    remedy: 'Capture it again, or save the message by itself.',
  }
}

function nothingFound(others: readonly OtherPart[]): Finding {
  const [severity, why, remedy] = LINT_RULES['not-a-notification']
  const found = others.slice(0, 3).map(({ what }) => what)
  return {
    rule: 'not-a-notification',
    severity,
    line: others[0]?.line ?? 1,
    column: others[0]?.column ?? 1,
    node: 'the capture',
    found: `${found.join(', ')}${others.length > found.length ? ` and ${others.length - found.length} more` : ''}`,
    why,
    remedy,
  }
}

function withoutFile({ file: _file, ...finding }: FindingRow): Finding {
  return finding
}

function linesOf({ file, findings, errors, warnings, reservations, messages }: LintedFile): string[] {
  const name = bold(printable(file))
  const several = messages.length > 1 ? `${count(messages.length, 'message')}, ` : ''
  if (findings.length === 0) return [`${name}: ${green('clean')} (${several}${count(reservations, 'reservation')})`]
  return [
    `${name}: ${several}${count(errors, 'error')}, ${count(warnings, 'warning')}`,
    ...findings.flatMap(findingLines),
  ]
}

/** Every rule of lint: how grave, why a PMS minds, what to change. */
export function listRules(): Answer {
  const rules = Object.entries(LINT_RULES).map(([rule, [severity, why, remedy]]) => ({ rule, severity, why, remedy }))
  return list(rules, rules, columns('rule', 'severity', 'why', 'remedy'), 'No rules.')
}

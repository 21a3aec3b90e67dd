import type { Command } from '@oclif/core'
import { bold, green } from 'ansis'
import { Fault } from '../../errors.js'
import { printableJson } from '../../printable.js'
import {
  type CapturedPart,
  checkSchema,
  isUnsent,
  LINT_RULES,
  lintSafely,
  type LintOptions,
  type NoteRule,
  type OtherPart,
  placeFindings,
  type SchemaReport,
} from '../../resnotif/index.js'
import {
  type CaptureFile,
  ENOUGH,
  headFindings,
  isEmpty,
  openCaptures,
  placeInHead,
  tellDoubts,
  tellEmpty,
  tellOthers,
  watchFolder,
} from '../capture/index.js'
import { type ServiceCommand, untilSignal } from '../command/index.js'
import { codesOfHotel, readDialectFile, readKnownCodes } from '../receiver/index.js'
import { columns, list, text } from '../show/index.js'
import { type Answer, type Column, print, shownValue, type Terminal } from '../terminal/index.js'
import { readSchemaFile } from './files.js'
import { count, findingColumns, findingLines, type FindingRow, printable, schemaRow, tellAllUnchecked } from './view.js'

export interface LintInput {
  command: ServiceCommand<typeof Command>
  files: readonly string[]
  xsd: string | undefined
  /** Mapping file with the codes that the receiver knows. */
  codes: string | undefined
  /** Hotel whose rooms and plans the service is asked for. */
  property: string | undefined
  /** File that says what the receiver wants. */
  dialect: string | undefined
  /** Every file without a notification is named. */
  isVerbose: boolean
  terminal: Terminal
  output: string | undefined
  columns: string | undefined
  notice: (line: string) => void
}

interface LintedFile {
  file: string
  findings: Omit<FindingRow, 'file'>[]
  /** What could not be checked, and what stands in the way. */
  notes: Omit<FindingRow, 'file'>[]
  /** What the capture perhaps shows otherwise than it was sent, as sentences; with the notes in data. */
  doubts: string[]
  errors: number
  warnings: number
  reservations: number
  /** Where each message stands in the file, and what it was taken out of. */
  messages: { line: number; column: number; wrapping: readonly string[]; reservations: number; errors: number }[]
  /** Parts of the file that hold no notification. */
  others: OtherPart[]
  /** How many there are beside those that are listed. */
  moreOthers: number
  /** Schema findings that no release avoids, and why they do not count. */
  setAside?: { count: number; note: string }
}

type Finding = Omit<FindingRow, 'file'>

/** What messages are held against beside the rules. */
interface Measures {
  schema: string | undefined
  options: LintOptions
}

/**
 * Checks captured messages, whatever they are wrapped in. Exit 8 where one has an error, or cannot be read; else 0.
 * @throws Fault INVALID_INPUT naming a file that cannot be read
 */
export async function lintFiles(input: LintInput): Promise<Answer> {
  const { files, terminal, output, columns: chosen, notice } = input
  if (files.length === 0)
    throw new Fault('USAGE', 'Name at least one captured message; - reads standard input.', {
      facts: { missing: ['<file>'] },
    })
  const measures = await readMeasures(input)
  const linted: LintedFile[] = []
  const without: CaptureFile[] = []
  for await (const file of openCaptures(files)) {
    linted.push(await lintCapture(file, measures))
    for (const doubt of linted.at(-1)?.doubts ?? []) notice(doubt)
    if (isEmpty(file)) without.push(file)
  }
  const sum = (key: 'errors' | 'warnings'): number => linted.reduce((total, one) => total + one[key], 0)
  const data = {
    files: linted.map(dataOf),
    errors: sum('errors'),
    warnings: sum('warnings'),
  }
  const answer = { data, exitCode: sum('errors') > 0 ? (8 as const) : (0 as const) }
  for (const { file, setAside, others, moreOthers, notes } of linted) {
    tellAllUnchecked(file, notes).forEach((one) => notice(one))
    if (setAside !== undefined) notice(`${file}: ${setAside.note}`)
    const told = without.some(({ shown }) => shown === file) ? undefined : tellOthers(file, others, moreOthers)
    if (told !== undefined) notice(told)
  }
  const empty = tellEmpty(without, input.isVerbose ? without.length : undefined)
  if (empty !== undefined) notice(empty)
  const shown = linted.filter((one) => one.messages.length + one.findings.length > 0)
  if (terminal.stdout && output === undefined && chosen === undefined)
    return { ...answer, view: { kind: 'text', text: shown.flatMap(linesOf).join('\n'), isPainted: true } }
  const rows = shown.flatMap(({ file, findings }) =>
    findings.length === 0 ? [{ file, severity: 'clean' }] : findings.map((finding) => ({ file, ...finding })),
  )
  return { ...answer, view: { kind: 'list', rows, columns: findingColumns as readonly Column<never>[], empty: '' } }
}

/**
 * Checks each file of a folder as it comes, until Ctrl-C. A line of JSON for each file with `isData`.
 * @throws Fault INVALID_INPUT where the folder cannot be watched
 */
export async function watchAndLint(
  input: LintInput & { folder: string; isData: boolean; count: number | undefined },
  until: Promise<unknown> = untilSignal(),
): Promise<Answer> {
  const [beside] = input.files
  if (beside !== undefined)
    throw new Fault('USAGE', `--watch checks the files of ${input.folder}, and ${beside} was named beside it.`, {
      next: 'Check the file in a run of its own, or put it into the folder.',
    })
  const measures = await readMeasures(input)
  const { command, folder, isData, notice, count: wanted } = input
  let [seen, errors] = [0, 0]
  let finish = (): void => undefined
  let left = 0
  const enough = new Promise<string>((resolve) => (finish = () => resolve(ENOUGH)))
  await watchFolder(
    folder,
    async (file, { mayGrow }) => {
      if (mayGrow) notice(`${file} had come or changed just before the end: it is checked as it stands.`)
      for (const one of await lintQuietly(file, measures)) {
        errors += one.errors
        one.doubts.forEach((doubt) => notice(doubt))
        tellAllUnchecked(one.file, one.notes).forEach((words) => notice(words))
        print(isData ? `${printableJson(JSON.stringify(shownValue(dataOf(one))))}\n` : `${linesOf(one).join('\n')}\n`)
      }
      if (++seen === wanted) finish()
    },
    Promise.race([until, enough]),
    {
      onReady: () => notice(`Watching ${folder}. Ctrl-C ends it.`),
      onLeft: (many) => {
        left = many
        command.alert(`${count(many, 'more file')} had come or changed just before the end: not checked.`)
      },
    },
  )
  return { ...text(undefined, ''), exitCode: errors + left > 0 ? 8 : 0 }
}

/** A file that cannot be read is told, and the next one is waited for. */
async function lintQuietly(file: string, measures: Measures): Promise<LintedFile[]> {
  const linted: LintedFile[] = []
  try {
    for await (const one of openCaptures([file], true)) linted.push(await lintCapture(one, measures))
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const unread = [{ line: 1, column: 1, what: error.message }]
    const capture = { messages: [], unread, others: [], moreOthers: 0 }
    linted.push(await lintCapture({ shown: file, capture, isPacked: false, isBeside: true }, measures))
  }
  return linted
}

async function readMeasures({ command, xsd, codes, property, dialect, notice }: LintInput): Promise<Measures> {
  if (codes !== undefined && property !== undefined)
    throw new Fault('USAGE', '--codes and --property both say which codes are known.', { next: 'Give one of them.' })
  const known =
    codes !== undefined
      ? await readKnownCodes(codes, notice)
      : property !== undefined
        ? await codesOfHotel(command, property)
        : undefined
  const unchecked =
    known === undefined ? [] : (['hotels', 'rooms', 'plans'] as const).filter((kind) => known[kind] === undefined)
  if (known !== undefined && unchecked.length > 0)
    notice(`${known.from} names no ${unchecked.join(' and no ')}: their codes are not checked.`)
  return {
    schema: xsd === undefined ? undefined : await readSchemaFile(xsd),
    options: {
      ...(known === undefined ? {} : { codes: known }),
      ...(dialect === undefined ? {} : { dialect: await readDialectFile(dialect) }),
    },
  }
}

/** What holds no notification is neither clean nor wrong. */
const isClean = ({ messages, findings }: LintedFile): boolean => messages.length > 0 && findings.length === 0

/** A file as data: what the capture leaves in doubt stands among the notes, at the first message. */
function dataOf({ doubts, ...one }: LintedFile): Omit<LintedFile, 'doubts'> & { isClean: boolean } {
  const { line = 1, column = 1 } = one.messages[0] ?? {}
  const told = doubts.map((found) => ({ ...DOUBT, line, column, found }))
  return { ...one, notes: [...one.notes, ...told], isClean: isClean({ ...one, doubts }) }
}

const DOUBT = {
  rule: 'capture',
  severity: 'info',
  node: 'the capture',
  why: 'The capture perhaps shows the message otherwise than it was sent, so lint may find what is not there, or miss what is.',
  remedy: 'Capture it again with a tool that keeps every byte, or compare it with the message as it was sent.',
} as const

async function lintCapture({ shown, capture, isBeside }: CaptureFile, measures: Measures): Promise<LintedFile> {
  const read: ({ part: CapturedPart } & LintedPart)[] = []
  for (const part of capture.messages) {
    const linted = await lintPart(part, measures)
    const findings = placeFindings(part, linted.findings).map((finding) => placeInHead(part, finding))
    const notes = placeFindings(part, linted.notes)
    read.push({ part, ...linted, findings, notes })
  }
  const findings = [
    ...read.flatMap((one) => one.findings),
    ...capture.messages.flatMap(headFindings),
    ...capture.unread.map(unreadFinding),
    ...(!isBeside && capture.messages.length + capture.unread.length === 0 ? [nothingFound(capture.others)] : []),
  ].sort((a, b) => a.line - b.line)
  const setAside = read.flatMap(({ report }) => report?.setAside ?? [])
  const note = read.find(({ report }) => report?.note !== undefined)?.report?.note
  return {
    file: shown,
    findings,
    notes: read.flatMap(({ notes }) => notes),
    doubts: tellDoubts(shown, capture.messages),
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
    moreOthers: capture.moreOthers,
    ...(note === undefined ? {} : { setAside: { count: setAside.length, note } }),
  }
}

const countOf = (findings: readonly Finding[], severity: string): number =>
  findings.filter((finding) => finding.severity === severity).length

interface LintedPart {
  findings: Finding[]
  notes: Finding[]
  reservations: number
  report: SchemaReport | undefined
}

async function lintPart(
  { decoded, soapAction, carrier, isWhole }: CapturedPart,
  { schema, options }: Measures,
): Promise<LintedPart> {
  const { findings, notes, reservations } = lintSafely(decoded, {
    ...options,
    ...(soapAction === undefined ? { isAmongOthers: !isWhole } : { soapAction }),
    ...(carrier === undefined ? {} : { carrier }),
  })
  const isUnreadable = findings.some(
    ({ rule }) =>
      rule.startsWith('xml-') ||
      rule === 'control-character' ||
      rule === 'not-a-notification' ||
      rule === 'check-failed',
  )
  const report = schema === undefined || isUnreadable ? undefined : await checkSchema(decoded.text, schema)
  const all = [...findings, ...(report?.findings ?? []).map((finding) => withoutFile(schemaRow('', finding)))].sort(
    (a, b) => a.line - b.line,
  )
  return { findings: all, notes, reservations, report }
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
    ...(found.some(isUnsent) ? UNFILLED : { why, remedy }),
  }
}

const UNFILLED = {
  why: 'What has the form of a message here has values or elements that are yet to be filled in, as a template has. It was not checked.',
  remedy:
    'Fill it in, as the program does that sends it, and lint what comes out. If it went out like this, that program left them as they were.',
} as const

function withoutFile({ file: _file, ...finding }: FindingRow): Finding {
  return finding
}

/** What a note leaves open. */
const UNCHECKED: Readonly<Record<NoteRule, string>> = {
  'total-unchecked': 'totals not checked',
  'total-rounding': 'totals not checked',
  'night-unchecked': 'nights not checked',
  'guest-unchecked': 'guests not compared',
  'counter-unchecked': 'counters not compared',
  'guests-unnamed': 'guests not compared',
  'guests-counted-again': 'guests not compared',
  'guest-move-unchecked': 'guests not compared',
  'guest-count-untold': 'guests not compared',
  'infant-not-counted': 'guests not compared',
  'service-unchecked': 'services not compared',
  'rate-unit-unchecked': 'units of time not compared',
  'ids-unchecked': 'ids not compared',
  'percent-unchecked': 'percentages not checked',
  'soap-action-unchecked': 'SOAPAction not checked',
}

function linesOf({ file, findings, notes, errors, warnings, reservations, messages, others }: LintedFile): string[] {
  const name = bold(printable(file))
  if (messages.length + findings.length === 0)
    return [`${name}: holds no notification (${printable(others[0]?.what ?? 'nothing')})`]
  const several = messages.length > 1 ? `${count(messages.length, 'message')}, ` : ''
  const unchecked = [...new Set(notes.map(({ rule }) => UNCHECKED[rule as NoteRule]))]
    .toSorted()
    .reverse()
    .map((one) => `, ${one}`)
    .join('')
  if (findings.length === 0)
    return [`${name}: ${green('clean')} (${several}${count(reservations, 'reservation')}${unchecked})`]
  return [
    `${name}: ${several}${count(errors, 'error')}, ${count(warnings, 'warning')}${unchecked}`,
    ...findings.flatMap(findingLines),
  ]
}

/** Every rule of lint: how grave, why a PMS minds, what to change. */
export function listRules(): Answer {
  const rules = Object.entries(LINT_RULES).map(([rule, [severity, why, remedy]]) => ({ rule, severity, why, remedy }))
  return list(rules, rules, columns('rule', 'severity', 'why', 'remedy'), 'No rules.')
}

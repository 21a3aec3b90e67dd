import type { Settings } from '../../config/index.js'
import { EXIT } from '../../errors.js'
import { type ExplainedColumn, type ExplainedFile, explainFiles, type Kind, mappingText } from '../../files/index.js'
import { count, findingText, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { inputsOf } from './inputs.js'
import type { PushFlags } from './push-flags.js'
import { readOptionsOf } from './read-options.js'

export interface ExplainInputOptions {
  kind: Kind
  /** As typed; `-` is standard input. */
  files: readonly string[]
  flags: PushFlags
  settings: Settings
  /** Called with what is to be done when the command has ended. */
  whenDone: (close: () => unknown) => void
  /** Ends the wait for a pipe. */
  signal: AbortSignal
  /** Throws once the time is up that --deadline gives. */
  tick: () => void
}

/** Shows how the files of a push are read. Nothing is planned, kept or sent. Exit 6 where something cannot be read. */
export async function explainInput({
  kind,
  files,
  flags,
  settings,
  whenDone,
  signal,
  tick,
}: ExplainInputOptions): Promise<Answer> {
  const options = await readOptionsOf(flags, settings)
  const inputs = await inputsOf(files, undefined, signal)
  whenDone(inputs.remove)
  const explained = await explainFiles({ files: inputs.files, kind, options, tick })
  const isRead = explained.every(({ problems }) => problems.length === 0)
  return {
    ...text({ files: explained }, explained.map(fileText).join('\n\n')),
    exitCode: isRead ? EXIT.ok : EXIT.invalidInput,
  }
}

const PROBLEMS_SHOWN = 20

function fileText({
  file,
  format,
  encoding,
  delimiter,
  rows,
  columns,
  notRead,
  notices,
  problems,
  mapping,
}: ExplainedFile): string {
  const form = [
    format === undefined ? '' : FORMATS[format],
    delimiter === undefined ? '' : `separated by ${delimiter === '\t' ? 'tab' : `"${delimiter}"`}`,
    encoding === undefined ? '' : `${encoding.name.toUpperCase()} (${encoding.proof})`,
  ]
  const left = [
    `${rows.wrong} wrong`,
    rows.blank === 0 ? '' : `${rows.blank} without values`,
    rows.past === 0 ? '' : `${rows.past} past`,
  ]
  return [
    `${file === '-' ? 'standard input' : file}: ${joined(form)}`,
    ...(rows.read === 0 ? [] : [`${count(rows.read, 'row')}: ${rows.good} good, ${joined(left)}`]),
    '',
    ...columns.flatMap(columnLines),
    ...(notRead.length === 0 ? [] : [`  not read: ${notRead.join(', ')}`]),
    ...notices.map(({ line, text: words }) => `  ${line === undefined ? '' : `line ${line}: `}${words}`),
    ...(problems.length === 0
      ? []
      : [
          '',
          'Cannot be read as it stands:',
          ...problems.slice(0, PROBLEMS_SHOWN).map((problem) => `  ${findingText(problem)}`),
          ...(problems.length > PROBLEMS_SHOWN
            ? [`  … and ${problems.length - PROBLEMS_SHOWN} more (--json lists all)`]
            : []),
        ]),
    ...(columns.length === 0
      ? []
      : ['', '# A mapping file that reads files like this one; give it with --map', mappingText(mapping).trimEnd()]),
  ].join('\n')
}

const FORMATS: Readonly<Record<NonNullable<ExplainedFile['format']>, string>> = {
  csv: 'CSV',
  yaml: 'YAML',
  ndjson: 'JSON lines',
  xlsx: 'Excel workbook',
}

function columnLines({ name, column, reading, proof, samples }: ExplainedColumn): string[] {
  const shown = samples.map(
    ({ line, text: cell, value }) => `    line ${line}: ${cell === value ? cell : `${cell} → ${value}`}`,
  )
  return [
    `  ${column === '' ? name : column}${column === name || column === '' ? '' : ` as ${name}`}: ${reading} (${proof})`,
    ...shown,
  ]
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}

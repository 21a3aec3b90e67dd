import { bold, dim, red } from 'ansis'
import { type ErrorCode, Fault, type Finding } from '../../errors.js'
import { linkFault } from '../../given-file.js'
import { printable, printableLines } from '../../printable.js'
import { fileFault } from '../../whole-file.js'
import { linesText } from '../../push/index.js'
import { foldedForError, print, shownValue, tell, withoutCards } from '../terminal/index.js'
import { count } from './count.js'
import { writeDocument } from './print.js'

const SHOWN_FINDINGS = 20

/** Prints a fault: one JSON document on stdout with --json, else text on stderr. The one place that does, so nothing that a check quotes shows a card. */
export function printFault(given: Fault, { json, debug }: { json: boolean; debug: boolean }): void {
  const fault = withoutCards(given)
  if (json) print(`${writeDocument(shownValue(faultDocument(fault)))}\n`)
  else
    tell(
      `${foldedForError(faultText(fault))}\n${process.stderr.isTTY ? explainLine(fault) : ''}${fault.attachment === undefined ? '' : `\n${printableLines(fault.attachment).trimEnd()}\n`}`,
    )
  if (debug && fault.code === 'UNEXPECTED')
    tell(`${dim(printableLines(fault.cause instanceof Error ? (fault.cause.stack ?? '') : (fault.stack ?? '')))}\n`)
}

/** Faults that say all there is: the line was mistyped, or a person has stopped it. */
const SPEAKING: ReadonlySet<ErrorCode> = new Set(['USAGE', 'INTERRUPTED'])

/** The code of a fault as what to type for more, where nothing else says so; for a person, as programs have it in `error.code`. */
export function explainLine({ code, next }: Fault): string {
  return SPEAKING.has(code) || next.includes('hubswitch explain')
    ? ''
    : `${dim(`explain: hubswitch explain ${code}`)}\n`
}

/** What `--json` prints on failure. */
export function faultDocument(fault: Fault): object {
  const { code, message, next, exitCode, findings, facts } = withoutCards(fault)
  return {
    error: {
      code,
      message,
      next,
      exitCode,
      ...(findings.length > 0 ? { findings } : {}),
      ...(Object.keys(facts).length > 0 ? { facts } : {}),
    },
  }
}

export function faultText(fault: Fault): string {
  const { message, next, findings: all, facts } = withoutCards(fault)
  // What was left out is named in the sentence and in what to type.
  const findings = facts['missing'] === undefined ? all : []
  const more = findings.length - SHOWN_FINDINGS
  const rows = Number(facts['unlistedRows'] ?? 0)
  const unlisted = rows > 0 ? `, and ${count(rows, 'further row')}` : ''
  const shown =
    findings.length === 1
      ? findings.map((only) => unsaid(only, message, next))
      : findings.slice(0, SHOWN_FINDINGS).map(findingText)
  return [
    `${red('Error:')} ${printableLines(message)}`,
    ...shown.filter((text) => text !== '').map((text) => `  ${text}`),
    ...(more > 0 ? [`  … and ${more} more${unlisted}`] : []),
    printableLines(next),
  ].join('\n')
}

/** What the one finding says beyond the message and the next step. */
function unsaid({ reason, remedy, ...rest }: Finding, message: string, next: string): string {
  const more = remedy === undefined || next.includes(remedy) ? undefined : remedy
  if (!message.includes(reason))
    return findingText({ ...rest, reason, ...(more === undefined ? {} : { remedy: more }) })
  // A field alone stands in the message already, and a line does where the message begins with it.
  const isQuoted = rest.value === undefined || message.includes(`not "${rest.value}"`)
  const place =
    isQuoted && (rest.line === undefined || message.includes(`${rest.file ?? ''}:${rest.line}`))
      ? ''
      : placeAndValue(rest)
  return [place, more === undefined ? '' : printableLines(sentence(more))].filter((part) => part !== '').join(': ')
}

/** `file:line  column "value": reason. Remedy.` */
export function findingText({ reason, remedy, ...rest }: Finding): string {
  const place = placeAndValue(rest)
  return `${place}${place === '' || /\s$/.test(place) ? '' : ': '}${printableLines(sentence(reason))}${remedy === undefined ? '' : ` ${printableLines(sentence(remedy))}`}`
}

function placeAndValue({
  file,
  line,
  lastLine,
  rows,
  lines,
  field,
  typed,
  value,
}: Omit<Finding, 'reason' | 'remedy'>): string {
  const place =
    file === undefined
      ? line === undefined
        ? ''
        : `${bold(`line ${linesText({ line, lastLine, rows, lines })}`)}  `
      : `${bold(line === undefined ? printable(file) : `${printable(file)}:${linesText({ line, lastLine, rows, lines })}`)}  `
  return (
    place +
    [typed ?? field, value === undefined ? undefined : `"${value.replaceAll(/[\t\r\n]+/g, ' ')}"`]
      .filter((part) => part !== undefined && part !== '')
      .map((part) => printable(part ?? ''))
      .join(' ')
  )
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** Any thrown value as a fault. What oclif's parser refuses is a usage fault. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const { message, oclif } = error as { message?: unknown; oclif?: { exit?: number } }
  const text = typeof message === 'string' ? message : String(error)
  if (oclif !== undefined) {
    return new Fault('USAGE', text.replace(/\nSee more help with --help$/, '').trim())
  }
  const link = linkFault(error)
  if (link !== undefined) return link
  const ofFile = fileFault(error)
  if (ofFile !== undefined) return ofFile
  return new Fault('UNEXPECTED', `Something went wrong inside hubswitch: ${text}`, { cause: error })
}

/** True where the arguments ask for one JSON document, also when they could not be parsed. */
export function wantsJson(argv: readonly string[]): boolean {
  return (
    argv.includes('--json') ||
    argv.includes('--output=json') ||
    argv.some((word, i) => word === '--output' && argv[i + 1] === 'json')
  )
}

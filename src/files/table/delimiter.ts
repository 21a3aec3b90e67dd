import { Fault } from '../../errors.js'
import { headerKey, knownHeaders } from '../columns/index.js'
import { isDateHeader } from '../matrix/index.js'
import { inputFault, type ReadContext } from '../reading/index.js'

const CANDIDATES = [',', ';', '\t', '|'] as const

/** The separator that --delimiter names, undefined where it is not given. */
export function delimiterOf(option: string | undefined): string | undefined {
  if (option === undefined) return undefined
  const delimiter = option === 'tab' || option === '\\t' ? '\t' : option
  if (delimiter.length !== 1 || delimiter === '"' || /[\r\n\p{L}\p{N}]/u.test(delimiter)) {
    throw new Fault('USAGE', `--delimiter takes one character or "tab", not "${option}".`)
  }
  return delimiter
}

/**
 * Tells the separator from the header line: the only candidate that occurs in it, or the only one that splits it into columns that are all known or are dates.
 * @throws Fault INVALID_INPUT where more than one would do
 */
export function detectDelimiter(header: string, line: number, context: ReadContext): string {
  const bare = header.replace(/"[^"]*"/g, '')
  const found = CANDIDATES.filter((candidate) => bare.includes(candidate))
  if (found.length < 2) return found[0] ?? ','
  const fitting = found.filter((candidate) => areKnown(header.split(candidate), context))
  const [delimiter] = fitting
  if (delimiter !== undefined && fitting.length === 1) return delimiter
  const names = found.map((candidate) => (candidate === '\t' ? 'tab' : `"${candidate}"`)).join(' and ')
  throw inputFault({
    file: context.name,
    line,
    reason: `the columns may be separated by ${names}`,
    remedy: 'Name the separator with --delimiter.',
  })
}

function areKnown(cells: string[], { kind, options }: ReadContext): boolean {
  const named = [
    ...knownHeaders(kind).keys(),
    ...Object.values(options.map ?? {}).map(headerKey),
    ...(options.ignoreColumns ?? []).map(headerKey),
  ]
  const known = new Set(named)
  return cells.every((cell) => {
    const name = cell.trim().replace(/^"|"$/g, '')
    return name.startsWith('_') || known.has(headerKey(name)) || isDateHeader(name)
  })
}

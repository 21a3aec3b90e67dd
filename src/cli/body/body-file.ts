import { Fault } from '../../errors.js'
import { NAMES_BY_HAND, tooDeepAt, yamlReason } from '../../foreign-text.js'
import { LARGEST, readBounded } from '../../given-file.js'
import { refuseUnmeant } from './unmeant-texts.js'
import { YamlValues, type YamlValuesOptions } from './yaml-values.js'
import { LineCounter, parseDocument } from 'yaml'

export type Body = Record<string, unknown>

/**
 * Reads one YAML or JSON object, each value in the type that the contract gives its field. `-` is standard input.
 * @throws Fault INVALID_INPUT for a file that cannot be read or is not UTF-8, holds no object, or leaves a value open
 */
export async function readBodyFile(file: string, options: YamlValuesOptions = {}): Promise<Body> {
  const shown = file === '-' ? 'standard input' : file
  const data = parseBody(shown, await readText(file, shown), options)
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new Fault(
      'INVALID_INPUT',
      `${shown} does not contain an object. Write one field per line, such as "name: Seaview Hotel".`,
    )
  }
  refuseUnmeant(data, shown)
  return data as Body
}

async function readText(file: string, shown: string): Promise<string> {
  const bytes = await readBounded(file, LARGEST.document).catch((cause: NodeJS.ErrnoException) => {
    throw new Fault(
      'INVALID_INPUT',
      cause.code === 'ENOENT'
        ? `There is no file ${shown}.`
        : cause.code === 'EISDIR'
          ? `${shown} is a folder, not a file.`
          : `${shown} cannot be read (${cause.code ?? 'unknown reason'}).`,
      {
        next: 'Check the name. Nothing was sent.',
      },
    )
  })
  if (bytes.includes(0))
    throw new Fault('INVALID_INPUT', `${shown} holds a NUL byte, so it is no text.`, {
      next: 'Save it as UTF-8. Nothing was sent.',
    })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Fault('INVALID_INPUT', `${shown} is not UTF-8 text.`, { next: 'Save it as UTF-8. Nothing was sent.' })
  }
}

/**
 * The text of a YAML or JSON document, each value in the type that the contract gives its field.
 * @throws Fault INVALID_INPUT with each value that is wrong
 */
export function parseBody(shown: string, source: string, options: YamlValuesOptions): unknown {
  const deep = tooDeepAt(source, NAMES_BY_HAND)
  if (deep !== undefined)
    throw new Fault('INVALID_INPUT', `${shown} ${deep.reason}.`, {
      findings: [{ file: shown, ...deep }],
      next: 'Correct the file. Nothing was sent.',
    })
  const second = secondJsonLine(source)
  if (second !== undefined)
    throw new Fault('INVALID_INPUT', `${shown} holds several JSON documents, and one at a time is read.`, {
      findings: [{ file: shown, line: second, ...SECOND_DOCUMENT }],
      next: 'Give each line by itself. Nothing was sent.',
    })
  const lines = new LineCounter()
  const document = parseDocument(source, { lineCounter: lines, logLevel: 'error', prettyErrors: false })
  const wrong = [...document.errors, ...document.warnings]
  if (wrong.length > 0) {
    throw new Fault('INVALID_INPUT', `${shown} is not valid YAML or JSON.`, {
      findings: wrong.slice(0, 10).map(({ pos, message, code }) => ({
        file: shown,
        line: lines.linePos(pos[0]).line,
        ...(code === 'MULTIPLE_DOCS'
          ? SECOND_DOCUMENT
          : { reason: yamlReason({ code, message }) ?? reasonOf(message) }),
      })),
    })
  }
  const values = new YamlValues(document, lines, shown, options)
  const data = values.read()
  const [first] = values.findings
  if (first !== undefined)
    throw new Fault('INVALID_INPUT', `${shown}: ${first.field ?? 'a value'} ${first.reason}.`, {
      findings: values.findings,
      next: 'Correct the file. Nothing was sent.',
    })
  return data
}

/** What stands behind `---` would be lost in silence. */
const SECOND_DOCUMENT = { reason: 'a second document begins here', remedy: 'Put it into a file of its own' }

const isJsonObject = (line: string): boolean => {
  if (!line.startsWith('{') || !line.endsWith('}')) return false
  try {
    return typeof JSON.parse(line) === 'object'
  } catch {
    return false
  }
}

/** The line of the second document where a program wrote one to a line. */
function secondJsonLine(source: string): number | undefined {
  if (!source.trimStart().startsWith('{')) return undefined
  const filled = source.split(/\r?\n/).flatMap((text, at) => (text.trim() === '' ? [] : [{ text: text.trim(), at }]))
  const [first, second] = filled
  return first !== undefined && second !== undefined && isJsonObject(first.text) && isJsonObject(second.text)
    ? second.at + 1
    : undefined
}

function reasonOf(message: string): string {
  const [line = ''] = message.slice(0, 500).split('\n')
  const at = line.lastIndexOf(' at line ')
  return at > 0 ? line.slice(0, at) : line
}

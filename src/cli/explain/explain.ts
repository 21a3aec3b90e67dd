import { EXIT, type ErrorCode, ERROR_CODES, exitOf, Fault } from '../../errors.js'
import { nearest } from '../../nearest.js'
import { columns, list, text } from '../show/index.js'
import type { Answer } from '../terminal/index.js'
import { EXPLANATIONS } from './explanations.js'

/** What is known of a code, as `--json` prints it. */
function documentOf(code: ErrorCode): Record<string, unknown> {
  const { title, cause, example, remedy } = EXPLANATIONS[code]
  return { code, exitCode: exitOf(code), title, cause, example, remedy }
}

function pageOf(code: ErrorCode): string {
  const { title, cause, example, remedy } = EXPLANATIONS[code]
  return [
    `${code} (exit code ${exitOf(code)}): ${title}`,
    '',
    cause,
    '',
    `Example: ${example.when}`,
    `  $ ${example.command}`,
    `  ${example.says.endsWith('.') || example.says.endsWith(':') ? example.says : `${example.says} …`}`,
    '',
    'What to do:',
    ...remedy.map((step) => `- ${step}`),
  ].join('\n')
}

/**
 * Explains a code, in any letter case, with underscores or hyphens; all codes of an exit code where a number is given; the list of them without one.
 * @throws Fault USAGE for an unknown one, with the nearest
 */
export function explain(given: string | undefined): Answer {
  if (given === undefined) return listOf(ERROR_CODES)
  const name = given
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')
  const code = ERROR_CODES.find((known) => known === name)
  if (code !== undefined) return text(documentOf(code), pageOf(code))
  if (/^\d{1,3}$/.test(name)) return ofExitCode(Number(name))
  const guess = nearest(name, ERROR_CODES)
  throw new Fault('USAGE', `There is no code "${given.slice(0, 80)}".`, {
    next: `${guess === undefined ? '' : `Did you mean "hubswitch explain ${guess}"? `}"hubswitch explain" lists the codes.`,
  })
}

function ofExitCode(exitCode: number): Answer {
  const codes = ERROR_CODES.filter((code) => exitOf(code) === exitCode)
  const [only] = codes
  if (only !== undefined) return codes.length === 1 ? text(documentOf(only), pageOf(only)) : listOf(codes)
  if (exitCode === EXIT.ok)
    return text({ exitCode, title: 'success' }, 'Exit code 0: everything was done. No fault has it.')
  throw new Fault('USAGE', `No command of hubswitch ends with ${exitCode}.`, {
    next: `Exit codes are ${Object.values(EXIT).join(', ')}. "hubswitch explain" lists the codes of faults.`,
  })
}

function listOf(codes: readonly ErrorCode[]): Answer {
  const rows = codes.map(documentOf)
  return list(rows, rows, columns('code', 'exitCode', 'title'), '')
}

import { existsSync } from 'node:fs'
import type { NamedKind } from '../../journal/index.js'
import { shellWord } from '../../shell-word.js'
import { kindOfArg, kindOfFlag } from '../completion/index.js'
import { askChecked, askChoice, type Choice, type Terminal } from '../terminal/index.js'

/** What was left out of a command line, asked for on a terminal. */

/** An argument or a flag as the command declares it. */
interface Declared {
  /** What it is for. */
  about?: string | undefined
  options?: readonly string[] | undefined
}

interface AskMissing {
  terminal: Terminal
  /** As typed: `property info get`. */
  command: string
  missing: { args: readonly string[]; flags: readonly string[] }
  args: Readonly<Record<string, Declared>>
  flags: Readonly<Record<string, Declared>>
  /** What is known of a kind of id, at a property where one is chosen. */
  choicesOf: (kind: NamedKind | 'profile', property: string | undefined) => Promise<readonly Choice[]>
  /** The property that the line names already. */
  property: string | undefined
  otherwise: string
}

/** More than these are searched for faster by typing. */
const CHOICES_MAX = 50
/** No id can look like this. */
const OTHER = '\n'

/**
 * Asks for each in turn. What is typed is checked by the command itself, as if it had been there from the start.
 * @returns arguments in their order, and flags with their values
 * @throws Fault INTERRUPTED where the person leaves
 */
async function askMissing({
  terminal,
  command,
  missing,
  args,
  flags,
  choicesOf,
  property,
  otherwise,
}: AskMissing): Promise<{ args: string[]; flags: string[] }> {
  const answers = { args: [] as string[], flags: [] as string[] }
  let chosen = property
  const places = [
    ...missing.args.map((name) => ({ name, kind: kindOfArg(command, name), declared: args[name], isFlag: false })),
    // In the order of the help, which is that of the thing.
    ...inOrder(missing.flags, flags).map((name) => ({
      name,
      kind: kindOfFlag(command, name),
      declared: flags[name],
      isFlag: true,
    })),
  ]
  for (const { name, kind, declared, isFlag } of places) {
    const label = isFlag ? `--${name}` : `<${name}>`
    const message = declared?.about === undefined ? label : `${firstSentence(declared.about)}  ${label}`
    const known =
      declared?.options === undefined
        ? kind === 'file' || kind === 'command' || kind === 'free'
          ? []
          : await choicesOf(kind, chosen)
        : declared.options.map((value) => ({ value, label: value }))
    const value = await askOne(terminal, message, known.slice(0, CHOICES_MAX), {
      isClosed: declared?.options !== undefined,
      check: (text) =>
        kind !== 'file' || isFlag || text === '-' || existsSync(text) ? undefined : 'There is no such file.',
      otherwise,
    })
    if (kind === 'property') chosen = value
    if (isFlag) answers.flags.push(`--${name}=${value}`)
    else answers.args.push(value)
  }
  return answers
}

const inOrder = (names: readonly string[], declared: object): string[] => [
  ...Object.keys(declared).filter((name) => names.includes(name)),
  ...names.filter((name) => !Object.hasOwn(declared, name)),
]

async function askOne(
  terminal: Terminal,
  message: string,
  choices: readonly Choice[],
  { isClosed, check, otherwise }: { isClosed: boolean; check: (text: string) => string | undefined; otherwise: string },
): Promise<string> {
  if (choices.length > 0) {
    const other = isClosed ? [] : [{ value: OTHER, label: 'another …' }]
    const answer = await askChoice(terminal, message, [...choices, ...other], { otherwise })
    if (answer !== OTHER) return answer
  }
  return askChecked(terminal, message, { check, otherwise })
}

const firstSentence = (about: string): string =>
  (about.split(/[.;\n](?:\s|$)/)[0] ?? about).replace(/^\[[^\]]*\]\s*/, '')

export interface Asking {
  terminal: Terminal
  command: string
  argv: readonly string[]
  missing: AskMissing['missing']
  declared: { args: Readonly<Record<string, object>>; flags: Readonly<Record<string, object>> }
  /** What the line says as far as it goes. */
  read: () => Promise<{ flags: object; args: object }>
  choicesOf: AskMissing['choicesOf']
  otherwise: string
  tell: (line: string) => void
}

/**
 * The command line with what a person was asked for, which is told as it could have been typed.
 * @throws Fault INTERRUPTED where the person leaves
 */
export async function answersOf({
  terminal,
  command,
  argv,
  missing,
  declared,
  read,
  choicesOf,
  otherwise,
  tell,
}: Asking): Promise<string[]> {
  const { flags, args } = (await read()) as Record<'flags' | 'args', Record<string, unknown>>
  const own = Object.entries(args).find(([name]) => kindOfArg(command, name) === 'property')?.[1]
  const property = own ?? flags['hotel'] ?? flags['property']
  const about = (all: Readonly<Record<string, object>>): Record<string, Declared> =>
    Object.fromEntries(
      Object.entries(
        all as Record<string, { summary?: string; description?: string; options?: readonly string[] }>,
      ).map(([name, { summary, description, options }]) => [name, { about: summary ?? description, options }]),
    )
  const answers = await askMissing({
    terminal,
    command,
    missing,
    args: about(declared.args),
    flags: about(declared.flags),
    choicesOf,
    property: typeof property === 'string' ? property : undefined,
    otherwise,
  })
  const line = completedLine(argv, answers)
  tell(`The same as: ${typedLine(command, line)}`)
  return line
}

/** A command line with what was asked for: flags first, arguments behind those that were typed. */
function completedLine(
  argv: readonly string[],
  { args, flags }: { args: readonly string[]; flags: readonly string[] },
): string[] {
  const isOpen = argv.includes('--')
  return [...flags, ...argv, ...(args.length === 0 || isOpen ? [] : ['--']), ...args]
}

/** The same as a person would type it. */
function typedLine(command: string, argv: readonly string[]): string {
  const end = argv.indexOf('--')
  const isNeeded = argv.slice(end + 1).some((word) => word.startsWith('-'))
  const words = argv.filter((_, at) => at !== end || isNeeded)
  return ['hubswitch', command, ...words.map((word) => shellWord(word))].join(' ')
}

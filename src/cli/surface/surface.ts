import { Flags, type Command, type Config } from '@oclif/core'
import { ERROR_CODES, EXIT, exitOf } from '../../errors.js'
import { EXPLANATIONS } from '../explain/index.js'
import { answerOf, definitions, FAILURE } from './answers.js'

/** Version of the document: it rises when a name in it changes its meaning or goes; names may be added without. */
export const SURFACE_SCHEMA = 1

/** What a value is: text of any form, a whole number, one of a list, or nothing but the flag itself. */
type ValueType = 'boolean' | 'integer' | 'enum' | 'text'

type AnyFlag = Command.Class['flags'][string] & {
  options?: readonly string[]
  min?: number
  max?: number
  allowNo?: boolean
  multiple?: boolean
  helpValue?: string | string[]
  parse?: unknown
}
type AnyArg = Command.Class['args'][string] & { options?: readonly string[] }

/** Every whole-number flag reads its value with this. */
const READ_INTEGER: unknown = Flags.integer().parse

const GLOBAL = 'GLOBAL'

/** The whole command line as data: commands with arguments and flags in their types, exit codes, codes of errors. A flag of a command stands in place of the global one of its name. */
export async function surfaceOf(config: Config): Promise<Record<string, unknown>> {
  const loadable = shownOf(config)
  const commands = await Promise.all(loadable.map((one) => one.load()))
  const globals = Object.entries((commands[0]?.baseFlags ?? {}) as Record<string, AnyFlag>)
  return {
    schema: SURFACE_SCHEMA,
    release: config.version,
    exitCodes: EXIT,
    errors: ERROR_CODES.map((code) => ({ code, exitCode: exitOf(code), title: EXPLANATIONS[code].title })),
    globalFlags: globals.map(([name, flag]) => flagDocument(name, flag)),
    commands: commands.map((command, at) => commandDocument(loadable[at]?.id ?? command.id, command, config)),
    failure: FAILURE,
    definitions: definitions(),
  }
}

const shownOf = ({ commands }: Config): Command.Loadable[] =>
  commands.filter(({ hidden }) => hidden !== true).toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Every command with its line of purpose, without loading any. */
export function namesOf(config: Config): { command: string; summary: string | undefined }[] {
  return shownOf(config).map(({ id, summary, description }) => ({
    command: id.replaceAll(':', ' '),
    summary: summary ?? description,
  }))
}

function commandDocument(id: string, command: Command.Class, { bin }: Config): Record<string, unknown> {
  const { summary, description, flags = {}, args = {}, examples = [], strict, aliases = [] } = command
  const { calls = [] } = command as { calls?: readonly string[] }
  const names = Object.keys(args)
  return {
    command: id.replaceAll(':', ' '),
    summary: summary ?? description,
    ...(description === undefined || summary === undefined ? {} : { description }),
    ...(aliases.length === 0 ? {} : { aliases: aliases.map((alias) => alias.replaceAll(':', ' ')) }),
    args: names.map((name, at) => argDocument(name, args[name] as AnyArg, strict === false && at === names.length - 1)),
    flags: Object.entries(flags as Record<string, AnyFlag>)
      .filter(([, { helpGroup, hidden }]) => helpGroup !== GLOBAL && hidden !== true)
      .map(([name, flag]) => flagDocument(name, flag)),
    examples: examples
      .map((example) => (typeof example === 'string' ? example : example.command))
      .map((line) =>
        line.replaceAll('<%= config.bin %>', bin).replaceAll('<%= command.id %>', id.replaceAll(':', ' ')),
      ),
    endpoints: calls,
    answer: answerOf(id.replaceAll(':', ' ')),
  }
}

function argDocument(name: string, arg: AnyArg, isMultiple: boolean): Record<string, unknown> {
  const { description, required, options, default: given } = arg
  return {
    name,
    type: options === undefined ? 'text' : 'enum',
    required: required === true,
    multiple: isMultiple,
    ...(options === undefined ? {} : { values: options }),
    ...plainDefault(given),
    summary: description,
  }
}

function flagDocument(name: string, flag: AnyFlag): Record<string, unknown> {
  const { char, aliases, summary, description, required, multiple, options, min, max, helpValue, allowNo } = flag
  const type = typeOf(flag)
  return {
    name: `--${name}`,
    ...(char === undefined ? {} : { char: `-${char}` }),
    ...(aliases === undefined || aliases.length === 0 ? {} : { aliases: aliases.map((alias) => `--${alias}`) }),
    type,
    required: required === true,
    multiple: multiple === true,
    ...(type === 'boolean' ? { negatable: allowNo === true } : {}),
    ...(type === 'enum' ? { values: options } : {}),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(helpValue === undefined ? {} : { value: [helpValue].flat().join(' ') }),
    ...plainDefault(flag.default),
    ...(flag.exclusive === undefined ? {} : { excludes: flagNames(flag.exclusive) }),
    ...(flag.dependsOn === undefined ? {} : { needs: flagNames(flag.dependsOn) }),
    summary: summary ?? description,
  }
}

function typeOf({ type, options, parse }: AnyFlag): ValueType {
  if (type === 'boolean') return 'boolean'
  if (options !== undefined) return 'enum'
  return parse === READ_INTEGER ? 'integer' : 'text'
}

/** A default that depends on the moment is no part of the surface. */
function plainDefault(given: unknown): { default?: unknown } {
  return ['string', 'number', 'boolean'].includes(typeof given) ? { default: given } : {}
}

const flagNames = (list: readonly unknown[]): string[] =>
  list.map((one) => `--${typeof one === 'string' ? one : String((one as { name?: unknown }).name)}`)

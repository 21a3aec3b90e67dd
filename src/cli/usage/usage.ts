import { Fault } from '../../errors.js'
import { nearest } from '../../nearest.js'
import { parserFault } from './parser-words.js'
import { secretWay, withoutTyped } from './typed-secrets.js'

/** What a command takes, as far as a usage fault names it. */
export interface Usage {
  /** `rates push`. */
  command: string
  flags: readonly string[]
  args: readonly { name: string; required?: boolean }[]
  argv: readonly string[]
  /** Flags that must be given, with what stands for their value: `--from <YYYY-MM-DD>`. */
  required?: readonly { name: string; value?: string | undefined }[]
}

const NAME_MAX = 80

/** What the parser refuses, with the step that settles it; undefined for anything else. */
export function usageFault(error: unknown, given: Usage): Fault | undefined {
  const fault = usageFaultOf(error, given)
  const way = secretWay(given.command, given.flags)
  return fault === undefined || way === undefined ? fault : withoutTyped(fault, given.argv, way)
}

function usageFaultOf(error: unknown, { command, flags, args, argv, required }: Usage): Fault | undefined {
  const { message, oclif, ...told } = error as { message?: unknown; oclif?: unknown; args?: unknown; flags?: unknown }
  if (oclif === undefined || typeof message !== 'string') return undefined
  const line = { command, args, required: required ?? [] }
  const usage = usageLine(line)
  const worded = parserFault(message, { ...line, usage, argv })
  if (worded !== undefined) return worded
  if (message.startsWith('Missing ') && isList(told.args)) {
    const missing = told.args.flatMap((arg) =>
      typeof arg === 'object' && arg !== null && 'name' in arg ? [arg as { name: string; description?: string }] : [],
    )
    const [first] = missing
    if (first === undefined) return undefined
    const named = missing
      .map(({ name, description }) => `<${name}>${description === undefined ? '' : ` (${description})`}`)
      .join(' and ')
    const greedy = message.includes(' allow')
      ? /(?<!-)--[\w-]{1,60}/.exec(message.slice(0, message.lastIndexOf(' allow')))?.[0]
      : undefined
    const isTaken = greedy !== undefined && argv.includes(greedy)
    return new Fault('USAGE', `${named} ${missing.length === 1 ? 'is' : 'are'} missing.`, {
      next: `Type "${usage}"${isTaken ? `, with <${first.name}> before ${greedy}, which takes several values` : ''}. Examples: "hubswitch ${command} --help".`,
      facts: { missing: missing.map(({ name }) => `<${name}>`) },
    })
  }
  if (message.startsWith('Nonexistent flag') && isList(told.flags)) {
    const typed = String(told.flags[0]).slice(0, NAME_MAX)
    const [long = ''] = typed.split('=')
    // Behind one dash and a letter stands a value.
    const name = long.startsWith('--') ? long : long.slice(0, 2)
    const bare = name.replace(/^-+/, '')
    const guess = nearest(bare, flags) ?? (bare.length > 2 ? flags.find((flag) => flag.startsWith(bare)) : undefined)
    return new Fault('USAGE', `There is no flag ${name}.`, {
      next:
        guess === undefined
          ? `Run "hubswitch ${command} --help" to see the flags.`
          : `Did you mean --${guess}? "hubswitch ${command} --help" shows all flags.`,
    })
  }
  if (message.startsWith('Unexpected argument') && isList(told.args)) {
    const many = args.length === 0 ? 'no argument' : args.length === 1 ? 'one argument' : `${args.length} arguments`
    return new Fault(
      'USAGE',
      `Not expected here: ${told.args.map((arg) => `"${String(arg).slice(0, NAME_MAX)}"`).join(', ')}.`,
      { next: `Type "${usageLine({ ...line, required: [] })}", which takes ${many}.` },
    )
  }
  return undefined
}

/** `hubswitch calendar check [hotel] --room <id> --from <YYYY-MM-DD>`: what must be given, and arguments that may be. */
function usageLine({ command, args, required = [] }: Pick<Usage, 'command' | 'args' | 'required'>): string {
  const places = args.map(({ name, required: isNeeded }) => (isNeeded === true ? ` <${name}>` : ` [${name}]`))
  const flags = required.map(({ name, value }) => ` --${name}${value === undefined ? '' : ` ${value}`}`)
  return `hubswitch ${command}${places.join('')}${flags.join('')}`
}

/**
 * A usage fault of a command names it, and where it says nothing better what to do, what to type and the help of that command.
 * @param valueOf what stands for the value of a flag in the usage
 */
export function withUsage(
  fault: Fault,
  id: string,
  { args, argv, required = [] }: Pick<Usage, 'args' | 'argv' | 'required'>,
  valueOf: (flag: string) => string | undefined,
): Fault {
  if (fault.code !== 'USAGE') return fault
  const { message, findings, facts, cause, next } = fault
  facts['command'] = id
  if (next !== new Fault('USAGE', '').next) return fault
  const command = id.replaceAll(':', ' ')
  const help = `Examples and all flags: "hubswitch ${command} --help".`
  const missing = missingFlags(facts['missing']).filter((name) => required.every((other) => other.name !== name))
  const wanted = missing.map((name) => ({ name, value: valueOf(name) ?? '<value>' }))
  if (argv.length > 0 && wanted.length > 0 && !args.some(({ name }) => isMissing(`<${name}>`, facts)))
    return new Fault('USAGE', message, {
      next: `Add "${wanted.map(({ name, value }) => `--${name} ${value}`).join(' ')}". ${help}`,
      findings,
      facts,
      cause,
    })
  const places = args.map((arg) => ({ ...arg, required: arg.required === true || isMissing(`<${arg.name}>`, facts) }))
  const typed = usageLine({ command, args: places, required: [...required, ...wanted] })
  return new Fault('USAGE', message, {
    next: facts['missing'] === undefined ? help : `Type "${typed}". ${help}`,
    findings,
    facts,
    cause,
  })
}

const isMissing = (label: string, { missing }: Fault['facts']): boolean => isList(missing) && missing.includes(label)

/** Names of flags among what a fault says is missing: of several ways, the first. */
function missingFlags(missing: unknown): string[] {
  return isList(missing)
    ? missing.flatMap(
        (label) =>
          String(label)
            .split(' or ')[0]
            ?.split(' and ')
            .flatMap((word) => /^--([\w-]{1,60})$/.exec(word.trim())?.[1] ?? []) ?? [],
      )
    : []
}

/** What a fault says is missing: names of arguments and flags that a person can be asked for. */
export function missingOf({ code, facts }: Fault): { args: string[]; flags: string[] } | undefined {
  const { missing } = facts
  if (code !== 'USAGE' || !isList(missing)) return undefined
  const args = missing.flatMap((label) => /^<([\w-]{1,60})>$/.exec(String(label))?.[1] ?? [])
  const flags = missingFlags(missing)
  // What no single flag gives cannot be asked for.
  return args.length + new Set(missing.filter((label) => missingFlags([label]).length > 0)).size === missing.length
    ? { args, flags }
    : undefined
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

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
  const usage = `hubswitch ${command}${args.map(({ name, required }) => (required === true ? ` <${name}>` : ` [${name}]`)).join('')}`
  const worded = parserFault(message, { command, usage, args, argv, required: required ?? [] })
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
      { next: `Type "${usage}", which takes ${many}.` },
    )
  }
  return undefined
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value)

/** A usage fault of a command names it, and where it says nothing better what to do, the help of that command. */
export function withUsage(fault: Fault, id: string): Fault {
  if (fault.code !== 'USAGE') return fault
  const { message, findings, facts, cause, next } = fault
  facts['command'] = id
  if (next !== new Fault('USAGE', '').next) return fault
  const help = `Examples and all flags: "hubswitch ${id.replaceAll(':', ' ')} --help".`
  return new Fault('USAGE', message, { next: help, findings, facts, cause })
}

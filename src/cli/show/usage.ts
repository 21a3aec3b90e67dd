import { Fault } from '../../errors.js'
import { nearest } from '../../nearest.js'

/** What a command takes, as far as a usage fault names it. */
export interface Usage {
  /** `rates push`. */
  command: string
  flags: readonly string[]
  args: readonly { name: string; required?: boolean }[]
  argv: readonly string[]
}

const NAME_MAX = 80

/** What the parser refuses, with the step that settles it; undefined for anything else. */
export function usageFault(error: unknown, { command, flags, args, argv }: Usage): Fault | undefined {
  const { message, oclif, ...told } = error as { message?: unknown; oclif?: unknown; args?: unknown; flags?: unknown }
  if (oclif === undefined || typeof message !== 'string') return undefined
  const usage = `hubswitch ${command}${args.map(({ name, required }) => (required === true ? ` <${name}>` : ` [${name}]`)).join('')}`
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
    const [name] = typed.split('=')
    const guess = nearest((name ?? '').replace(/^-+/, ''), flags)
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

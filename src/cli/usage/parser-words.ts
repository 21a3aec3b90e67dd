import { stripVTControlCharacters } from 'node:util'
import { Fault } from '../../errors.js'
import { nearest } from '../../nearest.js'

/** What the parser of the framework refuses, in words of the field: it names the place, says what is wrong, and what to type. */

interface Line {
  command: string
  usage: string
  args: readonly { name: string; required?: boolean }[]
  argv: readonly string[]
}

const SEE_MORE = /\nSee more help with --help$/
const TEXT_MAX = 4_000
const VALUE_MAX = 80

/** A refusal of the parser as a fault; undefined for one that another place tells, or that is none of these. */
export function parserFault(message: string, line: Line): Fault | undefined {
  const text = stripVTControlCharacters(message.slice(0, TEXT_MAX)).replace(SEE_MORE, '').trim()
  const more = `"hubswitch ${line.command} --help" shows all flags.`
  const [, valued, options] = /^Flag (--?[\w-]{1,60}) expects (?:a value|one of these values: (.*))$/s.exec(text) ?? []
  if (valued !== undefined)
    return new Fault('USAGE', `${valued} needs a value${options === undefined ? '' : `: ${orList(options)}`}.`, {
      next: options === undefined ? more : `Type "${valued} ${options.split(', ')[0] ?? ''}", for example. ${more}`,
    })
  const [, place = '', kind] = /^Parsing (--[\w-]{1,60}|\S{1,60})\s+Expected an? (\w+)/.exec(text) ?? []
  if (kind !== undefined) {
    const typed = /but received: (.*)/s.exec(text)?.[1] ?? ''
    const [, side, bound] = /(greater|less) than or equal to (-?\d{1,20}) but/.exec(text) ?? []
    const range = side === undefined ? '' : ` of at ${side === 'greater' ? 'least' : 'most'} ${bound}`
    return new Fault(
      'USAGE',
      `${place} needs ${kind === 'integer' ? `a whole number${range}` : `a ${kind}`}, not "${typed.slice(0, VALUE_MAX)}".`,
      { next: more },
    )
  }
  const [, asTyped = '', choices] = /^Expected (.*) to be one of: (.*)$/s.exec(text) ?? []
  if (choices !== undefined) return choiceFault(asTyped, choices, line)
  const [, reasons] = /^The following errors? occurred:\s*(.*)$/s.exec(text) ?? []
  if (reasons !== undefined) return reasonsFault(reasons.split(/\n\s*/), line)
  return undefined
}

function choiceFault(asTyped: string, choices: string, { command, args, argv }: Line): Fault {
  const all = [...new Set(choices.split(', ').filter((choice, _, list) => isOnlySpelling(choice, list)))]
  const [, flag, value] = /^(--[\w-]{1,60})=(.*)$/s.exec(asTyped) ?? []
  const typed = (value ?? asTyped).slice(0, VALUE_MAX)
  const guess = nearest(typed, all)
  const at = argv.filter((word) => !word.startsWith('-')).indexOf(asTyped)
  const place = flag ?? `<${args[at]?.name ?? args[0]?.name ?? 'argument'}>`
  return new Fault('USAGE', `${place} is ${orList(all.join(', '))}, not "${typed}".`, {
    next:
      guess === undefined
        ? `"hubswitch ${command} --help" says what each means.`
        : `Did you mean ${flag === undefined ? `"hubswitch ${command} ${guess}"` : `${flag} ${guess}`}?`,
  })
}

/** `GET` alone, where `get` is taken as well. */
const isOnlySpelling = (choice: string, all: readonly string[]): boolean =>
  choice === choice.toUpperCase() || !all.includes(choice.toUpperCase())

function reasonsFault(reasons: readonly string[], { usage, command }: Line): Fault {
  const missing = reasons.flatMap((reason) => /^Missing required flag (\S{1,60})$/.exec(reason)?.[1] ?? [])
  if (missing.length > 0) {
    return new Fault(
      'USAGE',
      `${andList(missing.map((name) => `--${name}`))} ${missing.length === 1 ? 'is' : 'are'} missing.`,
      {
        next: `Type "${usage}". Examples: "hubswitch ${command} --help".`,
        facts: { missing: missing.map((name) => `--${name}`) },
      },
    )
  }
  return new Fault('USAGE', [...new Set(reasons.map(constraintText))].join(' '), {
    next: `"hubswitch ${command} --help" shows all flags.`,
  })
}

/** Flags that go, or do not go, with each other. */
function constraintText(reason: string): string {
  const [, one, other] =
    /^(--[\w-]{1,60})(?:=.*)? cannot also be provided when using (--[\w-]{1,60})$/s.exec(reason) ?? []
  if (one !== undefined && other !== undefined) return `Give ${[one, other].toSorted().join(' or ')}, not both.`
  const [, how, using, needed] =
    /^(All|One) of the following must be provided when using (--[\w-]{1,60}): (.*)$/s.exec(reason) ?? []
  if (using !== undefined && needed !== undefined)
    return `${using} needs ${how === 'All' ? andList(needed.split(', ')) : orList(needed)}.`
  const [, count, flags] = /^(Exactly|At least) one of the following must be provided: (.*)$/s.exec(reason) ?? []
  if (flags !== undefined) return `Give ${orList(flags)}${count === 'Exactly' ? ', and only one' : ''}.`
  return reason.endsWith('.') ? reason : `${reason}.`
}

const joined = (all: readonly string[], word: string): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${word} ${all.at(-1) ?? ''}`
const orList = (list: string): string => joined(list.split(', '), 'or')
const andList = (all: readonly string[]): string => joined(all, 'and')

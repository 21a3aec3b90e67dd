import type { NamedKind } from '../../journal/index.js'
import { type Kind, kindOfArg, kindOfFlag } from './kinds.js'

/** A flag of the build: name, letter, what it is for, whether and what it takes, and whether several values may follow it. */
export interface TreeFlag {
  name: string
  char?: string
  about: string
  takes: boolean
  options?: string[]
  many?: true
  greedy?: true
}

/** The commands of the build as completion needs them: written by bin/completion-tree.js. */
export interface Tree {
  /** By command or topic, as typed: what may follow it, and what that is for. */
  next: Record<string, [word: string, about: string][]>
  commands: Record<string, { flags: TreeFlag[]; args: { name: string; options?: string[] }[]; many: boolean }>
}

export interface Candidate {
  value: string
  about: string
}

/** What this machine knows, asked only where it is needed. */
export interface Known {
  profiles(): Candidate[]
  /** @param named the profile that the line names */
  ids(kind: NamedKind, named: string | undefined): (Candidate & { of?: string })[]
}

/** What fits at the cursor: words, or names of files. */
export function candidates(
  { next, commands }: Tree,
  words: readonly string[],
  current: string,
  known: Known,
): 'files' | Candidate[] {
  const asksHelp = words[0] === 'help'
  const line = asksHelp ? words.slice(1) : words
  let path = ''
  let at = 0
  for (; at < line.length; at++) {
    const longer = path === '' ? String(line[at]) : `${path} ${String(line[at])}`
    if (!Object.hasOwn(next, longer) && !Object.hasOwn(commands, longer)) break
    path = longer
  }
  const rest = line.slice(at)
  const below = rest.length === 0 && Object.hasOwn(next, path) ? (next[path] ?? []) : []
  const following = below.map(([value, about]) => ({ value, about }))
  const command = Object.hasOwn(commands, path) ? commands[path] : undefined
  if (asksHelp) return fitting(following, current)
  if (command === undefined)
    return fitting(current.startsWith('-') ? [HELP, ...(path === '' ? [VERSION] : [])] : following, current)
  const { flags } = command
  const flagOf = (word: string): TreeFlag | undefined => {
    const [name = ''] = word.split('=')
    return flags.find((flag) => `--${flag.name}` === name || (flag.char !== undefined && `-${flag.char}` === name))
  }
  const { positionals, open } = readRest(rest, flagOf)
  const values = (kind: Kind, options: readonly string[] | undefined): 'files' | Candidate[] =>
    options !== undefined
      ? options.map((value) => ({ value, about: '' }))
      : valuesOf(kind, { positionals, profile: valueIn(rest, '--profile'), hotel: valueIn(rest, '--hotel') }, known)
  const isEnded = rest.includes('--')
  const inline = isEnded ? undefined : /^(--[a-z][\w-]*=)(.*)$/s.exec(current)
  if (inline !== null && inline !== undefined) {
    const flag = flagOf(current)
    if (flag?.takes !== true) return []
    const found = values(kindOfFlag(path, flag.name), flag.options)
    return found === 'files'
      ? found
      : fitting(
          found.map(({ value, about }) => ({ value: `${String(inline[1])}${value}`, about })),
          current,
        )
  }
  const isFlag = current.startsWith('-') && !isEnded
  if (open !== undefined && (!isFlag || !open.isFull)) {
    const found = values(kindOfFlag(path, open.flag.name), open.flag.options)
    return found === 'files' ? found : fitting(found, current)
  }
  if (isFlag) {
    const given = new Set(rest.map((word) => flagOf(word)?.name))
    const left = flags.filter(({ name, many }) => many === true || !given.has(name))
    return fitting([...left.map(({ name, about }) => ({ value: `--${name}`, about })), HELP], current)
  }
  const arg = command.args[positionals.length] ?? (command.many ? command.args.at(-1) : undefined)
  const found = arg === undefined ? [] : values(kindOfArg(path, arg.name), arg.options)
  if (found === 'files') return following.length > 0 ? fitting(following, current) : found
  const told = fitting([...following, ...found], current)
  // Nothing but flags can follow.
  return told.length > 0 || current !== '' || arg !== undefined
    ? told
    : candidates({ next, commands }, words, '-', known)
}

const HELP: Candidate = { value: '--help', about: 'Show help' }
const VERSION: Candidate = { value: '--version', about: 'Show the version' }

/** The arguments among the words behind a command, and the flag whose value comes next. */
function readRest(
  rest: readonly string[],
  flagOf: (word: string) => TreeFlag | undefined,
): { positionals: string[]; open: { flag: TreeFlag; isFull: boolean } | undefined } {
  const positionals: string[] = []
  let open: { flag: TreeFlag; isFull: boolean } | undefined
  for (const [at, word] of rest.entries()) {
    if (word === '--') return { positionals: [...positionals, ...rest.slice(at + 1)], open: undefined }
    if (open !== undefined && !open.isFull) open = open.flag.greedy === true ? { ...open, isFull: true } : undefined
    else if (word.startsWith('-')) {
      const flag = flagOf(word)
      open = flag?.takes === true && !word.includes('=') ? { flag, isFull: false } : undefined
    } else if (open === undefined) positionals.push(word)
  }
  return { positionals, open }
}

function valueIn(words: readonly string[], flag: string): string | undefined {
  const at = words.lastIndexOf(flag)
  return at >= 0 ? words[at + 1] : words.findLast((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1)
}

function valuesOf(
  kind: Kind,
  {
    positionals,
    profile,
    hotel,
  }: { positionals: readonly string[]; profile: string | undefined; hotel: string | undefined },
  known: Known,
): 'files' | Candidate[] {
  if (kind === 'file') return 'files'
  if (kind === 'profile') return known.profiles()
  if (kind === 'free' || kind === 'command') return []
  const all = known.ids(kind, profile)
  // Rooms and plans of the property that the line names, where some of them are known.
  const property = hotel ?? positionals[0]
  const own = property === undefined ? [] : all.filter(({ of }) => of === property)
  return own.length > 0 ? own : all
}

const fitting = (all: readonly Candidate[], current: string): Candidate[] =>
  all.filter(({ value }) => value.startsWith(current))

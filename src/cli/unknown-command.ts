import { Fault } from '../errors.js'
import { nearest } from '../nearest.js'
import { LINES, secretWay, TOPICS, VERBS, withoutTyped } from './usage/index.js'

/** What refusing needs of a command. */
export interface KnownCommand {
  /** As it is typed, `rates push`. */
  name: string
  takesArguments: boolean
}

const verbsLike = (word: string): readonly string[] => {
  const plain = word.replaceAll('-', '')
  return Object.hasOwn(VERBS, plain) ? (VERBS[plain] ?? []) : []
}
const GUESSES_MAX = 3
const LISTED_MAX = 8
const SHORT = 4
/** What a line may begin with where no command is named. */
const BARE = ['--help', '-h', '--version', '-v']

/**
 * Refuses a line that names no command: the framework answers some with the help of a topic and exit 0, others in words of its own.
 * @throws Fault USAGE with the nearest commands
 */
export function refuseUnknownCommand(commands: readonly KnownCommand[], argv: readonly string[]): void {
  const given = argv.slice(0, argv.findIndex((word) => word.startsWith('-')) >>> 0)
  const [flag] = argv.slice(given.length)
  const words = given[0] === 'help' ? given.slice(1) : given
  const names = commands.map(({ name }) => name)
  const isTopic = (name: string): boolean => name === '' || names.some((known) => known.startsWith(`${name} `))
  const isCommand = (name: string): boolean => names.includes(name)
  const asksHelp = given[0] === 'help' || argv.includes('--help') || argv.includes('-h')
  let depth = 0
  while (depth < words.length && (isTopic(first(words, depth + 1)) || isCommand(first(words, depth + 1)))) depth += 1
  const path = first(words, depth)
  const command = commands.find(({ name }) => name === path)
  const rest = words.slice(depth)
  if (rest.length === 0) {
    if (command === undefined && given[0] !== 'help' && flag !== undefined && !asksHelp) refuseFlag(path, flag, names)
    return
  }
  if (command !== undefined && (command.takesArguments || path === 'help')) return
  if (command !== undefined && !isTopic(path))
    throw concealed(
      new Fault('USAGE', `Not expected here: ${rest.map((word) => `"${word.slice(0, WORD_MAX)}"`).join(', ')}.`, {
        next: `Type "hubswitch ${path}", which takes no argument.`,
      }),
      rest,
      path,
    )
  const guesses = guessesFor(words, depth, names, { isTopic, isCommand })
  // As many words as the guess has itself: what follows them are arguments.
  const [guess = ''] = guesses
  const shown = first(words, Math.max(guess.split(' ').length, depth + 1))
  const fault = new Fault('USAGE', `There is no command "${shown.slice(0, WORD_MAX)}".`, {
    next: guesses.length > 0 ? `Did you mean ${inQuotes(guesses)}?` : whatThereIs(path, names),
  })
  // A word that others use for a command is no secret.
  throw Object.hasOwn(LINES, shown) ? fault : concealed(fault, [shown], path)
}

/** Behind a command that takes secrets a word may be one. */
function concealed(fault: Fault, typed: readonly string[], path: string): Fault {
  const way = secretWay(path)
  return way === undefined ? fault : withoutTyped(fault, typed, way)
}

const WORD_MAX = 80
const first = (words: readonly string[], count: number): string => words.slice(0, count).join(' ')
const inQuotes = (lines: readonly string[]): string => {
  const quoted = lines.map((line) => `"hubswitch ${line}"`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`
}

function refuseFlag(topic: string, typed: string, names: readonly string[]): void {
  const flag = (typed.split('=')[0] ?? '').slice(0, WORD_MAX)
  if (topic === '') {
    if (BARE.includes(flag)) return
    const guess = nearest(flag.replace(/^-+/, ''), ['help', 'version'])
    throw new Fault('USAGE', `${flag} stands before any command.`, {
      next:
        guess === undefined
          ? `Flags follow their command: "hubswitch COMMAND ${flag}". "hubswitch help" shows the commands.`
          : `Did you mean "hubswitch --${guess}"?`,
    })
  }
  throw new Fault('USAGE', `Which command? "hubswitch ${topic}" is a topic, and ${flag} a flag.`, {
    next: whatThereIs(topic, names),
  })
}

/** The commands of a topic, or where to find all of them. */
function whatThereIs(path: string, names: readonly string[]): string {
  if (path === '') return 'Run "hubswitch help" to see the commands.'
  const below = names.filter((name) => name.startsWith(`${path} `)).map((name) => name.slice(path.length + 1))
  const listed = below.slice(0, LISTED_MAX).join(', ')
  return below.length > LISTED_MAX
    ? `"hubswitch ${path} --help" lists its commands: ${listed}, …`
    : `Its commands are: ${listed}. "hubswitch ${path} --help" tells what they do.`
}

/** A word like another: of a short one only one letter may differ. */
function like(word: string, known: readonly string[]): string | undefined {
  const begun = known.filter((name) => name.startsWith(word))
  if (word !== '' && begun.length === 1) return begun[0]
  const found = nearest(word, known)
  return word.length <= SHORT && found !== undefined && nearest(word.padEnd(SHORT - 1, '?'), [found]) === undefined
    ? undefined
    : found
}

/** Commands and topics that may have been meant, the likeliest first. */
function guessesFor(
  typed: readonly string[],
  depth: number,
  names: readonly string[],
  { isTopic, isCommand }: { isTopic: (name: string) => boolean; isCommand: (name: string) => boolean },
): string[] {
  const words = typed.map((word) => word.toLowerCase())
  // What is a command under the name that we have for the topic is that one: `plan create`.
  const ours = TOPICS[words[0] ?? '']
  const line = isCommand(`${ours ?? ''} ${words[1] ?? ''}`)
    ? undefined
    : [first(words, 2), first(words, 1)].find((one) => Object.hasOwn(LINES, one) && !isTopic(one))
  if (line !== undefined) return [...(LINES[line] ?? [])]
  // Word by word: `propery serch`.
  let path = ''
  let isWhole = true
  for (const word of words) {
    const below = [
      ...new Set(
        names
          .filter((name) => path === '' || name.startsWith(`${path} `))
          .map((name) => name.slice(path === '' ? 0 : path.length + 1).split(' ')[0] ?? ''),
      ),
    ]
    const alike = below.includes(word) ? word : (topicOf(word, path, below) ?? like(word, below))
    const others = verbsLike(word).filter((verb) => below.includes(verb))
    if (path !== '' && !below.includes(word) && others.length > 0)
      return [...new Set([...others, ...(alike === undefined ? [] : [alike])])]
        .slice(0, GUESSES_MAX)
        .map((verb) => `${path} ${verb}`)
    if (alike === undefined) {
      isWhole = false
      break
    }
    path = path === '' ? alike : `${path} ${alike}`
    if (isCommand(path) && !isTopic(path)) return [path]
  }
  // A topic that is a command itself, as `sandbox faults`, lists what it is about.
  if (path !== '' && (isWhole || isCommand(path))) return [path]
  // The name of the whole, as `sandbox outbox show` has it.
  const whole = path === '' ? undefined : names.find((name) => name.startsWith(`${path} list`))
  if (whole !== undefined && verbsLike(words.at(-1) ?? '').includes('list')) return [whole]
  if (depth > 0 || path !== '') return isTopic(path) && path !== first(words, depth) ? [path] : []
  // Words in another order, a verb without its topic, a topic and a verb in one.
  const turned = names.find((name) => words.length > 1 && name === `${words[1] ?? ''} ${words[0] ?? ''}`)
  if (turned !== undefined) return [turned]
  const verb = words[0] ?? ''
  const ending = names.filter((name) => name.split(' ').length === 2 && name.endsWith(` ${verb}`))
  if (ending.length > 0 && ending.length <= GUESSES_MAX) return ending
  const joined = nearest(
    verb.replaceAll(/[-_:.]/g, ''),
    names.map((name) => name.replaceAll(' ', '')),
  )
  const split = joined === undefined ? undefined : names.find((name) => name.replaceAll(' ', '') === joined)
  return split === undefined ? [] : [split]
}

function topicOf(word: string, path: string, below: readonly string[]): string | undefined {
  if (path !== '') return undefined
  const name = [word, word.replace(/s$/, '')].find((one) => Object.hasOwn(TOPICS, one))
  const topic = name === undefined ? undefined : TOPICS[name]
  return topic !== undefined && below.includes(topic) ? topic : undefined
}

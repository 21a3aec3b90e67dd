import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { readNote } from '../../given-file.js'
import { namesOf } from '../../journal/index.js'
import { printable } from '../../printable.js'
import { type Candidate, candidates, type Known, type Tree } from './candidates.js'
import { type ShellName, SHELLS } from './scripts.js'
import { insertedWord, keptByBash, plainWord, readLine, type TypedLine } from './shell-words.js'

const ABOUT_MAX = 60
const LISTED_MAX = 200
const CONFIG_BYTES_MAX = 200_000

/**
 * Answers a shell: `words` or `files`, and a line for each value.
 * @param argv the shell, and what its script hands over
 * @param treeFile the commands of the build
 */
export function complete(argv: readonly string[], treeFile: string, env: NodeJS.ProcessEnv = process.env): string {
  const shell = SHELLS.find((name) => name === argv[0])
  if (shell === undefined) return 'words\n'
  const typed = typedLine(shell, argv.slice(1), env)
  const tree = JSON.parse(readFileSync(treeFile, 'utf8')) as Tree
  const found = candidates(tree, typed.words, typed.current, knownOn(env))
  if (found === 'files') return 'files\n'
  const breaks = shell === 'bash' ? (argv[1] ?? '') : ''
  return `words\n${found
    // A name that acts on a terminal is offered in no shell.
    .filter(({ value }) => value !== '' && printable(value) === value)
    .slice(0, LISTED_MAX)
    .map(({ value, about }) => `${insertion(value, shell, typed, breaks)}\t${shortened(about)}\n`)
    .join('')}`
}

function typedLine(shell: ShellName, given: readonly string[], env: NodeJS.ProcessEnv): TypedLine {
  if (shell === 'bash' || shell === 'powershell') {
    const line = readLine(env['HUBSWITCH_COMPLETE_LINE'] ?? '', shell)
    return { ...line, words: line.words.slice(1) }
  }
  const raw = given.at(-1) ?? ''
  const current = shell === 'fish' ? plainWord(raw) : raw
  return { words: given.slice(0, -1).filter((word) => word !== ''), current, raw, quote: '' }
}

function insertion(value: string, shell: ShellName, { raw, quote }: TypedLine, breaks: string): string {
  const word = insertedWord(value, shell, quote)
  if (shell !== 'bash') return word
  const kept = keptByBash(raw, breaks)
  return word.startsWith(kept) ? word.slice(kept.length) : word
}

const shortened = (about: string): string => {
  const line = printable(about.replaceAll(/\s+/g, ' '))
  return line.length > ABOUT_MAX ? `${line.slice(0, ABOUT_MAX - 1)}…` : line
}

/** What the machine knows, by the same folders as every command. */
function knownOn(env: NodeJS.ProcessEnv): Known {
  const folderOf = (own: string, xdg: string, home: string): string => {
    const base =
      env[xdg] || (process.platform === 'win32' && env['LOCALAPPDATA']) || path.join(env['HOME'] || homedir(), home)
    return env[own] || path.join(base, 'hubswitch')
  }
  const config = (): Listed => readProfiles(folderOf('HUBSWITCH_CONFIG_DIR', 'XDG_CONFIG_HOME', '.config'))
  const current = (): string =>
    env['HUBSWITCH_PROFILE'] || (env['HUBSWITCH_BASE_URL'] ? 'env' : (config().current ?? 'sandbox'))
  return {
    profiles: () => [...new Set(['sandbox', ...config().names])].map((value): Candidate => ({ value, about: '' })),
    ids: (kind, named) =>
      namesOf(
        folderOf('HUBSWITCH_DATA_DIR', 'XDG_DATA_HOME', path.join('.local', 'share')),
        named ?? current(),
        kind,
      ).map(({ id, name, of }) => ({ value: id, about: name, ...(of === undefined ? {} : { of }) })),
  }
}

interface Listed {
  names: string[]
  current: string | undefined
}

/** The names in config.yaml as the program writes it. Reading it as every command does would take longer than a person waits for a key. */
export function readProfiles(configDir: string): Listed {
  const text = readNote(path.join(configDir, 'config.yaml'), { bytesMax: CONFIG_BYTES_MAX, mayBeLink: true }) ?? ''
  const names: string[] = []
  let isInside = false
  let depth: number | undefined
  for (const line of text.split(/\r?\n/)) {
    const [, blanks = '', key] = /^( *)(?!#)["']?([^\s"':#]{1,200})["']?:(?: |$)/.exec(line) ?? []
    if (key === undefined) continue
    if (blanks === '') isInside = key === 'profiles'
    else if (isInside) {
      depth ??= blanks.length
      if (blanks.length === depth) names.push(key)
    }
  }
  return { names, current: /^current: *["']?([^\s"'#]{1,200})/m.exec(text)?.[1] }
}

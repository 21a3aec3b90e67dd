import { realpathSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import type { Command } from '@oclif/core'
import { Fault } from '../../errors.js'
import { helpValueOf } from '../usage/index.js'
import type { OwnFolders } from './own-folders.js'

/** Flags that name a file or folder which a command writes. */
const OUTPUT_FLAGS = ['rejects', 'save-plan', 'summary', 'log-file', 'save', 'out', 'html', 'events'] as const
/** What stands in the configuration folder. It may hold files of a person's own as well, such as overlays. */
const OF_CONFIGURATION: Readonly<Record<string, string>> = {
  'config.yaml': 'the configuration file',
  'secrets.json': 'the file with the secrets',
  'secrets.lock': 'the lock of the file with the secrets',
}

/** What a command line names, and what its command declares. */
export interface NamedFiles {
  flags: Readonly<Record<string, unknown>>
  operands: readonly string[]
  declared: Partial<Pick<Command.Class, 'flags' | 'args'>>
}

/**
 * Refuses every flag of a command that would write into one of the program's own files, or over a file that the command reads, and standard input for two things.
 * @throws Fault USAGE
 */
export async function refuseOwnFiles(named: NamedFiles, folders: () => OwnFolders): Promise<void> {
  refuseSharedInput(named)
  for (const name of OUTPUT_FLAGS) {
    const to = named.flags[name]
    if (typeof to !== 'string' || to === '' || to === '-') continue
    refuseLoop(`--${name}`, to)
    refuseOwnFile(`--${name}`, to, folders())
  }
  await refuseInputs(named)
}

/** Of `profile set --ca-file`, `--codes`, `--map name=column,…|file` and the like: what they name is read. */
const READS_FILE = /\bfile\b/i
/** Operands of these names are files; others are ids, which a file may happen to be called by. */
const FILE_OPERAND = /file|mapping/

/** Switches that read a secret or a card from standard input. */
const READS_STDIN = /-stdin$/

/**
 * Refuses a command line on which standard input stands for two things: whoever came second would find it empty.
 * @throws Fault USAGE
 */
function refuseSharedInput({ flags, operands, declared }: NamedFiles): void {
  const argument = Object.keys(declared.args ?? {}).find((name) => FILE_OPERAND.test(name)) ?? 'file'
  const named = [
    ...filesRead({ flags: {}, operands, declared }).flatMap((name) => (name === '-' ? [`<${argument}>`] : [])),
    ...Object.entries(declared.flags ?? {}).flatMap(([name]) => {
      if (READS_STDIN.test(name)) return flags[name] === true ? [`--${name}`] : []
      const read = filesRead({ flags: { [name]: flags[name] }, operands: [], declared })
      return read.flatMap((file) => (file === '-' ? [`--${name}`] : []))
    }),
  ]
  const [first, second] = named
  if (first === undefined || second === undefined) return
  const who = first === second ? `${first} names it twice` : `${first} and ${second} both read it`
  throw new Fault('USAGE', `Standard input can be read once, and ${who}.`, {
    next: 'Save one of the two in a file, and name that file instead of -. Nothing was done.',
  })
}

/** Names of files that a command reads, as they were typed. */
function filesRead({ flags, operands, declared }: NamedFiles): string[] {
  return [
    ...(Object.keys(declared.args ?? {}).some((name) => FILE_OPERAND.test(name)) ? operands : []),
    ...Object.entries(declared.flags ?? {}).flatMap(([name, flag]) =>
      (OUTPUT_FLAGS as readonly string[]).includes(name) || !READS_FILE.test(helpValueOf(flag) ?? '')
        ? []
        : [flags[name]].flat().filter((value) => typeof value === 'string'),
    ),
  ]
}

/**
 * Refuses every flag of a command that would write over a file which the same command reads, by whatever name or link.
 * @throws Fault USAGE
 */
async function refuseInputs({ flags, operands, declared }: NamedFiles): Promise<void> {
  const written = OUTPUT_FLAGS.flatMap((name): { flag: `--${(typeof OUTPUT_FLAGS)[number]}`; to: string }[] => {
    const to = flags[name]
    const isThere = typeof to === 'string' && to !== '' && to !== '-' && foundAt(to)?.isFile() === true
    return isThere ? [{ flag: `--${name}`, to }] : []
  })
  if (written.length === 0) return
  const read = filesRead({ flags, operands, declared })
  const sources = read.map((name) => (name === '-' ? { name: 'standard input', path: '/dev/stdin' } : { name }))
  const other =
    'in-place' in (declared.flags ?? {}) ? 'correct a bare message where it stands with --in-place' : undefined
  const { refuseOwnFile: refuseSource } = await import('../../files/index.js')
  for (const output of written) await refuseSource({ ...output, sources, other })
}

/** @throws Fault USAGE for a link that leads to itself, or a longer way than the system goes */
function refuseLoop(flag: string, to: string): void {
  try {
    statSync(to, { throwIfNoEntry: false })
  } catch (error) {
    // What else the system says of it is told by who writes it.
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') return
    throw new Fault('USAGE', `${flag} ${to} cannot be written: its symbolic links lead to themselves.`, {
      next: `Remove the link, or name another file with ${flag}. Nothing was done.`,
    })
  }
}

/**
 * Refuses to write into the journal, the configuration, the secrets or what stands beside them, also where it is not there yet, and by whatever name.
 * @throws Fault USAGE
 */
export function refuseOwnFile(flag: string, to: string, { dataDir, configDir }: OwnFolders): void {
  const place = realOf(to)
  const inData = path.relative(realOf(dataDir), place)
  const own = Object.keys(OF_CONFIGURATION).find((name) => isSame(to, place, path.join(configDir, name)))
  if (own === undefined && (inData.startsWith('..') || path.isAbsolute(inData))) return
  throw new Fault(
    'USAGE',
    `${flag} ${to} is ${own === undefined ? 'in the data directory, which holds the journal' : (OF_CONFIGURATION[own] as string)}.`,
    { next: `Name another file with ${flag}. Nothing was sent.` },
  )
}

/** Whether both names lead to one file: by way of a link of either sort, too. */
function isSame(to: string, place: string, own: string): boolean {
  if (place === realOf(own)) return true
  const [a, b] = [to, own].map(foundAt)
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

/** Where a file stands in the place of a folder, or a name is too long, there is nothing: whoever writes there says so. */
function foundAt(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** With the links of the longest part of it that is there. */
function realOf(file: string): string {
  const whole = path.resolve(file)
  try {
    return realpathSync(whole)
  } catch {
    const folder = path.dirname(whole)
    return folder === whole ? whole : path.join(realOf(folder), path.basename(whole))
  }
}

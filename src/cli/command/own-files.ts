import { realpathSync, statSync, type Stats } from 'node:fs'
import path from 'node:path'
import { Fault } from '../../errors.js'
import type { OwnFolders } from './own-folders.js'

/** Flags that name a file or folder which a command writes. */
const OUTPUT_FLAGS = ['rejects', 'save-plan', 'summary', 'log-file', 'save', 'out', 'html', 'events'] as const
/** What stands in the configuration folder. It may hold files of a person's own as well, such as overlays. */
const OF_CONFIGURATION: Readonly<Record<string, string>> = {
  'config.yaml': 'the configuration file',
  'secrets.json': 'the file with the secrets',
  'secrets.lock': 'the lock of the file with the secrets',
}

/**
 * Refuses every flag of a command that would write into one of the program's own files.
 * @throws Fault USAGE
 */
export function refuseOwnFiles(flags: Readonly<Record<string, unknown>>, folders: () => OwnFolders): void {
  for (const name of OUTPUT_FLAGS) {
    const to = flags[name]
    if (typeof to !== 'string' || to === '' || to === '-') continue
    refuseLoop(`--${name}`, to)
    refuseOwnFile(`--${name}`, to, folders())
  }
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

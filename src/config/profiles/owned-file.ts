import { closeSync, constants, fstatSync, openSync, realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Fault } from '../../errors.js'
import { linkFault, readOpen, type Unsafe } from '../../given-file.js'

const OTHERS = 0o077
const OTHERS_WRITE = 0o022
const ANYBODY_WRITES = 0o002
const STICKY = 0o1000

/**
 * Reads a file that decides where secrets go, or holds them: a plain one, of this user, that nobody else may write to, or read where it `isSecret`. Undefined where there is none.
 * The same holds for the folder that it stands in, where another file could be put in its place. Neither a FIFO nor a device is waited for.
 * @throws Fault of `refuse`
 */
export function readOwnedFile(
  file: string,
  { isSecret, bytesMax }: { isSecret: boolean; bytesMax: number },
  refuse: (why: Unsafe) => Fault,
): string | undefined {
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    // Taken for "none", a slip in a variable would send what is meant for a service into the embedded sandbox.
    if (code === 'ENOTDIR')
      throw refuse({
        what: 'cannot be read: a file stands in the place of a folder',
        next: 'Name a folder in HUBSWITCH_CONFIG_DIR.',
      })
    const link = linkFault(error)
    if (link !== undefined)
      throw refuse({ what: `cannot be read: ${link.message.replace(/\.$/, '')}`, next: link.next, facts: link.facts })
    throw refuse({
      what: `cannot be read (${String(code)})`,
      next: isSecret
        ? `Make ${file} readable for you alone: chmod 600 ${file}`
        : 'Make it readable, or name another directory in HUBSWITCH_CONFIG_DIR.',
    })
  }
  try {
    const { mode, uid, ...found } = statOf(handle)
    if (!found.isFile)
      throw refuse({
        what: `cannot be read (${found.isFolder ? 'EISDIR' : 'it is no plain file'})`,
        next: `Move ${file} away, or name another directory in HUBSWITCH_CONFIG_DIR.`,
      })
    // Windows has no such bits: there the profile directory's own access list protects the file.
    if (process.getuid === undefined) return textOf(handle, bytesMax, refuse)
    const me = process.getuid()
    if (uid !== me && (isSecret || uid !== 0)) {
      throw refuse({
        what: `belongs to another user (uid ${uid})`,
        next: `If it is yours, run: sudo chown ${me} ${file}${me === 0 ? ', or run the command as that user' : ''}. Else name another directory in HUBSWITCH_CONFIG_DIR.`,
        facts: { uid },
      })
    }
    const octal = (mode & 0o777).toString(8)
    if (isSecret && (mode & OTHERS) !== 0) {
      throw refuse({
        what: `holds secrets and others can read it (mode ${octal})`,
        next: `Run: chmod 600 ${file}. If others had access to this machine, ask for a new partner secret.`,
        facts: { mode: octal },
      })
    }
    if ((mode & OTHERS_WRITE) !== 0)
      throw refuse({
        what: `can be written by others (mode ${octal}), who could send your secrets elsewhere`,
        next: `Look at it, then run: chmod go-w ${file}`,
        facts: { mode: octal },
      })
    const folder = openFolderOf(file, me)
    if (folder !== undefined) throw refuse(folder)
    return textOf(handle, bytesMax, refuse)
  } finally {
    closeSync(handle)
  }
}

function textOf(handle: number, bytesMax: number, refuse: (why: Unsafe) => Fault): string {
  try {
    return readOpen(handle, bytesMax).toString('utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    throw refuse({ what: `cannot be read (${code})`, next: 'Look at what it holds, and correct it.' })
  }
}

/** A folder in which others may put another file under the same name. The one that a link points to counts as well as the link's own. */
function openFolderOf(file: string, me: number): Unsafe | undefined {
  for (const folder of new Set([dirname(file), dirname(realpathSync(file))])) {
    const { uid, mode } = statSync(folder)
    if (uid !== me && uid !== 0)
      return {
        what: `stands in ${folder}, which belongs to another user (uid ${uid})`,
        next: 'Name a folder of your own in HUBSWITCH_CONFIG_DIR.',
        facts: { folder, uid },
      }
    if ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0) continue
    const octal = (mode & 0o777).toString(8)
    return {
      what: `stands in ${folder}, where others can put another in its place (mode ${octal})`,
      next: `Look at the file, then run: chmod go-w ${folder}`,
      facts: { folder, mode: octal },
    }
  }
  return openAbove(file)
}

/** A folder further up in which anybody may put another in the place of the next one. A group may: with many users it is their own. */
function openAbove(file: string): Unsafe | undefined {
  for (let folder = dirname(dirname(realpathSync(file))); ; folder = dirname(folder)) {
    const { mode } = statSync(folder)
    const octal = (mode & 0o777).toString(8)
    if ((mode & ANYBODY_WRITES) !== 0 && (mode & STICKY) === 0)
      return {
        what: `stands below ${folder}, where anybody can put another folder in its place (mode ${octal})`,
        next: `Look at the file, then run: chmod o-w ${folder}`,
        facts: { folder, mode: octal },
      }
    if (folder === dirname(folder)) return undefined
  }
}

function statOf(handle: number): { mode: number; uid: number; isFile: boolean; isFolder: boolean } {
  const found = fstatSync(handle)
  return { mode: found.mode, uid: found.uid, isFile: found.isFile(), isFolder: found.isDirectory() }
}

import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
  type Stats,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Fault } from '../errors.js'
import { shellWord } from '../shell-word.js'
import { makeFolder } from '../whole-file.js'

/** What SQLite keeps beside a database. */
const BESIDE = ['-wal', '-shm'] as const
const OTHERS = 0o077
const OTHERS_WRITE = 0o022
const STICKY = 0o1000

/**
 * Makes a database file ready to be opened: 0600, of this user, in a folder that nobody else may write to. What is missing is created,
 * and files that others could read are narrowed; one that others could write to is refused. SQLite gives the files beside it the same mode.
 * @throws Fault DATA_DIRECTORY for a link, a FIFO or a folder in its place, another owner, a file or folder that others may write to; errors of the file system as they are
 */
export function preparePrivateFile(file: string): void {
  const folder = dirname(resolve(file))
  makeFolder(folder)
  checkFolder(folder)
  for (const place of BESIDE) narrow(`${file}${place}`)
  if (!narrow(file)) create(file)
}

function checkFolder(folder: string): void {
  if (process.getuid === undefined) return
  const { uid, mode } = statSync(folder)
  const me = process.getuid()
  if (me !== 0 && uid !== me && uid !== 0) {
    throw new Fault('DATA_DIRECTORY', `The folder ${folder} belongs to another user (uid ${uid}).`, {
      next: 'Name a folder of your own in HUBSWITCH_DATA_DIR.',
      facts: { folder, uid },
    })
  }
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) {
    const octal = (mode & 0o777).toString(8)
    throw new Fault('DATA_DIRECTORY', `Others may write to the folder ${folder} (mode ${octal}).`, {
      next: `Run "chmod go-w ${folder}", or name another folder in HUBSWITCH_DATA_DIR.`,
      facts: { folder, mode: octal },
    })
  }
}

/**
 * What stands at a place where a file of ours belongs; undefined for nothing.
 * @throws Fault DATA_DIRECTORY for what is no plain file
 */
export function plainFileAt(file: string): Stats | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined || found.isFile()) return found
  throw new Fault('DATA_DIRECTORY', `${file} is ${kindOf(found)}, not a plain file.`, {
    next: `Move it away, or name another folder in HUBSWITCH_DATA_DIR.`,
    facts: { file },
  })
}

/** Whether the file exists; it is then a plain file of this user alone. */
function narrow(file: string): boolean {
  const found = plainFileAt(file)
  if (found === undefined) return false
  if (process.getuid === undefined) return true
  if (found.uid !== process.getuid()) {
    throw new Fault('DATA_DIRECTORY', `${file} belongs to another user (uid ${found.uid}).`, {
      next: `If it is yours, run "${chownLine(file)}". Else run the command as that user, or name another folder in HUBSWITCH_DATA_DIR.`,
      facts: { file, uid: found.uid },
    })
  }
  // What stands there decides what is sent, and others may have put it there: who narrows it has looked at it.
  if ((found.mode & OTHERS_WRITE) !== 0) {
    const octal = (found.mode & 0o777).toString(8)
    throw new Fault('DATA_DIRECTORY', `Others may write to ${file} (mode ${octal}).`, {
      next: `If nobody has changed it, run: chmod 600 ${file}`,
      facts: { file, mode: octal },
    })
  }
  if ((found.mode & OTHERS) !== 0) chmodSync(file, 0o600)
  return true
}

/** What keeps a file that stands there from being used, and what settles it. */
export interface Hindrance {
  file: string
  says: string
  next: string
}

/** What keeps this user from reading and writing what stands at a place; undefined where nothing does, or nothing stands there. */
export function hindranceAt(file: string): Hindrance | undefined {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found === undefined) return undefined
    if (!found.isFile())
      return {
        file,
        says: `${file} is ${kindOf(found)}, not a plain file.`,
        next: `Move it away: "${moveLine(file)}".`,
      }
    const code = refusalOf(file)
    if (code !== 'EACCES') return undefined
    return process.getuid !== undefined && found.uid !== process.getuid()
      ? {
          file,
          says: `${file} belongs to another user (uid ${found.uid}).`,
          next: `If it is yours, run "${chownLine(file)}".`,
        }
      : {
          file,
          says: `${file}: it may not be written or read (mode ${(found.mode & 0o777).toString(8)}).`,
          next: `Run "chmod u+rw ${shellWord(file)}".`,
        }
  } catch {
    // Its folder cannot be looked into: that is what is in the way, not the file.
    return undefined
  }
}

/** The first of the files of ours in a folder that cannot be used. */
export function hindranceAmong(folder: string, own: RegExp): Hindrance | undefined {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    // It is not there, or no folder: whoever needs it says so.
    return undefined
  }
  return names
    .filter((name) => own.test(name))
    .map((name) => hindranceAt(join(folder, name)))
    .find((found) => found !== undefined)
}

/**
 * Refuses a file that could not be read where it stands there and something keeps this user from it: taken for missing, it would say something of what it belongs to.
 * @throws Fault DATA_DIRECTORY
 */
export function refuseHindered(file: string): void {
  const hindrance = hindranceAt(file)
  if (hindrance === undefined) return
  throw new Fault('DATA_DIRECTORY', hindrance.says, {
    next: hindrance.next,
    facts: { file },
    cause: Object.assign(new Error(hindrance.says), { code: 'EACCES' }),
  })
}

function refusalOf(file: string): unknown {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    return codeOf(error)
  }
}

/** Whether this user may take a file out of its folder. */
export function isMovable(file: string): boolean {
  try {
    accessSync(dirname(resolve(file)), constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** What a person types to move a file or folder aside, whoever owns it. */
export const moveLine = (file: string): string => `mv ${shellWord(file)} ${shellWord(`${file}.old`)}`
const chownLine = (file: string): string => `sudo chown ${process.getuid?.() ?? ''} ${shellWord(file)}`

function create(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a directory'
  if (found.isSymbolicLink()) return 'a symbolic link'
  if (found.isFIFO()) return 'a FIFO'
  return 'a device or socket'
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

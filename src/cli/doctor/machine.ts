import { accessSync, constants, lstatSync, realpathSync, statfsSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'
import type { Fault } from '../../errors.js'
import { linkFault } from '../../given-file.js'
import { shellWord } from '../../shell-word.js'
import { type Check, fail, ok, warn } from './check.js'

/** Oldest release of Node.js that the program is made for. */
const NODE_MIN = [20, 19] as const

const OTHERS_WRITE = 0o022
const OTHERS = 0o077
const STICKY = 0o1000
const MEBI = 1024 * 1024
/** A push of a large estate keeps some hundred megabytes beside the journal while it is planned. */
const ROOM_LOW = 500 * MEBI
const ROOM_NONE = 50 * MEBI

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const isNew = major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])
  const says = `Node.js ${version.replace(/^v/, '')}`
  return isNew
    ? ok('node', says)
    : fail('node', `${says} is older than ${NODE_MIN.join('.')}.`, `Install Node.js ${NODE_MIN.join('.')} or newer.`)
}

/** A folder of the program: there or makeable, of this user, closed to others, writable. */
export function checkFolder(
  check: string,
  folder: string,
  { variable, uid, isSoft = false }: { variable: string; uid: number | undefined; isSoft?: boolean },
): Check {
  const bad = isSoft ? warn : fail
  const word = shellWord(folder)
  const otherwise = `Or name another folder in ${variable}.`
  const link = loopAt(folder)
  if (link !== undefined) return bad(check, link.message, `${link.next}\n${otherwise}`)
  const found = standingAt(folder)
  if (found === undefined) return checkMissing(check, folder, variable, bad)
  if (!found.isDirectory())
    return bad(
      check,
      `${folder} is not a folder.`,
      `Move it away: mv ${word} ${shellWord(`${folder}.old`)}\n${otherwise}`,
    )
  if (uid !== undefined && found.uid !== uid && uid !== 0)
    return bad(
      check,
      `${folder} belongs to another user (uid ${found.uid}).`,
      `If it is yours: sudo chown ${uid} ${word}\n${otherwise}`,
    )
  const octal = (found.mode & 0o777).toString(8)
  if (uid !== undefined && (found.mode & OTHERS_WRITE) !== 0 && (found.mode & STICKY) === 0)
    return bad(check, `Others may write to ${folder} (mode ${octal}).`, `chmod go-w ${word}`)
  if (!may(folder, constants.R_OK | constants.W_OK | constants.X_OK))
    return bad(check, `${folder} cannot be written.`, `chmod u+rwx ${word}\n${otherwise}`)
  if (uid !== undefined && (found.mode & OTHERS) !== 0)
    return warn(check, `Others may read ${folder} (mode ${octal}).`, `chmod 700 ${word}`)
  return ok(check, folder)
}

/** The cache folder, with the one for compiled code in it: code that another user could have written is not run, so every start compiles. */
export function checkCompiled(ofFolder: Check, folder: string, uid: number | undefined): Check {
  if (ofFolder.state !== 'ok' || uid === undefined || standingAt(folder) === undefined) return ofFolder
  const compiled = path.join(realpathSync(folder), 'compiled')
  const slow = (why: string, next: string): Check =>
    warn(ofFolder.check, `Compiled code is not kept, so every command starts slower: ${why}`, next)
  for (let at = compiled; ; at = path.dirname(at)) {
    const found = lstatSync(at, { throwIfNoEntry: false })
    const word = shellWord(at)
    const octal = ((found?.mode ?? 0) & 0o777).toString(8)
    if (at === compiled && found !== undefined) {
      if (!found.isDirectory())
        return slow(`${at} is not a folder.`, `Move it away: mv ${word} ${shellWord(`${at}.old`)}`)
      if (found.uid !== uid)
        return slow(`${at} belongs to another user (uid ${found.uid}).`, `Remove it: sudo rm -r ${word}`)
      if ((found.mode & OTHERS) !== 0) return slow(`others may use ${at} (mode ${octal}).`, `rm -r ${word}`)
    } else if (found !== undefined) {
      if ((found.mode & OTHERS_WRITE) !== 0 && (found.mode & STICKY) === 0)
        return slow(`others may write to ${at} (mode ${octal}).`, `chmod go-w ${word}`)
      if (found.uid !== uid && found.uid !== 0)
        return slow(
          `${at} belongs to another user (uid ${found.uid}).`,
          'Name a cache folder of your own in HUBSWITCH_CACHE_DIR.',
        )
    }
    if (at === path.dirname(at)) return ofFolder
  }
}

/** A folder of the program that is well itself, with the files that the program keeps there: one that this user may not use ends commands. */
export function checkFiles(ofFolder: Check, find: () => { says: string; next: string } | undefined): Check {
  const found = ofFolder.state === 'fail' ? undefined : find()
  return found === undefined ? ofFolder : fail(ofFolder.check, found.says, found.next)
}

function checkMissing(check: string, folder: string, variable: string, bad: typeof fail): Check {
  const above = nearestAbove(folder)
  const isMakeable = standingAt(above)?.isDirectory() === true && may(above, constants.W_OK | constants.X_OK)
  return isMakeable
    ? ok(check, `${folder} (not there yet; made when it is needed)`)
    : bad(
        check,
        `${folder} is not there and cannot be made: ${above} cannot be written.`,
        `Name a folder of your own in ${variable}.`,
      )
}

/** A link in the way that leads to itself. */
function loopAt(place: string): Fault | undefined {
  try {
    statSync(place, { throwIfNoEntry: false })
    return undefined
  } catch (error) {
    return linkFault(error)
  }
}

/** Undefined as well where it cannot be reached, such as below a file. */
function standingAt(place: string): Stats | undefined {
  try {
    return statSync(place, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** The nearest folder above a place that is there. */
function nearestAbove(place: string): string {
  let above = path.dirname(place)
  while (above !== path.dirname(above) && standingAt(above) === undefined) above = path.dirname(above)
  return above
}

function may(folder: string, mode: number): boolean {
  try {
    accessSync(folder, mode)
    return true
  } catch {
    return false
  }
}

/** Room on the disk of the data directory. */
export function checkDisk(folder: string): Check {
  const { bavail, bsize } = statfsSync(standingAt(folder) === undefined ? nearestAbove(folder) : folder)
  const free = bavail * bsize
  const says = `${roomText(free)} free on the disk of ${folder}`
  const next = 'Free room on that disk; "hubswitch run prune --dry-run" shows what old runs take.'
  if (free < ROOM_NONE) return fail('disk', `${says}: a push may not be kept.`, next)
  return free < ROOM_LOW ? warn('disk', `${says}: little for a large push.`, next) : ok('disk', `${says}.`)
}

const roomText = (bytes: number): string =>
  bytes < 1024 * MEBI
    ? `${Math.round(bytes / MEBI)} MB`
    : `${(bytes / MEBI / 1024).toFixed(bytes < 10_240 * MEBI ? 1 : 0)} GB`

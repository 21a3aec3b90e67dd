import { type FSWatcher, watch } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { steadyMs } from '../../clock.js'
import { Fault } from '../../errors.js'
import { shellWord } from '../../shell-word.js'
import { codeOf, unreadable } from './unreadable.js'

/** A file is looked at when it has not grown for so long. */
const SETTLED_MS = 500
/** XML without its last tag may still come: its writer has so long for the next piece. */
const UNFINISHED_MS = 5_000
/** The system does not tell of every file on every kind of disk. */
const LOOK_MS = 1_000
const FILES_MAX = 10_000
/** Who ends the command waits for so many files at most. */
const LAST_MAX = 100
/** Ends the watching, with nothing more to be handed over. */
export const ENOUGH = 'enough'

/**
 * Hands over each file of a folder, and of the folders in it, that is new or has changed since, one at a time and when it is written to its end, until `until`. Files that lie there already
 * are handed over first, and what is still waited for then at the end, as it stands.
 * @param onLeft told at the end how many files more there are than are handed over then
 * @param onReady told once the folder is known to be one that can be looked into
 * @throws Fault INVALID_INPUT where it is no folder, may not be read, is gone, or has too many files
 */
export async function watchFolder(
  folder: string,
  onFile: (file: string, how: { mayGrow: boolean }) => Promise<void>,
  until: Promise<unknown>,
  {
    onReady = () => undefined,
    onLeft = () => undefined,
  }: { onReady?: () => void; onLeft?: (many: number) => void } = {},
): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? unreadable(folder, error) : unlisted(folder, error)
  })
  if (!found.isDirectory())
    throw new Fault('INVALID_INPUT', `${folder} is a file, and --watch needs a folder.`, {
      next: 'Leave out --watch to check the file.',
    })
  await statesOf(folder)
  onReady()
  const seen = new Map<string, string>()
  const waiting = new Map<string, { state: string; since: number }>()
  let isEnded = false
  let wake = (): void => undefined
  const ended = until.then((why) => {
    isEnded = true
    wake()
    return why
  })
  const watcher = watcherOf(folder, () => wake())
  try {
    while (!isEnded) {
      for (const [file, state] of await statesOf(folder)) {
        if (isEnded || seen.get(file) === state) continue
        // What is still written is left for the next look.
        const settled = (await isUnfinished(file)) ? UNFINISHED_MS : SETTLED_MS
        if (Date.now() - Number(state.split(' ')[1]) < settled) {
          const noted = waiting.get(file)
          const since = noted?.state === state ? noted.since : steadyMs()
          waiting.set(file, { state, since })
          // The clock of a disk elsewhere may be ahead of this one.
          if (steadyMs() - since < settled) continue
        }
        waiting.delete(file)
        seen.set(file, state)
        await onFile(file, { mayGrow: false })
      }
      if (!isEnded) await pause(waiting.size > 0 ? SETTLED_MS : LOOK_MS, (now) => (wake = now))
    }
  } finally {
    watcher?.close()
  }
  if ((await ended) === ENOUGH) return
  const left = (await statesOf(folder).catch(() => [])).filter(([file, state]) => seen.get(file) !== state)
  for (const [file] of left.slice(0, LAST_MAX)) await onFile(file, { mayGrow: true })
  if (left.length > LAST_MAX) onLeft(left.length - LAST_MAX)
}

const ENDS_BYTES = 4_096
/** Behind a byte order mark, a declaration and comments. */
const ROOT = /^\uFEFF?\s*(?:<(?:\?[^>]{0,400}|!--[^>]{0,2000}--)>\s*){0,8}<([\w.:-]{1,200})[\s/>]/

/** Whether a file begins as XML in ASCII letters and does not end with the tag that it began with. */
async function isUnfinished(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => undefined)
  if (handle === undefined) return false
  try {
    const { size } = await handle.stat()
    const read = async (from: number): Promise<string> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(ENDS_BYTES), 0, ENDS_BYTES, from)
      return buffer.toString('utf8', 0, bytesRead)
    }
    const [, root] = ROOT.exec(await read(0)) ?? []
    if (root === undefined) return false
    const end = await read(Math.max(0, size - ENDS_BYTES))
    return !end.includes(`</${root}`) && !/^\s*<[^<>]{0,3000}\/>\s*$/.test(end)
  } catch {
    return false
  } finally {
    await handle.close()
  }
}

/** A folder that cannot be watched, or not any more, is looked at again and again all the same. */
function watcherOf(folder: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, onChange)
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}

function pause(ms: number, hold: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    hold(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** What editors lay beside a file: hidden ones, backups, and the names under which they save and try. */
const isAside = (name: string): boolean => /^\.|~$|^#.{0,255}#$|^4913$|^~\$/.test(name)

/** Size and time of each file of a folder and of the folders in it, those that links lead to as well, each once. */
async function statesOf(folder: string): Promise<[string, string][]> {
  const states: [string, string][] = []
  const been = new Set<string>()
  const look = async (at: string, isTop: boolean): Promise<void> => {
    const all = await readdir(at).catch((error: unknown) => {
      // A folder inside that is gone, or may not be read, holds up no other.
      if (isTop) throw unlisted(folder, error)
      return []
    })
    for (const name of all.filter((one) => !isAside(one)).toSorted()) {
      const file = path.join(at, name)
      const found = await stat(file).catch(() => undefined)
      if (found?.isDirectory() === true) {
        if (been.has(`${found.dev} ${found.ino}`)) continue
        been.add(`${found.dev} ${found.ino}`)
        await look(file, false)
      } else if (found?.isFile() === true) states.push([file, `${found.size} ${found.mtimeMs}`])
      if (states.length > FILES_MAX)
        throw new Fault('INVALID_INPUT', `${folder} has more than ${FILES_MAX} files.`, {
          next: 'Watch an empty folder.',
        })
    }
  }
  const { dev, ino } = await stat(folder).catch((error: unknown) => {
    throw unlisted(folder, error)
  })
  been.add(`${dev} ${ino}`)
  await look(folder, true)
  return states
}

function unlisted(folder: string, error: unknown): Fault {
  const code = codeOf(error)
  if (code === 'ENOENT')
    return new Fault('INVALID_INPUT', `There is no folder ${folder} any more.`, {
      next: 'Make it, and run the command again.',
      facts: { file: folder },
      cause: error,
    })
  if (code !== 'EACCES' && code !== 'EPERM') return unreadable(folder, error)
  return new Fault('INVALID_INPUT', `The folder ${folder} may not be read by this user (${code}).`, {
    next: `Allow it, for example with: chmod u+rx ${shellWord(folder)}`,
    facts: { file: folder },
    cause: error,
  })
}

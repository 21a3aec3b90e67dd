import { watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { steadyMs } from '../../clock.js'
import { Fault } from '../../errors.js'
import { unreadable } from './unreadable.js'

/** A file is looked at when it has not grown for so long. */
const SETTLED_MS = 500
/** The system does not tell of every file on every kind of disk. */
const LOOK_MS = 1_000
const FILES_MAX = 10_000

/**
 * Hands over each file of a folder that is new or has changed since, one at a time and when it is written to its end, until `until`. Files that lie there already
 * are handed over first.
 * @throws Fault INVALID_INPUT where it is no folder, or has too many files
 */
export async function watchFolder(
  folder: string,
  onFile: (file: string) => Promise<void>,
  until: Promise<unknown>,
): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw unreadable(folder, error)
  })
  if (!found.isDirectory())
    throw new Fault('INVALID_INPUT', `${folder} is a file, and --watch needs a folder.`, {
      next: 'Leave out --watch to check the file.',
    })
  const seen = new Map<string, string>()
  const waiting = new Map<string, { state: string; since: number }>()
  let isEnded = false
  let wake = (): void => undefined
  const ended = until.then(() => {
    isEnded = true
    wake()
  })
  const watcher = watch(folder, { persistent: false }, () => wake())
  // A folder that cannot be watched is looked at again and again all the same.
  watcher.on('error', () => watcher.close())
  try {
    while (!isEnded) {
      for (const [file, state] of await statesOf(folder)) {
        if (isEnded || seen.get(file) === state) continue
        // What is still written is left for the next look.
        if (Date.now() - Number(state.split(' ')[1]) < SETTLED_MS) {
          const noted = waiting.get(file)
          const since = noted?.state === state ? noted.since : steadyMs()
          waiting.set(file, { state, since })
          // The clock of a disk elsewhere may be ahead of this one.
          if (steadyMs() - since < SETTLED_MS) continue
        }
        waiting.delete(file)
        seen.set(file, state)
        await onFile(file)
      }
      if (!isEnded) await pause(waiting.size > 0 ? SETTLED_MS : LOOK_MS, (now) => (wake = now))
    }
  } finally {
    watcher.close()
  }
  await ended
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

/** Size and time of each file. */
async function statesOf(folder: string): Promise<[string, string][]> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  if (names.length > FILES_MAX)
    throw new Fault('INVALID_INPUT', `${folder} has more than ${FILES_MAX} files.`, { next: 'Watch an empty folder.' })
  const states: [string, string][] = []
  for (const name of names) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found?.isFile() === true) states.push([file, `${found.size} ${found.mtimeMs}`])
  }
  return states
}

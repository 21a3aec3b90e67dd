import { rmSync } from 'node:fs'
import { hostname } from 'node:os'
import { readNote } from '../given-file.js'
import { writeNote } from '../whole-file.js'

/** What the holder of a lock says of itself, in a file beside it. A courtesy to the next one: the lock holds without it. */
export interface LockNote {
  words: string
  pid?: number
  host?: string
  /** Epoch milliseconds. */
  since?: number
  about: Readonly<Record<string, string>>
}

const NOTE_BYTES = 4_096

export function noteOf(file: string): string {
  return `${file}.holder`
}

/** @throws errors of the file system where something stands in its place that cannot be removed */
export function writeLockNote(file: string, words: string, about: Readonly<Record<string, string>> = {}): void {
  const note = noteOf(file)
  try {
    writeNote(note, JSON.stringify({ words, pid: process.pid, host: hostname(), since: Date.now(), about }))
  } catch {
    rmSync(note, { force: true })
  }
}

export function readLockNote(file: string): LockNote | undefined {
  const text = readNote(noteOf(file), { bytesMax: NOTE_BYTES })
  if (text === undefined || text.trim() === '') return undefined
  try {
    const { words, pid, host, since, about } = JSON.parse(text) as Record<string, unknown>
    if (typeof words !== 'string') return undefined
    const said =
      typeof about === 'object' && about !== null
        ? Object.entries(about).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
        : []
    return {
      words,
      ...(typeof pid === 'number' ? { pid } : {}),
      ...(typeof host === 'string' ? { host } : {}),
      ...(typeof since === 'number' ? { since } : {}),
      about: Object.fromEntries(said),
    }
  } catch {
    // Written by an earlier release.
    return { words: text.trim().split('\n')[0] as string, about: {} }
  }
}

/**
 * Removes the note where it is that of this process: after a forced release another may hold the lock. The work is done by then, and one that stays is told as left
 * behind: that it cannot be removed is no reason to fail.
 */
export function removeOwnNote(file: string): void {
  const { pid, host } = readLockNote(file) ?? {}
  if (pid !== process.pid || host !== hostname()) return
  try {
    rmSync(noteOf(file), { force: true })
  } catch {
    // The next holder hears of it.
  }
}

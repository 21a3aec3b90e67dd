import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { readNote } from '../../given-file.js'
import { writeNote } from '../../whole-file.js'

/** Who is told: the shell that a command was typed in, if there is a person. */
export interface TerminalSession {
  /** Standard error is a terminal. */
  isTerminal: boolean
  /** The process that started this one: the shell, as long as its window is open. */
  shell: number
}

/** So long a shell remembers: another one may have its number later. */
const REMEMBERED_MS = 12 * 3_600_000
/** The clock of files has parts of milliseconds, and may be ahead of ours by as much. */
const CLOCKS_MS = 1000
const fileIn = (folder: string): string => path.join(folder, 'told')

/** The session that this process belongs to. */
export const thisSession = (): TerminalSession => ({ isTerminal: process.stderr.isTTY === true, shell: process.ppid })

/**
 * Whether it is to be said that a sandbox answers and no real service: once in a terminal session, and in a pipe or a log every time. Notes that it was said.
 * @param folder of the sandbox
 */
export function mustTellSandbox(folder: string, { isTerminal, shell }: TerminalSession, now = Date.now()): boolean {
  if (!isTerminal) return true
  const file = fileIn(folder)
  try {
    const age = now - statSync(file).mtimeMs
    if (age > -CLOCKS_MS && age < REMEMBERED_MS && readNote(file, { bytesMax: 32, ownOnly: true }) === String(shell))
      return false
  } catch {
    // Nobody has been told yet, or it cannot be read: once too often is better than never.
  }
  try {
    writeNote(file, String(shell))
  } catch {
    // A folder that cannot be written: the next command says it again.
  }
  return true
}

/** Another service was used: whoever comes back to the sandbox is told again. */
export function forgetSandboxTold(folder: string): void {
  try {
    rmSync(fileIn(folder), { force: true })
  } catch {
    // It could not be written either.
  }
}

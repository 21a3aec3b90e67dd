import { closeSync, constants, fstatSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { printable } from '../../printable.js'
import { writeReason } from '../../whole-file.js'
import type { LogFormat } from './flags.js'

export type Level = 'info' | 'warn' | 'error'

export interface LogEvent {
  level: Level
  /** What happened: `began`, `notice`, `sending`, `ended`. */
  event: string
  message: string
  /** More for the JSON log. */
  facts?: Readonly<Record<string, unknown>>
}

/** Logs that are kept beside the one that is written: `.1` is the newest of them. */
const KEPT = 5
/** A line of ours is looked for in so much of an older log. */
const OWN_BYTES = 65_536
/** A rotation takes less; one that died leaves its mark that long. */
const ROTATION_MS = 10_000

/** Appends events of one command to a file that several commands may write to at a time, a line an event. */
export class LogFile {
  readonly #options: {
    file: string
    format: LogFormat
    maxBytes: number
    command: string
    onProblem: (problem: string) => void
    redact: (text: string) => string
  }
  #hasFailed = false
  run: number | undefined

  constructor(options: {
    file: string
    format: LogFormat
    maxBytes: number
    command: string
    onProblem: (problem: string) => void
    redact: (text: string) => string
  }) {
    this.#options = options
  }

  /** A log that cannot be written is told once and stops nothing. */
  write(event: LogEvent): void {
    const { file, onProblem } = this.#options
    try {
      const line = Buffer.from(`${this.#lineOf(event)}\n`)
      this.#rotate(line.length)
      append(file, line)
    } catch (error) {
      if (this.#hasFailed) return
      this.#hasFailed = true
      onProblem(`The log ${file} cannot be written: ${writeReason(error)}. The command goes on without it.`)
    }
  }

  #lineOf({ level, event, message, facts }: LogEvent): string {
    const { format, command, redact } = this.#options
    const time = new Date().toISOString()
    const text = redact(message)
    if (format === 'json')
      return redact(
        JSON.stringify({
          time,
          level,
          event,
          run: this.run ?? null,
          pid: process.pid,
          command,
          message: text,
          ...facts,
        }),
      )
    const run = this.run === undefined ? '-' : String(this.run)
    return `${time} ${level.toUpperCase().padEnd(5)} run=${run} pid=${process.pid} ${command}: ${text
      .split('\n')
      .map((line) => printable(line.trim()))
      .filter((line) => line !== '')
      .join(' | ')}`
  }

  #rotate(more: number): void {
    const { file, maxBytes } = this.#options
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    if (size === 0 || size + more <= maxBytes) return
    const mark = `${file}.rotating`
    if (!takeMark(mark)) return
    try {
      // Another process may have been faster.
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) + more <= maxBytes) return
      const foreign = Array.from({ length: KEPT }, (_, at) => `${file}.${at + 1}`).find((name) => !isOwn(name))
      if (foreign !== undefined)
        throw new Error(`${foreign} is in the way of an older log, and no --log-file has written it`)
      for (let at = KEPT; at > 0; at--) moveIfThere(at === 1 ? file : `${file}.${at - 1}`, `${file}.${at}`)
    } finally {
      rmSync(mark, { force: true })
    }
  }
}

/** Whether a file begins like a log of ours. */
export function isLog(head: string): boolean {
  return /^(?:\d{4}-\d\d-\d\dT[\d:.]{8,12}Z (?:INFO|WARN|ERROR) {1,2}run=|\{"time":"\d{4}-\d\d-\d\dT)/.test(head)
}

/** Whether nothing is lost by moving or replacing a file: it is a log of ours, or not there. */
function isOwn(name: string): boolean {
  if (statSync(name, { throwIfNoEntry: false }) === undefined) return true
  const handle = openSync(name, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const head = Buffer.alloc(OWN_BYTES)
    // It may begin with lines of another program that writes to it as well.
    return head
      .toString('latin1', 0, readSync(handle, head, 0, head.length, 0))
      .split('\n')
      .some(isLog)
  } finally {
    closeSync(handle)
  }
}

function takeMark(mark: string): boolean {
  const found = statSync(mark, { throwIfNoEntry: false })
  if (found !== undefined && Math.abs(Date.now() - found.mtimeMs) > ROTATION_MS) rmSync(mark, { force: true })
  try {
    closeSync(openSync(mark, 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function moveIfThere(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to)
}

/** One write, so that lines of several processes do not mix. Never through a link, and never into something that would hold the command up. */
function append(file: string, line: Buffer): void {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const handle = openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    const found = fstatSync(handle)
    if (!found.isFile()) throw new Error('it is not a plain file')
    // Whoever owns it reads what is written there. What an administrator laid out is root's.
    if (process.getuid !== undefined && found.uid !== process.getuid() && found.uid !== 0)
      throw new Error(`it belongs to another user (uid ${found.uid})`)
    const written = writeSync(handle, line)
    if (written < line.length)
      throw new Error('only a part of the line could be written: the disk is full, or a limit of file size is reached')
  } finally {
    closeSync(handle)
  }
}

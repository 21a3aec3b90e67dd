import { valueWithoutSecrets, withoutSecrets } from '../../redaction/index.js'
import type { Answer } from './answer.js'
import { hangOfPage, wrapWords } from './word-wrap.js'
import { folded } from './fold.js'
import { withoutHiddenIds } from './suggested-command.js'

/**
 * The one door to standard output and standard error: whatever is written passes it, and no secret of this process does. Control characters are the caller's
 * affair, who knows whether a terminal stands behind it and which colours are ours (`printable.ts`).
 */

/** A text as it may be seen, or kept in a file for others. */
export function shownText(text: string): string {
  return withoutHiddenIds(withoutSecrets(text))
}

/** A copy of a value whose texts may be seen. */
export function shownValue<T>(value: T): T {
  return valueWithoutSecrets(value, new Set()) as T
}

/** The same for an answer, data and rows. */
export function shownAnswer(answer: Answer): Answer {
  const { data, view } = answer
  return {
    ...answer,
    data: shownValue(data),
    view: view.kind === 'list' ? { ...view, rows: view.rows.map(shownValue) } : view,
  }
}

type Stream = 'stdout' | 'stderr'

/** Why a stream could not be written, as long as nobody has told. */
const lost = new Map<Stream, string>()
let hasPrinted = false

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
  EIO: 'the device failed',
  EFBIG: 'the file is as large as this process may make one (ulimit -f)',
}

/** A reader that has gone wants no more; anything else is kept until it is told. */
function lose(stream: Stream, error: unknown): void {
  const { code, message } = error as { code?: string; message?: string }
  if (code !== 'EPIPE') lost.set(stream, REASONS[code ?? ''] ?? message ?? 'unknown reason')
}

/** From here on an output that cannot be written ends no command. Stands after the framework is loaded, which has a handler of its own that throws. */
export function watchOutput(): void {
  for (const name of ['stdout', 'stderr'] as const)
    process[name].removeAllListeners('error').on('error', (error) => lose(name, error))
}

/** What could not be written and has not been told yet; `hasPrinted`: standard output holds something already. */
export async function takeLost(): Promise<{
  stdout?: string | undefined
  stderr?: string | undefined
  hasPrinted: boolean
}> {
  // A stream tells of an error only after the call that wrote to it.
  await new Promise((resolve) => setImmediate(resolve))
  const taken = { stdout: lost.get('stdout'), stderr: lost.get('stderr'), hasPrinted }
  lost.clear()
  return taken
}

let isSilent = false

/** From here on nothing is written: the last word has been said. */
export function silence(): void {
  isSilent = true
}

function write(stream: Stream, data: string | Uint8Array): void {
  if (isSilent) return
  try {
    process[stream].write(data)
  } catch (error) {
    lose(stream, error)
  }
}

/** What paints decides by standard output and CI for both streams; standard error that is a file or a pipe gets no colours unless they are asked for. */
function unpainted(text: string): string {
  if (process.stderr.isTTY === true || !text.includes('\u001b[')) return text
  const { FORCE_COLOR: wanted } = process.env
  return wanted === undefined || wanted === '0' || wanted === 'false' ? text.replaceAll(COLOUR, '') : text
}

const COLOUR = /(?![\n\r\t])\p{Cc}\[[\d;]{0,30}m/gu

/** Writes to standard output. */
export function print(text: string): void {
  hasPrinted ||= text !== ''
  write('stdout', shownText(text))
}

/** Bytes that whoever reads standard output has not taken yet. */
export function untaken(): number {
  return process.stdout.writableLength
}

/** Writes to standard error. */
export function tell(text: string): void {
  write('stderr', unpainted(shownText(text)))
}

/** Sentences as standard error shows them: broken between words where it is a terminal. */
export function foldedForError(text: string): string {
  const { isTTY, columns } = process.stderr
  return isTTY === true && columns > 0 ? folded(text, columns) : text
}

/** A page as standard output shows it: on a terminal its lines are broken between words. */
export function onTerminal(page: string): string {
  const { isTTY, columns = 0 } = process.stdout
  return isTTY && columns > 0 ? wrapWords(page, columns, hangOfPage(columns)) : page
}

/** Writes to standard output what was asked for as it is: a token for another program, the invented secrets of a sandbox, a message of the caller's own. */
export function printAsItIs(data: string | Uint8Array): void {
  hasPrinted ||= data.length > 0
  write('stdout', data)
}

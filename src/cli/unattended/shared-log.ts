import { stat } from 'node:fs/promises'
import { headOf } from '../../files/index.js'
import { isLog } from './log-file.js'

/** Enough to see what a file is. */
const HEAD_BYTES = 512
/** Files that one more line would spoil. */
const DATA_NAME = /\.(?:csv|tsv|ya?ml|xlsx|xml|gz|zip|db|sqlite3?|sh|pdf|html?)$/i
/** Control characters of texts. A machine that went down leaves NULs in a log. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b])

/**
 * Whether a line can be appended without spoiling what stands there. A log begins with any line once somebody has cut it, or writes to it as well; only what is
 * plainly no log is refused.
 */
export async function mayAppend(file: string): Promise<boolean> {
  if (!(await isFilled(file))) return true
  const head = await headOf(file, HEAD_BYTES)
  return (
    isLog(head) ||
    !(
      DATA_NAME.test(file.slice(-12)) ||
      isBinary(head) ||
      head.startsWith('#!') ||
      head.startsWith('%PDF') ||
      head.startsWith('_line,') ||
      head.startsWith('_reason,')
    )
  )
}

/** Whether a log begins with something that no --log-file has written. */
export async function isShared(file: string): Promise<boolean> {
  return (await isFilled(file)) && !isLog(await headOf(file))
}

function isBinary(head: string): boolean {
  for (let at = 0; at < head.length; at += 1)
    if (head.charCodeAt(at) < 0x20 && !TEXT_CONTROLS.has(head.charCodeAt(at))) return true
  return false
}

async function isFilled(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found?.isFile() === true && found.size > 0
}

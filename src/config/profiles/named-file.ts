import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** No secret is longer. */
const LONGEST = 64 * 1_024
/** A program that writes the secret may ask a person for it first. */
const WAIT_MS = 60_000
const STEP_MS = 10

/** A pipe gives its text once, and several ask for it. */
const readAlready = new Map<string, string>()

/**
 * The text of the file that a `…_FILE` variable names. A pipe, such as that of `<(…)` of a shell, is read once in a process, and waited for no longer than a minute.
 * @throws errors of the file system; Error with the `code` that says why for what has no end, or gives nothing
 */
export function readNamedFile(file: string, waitMs = WAIT_MS): string {
  const known = readAlready.get(file)
  if (known !== undefined) return known
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const found = fstatSync(handle)
    if (found.isDirectory()) throw because('EISDIR')
    const text = readBounded(handle, found.isFIFO() ? waitMs : 0)
    if (!found.isFile()) readAlready.set(file, text)
    return text
  } finally {
    closeSync(handle)
  }
}

function readBounded(handle: number, waitMs: number): string {
  const bytes = Buffer.alloc(LONGEST + 1)
  const end = performance.now() + waitMs
  let size = 0
  for (;;) {
    const more = readSome(handle, bytes, size)
    size += more ?? 0
    if (size > LONGEST) throw because(`more than ${LONGEST / 1_024} KB, which is no secret`)
    if (more === 0 && (size > 0 || waitMs === 0)) return bytes.toString('utf8', 0, size)
    if (more !== undefined && more > 0) continue
    // Nobody writes yet, or nothing so far.
    if (performance.now() >= end) throw because(`nothing came in ${Math.round(waitMs / 1_000)} seconds`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS)
  }
}

/** Undefined while a pipe is open at its other end and empty. */
function readSome(handle: number, bytes: Buffer, at: number): number | undefined {
  try {
    return readSync(handle, bytes, at, bytes.length - at, null)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
}

const because = (code: string): Error => Object.assign(new Error(code), { code })

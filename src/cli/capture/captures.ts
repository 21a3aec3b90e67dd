import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { LARGEST, readBounded } from '../../given-file.js'
import { printable } from '../../printable.js'
import { CAPTURE_LIMITS, type Capture, type OtherPart, readCapture } from '../../resnotif/index.js'
import { openArchive } from './archives.js'

/** A file of a capture: one that was named, or one of a folder or archive that was. */
export interface CaptureFile {
  /** As a person reads it; a file of an archive behind the name of the archive. */
  shown: string
  capture: Capture
  /** It stands in an archive, where nothing is written back. */
  isPacked: boolean
}

const TOLD_MAX = 5
const FILES_MAX = 10_000

/**
 * Opens what was named: files, folders with all that is in them, archives, `-` for standard input.
 * @throws Fault INVALID_INPUT naming what cannot be read; of a folder or archive, one file that cannot be read is told as unread
 */
export async function* openCaptures(names: readonly string[]): AsyncGenerator<CaptureFile, void, void> {
  for (const name of names) {
    const found = name === '-' ? undefined : await stat(name).catch(() => undefined)
    if (found?.isDirectory() === true) yield* openFolder(name)
    else yield* openFile(name, name === '-' ? 'standard input' : name)
  }
}

async function* openFolder(folder: string): AsyncGenerator<CaptureFile, void, void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    throw unreadable(folder, error)
  })
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
  if (files.length === 0)
    throw new Fault('INVALID_INPUT', `${folder} is a folder without files.`, { facts: { file: folder } })
  if (files.length > FILES_MAX)
    throw new Fault('INVALID_INPUT', `${folder} has more than ${FILES_MAX} files.`, { next: 'Name a folder in it.' })
  for (const file of files) yield* quietly(file, openFile(file, file))
}

/** A file that nobody named is told, not refused. */
async function* quietly(
  shown: string,
  files: AsyncGenerator<CaptureFile, void, void>,
): AsyncGenerator<CaptureFile, void, void> {
  try {
    yield* files
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    yield { shown, capture: unreadCapture(error.message), isPacked: false }
  }
}

async function* openFile(name: string, shown: string): AsyncGenerator<CaptureFile, void, void> {
  const bytes = await readBounded(name, CAPTURE_LIMITS.fileBytes).catch((error: unknown) => {
    throw unreadable(shown, error)
  })
  const opened = await openArchive(bytes, shown)
  if (!Array.isArray(opened)) {
    const capture = readCapture(opened.plain)
    // A message alone is held to the size of a message, as ever.
    if (opened.plain.length > LARGEST.message && capture.messages[0]?.isWhole === true)
      throw unreadable(shown, { code: `it is a message of more than ${LARGEST.message / 1024 / 1024} MB` })
    yield { shown, capture, isPacked: opened.plain !== bytes }
    return
  }
  if (opened.length === 0)
    throw new Fault('INVALID_INPUT', `${shown} is an archive without files.`, { facts: { file: shown } })
  for (const { name: inside, content } of opened)
    yield {
      shown: `${shown}/${inside}`,
      capture: typeof content === 'string' ? unreadCapture(content) : readCapture(content),
      isPacked: true,
    }
}

const unreadCapture = (what: string): Capture => ({
  messages: [],
  unread: [{ line: 1, column: 1, what }],
  others: [],
  moreOthers: 0,
})

/** Parts of a capture that were left out because they hold no notification; undefined where there are none. @param unlisted how many there are beside those that are listed */
export function tellOthers(shown: string, others: readonly OtherPart[], unlisted = 0): string | undefined {
  if (others.length === 0) return undefined
  const total = others.length + unlisted
  const listed = others.slice(0, TOLD_MAX).map(({ line, what }) => `${what} in line ${line}`)
  const more = total > listed.length ? `, and ${total - listed.length} more` : ''
  return printable(
    `${shown}: ${total === 1 ? '1 part holds' : `${total} parts hold`} no notification: ${listed.join(', ')}${more}.`,
  )
}

/** The fault of a file that cannot be read. */
export function unreadable(shown: string, error: unknown, next = 'Check the name.'): Fault {
  const code = codeOf(error)
  const reason =
    code === 'ENOENT'
      ? `There is no file ${shown}.`
      : code === 'EISDIR'
        ? `${shown} is a folder, not a file.`
        : `${shown} cannot be read (${code}).`
  return new Fault('INVALID_INPUT', reason, { next, facts: { file: shown } })
}

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'
}

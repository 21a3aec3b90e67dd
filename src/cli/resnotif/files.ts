import { open, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { refuseOwnFile } from '../../files/index.js'
import { LARGEST, readBounded } from '../../given-file.js'
import { type DecodedXml, decodeXml } from '../../resnotif/index.js'
import { makeFolder, outputFault, writeWholeFile } from '../../whole-file.js'
import { codeOf, unreadable } from '../capture/index.js'

export { codeOf }

const NOTHING_SENT = 'Check the name. Nothing was sent.'

/** A captured message as it lies there. */
export interface MessageFile {
  /** As a person reads it. */
  shown: string
  bytes: Uint8Array
  decoded: DecodedXml
}

/**
 * Reads a captured message; `-` is standard input.
 * @throws Fault INVALID_INPUT naming a file that cannot be read
 */
export async function readMessageFile(file: string): Promise<MessageFile> {
  const shown = file === '-' ? 'standard input' : file
  const bytes = await readBounded(file, LARGEST.message).catch((error: unknown) => {
    throw unreadable(shown, error, NOTHING_SENT)
  })
  return { shown, bytes, decoded: decodeXml(bytes) }
}

/** The text of a schema file. */
export async function readSchemaFile(file: string): Promise<string> {
  const bytes = await readBounded(file, LARGEST.message).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  return decodeXml(bytes).text
}

/**
 * For everything but lint, which reports it: a message that cannot be decoded is no message.
 * @throws Fault INVALID_INPUT with the place of the first wrong byte
 */
export function requireDecoded({ shown, decoded }: MessageFile): string {
  const { fault, text } = decoded
  if (fault === undefined || fault.kind === 'contradiction') return text
  throw new Fault('INVALID_INPUT', `${shown} is not text in the encoding that it names.`, {
    findings: [
      { file: shown, line: fault.line, reason: `column ${fault.column}: ${fault.found}, expected ${fault.expected}` },
    ],
    next: 'Save the message in UTF-8, or correct the encoding in its first line.',
  })
}

/**
 * Writes a file whole or not at all; one that is there keeps its rights, a new one is its owner's alone, because a message holds names of guests.
 * @param flag that names the file; what is corrected in place may be reached through a link, which keeps pointing where it points
 * @throws Fault USAGE for a link, DATA_DIRECTORY where it cannot be written
 */
export async function writeMessageFile(
  file: string,
  content: Uint8Array | string,
  flag: '--save' | '--in-place' = '--save',
): Promise<void> {
  try {
    await writeWholeFile(flag === '--in-place' ? await realpath(file) : file, flag, content)
  } catch (error) {
    throw outputFault(error, { what: 'the message', to: file, flag })
  }
}

/**
 * Refuses to write over a file that lies in a folder which was read, and holds one of the messages.
 * @throws Fault USAGE
 */
export async function refuseMessageAt(
  flag: '--html' | '--save',
  to: string | undefined,
  read: readonly { shown: string }[],
): Promise<void> {
  if (to !== undefined) await refuseOwnFile({ to, flag, sources: read.map(({ shown }) => ({ name: shown })) })
}

/**
 * Writes a new file into a folder, never over one that is there, for the owner alone. Whatever the name holds, the file stays in the folder.
 * @returns path of the file
 */
export async function addMessageFile(folder: string, name: string, content: Uint8Array): Promise<string> {
  const safe = name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '_').slice(0, 80)
  makeFolder(folder)
  for (let at = 1; ; at++) {
    const file = path.join(folder, `${safe}${at === 1 ? '' : `-${at}`}.xml`)
    const handle = await open(file, 'wx', 0o600).catch((error: unknown) => {
      if (codeOf(error) === 'EEXIST') return undefined
      throw error
    })
    if (handle === undefined) continue
    try {
      await handle.writeFile(content).finally(() => handle.close())
    } catch (error) {
      // Half a message would be taken for one.
      await rm(file, { force: true })
      throw error
    }
    return file
  }
}

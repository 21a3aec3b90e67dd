import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Fault } from '../../../errors.js'
import { LARGEST, readBounded } from '../../../given-file.js'
import { concealMessage, decodeXml, wideOf } from '../../../resnotif/index.js'
import { shellWord } from '../../../shell-word.js'
import { makeFolder, prepareFolder, writeReason } from '../../../whole-file.js'

const editedFolder = (dataDir: string): string => path.join(dataDir, 'edited')

/**
 * The same fault, with the edit of a message that was not taken kept in a file for its owner alone, and the command that goes on with it. Cards and passwords that were typed
 * into it are stars in the file: they are kept nowhere.
 * @param command what opens the file again, up to its name
 */
export async function withEdit(
  fault: Fault,
  text: string,
  { dataDir, command }: { dataDir: string; command: string },
): Promise<Fault> {
  const { text: plain, cards, passwords } = concealMessage(text)
  const folder = editedFolder(dataDir)
  const file = path.join(folder, `${randomUUID()}.xml`)
  let kept: string
  let isKept = true
  try {
    makeFolder(folder)
    await prepareFolder(folder)
    writeFileSync(file, plain, { flag: 'wx', mode: 0o600 })
    const without = cards + passwords === 0 ? '' : ', with stars for the cards and passwords in it'
    kept = `Your edit is kept in ${file}${without}; go on with it: ${command} ${shellWord(file)}`
  } catch (error) {
    isKept = false
    kept = `Your edit could not be kept in ${folder}: ${writeReason(error)}.`
  }
  const { code, message, next, findings, facts, attachment, cause } = fault
  return new Fault(code, message, {
    next: `${next} ${kept}`,
    findings,
    facts: { ...facts, ...(isKept ? { edited: file } : {}) },
    ...(attachment === undefined ? {} : { attachment }),
    cause,
  })
}

/** What an editor saved, as text. */
export interface ReadEdit {
  text: string
  /** The encoding that it was read in, where nothing in it tells which it is: letters beyond ASCII may be others. */
  guessed?: string
}

/** Nothing is lost in it: it has a letter for every byte. */
const ANY_BYTES = 'windows-1252'

/** What an editor saved: in UTF-8, in which it was given the message; in UTF-16, which shows; or in the encoding that the XML declares, where the bytes are in it. */
export function textOfEdit(bytes: Uint8Array): ReadEdit {
  // Letters of ASCII in UTF-16 are UTF-8 as well, with zeros between them.
  if (wideOf(bytes) === undefined && isUtf8(bytes))
    return {
      text: Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    }
  const { text, fault } = decodeXml(bytes)
  return fault?.kind === 'undecodable' ? { text: decodeXml(bytes, ANY_BYTES).text, guessed: ANY_BYTES } : { text }
}

/**
 * The text of an edit that was kept.
 * @throws Fault INVALID_INPUT for a file that cannot be read, or in an encoding that cannot be told
 */
export async function readEdit(file: string): Promise<string> {
  const bytes = await readBounded(file, LARGEST.message).catch((error: unknown) => {
    throw new Fault('INVALID_INPUT', `${file} cannot be read: ${writeReason(error)}.`, {
      next: 'Name the file that holds your edit. Nothing was sent.',
    })
  })
  const { text, guessed } = textOfEdit(bytes)
  if (guessed !== undefined)
    throw new Fault('INVALID_INPUT', `${file} is in an encoding that is neither UTF-8 nor the one that it declares.`, {
      next: `Save it as UTF-8, for example with: iconv -f ${guessed} -t UTF-8 ${shellWord(file)}. Nothing was sent.`,
    })
  return text
}

/** Lets go of an edit that was taken, where it lies in the folder of this tool: it names guests. */
export function dropEdit(file: string, dataDir: string): void {
  if (path.dirname(path.resolve(file)) === path.resolve(editedFolder(dataDir))) rmSync(file, { force: true })
}

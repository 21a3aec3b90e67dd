import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Fault } from '../../errors.js'
import { LARGEST, readBounded } from '../../given-file.js'
import { concealMessage } from '../../resnotif/index.js'
import { shellWord } from '../../shell-word.js'
import { makeFolder, prepareFolder, writeReason } from '../../whole-file.js'

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

/**
 * The text of an edit that was kept.
 * @throws Fault INVALID_INPUT for a file that cannot be read
 */
export async function readEdit(file: string): Promise<string> {
  const bytes = await readBounded(file, LARGEST.message).catch((error: unknown) => {
    throw new Fault('INVALID_INPUT', `${file} cannot be read: ${writeReason(error)}.`, {
      next: 'Name the file that holds your edit. Nothing was sent.',
    })
  })
  return bytes.toString('utf8')
}

/** Lets go of an edit that was taken, where it lies in the folder of this tool: it names guests. */
export function dropEdit(file: string, dataDir: string): void {
  if (path.dirname(path.resolve(file)) === path.resolve(editedFolder(dataDir))) rmSync(file, { force: true })
}

import { readGivenFileSync } from '../../given-file.js'

/** No secret is longer. */
const LONGEST = 64 * 1_024
/** A program that writes the secret may ask a person for it first. */
const WAIT_MS = 60_000

/** A pipe gives its text once, and several ask for it. */
const readAlready = new Map<string, string>()

/**
 * The text of the file that a `…_FILE` variable names. The pipe that a shell hands over, `<(…)`, is read once in a process, and waited for no longer than a minute.
 * @throws errors of the file system; Error with the `code` that says why for a named pipe, a device, what has no end, or gives nothing
 */
export function readNamedFile(file: string, waitMs = WAIT_MS): string {
  const known = readAlready.get(file)
  if (known !== undefined) return known
  const { bytes, isFile } = readGivenFileSync(file, { bytesMax: LONGEST, waitMs })
  const text = bytes.toString('utf8')
  if (!isFile) readAlready.set(file, text)
  return text
}

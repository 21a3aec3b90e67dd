import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Fault } from '../../errors.js'
import { makeFolder } from '../../whole-file.js'

/**
 * Writes a file that only its owner may read (0600), whole or not at all: a new file takes the place of the old one.
 * A symbolic link keeps pointing where it points.
 * @throws Fault DATA_DIRECTORY when the directory cannot be written
 */
export function writePrivateFile(file: string, text: string): void {
  let temporary: string | undefined
  try {
    makeFolder(dirname(file))
    const target = existsSync(file) ? realpathSync(file) : file
    temporary = join(dirname(target), `.${basename(target)}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`)
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, target)
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true })
    const reason =
      typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'
    throw new Fault('DATA_DIRECTORY', `${file} cannot be written (${reason}).`, {
      next: 'Make the configuration directory writable, or name another in HUBSWITCH_CONFIG_DIR.',
      facts: { file, reason },
    })
  }
}

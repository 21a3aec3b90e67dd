import { LARGEST, readBounded } from '../../given-file.js'
import { type Dialect, readDialect } from '../../resnotif/index.js'
import { unreadable } from '../capture/index.js'

/**
 * Reads a dialect file.
 * @throws Fault INVALID_INPUT where it cannot be read, or says anything wrong
 */
export async function readDialectFile(file: string): Promise<Dialect> {
  const bytes = await readBounded(file, LARGEST.document).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  return readDialect(bytes.toString('utf8').replace(/^\ufeff/, ''), file === '-' ? 'standard input' : file)
}

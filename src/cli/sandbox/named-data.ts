import { Fault } from '../../errors.js'

/**
 * Opens the data of a sandbox that `--data` names; what to do about a folder that takes none is told with that flag.
 * @param data undefined where the folder is the program's own
 */
export async function withNamedData<T>(data: string | undefined, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if (data === undefined || !(error instanceof Fault) || error.code !== 'DATA_DIRECTORY') throw error
    const { message, facts } = error
    const isFull = facts['isFull'] === true
    // What names a file with what puts it right stays as it is.
    if (!isFull && !error.next.includes('HUBSWITCH_DATA_DIR')) throw error
    throw new Fault('DATA_DIRECTORY', message, {
      next: `${isFull ? 'Free room on that disk, or name' : 'Name'} another folder with --data.`,
      facts,
      cause: error,
    })
  }
}

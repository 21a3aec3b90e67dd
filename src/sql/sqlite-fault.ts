import { Fault } from '../errors.js'

/** SQLite's primary result codes that a person can do something about. */
const RESULT = { perm: 3, busy: 5, locked: 6, readOnly: 8, ioError: 10, corrupt: 11, full: 13, cannotOpen: 14, notADatabase: 26 } as const

/** The primary result code of an error that SQLite raised, else undefined. */
export function sqliteResult(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined
  return error.errcode & 0xff
}

export function isBusy(error: unknown): boolean {
  const result = sqliteResult(error)
  return result === RESULT.busy || result === RESULT.locked
}

/** Turns an error of SQLite or of the file system into a Fault that names the file; other errors come back as they are. */
export function storageFault(error: unknown, file: string): unknown {
  if (error instanceof Fault) return error
  if (isBusy(error)) return new Fault('LOCKED', `Another process keeps ${file} busy.`, { cause: error })
  const reason = storageReason(error)
  return reason === undefined ? error : new Fault('DATA_DIRECTORY', `${file}: ${reason}.`, { cause: error, facts: { file } })
}

function storageReason(error: unknown): string | undefined {
  switch (sqliteResult(error)) {
    case RESULT.perm:
    case RESULT.readOnly:
      return 'may not be written'
    case RESULT.full:
      return 'the disk is full'
    case RESULT.ioError:
      return 'the disk failed to read or write'
    case RESULT.cannotOpen:
      return 'cannot be opened'
    case RESULT.corrupt:
    case RESULT.notADatabase:
      return 'is damaged or not a database'
  }
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'may not be written'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'the disk is full'
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file stands where a directory is needed'
    case 'ENOENT':
      return 'cannot be created here'
  }
  return undefined
}

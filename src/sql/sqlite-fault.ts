import { Fault } from '../errors.js'
import { linkFault } from '../given-file.js'
import { fileSizeLimit, roomBeside } from './file-limits.js'
import { type Hindrance, hindranceAt, isMovable } from './private-file.js'

/** SQLite's primary result codes that a person can do something about. */
const RESULT = {
  perm: 3,
  busy: 5,
  locked: 6,
  readOnly: 8,
  ioError: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const

/** The library gives some errors no number, only SQLite's own words for it. */
const WORDS: readonly (readonly [string, number])[] = [
  ['malformed', RESULT.corrupt],
  ['file is not a database', RESULT.notADatabase],
  ['disk is full', RESULT.full],
  ['disk I/O error', RESULT.ioError],
  ['readonly database', RESULT.readOnly],
  ['unable to open database file', RESULT.cannotOpen],
  ['database is locked', RESULT.busy],
  ['table is locked', RESULT.locked],
]
const ANY_ERROR = 1

/** The primary result code of an error that SQLite raised, else undefined. */
function sqliteResult(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & 0xff
  if (!('code' in error) || error.code !== 'ERR_SQLITE_ERROR') return undefined
  return WORDS.find(([words]) => error.message.includes(words))?.[1] ?? ANY_ERROR
}

export function isBusy(error: unknown): boolean {
  const result = sqliteResult(error)
  return result === RESULT.busy || result === RESULT.locked
}

/** Whether SQLite met pages that it cannot make sense of. */
export function isDamage(error: unknown): error is Error {
  const result = sqliteResult(error)
  return result === RESULT.corrupt || result === RESULT.notADatabase
}

/** Whether the machine refused and the database may well be whole: rights, a full or failing disk, another process. */
export function isRefusedByHost(error: unknown): boolean {
  const result = sqliteResult(error)
  if (result === undefined) return true
  return (
    isBusy(error) ||
    ([RESULT.perm, RESULT.readOnly, RESULT.ioError, RESULT.full, RESULT.cannotOpen] as number[]).includes(result)
  )
}

/** Turns an error of SQLite or of the file system into a Fault that names the file; other errors come back as they are. */
export function storageFault(error: unknown, file: string): unknown {
  if (error instanceof Fault) return error
  if (isBusy(error)) return new Fault('LOCKED', `Another process keeps ${file} busy.`, { cause: error })
  const link = linkFault(error)
  if (link !== undefined) return link
  const hindrance = hindranceOf(error, file)
  if (hindrance !== undefined)
    return new Fault('DATA_DIRECTORY', hindrance.says, {
      next: hindrance.next,
      cause: error,
      facts: { file: hindrance.file },
    })
  const reason = storageReason(error)
  if (reason === undefined) return error
  const fileSizeMax = reason === FAILED || reason === LIMITED ? fileSizeLimit() : undefined
  // SQLite calls a write beyond the limit a failure of the disk, and keeps what the system said to itself.
  if (reason === LIMITED || fileSizeMax !== undefined)
    return new Fault(
      'DATA_DIRECTORY',
      `${file}: ${fileSizeMax === undefined ? LIMITED : `it could not be written, and this process may write no more than ${kilobytes(fileSizeMax)} into a file`}.`,
      {
        next: 'Raise the limit of file size ("ulimit -f unlimited", or LimitFSIZE= of a systemd unit), then run the command again. If a push had begun to send, "hubswitch run resume --last" sends the rest of it.',
        cause: error,
        facts: { file, isLimited: true, ...(fileSizeMax === undefined ? {} : { fileSizeMax }) },
      },
    )
  const room = reason === FAILED ? roomBeside(file) : undefined
  const isFull = reason === FULL || (room !== undefined && room < LITTLE_ROOM)
  const words =
    isFull && room !== undefined ? `it could not be written, and its disk has ${kilobytes(room)} left` : reason
  return new Fault('DATA_DIRECTORY', `${file}: ${words}.`, {
    ...(isFull && {
      next: 'Free room on that disk, then run the command again. If a push had begun to send, "hubswitch run resume --last" sends the rest of it.',
    }),
    ...(reason === DAMAGED && {
      next: `Move ${file} away, and what stands beside it under the same name, then run the command again.`,
    }),
    cause: error,
    facts: { file, ...(isFull && { isFull: true }) },
  })
}

/** SQLite does not tell which of its files it could not open; the file system names one that may be none of SQLite's. */
const FILES = ['', '-journal', '-wal', '-shm'] as const
const BY_RIGHTS: ReadonlySet<unknown> = new Set(['EACCES', 'EPERM', 'EISDIR', 'ERR_FS_EISDIR', 'ENOTEMPTY'])

function hindranceOf(error: unknown, file: string): Hindrance | undefined {
  const result = sqliteResult(error)
  const { code, path, syscall } = error as NodeJS.ErrnoException
  if (result === undefined) {
    if (typeof path !== 'string' || !BY_RIGHTS.has(code)) return undefined
    // What may not be taken away is refused by its folder.
    return /^(?:unlink|rename)$/.test(syscall ?? '') && !isMovable(path) ? undefined : hindranceAt(path)
  }
  if (!([RESULT.perm, RESULT.readOnly, RESULT.ioError, RESULT.cannotOpen] as number[]).includes(result))
    return undefined
  return FILES.map((beside) => hindranceAt(`${file}${beside}`)).find((found) => found !== undefined)
}

/** Files beside a database grow in steps of 32 KB: where there is no room for one, SQLite calls it a failure of the disk. */
const LITTLE_ROOM = 65_536
const FULL = 'the disk is full'
const FAILED = 'the disk failed to read or write'
const LIMITED = 'it is as large as this process may make a file'
const kilobytes = (bytes: number): string => `${Math.floor(bytes / 1024).toLocaleString('en')} KB`
const DAMAGED = 'is damaged or not a database'

/** Why a file cannot be used, where a person can do something about it. */
export function storageReason(error: unknown): string | undefined {
  switch (sqliteResult(error)) {
    case RESULT.perm:
    case RESULT.readOnly:
      return 'it may not be written'
    case RESULT.full:
      return FULL
    case RESULT.ioError:
      return FAILED
    case RESULT.cannotOpen:
      return 'it cannot be opened'
    case RESULT.corrupt:
    case RESULT.notADatabase:
      return DAMAGED
  }
  if (!(error instanceof Error) || !('code' in error)) return undefined
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'it may not be written'
    case 'ENOSPC':
    case 'EDQUOT':
      return FULL
    case 'EFBIG':
      return LIMITED
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file stands where a directory is needed'
    case 'ENAMETOOLONG':
      return 'its name is longer than the file system takes'
    case 'ENOENT':
      return 'cannot be created here'
  }
  return undefined
}

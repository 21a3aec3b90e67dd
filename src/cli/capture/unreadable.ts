import { Fault } from '../../errors.js'
import { CAPTURE_LIMITS } from '../../resnotif/index.js'

/** The fault of a file or folder that cannot be read. */
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

/** What to do about a capture that cannot be read; one that is too large can be packed or split. @param error as it was read */
export const nextOf = (error: unknown): string =>
  /\blarger than\b/.test(codeOf(error))
    ? `Compress it ("gzip FILE"): up to ${CAPTURE_LIMITS.unpackedBytes / 1024 / 1024} MB are read out of a .gz. Or split it ("split -C 50m FILE part-") and name the parts: a message that goes over two of them is told as unread.`
    : 'Check the name.'

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'
}

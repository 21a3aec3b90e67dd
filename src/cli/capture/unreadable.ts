import { Fault } from '../../errors.js'

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

export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason'
}

import { readFileSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** The most bytes that this process may write into one file (`ulimit -f`); undefined where there is no limit, or the system does not tell. */
export function fileSizeLimit(): number | undefined {
  try {
    const [, soft] = /^Max file size\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/** Bytes that are free on the disk of a file; undefined where the system does not tell. */
export function roomBeside(file: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dirname(file))
    return bavail * bsize
  } catch {
    return undefined
  }
}

import { readFileSync } from 'node:fs'

/** The most bytes that this process may write into one file (`ulimit -f`); undefined where there is no limit, or the system does not tell. */
export function fileSizeLimit(): number | undefined {
  try {
    const [, soft] = /^Max file size\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

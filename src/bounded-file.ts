import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readGivenFile, tooLarge } from './given-file.js'

const MEBI = 1024 * 1024
const PART_BYTES = 64 * 1024

/** Sizes of what is held in memory as a whole. Far above what anyone writes, far below what takes all memory. */
export const LARGEST = {
  /** Of a request, a property document, a booking, a mapping: written by hand. */
  document: 4 * MEBI,
  /** A captured message, which may hold many reservations, and the schema that it is held against. */
  message: 4 * MEBI,
  config: MEBI,
  /** Secrets of all profiles. */
  secrets: 4 * MEBI,
  certificates: 4 * MEBI,
  /** What is piped in or named as the secret itself. */
  secret: 64 * 1024,
} as const

/**
 * The bytes of a file, or of standard input for `-`. Of what is larger than the limit, or has no end, no more is read than the limit.
 * @throws what `readGivenFile` throws; Error with the `code` that says why for what is too large
 */
export async function readBounded(file: string, bytesMax: number): Promise<Buffer> {
  if (file !== '-') return readGivenFile(file, { bytesMax })
  const parts: Buffer[] = []
  let size = 0
  for await (const part of process.stdin) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : (part as Buffer)
    size += bytes.length
    if (size > bytesMax) throw tooLarge(bytesMax)
    parts.push(bytes)
  }
  return Buffer.concat(parts, size)
}

/** The same of a file, without waiting for a turn. */
export function readBoundedSync(file: string, bytesMax: number): Buffer {
  const handle = openSync(file, 'r')
  try {
    return readOpen(handle, bytesMax)
  } finally {
    closeSync(handle)
  }
}

/**
 * The same of a file that is open, from where it stands.
 * @throws errors of the file system; Error with the `code` that says why for what is too large
 */
export function readOpen(handle: number, bytesMax: number): Buffer {
  // Some files tell no size.
  if (fstatSync(handle).size > bytesMax) throw tooLarge(bytesMax)
  const parts: Buffer[] = []
  let size = 0
  for (;;) {
    const part = Buffer.allocUnsafe(PART_BYTES)
    const read = readSync(handle, part)
    if (read === 0) return Buffer.concat(parts, size)
    size += read
    if (size > bytesMax) throw tooLarge(bytesMax)
    parts.push(part.subarray(0, read))
  }
}

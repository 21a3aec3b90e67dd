import { constants, crc32, inflateRawSync } from 'node:zlib'
import { CAPTURE_LIMITS } from '../../resnotif/index.js'

/** A file of a zip archive without the list at its end; why it is not read, where that is so. */
export interface LeftFile {
  name: string
  content: Buffer | string
  /** The archive ends in the middle of it. */
  isCut: boolean
}

const LOCAL_HEADER = Buffer.from('PK\u0003\u0004')
const LIST = Buffer.from('PK\u0001\u0002')
const LIST_END = Buffer.from('PK\u0005\u0006')
const DESCRIPTOR = Buffer.from('PK\u0007\u0008')
const HEAD_BYTES = 30
const FILES_MAX = 10_000
const ENCRYPTED = 1
/** Sizes and checksum stand behind the file. */
const DESCRIBED = 8
const STORED = 0
const DEFLATED = 8
const IN_ZIP64 = 0xffffffff

/** Whether the list of files that a zip archive ends with is missing, or belongs to an archive inside it. */
export function isCutZip(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(LIST_END)
  if (end < 0 || end + 22 > bytes.length) return true
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]
  return start !== IN_ZIP64 && size !== IN_ZIP64 && start + size < end && bytes.indexOf(LIST, start) !== start
}

/** The files that are left of a zip archive that is cut, by the header that stands before each. */
export function leftOfZip(bytes: Buffer): LeftFile[] {
  const files: LeftFile[] = []
  let left = CAPTURE_LIMITS.unpackedBytes
  for (let at = 0; at >= 0 && files.length < FILES_MAX && left > 0;) {
    if (!bytes.subarray(at, at + 4).equals(LOCAL_HEADER)) break
    const start = at + HEAD_BYTES > bytes.length ? bytes.length : startOf(bytes, at)
    const name = bytes.toString('utf8', at + HEAD_BYTES, Math.min(start, at + HEAD_BYTES + nameBytes(bytes, at)))
    if (start >= bytes.length) {
      if (name !== '' && !name.endsWith('/'))
        files.push({ name, content: 'The archive is cut right before this file.', isCut: true })
      break
    }
    const { content, end, isCut } = unpack(bytes, at, start, left)
    if (!name.endsWith('/')) files.push({ name, content, isCut })
    left -= content.length
    at = isCut ? -1 : bytes.indexOf(LOCAL_HEADER, end)
  }
  return files
}

const nameBytes = (bytes: Buffer, at: number): number =>
  at + HEAD_BYTES > bytes.length ? 0 : bytes.readUInt16LE(at + 26)

const startOf = (bytes: Buffer, at: number): number =>
  at + HEAD_BYTES + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)

function unpack(
  bytes: Buffer,
  at: number,
  start: number,
  maxOutputLength: number,
): { content: Buffer | string; end: number; isCut: boolean } {
  const flags = bytes.readUInt16LE(at + 6)
  const method = bytes.readUInt16LE(at + 8)
  const isDescribed = (flags & DESCRIBED) > 0
  const crc = bytes.readUInt32LE(at + 14)
  const told = bytes.readUInt32LE(at + 18)
  const known = isDescribed || told === IN_ZIP64 ? undefined : start + told
  const end = known ?? endOfUnknown(bytes, start)
  const isCut = end > bytes.length
  const skip = (content: string): { content: string; end: number; isCut: boolean } => ({ content, end, isCut })
  if ((flags & ENCRYPTED) > 0) return skip('It is protected by a password.')
  const checked = (content: Buffer, end: number): { content: Buffer | string; end: number; isCut: boolean } => ({
    content: isDescribed || crc32(content) === crc ? content : 'It is damaged within the archive.',
    end,
    isCut: false,
  })
  if (method === STORED) {
    const content = bytes.subarray(start, Math.min(end, bytes.length))
    return isCut ? { content, end, isCut } : checked(content, end)
  }
  if (method !== DEFLATED) return skip(`It is packed by method ${method}, which is not known here.`)
  const packed = bytes.subarray(start, Math.min(known ?? bytes.length, bytes.length))
  try {
    const { buffer, engine } = inflated(packed, { maxOutputLength })
    return checked(buffer, known ?? start + engine.bytesWritten)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_BUF_ERROR') return skip('It is damaged within the archive.')
    const { buffer } = inflated(packed, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
    return { content: buffer, end: bytes.length, isCut: true }
  }
}

/** With `info`, how much was read is told as well. */
const inflated = (
  bytes: Buffer,
  options: { maxOutputLength: number; finishFlush?: number },
): { buffer: Buffer; engine: { bytesWritten: number } } =>
  inflateRawSync(bytes, { ...options, info: true }) as unknown as {
    buffer: Buffer
    engine: { bytesWritten: number }
  }

/** Where a file of unknown size ends: before what describes it, the next one or the list. */
function endOfUnknown(bytes: Buffer, start: number): number {
  const ends = [DESCRIPTOR, LOCAL_HEADER, LIST].map((mark) => bytes.indexOf(mark, start)).filter((at) => at >= 0)
  return ends.length === 0 ? bytes.length + 1 : Math.min(...ends)
}

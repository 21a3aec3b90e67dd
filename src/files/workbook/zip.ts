import { crc32, inflateRawSync } from 'node:zlib'
import { inputFault } from '../reading/index.js'

/** What may be unpacked from one archive in all. A sheet of a million filled cells takes about 40 MB. */
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024
const PARTS_MAX = 10_000

const WORKBOOK_LIMIT = {
  of: 'workbooks',
  remedy: 'Split it, or save the sheet as CSV UTF-8, which has no limit.',
}

const END = Buffer.from('PK\u0005\u0006', 'latin1')
const END_BYTES = 22
const COMMENT_BYTES_MAX = 65_535
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const ZIP64_LOCATOR = 0x07064b50
const ZIP64_EXTRA = 1
const IN_ZIP64 = 0xffffffff
const STORED = 0
const DEFLATED = 8

interface Part {
  method: number
  isEncrypted: boolean
  crc: number
  packed: number
  size: number
  /** Where its local header begins. */
  offset: number
}

/** A zip archive in memory. Parts are unpacked when they are asked for, and never beyond a bound, whatever the archive says of itself. */
export class ZipArchive {
  private readonly parts: ReadonlyMap<string, Part>
  private unpacked = 0

  /** @throws Fault INVALID_INPUT where the directory cannot be read or lists too much */
  constructor(
    private readonly bytes: Buffer,
    private readonly file: string,
    private readonly limit: { of: string; remedy: string } = WORKBOOK_LIMIT,
  ) {
    try {
      this.parts = directoryOf(bytes)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      throw this.damaged(error)
    }
    if (this.parts.size > PARTS_MAX)
      throw inputFault({ file, reason: `is a zip archive of more than ${PARTS_MAX} parts` })
  }

  /** Its parts in the order of its directory; folders end with a stroke. */
  names(): string[] {
    return [...this.parts.keys()]
  }

  has(name: string): boolean {
    return this.parts.has(name)
  }

  /** The bytes of a part, undefined where there is none. @throws Fault INVALID_INPUT: damaged, encrypted, too large */
  read(name: string): Buffer | undefined {
    const part = this.parts.get(name)
    if (part === undefined) return undefined
    if (part.isEncrypted)
      throw inputFault({
        file: this.file,
        reason: 'is protected by a password',
        remedy: 'Remove the password and save it again.',
      })
    const left = UNPACKED_BYTES_MAX - this.unpacked
    if (part.size > left) throw this.tooLarge()
    const content = this.unpack(part)
    if (content.length !== part.size || crc32(content) !== part.crc) throw this.damaged()
    this.unpacked += content.length
    return content
  }

  private unpack({ offset, method, packed, size }: Part): Buffer {
    try {
      if (this.bytes.readUInt32LE(offset) !== LOCAL_HEADER) throw this.damaged()
      const start = offset + 30 + this.bytes.readUInt16LE(offset + 26) + this.bytes.readUInt16LE(offset + 28)
      const content = this.bytes.subarray(start, start + packed)
      if (method === STORED) return content
      if (method !== DEFLATED)
        throw inputFault({
          file: this.file,
          reason: `uses compression method ${method}, which is not known here`,
          remedy: 'Open it in a spreadsheet program and save it again.',
        })
      // One byte more than announced is allowed for, so that a part that lies is told from one that is cut off.
      return inflateRawSync(content, { maxOutputLength: size + 1 })
    } catch (error) {
      const isBroken =
        error instanceof RangeError ||
        (error instanceof Error && 'code' in error && /^(Z_|ERR_BUFFER)/.test(String(error.code)))
      throw isBroken ? this.damaged(error) : error
    }
  }

  private tooLarge(): Error {
    return inputFault({
      file: this.file,
      reason: `takes more than ${UNPACKED_BYTES_MAX / 1024 / 1024} MB when it is unpacked, the limit of ${this.limit.of}`,
      remedy: this.limit.remedy,
    })
  }

  private damaged(cause?: unknown): Error {
    return inputFault(
      {
        file: this.file,
        reason: 'is a damaged zip archive or Excel workbook',
        remedy: 'Fetch it again, or open it in a spreadsheet program and save it again.',
      },
      cause,
    )
  }
}

/** Where the end record begins: the last one whose list of files stands right before it, since a comment may hold the same bytes; else the last one. */
function endRecordOf(bytes: Buffer): number {
  const last = bytes.lastIndexOf(END)
  const first = Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES_MAX)
  for (let at = last; at >= first; at = at === 0 ? -1 : bytes.lastIndexOf(END, at - 1)) {
    const isWhole = at + END_BYTES <= bytes.length
    if (isWhole && bytes.readUInt32LE(at + 12) + bytes.readUInt32LE(at + 16) === at) return at
  }
  return last
}

/** The parts by name, as the directory at the end of the archive lists them. @throws RangeError where it points outside */
function directoryOf(bytes: Buffer): Map<string, Part> {
  const end = endRecordOf(bytes)
  if (end < 0 || bytes.length - end > END_BYTES + COMMENT_BYTES_MAX) throw new RangeError('no directory')
  let count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (end >= 20 && bytes.readUInt32LE(end - 20) === ZIP64_LOCATOR) {
    const end64 = Number(bytes.readBigUInt64LE(end - 12))
    count = Number(bytes.readBigUInt64LE(end64 + 32))
    at = Number(bytes.readBigUInt64LE(end64 + 48))
  }
  const parts = new Map<string, Part>()
  for (let i = 0; i < count && parts.size <= PARTS_MAX; i += 1) {
    if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new RangeError('no directory entry')
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30)
    parts.set(bytes.toString('utf8', at + 46, nameEnd), partOf(bytes, at, bytes.subarray(nameEnd, extraEnd)))
    at = extraEnd + bytes.readUInt16LE(at + 32)
  }
  return parts
}

function partOf(bytes: Buffer, at: number, extra: Buffer): Part {
  const long = zip64Extra(extra)
  const next = (value: number): number => {
    if (value !== IN_ZIP64 || long === undefined) return value
    const [first] = long.splice(0, 1)
    return first ?? value
  }
  const size = next(bytes.readUInt32LE(at + 24))
  const packed = next(bytes.readUInt32LE(at + 20))
  const offset = next(bytes.readUInt32LE(at + 42))
  return {
    method: bytes.readUInt16LE(at + 10),
    isEncrypted: (bytes.readUInt16LE(at + 8) & 1) === 1,
    crc: bytes.readUInt32LE(at + 16),
    packed,
    size,
    offset,
  }
}

/** The numbers of more than 32 bits that an entry has, in the order size, packed size, offset; only those that did not fit are there. */
function zip64Extra(extra: Buffer): number[] | undefined {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_EXTRA) continue
    const content = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    return Array.from({ length: content.length >> 3 }, (_, i) => Number(content.readBigUInt64LE(i * 8)))
  }
  return undefined
}

/** An archive of a few parts, stored as they are. */
export function storedZip(parts: ReadonlyMap<string, Buffer>): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of parts) {
    const title = Buffer.from(name)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(LOCAL_HEADER)
    header.writeUInt16LE(20, 4)
    header.writeUInt32LE(crc32(content), 14)
    header.writeUInt32LE(content.length, 18)
    header.writeUInt32LE(content.length, 22)
    header.writeUInt16LE(title.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(DIRECTORY_ENTRY)
    entry.writeUInt16LE(20, 4)
    header.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(offset, 42)
    local.push(header, title, content)
    directory.push(entry, title)
    offset += header.length + title.length + content.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(END_BYTES)
  END.copy(end)
  end.writeUInt16LE(parts.size, 8)
  end.writeUInt16LE(parts.size, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, listed, end])
}

import path from 'node:path'
import { constants, gunzipSync } from 'node:zlib'
import { Fault } from '../../errors.js'
import { printable } from '../../printable.js'
import { CAPTURE_LIMITS } from '../../resnotif/index.js'
import { isCutZip, leftOfZip } from './cut-zip.js'

/** A file of an archive, or why it cannot be read; of one without a name, why others are missing. */
export interface ArchivedFile {
  name: string
  content: Buffer | string
  /** The archive ends in the middle of it. */
  isCut?: boolean
}

const BLOCK = 512
/** Of the name in a header. */
const NAME_BYTES = 100
const FILES_MAX = 10_000
const LIMIT = { of: 'archives', remedy: 'Unpack it and name the folder.' }

/** Whether bytes may be those of an archive, or of a file that is packed. */
export const isPacked = (bytes: Buffer): boolean => isZip(bytes) || isGzip(bytes) || isTar(bytes)

const isZip = (bytes: Buffer): boolean => bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The files of a zip or tar archive, gzip opened; for what is none, the bytes of a single file, and whether the pack that held them is cut. */
export async function openArchive(
  bytes: Buffer,
  file: string,
): Promise<ArchivedFile[] | { plain: Buffer; isCut: boolean }> {
  if (isZip(bytes)) return openZip(bytes, file)
  const { plain, isCut } = isGzip(bytes) ? gunzip(bytes, file) : { plain: bytes, isCut: false }
  if (!isTar(plain)) return { plain, isCut }
  const files = openTar(plain)
  // Behind the end of one archive another may begin.
  return isCut && !files.some(isTold) ? [...files, { name: '', content: CUT_GZIP }] : files
}

const CUT_ZIP =
  'a damaged zip archive: it is cut, and the list of its files is missing. Files may be missing as well: fetch it again'

const isTold = ({ content }: ArchivedFile): boolean => typeof content === 'string'

const CUT_GZIP =
  'a damaged gzip file: it is cut here, or other bytes stand behind its end. Files may be missing: fetch it again'

const CUT_TAR =
  'a tar archive that is cut: the mark of its end is missing. Files may be missing as well: fetch it again'

async function openZip(bytes: Buffer, file: string): Promise<ArchivedFile[]> {
  if (isCutZip(bytes)) {
    const left = leftOfZip(bytes)
    if (left.some(({ content }) => content.length > 0)) {
      const isTold = left.some(({ isCut }) => isCut)
      return [...left, ...(isTold ? [] : [{ name: '', content: CUT_ZIP }])]
    }
    const reason = 'is a damaged zip archive: it is cut, and nothing of it can be read'
    throw new Fault('INVALID_INPUT', `${file} ${reason}.`, { next: 'Fetch it again.' })
  }
  const { ZipArchive } = await import('../../files/workbook/zip.js')
  const archive = new ZipArchive(bytes, file, LIMIT)
  const names = archive.names()
  const unlisted = unlistedIn(bytes, names.length)
  const files = names
    .filter((name) => !name.endsWith('/'))
    .map((name) => {
      try {
        return { name, content: archive.read(name) ?? Buffer.alloc(0) }
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return { name, content: error.findings?.[0]?.reason ?? error.message }
      }
    })
  return unlisted === undefined ? files : [...files, { name: '', content: unlisted }]
}

const END_OF_ZIP = Buffer.from('PK\u0005\u0006', 'latin1')
const END_BYTES = 22

/** What of a zip archive its list of files does not reach; undefined where it reaches all, and of those too large for its own numbers. */
function unlistedIn(bytes: Buffer, names: number): string | undefined {
  const end = bytes.lastIndexOf(END_OF_ZIP)
  if (end < 0 || end + END_BYTES > bytes.length) return undefined
  const [entries, size, start] = [
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 12),
    bytes.readUInt32LE(end + 16),
  ]
  if (entries === 0xffff || size === 0xffffffff || start === 0xffffffff) return undefined
  if (start + size !== end)
    return 'a zip archive that does not begin where its list of files says, such as two that were joined: files may be missing'
  if (end + END_BYTES + bytes.readUInt16LE(end + 20) < bytes.length)
    return 'bytes behind the end of the zip archive, which were not read'
  return entries > names ? 'a zip archive with several files of one name, of which one was read' : undefined
}

/** With `info`, zlib tells how much of its input it read. */
interface Unzipped {
  buffer: Buffer
  engine: { bytesWritten: number }
}

function gunzip(bytes: Buffer, file: string): { plain: Buffer; isCut: boolean } {
  const limit = { maxOutputLength: CAPTURE_LIMITS.unpackedBytes }
  try {
    const { buffer, engine } = gunzipSync(bytes, { ...limit, info: true }) as unknown as Unzipped
    // What stands behind the end is left out by zlib without a word; blocks are filled up with zeros.
    const isLeft = bytes.subarray(engine.bytesWritten).some((byte) => byte !== 0)
    return { plain: buffer, isCut: isLeft }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Of a file that ends too early, everything before that can be read.
    const plain =
      code === 'Z_BUF_ERROR' ? gunzipSync(bytes, { ...limit, finishFlush: constants.Z_SYNC_FLUSH }) : undefined
    if (plain !== undefined && plain.length > 0) return { plain, isCut: true }
    const isLarge = code === 'ERR_BUFFER_TOO_LARGE'
    const reason = isLarge
      ? `takes more than ${CAPTURE_LIMITS.unpackedBytes / 1024 / 1024} MB when it is unpacked`
      : plain === undefined
        ? 'is a damaged gzip file'
        : 'is a damaged gzip file: it is cut, and nothing of it can be read'
    throw new Fault('INVALID_INPUT', `${file} ${reason}.`, {
      next: isLarge ? 'Unpack it and name the file.' : 'Fetch it again.',
      cause: error,
    })
  }
}

const isTar = (bytes: Buffer): boolean => bytes.length >= BLOCK && bytes.toString('latin1', 257, 262) === 'ustar'

/** Kinds of what is no file and holds nothing: devices, folders, pipes, headers for all. */
const NO_FILES = '3456g'

/** The files of a tar archive: those of ustar, with the long names of pax and GNU. What cannot be read of it is told. */
function openTar(bytes: Buffer): ArchivedFile[] {
  const files: ArchivedFile[] = []
  const names = new Set<string>()
  const links: { name: string; target: string; kind: string }[] = []
  let long: { name?: string | undefined; target?: string | undefined } = {}
  let [at, isEnded] = [0, false]
  for (; at + BLOCK <= bytes.length;) {
    const head = bytes.subarray(at, at + BLOCK)
    // One archive may follow another.
    isEnded = head[0] === 0
    if (isEnded) {
      at += BLOCK
      continue
    }
    const size = Number.parseInt(textOf(head, 124, 12).trim(), 8)
    const kind = String.fromCharCode(head[156] as number)
    const start = at + BLOCK
    const name = long.name ?? [textOf(head, 345, 155), textOf(head, 0, 100)].filter((part) => part !== '').join('/')
    if (!isTar(head) || Number.isNaN(size) || start + size > bytes.length) {
      files.push({ name, content: 'The archive ends in the middle of this file.' })
      ;[isEnded, long] = [true, {}]
      break
    }
    if (files.length >= FILES_MAX) {
      files.push({ name, content: `The archive has more than ${FILES_MAX} files.` })
      ;[isEnded, long] = [true, {}]
      break
    }
    const content = bytes.subarray(start, start + size)
    if (kind === 'x') {
      const fields = content.toString('utf8', 0, 20_000)
      const fieldOf = (field: string): string | undefined =>
        new RegExp(`(?:^|\\n)\\d{1,6} ${field}=([^\\n]{1,4000})\\n`).exec(fields)?.[1]
      long = { name: fieldOf('path'), target: fieldOf('linkpath') }
    } else if (kind === 'L') long.name = textOf(content, 0, Math.min(size, 4_000))
    else if (kind === 'K') long.target = textOf(content, 0, Math.min(size, 4_000))
    else {
      if (kind === '0' || kind === '\0' || kind === '7') files.push({ name, content })
      else if (kind === '1' || kind === '2') links.push({ name, kind, target: long.target ?? textOf(head, 157, 100) })
      else if (!NO_FILES.includes(kind))
        files.push({ name, content: 'A part of the archive of a kind that is not known here.' })
      names.add(path.posix.normalize(name))
      long = {}
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  // A header that is cut may still begin with the name of its file.
  const rest = bytes.length - at < BLOCK ? bytes.subarray(at) : Buffer.alloc(0)
  if (!isEnded || long.name !== undefined || rest.some((byte) => byte !== 0))
    files.push({ name: long.name ?? (rest.length < NAME_BYTES ? '' : textOf(rest, 0, NAME_BYTES)), content: CUT_TAR })
  return [
    ...files,
    ...links
      .filter((link) => !names.has(targetOf(link)))
      .map(({ name, target }) => ({
        name,
        content: `A link to ${printable(target)}, which is not in the archive.`,
      })),
  ]
}

/** What a link of an archive leads to; one of the archive's own files is read by its own name. */
function targetOf({ name, target, kind }: { name: string; target: string; kind: string }): string {
  return path.posix.normalize(kind === '2' ? path.posix.join(path.posix.dirname(name), target) : target)
}

function textOf(bytes: Buffer, start: number, length: number): string {
  const text = bytes.toString('utf8', start, start + length)
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

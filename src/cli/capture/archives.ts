import { gunzipSync } from 'node:zlib'
import { Fault } from '../../errors.js'
import { CAPTURE_LIMITS } from '../../resnotif/index.js'

/** A file of an archive, or why it cannot be read. */
export interface ArchivedFile {
  name: string
  content: Buffer | string
}

const BLOCK = 512
const FILES_MAX = 10_000
const LIMIT = { of: 'archives', remedy: 'Unpack it and name the folder.' }

/** The files of a zip or tar archive, gzip opened; undefined for what is none, whose bytes are those of a single file. */
export async function openArchive(bytes: Buffer, file: string): Promise<ArchivedFile[] | { plain: Buffer }> {
  if (bytes.length > 4 && bytes.readUInt32LE(0) === 0x04034b50) return openZip(bytes, file)
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(bytes, file) : bytes
  return isTar(plain) ? openTar(plain) : { plain }
}

async function openZip(bytes: Buffer, file: string): Promise<ArchivedFile[]> {
  const { ZipArchive } = await import('../../files/workbook/zip.js')
  const archive = new ZipArchive(bytes, file, LIMIT)
  return archive
    .names()
    .filter((name) => !name.endsWith('/'))
    .map((name) => {
      try {
        return { name, content: archive.read(name) ?? Buffer.alloc(0) }
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        return { name, content: error.findings?.[0]?.reason ?? error.message }
      }
    })
}

function gunzip(bytes: Buffer, file: string): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: CAPTURE_LIMITS.unpackedBytes })
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    const reason = isLarge
      ? `takes more than ${CAPTURE_LIMITS.unpackedBytes / 1024 / 1024} MB when it is unpacked`
      : 'is a damaged gzip file'
    throw new Fault('INVALID_INPUT', `${file} ${reason}.`, {
      next: isLarge ? 'Unpack it and name the file.' : 'Fetch it again.',
      cause: error,
    })
  }
}

const isTar = (bytes: Buffer): boolean => bytes.length >= BLOCK && bytes.toString('latin1', 257, 262) === 'ustar'

/** The files of a tar archive: those of ustar, with the long names of pax and GNU. */
function openTar(bytes: Buffer): ArchivedFile[] {
  const files: ArchivedFile[] = []
  let longName: string | undefined
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0 && files.length < FILES_MAX;) {
    const head = bytes.subarray(at, at + BLOCK)
    const size = Number.parseInt(textOf(head, 124, 12).trim(), 8)
    const kind = String.fromCharCode(head[156] as number)
    const start = at + BLOCK
    const name = longName ?? [textOf(head, 345, 155), textOf(head, 0, 100)].filter((part) => part !== '').join('/')
    if (Number.isNaN(size) || start + size > bytes.length) {
      files.push({ name, content: 'The archive ends in the middle of this file.' })
      break
    }
    const content = bytes.subarray(start, start + size)
    if (kind === 'x') longName = /(?:^|\n)\d{1,6} path=([^\n]{1,4000})\n/.exec(content.toString('utf8', 0, 20_000))?.[1]
    else if (kind === 'L') longName = textOf(content, 0, Math.min(size, 4_000))
    else {
      if (kind === '0' || kind === '\0') files.push({ name, content })
      longName = undefined
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  return files
}

function textOf(bytes: Buffer, start: number, length: number): string {
  const text = bytes.toString('utf8', start, start + length)
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { linkFault, notReadable, readPipe, whyNotOpened } from '../../given-file.js'
import { type FileWatch, inputFault, type InputFile } from '../reading/index.js'

const CHUNK_BYTES = 64 * 1024
/** A program that fills a named pipe is given this long to open it. */
const WRITER_WAIT_MS = 60_000
const SNIFFED_BYTES = 256
/** Tables shrink to a tenth, those of one price to a hundredth; beyond this a file was made to fill memory or time. */
const UNPACKED_RATIO_MAX = 300
const UNPACKED_BYTES_FREE = 64 * 1024 * 1024
/** Between two turns of signals and timers. */
const CHUNKS_A_TURN = 16

/** Bytes of the files read so far, as stored. */
export interface ByteCount {
  bytes: number
}

/** First bytes of files that hold no rows in a form that is read, and what to do about each. */
const FOREIGN: readonly { magic: readonly number[]; what: string; remedy: string }[] = [
  {
    magic: [0xd0, 0xcf, 0x11, 0xe0],
    what: 'an old Excel workbook (.xls), or one with a password',
    remedy: 'Save it as .xlsx without a password, or the sheet as CSV UTF-8.',
  },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], what: 'compressed with zstd', remedy: 'Decompress it, or compress it with gzip.' },
  { magic: [0x42, 0x5a, 0x68], what: 'compressed with bzip2', remedy: 'Decompress it, or compress it with gzip.' },
  { magic: [0xfd, 0x37, 0x7a, 0x58], what: 'compressed with xz', remedy: 'Decompress it, or compress it with gzip.' },
  { magic: [0x25, 0x50, 0x44, 0x46], what: 'a PDF document', remedy: 'Export the table as CSV UTF-8.' },
]

/**
 * The bytes of one file, unpacked where the first two are those of gzip.
 * @param tick called between two chunks; throws where the reading is to end
 * @throws Fault INVALID_INPUT naming the file: missing, a directory, unreadable, empty, broken gzip, no text
 */
export async function* readBytes(
  file: InputFile,
  count: ByteCount,
  tick: () => void = () => undefined,
): AsyncGenerator<Buffer> {
  const stored = storedBytes(file, count)
  try {
    const first = await firstBytes(stored)
    if (first.length === 0) throw inputFault({ file: file.name, reason: 'the file is empty' })
    const whole = prepend(first, stored)
    if (startsWith(first, [0x1f, 0x8b])) {
      yield* ticking(unzipped(whole, file.name), tick)
      return
    }
    refuseForeign(first, file.name)
    yield* ticking(whole, tick)
  } finally {
    await stored.return(undefined)
  }
}

async function* storedBytes(
  { name, path, stream, watch }: InputFile,
  count: ByteCount,
): AsyncGenerator<Buffer, void, void> {
  const isInput = path === undefined && name === '-'
  const source = stream ?? (isInput ? process.stdin : chunksOf(path ?? name, watch))
  try {
    for await (const chunk of source) {
      const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer)
      count.bytes += bytes.length
      yield bytes
    }
  } catch (error) {
    throw inputFault({ file: name, ...fileReason(error) }, error)
  }
}

/** The bytes of a file. Those of a disk file are at hand sooner than another thread could fetch them; a named pipe has to be waited for. */
async function* chunksOf(path: string, watch: FileWatch | undefined): AsyncGenerator<Buffer, void, void> {
  const found = statSync(path)
  if (!found.isFile()) {
    // A pipe is waited for here, with or without a name; a device has no end.
    const why = found.isFIFO() ? undefined : whyNotOpened(path, found)
    if (why !== undefined) throw notReadable(why)
    yield* readPipe(path, { waitMs: WRITER_WAIT_MS })
    return
  }
  const descriptor = openSync(path, 'r')
  try {
    const reading = watch?.begin(descriptor)
    for (let chunks = 1; ; chunks += 1) {
      const whole = Buffer.allocUnsafe(CHUNK_BYTES)
      const size = readSync(descriptor, whole)
      if (size === 0) {
        reading?.end()
        return
      }
      const chunk = size === CHUNK_BYTES ? whole : whole.subarray(0, size)
      reading?.take(chunk)
      yield chunk
      if (chunks % CHUNKS_A_TURN === 0) await nextTurn()
    }
  } finally {
    closeSync(descriptor)
  }
}

function fileReason(error: unknown): { reason: string; remedy?: string } {
  const link = linkFault(error)
  if (link !== undefined) return { reason: `cannot be read: ${link.message.replace(/\.$/, '')}`, remedy: link.next }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { reason: 'there is no such file', remedy: 'Check the name.' }
    case 'EISDIR':
      return { reason: 'is a directory', remedy: 'Name the files in it.' }
    case 'EACCES':
    case 'EPERM':
      return { reason: 'may not be read', remedy: 'Allow reading, for example with chmod u+r.' }
    default:
      return { reason: `cannot be read (${code || 'unknown error'})` }
  }
}

/** At least the four bytes that tell what a file is, unless it is shorter. */
async function firstBytes(stored: AsyncGenerator<Buffer>): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0)
  while (first.length < 4) {
    const { value, done } = await stored.next()
    if (done === true) break
    first = first.length === 0 ? value : Buffer.concat([first, value])
  }
  return first
}

async function* prepend(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

/** A file of one chunk is read in any case. */
async function* ticking(chunks: AsyncGenerator<Buffer>, tick: () => void): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (!isFirst) tick()
    isFirst = false
    yield chunk
  }
}

async function* unzipped(packed: AsyncGenerator<Buffer>, name: string): AsyncGenerator<Buffer> {
  let stored = 0
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of packed) {
      stored += chunk.length
      yield chunk
    }
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES })
  const done = pipeline(Readable.from(counted(), { objectMode: false, highWaterMark: CHUNK_BYTES }), gunzip)
  // The loop below meets the same failure; without this it would also be reported as unhandled.
  done.catch(() => undefined)
  let size = 0
  try {
    for await (const chunk of gunzip) {
      size += (chunk as Buffer).length
      if (size > UNPACKED_BYTES_FREE && size > stored * UNPACKED_RATIO_MAX)
        throw inputFault({
          file: name,
          reason: `unpacks to more than ${UNPACKED_RATIO_MAX} times its size`,
          remedy: 'Check how it was made. If it is right, unpack it with gunzip and push the file that comes of it.',
        })
      yield chunk as Buffer
    }
  } catch (error) {
    throw zipFault(error, name)
  }
  if (size === 0) throw inputFault({ file: name, reason: 'the file is empty' })
}

function zipFault(error: unknown, name: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR')
    return inputFault(
      {
        file: name,
        reason: 'ends in the middle of its gzip data',
        remedy: 'Fetch or pack it again: the file is cut off.',
      },
      error,
    )
  if (code.startsWith('Z_'))
    return inputFault({ file: name, reason: 'has damaged gzip data', remedy: 'Fetch or pack it again.' }, error)
  return error
}

function refuseForeign(first: Buffer, name: string): void {
  const foreign = FOREIGN.find(({ magic }) => startsWith(first, magic))
  if (foreign !== undefined) throw inputFault({ file: name, reason: `is ${foreign.what}`, remedy: foreign.remedy })
  if (/^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html|table|\?xml)/i.test(first.toString('latin1', 0, SNIFFED_BYTES))) {
    throw inputFault({
      file: name,
      reason: 'is a web page or an XML document, whatever its name says',
      remedy: 'Open it in a spreadsheet program and save it as .xlsx or CSV UTF-8.',
    })
  }
  if (/\.gz$/i.test(name))
    throw inputFault({
      file: name,
      reason: 'is not gzip, though its name ends in .gz',
      remedy: 'Rename it if it is plain text, or fetch it again.',
    })
}

function startsWith(bytes: Buffer, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte)
}

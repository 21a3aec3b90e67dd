import { Fault } from '../../errors.js'
import { zipsIn } from '../../resnotif/index.js'
import { apart, type ArchivedFile } from './archived.js'
import { isCutZip, leftOfZip } from './cut-zip.js'

const LIMIT = { of: 'archives', remedy: 'Unpack it and name the folder.' }
const LOCAL_HEADER = 0x04034b50
const END_RECORD = 0x06054b50
const END_BYTES = 22

/** Whether bytes begin as a zip archive, or are one without files. */
export const isZip = (bytes: Buffer): boolean =>
  bytes.length > 4 && (bytes.readUInt32LE(0) === LOCAL_HEADER || isWithoutFiles(bytes))

const isWithoutFiles = (bytes: Buffer): boolean =>
  bytes.length >= END_BYTES &&
  bytes.readUInt32LE(0) === END_RECORD &&
  bytes.readUInt16LE(20) === bytes.length - END_BYTES

const CUT =
  'a damaged zip archive: it is cut, and the list of its files is missing. Files may be missing as well: fetch it again'
const ELSEWHERE =
  'a zip archive that does not begin where its list of files says, such as two that were joined: files may be missing'
const BETWEEN = 'bytes between the zip archives that were joined in this file, which were not read'
const BEHIND = 'bytes behind the end of the zip archive, which were not read'
const SAME_NAME = 'a zip archive with several files of one name, of which one was read'

/** The files of a zip archive, or of several that were joined. What cannot be read of it is told. */
export async function openZip(bytes: Buffer, file: string): Promise<ArchivedFile[]> {
  if (isWithoutFiles(bytes)) return []
  const spans = zipsIn(bytes)
  if (spans[0]?.start !== 0) return isCutZip(bytes) ? openCut(bytes, file) : openListed(bytes, file)
  const files: ArchivedFile[] = []
  let end = 0
  for (const span of spans) {
    if (isFilled(bytes.subarray(end, span.start))) files.push({ name: '', content: BETWEEN })
    files.push(...(await openListed(bytes.subarray(span.start, span.end), file, span.record - span.start)))
    end = span.end
  }
  if (isFilled(bytes.subarray(end))) files.push({ name: '', content: BEHIND })
  return apart(files)
}

/** Blocks are filled up with zeros. */
const isFilled = (bytes: Buffer): boolean => bytes.some((byte) => byte !== 0)

/** What is left of one without its list. */
function openCut(bytes: Buffer, file: string): ArchivedFile[] {
  const left = leftOfZip(bytes)
  if (left.some(({ content }) => content.length > 0)) {
    const isTold = left.some(({ isCut }) => isCut)
    return [...left, ...(isTold ? [] : [{ name: '', content: CUT }])]
  }
  throw new Fault('INVALID_INPUT', `${file} is a damaged zip archive: it is cut, and nothing of it can be read.`, {
    next: 'Fetch it again.',
  })
}

/** @param record where its end record begins, if that was found to fit */
async function openListed(bytes: Buffer, file: string, record?: number): Promise<ArchivedFile[]> {
  const { ZipArchive } = await import('../../files/workbook/zip.js')
  const archive = new ZipArchive(bytes, file, LIMIT)
  const names = archive.names()
  const unlisted = record === undefined ? unlistedIn(bytes, names.length) : hiddenIn(bytes, record, names.length)
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

/** What of a zip archive its list of files does not reach; undefined where it reaches all, and of those too large for its own numbers. */
function unlistedIn(bytes: Buffer, names: number): string | undefined {
  const end = bytes.lastIndexOf(END_OF_ZIP)
  if (end < 0 || end + END_BYTES > bytes.length) return undefined
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]
  if (bytes.readUInt16LE(end + 10) === 0xffff || size === 0xffffffff || start === 0xffffffff) return undefined
  if (start + size !== end) return ELSEWHERE
  if (end + END_BYTES + bytes.readUInt16LE(end + 20) < bytes.length) return BEHIND
  return hiddenIn(bytes, end, names)
}

const hiddenIn = (bytes: Buffer, record: number, names: number): string | undefined =>
  bytes.readUInt16LE(record + 10) > names ? SAME_NAME : undefined

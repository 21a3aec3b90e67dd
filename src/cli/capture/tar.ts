import path from 'node:path'
import { printable } from '../../printable.js'
import type { ArchivedFile } from './archived.js'

const BLOCK = 512
/** Of the name in a header. */
const NAME_BYTES = 100
const FILES_MAX = 10_000
/** Of the fields of pax that are read, and of a name. */
const FIELDS_BYTES = 20_000
const LONG_BYTES = 4_000
/** Kinds of what is no file and holds nothing: devices, folders, pipes, headers for all. */
const NO_FILES = '3456g'
const FILES = '07\0'
const SYMBOLIC = '2'
const LINKS = `1${SYMBOLIC}`

const CUT_TAR =
  'a tar archive that is cut: the mark of its end is missing. Files may be missing as well: fetch it again'
const CUT_FILE = 'The archive ends in the middle of this file.'
const DAMAGED =
  'a damaged tar archive: where a file should begin stands no header that can be read, so the rest was not read: fetch it again'
const BEHIND = 'bytes behind the end of the tar archive, which were not read'
const UNKNOWN = 'A part of the archive of a kind that is not known here.'

export const isTar = (bytes: Buffer): boolean => bytes.length >= BLOCK && bytes.toString('latin1', 257, 262) === 'ustar'
const [SUM_AT, SUM_BYTES] = [148, 8]

/** Whether a block is a header: the sum of its bytes stands in it, counted as if blanks stood there; old programs counted bytes with a sign. */
function isHeader(block: Buffer): boolean {
  const told = Number.parseInt(textOf(block, SUM_AT, SUM_BYTES).trim(), 8)
  let [sum, signed] = [0, 0]
  for (const [at, byte] of block.entries()) {
    const counted = at >= SUM_AT && at < SUM_AT + SUM_BYTES ? 32 : byte
    sum += counted
    signed += counted > 127 ? counted - 256 : counted
  }
  return isTar(block) && (told === sum || told === signed)
}

/** Whether what is left of a block is the beginning of a header: behind the name, numbers in octal digits. */
const beginsHeader = (left: Buffer): boolean =>
  left.length > NAME_BYTES + 8 && /^[0-7 \0]+$/.test(left.toString('latin1', NAME_BYTES, NAME_BYTES + 24))

const isFilled = (bytes: Buffer): boolean => bytes.some((byte) => byte !== 0)

interface Link {
  name: string
  target: string
  kind: string
}

/** Names that are too long for a header, and stand before it. */
interface LongNames {
  name?: string | undefined
  target?: string | undefined
}

interface Entry {
  name: string
  target: string
  kind: string
  content: Buffer
}

/** What is found in a tar archive, as it is read. */
interface Found {
  files: ArchivedFile[]
  links: Link[]
  /** Of all that it holds. */
  names: Set<string>
}

/** The files of a tar archive: those of ustar, with the long names of pax and GNU. What cannot be read of it is told. */
export function openTar(bytes: Buffer): ArchivedFile[] {
  const found: Found = { files: [], links: [], names: new Set() }
  let long: LongNames = {}
  let [at, isEnded] = [0, false]
  while (at + BLOCK <= bytes.length) {
    const block = bytes.subarray(at, at + BLOCK)
    // One archive may follow another.
    if (!isFilled(block)) {
      isEnded = true
      at += BLOCK
      continue
    }
    if (!isHeader(block)) {
      found.files.push({ name: '', content: isEnded ? BEHIND : DAMAGED })
      return withLinks(found)
    }
    isEnded = false
    const entry = entryAt(bytes, at, long)
    const broken = entry.content === undefined ? CUT_FILE : found.files.length >= FILES_MAX ? TOO_MANY : undefined
    if (entry.content === undefined || broken !== undefined) {
      found.files.push({ name: entry.name, content: broken ?? CUT_FILE })
      return withLinks(found)
    }
    const names = longNamesOf({ ...entry, content: entry.content }, long)
    if (names === undefined) collect(found, { ...entry, content: entry.content })
    long = names ?? {}
    at += BLOCK + Math.ceil(entry.content.length / BLOCK) * BLOCK
  }
  const cut = cutAt(bytes.subarray(at), long, isEnded)
  if (cut !== undefined) found.files.push(cut)
  return withLinks(found)
}

const TOO_MANY = `The archive has more than ${FILES_MAX} files.`

/** What a header at a place says, with what stands behind it; without a content where the archive ends in it. */
function entryAt(bytes: Buffer, at: number, long: LongNames): Omit<Entry, 'content'> & { content?: Buffer } {
  const head = bytes.subarray(at, at + BLOCK)
  const [start, size] = [at + BLOCK, Number.parseInt(textOf(head, 124, 12).trim(), 8)]
  const isWhole = !Number.isNaN(size) && start + size <= bytes.length
  return {
    name: long.name ?? [textOf(head, 345, 155), textOf(head, 0, NAME_BYTES)].filter((part) => part !== '').join('/'),
    target: long.target ?? textOf(head, 157, NAME_BYTES),
    kind: String.fromCharCode(head[156] as number),
    ...(isWhole && { content: bytes.subarray(start, start + size) }),
  }
}

/** The names of the entry behind this one, which is there for nothing else; undefined of any other. */
function longNamesOf({ kind, content }: Entry, long: LongNames): LongNames | undefined {
  const text = (): string => textOf(content, 0, Math.min(content.length, LONG_BYTES))
  if (kind === 'L') return { ...long, name: text() }
  if (kind === 'K') return { ...long, target: text() }
  if (kind !== 'x') return undefined
  const fields = content.toString('utf8', 0, FIELDS_BYTES)
  const fieldOf = (field: string): string | undefined =>
    new RegExp(`(?:^|\\n)\\d{1,6} ${field}=([^\\n]{1,4000})\\n`).exec(fields)?.[1]
  return { name: fieldOf('path'), target: fieldOf('linkpath') }
}

function collect({ files, links, names }: Found, { name, target, kind, content }: Entry): void {
  if (FILES.includes(kind)) files.push({ name, content })
  else if (LINKS.includes(kind)) links.push({ name, target, kind })
  else if (!NO_FILES.includes(kind)) files.push({ name, content: UNKNOWN })
  names.add(path.posix.normalize(name))
}

/** What tells that the end is missing, or that other bytes stand behind it; a header that is cut may still begin with the name of its file. */
function cutAt(left: Buffer, { name }: LongNames, isEnded: boolean): ArchivedFile | undefined {
  if (isEnded && name === undefined && !beginsHeader(left))
    return isFilled(left) ? { name: '', content: BEHIND } : undefined
  return { name: name ?? (beginsHeader(left) ? textOf(left, 0, NAME_BYTES) : ''), content: CUT_TAR }
}

/** All files, and the links that lead out of the archive; one of its own files is read by its own name. */
const withLinks = ({ files, links, names }: Found): ArchivedFile[] => [
  ...files,
  ...links
    .filter((link) => !names.has(targetOf(link)))
    .map(({ name, target }) => ({ name, content: `A link to ${printable(target)}, which is not in the archive.` })),
]

/** What a link of an archive leads to. */
function targetOf({ name, target, kind }: Link): string {
  return path.posix.normalize(kind === SYMBOLIC ? path.posix.join(path.posix.dirname(name), target) : target)
}

function textOf(bytes: Buffer, start: number, length: number): string {
  const text = bytes.toString('utf8', start, start + length)
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

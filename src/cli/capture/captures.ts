import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Fault } from '../../errors.js'
import { LARGEST, readBounded } from '../../given-file.js'
import { printable } from '../../printable.js'
import {
  type AttachedPack,
  CAPTURE_LIMITS,
  type Capture,
  type CapturedPart,
  isSqlite,
  type OtherPart,
  readCapture,
} from '../../resnotif/index.js'
import { apart, type ArchivedFile } from './archived.js'
import { isPacked, openArchive } from './archives.js'
import { filesIn } from './folders.js'
import { nextOf, unreadable } from './unreadable.js'

/** A file of a capture: one that was named, or one of a folder or archive that was. */
export interface CaptureFile {
  /** As a person reads it; a file of an archive behind the name of the archive. */
  shown: string
  capture: Capture
  /** It stands in an archive, where nothing is written back. */
  isPacked: boolean
  /** It lay beside others, so that it need not hold a notification. */
  isBeside: boolean
}

const TOLD_MAX = 5
/** Archives inside each other. */
const DEPTH_MAX = 8
const TOO_MUCH = `more than ${CAPTURE_LIMITS.unpackedBytes / 1024 / 1024} MB when everything is unpacked`

type Opened = AsyncGenerator<CaptureFile, void, void>

/**
 * Opens what was named: files, folders with all that is in them, archives with all that is in those, `-` for standard input.
 * @param areBeside nobody named them: they lie in a folder
 * @throws Fault INVALID_INPUT naming what cannot be read; of several names, a folder or an archive, one file that cannot be read is told as unread
 */
export async function* openCaptures(names: readonly string[], areBeside = false): Opened {
  for (const name of names) {
    const found = name === '-' ? undefined : await stat(name).catch(() => undefined)
    const shown = name === '-' ? 'standard input' : name
    if (found?.isDirectory() === true) yield* heldIn(name, openFolder(name))
    else if (found === undefined || names.length === 1) yield* openFile(name, shown, areBeside)
    else yield* quietly(shown, openFile(name, shown, areBeside))
  }
}

async function* openFolder(folder: string): Opened {
  const { files, unread } = await filesIn(folder)
  if (files.length + unread.length === 0)
    throw new Fault('INVALID_INPUT', `${folder} is a folder without files.`, { facts: { file: folder } })
  for (const file of files) yield* quietly(file, openFile(file, file, true))
  for (const { file, what } of unread) yield fileOf(file, unreadCapture(what), false, true)
}

/** Where nothing of a folder or archive holds a notification, that is told of it as of a file that was named. */
async function* heldIn(shown: string, files: Opened): Opened {
  const others: OtherPart[] = []
  const passed: CaptureFile[] = []
  let holds = false
  for await (const file of files) {
    if (file.capture.passedOver !== undefined) {
      passed.push(file)
      continue
    }
    holds ||= file.capture.messages.length + file.capture.unread.length > 0
    if (!holds) others.push(...file.capture.others)
    yield file
  }
  // What was passed over is perhaps all that there is: then nothing says that it holds no message.
  for (const file of passed) yield holds ? file : { ...file, capture: unreadCapture(file.capture.passedOver ?? '') }
  if (!holds && passed.length === 0)
    yield { shown, capture: { messages: [], unread: [], others, moreOthers: 0 }, isPacked: false, isBeside: false }
}

/** A file that nobody named alone is told, not refused. */
async function* quietly(shown: string, files: Opened, isInPack = false): Opened {
  try {
    yield* files
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    yield fileOf(shown, unreadCapture(error.message), isInPack, true)
  }
}

async function* openFile(name: string, shown: string, isBeside: boolean): Opened {
  const bytes = await readBounded(name, CAPTURE_LIMITS.fileBytes).catch((error: unknown) => {
    throw unreadable(shown, error, nextOf(error))
  })
  const pack = { depth: 0, left: CAPTURE_LIMITS.unpackedBytes }
  for await (const file of openBytes(bytes, shown, pack, isBeside)) {
    // A message alone is held to the size of a message, as ever.
    const [message] = file.capture.messages
    if (pack.depth === 0 && message?.isWhole === true && message.bytes.length > LARGEST.message)
      throw unreadable(shown, { code: `it is a message of more than ${LARGEST.message / 1024 / 1024} MB` })
    yield file
  }
  // In a folder it is a file of its own.
  const log = isBeside || !isSqlite(bytes) ? undefined : `${name}-wal`
  if (log !== undefined && existsSync(log)) {
    const files = quietly(log, openFile(log, log, true))
    for await (const file of files) if (!isEmpty(file)) yield file
  }
}

interface Pack {
  depth: number
  /** Bytes that may still be unpacked of the file that was named. */
  left: number
}

async function* openBytes(bytes: Buffer, shown: string, pack: Pack, isBeside: boolean): Opened {
  const opened = await openArchive(bytes, shown)
  if (!Array.isArray(opened)) {
    const isUnpacked = opened.plain !== bytes
    if (isUnpacked) pack.left -= opened.plain.length
    if (pack.left < 0) {
      yield fileOf(shown, unreadCapture(TOO_MUCH), true, true)
      return
    }
    if (opened.isCut) {
      yield* cutPack(opened.plain, shown, isBeside, CUT)
      return
    }
    // A pack may be packed again.
    if (isUnpacked && isPacked(opened.plain) && pack.depth < DEPTH_MAX) {
      yield* isBeside ? deeper(opened.plain, shown, pack) : heldIn(shown, deeper(opened.plain, shown, pack))
      return
    }
    yield* openContent(opened.plain, shown, pack, { isInPack: isUnpacked || pack.depth > 0, isBeside })
    return
  }
  if (opened.length === 0 && isBeside) yield fileOf(shown, noneCapture('an archive without files'), true, true)
  if (opened.length === 0 && !isBeside)
    throw new Fault('INVALID_INPUT', `${shown} is an archive without files.`, { facts: { file: shown } })
  const members = openMembers(opened, shown, pack)
  yield* isBeside ? members : heldIn(shown, members)
}

const CUT = 'a damaged gzip file: it is cut here, or other bytes stand behind its end; what follows was not read'
const CUT_ZIP =
  'a damaged zip archive: it is cut here, in the middle of this file, and what follows is missing with the files behind it'
/** How a message ends that is all there. */
const ENDS = /<\/(?:[\w.-]{1,40}:)?(?:OTA_HotelResNotifRQ|Envelope)\s{0,200}>\s{0,200}$/

/** What is left of a pack that ends too early: a message in it that is not whole is a fault of the pack, not of the message. */
async function* cutPack(plain: Buffer, shown: string, isBeside: boolean, what: string): Opened {
  const whole = readCapture(plain, CAPTURE_LIMITS)
  const messages = whole.messages.filter(({ isWhole, decoded }) => !isWhole || ENDS.test(decoded.text))
  const lines = plain.toString('latin1').split('\n')
  const end = { line: lines.length, column: (lines.at(-1) ?? '').length + 1, what }
  const { holdsNone: _told, ...capture } = whole
  yield fileOf(shown, { ...capture, messages, unread: [...whole.unread, end] }, true, isBeside)
}

/** What is no archive, and the archives that it holds: those of a mail. */
async function* openContent(
  bytes: Buffer,
  shown: string,
  pack: Pack,
  { isInPack, isBeside }: { isInPack: boolean; isBeside: boolean },
): Opened {
  const attached: AttachedPack[] = []
  const capture = readCapture(bytes, CAPTURE_LIMITS, undefined, attached)
  if (attached.length === 0) {
    yield fileOf(shown, capture, isInPack, isBeside)
    return
  }
  // Beside its archives, the text of a mail need not hold a notification.
  const own = fileOf(shown, capture, isInPack, true)
  const files = async function* (): Opened {
    if (!isEmpty(own)) yield own
    yield* openMembers(apart(attached.map(({ name, bytes: content }) => ({ name, content }))), shown, pack)
  }
  yield* isBeside ? files() : heldIn(shown, files())
}

async function* openMembers(members: readonly ArchivedFile[], shown: string, pack: Pack): Opened {
  for (const { name, content, isCut = false } of members) {
    const inside = name === '' ? shown : `${shown}/${name}`
    if (typeof content === 'string') {
      yield fileOf(inside, unreadCapture(content), true, true)
      continue
    }
    pack.left -= content.length
    if (pack.left < 0) yield fileOf(inside, unreadCapture(TOO_MUCH), true, true)
    else if (isCut && !isPacked(content)) yield* cutPack(content, inside, true, CUT_ZIP)
    else if (!isPacked(content)) yield* openContent(content, inside, pack, { isInPack: true, isBeside: true })
    else if (pack.depth >= DEPTH_MAX)
      yield fileOf(inside, unreadCapture(`more than ${DEPTH_MAX} archives inside each other`), true, true)
    else {
      yield* quietly(inside, deeper(content, inside, pack), true)
    }
  }
}

async function* deeper(bytes: Buffer, shown: string, pack: Pack): Opened {
  pack.depth++
  try {
    yield* openBytes(bytes, shown, pack, true)
  } finally {
    pack.depth--
  }
}

/** Beside others, a file that was meant to hold no notification is none that is wrong. */
function fileOf(shown: string, capture: Capture, isInPack: boolean, isBeside: boolean): CaptureFile {
  const { holdsNone, passedOver } = capture
  const what = holdsNone ?? passedOver
  const own =
    isBeside && what !== undefined
      ? { ...capture, messages: [], unread: [], others: [{ line: 1, column: 1, what }] }
      : capture
  return { shown, capture: own, isPacked: isInPack, isBeside }
}

/** @param why a sentence, or the words of one: what tells it ends it */
const unreadCapture = (why: string): Capture => ({
  messages: [],
  unread: [{ line: 1, column: 1, what: why.replace(/\.$/, '') }],
  others: [],
  moreOthers: 0,
})

const noneCapture = (what: string): Capture => ({
  messages: [],
  unread: [],
  others: [{ line: 1, column: 1, what }],
  moreOthers: 0,
  holdsNone: what,
})

/** Parts of a capture that were left out because they hold no notification; undefined where there are none. @param unlisted how many there are beside those that are listed */
export function tellOthers(shown: string, others: readonly OtherPart[], unlisted = 0): string | undefined {
  if (others.length === 0) return undefined
  const total = others.length + unlisted
  const listed = others.slice(0, TOLD_MAX).map(({ line, what }) => `${what} in line ${line}`)
  const more = total > listed.length ? `, and ${total - listed.length} more` : ''
  return printable(
    `${shown}: ${total === 1 ? '1 part holds' : `${total} parts hold`} no notification: ${listed.join(', ')}${more}.`,
  )
}

/** What a message perhaps was otherwise than the capture shows it: a sentence for each way. */
export const tellDoubts = (shown: string, messages: readonly CapturedPart[]): string[] =>
  [
    tellDots(shown, messages),
    tellWrapped(shown, messages),
    tellEscapes(shown, messages, 'breaks'),
    tellEscapes(shown, messages, 'letters'),
    tellWidened(shown, messages),
    tellGuessed(shown, messages),
    tellBlanks(shown, messages),
    tellPacked(shown, messages),
    tellDiff(shown, messages),
  ].filter((told) => told !== undefined)

/** Messages whose letters the capture seems to show as dots; undefined where there are none. A dot may be one, so nothing is refused. */
function tellDots(shown: string, messages: readonly CapturedPart[]): string | undefined {
  const lines = messages.filter(({ isDotted }) => isDotted).map(({ place }) => place.line)
  if (lines.length === 0) return undefined
  const more = lines.length > TOLD_MAX ? ` and ${lines.length - TOLD_MAX} more` : ''
  return printable(
    `${shown}: a capture of this kind shows each letter beyond ASCII as dots (curl --trace-ascii each end of a line as one), and dots stand within words of the message in line ${lines.slice(0, TOLD_MAX).join(', ')}${more}: names may read otherwise than they were sent. tcpdump -X, socat -x and curl --trace show every byte.`,
  )
}

/** Messages with a text that a terminal perhaps wrapped; undefined where there are none. The person who wrote it may have ended a line there, so nothing is refused. */
function tellWrapped(shown: string, messages: readonly CapturedPart[]): string | undefined {
  const found = messages.filter(({ wrappedAt }) => wrappedAt !== undefined)
  if (found.length === 0) return undefined
  const lines = found.slice(0, TOLD_MAX).map(({ place, wrappedAt }) => `line ${place.line} (${wrappedAt} characters)`)
  const more = found.length > TOLD_MAX ? ` and ${found.length - TOLD_MAX} more` : ''
  return printable(
    `${shown}: a text of the message in ${lines.join(', ')}${more} goes on in another line where the longest line ends: if a terminal wrapped it there, a word is torn that was sent whole.`,
  )
}

/** Messages of a diff; undefined where there are none. */
function tellDiff(shown: string, messages: readonly CapturedPart[]): string | undefined {
  const lines = messages.filter(({ wrapping }) => wrapping.includes('diff')).map(({ place }) => place.line)
  if (lines.length === 0) return undefined
  const more = lines.length > TOLD_MAX ? ` and ${lines.length - TOLD_MAX} more` : ''
  return printable(
    `${shown}: of the diff in line ${lines.slice(0, TOLD_MAX).join(', ')}${more}, only the new side (" " and "+") was read. To check the old one, give that file.`,
  )
}

const READ = {
  breaks:
    'what wrote it down put \\n for the end of a line and left other backslashes as they were, so \\n and \\t in its texts are read as line break and tab, and may be letters, as in C:\\temp',
  letters:
    '\\n, \\r or \\t in its texts are read as the letters that stand there, and may be line breaks or tabs that the log writes so',
}

/** Messages with escapes in their texts that may be letters, or the other way round; undefined where there are none. */
function tellEscapes(shown: string, messages: readonly CapturedPart[], how: 'breaks' | 'letters'): string | undefined {
  const lines = messages.filter(({ escapes }) => escapes === how).map(({ place }) => place.line)
  if (lines.length === 0) return undefined
  const more = lines.length > TOLD_MAX ? ` and ${lines.length - TOLD_MAX} more` : ''
  return printable(
    `${shown}: of the message in line ${lines.slice(0, TOLD_MAX).join(', ')}${more}, ${READ[how]}. The message as it was sent, or a log in JSON, settles it.`,
  )
}

/** A message that the program which saved it wrote in another encoding; undefined for any other. That is no fault of its sender. */
const tellWidened = (shown: string, messages: readonly CapturedPart[]): string | undefined =>
  messages.some(({ isWidened }) => isWidened)
    ? printable(
        `${shown}: the file is in UTF-16, and its message declares another encoding: PowerShell saves so what it redirects (">", Out-File). The message is read as it was before. To send this file, save it as UTF-8 first.`,
      )
    : undefined

/** Messages in a log whose letters are no UTF-8 and were read as another encoding; undefined where there are none. */
function tellGuessed(shown: string, messages: readonly CapturedPart[]): string | undefined {
  const found = messages.filter(({ guessed }) => guessed !== undefined)
  const [first] = found
  if (first === undefined) return undefined
  const lines = found.slice(0, TOLD_MAX).map(({ place }) => place.line)
  const more = found.length > TOLD_MAX ? ` and ${found.length - TOLD_MAX} more` : ''
  const says = found.some(({ saysOther }) => saysOther) ? ', though its declaration names UTF-8' : ''
  return printable(
    `${shown}: the bytes of the message in line ${lines.join(', ')}${more} are not UTF-8${says}; they are read as ${first.guessed}, which they fit. If names look wrong, convert the log first: iconv -f ENCODING -t UTF-8 FILE.`,
  )
}

/** A message below blank lines; undefined for any other. */
const tellBlanks = (shown: string, messages: readonly CapturedPart[]): string | undefined =>
  messages.some(({ isBehindBlanks }) => isBehindBlanks)
    ? printable(
        `${shown}: blank lines stand before the XML declaration, as tools put them there (tshark -T fields, cat), so they are taken for no part of the message. If it was sent with them, the PMS refuses it: an XML declaration must come first.`,
      )
    : undefined

/** Messages that stand plain and as long as they were sent below a head that calls them packed; undefined where there are none. */
function tellPacked(shown: string, messages: readonly CapturedPart[]): string | undefined {
  const heads = messages.flatMap(({ saysPacked }) => saysPacked ?? [])
  const [first] = heads
  if (first === undefined) return undefined
  const lines = heads.slice(0, TOLD_MAX).map(({ line }) => line)
  const more = heads.length > TOLD_MAX ? ` and ${heads.length - TOLD_MAX} more` : ''
  return printable(
    `${shown}: Content-Encoding in line ${lines.join(', ')}${more} says ${first.packing}, and the body below it is plain, with its full length. A tool may have unpacked it and written the new length; if it was sent so, a PMS refuses it: take the header out, or pack the body.`,
  )
}

/** Files beside others that hold no notification; undefined where there are none. */
export function tellEmpty(files: readonly { shown: string; capture: Capture }[], max = TOLD_MAX): string | undefined {
  const passed = files.filter(({ capture }) => capture.passedOver !== undefined)
  const others = files.filter((file) => !passed.includes(file))
  const told = [
    ...(others.length === 0
      ? []
      : [
          `${others.length === 1 ? '1 file holds' : `${others.length} files hold`} no notification: ${listed(others, max)}.`,
        ]),
    ...(passed.length === 0
      ? []
      : [
          `${passed.length === 1 ? '1 file was' : `${passed.length} files were`} passed over, in which no notification is named: ${listed(passed, max)}.`,
        ]),
  ]
  return told.length === 0 ? undefined : printable(told.join(' '))
}

function listed(files: readonly { shown: string; capture: Capture }[], max: number): string {
  const names = files.slice(0, max).map(({ shown, capture }) => `${shown} (${capture.others[0]?.what ?? 'nothing'})`)
  return `${names.join(', ')}${files.length > names.length ? `, and ${files.length - names.length} more ("resnotif lint --verbose" names all)` : ''}`
}

/** Whether a file lies beside others and holds nothing of what is looked for. */
export const isEmpty = ({ isBeside, capture }: CaptureFile): boolean =>
  isBeside && capture.messages.length + capture.unread.length === 0

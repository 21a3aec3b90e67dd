import { createPoster, readPostAddress } from '../../client/index.js'
import { readTimeout } from '../../config/index.js'
import { Fault, type Finding } from '../../errors.js'
import { MASK } from '../../redaction/index.js'
import {
  type Capture,
  type CarriedMessage,
  carriedIn,
  hotelCodesOf,
  idsOf,
  isRetransmission,
  type LintFinding,
  lintMessage,
  markRetransmission,
  markStatus,
  type Message,
  placeFindings,
  type PostedAnswer,
  readAnswer,
  isUnsent,
  readCapture,
  readMessage,
  statusIn,
} from '../../resnotif/index.js'
import { shellWord } from '../../shell-word.js'
import { isPacked } from '../capture/index.js'
import type { ServiceCommand } from '../command/index.js'
import {
  answerLines,
  exchangeLines,
  type Posting,
  type PostingFlags,
  readPosting,
  refuseStars,
  showAnswer,
  type ShownRequest,
  showRequest,
  writeOutgoing,
} from '../exchange/index.js'
import { text } from '../show/index.js'
import { type Answer, tell } from '../terminal/index.js'
import { steadyMs } from '../../clock.js'
import { type MessageFile, readMessageFile, requireDecoded } from './files.js'
import { requirePmsCredentials } from './pms-credentials.js'
import { viewAnswer } from './send-answer.js'
import { count, printable } from './view.js'
import type { Command } from '@oclif/core'

export interface SendFlags extends PostingFlags {
  to: string
  retransmission: boolean
  status?: 'Commit' | 'Modify' | 'Cancel' | undefined
  force: boolean
  debug: boolean
  verbose: boolean
  'dry-run': boolean
}

/** Characters of the answer that --debug shows. */
const DEBUG_BODY_MAX = 4_096
/** Of its headers, those that say what it means. */
const DEBUG_HEADERS: ReadonlySet<string> = new Set(['content-type', 'location', 'retry-after', 'www-authenticate'])

/**
 * Sends a captured or saved notification to a PMS and reads what it answers.
 * @throws Fault FINDINGS where lint finds errors and nobody forces; PMS_REFUSED; UNREACHABLE; OUTCOME_UNKNOWN; INVALID_INPUT; NO_CREDENTIALS
 */
export async function sendMessage(
  command: ServiceCommand<typeof Command>,
  file: string,
  flags: SendFlags,
): Promise<Answer> {
  const posting = readPosting(flags)
  const read = await readMessageFile(file)
  refuseArchive(read)
  const captured = readOnce(read)
  if (!flags.force) refuseTemplate(captured)
  return sendText(command, requireDecoded(read), flags, posting, { file: read.shown, read: captured })
}

/** A file as it lies there, and as a capture, which is read when it is asked for and once. */
interface CapturedFile extends MessageFile {
  capture: () => Capture
}

function readOnce(file: MessageFile): CapturedFile {
  let capture: Capture | undefined
  return { ...file, capture: () => (capture ??= readCapture(Buffer.from(file.bytes))) }
}

/** @throws Fault INVALID_INPUT for an archive: one message is sent, and nobody said which */
function refuseArchive({ shown, bytes }: MessageFile): void {
  if (!isPacked(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))) return
  const named = shown === 'standard input' ? '-' : shown
  throw new Fault('INVALID_INPUT', `${shown} is an archive. What is sent is one message, as it lies there.`, {
    next: `"hubswitch resnotif lint ${shellWord(named)}" shows what it holds. Write a message of it out with "hubswitch resnotif fix ${shellWord(named)} --message 1 --save message.xml", and send that. Nothing was sent.`,
  })
}

/** @throws Fault INVALID_INPUT for a message whose values are yet to be filled in: lint does not take it for one either */
function refuseTemplate({ shown, capture }: CapturedFile): void {
  const { messages, unread, others } = capture()
  const template = others.find(({ what }) => isUnsent(what))
  if (messages.length + unread.length > 0 || template === undefined) return
  throw new Fault(
    'INVALID_INPUT',
    `${shown} holds ${template.what} in line ${template.line}: values or elements of it are yet to be filled in.`,
    { next: 'Fill it in, or send it as it is with --force. Nothing was sent.' },
  )
}

/** @throws Fault INVALID_INPUT for a dump, a log or whatever else a message was captured in: what is sent is a file as it lies there */
function refuseCapture({ shown, decoded, capture }: CapturedFile): void {
  const { messages, unread } = capture()
  const [first] = messages
  if (first === undefined) return
  const { line, column } = first.place
  const before = decoded.text.split('\n').slice(0, line)
  const isAlone = messages.length === 1 && unread.length === 0 && first.wrapping.length === 0
  if (isAlone && [...before.slice(0, -1), before.at(-1)?.slice(0, column - 1)].join('').trim() === '') return
  const many = messages.length
  const [cut] = unread
  const beside = cut === undefined ? '' : `, and in line ${cut.line} ${cut.what}`
  const which = many === 1 && cut === undefined ? '' : ', with --message and its number'
  throw new Fault(
    'INVALID_INPUT',
    `${shown} is a capture: ${many === 1 ? `its message begins in line ${line}` : `it holds ${many} messages, the first in line ${line}`}${beside}. What is sent is a file as it lies there.`,
    {
      next: `Write the message out first: "hubswitch resnotif fix ${shellWord(shown === 'standard input' ? '-' : shown)} --save message.xml"${which}. Then send that. Nothing was sent.`,
    },
  )
}

/**
 * The same for a message that is no file any more.
 * @param known.file where its findings are, for those who look there
 * @param known.read the file as it lies there, which may be a capture
 * @param known.wasInPart it was sent before, and the last time that the PMS took it, it took it in part
 */
export async function sendText(
  command: ServiceCommand<typeof Command>,
  given: string,
  flags: SendFlags,
  posting: Posting,
  { file, read, wasInPart = false }: { file?: string; read?: CapturedFile; wasInPart?: boolean } = {},
): Promise<Answer> {
  const { to, auth, timeout = '60s', force, retransmission } = flags
  const whole = readMessage(given)
  if (read !== undefined && whole.broken !== undefined) refuseCapture(read)
  const carried = carriedIn(whole)
  const captured = withStatus(carried === undefined ? whole : readMessage(carried.part.decoded.text), flags.status)
  const message = retransmission ? readMessage(markRetransmission(captured)) : captured
  refuseMask(carried === undefined ? message.text : given)
  refuseStars(message, {
    file,
    isForced: force,
    placeOf: carried?.part.placeOf,
    around: carried === undefined ? undefined : whole,
    next: 'Put the real value in place of the stars, or send it as it is with --force. Nothing was sent.',
    told: (line) => command.notice(line),
  })
  const { findings } = lintMessage(message.text)
  refuseErrors(carried === undefined ? findings : placeFindings(carried.part, findings), {
    file,
    isForced: force,
    command,
  })
  const resStatus = requireStatus(message)
  const credentials = auth === 'none' ? undefined : await requirePmsCredentials(command.settings())
  const {
    text: outgoing,
    headers,
    secrets,
    keptSecurity,
  } = writeOutgoing(carried === undefined ? message : asString(whole, carried, message), posting, credentials)
  if (keptSecurity) command.notice('The message has a security header of its own, which was left as it is.')
  const request = showRequest(readPostAddress(to), outgoing, headers, secrets)
  if (flags['dry-run']) return rehearsed(request)
  const caFile = command.settings().caFile.value
  const poster = createPoster({
    userAgent: command.config.userAgent,
    signal: command.interruption(),
    ...(caFile === undefined ? {} : { caFile }),
  })
  command.announceWrite()
  if (flags.verbose) tellLines(exchangeLines(request, undefined).slice(0, -1))
  const startedAt = steadyMs()
  const posted = await poster
    .post({ url: to, text: outgoing, headers, timeoutMs: readTimeout('--timeout', timeout) * 1_000 })
    .finally(() => poster.close())
  if (flags.verbose) tellLines(answerLines(showAnswer(posted, secrets)))
  else if (flags.debug) tellLines(traceOf(posted, request.host, steadyMs() - startedAt, secrets))
  const echoToken = message.notification?.attributes.find(({ name }) => name === 'EchoToken')?.value
  const ids = idsOf(message)
  const answer = readAnswer(posted, {
    resStatus,
    isRepeated: isRetransmission(message),
    wasInPart,
    ids,
    hotelCodes: hotelCodesOf(message),
    url: to,
    secrets,
    ...(echoToken === undefined ? {} : { echoToken }),
  })
  return viewAnswer(answer, posted.status, { resStatus, bookingId: ids[0] })
}

const tellLines = (lines: readonly string[]): void => void tell(`${lines.map(printable).join('\n')}\n`)

/** What would be sent, without cards and passwords. The address may hold a key, so only its host is shown. */
function rehearsed(request: ShownRequest): Answer {
  const { host, headers, body } = request
  const lines = [
    'Dry run: nothing was sent. This is what would be, without its secrets:',
    `POST to ${printable(host)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    body.trimEnd(),
  ]
  return text({ dryRun: true, request }, lines.join('\n'))
}

/** The envelope of a message that it has as a string, with what was marked in it. */
function asString(whole: Message, carried: CarriedMessage, message: Message): Message {
  const isMarked = message.text !== carried.part.decoded.text
  return { ...(isMarked ? readMessage(carried.write(message.text)) : whole), notification: message.notification }
}

/** @throws Fault INVALID_INPUT for a text in which this tool has put its sign for a secret */
function refuseMask(text: string): void {
  if (!text.includes(MASK)) return
  const line = text.slice(0, text.indexOf(MASK)).split('\n').length
  throw new Fault(
    'INVALID_INPUT',
    `The message has ${MASK} in line ${line}, which this tool prints in place of a secret.`,
    {
      next: 'Put the real value in its place, or take the message from a file or pipe that holds it whole. Nothing was sent.',
    },
  )
}

/** @throws Fault USAGE where the message says something else */
function withStatus(message: Message, wanted: SendFlags['status']): Message {
  const told = statusIn(message)
  if (wanted === undefined || wanted === told) return message
  if (told !== undefined)
    throw new Fault('USAGE', `The message says ResStatus ${printable(told.slice(0, 60))}, and --status ${wanted}.`, {
      next: 'Leave out --status; it is for a message without ResStatus. Nothing was sent.',
    })
  return readMessage(markStatus(message, wanted))
}

/** @throws Fault INVALID_INPUT: what the PMS is to do is not guessed, whoever wrote the message */
function requireStatus(message: Message): string {
  const told = statusIn(message)
  if (told !== undefined || message.notification === undefined) return told ?? 'Commit'
  throw new Fault(
    'INVALID_INPUT',
    'The message has no ResStatus, so it is not known whether it books, changes or cancels.',
    { next: 'Name it: --status Commit, Modify or Cancel. Nothing was sent.' },
  )
}

/** The answer as it came. The address may hold a key in its query, so only its host is shown. */
function traceOf(posted: PostedAnswer, host: string, ms: number, secrets: readonly string[]): string[] {
  const { status, headers, body, cut } = showAnswer(posted, secrets, DEBUG_BODY_MAX)
  return [
    `POST ${host} → ${status} in ${Math.round(ms)} ms, ${Buffer.byteLength(posted.body)} bytes`,
    ...Object.entries(headers).flatMap(([name, value]) =>
      DEBUG_HEADERS.has(name) ? [`${name}: ${value.slice(0, 500)}`] : [],
    ),
    ...(body.trim() === '' ? [] : body.trimEnd().split(/\r?\n/)),
    ...(cut === undefined ? [] : [`… ${cut} characters more`]),
  ]
}

function refuseErrors(
  findings: readonly LintFinding[],
  { file, isForced, command }: { file: string | undefined; isForced: boolean; command: ServiceCommand<typeof Command> },
): void {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  if (isForced)
    return command.notice(
      `Sending although lint finds ${count(errors.length, 'error')}: ${[...new Set(errors.map(({ rule }) => rule))].join(', ')}.`,
    )
  throw new Fault('FINDINGS', `The message has ${count(errors.length, 'error')}; nothing was sent.`, {
    findings: errors.map(({ rule, line, column, node, found, expected, why, remedy }): Finding => ({
      ...(file === undefined ? {} : { file }),
      line,
      field: `${rule} ${node}`,
      ...(found === undefined ? {} : { value: found }),
      reason: `column ${column}: ${expected === undefined ? '' : `expected ${expected}. `}${why}`,
      remedy,
    })),
    next: 'Correct it, perhaps with "hubswitch resnotif fix", or send it as it is with --force.',
  })
}

import { createPoster, readPostAddress } from '../../client/index.js'
import { readTimeout } from '../../config/index.js'
import { Fault, type Finding } from '../../errors.js'
import { MASK } from '../../redaction/index.js'
import {
  concealMessage,
  createConcealer,
  faultOfSoapAction,
  idsOf,
  isRetransmission,
  type LintFinding,
  lintMessage,
  markRetransmission,
  markStatus,
  type Message,
  type PostedAnswer,
  postHeaders,
  readAnswer,
  readMessage,
  statusIn,
  wrapMessage,
} from '../../resnotif/index.js'
import type { ServiceCommand } from '../command/index.js'
import { text } from '../show/index.js'
import { type Answer, tell } from '../terminal/index.js'
import { readMessageFile, requireDecoded } from './files.js'
import { requirePmsCredentials } from './pms-credentials.js'
import { secretsOf, viewAnswer } from './send-answer.js'
import { count, printable } from './view.js'
import type { Command } from '@oclif/core'

export interface SendFlags {
  to: string
  envelope: 'none' | 'soap11' | 'soap12'
  auth: 'none' | 'basic' | 'username-token'
  'password-type': 'digest' | 'text'
  'soap-action'?: string | undefined
  timeout?: string | undefined
  retransmission: boolean
  status?: 'Commit' | 'Modify' | 'Cancel' | undefined
  force: boolean
  debug: boolean
  'dry-run': boolean
}

/** Characters of the answer that --debug shows. */
const DEBUG_BODY_MAX = 4_096

/**
 * Sends a captured or saved notification to a PMS and reads what it answers.
 * @throws Fault FINDINGS where lint finds errors and nobody forces; PMS_REFUSED; UNREACHABLE; OUTCOME_UNKNOWN; INVALID_INPUT; NO_CREDENTIALS
 */
export async function sendMessage(
  command: ServiceCommand<typeof Command>,
  file: string,
  flags: SendFlags,
): Promise<Answer> {
  const { to, auth, envelope, timeout = '60s', force, retransmission, 'soap-action': soapAction } = flags
  const wrong = soapAction === undefined ? undefined : faultOfSoapAction(soapAction)
  if (wrong !== undefined) throw new Fault('USAGE', `--soap-action ${wrong}.`)
  const captured = withStatus(readMessage(requireDecoded(await readMessageFile(file))), flags.status)
  const message = retransmission ? readMessage(markRetransmission(captured)) : captured
  refuseMask(message.text)
  refuseErrors(lintMessage(message.text).findings, force, command)
  const resStatus = requireStatus(message)
  const credentials = auth === 'none' ? undefined : await requirePmsCredentials(command.settings())
  const security =
    auth === 'username-token' && credentials !== undefined
      ? { ...credentials, passwordType: flags['password-type'] }
      : undefined
  const wrapped = wrapMessage(message, { envelope, ...(security === undefined ? {} : { security }) })
  if (wrapped.keptSecurity) command.notice('The message has a security header of its own, which was left as it is.')

  const headers = postHeaders(wrapped.envelope, { basic: auth === 'basic' ? credentials : undefined, soapAction })
  if (flags['dry-run']) return rehearsed(to, wrapped.text, headers, secretsOf(credentials))
  const caFile = command.settings().caFile.value
  const poster = createPoster({
    userAgent: command.config.userAgent,
    signal: command.interruption(),
    ...(caFile === undefined ? {} : { caFile }),
  })
  command.announceWrite()
  const startedAt = performance.now()
  const posted = await poster
    .post({ url: to, text: wrapped.text, headers, timeoutMs: readTimeout('--timeout', timeout) * 1_000 })
    .finally(() => poster.close())
  const secrets = secretsOf(credentials)
  if (flags.debug)
    tell(
      `${traceOf(posted, to, performance.now() - startedAt, secrets)
        .map(printable)
        .join('\n')}\n`,
    )
  const echoToken = message.notification?.attributes.find(({ name }) => name === 'EchoToken')?.value
  const answer = readAnswer(posted, {
    resStatus,
    isRepeated: isRetransmission(message),
    ids: idsOf(message),
    url: to,
    secrets,
    ...(echoToken === undefined ? {} : { echoToken }),
  })
  return viewAnswer(answer, posted.status, resStatus)
}

/**
 * What would be sent, without cards and passwords. The address may hold a key, so only its host is shown.
 * @throws Fault USAGE for an address that a message would not be sent to
 */
function rehearsed(
  to: string,
  message: string,
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Answer {
  const { host } = readPostAddress(to)
  const shown = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.toLowerCase() === 'authorization' ? MASK : value]),
  )
  const body = concealMessage(message, secrets).text
  const lines = [
    'Dry run: nothing was sent. This is what would be, without its secrets:',
    `POST to ${printable(host)}`,
    ...Object.entries(shown).map(([name, value]) => `${name}: ${value}`),
    '',
    body.trimEnd(),
  ]
  return text({ dryRun: true, request: { method: 'POST', host, headers: shown, body } }, lines.join('\n'))
}

/** @throws Fault INVALID_INPUT for a text in which this tool has put its sign for a secret */
function refuseMask(text: string): void {
  if (!text.includes(MASK)) return
  const line = text.slice(0, text.indexOf(MASK)).split('\n').length
  throw new Fault(
    'INVALID_INPUT',
    `The message has ${MASK} in line ${line}, which this tool prints in place of a secret.`,
    {
      next: 'Write what is meant there, or take the message from a file or pipe that holds it whole. Nothing was sent.',
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
function traceOf(
  { status, body, headers = {} }: PostedAnswer,
  to: string,
  ms: number,
  secrets: readonly string[],
): string[] {
  const concealer = createConcealer({ secrets })
  const shown = ['content-type', 'location', 'retry-after', 'www-authenticate'].flatMap((name) =>
    headers[name] === undefined
      ? []
      : [
          `${name}: ${concealer
            .text(headers[name].slice(0, 1_000))
            .slice(0, 500)
            .replaceAll(/\/\/[^/?#@\s]{1,400}@/g, '//***@')}`,
        ],
  )
  // More than is shown, so that nothing is cut in two before it is recognised.
  const text = concealMessage(concealer.text(body.slice(0, 2 * DEBUG_BODY_MAX)))
    .text.slice(0, DEBUG_BODY_MAX)
    .trimEnd()
  const rest = body.length > DEBUG_BODY_MAX ? [`… ${body.length - DEBUG_BODY_MAX} characters more`] : []
  return [
    `POST ${new URL(to).host} → ${status} in ${Math.round(ms)} ms, ${Buffer.byteLength(body)} bytes`,
    ...shown,
    ...(text === '' ? [] : text.split(/\r?\n/)),
    ...rest,
  ]
}

function refuseErrors(
  findings: readonly LintFinding[],
  isForced: boolean,
  command: ServiceCommand<typeof Command>,
): void {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  if (isForced)
    return command.notice(
      `Sending although lint finds ${count(errors.length, 'error')}: ${[...new Set(errors.map(({ rule }) => rule))].join(', ')}.`,
    )
  throw new Fault('FINDINGS', `The message has ${count(errors.length, 'error')}; nothing was sent.`, {
    findings: errors.map(({ rule, line, column, node, found, expected, why, remedy }): Finding => ({
      line,
      field: `${rule} ${node}`,
      ...(found === undefined ? {} : { value: found }),
      reason: `column ${column}: ${expected === undefined ? '' : `expected ${expected}. `}${why}`,
      remedy,
    })),
    next: 'Correct it, perhaps with "hubswitch resnotif fix", or send it as it is with --force.',
  })
}

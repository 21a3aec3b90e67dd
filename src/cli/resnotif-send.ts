import type { Command } from '@oclif/core'
import { createPoster } from '../client/index.js'
import type { PmsCredentials } from '../config/index.js'
import { Fault, type Finding } from '../errors.js'
import { lintMessage, postHeaders, readAnswer, readMessage, wrapMessage, type LintFinding, type PmsAnswer, type PmsProblem } from '../resnotif/index.js'
import { requirePmsCredentials } from './pms-credentials.js'
import { readMessageFile, requireDecoded } from './resnotif-files.js'
import { count, printable } from './resnotif-view.js'
import type { ServiceCommand } from './service-command.js'
import { type Answer, text } from './view.js'

export interface SendFlags {
  to: string
  envelope: 'none' | 'soap11' | 'soap12'
  auth: 'none' | 'basic' | 'username-token'
  'password-type': 'digest' | 'text'
  timeout: number
  force: boolean
  debug: boolean
}

/**
 * Sends a captured or saved notification to a PMS and reads what it answers.
 * @throws Fault FINDINGS where lint finds errors and nobody forces; PMS_REFUSED; UNREACHABLE; OUTCOME_UNKNOWN; INVALID_INPUT; NO_CREDENTIALS
 */
export async function sendMessage(command: ServiceCommand<typeof Command>, file: string, flags: SendFlags): Promise<Answer> {
  const { to, auth, envelope, timeout, force } = flags
  const message = readMessage(requireDecoded(await readMessageFile(file)))
  refuseErrors(lintMessage(message.text).findings, force, command)
  const credentials = auth === 'none' ? undefined : await requirePmsCredentials(command.settings())
  const security = auth === 'username-token' && credentials !== undefined ? { ...credentials, passwordType: flags['password-type'] } : undefined
  const wrapped = wrapMessage(message, { envelope, ...(security === undefined ? {} : { security }) })
  if (wrapped.keptSecurity) command.notice('The message has a security header of its own, which was left as it is.')

  const caFile = command.settings().caFile.value
  const poster = createPoster({ userAgent: command.config.userAgent, ...(caFile === undefined ? {} : { caFile }) })
  const startedAt = performance.now()
  const posted = await poster
    .post({ url: to, text: wrapped.text, headers: postHeaders(wrapped.envelope, auth === 'basic' ? credentials : undefined), timeoutMs: timeout * 1_000 })
    .finally(() => poster.close())
  // The address may hold a key in its query, so only host and status are traced.
  if (flags.debug) process.stderr.write(`POST ${new URL(to).host} → ${posted.status} in ${Math.round(performance.now() - startedAt)} ms, ${Buffer.byteLength(posted.body)} bytes\n`)
  return answerOf(withoutPassword(readAnswer(posted.body, posted.status), credentials), posted.status)
}

function refuseErrors(findings: readonly LintFinding[], isForced: boolean, command: ServiceCommand<typeof Command>): void {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  if (isForced) return command.notice(`Sent although lint finds ${count(errors.length, 'error')}: ${[...new Set(errors.map(({ rule }) => rule))].join(', ')}.`)
  throw new Fault('FINDINGS', `The message has ${count(errors.length, 'error')}; nothing was sent.`, {
    findings: errors.map(({ rule, line, column, node, found, expected, why, remedy }): Finding => ({
      line, field: `${rule} ${node}`, ...(found === undefined ? {} : { value: found }), reason: `column ${column}: ${expected === undefined ? '' : `expected ${expected}. `}${why}`, remedy,
    })),
    next: 'Correct it, perhaps with "hubswitch resnotif fix", or send it as it is with --force.',
  })
}

function answerOf(answer: PmsAnswer, status: number): Answer {
  const { state, problems, reservationIds, isAlreadyDelivered, isRetryable, summary } = answer
  const data = { state: isAlreadyDelivered ? 'delivered' : state, summary, status, isAlreadyDelivered, reservationIds, problems }
  if (state === 'delivered' || isAlreadyDelivered) {
    const ids = reservationIds.length === 0 ? '' : ` Its ids: ${reservationIds.join(', ')}.`
    const warnings = problems.filter(({ kind }) => kind === 'warning').map((warning) => `  warning: ${wordsOf(warning)}`)
    return text(data, [`${summary}${ids}`, ...warnings].map(printable).join('\n'))
  }
  throw new Fault('PMS_REFUSED', printable(summary), {
    facts: { ...data, isRetryable },
    findings: problems.map((problem): Finding => ({ field: `${problem.kind}${problem.code === undefined ? '' : ` ${problem.code}`}`, reason: printable(wordsOf(problem)) })),
    next: isRetryable ? 'The PMS may take it later: send it again.' : 'Correct what the PMS names; sending the same again will not help.',
  })
}

/** The code in our words, and what the PMS itself says. */
const wordsOf = ({ words, text: said }: PmsProblem): string => (said === undefined || words.includes(said) ? words : `${words}: ${said}`)

/** A PMS may repeat in its answer what it was sent. */
function withoutPassword(answer: PmsAnswer, credentials: PmsCredentials | undefined): PmsAnswer {
  if (credentials === undefined) return answer
  const { username, password } = credentials
  const secrets = [password, Buffer.from(`${username}:${password}`, 'utf8').toString('base64')]
  return JSON.parse(JSON.stringify(answer), (_, value: unknown) => (typeof value === 'string' ? secrets.reduce((words, secret) => words.replaceAll(secret, '***'), value) : value)) as PmsAnswer
}

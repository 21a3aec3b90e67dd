import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopback, type Relay, type RelayedAnswer } from '../../client/index.js'
import { Fault } from '../../errors.js'
import { refusalOfCaller } from '../../local-callers.js'
import { createConcealer, hideAddress } from '../../resnotif/index.js'
import { BodiesInFlight } from '../resnotif/index.js'
import { steadyMs } from '../../clock.js'
import { answerJob, type Exchange, type Passed, type Passing, recordOf, statusOf, untold } from './exchange.js'
import type { Keeper } from './keeper.js'
import { PartlyTaken } from './partly-taken.js'
import { createReader, isLarge, type Reader } from './reader.js'
import { type Looked, notLooked, type Told } from './reading.js'
import { ANSWER_NOT_KNOWN, ANSWER_NOT_READ_YET, NOT_READ_YET } from './under-way.js'

/** Largest message that is passed on, and all that are under way together, bytes. */
const BODY_BYTES_MAX = 10_000_000
const BODIES_BYTES_MAX = 60_000_000
/** Of one connection alone: the next one has others, and Content-Length is that of the bytes that go out. */
const HOP_BY_HOP: ReadonlySet<string> = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer transfer-encoding upgrade expect host content-length'.split(
    ' ',
  ),
)
/** How long a listener that is ended waits for answers of the PMS, milliseconds. */
export const CLOSE_MS = 5_000
const LAST_RECORDS_MS = 500

export interface ForwarderOptions {
  host: string
  port: number
  relay: Relay
  keepsRefused: boolean
  /** What cannot be looked into, such as packed parts, is kept as well. */
  keepsUnread?: boolean | undefined
  /** Without it nothing is kept. */
  keeper?: Keeper | undefined
  /** Without it large messages are read in this thread, and the others wait. */
  reader?: Reader | undefined
  /** What the PMS has taken in part; without it, what has passed since the start. */
  partlyTaken?: PartlyTaken | undefined
  /** Default `CLOSE_MS`. */
  closeMs?: number | undefined
  onExchange: (exchange: Omit<Exchange, 'id'> & { id?: number }) => void
  /** Told of what was not passed on. */
  onRemark: (line: string) => void
}

export interface Forwarder {
  url: string
  /** Messages that are on their way. */
  underWay(): number
  /** Waits for them up to `CLOSE_MS`; what the PMS has not answered by then stays recorded as not known. */
  close(): Promise<void>
}

/**
 * Stands between a hub and a PMS: what comes in by POST goes on byte for byte, once, and the answer goes back byte for byte. Where there is no answer the sender gets 502 or
 * 504 and the reason, never a success.
 * @throws Fault USAGE where the port is taken or may not be used
 */
export async function startForwarder(options: ForwarderOptions): Promise<Forwarder> {
  const bodies = new BodiesInFlight({ each: BODY_BYTES_MAX, together: BODIES_BYTES_MAX })
  const reader = options.reader ?? createReader()
  const partlyTaken = options.partlyTaken ?? new PartlyTaken()
  const running = new Set<Promise<void>>()
  const state = { isEnding: false }
  const server = createServer((request, response) => {
    // A sender that goes away is no fault of ours.
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    const one = handle(request, response, { ...options, reader, partlyTaken, state }, bodies).finally(() =>
      running.delete(one),
    )
    running.add(one)
  })
  server.requestTimeout = 60_000
  const { port, address } = await listen(server, options)
  if (isLoopback(options.relay.url) && Number(options.relay.url.port || '80') === port) {
    server.close()
    throw new Fault('USAGE', '--forward-to names this command itself: a message would go round for ever.', {
      next: 'Name the address of the PMS, or listen at another --port.',
    })
  }
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}/`,
    underWay: () => running.size,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      await within(options.closeMs ?? CLOSE_MS, Promise.all(running))
      state.isEnding = true
      server.closeAllConnections()
      await closed
      await reader.close()
      // What was being read has a record of its own by then.
      await within(LAST_RECORDS_MS, Promise.all(running))
    },
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([work, late])
  clearTimeout(timer)
}

function listen(server: Server, { port, host }: ForwarderOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program`
          : `It is not possible to listen at ${host}, port ${port} (${error.code ?? 'unknown reason'})`
      reject(new Fault('USAGE', `${why}.`, { next: 'Choose another with --port; 0 takes any free one.' }))
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: ForwarderOptions & { reader: Reader; partlyTaken: PartlyTaken; state: { readonly isEnding: boolean } },
  bodies: BodiesInFlight,
): Promise<void> {
  const { relay, keeper, reader, partlyTaken } = options
  const secrets = secretsIn(request.headers)
  const path = createConcealer({ secrets }).text(
    hideAddress(((request.url ?? '/').split('?')[0] as string).slice(0, 1_000)),
  )
  const turnAway = (status: number, words: string, headers: Record<string, string> = {}): void => {
    options.onRemark(`${request.method ?? ''} ${path}: HTTP ${status}, not passed on. ${words}`)
    sendPlain(response, status, words, headers)
  }
  const refusal = refusalOfCaller(
    { method: request.method, headers: request.headers, localAddress: request.socket.localAddress },
    options.host,
    { name: 'forwarder', command: 'resnotif listen', takesMessages: true },
  )
  if (refusal !== undefined) return turnAway(refusal.status, refusal.message, { connection: 'close' })
  if (request.method !== 'POST') return turnAway(405, 'Only POST is passed on.', { allow: 'POST' })
  const body = await bodies.read(request, response)
  if (body === 'too large')
    return turnAway(413, `A message may have ${BODY_BYTES_MAX} bytes. It was not passed on.`, { connection: 'close' })
  if (body === 'too many')
    return turnAway(503, 'Too much is under way at once. It was not passed on: send it again in a moment.', {
      'retry-after': '1',
      connection: 'close',
    })
  if (body === 'gone') return
  const time = new Date().toISOString()
  const headers = passedHeaders(request.headers)
  const look = reader.look({
    kind: 'message',
    body,
    encoding: request.headers['content-encoding'],
    contentType: request.headers['content-type'],
    secrets,
    keepsUnread: options.keepsUnread,
  })
  let looked: Looked | undefined = look instanceof Promise ? undefined : look
  if (looked?.asked.isRepeated !== false) void partlyTaken.prepare()
  const message: Passing = {
    time,
    path,
    url: relay.url,
    headers: { ...headers },
    bytes: body.length,
    looked: looked ?? notLooked(NOT_READ_YET),
    secrets,
  }
  // Before it goes: if this process is killed, what the PMS took is not without a record.
  const begun = await keeper?.begin(message)
  let isAnswered = false
  const whole = Promise.resolve(look).then(async (found) => {
    if (looked === undefined && !isAnswered) await keeper?.update(begun, { ...message, looked: found })
    looked = found
    return found
  })
  const startedAt = steadyMs()
  const passing = relay.pass(headers, body).then(
    (answer) => ({ answer, ms: steadyMs() - startedAt }),
    (error: unknown) => ({ answer: faultOf(error), ms: steadyMs() - startedAt }),
  )
  const { answer, ms } = await passing
  // This side gave up, and nobody got an answer: the record from before it went says that.
  if (answer instanceof Fault && options.state.isEnding)
    return options.onRemark(`${path}: ${ANSWER_NOT_KNOWN['listener ended']}`)
  isAnswered = true
  const isAbandoned = response.destroyed
  const passed = { ...message, answer, ms: Math.round(ms), isAbandoned, keepsRefused: options.keepsRefused }
  const giveBack = (): void => {
    if (answer instanceof Fault) sendPlain(response, statusOf(answer), wordsOf(answer))
    else sendBack(response, answer)
  }
  const wasInPart = (found: Looked): Promise<boolean> | false => found.asked.isRepeated && partlyTaken.has(found)
  const tellOf = (found: Looked, isInPart: boolean): Told | Promise<Told> | undefined => {
    const job = answerJob({ ...passed, looked: found, wasInPart: isInPart })
    return job && reader.tell(job)
  }
  const told = looked === undefined ? undefined : tellOf(looked, await wasInPart(looked))
  const isRead = looked !== undefined && !(told instanceof Promise)
  // The hub does not wait until all is read; what there is by then is written down before it gets its answer.
  const id = isRead ? begun : await keeper?.complete(begun, recordSoFar(passed, looked), { isOpen: true })
  if (!isRead) giveBack()
  const found = looked ?? (await whole)
  const record = recordOf({ ...passed, looked: found, told: await (told ?? tellOf(found, await wasInPart(found))) })
  partlyTaken.note(record)
  const keptAs = await keeper?.complete(id, record)
  if (isRead) giveBack()
  options.onExchange({ ...record, ...(keptAs === undefined ? {} : { id: keptAs }) })
}

/** The record of a message that is answered, and not all read: it stands if nothing is ever written after it. */
function recordSoFar(passed: Passed, looked: Looked | undefined): Omit<Exchange, 'id'> {
  const job = answerJob(passed)
  return recordOf({
    ...passed,
    looked: looked ?? notLooked(NOT_READ_YET),
    told:
      job !== undefined && isLarge(job)
        ? untold(passed, `The PMS answered HTTP ${job.status}; ${ANSWER_NOT_READ_YET}.`)
        : undefined,
  })
}

const faultOf = (error: unknown): Fault =>
  error instanceof Fault
    ? error
    : new Fault('OUTCOME_UNKNOWN', 'Passing the message on broke; whether the PMS took it is not known.')

const wordsOf = (fault: Fault): string =>
  `${fault.message} ${fault.code === 'UNREACHABLE' ? 'The message was not delivered.' : 'Whether it took the message is not known.'}`

function sendPlain(
  response: ServerResponse,
  status: number,
  words: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(`${words}\n`)
}

/** The answer as it came: its status, its headers but for those of the connection, its bytes. */
function sendBack(response: ServerResponse, { status, headers, body }: RelayedAnswer): void {
  response.sendDate = false
  const own = new Set(
    headers.flatMap(([name, value]) =>
      name === 'connection' ? value.split(',').map((one) => one.trim().toLowerCase()) : [],
    ),
  )
  const passed = headers.filter(([name]) => !HOP_BY_HOP.has(name) && !own.has(name))
  const hasBody = body.length > 0 || headers.some(([name]) => name === 'content-length')
  try {
    response.writeHead(status, [
      ...passed.flat(),
      ...(hasBody && status !== 204 && status !== 304 ? ['content-length', String(body.length)] : []),
    ])
    response.end(body)
  } catch {
    // A status or a header that this side cannot write; the sender learns that there was an answer it cannot be given.
    if (!response.headersSent) sendPlain(response, 502, 'The PMS answered with something that cannot be passed back.')
    else response.destroy()
  }
}

function passedHeaders(given: IncomingHttpHeaders): Record<string, string> {
  const own = new Set((given.connection ?? '').split(',').map((name) => name.trim().toLowerCase()))
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, string][] =>
      value === undefined || HOP_BY_HOP.has(name) || own.has(name)
        ? []
        : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
}

/** What the sender signs in with, which a PMS may repeat in its answer. */
function secretsIn({ authorization = '' }: IncomingHttpHeaders): string[] {
  const [scheme = '', value = ''] = authorization.trim().split(/ +/)
  if (value === '') return []
  const decoded = scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8') : ''
  const password = decoded.slice(decoded.indexOf(':') + 1)
  return [value, ...(decoded.includes(':') && password.length > 3 ? [password] : [])]
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PmsCredentials } from '../../config/index.js'
import { Fault } from '../../errors.js'
import { refusalOfCaller } from '../../local-callers.js'
import {
  createConcealer,
  encodingsOf,
  type Envelope,
  type Explanation,
  hideAddress,
  isMultipart,
  isSameSecret,
  type LintFinding,
  lookAsPms,
  type Pms,
  type PmsLook,
  type PmsLookJob,
  type PmsReply,
  postHeaders,
  writeAnswer,
} from '../../resnotif/index.js'
import { secretsOf } from '../exchange/index.js'
import { createWorkThread, type WorkThread } from '../thread/index.js'
import { steadyMs } from '../../clock.js'
import { writeReason } from '../../whole-file.js'
import { BodiesInFlight } from './bodies-in-flight.js'
import { codeOf } from './files.js'

/** Largest message accepted, bytes. */
const BODY_BYTES_MAX = 10_000_000
/** The same for all that are under way. */
const BODIES_BYTES_MAX = 40_000_000
/** Of a message that is read at once, bytes unpacked. */
const AT_ONCE_BYTES = 32_768
const NO_MESSAGE = 'there is no message in its body'
const NOT_STORED = 'The message could not be stored, so it was not taken. Send it again later.\n'
const PUT_OFF = { 'retry-after': '30' }
const NOTHING_READ: Explanation = { reservations: [], lines: [] }

/** One message as it came, and what became of it. Free of card numbers and passwords. */
export interface ReceivedMessage {
  time: string
  path: string
  /** The first HotelCode of the message. */
  hotel?: string
  /** From the request's head to the end of the answer, whole milliseconds. */
  ms: number
  bytes: number
  id?: string
  resStatus?: string
  envelope: string
  /** HTTP status of the answer; 0 where the connection was cut. */
  status: number
  outcome: PmsReply['outcome'] | 'not authorized' | 'not stored'
  /** The sender went away before the answer. */
  isAbandoned: boolean
  findings: LintFinding[]
  /** Why it was not linted, as the end of a sentence. */
  notLinted?: string
  explanation: Explanation
  savedAs?: string
  /** Why nothing is kept although it should be. */
  notKept?: string
  /** Parts that are not kept, because they cannot be looked into. */
  unread?: number
  hidden: { cards: number; passwords: number }
  /** It came as a string in its envelope, not as an element. */
  isString?: true
  /** The Content-Encoding that it came in. */
  encoding?: string
  /** It came in a body of several parts, as SOAP with attachments has. */
  isAttached?: true
}

/** A request that is no notification, or that was turned away unread. */
export type TurnedAway = Pick<ReceivedMessage, 'time' | 'path' | 'status' | 'ms'> & { method: string; why: string }

export interface ListenerOptions {
  host: string
  port: number
  pms: Pms
  /** Reads bodies in gzip, deflate and br, and the message among attachments (multipart), as few PMSs do. */
  readsPacked?: boolean
  /** Asked for where given: Basic, or a UsernameToken in the message. */
  credentials?: PmsCredentials
  /** Stores a message before it is answered; answers with the path. */
  save?: (name: string, content: Uint8Array) => Promise<string>
  /** Whether messages are stored too whose sign-in was refused. */
  savesRefused?: boolean
  /** Whether what cannot be looked into, such as packed parts, is stored too. */
  savesUnread?: boolean
  /** Most bytes of all messages under way; another one is put off with 503. */
  bodiesBytesMax?: number
  /** Of the thread that reads large messages; without it they are read in this one, and the others wait. */
  readerScript?: string
  onMessage: (message: ReceivedMessage) => void
  /** Told of any other request. */
  onTurnedAway?: (request: TurnedAway) => void
}

export interface PmsListener {
  url: string
  close(): Promise<void>
}

/**
 * A PMS at a port of this machine: takes notifications by POST at any path.
 * @throws Fault USAGE where the port is taken or may not be used
 */
export async function startPmsListener(options: ListenerOptions): Promise<PmsListener> {
  const waits = new Set<NodeJS.Timeout>()
  const reader: Reader = createWorkThread<PmsLookJob, PmsLook | Unread>({
    script: options.readerScript,
    perform: lookAsPms,
    unread: (_job, unread) => ({ unread }),
    isLarge: ({ body }) => body.length > AT_ONCE_BYTES,
    sizeOf: ({ body }) => body.length,
  })
  const bodies = new BodiesInFlight({ each: BODY_BYTES_MAX, together: options.bodiesBytesMax ?? BODIES_BYTES_MAX })
  const server = createServer((request, response) => {
    // A sender that goes away is no fault of ours.
    request.on('error', () => undefined)
    response.on('error', () => undefined)
    void handle(request, response, options, { waits, bodies, reader })
  })
  server.requestTimeout = 60_000
  const { port, address } = await listen(server, options)
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${port}/`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const wait of waits) clearTimeout(wait)
      server.closeAllConnections()
      await closed
      await reader.close()
    },
  }
}

function listen(server: Server, { port, host }: ListenerOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = codeOf(error)
      const why =
        code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program`
          : `It is not possible to listen at ${host}, port ${port} (${code})`
      reject(new Fault('USAGE', `${why}.`, { next: 'Choose another with --port; 0 takes any free one.' }))
    })
    server.listen(port, host, () => resolve(server.address() as AddressInfo))
  })
}

/** What the requests of one listener share. */
interface Shared {
  waits: Set<NodeJS.Timeout>
  bodies: BodiesInFlight
  reader: Reader
}

type Reader = WorkThread<PmsLookJob, PmsLook | Unread>

/** Why a message was not read, as the end of a sentence. */
interface Unread {
  unread: string
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenerOptions,
  { waits, bodies, reader }: Shared,
): Promise<void> {
  const { credentials } = options
  const startedAt = steadyMs()
  const ms = (): number => Math.round(steadyMs() - startedAt)
  const path = createConcealer({ secrets: secretsOf(credentials) }).text(
    hideAddress((request.url ?? '/').split('?')[0] as string),
  )
  const plain: typeof sendPlain = (to, status, ...rest) => {
    const { method = '' } = request
    const why = rest[0].trimEnd()
    onceClosed(to, () =>
      options.onTurnedAway?.({ time: new Date().toISOString(), method, path, status, why, ms: ms() }),
    )
    sendPlain(to, status, ...rest)
  }
  const refusal = refusalOfCaller(
    { method: request.method, headers: request.headers, localAddress: request.socket.localAddress },
    options.host,
    { name: 'PMS', command: 'resnotif listen', takesMessages: true },
  )
  if (refusal !== undefined) return plain(response, refusal.status, `${refusal.message}\n`, { connection: 'close' })
  if (request.method !== 'POST')
    return plain(
      response,
      405,
      'This is a PMS for trying things out. It takes OTA_HotelResNotifRQ by POST, at any path.\n',
      { allow: 'POST' },
    )
  const claim = claimOf(request, credentials)
  // Nothing of such a message is read, unless all of them are to be kept.
  const isRead = claim !== 'wrong' || options.savesRefused === true
  const { 'content-encoding': encoding, 'content-type': contentType } = request.headers
  const packed = encodingsOf(encoding).join(', ')
  if (isRead && options.readsPacked !== true && packed !== '')
    return plain(
      response,
      415,
      `This PMS takes no Content-Encoding, and the message came in one (${packed.slice(0, 80)}). Send it without, or listen with --persona lenient, which reads gzip, deflate and br.\n`,
      { 'accept-encoding': 'identity' },
    )
  if (isRead && options.readsPacked !== true && isMultipart(contentType))
    return plain(
      response,
      415,
      'This PMS takes no message with attachments (multipart). Send the XML alone, or listen with --persona lenient, which reads the message among them.\n',
    )
  const sent = isRead ? await bodies.read(request, response) : Buffer.alloc(0)
  if (sent === 'gone') return
  const body = typeof sent === 'string' || !isRead ? sent : bodies.unpack(sent, encoding, response)
  if (body === 'unknown')
    return plain(response, 415, `The Content-Encoding ${packed.slice(0, 80)} is not read.\n`, {
      'accept-encoding': 'gzip, deflate, br',
    })
  if (body === 'damaged')
    return plain(
      response,
      400,
      `The message is no whole ${packed}, which its Content-Encoding says: it is cut or damaged.\n`,
    )
  if (body === 'too large')
    return plain(response, 413, `A message may have ${BODY_BYTES_MAX} bytes${packed === '' ? '' : ', unpacked'}.\n`, {
      connection: 'close',
    })
  if (body === 'too many')
    return plain(response, 503, 'Too much is under way at once. Send it again in a moment.\n', {
      'retry-after': '1',
      connection: 'close',
    })
  const time = new Date().toISOString()
  const look = await reader.do({
    kind: 'message of a PMS',
    body,
    contentType,
    readsAttached: options.readsPacked === true,
    expectComposite: options.pms.expectComposite,
    claim,
    credentials,
    secrets: secretsOf(credentials),
    keeps: options.save === undefined ? 'nothing' : options.savesRefused === true ? 'all' : 'welcome',
    keepsUnread: options.savesUnread,
  })
  if ('unread' in look)
    return plain(response, 503, `The message was not read: ${look.unread}. Send it again later.\n`, PUT_OFF)
  const { isWelcome, notFound, reading, shown, kept } = look
  const reply =
    reading !== undefined
      ? options.pms.answer(reading)
      : isWelcome
        ? unfound(notFound ?? NO_MESSAGE)
        : unwelcome(look.envelope)
  const notLinted = isWelcome ? notFound : 'its sign-in was refused'
  const received: ReceivedMessage = {
    time,
    path,
    ms: 0,
    bytes: sent.length,
    envelope: reply.envelope,
    status: reply.action === 'cut' ? 0 : reply.status,
    outcome: reply.outcome,
    isAbandoned: false,
    findings: [],
    ...(notLinted === undefined ? {} : { notLinted }),
    explanation: NOTHING_READ,
    hidden: { cards: 0, passwords: 0 },
    ...(look.isString ? { isString: true } : {}),
    ...(look.isAttached ? { isAttached: true } : {}),
    ...(packed === '' ? {} : { encoding: packed }),
    ...shown,
  }
  if (kept?.why !== undefined) received.notKept = kept.why
  if (kept?.content !== undefined && options.save !== undefined) {
    if (kept.unread > 0) received.unread = kept.unread
    try {
      received.savedAs = await options.save(`${time.replaceAll(/[:.]/g, '-')}-${shown?.id ?? 'message'}`, kept.content)
    } catch (error) {
      received.notKept = writeReason(error)
      // What was refused stays refused; what was taken is so only once it is kept.
      if (reply.release !== undefined) Object.assign(received, { outcome: 'not stored', status: 503 })
      reply.release?.()
    }
  }
  onceClosed(response, () =>
    options.onMessage({ ...received, ms: ms(), isAbandoned: !response.writableFinished && reply.action === 'answer' }),
  )
  const answer = (): void =>
    received.outcome === 'not stored' ? sendPlain(response, 503, NOT_STORED, PUT_OFF) : send(response, reply)
  if (reply.delayMs === 0) return answer()
  const wait = setTimeout(() => {
    waits.delete(wait)
    answer()
  }, reply.delayMs)
  waits.add(wait)
  response.once('close', () => clearTimeout(wait))
}

/** At once where the sender went away while its message was read. */
function onceClosed(response: ServerResponse, tell: () => void): void {
  if (response.destroyed) tell()
  else response.once('close', tell)
}

function send(
  response: ServerResponse,
  { action, status, body, envelope }: Pick<PmsReply, 'action' | 'status' | 'body' | 'envelope'>,
): void {
  if (action === 'cut') return void response.destroy()
  const isXml = body.startsWith('<')
  response.writeHead(status, {
    'content-type': isXml ? (postHeaders(envelope)['content-type'] as string) : 'text/plain; charset=utf-8',
    ...(status === 401 ? { 'www-authenticate': 'Basic realm="PMS", charset="UTF-8"' } : {}),
  })
  response.end(body)
}

function sendPlain(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(body)
}

/** What the headers say of the sender; `none` leaves it to a UsernameToken in the message. */
function claimOf({ headers }: IncomingMessage, credentials: PmsCredentials | undefined): 'right' | 'wrong' | 'none' {
  if (credentials === undefined) return 'right'
  const [scheme, basic = ''] = (headers.authorization ?? '').trim().split(/ +/)
  if (scheme?.toLowerCase() !== 'basic') return 'none'
  return isSameSecret(Buffer.from(basic, 'base64').toString('utf8'), `${credentials.username}:${credentials.password}`)
    ? 'right'
    : 'wrong'
}

/** Of a body of several parts without the one message that it should have. List EWT 7, protocol violation; list ERR 367, invalid format. */
const unfound = (why: string): PmsReply => ({
  action: 'answer',
  status: 400,
  body: writeAnswer({ envelope: 'none', errors: [{ type: '7', code: '367', shortText: why }] }),
  envelope: 'none',
  delayMs: 0,
  outcome: 'refused',
  findings: [],
})

/** List EWT 4, sign-in failed; list ERR 497, authorization failed. */
function unwelcome(envelope: Envelope): Omit<PmsReply, 'outcome'> & { outcome: 'not authorized' } {
  const body = writeAnswer({ envelope, errors: [{ type: '4', code: '497', shortText: 'wrong name or password' }] })
  return { action: 'answer', status: 401, body, envelope, delayMs: 0, outcome: 'not authorized', findings: [] }
}

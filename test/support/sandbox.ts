import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { request } from 'undici'
import {
  DEMO_ACCOUNTS,
  startSandbox,
  type RequestLogEntry,
  type Sandbox,
  type SandboxOptions,
} from '../../src/sandbox/index.js'

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** The parsed answer. Test code: its shape is what the test is about. */
  body: Loose
}

/** An answer whose fields a test may walk through; a missing one is undefined. */
export interface Loose {
  [name: string]: Loose
}

export interface Caller {
  token: string
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown): Promise<Reply>
  put(path: string, body?: unknown): Promise<Reply>
  /** A `/v1` call: the account's credentials are put in. */
  channel(path: string, body: object): Promise<Reply>
  send(method: string, path: string, init?: { body?: string; headers?: Record<string, string> }): Promise<Reply>
}

export interface TestSandbox {
  sandbox: Sandbox
  url: string
  log: RequestLogEntry[]
  as(partnerId: 'demo-supplier' | 'demo-operator'): Promise<Caller>
  send(
    method: string,
    path: string,
    init?: { body?: string | ReadableStream; headers?: Record<string, string> },
  ): Promise<Reply>
  close(): Promise<void>
}

/** A sandbox on a free port, in memory unless a data directory is given, with its log kept. */
export async function startTestSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const log: RequestLogEntry[] = []
  const sandbox = await startSandbox({ log: (entry) => log.push(entry), ...options })
  const send: TestSandbox['send'] = async (method, target, { body, headers = {} } = {}) => {
    // Half the work of `fetch`, of which this suite makes thousands.
    const answer = await request(sandbox.url + target, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Readable.fromWeb(body) }),
    })
    const text = await answer.body.text()
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json') === true
    return {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
      text,
      body: (isJson ? JSON.parse(text) : {}) as Loose,
    }
  }
  return {
    sandbox,
    url: sandbox.url,
    log,
    send,
    as: (partnerId) => signIn(send, partnerId),
    close: () => sandbox.close(),
  }
}

function headersOf(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) for (const one of [value ?? []].flat()) headers.append(name, one)
  return headers
}

async function signIn(send: TestSandbox['send'], partnerId: string): Promise<Caller> {
  const account = DEMO_ACCOUNTS.find((known) => known.partnerId === partnerId)
  if (account === undefined) throw new Error(`no account ${partnerId}`)
  const reply = await send(
    'POST',
    `/api/v1/partners/get-token?partnerId=${account.partnerId}&partnerSecret=${account.secret}`,
  )
  const token = String(reply.body['accessToken'])
  const authorized: Caller['send'] = (method, target, { body, headers = {} } = {}) =>
    send(method, target, {
      ...(body === undefined ? {} : { body }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    })
  const withBody = (method: string) => (target: string, body?: unknown) =>
    authorized(method, target, body === undefined ? {} : { body: JSON.stringify(body) })
  return {
    token,
    send: authorized,
    get: (target) => authorized('GET', target),
    post: withBody('POST'),
    put: withBody('PUT'),
    channel: (target, body) => withBody('POST')(target, { credentials: account.channelCredentials, ...body }),
  }
}

/** A directory of its own, with the act that removes it. */
export function temporaryDirectory(): { dir: string; remove(): void } {
  const dir = mkdtempSync(path.join(tmpdir(), 'hubswitch-sandbox-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }) }
}

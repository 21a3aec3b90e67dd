import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'

/** A request as the server received it. */
export interface Recorded {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  /** The body as it came. */
  bytes: Buffer
  at: number
}

/** What the server does with one request. */
export type Reply = (response: ServerResponse, request: Recorded) => void

export interface Scripted {
  url: string
  port: number
  requests: Recorded[]
  /** Requests of one path. */
  to(path: string): Recorded[]
  close(): Promise<void>
}

/** A real HTTP server that answers as the test says, broken answers included. */
export async function startScripted(
  answer: (request: Recorded, index: number) => Reply,
  tls?: { key: string; cert: string },
): Promise<Scripted> {
  const requests: Recorded[] = []
  const sockets = new Set<Socket>()
  const listener = (incoming: import('node:http').IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const url = new URL(incoming.url ?? '/', 'http://x')
      const bytes = Buffer.concat(chunks)
      const body = bytes.toString('utf8')
      const request = {
        method: incoming.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body,
        bytes,
        at: Date.now(),
      }
      requests.push(request)
      answer(request, requests.length - 1)(response, request)
    })
  }
  const server: Server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  // A busy machine leaves connections idle for longer than the 5 s after which a server cuts them, just as the next request leaves.
  server.keepAliveTimeout = 120_000
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    port,
    requests,
    to: (path) => requests.filter((request) => request.path === path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        sockets.forEach((socket) => socket.destroy())
      }),
  }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }

export const text =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
  }

/** The connection is cut before the first byte of an answer. */
export const cut: Reply = (response) => void response.socket?.destroy()

/** Bytes as they stand, HTTP or not, and the connection is closed. */
export const raw =
  (bytes: string): Reply =>
  (response) =>
    void response.socket?.end(bytes)

/** The connection is cut in the middle of the body. */
export const cutMidBody: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"result":{"id":1,', () => setTimeout(() => response.socket?.destroy(), 5))
}

/** No answer ever. */
export const silent: Reply = () => undefined

export const success = (result: unknown): Reply =>
  json(200, { result, status: 'success', message: 'OK', executionTime: 1 })

export const problem = (status: number, message: string, more: object = {}): Reply =>
  json(status, { result: null, status: 'fail', message, executionTime: 1, ...more })

export const GET_TOKEN = '/api/v1/partners/get-token'
export const REFRESH_TOKEN = '/api/v1/partners/refresh-token'
export const GET_INFO = '/api/v1/partners/get-info'

export const PARTNER = { id: 1, partnerId: 'demo', name: 'Demo' }

/** A JWT of the given life. */
export function jwt(claims: Record<string, unknown>): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}.${Buffer.from('not checked here').toString('base64url')}`
}

/** Answers get-token with opaque tokens token-1, token-2, …; everything else as told. */
export function withTokens(
  answer: (request: Recorded, index: number) => Reply,
  expiresIn: unknown = 3_600,
): (request: Recorded, index: number) => Reply {
  let issued = 0
  let others = 0
  return (request) => {
    if (!request.path.endsWith(GET_TOKEN) && !request.path.endsWith(REFRESH_TOKEN)) return answer(request, others++)
    issued++
    return json(200, { tokenType: 'Bearer', expiresIn, accessToken: `opaque-token-${issued}`, executionTime: 1 })
  }
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What happens to one request on its way: `before` never reaches the service, `after` does and its answer is lost or spoilt. */
export type Mishap =
  | 'cut-before'
  | 'cut-after'
  | '500-before'
  | '500-after'
  | 'torn-after'
  | 'garbage-after'
  | 'hang-before'
  | 'hang-after'
  | '429-before'
  | '503-before'
  | '429-after'
  | '503-after'
  | '409-after'
  | '422-before'
  | '303-before'

export interface FaultyProxy {
  url: string
  /** Requests that reached the proxy: `POST /api/v1/reservations`. */
  seen: string[]
  close(): Promise<void>
}

/** A real HTTP server between client and service that spoils what the test says. */
export async function startFaultyProxy(
  target: string,
  mishapOf: (request: string) => Mishap | undefined,
): Promise<FaultyProxy> {
  const seen: string[] = []
  const sockets = new Set<Socket>()
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const path = incoming.url ?? '/'
    const request = `${incoming.method} ${path.split('?')[0]}`
    seen.push(request)
    const mishap = mishapOf(request)
    if (mishap === 'cut-before') return void incoming.socket.destroy()
    if (mishap === '500-before')
      return void response.writeHead(500, { 'content-type': 'text/html' }).end('<title>Bad day</title>')
    if (mishap === 'hang-before') return
    if (mishap === '429-before' || mishap === '503-before')
      return void response.writeHead(Number(mishap.slice(0, 3)), { 'retry-after': '0' }).end()
    if (mishap === '303-before') return void response.writeHead(303, { location: '/elsewhere' }).end()
    if (mishap === '422-before')
      return void response.writeHead(422, { 'content-type': 'application/json' }).end('{"message":"not like this"}')
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(
        ([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name),
      ),
    ) as Record<string, string>
    const body = Buffer.concat(chunks)
    const answer = await fetch(target + path, {
      method: incoming.method ?? 'GET',
      headers,
      ...(body.length === 0 ? {} : { body }),
    })
    const text = await answer.text()
    if (mishap === 'cut-after') return void incoming.socket.destroy()
    if (mishap === 'hang-after') return
    if (mishap === '500-after')
      return void response.writeHead(500, { 'content-type': 'text/html' }).end('<title>Bad day</title>')
    if (mishap === '429-after' || mishap === '503-after')
      return void response.writeHead(Number(mishap.slice(0, 3)), { 'retry-after': '0' }).end()
    if (mishap === '409-after')
      return void response.writeHead(409, { 'content-type': 'application/json' }).end('{"message":"it exists"}')
    if (mishap === 'garbage-after')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in to the airport</title>')
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    })
    if (mishap !== 'torn-after') return void response.end(text)
    response.write(text.slice(0, Math.floor(text.length / 2)))
    setTimeout(() => incoming.socket.destroy(), 20)
  }
  const server = createServer(
    (incoming, response) => void serve(incoming, response).catch(() => incoming.socket.destroy()),
  )
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        sockets.forEach((socket) => socket.destroy())
      }),
  }
}

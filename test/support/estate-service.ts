import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Limiter } from './limiters.js'

interface Options {
  latencyMs?: number
  limiter?: Limiter
  /** What is answered instead of success. */
  answer?(hotel: string, entries: readonly Entry[], request: number): Refusal | undefined
  /** Where it listens. */
  host?: string
}

export interface Refusal {
  status: number
  body: object
}

export interface Entry {
  room_id: number
  rate_plan_id?: number
  from: string
  to: string
  price?: string
  availability?: number
}

/** A service that counts for itself what it was sent: it shares nothing with the sender. */
export interface CountingService {
  url: string
  requests: number
  refused: number
  /** Most requests of one hotel at once; most in one second of the clock, and as an average. */
  mostAtOnce: number
  mostInASecond: number
  /** Requests that came after a later one of the same hotel. */
  outOfOrder: number
  /** Hotel, room and first night → value. */
  held: Map<string, string>
  close(): Promise<void>
}

export async function startCountingService({
  latencyMs = 0,
  limiter,
  answer,
  host = '127.0.0.1',
}: Options = {}): Promise<CountingService> {
  const atWork = new Map<string, number>()
  const last = new Map<string, string>()
  const seconds = new Map<number, number>()
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/api/v1/partners') === true)
      return void response.end(JSON.stringify({ tokenType: 'Bearer', expiresIn: 3600, accessToken: 'a.b.c' }))
    const now = Date.now()
    service.requests += 1
    const served = limiter?.arrive(now) ?? { ok: true as const }
    if (!served.ok) {
      service.refused += 1
      response.writeHead(429, { 'retry-after': String(Math.max(1, Math.ceil(served.retryAfterMs / 1000))) })
      return void response.end(JSON.stringify({ success: false, error: { code: 'TOO_MANY', message: 'Slow down.' } }))
    }
    const second = Math.floor(now / 1000)
    const inSecond = (seconds.get(second) ?? 0) + 1
    seconds.set(second, inSecond)
    service.mostInASecond = Math.max(service.mostInASecond, inSecond)
    const {
      hotel_code: code,
      room_settings: settings,
      availabilities = [],
    } = JSON.parse(body) as { hotel_code: number; room_settings?: Entry[]; availabilities?: Entry[] }
    const hotel = String(code)
    const entries = settings ?? availabilities
    const busy = (atWork.get(hotel) ?? 0) + 1
    atWork.set(hotel, busy)
    service.mostAtOnce = Math.max(service.mostAtOnce, busy)
    const place = `${entries[0]?.room_id} ${entries[0]?.from}`
    if (place < (last.get(hotel) ?? '')) service.outOfOrder += 1
    last.set(hotel, place)
    if (latencyMs > 0) await sleep(latencyMs)
    atWork.set(hotel, (atWork.get(hotel) ?? 1) - 1)
    limiter?.leave(Date.now())
    const refusal = answer?.(hotel, entries, service.requests)
    if (refusal !== undefined) return void response.writeHead(refusal.status).end(JSON.stringify(refusal.body))
    for (const { room_id: room, from, to, price, availability } of entries)
      service.held.set(`${hotel} ${room} ${from}..${to}`, String(price ?? availability))
    response.end(JSON.stringify({ success: true, error: null }))
  })
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const service: CountingService = {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    requests: 0,
    refused: 0,
    mostAtOnce: 0,
    mostInASecond: 0,
    outOfOrder: 0,
    held: new Map(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

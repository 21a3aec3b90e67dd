import { readFileSync } from 'node:fs'
import { request as call } from 'node:http'
import path from 'node:path'
import { expect } from 'vitest'
import { type Forwarder, startForwarder } from '../../../src/cli/forward/forwarder.js'
import type { Exchange } from '../../../src/cli/forward/exchange.js'
import type { PartlyTaken } from '../../../src/cli/forward/partly-taken.js'
import { createRelay } from '../../../src/client/index.js'
import { type Recorded, type Reply, type Scripted, startScripted } from '../../client/scripted-server.js'
import { ROOT } from '../../support/cli.js'
import { opened } from '../../support/open-things.js'

/** A hub, the forwarder and a scripted PMS behind it. */

export const MESSAGE = readFileSync(path.join(ROOT, 'samples/notification.xml'))
export const TAKEN =
  '<OTA_HotelResNotifRS xmlns="http://www.opentravel.org/OTA/2003/05" Version="5"><Success/></OTA_HotelResNotifRS>'
export const CARD = '4111111111111111'

export interface Bench extends Forwarder {
  pms: Scripted
  seen: Omit<Exchange, 'id'>[]
  remarks: string[]
}

export async function between(
  answer: (request: Recorded, index: number) => Reply,
  more: {
    timeoutMs?: number
    keepsRefused?: boolean
    keepsUnread?: boolean
    to?: string
    answerBytesMax?: number
    closeMs?: number
    partlyTaken?: PartlyTaken
  } = {},
): Promise<Bench> {
  const pms = await startScripted(answer)
  const relay = createRelay({
    to: more.to ?? `${pms.url}/pms?key=of-the-address`,
    timeoutMs: more.timeoutMs ?? 20_000,
    answerBytesMax: more.answerBytesMax ?? 1_000_000,
  })
  const [seen, remarks]: [Omit<Exchange, 'id'>[], string[]] = [[], []]
  const forwarder = await startForwarder({
    host: '127.0.0.1',
    port: 0,
    relay,
    keepsRefused: more.keepsRefused ?? false,
    keepsUnread: more.keepsUnread,
    closeMs: more.closeMs,
    partlyTaken: more.partlyTaken,
    onExchange: (exchange) => seen.push(exchange),
    onRemark: (line) => remarks.push(line),
  })
  opened.push(pms, relay, forwarder)
  return { ...forwarder, pms, seen, remarks }
}

interface Answered {
  status: number
  rawHeaders: string[]
  body: Buffer
}

/** Bytes as they are, with nothing added. */
export function post(
  url: string,
  body: Uint8Array,
  headers: Record<string, string | string[]> = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = call(
      url,
      { method: 'POST', headers: { 'content-length': body.length, ...headers } },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, rawHeaders: response.rawHeaders, body: Buffer.concat(chunks) }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
export const headersOf = ({ rawHeaders }: Answered, name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
export const until = async (isTrue: () => boolean): Promise<void> => {
  for (let i = 0; i < 1_000 && !isTrue(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isTrue()).toBe(true)
}
export const taken: Reply = (response) => void response.writeHead(200, { 'content-type': 'text/xml' }).end(TAKEN)

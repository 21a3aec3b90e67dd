import { createClient, type Client, type ClientOptions, type TraceEvent } from '../../src/client/index.js'
import { Fault, type ErrorCode } from '../../src/errors.js'
import { expect } from 'vitest'
import { opened } from '../support/open-things.js'
import { startScripted, type Recorded, type Reply, type Scripted } from './scripted-server.js'

export const PARTNER_ID = 'demo-partner'
export const PARTNER_SECRET = 'p&s"w<ö>r/d +%1'
/** Begins as no field is named: half a secret at the end of a text is hidden too. */
export const DUTY_CODE = 'gate:pin=42&x'

/** A scripted server that ends with the test. */
export async function serve(
  answer: (request: Recorded, index: number) => Reply,
  tls?: { key: string; cert: string },
): Promise<Scripted> {
  const server = await startScripted(answer, tls)
  opened.push(server)
  return server
}

/** A client with short waits that ends with the test. */
export function connect(baseUrl: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    baseUrl,
    userAgent: 'hubswitch/test',
    identity: { partner: async () => ({ partnerId: PARTNER_ID, partnerSecret: PARTNER_SECRET }) },
    channelCredentials: async () => ({ id: 15786, duty_code: DUTY_CODE, user: 'demo' }),
    retry: { baseMs: 5, capMs: 10, retryAfterCapMs: 2_000 },
    ...options,
    timeouts: { connectMs: 10_000, headersMs: 10_000, bodyMs: 10_000, attemptMs: 20_000, ...options.timeouts },
  })
  opened.push(client)
  return client
}

/** The fault a call ends with. */
export async function faultOf(work: Promise<unknown>): Promise<Fault> {
  const outcome = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  expect(outcome).toHaveProperty('error')
  const { error } = outcome as { error: unknown }
  expect(error).toBeInstanceOf(Fault)
  return error as Fault
}

export async function expectFault(work: Promise<unknown>, code: ErrorCode, message?: RegExp): Promise<Fault> {
  const fault = await faultOf(work)
  expect({ code: fault.code, message: fault.message }).toMatchObject({ code })
  if (message !== undefined) expect(fault.message).toMatch(message)
  return fault
}

export function recordTrace(): { lines: TraceEvent[]; trace: (line: TraceEvent) => void } {
  const lines: TraceEvent[] = []
  return { lines, trace: (line) => void lines.push(line) }
}

/** Signed in from the start, so that the first request is the one under test. */
export const FIXED_TOKEN = 'fixed-opaque-token'
export const fixedIdentity = { partner: async () => undefined, fixedToken: FIXED_TOKEN }

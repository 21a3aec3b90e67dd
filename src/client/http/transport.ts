import { statSync } from 'node:fs'
import { setTimeout as setTimeoutOf } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici'
import { Fault } from '../../errors.js'
import { LARGEST, readGivenFileSync, refuseForeignFile } from '../../given-file.js'
import { tooManyBytes } from './answer-bounds.js'
import { isLoopback } from './base-address.js'
import { BodyBytes } from './body-bytes.js'
import { listenForBytes } from './bytes-heard.js'
import { readBody } from './decode-body.js'
import { wireFaultOf } from './wire-fault.js'
import { type Transport, type WireAnswer, WireFault, type WireRequest } from './wire.js'

/** Connections are closed within this time, milliseconds, or left to the end of the process. */
const CLOSE_MS = 1_000

const PEM_WAIT_MS = 10_000

/** Time limits of one attempt, in milliseconds. */
export interface Timeouts {
  connectMs: number
  /** From the request to the answer's headers. */
  headersMs: number
  /** Between two pieces of the answer's body. For both 0 is no limit. */
  bodyMs: number
  /** All attempts of one call together, each to the last byte of its answer, and the waits between them. */
  attemptMs: number
}

export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 10_000, headersMs: 60_000, bodyMs: 30_000, attemptMs: 120_000 }

export interface TransportOptions {
  baseAddress: URL
  timeouts: Timeouts
  /** PEM file of authorities trusted beside the usual ones. */
  caFile?: string
  /** Largest answer accepted, in bytes, before and after decoding. */
  answerBytesMax: number
}

/**
 * The only door to the network. Honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY; loopback is never proxied.
 * Redirects are not followed. Everything it throws is free of addresses, headers and bodies.
 * @throws Fault USAGE when `caFile` cannot be read or the proxy address is none
 */
export function createTransport(options: TransportOptions): Transport {
  const dispatcher = createDispatcher(options)
  return {
    send: (request) => sendOnce(dispatcher, request, options),
    // A connection whose answer the HTTP library could not read may never be given back; nothing waits for it.
    close: () => Promise.race([dispatcher.destroy(), setTimeoutOf(CLOSE_MS, undefined, { ref: false })]),
  }
}

function createDispatcher({ baseAddress, timeouts, caFile }: TransportOptions): Dispatcher {
  const tls = caFile === undefined ? {} : { ca: trustedAuthorities(caFile) }
  const connect = { ...tls, timeout: timeouts.connectMs }
  const agent = { connect, connectTimeout: timeouts.connectMs, pipelining: 1, keepAliveTimeout: 4_000 }
  if (isLoopback(baseAddress)) return new Agent(agent)
  try {
    return new EnvHttpProxyAgent({ ...agent, requestTls: connect, proxyTls: connect })
  } catch {
    throw new Fault('USAGE', 'The proxy variables HTTP_PROXY and HTTPS_PROXY do not hold a usable address.', {
      next: 'Set them to an address such as http://proxy.example:3128.',
    })
  }
}

/**
 * Naming authorities replaces Node's own list, so that list and NODE_EXTRA_CA_CERTS are named too.
 * @throws Fault USAGE when the file cannot be read, belongs to another user or can be written by anybody
 */
export function trustedAuthorities(caFile: string): string[] {
  const extra = process.env['NODE_EXTRA_CA_CERTS']
  return [
    ...rootCertificates,
    ...(extra === undefined || extra === '' ? [] : [readPem(extra, 'NODE_EXTRA_CA_CERTS')]),
    readOwnPem(caFile),
  ]
}

/** Whoever chooses the authorities can listen to every secret. */
function readOwnPem(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found !== undefined)
    refuseForeignFile(
      file,
      found,
      ({ what, next, facts = {} }) =>
        new Fault('USAGE', `The certificate file ${file} ${what}.`, { next, facts: { file, ...facts } }),
    )
  return readPem(file, 'HUBSWITCH_CA_FILE')
}

function readPem(file: string, name: string): string {
  try {
    const text = readGivenFileSync(file, { bytesMax: LARGEST.certificates, waitMs: PEM_WAIT_MS }).bytes.toString('utf8')
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  } catch (error) {
    throw new Fault(
      'USAGE',
      `The certificate file ${file} cannot be read (${String((error as NodeJS.ErrnoException).code)}).`,
      { next: `Correct ${name} or the profile's caFile.` },
    )
  }
  throw new Fault('USAGE', `The file ${file} contains no certificate in PEM format.`, {
    next: `Correct ${name} or the profile's caFile.`,
  })
}

function sendOnce(
  dispatcher: Dispatcher,
  request: WireRequest,
  { timeouts, answerBytesMax }: TransportOptions,
): Promise<WireAnswer> {
  return new Promise<WireAnswer>((resolve, reject) => {
    const { signal } = request
    let controller: Dispatcher.DispatchController | undefined
    let hasHeard = (): boolean => false
    let isOver = false
    let status = 0
    let headers: Record<string, string> = {}
    let fields: [string, string][] = []
    const heard = new BodyBytes()

    const finish = (end: () => void): void => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      end()
    }
    const fail = (error: unknown): void =>
      finish(() => {
        const fault = wireFaultOf(error, controller !== undefined)
        if (status !== 0) fault.status = status
        if (status !== 0 && request.isRaw === true)
          fault.partial = { body: Buffer.from(heard.bytes()), headers: fields }
        fault.isHeard = status !== 0 || hasHeard()
        reject(fault)
      })
    const stop = (fault: WireFault): void => {
      fail(fault)
      controller?.abort(fault)
    }
    const arrived = (): 'no' | 'maybe' => (controller === undefined ? 'no' : 'maybe')
    const onAbort = (): void => stop(new WireFault(arrived(), 'ABORTED', 'interrupted', false))
    const timer = setTimeout(
      () => stop(new WireFault(arrived(), 'ATTEMPT_TIMEOUT', 'no complete answer in time', true)),
      request.attemptMs ?? timeouts.attemptMs,
    )
    if (signal?.aborted === true) return onAbort()
    signal?.addEventListener('abort', onAbort, { once: true })

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        // Called when a connection stands and the request is about to be written: nothing has arrived before this.
        if (isOver) return started.abort(new WireFault('no', 'ABORTED', 'interrupted', false))
        try {
          request.onLeave?.()
        } catch (error) {
          finish(() => reject(error))
          return started.abort(new WireFault('no', 'ABORTED', 'interrupted', false))
        }
        controller = started
        hasHeard = listenForBytes()
      },
      onResponseStart(_controller, code, incoming) {
        status = code
        // The HTTP library takes any status below 200 for an answer that another one follows, and waits for that without a limit.
        if (code < 100) return stop(new WireFault('maybe', 'ANSWER_STATUS', 'this is not an HTTP status', false))
        headers = plainHeaders(incoming)
        if (request.isRaw === true) fields = allHeaders(incoming)
      },
      onResponseData(_controller, chunk) {
        if (heard.size + chunk.length > answerBytesMax) return stop(tooManyBytes(answerBytesMax))
        heard.add(chunk)
      },
      onResponseEnd() {
        const body = heard.bytes()
        if (request.isRaw === true)
          finish(() => resolve({ status, headers, text: '', raw: { body: Buffer.from(body), headers: fields } }))
        else
          readBody(body, headers, answerBytesMax).then((text) => finish(() => resolve({ status, headers, text })), fail)
      },
      onResponseError: (_controller, error) => fail(error),
    }
    try {
      dispatcher.dispatch(
        {
          origin: request.url.origin,
          path: `${request.url.pathname}${request.url.search}`,
          method: request.method,
          headers: {
            ...(request.isRaw === true ? {} : { 'accept-encoding': 'gzip, deflate, br' }),
            ...request.headers,
          },
          body: request.body ?? null,
          headersTimeout: timeouts.headersMs,
          bodyTimeout: timeouts.bodyMs,
        },
        handler,
      )
    } catch (error) {
      fail(error)
    }
  })
}

function plainHeaders(incoming: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name in incoming) {
    const value = incoming[name]
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}

function allHeaders(incoming: Record<string, string | string[] | undefined>): [string, string][] {
  return Object.entries(incoming).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [value].flat().map((one) => [name, one]),
  )
}

import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { endpointOf } from '../../contract/index.js'
import {
  addressOf,
  createTransport,
  DEFAULT_TIMEOUTS,
  readBaseAddress,
  trustedAuthorities,
  WireFault,
  wireFaultOf,
} from '../http/index.js'
import { lookAtCertificate, type ShownCertificate } from './certificate.js'
import { type ProxyInUse, proxyFor } from './proxy.js'

const ANSWER_BYTES_MAX = 1_000_000

/** A part of the way to a service: what was found, or why it was not, in words without addresses and secrets. */
export type Found<T> = { ok: true; value: T } | { ok: false; why: string }

/** How far a service can be reached, looked at part by part. */
export interface Probe {
  host: string
  /** Undefined where requests go out directly. */
  proxy: ProxyInUse | undefined
  /** Addresses of the host, or of the proxy; undefined where the host is an address itself. */
  names: Found<string[]> | undefined
  /** Undefined where the address is not https, or behind a proxy that is reached over https itself. */
  certificate: Found<ShownCertificate> | undefined
  /** HTTP status, what the service's clock says more than this machine's, and how long it took, both in milliseconds. */
  answer: Found<{ status: number; aheadMs: number | undefined; tookMs: number }>
}

/**
 * Looks how far a service can be reached: name, certificate, one request for the account without a token, which changes nothing and carries no secret.
 * @param timeoutMs of each part
 * @throws Fault USAGE for an address or a CA file that cannot be used
 */
export async function probeService(
  baseUrl: string,
  {
    caFile,
    userAgent,
    timeoutMs,
    env,
  }: { caFile: string | undefined; userAgent: string; timeoutMs: number; env: NodeJS.ProcessEnv },
): Promise<Probe> {
  const base = readBaseAddress(baseUrl)
  const ca = caFile === undefined ? undefined : trustedAuthorities(caFile)
  const proxy = proxyFor(base, env)
  const first = (proxy?.url ?? base).hostname.replaceAll(/^\[|\]$/g, '')
  const signal = AbortSignal.timeout(timeoutMs)
  const isSeen = base.protocol === 'https:' && (proxy === undefined || proxy.url?.protocol === 'http:')
  const [names, certificate, answer] = await Promise.all([
    isIP(first) === 0 ? found(() => addressesOf(first, signal)) : undefined,
    isSeen ? found(() => lookAtCertificate(base, { ca, proxy: proxy?.url, signal })) : undefined,
    found(() => ask(base, { caFile, userAgent, timeoutMs })),
  ])
  return { host: base.host, proxy, names, certificate, answer }
}

async function found<T>(work: () => Promise<T>): Promise<Found<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (typeof code === 'string' && code.startsWith('PROXY_'))
      return { ok: false, why: `the proxy refused to connect (HTTP ${code.slice('PROXY_'.length)})` }
    return { ok: false, why: (error instanceof WireFault ? error : wireFaultOf(error, false)).message }
  }
}

async function addressesOf(host: string, signal: AbortSignal): Promise<string[]> {
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new WireFault('no', 'ETIMEDOUT', 'no answer in time', true)))
  })
  return [...new Set((await Promise.race([lookup(host, { all: true }), late])).map(({ address }) => address))]
}

async function ask(
  base: URL,
  { caFile, userAgent, timeoutMs }: { caFile: string | undefined; userAgent: string; timeoutMs: number },
): Promise<{ status: number; aheadMs: number | undefined; tookMs: number }> {
  const transport = createTransport({
    baseAddress: base,
    timeouts: { ...DEFAULT_TIMEOUTS, connectMs: timeoutMs, attemptMs: timeoutMs },
    answerBytesMax: ANSWER_BYTES_MAX,
    ...(caFile === undefined ? {} : { caFile }),
  })
  try {
    const sentAt = Date.now()
    const { status, headers } = await transport.send({
      method: 'GET',
      url: addressOf(base, endpointOf('auth.whoami').path),
      headers: { 'user-agent': userAgent, accept: 'application/json' },
    })
    const tookMs = Date.now() - sentAt
    const at = Date.parse((headers['date'] ?? '').slice(0, 100))
    return { status, tookMs, aheadMs: Number.isNaN(at) ? undefined : Math.round(at - sentAt - tookMs / 2) }
  } finally {
    await transport.close()
  }
}

import { request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { certificateWords } from '../http/index.js'

/** The certificate that a service shows, and whether it is trusted here. */
export interface ShownCertificate {
  isTrusted: boolean
  /** Why it is not trusted; undefined where it is. */
  reason: string | undefined
  /** Epoch milliseconds. */
  validTo: number | undefined
  issuer: string | undefined
  protocol: string | undefined
}

const ISSUER_MAX = 120

/**
 * Connects to a host and looks at its certificate; nothing is sent over the connection.
 * @param proxy an HTTP proxy to go through
 * @throws the error of the connection, with a `code`
 */
export async function lookAtCertificate(
  address: URL,
  { ca, proxy, signal }: { ca: string[] | undefined; proxy: URL | undefined; signal: AbortSignal },
): Promise<ShownCertificate> {
  const port = Number(address.port === '' ? 443 : address.port)
  const host = address.hostname.replaceAll(/^\[|\]$/g, '')
  const through = proxy === undefined ? undefined : await openTunnel(proxy, `${address.hostname}:${port}`, signal)
  const socket = connect({
    ...(through === undefined ? { host, port } : { socket: through }),
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(ca === undefined ? {} : { ca }),
    // What is wrong with it is to be told, and nothing is sent.
    rejectUnauthorized: false,
  })
  const abort = (): void => void socket.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }))
  signal.addEventListener('abort', abort, { once: true })
  try {
    await new Promise<void>((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject))
    return certificateOf(socket)
  } finally {
    signal.removeEventListener('abort', abort)
    socket.on('error', () => undefined).destroy()
  }
}

function certificateOf(socket: TLSSocket): ShownCertificate {
  const { valid_to: validTo, issuer } = socket.getPeerCertificate()
  const code = socket.authorized
    ? undefined
    : String((socket.authorizationError as { code?: string } | string | null) ?? '')
  const at = Date.parse(validTo ?? '')
  const [name] = [issuer?.O ?? issuer?.CN].flat()
  return {
    isTrusted: socket.authorized,
    reason: code === undefined ? undefined : certificateWords(code),
    validTo: Number.isNaN(at) ? undefined : at,
    issuer: name?.slice(0, ISSUER_MAX),
    protocol: socket.getProtocol() ?? undefined,
  }
}

function openTunnel(proxy: URL, target: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { hostname, port, username, password } = proxy
    const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    const asked = request({
      host: hostname,
      port: port === '' ? 80 : port,
      method: 'CONNECT',
      path: target,
      signal,
      headers: {
        host: target,
        ...(username === '' ? {} : { 'proxy-authorization': `Basic ${Buffer.from(account).toString('base64')}` }),
      },
    })
    asked.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket)
      socket.destroy()
      reject(Object.assign(new Error('refused'), { code: `PROXY_${statusCode ?? 0}` }))
    })
    asked.once('response', ({ statusCode }) => {
      asked.destroy()
      reject(Object.assign(new Error('refused'), { code: `PROXY_${statusCode ?? 0}` }))
    })
    asked.once('error', reject).end()
  })
}

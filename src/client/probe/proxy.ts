import { isLoopback } from '../http/index.js'

/** Names in the order in which the HTTP library looks at them. */
const HTTPS = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const
const HTTP = ['http_proxy', 'HTTP_PROXY'] as const

/** A proxy that requests to an address go through, and the variable that names it. The address may hold a password: show its host alone. */
export interface ProxyInUse {
  variable: string
  /** Undefined where the variable holds no address. */
  url: URL | undefined
}

/** The proxy that the environment names for an address, as the HTTP library would take it; undefined where requests go out directly. */
export function proxyFor(address: URL, env: Readonly<Record<string, string | undefined>>): ProxyInUse | undefined {
  if (isLoopback(address)) return undefined
  const variable = (address.protocol === 'https:' ? HTTPS : HTTP).find((name) => (env[name] ?? '') !== '')
  if (variable === undefined || isExcepted(address, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return undefined
  const text = env[variable] ?? ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  return { variable, url: url !== undefined && ['http:', 'https:'].includes(url.protocol) ? url : undefined }
}

function isExcepted({ hostname, port, protocol }: URL, list: string): boolean {
  const own = port === '' ? (protocol === 'https:' ? '443' : '80') : port
  return list.split(/[,\s]/).some((entry) => {
    if (entry === '*') return true
    if (entry === '') return false
    const [host = '', only] = entry.toLowerCase().split(':')
    if (only !== undefined && only !== own) return false
    return /^[.*]/.test(host) ? hostname.endsWith(host.replace(/^\*/, '')) : hostname === host
  })
}

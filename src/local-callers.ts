import type { IncomingHttpHeaders } from 'node:http'

/** What a browser could be made to send, looked at before anything else of a request. */
export interface Caller {
  headers: IncomingHttpHeaders
  /** Address of this machine that the connection came in at. */
  localAddress?: string | undefined
}

const NAME_MAX = 300

/**
 * Why a request is not answered, or undefined. A page of another site may not reach what serves on this machine: neither under a name that it makes
 * point here (Host), nor from its own place (Origin, Sec-Fetch-Site).
 * @param host what the server was told to listen at
 * @param server what serves, in words, and the command that was given the address
 */
export function refusalOfCaller(
  { headers, localAddress }: Caller,
  host: string,
  server: { name: string; command: string },
): { status: 403 | 421; message: string } | undefined {
  const { host: named = '', origin } = headers
  const name = hostNameOf(named)
  if (name === undefined || !isOwnName(name, host, localAddress)) {
    return {
      status: 421,
      message: `The Host header names ${named === '' ? 'nothing' : `"${named.slice(0, 80)}"`}, which is not this ${server.name}. Call it as localhost, 127.0.0.1 or the address that "${server.command} --host" was given.`,
    }
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${named.toLowerCase()}`) {
    return {
      status: 403,
      message: `A page at ${origin.slice(0, 80)} may not use this ${server.name}: it answers programs on this machine and its own pages alone.`,
    }
  }
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate')
    return { status: 403, message: `A page of another site may not use this ${server.name}.` }
  return undefined
}

/** The name in a Host header, without port and brackets; undefined for what is no name. */
function hostNameOf(named: string): string | undefined {
  if (named.length > NAME_MAX) return undefined
  const found = /^(?:\[([\da-f:.%]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(named)
  return (found?.[1] ?? found?.[2])?.toLowerCase().replace(/\.$/, '')
}

function isOwnName(name: string, host: string, localAddress: string | undefined): boolean {
  return isLoopback(name) || name === host.toLowerCase() || name === localAddress?.toLowerCase().replace(/^::ffff:/, '')
}

/** Whether a name or address is one that no other machine can reach. */
export function isLoopback(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(name) || name === '::1'
}

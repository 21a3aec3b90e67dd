import type { IncomingHttpHeaders } from 'node:http'

/** What a browser could be made to send, looked at before anything else of a request. */
export interface Caller {
  method?: string | undefined
  headers: IncomingHttpHeaders
  /** Address of this machine that the connection came in at. */
  localAddress?: string | undefined
}

const NAME_MAX = 300

/**
 * Why a request is not answered, or undefined. A page of another site may not reach what serves on this machine: neither under a name that it makes
 * point here (Host), nor from its own place (Origin, Sec-Fetch-Site).
 * @param host what the server was told to listen at
 * @param server what serves, in words, and the command that was given the address; `takesMessages` where programs of other machines post messages to it under a name that a DNS or
 *   a tunnel has for it, which is no danger where no browser sends them
 */
export function refusalOfCaller(
  caller: Caller,
  host: string,
  server: { name: string; command: string; takesMessages?: boolean },
): { status: 403 | 421; message: string } | undefined {
  const { headers, localAddress } = caller
  const { host: named = '', origin } = headers
  const name = hostNameOf(named)
  const isOwn = name !== undefined && isOwnName(name, host, localAddress)
  if (!isOwn && server.takesMessages === true && (name !== undefined || named === '') && isMessageOfProgram(caller))
    return undefined
  if (!isOwn) {
    return {
      status: 421,
      message: `The Host header names ${named === '' ? 'nothing' : `"${named.slice(0, 80)}"`}, which is not this ${server.name}. Call it as localhost, 127.0.0.1 or the address that "${server.command} --host" was given${server.takesMessages === true ? '; under another name it takes only a POST with an XML content type (or multipart) that no browser sends, so without Origin, Referer and Sec-Fetch headers' : ''}.`,
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

/** What XML and SOAP travel as. No form of a page can send one of these. */
const MESSAGE_TYPE = /^\s*(?:(?:text|application)\/(?:[\w.-]{1,60}\+)?xml|multipart\/related)\s*(?:;|$)/i

/**
 * A POST of a message by a program. A browser adds an Origin to every POST, to its own page's as well, whatever name the page has made point here; older ones a Referer, and
 * to places that they trust Sec-Fetch headers.
 */
function isMessageOfProgram({ method, headers }: Caller): boolean {
  return (
    method === 'POST' &&
    MESSAGE_TYPE.test(headers['content-type'] ?? '') &&
    !Object.keys(headers).some((header) => header === 'origin' || header === 'referer' || header.startsWith('sec-'))
  )
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

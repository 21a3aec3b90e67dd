import { Fault } from '../errors.js'
import { createTransport, DEFAULT_TIMEOUTS, isLoopback, WireFault } from './http/index.js'

/** What a monitor is told. */
export type PingEvent = 'start' | 'success' | 'failure'

export interface Pinger {
  /** Why the monitor did not take it, in words without the address; undefined where it did. Never throws, and never takes longer than its limit. */
  send(event: PingEvent, text: string): Promise<string | undefined>
  close(): Promise<void>
}

const ENDS: Readonly<Record<Exclude<PingEvent, 'success'>, string>> = { start: '/start', failure: '/fail' }
const LIMIT_MS = 5_000
const ANSWER_BYTES_MAX = 100_000

/**
 * Reports to a monitor of scheduled jobs: POST to the address, with `/start` or `/fail` behind its path, the summary as text. HTTPS, except on loopback; redirects are not followed.
 * The address may hold a key and is never shown, its host apart.
 * @param name flag or variable that holds it, for the message
 * @throws Fault USAGE when it is no such address
 */
export function createPinger(
  address: string,
  { name, userAgent, caFile }: { name: string; userAgent: string; caFile?: string | undefined },
): Pinger {
  const base = readPingAddress(address, name)
  const transport = createTransport({
    baseAddress: base,
    timeouts: { ...DEFAULT_TIMEOUTS, connectMs: LIMIT_MS, attemptMs: LIMIT_MS },
    answerBytesMax: ANSWER_BYTES_MAX,
    ...(caFile === undefined ? {} : { caFile }),
  })
  return {
    async send(event, text) {
      const url = new URL(base)
      // The address itself goes out as it was given: with a slash behind it, it may be another.
      if (event !== 'success') url.pathname = `${url.pathname.replace(/\/$/, '')}${ENDS[event]}`
      try {
        const { status } = await transport.send({
          method: 'POST',
          url,
          headers: { 'user-agent': userAgent, 'content-type': 'text/plain; charset=utf-8' },
          body: text,
        })
        return isTaken(status) ? undefined : `${base.host} answered HTTP ${status}`
      } catch (error) {
        // What it says besides is of no use to anybody, however long it is.
        if (error instanceof WireFault && error.status !== undefined && isTaken(error.status)) return undefined
        return `${base.host} could not be reached${error instanceof WireFault ? `: ${error.message}` : ''}`
      }
    },
    close: () => transport.close(),
  }
}

const isTaken = (status: number): boolean => status >= 200 && status <= 299

function readPingAddress(text: string, name: string): URL {
  const next = 'Give the address of a monitor, such as https://monitor.example/ping/key. Nothing was sent.'
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol))
    throw new Fault('USAGE', `${name} is not a web address.`, { next })
  if (url.username !== '' || url.password !== '')
    throw new Fault('USAGE', `${name} must not hold a user or password.`, { next })
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new Fault('USAGE', `${name} names ${url.host} without encryption.`, {
      next: 'Use https://. Plain http:// is accepted on loopback alone. Nothing was sent.',
    })
  url.hash = ''
  return url
}

import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/**
 * Whether anything came back on the connection of a request. The HTTP library tells of an answer only once its head can be read; what is not HTTP, or breaks off
 * in the head, is to it the same fault as silence.
 */

let takeSocket: ((socket: Socket) => void) | undefined

subscribe('undici:client:sendHeaders', (message) => {
  if (takeSocket === undefined) return
  const { socket } = message as { socket: Socket }
  skipContinue(socket)
  takeSocket(socket)
  takeSocket = undefined
})

/**
 * To be called as a request begins to be written: the library then names its connection before it does anything else.
 * @returns asks whether bytes have come on it since
 */
export function listenForBytes(): () => boolean {
  let asked: { socket: Socket; before: number } | undefined
  takeSocket = (socket) => {
    asked = { socket, before: socket.bytesRead }
  }
  return () => asked !== undefined && asked.socket.bytesRead > asked.before
}

const CONTINUE = Buffer.from('HTTP/1.1 100')
const HEAD_END = Buffer.from('\r\n\r\n')
/** A longer head is left to the HTTP library. */
const HEAD_MAX = 8_192

/**
 * Leaves out `100 Continue` before the answer of a connection. A server may send it although nobody asked (RFC 9110, 15.2.1), and old ones do; the HTTP library takes it for
 * a broken answer and drops the connection, the real answer with it. To be called as a request begins to be written.
 */
function skipContinue(socket: Socket): void {
  const own = Object.getOwnPropertyDescriptor(socket, 'read')
  // Of the request before on the same connection, which got no answer.
  if (own !== undefined) Reflect.deleteProperty(socket, 'read')
  const read = socket.read.bind(socket)
  let held: Buffer = Buffer.alloc(0)
  socket.read = (size?: number): Buffer | null => {
    for (;;) {
      const chunk = read(size) as Buffer | null
      if (chunk === null) return null
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      let state = stateOf(held)
      while (typeof state === 'number') {
        held = held.subarray(state)
        state = stateOf(held)
      }
      if (state === 'other') {
        Reflect.deleteProperty(socket, 'read')
        return held
      }
    }
  }
}

/** Where a whole `100 Continue` ends, whether more is to come of one, or that it is none. */
function stateOf(bytes: Buffer): number | 'more' | 'other' {
  const begun = Math.min(bytes.length, CONTINUE.length)
  for (let at = 0; at < begun; at++)
    // Either version, 1.0 or 1.1.
    if (bytes[at] !== CONTINUE[at] && !(at === 7 && bytes[at] === 48)) return 'other'
  if (begun < CONTINUE.length) return 'more'
  const end = bytes.indexOf(HEAD_END)
  return end >= 0 ? end + HEAD_END.length : bytes.length > HEAD_MAX ? 'other' : 'more'
}

import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { skipContinue } from './skip-continue.js'

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

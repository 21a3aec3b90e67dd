import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createPoster, createRelay } from '../../../src/client/index.js'

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 4\r\n\r\n<a/>'
const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** Answers with these bytes once it has a request, then closes. */
async function raw(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    let isDone = false
    let seen = ''
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1')
      if (isDone || !seen.includes('\r\n\r\n') || !seen.endsWith('x')) return
      isDone = true
      answer(socket)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}
const post = async (url: string): Promise<{ status: number; body: string }> => {
  const poster = createPoster({ userAgent: 'test' })
  return poster.post({ url, text: 'x', headers: {}, timeoutMs: 20_000 }).finally(() => poster.close())
}

describe('100 Continue that nobody asked for', () => {
  it.each([
    ['before the answer', [`HTTP/1.1 100 Continue\r\n\r\n${OK}`]],
    ['in a piece of its own', ['HTTP/1.1 100 Continue\r\n\r\n', OK]],
    ['byte by byte', [...'HTTP/1.0 100 Continue\r\nServer: IIS\r\n\r\n', OK]],
    ['twice', ['HTTP/1.1 100 \r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTT', OK.slice(3)]],
    ['not at all', [OK.slice(0, 5), OK.slice(5, 10), OK.slice(10)]],
  ])('%s', async (_, pieces) => {
    const url = await raw((socket) => {
      void (async () => {
        for (const piece of pieces) {
          await new Promise((resolve) => setImmediate(resolve))
          socket.write(piece)
        }
        socket.end()
      })()
    })
    expect(await post(url)).toMatchObject({ status: 200, body: '<a/>' })
    const relay = createRelay({ to: url, timeoutMs: 20_000, answerBytesMax: 1_000 })
    const passed = await relay.pass({}, Buffer.from('x')).finally(() => relay.close())
    expect([passed.status, passed.body.toString()]).toEqual([200, '<a/>'])
  })

  it('and nothing behind it is still no answer', async () => {
    const url = await raw((socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n'))
    await expect(post(url)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })
})

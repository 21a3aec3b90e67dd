// A service that accepts everything and counts: the push is measured, not the sandbox. Prints its address; ends with its input.
import { createServer } from 'node:http'

const counts = { requests: 0, bytes: 0 }
const answers = {
  '/api/v1/partners/get-token': {
    result: {
      accessToken: `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString('base64url')}.x`,
      expiresIn: 3600,
    },
    status: 'success',
    message: null,
    executionTime: 0,
  },
  '/v1/rooms': { success: false, error: { code: 'FORBIDDEN', message: 'not for this agent' }, processing_times: {} },
  '/v1/room_settings': { success: true, error: null, processing_times: {} },
}
const server = createServer((request, response) => {
  const path = request.url.split('?')[0]
  if (path === '/counts') {
    response.end(JSON.stringify(counts))
    counts.requests = 0
    counts.bytes = 0
    return
  }
  let bytes = 0
  request.on('data', (chunk) => (bytes += chunk.length))
  request.on('end', () => {
    if (path === '/v1/room_settings') {
      counts.requests += 1
      counts.bytes += bytes
    }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answers[path] ?? { success: true }))
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`))
process.stdin.on('end', () => process.exit(0)).resume()

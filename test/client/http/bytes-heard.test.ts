import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAuthority, createCertificate } from '../certificate.js'
import { connect, faultOf, fixedIdentity, serve } from '../fixtures.js'
import { cut, raw, type Reply } from '../scripted-server.js'

const authority = createAuthority()
let caFile: string
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hubswitch-ca-'))
  caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.cert)
  return () => rmSync(folder, { recursive: true })
})

const replies: [string, Reply, boolean][] = [
  ['nothing', cut, false],
  ['text that is not HTTP', raw('hello there\r\n\r\n'), true],
  ['another protocol', raw('HTTP/9.0 200 OK\r\n\r\n'), true],
  ['a bad header', raw('HTTP/1.1 200 OK\r\nbad\0header\r\n\r\n'), true],
  ['a cut status line', raw('HTTP/1.1 20'), true],
  ['a cut head', raw('HTTP/1.1 200 OK\r\ncontent-le'), true],
  ['a head that is too large', raw(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`), true],
]

describe('whether anything came back', () => {
  it.each(replies)('%s, plain and over TLS, on a connection that served before', async (_name, reply, isHeard) => {
    for (const tls of [undefined, createCertificate(authority, '127.0.0.1')]) {
      const server = await serve(
        ({ method }) =>
          method === 'GET'
            ? (response) => void response.end('{"result":{"id":1,"partnerId":"demo","name":"Demo"},"status":"success"}')
            : reply,
        tls,
      )
      const client = connect(server.url, {
        identity: fixedIdentity,
        maxAttempts: 1,
        ...(tls === undefined ? {} : { caFile }),
      })
      await client.call('auth.whoami', {})
      const { message, facts } = await faultOf(client.call('unit.add', { body: { propertyId: 1_000_001 } }))
      expect({ ...facts, message }).toMatchObject({
        answered: isHeard,
        fate: 'unknown',
        message: expect.stringMatching(
          isHeard ? /it answered something that could not be read: / : /: no answer came: the connection was cut/,
        ) as string,
      })
      expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    }
  })
})

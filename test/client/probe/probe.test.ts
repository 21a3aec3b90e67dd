import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { probeService, proxyFor } from '../../../src/client/index.js'
import { lookAtCertificate } from '../../../src/client/probe/certificate.js'
import { createAuthority, createCertificate } from '../certificate.js'
import { json, type Scripted, startScripted } from '../scripted-server.js'

const OPTIONS = { caFile: undefined, userAgent: 'test', timeoutMs: 2_000, env: {} }

describe('the way to a service', () => {
  let secure: Scripted
  let proxy: Server
  const asked: { target: string; account: string | undefined }[] = []
  beforeAll(async () => {
    secure = await startScripted(
      () => json(401, { status: 'error' }),
      createCertificate(createAuthority(), '127.0.0.1'),
    )
    proxy = createServer().on('connect', ({ url = '', headers }, socket) => {
      asked.push({ target: url, account: headers['proxy-authorization'] })
      if (url.startsWith('closed.example')) return void socket.end('HTTP/1.1 407 No\r\n\r\n')
      const through = connect(secure.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        through.pipe(socket).pipe(through)
      })
      for (const one of [through, socket]) one.on('error', () => undefined)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    await secure.close()
    proxy.closeAllConnections()
    proxy.close()
  })

  it('tells the status and the gap of the clocks, and sends neither token nor body', async () => {
    const server = await startScripted(() =>
      json(401, { status: 'error' }, { date: new Date(Date.now() + 600_000).toUTCString() }),
    )
    const { answer, certificate, names, host } = await probeService(server.url, OPTIONS)
    await server.close()
    expect({ certificate, names, host }).toEqual({
      certificate: undefined,
      names: undefined,
      host: `127.0.0.1:${server.port}`,
    })
    expect(answer).toMatchObject({ ok: true, value: { status: 401 } })
    const ahead = answer.ok ? (answer.value.aheadMs ?? 0) : 0
    expect(Math.abs(ahead - 600_000)).toBeLessThan(10_000)
    expect(server.requests).toHaveLength(1)
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/api/v1/partners/get-info', body: '' })
    expect(server.requests[0]?.headers['authorization']).toBeUndefined()
  })

  it('looks at a certificate that is not trusted, and at its end', async () => {
    const { certificate } = await probeService(secure.url, OPTIONS)
    expect(certificate).toMatchObject({
      ok: true,
      value: { isTrusted: false, reason: expect.stringMatching(/self-signed|not trusted/) as string },
    })
    expect(certificate?.ok === true && (certificate.value.validTo ?? 0) > 0).toBe(true)
  })

  it('is bounded where nothing answers', async () => {
    const silent = await startScripted(() => () => undefined)
    const { answer } = await probeService(silent.url, { ...OPTIONS, timeoutMs: 300 })
    await silent.close()
    expect(answer).toEqual({ ok: false, why: 'no complete answer in time' })
  })

  it('goes through a proxy, with its account, and tells where that refuses', async () => {
    const { port } = proxy.address() as AddressInfo
    const through = new URL(`http://user:pass@127.0.0.1:${port}`)
    const options = { ca: undefined, proxy: through, signal: AbortSignal.timeout(2_000) }
    const seen = await lookAtCertificate(new URL('https://service.example'), options)
    expect(seen).toMatchObject({ isTrusted: false, protocol: expect.stringMatching(/^TLS/) as string })
    expect(asked).toEqual([{ target: 'service.example:443', account: `Basic ${btoa('user:pass')}` }])
    await expect(lookAtCertificate(new URL('https://closed.example'), options)).rejects.toMatchObject({
      code: 'PROXY_407',
    })
  })

  it.each([
    ['https://a.example', { HTTPS_PROXY: 'http://p:1' }, 'HTTPS_PROXY'],
    ['https://a.example', { HTTP_PROXY: 'http://p:1' }, 'HTTP_PROXY'],
    ['https://a.example', { https_proxy: 'http://q:1', HTTPS_PROXY: 'http://p:1' }, 'https_proxy'],
    ['https://a.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'b.example, .example' }, undefined],
    ['https://a.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.example:8443' }, 'HTTPS_PROXY'],
    ['https://a.example:8443', { HTTPS_PROXY: 'http://p:1', no_proxy: 'a.example:8443' }, undefined],
    ['https://a.example', { HTTPS_PROXY: 'http://p:1', NO_PROXY: '*' }, undefined],
    ['http://127.0.0.1:1', { HTTP_PROXY: 'http://p:1' }, undefined],
    ['https://a.example', {}, undefined],
  ])('%s with %j is reached through %s', (address, env, variable) => {
    expect(proxyFor(new URL(address), env)?.variable).toBe(variable)
  })

  it('a proxy variable without an address has none', () => {
    expect(proxyFor(new URL('https://a.example'), { HTTPS_PROXY: 'nonsense' })).toEqual({
      variable: 'HTTPS_PROXY',
      url: undefined,
    })
  })
})

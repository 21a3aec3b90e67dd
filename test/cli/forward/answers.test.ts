import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { exchangeWhole } from '../../../src/cli/forward/view.js'
import type { Exchange } from '../../../src/cli/forward/exchange.js'
import { createPoster } from '../../../src/client/index.js'
import { readAnswer, stateOf } from '../../../src/resnotif/index.js'
import type { Fault } from '../../../src/errors.js'
import { startScripted } from '../../client/scripted-server.js'
import { opened } from '../../support/open-things.js'
import { between, CARD, MESSAGE, post, TAKEN, until } from './bench.js'

const PASSWORD = 'Zq7pw-Str3ng'
const wide = (text: string, isBig = false): Buffer =>
  isBig ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, 'utf16le')
const LEAK = `<r><Card CardNumber="${CARD}"/><Login password="${PASSWORD}"/></r>`

const ANSWERS: [string, { body: Buffer; type?: string; encoding?: string }, Exchange['state'], RegExp][] = [
  ['larger than 1 MB', { body: Buffer.from(TAKEN.padEnd(1_000_001)) }, 'unknown', /larger than 1 MB/],
  [
    'larger than 1 MB once it is unpacked',
    { body: gzipSync(TAKEN.padEnd(1_000_001)), encoding: 'gzip' },
    'unknown',
    /larger than 1 MB/,
  ],
  ['gzip that is cut', { body: gzipSync(TAKEN).subarray(0, -12), encoding: 'gzip' }, 'unknown', /cut or damaged/],
  ['an encoding that is not read', { body: Buffer.from(TAKEN), encoding: 'zstd' }, 'unknown', /encoding/],
  ['deflate without its wrapper', { body: deflateRawSync(TAKEN), encoding: 'deflate' }, 'delivered', /took/],
  ['two encodings', { body: gzipSync(gzipSync(TAKEN)), encoding: 'gzip, gzip' }, 'delivered', /took/],
  ['UTF-16 with a mark', { body: wide(`\ufeff${TAKEN}`) }, 'delivered', /took/],
  ['UTF-16 with the high byte first', { body: wide(`\ufeff${TAKEN}`, true) }, 'delivered', /took/],
  ['UTF-16 without a mark', { body: wide(TAKEN), type: 'text/xml; charset=utf-16' }, 'delivered', /took/],
  ['UTF-16 behind a blank', { body: wide(`\n${TAKEN}`, true), type: 'text/xml' }, 'delivered', /took/],
  ['secrets in UTF-16 with a mark', { body: wide(`\ufeff${LEAK}`), type: 'text/plain' }, 'unknown', /XML/],
  ['secrets in UTF-16 without one', { body: wide(LEAK, true), type: 'text/plain' }, 'unknown', /XML/],
  [
    'secrets in JSON in UTF-16',
    { body: wide(JSON.stringify({ note: CARD, password: PASSWORD })), type: 'application/json' },
    'unknown',
    /JSON/,
  ],
  [
    'secrets in text in UTF-16',
    { body: wide(`card ${CARD}, password: ${PASSWORD}`), type: 'text/plain; charset=utf-16le' },
    'unknown',
    /text/,
  ],
  [
    'bytes of which some are letters',
    { body: Buffer.from(`\0\x01\x02\x03\x04\x05\x06 ${[...PASSWORD].join('\0')}`), type: 'text/plain' },
    'unknown',
    /no text/,
  ],
]

describe('an answer that passes through is read as that to a message from here', () => {
  it.each(ANSWERS)('%s', async (_, { body, type = 'text/xml', encoding }, state, summary) => {
    const headers = { 'content-type': type, ...(encoding === undefined ? {} : { 'content-encoding': encoding }) }
    const reply = () => (response: import('node:http').ServerResponse) =>
      void response.writeHead(200, headers).end(body)
    const bench = await between(reply, { answerBytesMax: 10_000_000 })
    expect((await post(bench.url, MESSAGE)).body.equals(body)).toBe(true)
    await until(() => bench.seen.length === 1)
    const seen = bench.seen[0] as Exchange
    expect(seen).toMatchObject({ state, summary: expect.stringMatching(summary) as string, answer: { status: 200 } })
    expect(seen.summary).not.toContain('without a body')
    const told = JSON.stringify(seen) + exchangeWhole({ ...seen, id: 1 })
    for (const secret of [CARD, PASSWORD, ...[CARD, PASSWORD].map((one) => [...one].join('\\u0000'))])
      expect(told).not.toContain(secret)

    const pms = await startScripted(reply)
    const poster = createPoster({ userAgent: 'test' })
    opened.push(pms, poster)
    const sent = await poster
      .post({ url: `${pms.url}/pms`, text: String(MESSAGE), headers: {}, timeoutMs: 20_000 })
      .then((posted) => {
        const read = readAnswer(posted, { ids: ['HS-20270701-1'] })
        return [stateOf(read), read.summary]
      })
      .catch((error: unknown) => ['unknown', (error as Fault).message.replace(pms.url.slice(7), '')])
    expect([seen.state, seen.summary.replace(bench.pms.url.slice(7), '')]).toEqual(sent)
  })
})

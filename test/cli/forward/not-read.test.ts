import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../src/cli/forward/exchange.js'
import { exchangeRow, exchangeText } from '../../../src/cli/forward/view.js'
import { readAnswer, stateOf } from '../../../src/resnotif/index.js'
import { between, MESSAGE, post, TAKEN, until } from './bench.js'

const ABOUT_ANOTHER = TAKEN.replace(
  '<Success/>',
  '<Success/><HotelReservations><HotelReservation><UniqueID Type="14" ID="HS-20270701-2"/></HotelReservation></HotelReservations>',
)
const padded = (bytes: number): Buffer => Buffer.from(String(MESSAGE).replace(/<Hotel/, `${' '.repeat(bytes)}<Hotel`))
const MULTIPART = { 'content-type': 'multipart/related; boundary="B1"; type="text/xml"' }
const part = (text: string): string => `--B1\r\nContent-Type: text/xml\r\n\r\n${text}`

const passed = async (body: Buffer, headers: Record<string, string>, answer: string): Promise<Exchange> => {
  const bench = await between(() => (response) => void response.end(answer))
  expect((await post(bench.url, body, { 'content-type': 'text/xml', ...headers })).body.toString()).toBe(answer)
  await until(() => bench.seen.length === 1)
  return { ...(bench.seen[0] as Exchange), id: 1 }
}

describe('a message of which nothing is read', () => {
  it.each<[string, Buffer, Record<string, string>, RegExp]>([
    ['in an encoding that is not read', MESSAGE, { 'content-encoding': 'zstd' }, /in an encoding that is not read/],
    [
      'larger than what is read',
      gzipSync(padded(2_200_000)),
      { 'content-encoding': 'gzip' },
      /larger than 2 MB when unpacked/,
    ],
    ['cut in its gzip', gzipSync(MESSAGE).subarray(0, -20), { 'content-encoding': 'gzip' }, /cut or damaged/],
    ['cut in its parts', Buffer.from(part(String(MESSAGE).slice(0, 900))), MULTIPART, /body is cut/],
    [
      'one of two in its parts',
      Buffer.from(`${part(String(MESSAGE))}\r\n${part(String(MESSAGE))}\r\n--B1--`),
      MULTIPART,
      /2 parts/,
    ],
  ])('is told as that, and a Success is not held against it: %s', async (_, body, headers, why) => {
    for (const answer of [TAKEN, ABOUT_ANOTHER]) {
      const seen = await passed(body, headers, answer)
      expect(seen).toMatchObject({
        state: 'unknown',
        notLinted: expect.stringMatching(why) as string,
        errors: null,
        warnings: null,
        summary: expect.stringMatching(why) as string,
      })
      expect(exchangeText(seen, { isWhole: false })).toMatch(new RegExp(`not linted: .*${why.source}`))
      expect(exchangeText(seen, { isWhole: false })).not.toContain('nothing found')
      expect(exchangeRow(seen)).toMatchObject({ state: 'unknown', errors: null, notLinted: seen.notLinted })
    }
  })

  it('was refused where the PMS refuses it', async () => {
    const refusal = TAKEN.replace('<Success/>', '<Errors><Error Type="3" Code="392">no</Error></Errors>')
    expect(await passed(MESSAGE, { 'content-encoding': 'zstd' }, refusal)).toMatchObject({ state: 'failed' })
  })

  it('holds an "exists already" and a Success with something left undone open', () => {
    const state = (inner: string): string =>
      stateOf(readAnswer({ status: 200, body: TAKEN.replace('<Success/>', inner) }, { notRead: 'it is too large' }))
    expect(state('<Errors><Error Type="3" Code="127">known</Error></Errors>')).toBe('unknown')
    expect(state('<Errors><Error Type="3" Code="95">gone</Error></Errors>')).toBe('unknown')
    expect(state('<Success/><Warnings><Warning Type="3" Code="320" Status="NotProcessed"/></Warnings>')).toBe('unknown')
  })
})

describe('a message that is too large to be kept', () => {
  it('is read all the same, and the answer is held against it', async () => {
    const seen = await passed(padded(1_100_000), {}, TAKEN)
    expect(seen).toMatchObject({
      state: 'delivered',
      bookingId: 'HS-20270701-1',
      errors: 0,
      request: { notKept: 'it is larger than 1 MB' },
    })
    expect(seen).not.toHaveProperty('notLinted')
    expect((await passed(padded(1_100_000), {}, ABOUT_ANOTHER)).state).toBe('unknown')
  })
})

describe('a body without a notification in it', () => {
  it('is linted, and a Success is not held against it', async () => {
    const seen = await passed(Buffer.from('<Sealed>q83vEjRWeJA</Sealed>'), {}, ABOUT_ANOTHER)
    expect(seen).toMatchObject({ state: 'unknown', errors: 1 })
    expect(seen.summary).toContain('no notification was found in it')
  })
})

describe('a message whose sign-in was refused', () => {
  it('is told as not linted, as nothing of it is kept', async () => {
    const bench = await between(() => (response) => void response.writeHead(401).end())
    await post(bench.url, MESSAGE, { 'content-type': 'text/xml' })
    await until(() => bench.seen.length === 1)
    expect(bench.seen[0]).toMatchObject({ errors: null, notLinted: 'its sign-in was refused', state: 'failed' })
  })
})
